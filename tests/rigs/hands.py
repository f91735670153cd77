"""Simulated hands that move tiles on a drawn table, picture by picture. The clock is the caller's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np

from companion.games.contract import Spot, TileInfo
from companion.vision.rendered import LaidTile, RenderedTable
from companion.vision.table_layout import is_inside
from tests.rigs.webcam import HandPosition

PICTURES_PER_SECOND = 15
PLACEMENT_ERROR_MM = 2.0
"""How far from the free place a hand may lay a tile."""
Point = tuple[float, float]
Hand = Iterator[HandPosition]
"""The position of a moving hand and what it carries, for each picture."""


class Hands:
    """Actions of hands with tiles on a drawn table. Each yields the hand's position, picture by picture."""

    def __init__(self, table: RenderedTable, tile: Mapping[str, TileInfo], random: Random) -> None:
        self.table, self._tile, self._random = table, tile, random

    def carry(self, tile: str, to: Spot | None, over: str | None = None) -> Hand:
        """Carries a tile from its place (or the bag) to a spot and turns it to the spot's face; None: off the
        table. over: a zone that it is carried through slowly."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (self.table.layout.size_mm[0] / 2, 20.0)
        yield from self.hover((start[0], start[1] + 30), 0.2)
        yield from self.hover(start, 0.2)
        if to is None:
            self.table.remove(tile)
            yield from self.hover(start, 0.2)
        elif laid and self.table.layout.zone_at(laid.x_mm, laid.y_mm) == to.zone:
            self.table.remove(tile)
            yield from self.hover(start, 0.3)
            x, y = self._with_placement_error(laid.x_mm, laid.y_mm)
            self.table.put(tile, to.face, x, y, laid.angle + self._random.uniform(-20, 20))
            yield from self.hover(start, 0.2)
        else:
            yield from self._carry_across(tile, laid, start, to, over)

    def _carry_across(
        self, tile: str, laid: LaidTile | None, start: Point, to: Spot, over: str | None
    ) -> Hand:
        info = self._tile.get(tile)
        x, y = self.table.nearest_free_spot(to.zone, info.size_mm if info else 58, ignored=tile)
        x, y = self._with_placement_error(x, y)
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
                yield HandPosition(at[0], at[1] + behind, LaidTile(tile, face, *at, angle=angle))
        self.table.put(tile, to.face, x, y, angle)
        yield from self.hover((x, y), 0.15)

    def put_back(self, tile: str, where: LaidTile) -> Hand:
        """Puts a tile back to its earlier place."""
        laid = self.table.tiles().get(tile)
        start = (laid.x_mm, laid.y_mm) if laid else (where.x_mm, where.y_mm)
        yield from self.hover(start, 0.3)
        self.table.remove(tile)
        yield from self.hover(start, 0.2)
        x, y = self._with_placement_error(where.x_mm, where.y_mm)
        self.table.put(tile, where.face, x, y, where.angle + self._random.uniform(-20, 20))
        yield from self.hover((x, y), 0.2)

    def lift_and_replace(self, tile: str) -> Hand:
        """Lifts a tile, reads it, and lays it down again."""
        where = self.table.tiles()[tile]
        yield from self.hover((where.x_mm, where.y_mm), 0.3)
        self.table.remove(tile)
        yield from self.hover((where.x_mm, where.y_mm + 40), self._random.uniform(0.8, 2.0))
        self.table.put(tile, where.face, *self._with_placement_error(where.x_mm, where.y_mm), where.angle)
        yield from self.hover((where.x_mm, where.y_mm), 0.2)

    def hover(self, at: Point, seconds: float) -> Hand:
        """Stays over a point, moving by up to 2 mm."""
        for _ in range(max(1, round(seconds * PICTURES_PER_SECOND))):
            yield HandPosition(at[0] + self._random.uniform(-2, 2), at[1] + self._random.uniform(-2, 2))

    def _with_placement_error(self, x: float, y: float) -> Point:
        return x + self._random.uniform(-PLACEMENT_ERROR_MM, PLACEMENT_ERROR_MM), y + self._random.uniform(
            -PLACEMENT_ERROR_MM, PLACEMENT_ERROR_MM
        )


def is_place_free(table: RenderedTable, where: LaidTile, size_mm: float) -> bool:
    """Whether a tile may be put back there: no other tile lies within `size_mm`."""
    others = (t for t in table.tiles().values() if t.id != where.id)
    return all(np.hypot(t.x_mm - where.x_mm, t.y_mm - where.y_mm) > size_mm for t in others) and any(
        is_inside(polygon, where.x_mm, where.y_mm) for polygon in table.layout.zones.values()
    )
