"""Tiles that their look alone names for certain, handed to the tracker like tags that were read.

Tags win: a tile whose tag was read a while ago is not told by its look. A tile that lies in plain view
elsewhere cannot be the one that was laid here; and where a tile lies that has not been moved, no other does.
A tile known by its look is gone only once its place was looked at again and does not show it; then it is told
elsewhere, too, where a lamp's image hides whether its place is empty.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.vision.camera import Point
from companion.vision.motion import MotionDetector
from companion.vision.tracker import AT_REST_MM, MIN_CARRY_MM, SteadyTile, TileReading, Tracker

TAG_COUNTS_SECONDS = 30.0
"""For so long after its tag was read a tile is told by its tag alone."""
SAME_PLACE_MM = 20.0
"""Two tiles whose middles lie nearer than this would lie on each other."""


@dataclass(frozen=True, slots=True)
class CertainLook:
    """A face that several pictures show at one place. reading: where its middle lies; corners: of its
    outline, in pixels; time: when the first of the pictures was taken."""

    reading: TileReading
    corners: tuple[Point, ...]
    time: float

    @property
    def middle(self) -> Point:
        x, y = (sum(values) / len(self.corners) for values in zip(*self.corners, strict=True))
        return x, y


class TilesByLook:
    """The tiles that one camera knows by their look. For the camera's thread."""

    def __init__(self) -> None:
        self._waiting: dict[str, CertainLook] = {}
        self._tiles: set[str] = set()
        self._likely: tuple[TileReading, ...] = ()
        self._left: set[str] = set()
        """Those at whose place something has moved, and a look since does not show them."""
        self._looked_at = -math.inf
        self.view = 0
        """Counts how often the camera came to look elsewhere."""

    def take(self, looks: Iterable[CertainLook], likely: Iterable[TileReading], time: float) -> None:
        """What the whole table showed: what is certain, and all that may lie there; time: of the first
        picture."""
        self._waiting = {look.reading.tile: look for look in looks}
        self._likely = tuple(likely)
        self._looked_at = time

    def forget(self) -> None:
        """The camera looks elsewhere now: what waited is out of date."""
        self._waiting.clear()
        self._left.clear()
        self._looked_at = -math.inf
        self.view += 1

    def knows(self, tile: str) -> bool:
        """Whether the tile lies where its look says, and no tag of it is read."""
        return tile in self._tiles

    def may_be_gone(self, steady: SteadyTile, middle: Point, motion: MotionDetector) -> bool:
        """Whether a tile's place, around this pixel, may be judged by how it looks: of a tile known by its
        look, only once the table was looked at since anything moved there, and does not show it there."""
        self._left.discard(steady.tile)
        if steady.tile not in self._tiles:
            return True
        moved, remembered = motion.moved_near(*middle), motion.remembered_at(steady.tile)
        looked = remembered is not None and self._looked_at > moved
        gone = looked and not any(
            one.tile == steady.tile and one.is_near(steady, MIN_CARRY_MM) for one in self._likely
        )
        if gone and remembered is not None and moved > remembered and not motion.is_under_arm(*middle):
            self._left.add(steady.tile)
        return gone

    def readings(
        self, tracker: Tracker, motion: MotionDetector, read_at: Mapping[str, float], vacant: Iterable[str]
    ) -> list[TileReading]:
        """What the tracker is told now. read_at: when each tile's tag was last read; vacant: the tiles at
        rest whose place plainly looks otherwise than with them."""
        self._tiles = {
            tile for tile in self._tiles & tracker.steady.keys() if not self._has_tag(tile, read_at)
        }
        empty = {*vacant, *(self._left & self._tiles)}
        told = []
        for tile, look in tuple(self._waiting.items()):
            if self._has_tag(tile, read_at) or motion.moved_near(*look.middle) > look.time:
                del self._waiting[tile]
                continue
            if motion.is_under_arm(*look.middle):
                continue
            known = tracker.steady.get(tile)
            if known is not None and tile not in self._tiles and self._lies_there(look.reading, known, empty):
                del self._waiting[tile]  # its tag, elsewhere on its face, has told it
                continue
            if (
                known is not None
                and known.face == look.reading.face
                and look.reading.is_near(known, AT_REST_MM)
            ):
                self._tiles.add(tile)
                self._left.discard(tile)
                del self._waiting[tile]
                motion.remember_place(tile, look.corners)
                told.append(look.reading)
            elif not self._is_contradicted(look.reading, known, tracker.steady, empty):
                told.append(look.reading)
        return told

    @staticmethod
    def _lies_there(reading: TileReading, known: SteadyTile, vacant: set[str]) -> bool:
        """Whether a tile that has not been moved lies where the look shows it, but for where its tag is."""
        apart = not reading.is_near(known, AT_REST_MM) and reading.is_near(known, MIN_CARRY_MM)
        return apart and known.face == reading.face and known.tile not in vacant

    def _has_tag(self, tile: str, read_at: Mapping[str, float]) -> bool:
        return self._looked_at - read_at.get(tile, -math.inf) < TAG_COUNTS_SECONDS

    @staticmethod
    def _is_contradicted(
        reading: TileReading,
        known: SteadyTile | None,
        steady: Mapping[str, SteadyTile],
        vacant: set[str],
    ) -> bool:
        """Whether that tile lies elsewhere, or another one there."""
        if known is not None and not reading.is_near(known, MIN_CARRY_MM) and reading.tile not in vacant:
            return True
        others = (other for other in steady.values() if other.tile not in (reading.tile, *vacant))
        return any(reading.is_near(other, SAME_PLACE_MM) for other in others)
