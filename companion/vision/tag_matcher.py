"""Tells which of the known tags stands at three corner squares, also where a decoder could not, and where
some of the tag is hidden.

Level H tags differ in about half their modules, so the right one stands out though hardly any module could be
read for certain. Two comparisons: of a whole tag, by correlation with all 21 by 21 modules and the white
around; and of a tag of which a part is hidden (a cube on a corner, glare, a shadow), by the modules in which
tags differ, each against its own neighbourhood.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from companion.vision import tag_looks as looks
from companion.vision.camera import Image
from companion.vision.finder import LEG, Corners, Floats, Threes
from companion.vision.tags import MODULES

# A product of 50 tags with 300 looks takes less than the threads that BLAS would start for it: they spin on
# every core for as long again (a pass over 1080p: 38 ms of the processor's time with them, 22 without).
threadpool_limits(1, "blas")

WHOLE, WHOLE_LEAD = 0.6, 0.085
"""Correlation that a whole tag must have with what lies there, and by how much more than any other tag."""
COMMON = 0.3
"""Correlation with what all tags have in common, below which a place is not looked at further."""
REFINABLE = 0.45
"""Below this correlation there is nothing to refine."""
CLEAR, CLEAR_LEAD = 0.7, 0.1
"""From these on, no refinement is tried."""
ROUGH_CLEAR, ROUGH_CLEAR_LEAD = 0.75, 0.15
"""The same for one sample a module: from these on it is the last comparison too."""
ROUGH_LEAST = 0.35
"""Correlation with one sample a module, below which there is no finer comparison."""
MOST_REFINED = 160
"""Places in one picture that are compared finely, the likest first: a patterned cloth may have thousands."""
PARTIAL, PARTIAL_LEAD = 0.47, 0.2
"""Correlation of the distinct modules that a hidden tag must have, and its lead: right ones that are half
hidden have 0.5 and 0.28, places without a tag 0.42 or a lead of 0.19, never both."""
GUESS, GUESS_LEAD = 0.36, 0.13
"""The same for asking a person whether it is that tag."""
ROUGH_PARTIAL = 0.22
"""Correlation of the distinct modules with one sample each, from which a finer comparison is worth it."""
PARTIAL_LEAST = 0.16
"""Correlation of the distinct modules below which there is nothing to refine."""
MOST_SAMPLED = 1000
"""Places that are sampled at a time: OpenCV's remap takes 32,767 rows at most, and a place has 23."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 8, 1e-3)


@dataclass(frozen=True, eq=False, slots=True)
class PartialMatch:
    """corners: the tag's in pixels, clockwise in print from the upper left; like: a correlation, of 1."""

    text: str
    corners: Floats
    like: float
    sure: bool


class TagMatcher:
    """Tells tags apart. texts: every tag that may be there; others compete too (`tag_looks.strangers`)."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(dict.fromkeys(texts))
        others = looks.strangers(self.texts) if self.texts else []
        self._looks = [looks.look(text) for text in (*self.texts, *others)]
        if not self._looks:
            return
        whole = looks.normal(np.stack([look.ravel() for look in self._looks]))
        self._whole = whole
        self._common = looks.normal(whole.sum(axis=0)[None])[0]
        rough = looks.normal(np.stack([looks.rough(look) for look in self._looks]))
        self._rough = rough.T.copy()
        self._rough_common = looks.normal(rough.sum(axis=0)[None])[0]
        distinct = np.stack([looks.even(looks.inner(look))[looks.DISTINCT] for look in self._looks])
        self._mean_distinct = distinct.mean(axis=0)
        self._distinct = looks.normal(distinct - self._mean_distinct)
        rows = np.stack([_rough_distinct(looks.rough(look)) for look in self._looks])
        self._mean_rough_distinct = rows.mean(axis=0)
        self._rough_distinct = looks.normal(rows - self._mean_rough_distinct).T.copy()

    # --- whole tags

    def names(self, plain: Image, found: Threes) -> tuple[list[tuple[str, Floats]], list[Corners]]:
        """What stands at these corners: names with their outer corners, as `name` gives them, and the
        corners at which no known tag stands out. A first comparison with a sample a module, of all at once,
        settles what is plain and what is nothing; only what is in doubt is looked at by itself."""
        if not self.texts or not len(found):
            return [], list(found)
        which, like, lead = self._first_comparison(plain, found)
        plainly = (like > ROUGH_CLEAR) & (lead > ROUGH_CLEAR_LEAD) & (which < len(self.texts))
        outer = looks.placed(found.points, looks.OUTER_MODULES)
        middles = (found.points[:, 1] + found.points[:, 2]) / 2
        reach = 9 * found.module
        named: list[tuple[str, Floats]] = []
        unnamed: list[Corners] = []
        done = np.zeros(len(found), np.bool_)
        refined = 0
        for n in np.argsort(-like).tolist():
            if done[n]:
                continue  # three squares of a tag that has its name
            name = (self.texts[which[n]], outer[n]) if plainly[n] else None
            if name is None and like[n] > ROUGH_LEAST and refined < MOST_REFINED:
                refined += 1
                name = self.name(plain, found[n])
            if name is None:
                unnamed.append(found[n])
            else:
                named.append(name)
                done |= np.abs(middles - middles[n]).sum(axis=1) < reach[n]
        return named, unnamed

    def _first_comparison(self, plain: Image, found: Threes) -> tuple[NDArray[np.int64], Floats, Floats]:
        """For each corners the likest tag, its correlation and its lead, by one sample a module."""
        seen = self._sampled(plain, found.points, float(np.median(found.module)), looks.GRID)
        flat = looks.normal(seen)
        which = np.zeros(len(found), np.int64)
        like, lead = np.zeros(len(found), np.float32), np.zeros(len(found), np.float32)
        worth = np.flatnonzero(flat @ self._rough_common > COMMON)
        if len(worth):
            which[worth], like[worth], lead[worth] = _best(flat[worth] @ self._rough)
        return which, like, lead

    @staticmethod
    def _sampled(plain: Image, points: Floats, module: float, grid: Floats) -> NDArray[np.uint8]:
        """The picture at the places `grid` (modules) of each of these tags: tags by places."""
        scale = 1.0
        while module / scale >= 3.0:
            scale *= 2
            plain = plain[: plain.shape[0] // 2 * 2, : plain.shape[1] // 2 * 2]
            half = (plain.shape[1] // 2, plain.shape[0] // 2)
            plain = np.asarray(cv2.resize(plain, half, interpolation=cv2.INTER_AREA))
        wide = math.isqrt(len(grid))
        rows = []
        for n in range(0, len(points), MOST_SAMPLED):
            at = looks.placed((points[n : n + MOST_SAMPLED] + 0.5) / scale - 0.5, grid).reshape(-1, wide, 2)
            seen = cv2.remap(
                plain, at[:, :, 0], at[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
            )
            rows.append(seen.reshape(-1, len(grid)))
        return np.asarray(np.concatenate(rows), np.uint8)

    def name(self, plain: Image, corners: Corners) -> tuple[str, Floats] | None:
        """Which tag stands at these corners, and its four outer corners in pixels (clockwise in print from
        the upper left); None where no known tag stands out."""
        if not self.texts:
            return None
        part, low = _around(plain, corners.points, 12 / LEG)
        if not part.size:
            return None
        way = cv2.getAffineTransform(looks.MIDDLES, corners.points - low).astype(np.float32)
        which, like, lead = self._compare(part, way)
        if like < REFINABLE:
            return None
        if not (like > CLEAR and lead > CLEAR_LEAD):
            better = self._refined(which, part, way)
            again = self._compare(part, better)
            if again[1] > like:
                (which, like, lead), way = again, better
        if like < WHOLE or lead < WHOLE_LEAD or which >= len(self.texts):
            return None
        return self.texts[which], _outer(way, low)

    def _compare(self, part: Image, way: Floats) -> tuple[int, float, float]:
        """The known tag that is likest to the modules there, its correlation, and its lead over the next."""
        flat = _warped(part, way).ravel()
        flat -= flat.sum() / flat.size
        flat /= math.sqrt(float(flat @ flat)) + 1e-6
        if float(self._common @ flat) < COMMON:
            return 0, 0.0, 0.0
        which, like, lead = _best((self._whole @ flat)[None])
        return int(which[0]), float(like[0]), float(lead[0])

    def _refined(self, which: int, part: Image, way: Floats) -> Floats:
        """The way from samples to the picture, moved so that the tag fits best; or as it was."""
        mask = np.full_like(part, 255)
        try:
            _, better = cv2.findTransformECC(
                self._looks[which], part.astype(np.float32), way.copy(), cv2.MOTION_AFFINE, _STEPS, mask, 3
            )
        except cv2.error:  # it does not converge on what is no tag
            return way
        return np.asarray(better, dtype=np.float32)

    # --- tags of which a part is hidden

    def partial(self, image: Image, points: Floats) -> PartialMatch | None:
        """The tag whose upper left, upper right and lower left squares have their middles at these points
        (pixels; seen or not), moved so that it fits best; None where none can even be guessed."""
        if not self.texts:
            return None
        part, low = _around(image, points, 1.0)
        if min(part.shape, default=0) < MODULES:
            return None
        way = np.asarray(cv2.getAffineTransform(looks.MIDDLES, (points - low).astype(np.float32)), np.float32)
        which, like, lead = self._compare_distinct(part, way)
        if like < PARTIAL_LEAST:
            return None
        better = self._refined(which, part, way)
        again = self._compare_distinct(part, better)
        if again[1] > like:
            (which, like, lead), way = again, better
        if which >= len(self.texts) or like < GUESS or lead < GUESS_LEAD:
            return None
        sure = like >= PARTIAL and lead >= PARTIAL_LEAD
        return PartialMatch(self.texts[which], _outer(way, low), like, sure)

    def likely_partial(self, image: Image, points: Floats) -> NDArray[np.intp]:
        """Which of these tags' places (number by 3 by 2) are worth a `partial`, the likeliest first: by one
        sample a module."""
        if not self.texts or not len(points):
            return np.zeros(0, np.intp)
        module = float(np.median(np.linalg.norm(points[:, 1] - points[:, 0], axis=1))) / LEG
        seen = self._sampled(image, points, module, looks.GRID).astype(np.float32)
        rows = np.stack([_rough_distinct(row) for row in seen]) - self._mean_rough_distinct
        which, like, lead = _best(looks.normal(rows) @ self._rough_distinct)
        score = like + lead
        likely = np.flatnonzero((like > ROUGH_PARTIAL) & (which < len(self.texts)))
        return likely[np.argsort(-score[likely])]

    def partial_around(self, image: Image, corner: tuple[float, float], leg: float) -> PartialMatch | None:
        """The same where only one corner square is seen: its middle, and the pixels from one square to the
        next. Every turn is tried, and each of the three that it may be."""
        tried: list[tuple[float, Floats]] = []
        here = np.array(corner, np.float32)
        part, low = _around(image, here[None], 0.0, 2.2 * leg + 4)
        if not self.texts or min(part.shape, default=0) < MODULES:
            return None
        for turn in np.arange(0, 2 * np.pi, np.deg2rad(3)):
            right = np.array([np.cos(turn), np.sin(turn)], np.float32) * leg
            down = np.array([-right[1], right[0]])
            for first in (here, here - right, here - down):
                points = np.stack([first, first + right, first + down]).astype(np.float32) - low
                way = np.asarray(cv2.getAffineTransform(looks.MIDDLES, points), np.float32)
                tried.append((self._compare_distinct(part, way)[1], points + low))
        tried.sort(key=lambda one: -one[0])
        matches = [match for _, points in tried[:4] if (match := self.partial(image, points)) is not None]
        return max(matches, key=lambda match: (match.sure, match.like), default=None)

    def _compare_distinct(self, part: Image, way: Floats) -> tuple[int, float, float]:
        seen = looks.even(looks.inner(_warped(part, way)))[looks.DISTINCT]
        row = looks.normal((seen - self._mean_distinct)[None])
        which, like, lead = _best(row @ self._distinct.T)
        return int(which[0]), float(like[0]), float(lead[0])


def _rough_distinct(row: NDArray[Any]) -> Floats:
    """The distinct modules of a tag with its white, one sample a module, each against its neighbourhood."""
    square = row.reshape(looks.RINGED, looks.RINGED)[looks.QUIET : -looks.QUIET, looks.QUIET : -looks.QUIET]
    return looks.even(np.ascontiguousarray(square, np.float32), 1)[looks.ROUGH_DISTINCT]


def _best(likes: Floats) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Of each row the place of the largest value, that value, and its lead over the next."""
    two = np.argpartition(likes, -2, axis=1)[:, -2:]
    values = np.take_along_axis(likes, two, axis=1)
    first, rows = values.argmax(axis=1), np.arange(len(likes))
    top = values[rows, first]
    return two[rows, first], top, top - values[rows, 1 - first]


def _around(plain: Image, points: Floats, legs: float, reach: float | None = None) -> tuple[Image, Floats]:
    """The part of a picture around points, and its upper left corner. legs: how far it reaches, as a part of
    the way between the points; reach: or in pixels."""
    if reach is None:
        reach = float(np.abs(points[1:] - points[0]).max()) * legs + 8
    left, top = (max(0, int(v - reach)) for v in points.min(axis=0))
    right, low = (max(0, int(v + reach) + 1) for v in points.max(axis=0))
    return np.ascontiguousarray(plain[top:low, left:right]), np.array([left, top], np.float32)


def _warped(part: Image, way: Floats) -> Floats:
    """The samples of a tag, SIDE by SIDE."""
    seen = cv2.warpAffine(
        part,
        way,
        (looks.SIDE, looks.SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float32)


def _outer(way: Floats, low: Floats) -> Floats:
    return np.asarray(looks.OUTER @ way[:, :2].T + way[:, 2] + low, dtype=np.float32)
