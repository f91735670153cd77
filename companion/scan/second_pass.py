"""Reads one photo: the tags that are read at once and those that a second look finds, as tiles; and what a
person must be asked about what was hardly read or seems to be there besides."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.games.contract import Game, State, part_of
from companion.games.scanned.draft import roles_of
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import SYMBOL_MM, FoundTile, PhotoContents
from companion.vision.advice import MIN_PX_PER_MODULE
from companion.vision.camera import Image, Point
from companion.vision.discs import Disc, shows_lamp
from companion.vision.plane import fit_plane
from companion.vision.reader import Reader
from companion.vision.second_look import SecondLook
from companion.vision.sightings import Sighting
from companion.vision.tags import parse_tag

WHOLE_DISC = 0.85
"""The part of a tile's outline in the photo from which it is not cut off."""
DARK_PHOTO_GRAY = 60
"""Gray value that a hundredth of a dark photo's pixels reach."""


class PhotoReader:
    """The reading of one photo."""

    def __init__(self, plain: Image, game: Game[State], reader: Reader) -> None:
        self.plain, self.game, self.reader = plain, game, reader
        self.doubts: list[Doubt] = []
        self.module_px = 0.0
        """Pixels a module of the tags read."""
        self.unconfirmed: set[tuple[str, float]] = set()
        """The sightings of home tiles that a person must confirm, by text and place."""

    def read(self) -> PhotoContents:
        seen, symbol_mm = self.reader.read_thoroughly(self.plain), SYMBOL_MM
        if plane := fit_plane([s.corners for s in seen], symbol_mm):
            wide = {tile.id: float(tile.size_mm) for tile in self.game.tracking.tiles() if tile.round}
            look = SecondLook(self.plain, plane, symbol_mm, seen, self.reader.matcher, wide)
            self.module_px, symbol_mm = look.module_px, look.symbol_mm
            seen = self._with_guesses(look)
            self._ask_of_unread(look)
        found, strange = self._to_tiles(seen)
        self.doubts = strange + self.doubts
        if not seen:
            self.doubts.append(Doubt(doubts.NOTHING))
        self._add_photo_hints(seen)
        size = (self.plain.shape[1], self.plain.shape[0])
        return PhotoContents(size, tuple(found), tuple(self.doubts), symbol_mm)

    # --- what was missed ---

    def _with_guesses(self, look: SecondLook) -> list[Sighting]:
        """What was read, and the guesses that are taken as read; the others are asked about."""
        seen = look.read
        for s, others in look.guessed:
            asked = self._which_tile(s, others)
            if asked is not None:
                self.doubts.append(asked)
            else:
                # Where a home lies says whose the other tiles are, so it is taken as read, and asked about.
                self.unconfirmed.add((s.tag.text, s.x))
                seen = [*seen, s]
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

    def _ask_of_unread(self, look: SecondLook) -> None:
        """The doubts about discs without a tag, about tags that were not read, one for each tile, and about
        what lamps may hide."""
        noted: list[Point] = []
        for one in look.left:
            if isinstance(one, Disc):
                kind = doubts.BARE if one.shown_part > WHOLE_DISC else doubts.CUT
                kind = doubts.GLARE if shows_lamp(self.plain, look.plane, one) else kind
                at, outline = (one.x, one.y), look.plane.outline(one.x, one.y, look.tile_mm / 2)
            elif all(np.hypot(one[0] - x, one[1] - y) > look.tile_mm / 2 for x, y in noted):
                kind, at, outline = doubts.UNREAD, one, look.plane.outline(*one, look.symbol_mm * 0.9, 4)
            else:
                continue
            self.doubts.append(Doubt(kind, outline=outline))
            noted.append(at)
        for lamp in look.lamps:
            self.doubts.append(Doubt(doubts.GLARE, outline=look.plane.outline(*lamp, 14.0)))

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
