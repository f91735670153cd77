"""Table plans and tagged pieces of no particular game, for tests and benchmarks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract import MIDDLE, Shape, TablePlan, TileInfo, Zone, seat_zone
from companion.vision.table_layout import TableLayout, layout_of


def plan(players: int) -> TablePlan:
    """A strip across the middle and a zone for each seat; round pieces of 58 mm."""
    seats = tuple(Zone(seat_zone(n), f"Seat {n + 1}", n) for n in range(players))
    return TablePlan((Zone(MIDDLE, "The middle"), *seats), (Shape("tile", "round", 58.0, 58.0),))


def laid_out(players: int, size_mm: tuple[float, float] | None = None, cameras: int = 1) -> TableLayout:
    """The layout of `plan` on a table."""
    return layout_of(plan(players), size_mm, cameras)


@dataclass(frozen=True)
class Pieces:
    """The parts of a game's tracking that a drawn table needs, from a mapping of tiles."""

    tiles: Mapping[str, TileInfo]

    def plan(self, players: int) -> TablePlan:
        return plan(players)

    def tile(self, tile: str) -> TileInfo | None:
        return self.tiles.get(tile)
