"""Takes the samples of a tag out of a picture, and compares correlations."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision import tag_looks as looks
from companion.vision.camera import Image
from companion.vision.finder import Floats
from companion.vision.preparation import halved

MAX_SAMPLED = 1000
"""Places that are sampled at a time: OpenCV's remap takes 32,767 rows at most, and a place has 23."""


@dataclass(frozen=True, eq=False, slots=True)
class PartialMatch:
    """A tag known by a part of it. corners: its own in pixels, clockwise in print from the upper left;
    correlation: of 1; others: the next likeliest tags, where it is not sure."""

    text: str
    corners: Floats
    correlation: float
    sure: bool
    others: tuple[str, ...] = ()


def rough_distinct(rows: NDArray[Any]) -> Floats:
    """The distinct modules of tags with their white, one sample a module, each against its neighbourhood:
    tags by samples, and tags by distinct modules."""
    margin = looks.MARGIN_MODULES
    tags = rows.reshape(-1, looks.MODULES_WITH_MARGIN, looks.MODULES_WITH_MARGIN).astype(np.float32)
    return looks.local_contrasts(tags[:, margin:-margin, margin:-margin])[:, looks.DISTINCT_MODULES]


def best_and_lead(correlations: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Of each row the place of the largest value, that value, and its lead over the next."""
    two = np.argpartition(correlations, -2, axis=1)[:, -2:]
    values = np.take_along_axis(correlations, two, axis=1)
    first, rows = values.argmax(axis=1), np.arange(len(correlations))
    top = values[rows, first]
    return two[rows, first], top, top - values[rows, 1 - first]


def crop_around(plain: Image, points: Floats, legs: float) -> tuple[Image, Floats]:
    """The part of a picture around points, and its upper left corner. legs: how far it reaches, as a part of
    the way between the points."""
    reach = float(np.abs(points[1:] - points[0]).max()) * legs + 8
    left, top = (max(0, int(v - reach)) for v in points.min(axis=0))
    right, low = (max(0, int(v + reach) + 1) for v in points.max(axis=0))
    return np.ascontiguousarray(plain[top:low, left:right]), np.array([left, top], np.float32)


def sample_tags(plain: Image, points: Floats, module: float, grid: Floats) -> NDArray[np.uint8]:
    """The picture at the places `grid` (modules) of each of these tags: tags by places. points: number by 3
    by 2, corner squares' middles; module: pixels a module."""
    scale = 1.0
    while module / scale >= 3.0:
        scale *= 2
        plain = halved(plain)
    wide = math.isqrt(len(grid))
    rows = []
    for n in range(0, len(points), MAX_SAMPLED):
        xs, ys = looks.picture_maps((points[n : n + MAX_SAMPLED] + 0.5) / scale - 0.5, grid)
        seen = cv2.remap(
            plain,
            xs.reshape(-1, wide),
            ys.reshape(-1, wide),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        rows.append(seen.reshape(-1, len(grid)))
    return np.asarray(np.concatenate(rows), np.uint8)


def tag_samples(crop: Image, transform: Floats) -> Floats:
    """The samples of a tag, SIDE by SIDE."""
    seen = cv2.warpAffine(
        crop,
        transform,
        (looks.SAMPLES_PER_SIDE, looks.SAMPLES_PER_SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float32)


def outer_corners(transform: Floats, offset: Floats) -> Floats:
    return np.asarray(looks.OUTER_CORNERS @ transform[:, :2].T + transform[:, 2] + offset, dtype=np.float32)
