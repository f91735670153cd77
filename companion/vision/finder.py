"""Finds where tags may be, also those too small or too blurred for a decoder, by their corner squares.

A corner square is found by correlation with its picture averaged over all turns; three that stand as a tag's
do give place, turn and tilt. Which tag it is, `tag_matcher` tells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.preparation import halved

Floats = NDArray[np.float32]

SEARCH_PX_PER_MODULE = 1.2
"""Pixels a module at which corner squares are searched: finer finds few more, and costs the square of it."""
MIN_CORNER_CORRELATION = 0.35
"""Correlation, of 1, from which something may be a corner square."""
MIN_CONTRAST = 4.0
"""Standard deviation of gray values around a corner square, below which nothing is looked for."""
CELL_PX = 64
"""Pixels at FINE of a cell's side: two tags and a half."""
BAND_ROWS = 256
"""Rows whose sums are made at once: twelve bytes a pixel, which would be 150 MB for a whole photo."""
MAX_WHOLE_PIXELS = 4_000_000
"""Pixels of a picture that is looked at as a whole, with everything that is computed of it at eight bytes a
pixel: of those that cameras give while people play. Larger photos are looked at in bands."""
FILTERED_ROWS = 512
"""Rows of such a band."""
FILTER_MARGIN_PX = 16
"""Pixels around a band that its own ones depend on: half the filter, its neighbourhood, and contrast."""
MAX_PER_CELL = 36
"""Corner squares considered in a cell, the likest first: print or a patterned cloth may have hundreds, and
must not take the places of tags elsewhere."""
MAX_TRIPLES = 4000
"""Threes considered, the likest first."""
CORNER_DISTANCE = 14.0
"""Modules from one corner square's middle to the next."""
OWN_REACH = 0.6
"""How far from a tag's middle, along either axis and in parts of its side, a corner square is its own."""
TILTED_LIMITS = (0.72, 1.3, 0.24)
"""Legs' lengths at least and at most, in parts of LEG, and the cosine between two: in a tilted picture."""
STRAIGHT_LIMITS = (0.86, 1.15, 0.16)
"""The same in a picture straightened to the table's plane."""


@dataclass(frozen=True, slots=True)
class CornerTriple:
    """Three corner squares' middles in pixels: upper left, upper right and lower left in print."""

    points: Floats
    correlation: float

    @property
    def module(self) -> float:
        """Pixels a module, from the two legs."""
        return float(_module_sizes(self.points[None])[0])


@dataclass(frozen=True, eq=False, slots=True)
class CornerTriples(Sequence[CornerTriple]):
    """Many of these, the likest first. points: number by 3 by 2; like: the three correlations' sum."""

    points: Floats
    correlation: Floats

    @property
    def module(self) -> Floats:
        """Pixels a module of each."""
        return _module_sizes(self.points)

    def filtered(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> CornerTriples:
        return CornerTriples(self.points[keep], self.correlation[keep])

    def __len__(self) -> int:
        return len(self.correlation)

    @overload
    def __getitem__(self, n: int) -> CornerTriple: ...
    @overload
    def __getitem__(self, n: slice) -> CornerTriples: ...
    def __getitem__(self, n: int | slice) -> CornerTriple | CornerTriples:
        if isinstance(n, slice):
            return CornerTriples(self.points[n], self.correlation[n])
        return CornerTriple(self.points[n], float(self.correlation[n]))


@dataclass(frozen=True, eq=False, slots=True)
class CornerSquares:
    """What looks like corner squares in a picture, the likest first. points: number by 2, pixels; like: the
    correlation of each; module: pixels a module that they were searched at."""

    points: Floats
    correlation: Floats
    module: float

    def triples(self, limits: tuple[float, float, float] = TILTED_LIMITS) -> CornerTriples:
        """Each three of them that stand at a right angle, with two legs of a tag's length."""
        return _triples(self.points, self.correlation, self.module, limits)

    def filtered(self, keep: NDArray[np.bool_] | NDArray[np.intp]) -> CornerSquares:
        return CornerSquares(self.points[keep], self.correlation[keep], self.module)

    def outside(self, tags: NDArray[Any]) -> CornerSquares:
        """Those that are of none of these tags."""
        return self.filtered(are_outside(self.points, tags))


def are_outside(points: Floats, tags: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of these points (number by 2) are in none of these tags, nor in the white around them. tags:
    their corners in a straightened picture, number by 4 by 2."""
    middles, sides = tags.mean(axis=1), np.linalg.norm(tags[:, 1] - tags[:, 0], axis=1)
    x, y = (np.abs(points[:, n, None] - middles[None, :, n].astype(np.float32)) for n in (0, 1))
    return np.asarray((np.maximum(x, y) > OWN_REACH * sides).all(axis=1))


def find_triples(plain: Image, module: float) -> CornerTriples:
    """Where three corner squares stand as a tag's do. module: pixels a module, an eighth more or less."""
    return find_corner_squares(plain, module).triples()


def find_corner_squares(plain: Image, module: float) -> CornerSquares:
    """What looks like a tag's corner squares. module: pixels a module, an eighth more or less."""
    small, scale = _downscaled(plain, SEARCH_PX_PER_MODULE / module)
    none = CornerSquares(np.zeros((0, 2), np.float32), np.zeros(0, np.float32), module)
    if min(small.shape) < CORNER_SQUARE.shape[0]:
        return none
    rows = len(small) if small.size <= MAX_WHOLE_PIXELS else FILTERED_ROWS
    bands = [_peaks_in(small, top, min(top + rows, len(small))) for top in range(0, len(small), rows)]
    pixels, offsets, values = (np.concatenate(parts) for parts in zip(*bands, strict=True))
    if not len(values):
        return none
    best = np.argsort(-values)
    best = best[values[best] > MIN_CORNER_CORRELATION]
    best = best[_best_per_cell(pixels[best, 0], pixels[best, 1])]
    points = (pixels[best] + offsets[best] + 0.5) * scale - 0.5
    return CornerSquares(points.astype(np.float32), values[best], module)


def _peaks_in(small: Image, top: int, bottom: int) -> tuple[NDArray[np.int32], Floats, Floats]:
    """What may be corner squares in these rows: column and row of each, the offset from there to its middle,
    and its correlation."""
    above = max(0, top - FILTER_MARGIN_PX)
    band = small[above : bottom + FILTER_MARGIN_PX]
    response: Any = cv2.filter2D(band.astype(np.float32), -1, _FILTER, borderType=cv2.BORDER_REPLICATE)
    xs, ys = _peaks(response)
    own = (ys >= top - above) & (ys < bottom - above)
    xs, ys = xs[own], ys[own]
    # The correlation is the filter's answer in parts of the contrast around: that is needed at peaks only.
    values = response[ys, xs] / np.sqrt(np.maximum(_variance_around(band, xs, ys), 1.0))
    peak, right, low = response[ys, xs], response.shape[1] - 1, response.shape[0] - 1
    x = _subpixel_offset(response[ys, np.maximum(xs - 1, 0)], peak, response[ys, np.minimum(xs + 1, right)])
    y = _subpixel_offset(response[np.maximum(ys - 1, 0), xs], peak, response[np.minimum(ys + 1, low), xs])
    return np.stack([xs, ys + above], axis=1), np.stack([x, y], axis=1), values


def _peaks(response: Floats) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Columns and rows, in the rows' order, of what answers the filter more than all around it does."""
    half = round(2.5 * SEARCH_PX_PER_MODULE)
    around = np.ones((2 * half + 1, 2 * half + 1), np.uint8)
    found = []
    for top in range(0, response.shape[0], BAND_ROWS):
        band = response[max(0, top - half) : top + BAND_ROWS + half]
        peaks = cv2.compare(band, cv2.dilate(band, around), cv2.CMP_GE)
        strong = cv2.compare(band, MIN_CORNER_CORRELATION * MIN_CONTRAST, cv2.CMP_GT)  # type: ignore[call-overload]  # takes a number too
        own = cv2.bitwise_and(peaks, strong)[min(top, half) :][:BAND_ROWS]
        places = cv2.findNonZero(np.ascontiguousarray(own))
        if places is not None:
            found.append(
                places.reshape(-1, 2) + np.array((0, top), np.int32)
            )  # OpenCV 4 and 5 return different shapes
    columns, rows = np.concatenate([np.zeros((0, 2), np.int32), *found]).T
    return columns, rows


def _variance_around(small: Image, xs: NDArray[Any], ys: NDArray[Any]) -> NDArray[np.float64]:
    """The variance of the gray values in a corner square around each of these pixels, sorted by ys."""
    high, wide = CORNER_SQUARE.shape
    bordered = cv2.copyMakeBorder(small, high // 2, high // 2, wide // 2, wide // 2, cv2.BORDER_REPLICATE)
    below = high * (bordered.shape[1] + 1)
    parts = []
    for top in range(0, small.shape[0], BAND_ROWS):
        first, end = np.searchsorted(ys, (top, top + BAND_ROWS))
        corner = (ys[first:end] - top) * (bordered.shape[1] + 1) + xs[first:end]
        means = []
        for table in cv2.integral2(bordered[top : top + BAND_ROWS + high]):
            flat = table.ravel()
            total = flat[corner] - flat[corner + wide] - flat[corner + below] + flat[corner + below + wide]
            means.append(total / (high * wide))
        parts.append(means[1] - means[0] ** 2)
    return np.concatenate(parts)


def _best_per_cell(xs: NDArray[np.int32], ys: NDArray[np.int32]) -> NDArray[np.intp]:
    """The places of the first MOST_IN_CELL in each cell, in their order."""
    cell = ys // CELL_PX * 4096 + xs // CELL_PX
    order = np.argsort(cell, kind="stable")
    ordered = cell[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
    rank = np.arange(len(ordered)) - np.repeat(starts, np.diff(np.r_[starts, len(ordered)]))
    return np.sort(order[rank < MAX_PER_CELL])


def _module_sizes(points: Floats) -> Floats:
    legs = np.linalg.norm(points[:, 1:] - points[:, :1], axis=2).mean(axis=1)
    return np.asarray(legs / CORNER_DISTANCE, np.float32)


def _downscaled(plain: Image, shrink: float) -> tuple[Image, NDArray[np.float64]]:
    """The picture at `shrink` of its size, and how many of its pixels one of the small one's is, in x and y.
    Whole steps of halving take a tenth of the time that one odd step takes."""
    wide, high = plain.shape[1], plain.shape[0]
    size = (round(wide * shrink), round(high * shrink))
    if min(size) < CORNER_SQUARE.shape[0]:
        return plain[:0, :0], np.ones(2)  # no corner square fits in, and halving would leave nothing
    halves = 1.0
    while shrink * halves <= 0.5:
        plain = halved(plain)
        halves *= 2
    size = (round(plain.shape[1] * shrink * halves), round(plain.shape[0] * shrink * halves))
    scale = np.array([plain.shape[1] / size[0], plain.shape[0] / size[1]]) * halves
    return np.asarray(cv2.resize(plain, size, interpolation=cv2.INTER_LINEAR)), scale


def _subpixel_offset(before: Floats, peak: Floats, after: Floats) -> Floats:
    """Where a peak lies between samples, -0.5 to 0.5: the top of the parabola through three of them."""
    bend = np.maximum(2 * peak - before - after, 1e-6)
    return np.asarray(np.clip((after - before) / (2 * bend), -0.5, 0.5), dtype=np.float32)


def _triples(
    points: Floats, correlation: Floats, module: float, limits: tuple[float, float, float]
) -> CornerTriples:
    least, most, cosine = limits
    spots = points.astype(np.float32) / np.float32(module)
    at, to, apart = neighbours(spots, CORNER_DISTANCE * least, CORNER_DISTANCE * most)
    legs = spots[to] - spots[at]
    length = np.sqrt(apart)
    threes = [np.zeros((0, 3), np.intp)]
    # The legs are sorted by the square at which they start. Each is compared with the next, the next but one
    # and so on, as long as any two of them start at the same square.
    for step in range(1, len(at)):
        same = np.flatnonzero(at[:-step] == at[step:])
        if not len(same):
            break
        u, v = legs[same], legs[same + step]
        dot = np.abs((u * v).sum(axis=1))
        same = same[dot < cosine * length[same] * length[same + step]]
        turn = legs[same, 0] * legs[same + step, 1] - legs[same, 1] * legs[same + step, 0]
        # In print the upper right comes clockwise before the lower left (y goes down).
        one, other = to[same], to[same + step]
        clockwise = turn > 0
        right, low = np.where(clockwise, one, other), np.where(clockwise, other, one)
        threes.append(np.stack([at[same], right, low], axis=1))
    three = np.concatenate(threes)
    likes = correlation[three].sum(axis=1)
    best = np.argsort(-likes, kind="stable")[:MAX_TRIPLES]
    return CornerTriples(points[three[best]].astype(np.float32), likes[best].astype(np.float32))


def neighbours(spots: Floats, least: float, most: float) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
    """All pairs of points so far apart: their places (both ways round, in order) and the square of the
    distance."""
    order = np.argsort(spots[:, 0], kind="stable")
    x, y = spots[order, 0], spots[order, 1]
    none = np.zeros(0, np.intp)
    ats, tos, aparts = [none], [none], [np.zeros(0, np.float32)]
    for start in range(0, len(spots), 128):  # thousands of points have millions of pairs, but few near in x
        some = slice(start, start + 128)
        first, end = np.searchsorted(x, (x[some][0] - most, x[some][-1] + most))
        apart = (x[None, first:end] - x[some, None]) ** 2 + (y[None, first:end] - y[some, None]) ** 2
        at, to = np.nonzero((apart > least**2) & (apart < most**2))
        ats.append(order[at + start])
        tos.append(order[to + first])
        aparts.append(apart[at, to])
    at, to, apart = np.concatenate(ats), np.concatenate(tos), np.concatenate(aparts)
    ordered = np.lexsort((to, at))
    return at[ordered], to[ordered], apart[ordered]


def _corner_square() -> Image:
    """A tag's corner square with its white, seen through a small blur, averaged over every turn."""
    side = round(9.4 * SEARCH_PX_PER_MODULE) | 1
    fine = 8
    axis = ((np.arange(side * fine) + 0.5) / fine - side / 2) / SEARCH_PX_PER_MODULE
    x, y = np.meshgrid(axis, axis)
    total = np.zeros((side, side), np.float32)
    for degrees in np.arange(0, 90, 7.5):
        c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
        out = np.maximum(np.abs(c * x - s * y), np.abs(s * x + c * y))
        rings = np.select([out < 1.5, out < 2.5, out < 3.5, out < 4.5], [0.0, 1.0, 0.0, 1.0], 0.5)
        total += cv2.resize(rings.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(total / total.max(), (0, 0), 0.4 * SEARCH_PX_PER_MODULE)
    return np.asarray(np.clip(soft * 255, 0, 255), dtype=np.uint8)


CORNER_SQUARE = _corner_square()
_FILTER = CORNER_SQUARE.astype(np.float32) - np.float32(CORNER_SQUARE.mean())
_FILTER /= np.float32(np.linalg.norm(_FILTER) * math.sqrt(_FILTER.size))
