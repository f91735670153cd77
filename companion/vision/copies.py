"""Tells the pieces apart that carry the same tag: by where they lie, as nothing else does.

The tracker follows each of them under a name of its own: one has the tag's, the others a number besides.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count

from companion.vision.tracker import MIN_CARRY_MM, SteadyTile, TileReading, Tracker

NUMBERED = "#"
"""No tag has it."""


def tag_of(name: str) -> str:
    """The tile that the tag says of a piece that the tracker follows under this name."""
    return name.partition(NUMBERED)[0]


class Copies:
    """tiles: whose tags several pieces may carry."""

    def __init__(self, tiles: Iterable[str] = ()) -> None:
        self.tiles = frozenset(tiles)

    def named(self, readings: Iterable[TileReading], tracker: Tracker) -> Iterator[TileReading]:
        """Each of the tags read in a picture under its piece's name: of the piece nearby, or of a new one."""
        known: dict[str, dict[str, TileReading | SteadyTile]] = defaultdict(dict)
        places: tuple[Mapping[str, TileReading | SteadyTile], ...] = (tracker.unconfirmed, tracker.steady)
        for name, one in (pair for of_tracker in places for pair in of_tracker.items()):
            known[tag_of(name)][name] = one
        for reading in readings:
            if reading.tile not in self.tiles:
                yield reading
                continue
            of_tag = known[reading.tile]
            near = [name for name, one in of_tag.items() if reading.is_near(one, MIN_CARRY_MM)]
            if not near:
                near = [next(name for name in _names(reading.tile) if name not in of_tag)]
                of_tag[near[0]] = reading
            name = min(near, key=lambda n: _apart(of_tag[n], reading))
            yield TileReading(name, reading.face, reading.x_mm, reading.y_mm)

    def zones(self, steady: Mapping[str, SteadyTile], unsure: Collection[str]) -> dict[str, frozenset[str]]:
        """By tag, the zones in which one of its pieces lies. unsure: names of pieces that contradict each
        other."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, one in steady.items():
            if (tag := tag_of(name)) in self.tiles and one.zone is not None and name not in unsure:
                found[tag].add(one.zone)
        return {tag: frozenset(zones) for tag, zones in found.items()}

    def is_one_of_several(self, name: str, steady: Mapping[str, SteadyTile]) -> bool:
        """Whether more pieces with its tag lie there."""
        tag = tag_of(name)
        return tag in self.tiles and sum(tag_of(other) == tag for other in steady) > 1


def _apart(one: TileReading | SteadyTile, other: TileReading) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def _names(tile: str) -> Iterator[str]:
    yield tile
    for number in count(2):
        yield f"{tile}{NUMBERED}{number}"
