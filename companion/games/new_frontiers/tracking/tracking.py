"""New Frontiers on a real table: its plan, where tiles should lie, and what a change means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.games.contract import (
    MIDDLE,
    Decision,
    Difference,
    Explanation,
    Shape,
    Spot,
    TablePlan,
    TileInfo,
    Zone,
    seat_zone,
)
from companion.games.contract.place import GoodKind
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.tile_info import (
    KIND_COLOURS,
    TILE_MM,
    action_tile_id,
    tile_info,
    tile_infos,
)
from companion.games.new_frontiers.tracking import explain, layout
from companion.games.new_frontiers.wording.names import kind_name
from companion.translation import _


@dataclass(frozen=True)
class Tracking:
    """The tracking capability (see `companion.games.contract.Tracking`). draw: the SVG of a tile of the
    catalogue lying on a face; "" where there is none."""

    catalogue: Catalogue
    draw: Callable[[Catalogue, str, str], str]

    def plan(self, players: int) -> TablePlan:
        seats = tuple(
            Zone(seat_zone(seat), _("Seat {number}", number=seat + 1), seat) for seat in range(players)
        )
        return TablePlan(
            zones=(Zone(MIDDLE, _("The middle")), *seats),
            shapes=(
                Shape("round", "round", TILE_MM, TILE_MM),
                Shape("square", "rectangle", TILE_MM, TILE_MM),
            ),
            goods=tuple(GoodKind(kind, kind_name(kind), KIND_COLOURS[kind]) for kind in KINDS),
        )

    def layout(self, state: State) -> Mapping[str, Spot]:
        return layout.layout(state.shown)

    def goods(self, state: State) -> Mapping[str, str | None]:
        return layout.goods(state.shown)

    def slid(self, state: State) -> Mapping[str, bool]:
        return layout.slid(state.shown)

    def slides(self, decision: Decision) -> str:
        return action_tile_id(decision.action) if isinstance(decision, SelectAction) else ""

    def copies(self, state: State) -> Mapping[str, frozenset[str]]:
        return layout.copies(state.shown)

    def explain(self, state: State, differences: tuple[Difference, ...]) -> Explanation:
        if state.asks:  # it is told first what the tiles say
            return Explanation(tolerated=frozenset(d.tile for d in differences))
        return explain.explain(state, differences)

    def tile(self, tile: str) -> TileInfo | None:
        return tile_info(self.catalogue, tile)

    def tiles(self) -> tuple[TileInfo, ...]:
        return tile_infos(self.catalogue)

    def drawing(self, tile: str, face: str) -> str:
        return self.draw(self.catalogue, tile, face)
