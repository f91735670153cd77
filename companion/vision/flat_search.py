"""Straightens the picture to the table's plane, so that all tags of one sticker size are equally large and
have right angles; and finds that plane from the tags.

The plane's unit is a module of the commonest sticker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.corner_pairs import corner_pairs
from companion.vision.finder import (
    SEARCH_PX_PER_MODULE,
    STRAIGHT_LIMITS,
    CornerSquares,
    CornerTriples,
    Floats,
    find_corner_squares,
)
from companion.vision.lone_corners import corners_beside_burnt, samples_around, threes_around
from companion.vision.plane import FROM_HALF, fit_plane, transformed
from companion.vision.preparation import halved
from companion.vision.tags import MODULES

Quad = Sequence[tuple[float, float]]
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

MIN_TAGS = 4
"""Tags that tell a plane."""
MAX_SIZE_RATIO = 3.5
"""How much larger the near part of the table may seem than the far part; more is a plane misjudged."""
SAME_SIZE_TOLERANCE = 0.04
"""Sizes that differ by less, as a part, are the same."""
MAX_PIXELS = 4_000_000
"""Pixels of a straightened picture at most."""
SEARCH_SHRINK = 0.97
"""Tags are searched as if a little smaller: a larger one is still found, a smaller one is not."""
HALVING_PX_PER_MODULE = 2.4
"""Pixels a module from which the picture is halved before it is straightened."""


@dataclass(frozen=True, eq=False, slots=True)
class TagPlane:
    """to_units: from pixels to modules on the table (3 by 3), whose origin and turn mean nothing. ratios: the
    sizes of stickers there, in parts of the commonest, which comes first. tags: how many it was told by.
    picture: width and height in pixels."""

    to_units: NDArray[np.float64]
    ratios: tuple[float, ...]
    tags: int
    picture: tuple[int, int]

    def modules(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels a module at these pixels (number by 2)."""
        w = points @ self.to_units[2, :2] + self.to_units[2, 2]
        return np.asarray(np.sqrt(np.abs(w**3 / np.linalg.det(self.to_units))))

    def agrees_with(self, other: TagPlane) -> bool:
        """Whether both give tags the same sizes all over the picture."""
        if self.picture != other.picture:
            return False
        points = _box_corners(0, 0, *self.picture)
        return bool(np.abs(np.log(self.modules(points) / other.modules(points))).max() < SAME_SIZE_TOLERANCE)


def fit_tag_plane(quads: Sequence[Quad], wide: int, high: int) -> TagPlane | None:
    """The plane on which these tags lie; None where they are too few, or lie on none that can be."""
    if len(quads) < MIN_TAGS:
        return None
    found = fit_plane([list(q) for q in quads], MODULES)
    if found is None:
        return None
    depth = _box_corners(0, 0, wide, high) @ found.to_mm[2, :2] + found.to_mm[2, 2]
    near = np.abs(depth)
    if ((depth > 0).any() and (depth < 0).any()) or near.max() > MAX_SIZE_RATIO * near.min():
        return None
    points = np.array(quads, np.float64)
    corners = transformed(found.to_mm, points)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1) / MODULES
    return TagPlane(found.to_mm, _sticker_ratios(sides), len(quads), (wide, high))


def _sticker_ratios(sides: NDArray[np.float64]) -> tuple[float, ...]:
    """The sizes of stickers among the sides measured, three at most, each of two tags or more."""
    groups: list[list[float]] = []
    for side in sorted(sides.tolist()):
        if groups and side < groups[-1][0] * 1.18:
            groups[-1].append(side)
        else:
            groups.append([side])
    groups.sort(key=len, reverse=True)
    # A size that only one tag has comes from a misjudged corner, unless no size has more tags.
    kept = [group for n, group in enumerate(groups[:3]) if n == 0 or len(group) > 1]
    return tuple(float(np.median(group)) for group in kept)


def _box_corners(left: float, top: float, right: float, low: float) -> NDArray[np.float64]:
    return np.array([(left, top), (right, top), (right, low), (left, low)], np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class StraightenedPicture:
    """A part of the picture, straightened. gray: itself; squares: in its own pixels; to_px: from them to the
    picture's."""

    gray: Image
    squares: CornerSquares
    to_px: NDArray[np.float64]

    def triples(self) -> CornerTriples:
        """What may be tags, in the picture's pixels."""
        found = self.squares.triples(STRAIGHT_LIMITS)
        return CornerTriples(self._to_picture(found.points), found.correlation)

    def pairs(self, read: NDArray[np.float64]) -> Floats:
        """Where tags may be of which only two corner squares are seen, in the picture's pixels; none where a
        tag was read. read: their corners in the picture, number by 4 by 2."""
        if not len(self.squares.points):
            return np.zeros((0, 3, 2), np.float32)
        corners = self._from_picture(read)
        return self._to_picture(corner_pairs(self._unread(corners), corners))

    def burnt(self, plain: Image, read: NDArray[np.float64]) -> tuple[Floats, Floats]:
        """Where tags may be of which only one corner square is seen since a lamp's image hides the rest: the
        squares (number by 2) and where all three may be for each (number by ways by 3 by 2), in the picture's
        pixels. plain: that picture; read: as for `pairs`."""
        lone = corners_beside_burnt(self._unread(self._from_picture(read)), self.gray)
        threes = threes_around(lone, plain, self._to_picture(samples_around(lone)))
        return self._to_picture(lone.points), self._to_picture(threes)

    def _unread(self, corners: NDArray[np.float64]) -> CornerSquares:
        """The squares that are of none of these tags."""
        return self.squares.outside(corners)

    def _from_picture(self, quads: NDArray[np.float64]) -> NDArray[np.float64]:
        return transformed(np.linalg.inv(self.to_px), quads)

    def _to_picture(self, points: Floats) -> Floats:
        return np.asarray(transformed(self.to_px, points), np.float32)


def can_straighten(size: tuple[int, int], plane: TagPlane, ratio: float, box: Box | None = None) -> bool:
    """Whether `straighten` gives a picture that is not too large. size: the picture's height and width."""
    high, wide = size
    _scale, _start, across, down = _straight_extent(box or (0, 0, wide, high), plane, ratio)
    return across * down <= MAX_PIXELS


def _straight_extent(box: Box, plane: TagPlane, ratio: float) -> tuple[float, NDArray[np.float64], int, int]:
    """Pixels a unit of a straightened part, its upper left corner in these, its width and height."""
    left, top, right, bottom = box
    corners = transformed(plane.to_units, _box_corners(left, top, right - 1, bottom - 1))
    scale = SEARCH_PX_PER_MODULE / (ratio * SEARCH_SHRINK)
    start, end = corners.min(axis=0) * scale, corners.max(axis=0) * scale
    wide, high = (max(1, int(np.ceil(v)) + 1) for v in end - start)
    return scale, start, wide, high


def straighten(plain: Image, plane: TagPlane, size: float, box: Box | None = None) -> StraightenedPicture:
    """A part of the picture as seen from straight above, so that tags `size` times as large as the commonest
    have SEARCH_PX_PER_MODULE. box: of the part; None: all."""
    left, top, right, bottom = box = box or (0, 0, plain.shape[1], plain.shape[0])
    edge = _box_corners(left, top, right - 1, bottom - 1)
    scale, start, wide, high = _straight_extent(box, plane, size)
    transform = np.array([[scale, 0, -start[0]], [0, scale, -start[1]], [0, 0, 1.0]]) @ plane.to_units
    part = plain[top:bottom, left:right]
    to_part = np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
    finest, coarsest = float(plane.modules(edge).max()) * size, float(plane.modules(edge).min()) * size
    # Picking single pixels out of a much finer picture would take its noise along.
    while coarsest >= HALVING_PX_PER_MODULE and min(part.shape) >= 4 * MODULES:
        part, to_part = halved(part), to_part @ FROM_HALF
        finest, coarsest = finest / 2, coarsest / 2
    if finest > HALVING_PX_PER_MODULE:
        part = np.asarray(cv2.GaussianBlur(part, (3, 3), 0.6), np.uint8)
    warped = cv2.warpPerspective(
        part, transform @ to_part, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    small = np.asarray(warped, np.uint8)
    found = find_corner_squares(small, SEARCH_PX_PER_MODULE)
    squares = CornerSquares(found.points, found.correlation, SEARCH_PX_PER_MODULE / SEARCH_SHRINK)
    return StraightenedPicture(small, squares, np.asarray(np.linalg.inv(transform)))
