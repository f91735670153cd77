"""The hands that play on a drawn table, picture by picture. The clock is the caller's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np
from _webcam import Over

from companion.games.contract import Spot, TileInfo
from companion.vision.rendered import LaidTile, RenderedTable
from companion.vision.table_layout import is_inside

RATE = 15
"""Pictures a second."""
LOOSE_MM = 2.0
"""How far from where there is room a hand lays a tile."""
Point = tuple[float, float]
Hand = Iterator[Over]
"""A hand at work: where it is and what it carries, for each picture."""


class Hands:
    """What hands do with tiles on a drawn table; every act gives where the hand is, picture by picture."""

    def __init__(self, table: RenderedTable, tile: Mapping[str, TileInfo], random: Random) -> None:
        self.table, self._tile, self._random = table, tile, random

    def carry(self, tile: str, to: Spot | None, over: str | None = None) -> Hand:
        """Takes a tile from where it lies (or from the bag) to a spot, turning it, or away. over: a zone
        that it is carried through, slowly."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (self.table.layout.size_mm[0] / 2, 20.0)
        yield from self.rest((start[0], start[1] + 30), 0.2)
        yield from self.rest(start, 0.2)
        if to is None:
            self.table.remove(tile)
            yield from self.rest(start, 0.2)
        elif laid and self.table.layout.zone_at(laid.x_mm, laid.y_mm) == to.zone:
            self.table.remove(tile)
            yield from self.rest(start, 0.3)
            x, y = self._loosely(laid.x_mm, laid.y_mm)
            self.table.put(tile, to.face, x, y, laid.angle + self._random.uniform(-20, 20))
            yield from self.rest(start, 0.2)
        else:
            yield from self._across(tile, laid, start, to, over)

    def _across(self, tile: str, laid: LaidTile | None, start: Point, to: Spot, over: str | None) -> Hand:
        info = self._tile.get(tile)
        x, y = self.table.nearest_free_spot(to.zone, info.size_mm if info else 58, ignored=tile)
        x, y = self._loosely(x, y)
        angle, face = self._random.uniform(0, 360), laid.face if laid else to.face
        stops = [(x, y)]
        if over is not None:
            polygon = self.table.layout.zones[over]
            stops.insert(0, tuple(sum(p[i] for p in polygon) / len(polygon) for i in (0, 1)))
        if laid:
            self.table.remove(tile)
        at = start
        for stop in stops:
            begin, steps = at, 5 if stop == stops[-1] else 7
            for step in range(1, steps + 1):  # over other people's tiles
                at = tuple(begin[i] + (stop[i] - begin[i]) * step / steps for i in (0, 1))
                behind = 30 * (1 if y > self.table.layout.size_mm[1] / 2 else -1)
                yield Over(at[0], at[1] + behind, LaidTile(tile, face, *at, angle=angle))
        self.table.put(tile, to.face, x, y, angle)
        yield from self.rest((x, y), 0.15)

    def back(self, tile: str, where: LaidTile) -> Hand:
        """Puts a tile back to where it lay before."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (where.x_mm, where.y_mm)
        yield from self.rest(start, 0.3)
        self.table.remove(tile)
        yield from self.rest(start, 0.2)
        x, y = self._loosely(where.x_mm, where.y_mm)
        self.table.put(tile, where.face, x, y, where.angle + self._random.uniform(-20, 20))
        yield from self.rest((x, y), 0.2)

    def look_at(self, tile: str) -> Hand:
        """Lifts a tile, reads it, and lays it down again."""
        where = self.table.tiles()[tile]
        yield from self.rest((where.x_mm, where.y_mm), 0.3)
        self.table.remove(tile)
        yield from self.rest((where.x_mm, where.y_mm + 40), self._random.uniform(0.8, 2.0))
        self.table.put(tile, where.face, *self._loosely(where.x_mm, where.y_mm), where.angle)
        yield from self.rest((where.x_mm, where.y_mm), 0.2)

    def rest(self, at: Point, seconds: float) -> Hand:
        """Stays over a point, not quite still."""
        for _ in range(max(1, round(seconds * RATE))):
            yield Over(at[0] + self._random.uniform(-2, 2), at[1] + self._random.uniform(-2, 2))

    def _loosely(self, x: float, y: float) -> Point:
        return x + self._random.uniform(-LOOSE_MM, LOOSE_MM), y + self._random.uniform(-LOOSE_MM, LOOSE_MM)


def clear(table: RenderedTable, where: LaidTile, size_mm: float) -> bool:
    """Whether a tile may be put back there: nothing was laid on the place since."""
    others = (t for t in table.tiles().values() if t.id != where.id)
    return all(np.hypot(t.x_mm - where.x_mm, t.y_mm - where.y_mm) > size_mm for t in others) and any(
        is_inside(polygon, where.x_mm, where.y_mm) for polygon in table.layout.zones.values()
    )
