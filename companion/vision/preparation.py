"""Prepares pictures: for reading tags gray, sharpened and doubled; for seeing changes made small."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.camera import Image

MOTION_WIDTH_PX = 960
"""Pixels across that a picture is thinned out to before it is looked at for changes."""


def gray(image: Image) -> Image:
    """The picture in gray, contiguous; a picture with one or four channels is understood too."""
    if image.ndim == 2:
        plain = image
    elif image.shape[2] == 1:
        plain = image[:, :, 0]
    else:
        plain = np.asarray(
            cv2.cvtColor(image, cv2.COLOR_BGRA2GRAY if image.shape[2] == 4 else cv2.COLOR_BGR2GRAY)
        )
    return np.ascontiguousarray(plain)


def halved(plain: Image) -> Image:
    """The picture at half its size, each pixel the mean of four: picking single ones out of a much finer
    picture would take its noise along. An odd last row or column is left out."""
    high, wide = (side // 2 for side in plain.shape[:2])
    half = cv2.resize(plain[: 2 * high, : 2 * wide], (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.uint8)


def sharpened_doubled(plain: Image) -> Image:
    """Unsharp mask (amount 1, sigma 1), then twice the size: the best from 2 to 3 pixels a module."""
    soft = cv2.GaussianBlur(plain, (0, 0), 1.0)
    return np.asarray(
        cv2.resize(
            cv2.addWeighted(plain, 2.0, soft, -1.0, 0), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC
        ),
        dtype=np.uint8,
    )


def downscaled(image: Image) -> Image:
    """A part of the picture's green pixels, enough to see that nothing happens, and most pictures show just
    that. They are averaged later, for noise in single ones looks like motion: of a 1080p picture all in every
    second row; of a larger one two in each square, since to read more takes longer than all the rest."""
    step = max(1, image.shape[1] // MOTION_WIDTH_PX)
    green = image[:, :, 1] if image.ndim == 3 else image
    if step <= 2:
        return np.ascontiguousarray(green[::step])
    high, wide = (side // step for side in green.shape)
    first = np.ascontiguousarray(green[::step, ::step][:high, :wide])
    second = np.ascontiguousarray(green[step // 2 :: step, step // 2 :: step][:high, :wide])
    return np.asarray(cv2.addWeighted(first, 0.5, second, 0.5, 0), np.uint8)
