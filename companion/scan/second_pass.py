"""Reads one photo twice: as it is, then straightened, where hidden tags and bare tiles are noticed.

The tags read first give the table's plane. From above, at a known size, half-hidden tags are recognised,
and discs and corner squares without a tag are noticed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial

import numpy as np

from companion.games.contract import Game, State, part_of
from companion.games.scanned.draft import roles_of
from companion.scan import doubts, missed
from companion.scan.doubts import Doubt
from companion.scan.found import SYMBOL_MM, FoundTile, PhotoContents
from companion.vision.advice import MIN_PX_PER_MODULE
from companion.vision.camera import Image, Point
from companion.vision.discs import PX_PER_MM, Disc, EdgeMap, lamps_beside, shows_lamp
from companion.vision.finder import SEARCH_PX_PER_MODULE
from companion.vision.plane import Plane, fit_plane, view_from_above
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting, sighting_of, without_duplicates
from companion.vision.tag_samples import PartialMatch
from companion.vision.tags import MODULES, parse_tag

UNKNOWN_TILE_MM = 60.0
"""A tile's width where the game has no round ones."""
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
MIN_CORNER_LIKENESS = 0.55
"""How like corner squares what is left must look to be a tag: hidden ones look 0.6 and more, art 0.5."""
FINEST_PX_PER_MODULE = 3.0
"""Pixels a module from which a finer look tells tags no better apart."""
DARK_PHOTO_GRAY = 60
"""Gray value that a hundredth of a dark photo's pixels reach."""
SIZES = tuple(round(7.0 * 1.12**n, 1) for n in range(14))
"""Sizes of tags in mm that people print, to choose from when theirs are not SYMBOL_MM."""
FINER_SIZES = (1.0, 0.93, 0.965, 1.035, 1.07)
"""Parts of the one that fits best, which are tried then."""
MAX_TRIED = 10
"""So many places are looked at singly, the likeliest first."""

Missed = Disc | missed.CornerPeak
"""Something that seems to lie where no tag was read; discs come first."""


class PhotoReader:
    """The reading of one photo. plane: the table's, once tags were read that tell it."""

    plane: Plane

    def __init__(self, plain: Image, game: Game[State], reader: Reader) -> None:
        self.plain, self.game, self.reader = plain, game, reader
        self.doubts: list[Doubt] = []
        self.module_px = 0.0
        """Pixels a module of the tags read."""
        self.symbol_mm = SYMBOL_MM
        widths = Counter(float(tile.size_mm) for tile in game.tracking.tiles() if tile.round)
        self.has_round_tiles = bool(widths)
        self.tile_mm = widths.most_common(1)[0][0] if widths else UNKNOWN_TILE_MM
        self.unconfirmed: set[tuple[str, float]] = set()
        """The sightings of home tiles that a person must confirm, by text and place."""

    def read(self) -> PhotoContents:
        seen = self.reader.read_thoroughly(self.plain)
        if plane := fit_plane([s.corners for s in seen], self.symbol_mm):
            self.plane = plane
            seen = self._read_straightened(seen)
        found, strange = self._to_tiles(seen)
        self.doubts = strange + self.doubts
        if not seen:
            self.doubts.append(Doubt(doubts.NOTHING))
        self._add_photo_hints(seen)
        return PhotoContents(
            (self.plain.shape[1], self.plain.shape[0]), tuple(found), tuple(self.doubts), self.symbol_mm
        )

    # --- what was missed ---

    def _read_straightened(self, seen: list[Sighting]) -> list[Sighting]:
        """Reads the straightened photo; notes what looks like a tile and is none of those read."""
        outlines = self._measure_tags(seen)
        box = self._search_box(seen)
        rough = view_from_above(self.plain, self.plane, SEARCH_PX_PER_MODULE * MODULES / self.symbol_mm, box)
        squares = missed.peaks_outside(missed.find_peaks(rough), self._quads(seen), self.symbol_mm)
        discs = outlines.discs(self.tile_mm / 2, MIN_DISC_LIKENESS) if self.has_round_tiles else []
        places = missed.unread_places(squares, self.symbol_mm, MIN_CORNER_LIKENESS)
        left = self._unnamed([*discs, *places], seen)
        self.module_px = float(np.median([s.module for s in seen]))
        fine = view_from_above(
            self.plain, self.plane, min(FINEST_PX_PER_MODULE, self.module_px) * MODULES / self.symbol_mm, box
        )
        tried = [(one.x, one.y) for one in left[:MAX_TRIED]]
        matched = missed.match_tags(fine, tried, squares, self.reader.matcher, self.symbol_mm)
        there = [(s, match) for match in matched if (s := self._sighting(match)) is not None]
        seen = without_duplicates([*seen, *(s for s, match in there if match.sure)])
        left = self._unnamed(left, seen)
        guessed = [(s, match) for s, match in there if not match.sure and self._is_plausible(s, seen, left)]
        named = [*seen, *(s for s, _match in guessed)]
        for s, match in guessed:
            asked = self._which_tile(s, match.others)
            if asked is not None:
                self.doubts.append(asked)
            else:
                # Where a home lies says whose the other tiles are, so it is taken as read, and asked about.
                self.unconfirmed.add((s.tag.text, s.x))
                seen.append(s)
        self._add_missed_doubts(self._unnamed(left, named, NEAR_MM))
        # Lamps' images among the tiles, where they lie on no tile that was read.
        for at in lamps_beside(rough, self._quads(named), self.tile_mm):
            self.doubts.append(Doubt(doubts.GLARE, outline=self._outline(*at, 14.0)))
        return seen

    def _which_tile(self, s: Sighting, others: Sequence[str]) -> Doubt | None:
        """The question with the tiles that this guess may be, the likeliest first; None for a home, and for a
        tag of no tile."""
        roles, names = roles_of(self.game), [s.tag.text, *others]
        tags = [parse_tag(name, {self.game.tag_prefix}) for name in names]
        parts = [part_of(self.game, tag.tile, tag.face) for tag in tags if tag is not None]
        if parts[0] is None or roles[parts[0].role].marks_mat:
            return None
        may_be = {part.id: part.role for part in reversed(parts) if part is not None and part.role}
        tiles = tuple(reversed(may_be))
        return Doubt(doubts.MAYBE, tuple((f"role {tile}", may_be[tile]) for tile in tiles), s.corners, tiles)

    def _measure_tags(self, seen: Sequence[Sighting]) -> EdgeMap:
        """Finds out how large the tags are, by the discs around them, which are as large as the game's tiles.
        Gives the outlines in the photo, to scale."""
        outlines = self._outlines(seen)
        on_discs = [
            s for s in seen if (tile := self.game.tracking.tile(s.tag.tile)) is not None and tile.round
        ]
        fits = partial(self._fits, outlines, on_discs)
        if not on_discs or fits(self.symbol_mm) >= SIZE_PROVEN_LIKENESS:
            return outlines
        rough = max(SIZES, key=fits)
        best = max(*(rough * part for part in FINER_SIZES), self.symbol_mm, key=fits)
        if fits(best) < MIN_DISC_LIKENESS:
            return outlines
        self.symbol_mm = best
        self.plane = fit_plane([s.corners for s in seen], best) or self.plane
        return self._outlines(seen)

    def _outlines(self, seen: Sequence[Sighting]) -> EdgeMap:
        return EdgeMap(view_from_above(self.plain, self.plane, PX_PER_MM, self._search_box(seen)))

    def _fits(self, outlines: EdgeMap, seen: Sequence[Sighting], symbol: float) -> float:
        """How well discs fit around the tags (1: wholly), if the tags are `symbol` mm large."""
        radius = self.tile_mm / 2 * self.symbol_mm / symbol
        likes = outlines.best_disc_near([self.plane.mm(s.x, s.y) for s in seen], radius)
        return float(np.median(likes))

    def _search_box(self, seen: Sequence[Sighting]) -> tuple[float, float, float, float]:
        """The part of the plane that is looked at, in mm: what the photo shows around the tags."""
        middles = np.array([self.plane.mm(s.x, s.y) for s in seen])
        low, high = middles.min(axis=0) - MARGIN_MM, middles.max(axis=0) + MARGIN_MM
        tall, wide = self.plain.shape
        edge = [(0, 0), (wide, 0), (wide, tall), (0, tall)]
        if all(self.plane.before_horizon(x, y, seen[0].x, seen[0].y) for x, y in edge):
            shown = np.array([self.plane.mm(*p) for p in edge])
            low, high = np.maximum(low, shown.min(axis=0)), np.minimum(high, shown.max(axis=0))
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def _quads(self, seen: Sequence[Sighting]) -> list[list[Point]]:
        return [[self.plane.mm(*corner) for corner in s.corners] for s in seen]

    def _sighting(self, match: PartialMatch) -> Sighting | None:
        """A tag recognised from above, as it lies in the photo; beyond its edge nothing of it can be seen."""
        high, wide = self.plain.shape
        tag = parse_tag(match.text, {self.game.tag_prefix})
        quad = np.array([self.plane.px(*corner) for corner in match.corners.tolist()], np.float32)
        inside = (quad >= 0).all() and (quad <= (wide, high)).all()
        return sighting_of(tag, quad) if tag is not None and inside else None

    def _unnamed(
        self, places: Sequence[Missed], seen: Sequence[Sighting], within: float = np.inf
    ) -> list[Missed]:
        """The discs on which no tag was seen, `within` mm of one that was, and the corner squares in none."""
        middles, quads = np.array([self.plane.mm(s.x, s.y) for s in seen]), self._quads(seen)

        def is_unnamed(one: Missed) -> bool:
            if isinstance(one, Disc):
                return self.tile_mm / 2 < float(np.hypot(*(middles - (one.x, one.y)).T).min()) <= within
            return bool(missed.peaks_outside([one], quads, self.symbol_mm))

        return [one for one in places if is_unnamed(one)]

    def _is_plausible(self, s: Sighting, seen: Sequence[Sighting], left: Sequence[Missed]) -> bool:
        """Whether a guess lies where something was missed, and its tag was not read elsewhere."""
        x, y = self.plane.mm(s.x, s.y)
        near = any(
            np.hypot(x - one.x, y - one.y) < (self.tile_mm / 2 if isinstance(one, Disc) else self.symbol_mm)
            for one in left
        )
        return near and s.tag not in {other.tag for other in seen}

    def _add_missed_doubts(self, left: Sequence[Missed]) -> None:
        """The doubts about discs without a tag and about tags that were not read; one for each tile."""
        noted: list[Point] = []
        for one in left:
            if isinstance(one, Disc):
                kind = doubts.BARE if one.shown_part > 0.85 else doubts.CUT
                kind = doubts.GLARE if shows_lamp(self.plain, self.plane, one) else kind
                outline = self._outline(one.x, one.y, self.tile_mm / 2)
            elif all(np.hypot(one.x - x, one.y - y) > self.tile_mm / 2 for x, y in noted):
                kind, outline = doubts.UNREAD, self._outline(one.x, one.y, self.symbol_mm * 0.9, 4)
            else:
                continue
            self.doubts.append(Doubt(kind, outline=outline))
            noted.append((one.x, one.y))

    def _outline(self, x: float, y: float, radius: float, corners: int = 16) -> tuple[Point, ...]:
        """A circle on the table as it lies in the photo, or a square when it has four corners."""
        turns = np.arange(corners) * 2 * np.pi / corners + np.pi / corners
        return tuple(
            self.plane.px(x + radius * float(np.cos(t)), y + radius * float(np.sin(t))) for t in turns
        )

    # --- what it is ---

    def _to_tiles(self, seen: Sequence[Sighting]) -> tuple[list[FoundTile], list[Doubt]]:
        """The tags as tiles, from the left; and doubts about tags of no tile, and about tags there twice."""
        found: list[FoundTile] = []
        wrong: list[Doubt] = []
        for s in sorted(seen, key=lambda s: (s.x, s.y)):
            if s.tag.place is not None:
                continue
            part = part_of(self.game, s.tag.tile, s.tag.face)
            if part is None:
                wrong.append(Doubt(doubts.STRANGE, (("tile", s.tag.text),), s.corners))
                continue
            why = None
            if (s.tag.text, s.x) in self.unconfirmed:
                why = Doubt(doubts.HARD, outline=s.corners, tiles=(part.id,))
            tag = (s.tag.text, s.tag.tile, s.tag.face)
            found.append(FoundTile(*tag, s.corners, part.id, part.role, why is None, why))
        return found, wrong

    def _add_photo_hints(self, seen: Sequence[Sighting]) -> None:
        """Hints about the photo as a whole."""
        if seen and float(np.median([s.module for s in seen])) < MIN_PX_PER_MODULE:
            self.doubts.append(Doubt(doubts.SMALL))
        if float(np.percentile(self.plain[::8, ::8], 99)) < DARK_PHOTO_GRAY:
            self.doubts.append(Doubt(doubts.DARK))
