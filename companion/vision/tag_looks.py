"""Templates of tags to compare pictures with, and the positions of their samples.

A tag's samples lie on a grid of SAMPLES a module each way, with a ring of QUIET modules of white around it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import CORNER_DISTANCE, Floats
from companion.vision.tags import MODULES, modules

SAMPLES = 2
MARGIN_MODULES = 1
MODULES_WITH_MARGIN = MODULES + 2 * MARGIN_MODULES
"""Modules along a side with the white around."""
SAMPLES_PER_SIDE = MODULES_WITH_MARGIN * SAMPLES
NEIGHBOURHOOD_MODULES = 3.0
"""Modules: how far the neighbourhood reaches that a sample is held against by `local_contrasts`."""


def decoy_tags(known: Collection[str]) -> list[str]:
    """Made-up tags that compete with the known ones. A tag that nobody knows resembles some known tag most;
    among few known tags that one may lead by chance, among so many no tag leads by more than 0.06."""
    prefix = next(iter(known))[:2]
    texts = [f"{prefix}:{kind}{n}{face}" for n in range(97, 60, -1) for kind in "WDHGTXY" for face in "AB"]
    texts = [text for text in texts if text not in known]
    return texts[: max(60, 200 - len(known))]


@lru_cache(maxsize=512)
def template(text: str) -> Floats:
    """A tag with its white, SIDE by SIDE samples, through a small blur; 0 dark, 1 white. It is shared."""
    whole = np.ones((MODULES_WITH_MARGIN, MODULES_WITH_MARGIN), np.float32)
    whole[MARGIN_MODULES:-MARGIN_MODULES, MARGIN_MODULES:-MARGIN_MODULES] = ~modules(text)
    large = cv2.resize(whole, (SAMPLES_PER_SIDE, SAMPLES_PER_SIDE), interpolation=cv2.INTER_NEAREST)
    blurred = np.asarray(cv2.GaussianBlur(large, (0, 0), 0.5 * SAMPLES), dtype=np.float32)
    blurred.setflags(write=False)
    return blurred


def coarse_row(tag: Floats) -> NDArray[Any]:
    """A tag's look with one sample a module, as a row."""
    return tag.reshape(MODULES_WITH_MARGIN, SAMPLES, MODULES_WITH_MARGIN, SAMPLES).mean(axis=(1, 3)).ravel()


def without_margin(tag: Floats) -> Floats:
    """The samples without the white around."""
    ring = MARGIN_MODULES * SAMPLES
    return tag[ring:-ring, ring:-ring]


def local_contrasts(tags: Floats) -> Floats:
    """Each sample of these tags (number by side by side) in relation to its neighbourhood: about -1 dark to 1
    bright."""
    blur = _neighbourhood_blur(tags.shape[1])
    off = tags - blur @ tags @ blur.T
    spread = np.sqrt(blur @ (off * off) @ blur.T)
    span = tags.max(axis=(1, 2), keepdims=True) - tags.min(axis=(1, 2), keepdims=True)
    return np.clip(off / (spread + np.float32(1e-3) + np.float32(0.02) * span), -1.5, 1.5)


@lru_cache(maxsize=4)
def _neighbourhood_blur(side: int) -> Floats:
    """The matrix that blurs a column of a tag's samples as far as the neighbourhood reaches. A product with
    it takes a tenth of the time that OpenCV takes for a blur of so small a picture."""
    sigma = NEIGHBOURHOOD_MODULES * (side // MODULES)
    return np.asarray(
        cv2.GaussianBlur(np.eye(side, dtype=np.float32), (1, 0), sigmaX=0.01, sigmaY=sigma), np.float32
    )


def normalised_rows(rows: NDArray[Any]) -> Floats:
    """Each row with a mean of 0 and a length of 1."""
    plain = rows.astype(np.float32)
    plain -= plain.mean(axis=1, keepdims=True)
    plain /= np.sqrt((plain * plain).sum(axis=1, keepdims=True)) + np.float32(1e-6)
    return plain


def picture_points(points: Floats, places: Floats) -> Floats:
    """Where places of tags are in the picture: tags by places by 2. points, places: as of `picture_maps`."""
    return np.stack(picture_maps(points, places), axis=-1)


def picture_maps(points: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Where places of tags are in the picture, as cv2.remap takes it: their x and their y, each tags by
    places. points: tags by 3 by 2, corner squares' middles; places: by 2, in modules from the first of
    them. Both are single matrix products: for thousands of tags these take a third of the time of sums."""
    legs = (points[:, 1:] - points[:, :1]) / np.float32(CORNER_DISTANCE)
    steps = np.concatenate([points[:, :1], legs], axis=1).astype(np.float32)
    weights = np.vstack([np.ones(len(places), np.float32), places.T.astype(np.float32)])
    return steps[:, :, 0] @ weights, steps[:, :, 1] @ weights


def _distinct(samples: int) -> NDArray[np.bool_]:
    """Where tags differ: all but the corner squares with their white, and the timing lines."""
    differ = np.ones((MODULES, MODULES), bool)
    differ[:8, :8] = differ[:8, -8:] = differ[-8:, :8] = False
    differ[6, :] = differ[:, 6] = False
    return np.repeat(np.repeat(differ, samples, axis=0), samples, axis=1)


DISTINCT_SAMPLES = _distinct(SAMPLES)
DISTINCT_MODULES = _distinct(1)


def _sample(x: float, y: float) -> tuple[float, float]:
    """A point of a tag, in modules from its upper left corner, among its samples."""
    return (x + MARGIN_MODULES) * SAMPLES - 0.5, (y + MARGIN_MODULES) * SAMPLES - 0.5


CORNER_SQUARE_MIDDLES = np.array(
    [_sample(3.5, 3.5), _sample(17.5, 3.5), _sample(3.5, 17.5)], dtype=np.float32
)
"""The corner squares' middles among the samples."""
OUTER_CORNERS = np.array(
    [_sample(0, 0), _sample(MODULES, 0), _sample(MODULES, MODULES), _sample(0, MODULES)], dtype=np.float32
)
"""A tag's corners among the samples, clockwise from the upper left."""
_MODULE_AXIS = np.arange(MODULES_WITH_MARGIN, dtype=np.float32) - MARGIN_MODULES - 3
MODULE_GRID = np.stack(np.meshgrid(_MODULE_AXIS, _MODULE_AXIS), axis=-1).reshape(-1, 2)
"""Modules' middles with the white around, in modules from the middle of the upper left corner square."""
OUTER_CORNERS_MODULES = np.array([(0, 0), (21, 0), (21, 21), (0, 21)], dtype=np.float32) - np.float32(3.5)
"""A tag's corners, the same way."""
