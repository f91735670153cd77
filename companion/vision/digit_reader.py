"""Reads the one digit, or "?", in an outline: a small network that was trained on drawn digits.

`scripts/fit_digits.py` draws them and writes digits.npz. No OCR engine is needed for it, and it also answers
that there is no digit: art and figures are not read as one.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image

CHARACTERS = "0123456789?"
"""The characters that it knows; the network has one more answer, for none of them."""
SIDE = 32
"""Pixels a side of the picture that is looked at."""
PARTS = (0.24, 0.28, 0.32)
"""Half sides of the squares looked at, as parts of the outline's width; their answers are averaged."""
WEIGHTS = Path(__file__).with_name("digits.npz")

BINS = 9
"""Directions that gradients are sorted into."""
CELL, STEP = 8, 4

Floats = NDArray[np.float32]


def features(cut: Image) -> Floats:
    """A square of any size, in gray or in colour, as its gradients' directions: light and contrast, and
    whether it is dark on bright or the reverse, make no difference."""
    small = np.asarray(cv2.resize(cut, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    if small.ndim == 3:
        # Red on white differs most in another colour than black on white: the strongest counts.
        spread = np.percentile(small, 95, axis=(0, 1)) - np.percentile(small, 5, axis=(0, 1))
        small = np.ascontiguousarray(small[:, :, int(np.argmax(spread))])
    across = cv2.Sobel(small, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(small, cv2.CV_32F, 0, 1)
    strong = np.hypot(across, down)
    to = (np.arctan2(down, across) % np.pi) * (BINS / np.pi)
    turned = np.abs(to[None] - np.arange(BINS, dtype=np.float32)[:, None, None])
    planes = strong * np.maximum(0, 1 - np.minimum(turned, BINS - turned))
    cells = [cv2.boxFilter(plane, -1, (CELL, CELL))[STEP:SIDE:STEP, STEP:SIDE:STEP] for plane in planes]
    found = np.sqrt(np.stack(cells).ravel())
    return np.asarray(found / (np.linalg.norm(found) + 1e-6) * 8, np.float32)


def read_digit(around: Image) -> tuple[str, float]:
    """What stands in an outline ("" for nothing), and how surely, 0 to 1. around: the square about it."""
    middle = around.shape[0] / 2
    rows = []
    for part in PARTS:
        half = around.shape[0] * part
        low, high = round(middle - half), round(middle + half)
        rows.append(features(around[low:high, low:high]))
    likely = likelihoods(np.stack(rows), _weights()).mean(axis=0)
    best = int(likely.argmax())
    return (CHARACTERS[best] if best < len(CHARACTERS) else ""), float(likely[best])


def likelihoods(rows: Floats, weights: tuple[Floats, ...]) -> Floats:
    """For each row how likely each character is, the last column for none."""
    first, first_bias, second, second_bias = weights
    inner = np.maximum(rows @ first + first_bias, 0)
    out = inner @ second + second_bias
    out = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


@lru_cache(maxsize=1)
def _weights() -> tuple[Floats, ...]:
    with np.load(WEIGHTS) as kept:
        return tuple(
            kept[name].astype(np.float32) for name in ("first", "first_bias", "second", "second_bias")
        )
