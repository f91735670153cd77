"""Finds tags that the reader missed, in the straightened photo, where their size is known.

The reader itself finds tags of which two corner squares are seen (`vision.hidden_tags`). One is enough where
something says that a tile lies. Corner squares that lead to no tag are reported, so that a person is asked
what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.vision.camera import Point
from companion.vision.finder import CORNER_DISTANCE, SEARCH_PX_PER_MODULE, find_corner_squares
from companion.vision.plane import TopView
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tag_samples import PartialMatch
from companion.vision.tags import MODULES

MIN_CORRELATION = 0.42
"""Correlation from which something may be one of two corner squares."""
DISTANCE_TOLERANCE = 0.07
"""How far two corner squares' distance may be off a tag's, as a part of it."""
LONE_PENALTY = 0.05
"""How much more alike a lone corner square must look than each of two that stand as a tag's do."""
CORNER_REACH_MM = 27.0
"""Millimetres from a tile's middle within which its tag's corner squares are."""
MAX_TRIED = 3
"""Corner squares of a tile."""
MIN_TRIED_CORRELATION = 0.5
SAME_TAG_MODULES = 26.0
"""Modules within which corner squares belong to the same tag."""


@dataclass(frozen=True, slots=True)
class CornerPeak:
    """What looks like a corner square, or a tag by its corner squares: its middle in mm, and how much so, of
    1."""

    x: float
    y: float
    correlation: float


def find_peaks(above: TopView) -> list[CornerPeak]:
    """What looks like corner squares, the likest first. above: at SEARCH_PX_PER_MODULE."""
    squares = find_corner_squares(above.image, SEARCH_PX_PER_MODULE)
    high, wide = above.shown.shape
    xs, ys = np.clip(np.round(squares.points), 0, (wide - 1, high - 1)).astype(int).T
    squares = squares.filtered((squares.correlation > MIN_CORRELATION) & (above.shown[ys, xs] > 0))
    return [
        CornerPeak(*above.mm(x, y), correlation)
        for (x, y), correlation in zip(squares.points.tolist(), squares.correlation.tolist(), strict=True)
    ]


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


def match_tags(
    above: TopView,
    places: Sequence[Point],
    found: Sequence[CornerPeak],
    matcher: TagMatcher,
    symbol_mm: float,
) -> list[PartialMatch]:
    """The tags at places (mm) where a tile is known to lie, each once, by any one corner square; with corners
    in mm. above: as fine as the photo is, to tell one tag from another."""
    leg = CORNER_DISTANCE * symbol_mm / MODULES * above.px_per_mm
    clear = [peak for peak in found if peak.correlation >= MIN_TRIED_CORRELATION]
    matched: dict[str, PartialMatch] = {}
    for x, y in places:
        near = [peak for peak in clear if np.hypot(peak.x - x, peak.y - y) < CORNER_REACH_MM][:MAX_TRIED]
        corners = [above.pixel(peak.x, peak.y) for peak in near]
        guesses = [matcher.parts.match_around_corner(above.image, corner, leg) for corner in corners]
        likely = [guess for guess in guesses if guess is not None]
        if likely:
            best = max(likely, key=lambda guess: (guess.sure, guess.correlation))
            quad = np.array([above.mm(*corner) for corner in best.corners.tolist()], np.float32)
            matched.setdefault(best.text, replace(best, corners=quad))
    return list(matched.values())


def unread_places(found: Sequence[CornerPeak], symbol_mm: float, least: float) -> list[CornerPeak]:
    """The places where unread tags may be. A lone square counts when it is clear, two when they stand as far
    apart as a tag's do. Places less sure than `least` are left out."""
    module_mm = symbol_mm / MODULES
    places: list[CornerPeak] = []
    for n, a in enumerate(found):
        if a.correlation < least:
            break  # the likest come first, and of two the likest decides
        mates = [
            b
            for b in (*found[:n], *found[n + 1 :])
            if any(
                abs(np.hypot(a.x - b.x, a.y - b.y) / module_mm / length - 1) < DISTANCE_TOLERANCE
                for length in (CORNER_DISTANCE, CORNER_DISTANCE * 2**0.5)
            )
        ]
        best = max((b.correlation for b in mates), default=0.0)
        sure = max(a.correlation - LONE_PENALTY, (a.correlation + best) / 2 if mates else 0.0)
        x = (a.x + sum(b.x for b in mates)) / (1 + len(mates))
        y = (a.y + sum(b.y for b in mates)) / (1 + len(mates))
        free = all(np.hypot(x - p.x, y - p.y) > SAME_TAG_MODULES * module_mm for p in places)
        if sure >= least and free:
            places.append(CornerPeak(x, y, sure))
    return places
