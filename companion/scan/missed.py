"""Finds tags that an ordinary reading missed, in the straightened photo, where their size is known.

A tag needs three corner squares to be found by its looks. From above and at a known size two are enough,
because they say where the third must be. So a tag with one corner under a good or in a lamp's glare is still
read. Corner squares that lead to no tag are reported, so that a person is asked what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Point
from companion.vision.finder import CORNER_DISTANCE, CORNER_SQUARE, SEARCH_PX_PER_MODULE
from companion.vision.plane import TopView
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import MODULES

Floats = NDArray[np.float32]

MIN_CORRELATION = 0.42
"""Correlation from which something may be one of two corner squares."""
DISTANCE_TOLERANCE = 0.07
"""How far two corner squares' distance may be off a tag's, as a part of it."""
MAX_PAIRS = 60
LONE_PENALTY = 0.05
"""How much more alike a lone corner square must look than each of two that stand as a tag's do."""
CORNER_REACH_MM = 27.0
"""Millimetres from a tile's middle within which its tag's corner squares are."""
MAX_TRIED = 3
MIN_PAIR_CORRELATION = 1.0
"""Correlations that two corner squares must have together."""
SAME_TAG_MODULES = 26.0
"""Modules within which corner squares belong to the same tag."""


@dataclass(frozen=True, slots=True)
class CornerPeak:
    """What looks like a corner square: its middle in mm, and its correlation, of 1."""

    x: float
    y: float
    correlation: float


def search_px_per_mm(symbol_mm: float) -> float:
    """Pixels a mm at which corner squares are looked for."""
    return SEARCH_PX_PER_MODULE * MODULES / symbol_mm


def find_peaks(above: TopView) -> list[CornerPeak]:
    """What looks like corner squares, the likest first. above: at `fine_enough`."""
    if min(above.image.shape) < CORNER_SQUARE.shape[0]:
        return []
    like = np.asarray(cv2.matchTemplate(above.image, CORNER_SQUARE, cv2.TM_CCOEFF_NORMED), np.float32)
    reach = 2 * round(2.5 * SEARCH_PX_PER_MODULE) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    half = CORNER_SQUARE.shape[0] // 2
    shown = above.shown[half : half + like.shape[0], half : half + like.shape[1]] > 0
    ys, xs = np.nonzero((like > MIN_CORRELATION) & (like >= cv2.dilate(like, disc)) & shown)
    found = [
        CornerPeak(*above.mm(x + half, y + half), float(like[y, x]))
        for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
    ]
    return sorted(found, key=lambda peak: -peak.correlation)


def peaks_outside(
    found: Sequence[CornerPeak], quads: Sequence[Sequence[Point]], symbol_mm: float
) -> list[CornerPeak]:
    """The peaks that lie in none of the tags read. quads: their corners in mm."""
    if not found or not quads:
        return list(found)
    margin = 2.5 * symbol_mm / MODULES
    points = np.array([(p.x, p.y) for p in found])
    free = np.ones(len(found), bool)
    for quad in quads:
        corners = np.array(quad)
        origin, right, down = corners[0], corners[1] - corners[0], corners[3] - corners[0]
        grid = np.linalg.solve(np.column_stack([right, down]), (points - origin).T).T * symbol_mm
        free &= ~((grid > -margin) & (grid < symbol_mm + margin)).all(axis=1)
    return [p for p, is_free in zip(found, free, strict=True) if is_free]


@dataclass(frozen=True, slots=True)
class MatchedTag:
    """A tag recognised by its looks: its text, its corners in mm, whether that is sure, and if not, the next
    likeliest tags."""

    text: str
    quad: tuple[Point, ...]
    sure: bool
    others: tuple[str, ...] = ()


def match_pairs(
    above: TopView, found: Sequence[CornerPeak], matcher: TagMatcher, symbol_mm: float
) -> list[MatchedTag]:
    """Tags of which two corner squares are among the peaks. above: as fine as the photo is, to tell one tag
    from another."""
    module_mm = symbol_mm / MODULES
    pairs = []
    for n, a in enumerate(found):
        for b in found[n + 1 :]:
            if a.correlation + b.correlation < MIN_PAIR_CORRELATION:
                break  # the likest come first
            apart = float(np.hypot(a.x - b.x, a.y - b.y)) / module_mm
            for length in (CORNER_DISTANCE, CORNER_DISTANCE * 2**0.5):
                if abs(apart / length - 1) < DISTANCE_TOLERANCE:
                    pairs.append((a.correlation + b.correlation, length == CORNER_DISTANCE, a, b))
    matched: list[MatchedTag] = []
    for _like, along, a, b in sorted(pairs, key=lambda pair: -pair[0])[:MAX_PAIRS]:
        middle = ((a.x + b.x) / 2, (a.y + b.y) / 2)
        if any(one.sure and _is_near(middle, one.quad, symbol_mm) for one in matched):
            continue
        guesses = [
            guess
            for three in _third_corners(a, b, along)
            if (
                guess := matcher.parts.match(
                    above.image, np.array([above.pixel(*p) for p in three], np.float32)
                )
            )
        ]
        if guesses:
            best = max(guesses, key=lambda guess: guess.correlation)
            quad = tuple(above.mm(float(x), float(y)) for x, y in best.corners)
            matched = [t for t in matched if not _is_near(middle, t.quad, symbol_mm)]
            matched.append(MatchedTag(best.text, quad, best.sure, best.others))
    return matched


def match_single_corners(
    above: TopView,
    places: Sequence[Point],
    found: Sequence[CornerPeak],
    matcher: TagMatcher,
    symbol_mm: float,
) -> list[MatchedTag]:
    """Tags of which one corner square alone is seen, at places (mm) where a tile is known to lie."""
    leg = CORNER_DISTANCE * symbol_mm / MODULES
    matched = []
    for place in places:
        near = [
            p
            for p in found
            if np.hypot(p.x - place[0], p.y - place[1]) < CORNER_REACH_MM
            and p.correlation >= MIN_PAIR_CORRELATION / 2
        ]
        guesses = [
            guess
            for peak in near[:MAX_TRIED]
            if (
                guess := matcher.parts.match_around_corner(
                    above.image, above.pixel(peak.x, peak.y), leg * above.px_per_mm
                )
            )
        ]
        if guesses:
            best = max(guesses, key=lambda guess: (guess.sure, guess.correlation))
            quad = tuple(above.mm(float(x), float(y)) for x, y in best.corners)
            matched.append(MatchedTag(best.text, quad, best.sure, best.others))
    return matched


def _is_near(middle: Point, quad: Sequence[Point], symbol_mm: float) -> bool:
    x, y = sum(p[0] for p in quad) / 4, sum(p[1] for p in quad) / 4
    return float(np.hypot(middle[0] - x, middle[1] - y)) < symbol_mm


def _third_corners(a: CornerPeak, b: CornerPeak, along: bool) -> list[tuple[Point, Point, Point]]:
    """Where all three corner squares may be, given two: upper left, upper right, lower left in mm. along: the
    two lie along a side of the tag, not across it."""
    p, q = np.array([a.x, a.y]), np.array([b.x, b.y])
    threes = []
    for one, other in ((p, q), (q, p)):
        way = other - one
        turned = np.array([-way[1], way[0]])  # a quarter clockwise, as y goes down
        if along:
            threes += [(one, other, one + turned), (one, one - turned, other)]
        else:
            corner = (one + other) / 2 + turned / 2
            threes.append((corner, one, other))
    return [tuple((float(x), float(y)) for x, y in three) for three in threes]  # type: ignore[misc]


def unread_places(found: Sequence[CornerPeak], symbol_mm: float, least: float) -> list[tuple[Point, float]]:
    """The places where unread tags may be: their middles in mm, and how sure that is. A lone square counts
    when it is clear, two when they stand as far apart as a tag's do. Places less sure than `least` are left
    out."""
    module_mm = symbol_mm / MODULES
    places: list[tuple[Point, float]] = []
    for n, a in enumerate(found):
        if a.correlation < least:
            break  # the likest come first, and of two the likest decides
        mates = [
            b
            for b in found[:n] + found[n + 1 :]  # type: ignore[operator]
            if any(
                abs(np.hypot(a.x - b.x, a.y - b.y) / module_mm / length - 1) < DISTANCE_TOLERANCE
                for length in (CORNER_DISTANCE, CORNER_DISTANCE * 2**0.5)
            )
        ]
        best = max((b.correlation for b in mates), default=0.0)
        sure = max(a.correlation - LONE_PENALTY, (a.correlation + best) / 2 if mates else 0.0)
        x = (a.x + sum(b.x for b in mates)) / (1 + len(mates))
        y = (a.y + sum(b.y for b in mates)) / (1 + len(mates))
        free = all(np.hypot(x - px, y - py) > SAME_TAG_MODULES * module_mm for (px, py), _ in places)
        if sure >= least and free:
            places.append(((float(x), float(y)), float(sure)))
    return places
