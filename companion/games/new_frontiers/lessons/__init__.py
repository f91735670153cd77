"""New Frontiers' lessons capability; the lessons themselves are the TOML files beside this."""

from __future__ import annotations

from companion.games.contract import SetUpTask
from companion.games.contract.asked_ahead import AskedAhead
from companion.games.new_frontiers.lessons import ahead, set_up
from companion.games.new_frontiers.lessons.signs import SIGNS
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.wording.names import ACTION_TILES


class Lessons:
    """See `companion.games.contract.Lessons`. Action tiles are pointed at by their names."""

    signs = tuple(SIGNS)
    points = (*ACTION_TILES, "goals", "track", "middle", "ends", "empire")

    def sign(self, state: State, player: int, name: str) -> bool:
        return SIGNS[name](state.shown, player)

    def lamps(self, state: State, player: int, point: str) -> tuple[tuple[str, int], ...]:
        if point == "track":
            return tuple(("track", at) for at in range(len(state.disks)))
        if point == "middle":
            return (("explore", 0),)
        if point == "empire":
            return (("seats", player),)
        return tuple(("tiles", n) for n, tile in enumerate(state.actions) if tile.name == point)

    def ask_ahead(self, state: State, player: int) -> tuple[AskedAhead, ...]:
        return ahead.ask_ahead(state.shown, player)

    def set_up(self, state: State) -> tuple[SetUpTask, ...]:
        return set_up.tasks(state.shown)
