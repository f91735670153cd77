"""Looks again at a single photo, straightened to the plane of the tags that were read: which tags are half
hidden, and what seems to be a tile or a tag and is none of those read.

The reader itself finds tags of which two corner squares are seen (`hidden_tags`). Here, where the tags' size
is known, one is enough where something says that a tile lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image, Point
from companion.vision.discs import PX_PER_MM, Disc, EdgeMap, lamps_beside
from companion.vision.finder import (
    CORNER_DISTANCE,
    SEARCH_PX_PER_MODULE,
    CornerSquares,
    Floats,
    are_outside,
    find_corner_squares,
)
from companion.vision.lone_corners import threes_around
from companion.vision.plane import Plane, TopView, fit_plane, view_from_above
from companion.vision.sightings import Sighting, without_duplicates
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tag_samples import PartialMatch
from companion.vision.tags import MODULES

UNKNOWN_TILE_MM = 60.0
"""A tile's width where there are no round ones."""
MARGIN_MM = 450.0
"""How far around the tags read is looked for what was missed, as far as the photo shows it: a whole mat may
not have been read."""
NEAR_MM = 170.0
"""How far from the tags read a disc without any sign of a tag may be a tile: farther it is another thing."""
MIN_DISC_LIKENESS = 0.38
"""The part of an outline that must be an edge for something to be a disc: tiles have 0.44 and more, other
things 0.3 at most."""
SIZE_PROVEN_LIKENESS = 0.52
"""The same, from which the assumed size of the discs counts as confirmed."""
SIZES = tuple(round(7.0 * 1.12**n, 1) for n in range(14))
"""Sizes of tags in mm that people print, to choose from when theirs are not as assumed."""
FINER_SIZES = (1.0, 0.93, 0.965, 1.035, 1.07)
"""Parts of the one that fits best, which are tried then."""
MIN_CORRELATION = 0.42
"""Correlation from which something may be one of two corner squares."""
MIN_TRIED_CORRELATION = 0.5
"""The same of one that is held against the known tags."""
MIN_SQUARE_LIKENESS = 0.55
"""How like corner squares what is left must look to be a tag: hidden ones look 0.6 and more, art 0.5."""
LONE_PENALTY = 0.05
"""How much more alike a lone corner square must look than each of two that stand as a tag's do."""
DISTANCE_TOLERANCE = 0.07
"""How far two corner squares' distance may be off a tag's, as a part of it."""
SAME_TAG_MODULES = 26.0
"""Modules within which corner squares belong to the same tag."""
CORNER_REACH_MM = 27.0
"""Millimetres from a tile's middle within which its tag's corner squares are."""
MAX_TRIED, MAX_TRIED_SQUARES, MAX_WAYS = 10, 3, 4
"""So many places are looked at singly, the likeliest first, so many corner squares of each, and so many ways
in which a tag may lie at one."""
FINEST_PX_PER_MODULE = 3.0
"""Pixels a module from which a finer look tells tags no better apart."""

Unread = Disc | Point
"""What seems to lie where no tag was read: a disc, or the middle of some corner squares (mm)."""


class SecondLook:
    """What it gives. plane: the table's; symbol_mm: a tag's size on it; module_px: pixels a module of the
    tags read before.

    read: these and the hidden tags that are sure; guessed: the others, each with the names that it may have
    besides; left: what may be a tile or a tag besides all these, discs first; lamps: images of lamps beside
    tiles, in mm.
    """

    def __init__(
        self,
        plain: Image,
        plane: Plane,
        symbol_mm: float,
        seen: list[Sighting],
        matcher: TagMatcher,
        round_mm: Mapping[str, float],
    ) -> None:
        """plain: the photo, in gray; plane: with tags of `symbol_mm`, a size that the discs around them may
        prove wrong; seen: the tags read; round_mm: how wide each round tile is."""
        self.plain, self.plane, self.symbol_mm, self._matcher = plain, plane, symbol_mm, matcher
        widths = Counter(round_mm.values()).most_common(1)
        self.tile_mm = widths[0][0] if widths else UNKNOWN_TILE_MM
        outlines = self._measure_tags(seen, [s for s in seen if s.tag.tile in round_mm])
        rough = self._above(seen, self._px_per_mm(SEARCH_PX_PER_MODULE))
        squares = self._unread_squares(rough, seen)
        discs = outlines.discs(self.tile_mm / 2, MIN_DISC_LIKENESS) if widths else []
        left = self._unnamed([*discs, *self._places(squares)], seen)
        self.module_px = float(np.median([s.module for s in seen]))
        fine = self._above(seen, self._px_per_mm(min(FINEST_PX_PER_MODULE, self.module_px)))
        there = self._tags_at(left[:MAX_TRIED], fine, squares)
        self.read = without_duplicates([*seen, *(s for s, match in there if match.sure)])
        left = self._unnamed(left, self.read)
        self.guessed = [
            (s, match.others) for s, match in there if not match.sure and self._is_plausible(s, left)
        ]
        named = [*self.read, *(s for s, _others in self.guessed)]
        self.left = self._unnamed(left, named, NEAR_MM)
        self.lamps = list(lamps_beside(rough, self._quads(named), self.tile_mm))

    def _px_per_mm(self, px_per_module: float) -> float:
        return px_per_module * MODULES / self.symbol_mm

    # --- how large the tags are ---

    def _measure_tags(self, seen: Sequence[Sighting], on_discs: Sequence[Sighting]) -> EdgeMap:
        """Finds out by the discs around them, which are as large as the game's tiles. Gives the outlines in
        the photo, to scale."""
        outlines = EdgeMap(self._above(seen, PX_PER_MM))
        fits = partial(self._fits, outlines, on_discs)
        if not on_discs or fits(self.symbol_mm) >= SIZE_PROVEN_LIKENESS:
            return outlines
        rough = max(SIZES, key=fits)
        best = max(*(rough * part for part in FINER_SIZES), self.symbol_mm, key=fits)
        if fits(best) < MIN_DISC_LIKENESS:
            return outlines
        self.symbol_mm = best
        self.plane = fit_plane([s.corners for s in seen], best) or self.plane
        return EdgeMap(self._above(seen, PX_PER_MM))

    def _fits(self, outlines: EdgeMap, on_discs: Sequence[Sighting], symbol: float) -> float:
        """How well discs fit around the tags (1: wholly), if the tags are `symbol` mm large."""
        radius = self.tile_mm / 2 * self.symbol_mm / symbol
        return float(np.median(outlines.best_disc_near([self._mm(s) for s in on_discs], radius)))

    # --- what was missed ---

    def _unread_squares(self, rough: TopView, seen: Sequence[Sighting]) -> CornerSquares:
        """What looks like corner squares and lies in none of the tags read; points in mm."""
        found = find_corner_squares(rough.image, SEARCH_PX_PER_MODULE)
        high, wide = rough.shown.shape
        xs, ys = np.clip(np.round(found.points), 0, (wide - 1, high - 1)).astype(int).T
        found = found.filtered((found.correlation > MIN_CORRELATION) & (rough.shown[ys, xs] > 0))
        points = np.stack(rough.mm(*found.points.T), axis=1).astype(np.float32)
        squares = CornerSquares(points, found.correlation, self.symbol_mm / MODULES)
        return squares.outside(self._quads(seen))

    def _places(self, squares: CornerSquares) -> list[Point]:
        """Where unread tags may be. A lone square counts when it is clear, two when they stand as far apart
        as a tag's do."""
        places: list[Point] = []
        # The likest come first, and of two the likest decides.
        for at, like in zip(squares.points, squares.correlation, strict=True):
            if like < MIN_SQUARE_LIKENESS:
                break
            apart = np.hypot(*(squares.points - at).T) / squares.module / CORNER_DISTANCE
            mates = (np.abs(apart - 1) < DISTANCE_TOLERANCE) | (
                np.abs(apart / 2**0.5 - 1) < DISTANCE_TOLERANCE
            )
            both = (like + squares.correlation[mates].max()) / 2 if mates.any() else 0.0
            x, y = np.vstack([at, squares.points[mates]]).mean(axis=0, dtype=np.float64).tolist()
            if max(like - LONE_PENALTY, both) >= MIN_SQUARE_LIKENESS and all(
                np.hypot(x - there[0], y - there[1]) > SAME_TAG_MODULES * squares.module for there in places
            ):
                places.append((x, y))
        return places

    def _tags_at(
        self, places: Sequence[Unread], fine: TopView, squares: CornerSquares
    ) -> list[tuple[Sighting, PartialMatch]]:
        """The tags at places where a tile seems to lie, each once, by any one corner square. fine: as the
        photo is, to tell one tag from another."""
        clear = squares.filtered(squares.correlation >= MIN_TRIED_CORRELATION)
        matched: dict[str, PartialMatch] = {}
        for place in map(_middle, places):
            near = np.flatnonzero(np.hypot(*(clear.points - place).T) < CORNER_REACH_MM)[:MAX_TRIED_SQUARES]
            ways = self._ways_around(clear.filtered(near), fine)
            guesses = (self._matcher.parts.match(fine.image, points) for points in ways)
            likely = [guess for guess in guesses if guess is not None]
            if likely:
                best = max(likely, key=lambda guess: (guess.sure, guess.correlation))
                matched.setdefault(best.text, best)
        lying = []
        high, wide = self.plain.shape
        for match in matched.values():
            quad = [self.plane.px(*fine.mm(*corner)) for corner in match.corners.tolist()]
            # Beyond the photo's edge nothing of it can be seen.
            if all(0 <= x <= wide and 0 <= y <= high for x, y in quad):
                named = self._matcher.sightings([(match.text, np.array(quad, np.float32))])
                lying += [(s, match) for s in named]
        return lying

    def _ways_around(self, corners: CornerSquares, fine: TopView) -> Iterator[Floats]:
        """Where all three corner squares of a tag may be, by each of these: the likeliest ways."""
        at = np.array([fine.pixel(*point) for point in corners.points.tolist()], np.float32).reshape(-1, 2)
        there = CornerSquares(at, corners.correlation, corners.module * fine.px_per_mm)
        for ways in threes_around(there, fine.image):
            ranked, _scores = self._matcher.parts.rank(fine.image, ways)
            yield from ways[ranked[:MAX_WAYS]]

    def _unnamed(
        self, places: Sequence[Unread], seen: Sequence[Sighting], within: float = np.inf
    ) -> list[Unread]:
        """The discs on which no tag was seen, `within` mm of one that was, and the corner squares in none."""
        middles, quads = np.array([self._mm(s) for s in seen]), self._quads(seen)

        def is_unnamed(one: Unread) -> bool:
            if isinstance(one, Disc):
                return self.tile_mm / 2 < float(np.hypot(*(middles - (one.x, one.y)).T).min()) <= within
            return bool(are_outside(np.array([one], np.float32), quads)[0])

        return [one for one in places if is_unnamed(one)]

    def _is_plausible(self, s: Sighting, left: Sequence[Unread]) -> bool:
        """Whether a guess lies where something was missed, and its tag was not read elsewhere."""
        near = any(
            np.hypot(*np.subtract(self._mm(s), _middle(one)))
            < (self.tile_mm / 2 if isinstance(one, Disc) else self.symbol_mm)
            for one in left
        )
        return near and s.tag not in {other.tag for other in self.read}

    # --- where it is looked ---

    def _mm(self, s: Sighting) -> Point:
        return self.plane.mm(s.x, s.y)

    def _quads(self, seen: Sequence[Sighting]) -> NDArray[np.float64]:
        return np.array([[self.plane.mm(*corner) for corner in s.corners] for s in seen]).reshape(-1, 4, 2)

    def _above(self, seen: Sequence[Sighting], px_per_mm: float) -> TopView:
        """The part of the plane that is looked at: what the photo shows around the tags."""
        middles = np.array([self._mm(s) for s in seen])
        low, high = middles.min(axis=0) - MARGIN_MM, middles.max(axis=0) + MARGIN_MM
        tall, wide = self.plain.shape
        edge = [(0, 0), (wide, 0), (wide, tall), (0, tall)]
        if all(self.plane.before_horizon(x, y, seen[0].x, seen[0].y) for x, y in edge):
            shown = np.array([self.plane.mm(*p) for p in edge])
            low, high = np.maximum(low, shown.min(axis=0)), np.minimum(high, shown.max(axis=0))
        return view_from_above(self.plain, self.plane, px_per_mm, (*low.tolist(), *high.tolist()))


def _middle(one: Unread) -> Point:
    return (one.x, one.y) if isinstance(one, Disc) else one
