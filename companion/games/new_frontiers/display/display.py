"""New Frontiers on pages, and the description of a finished play."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.new_frontiers.display.planets import planet
from companion.games.new_frontiers.display.view_model import GamePage, page
from companion.games.new_frontiers.rules import setup, what_ifs
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.wording.names import stand_in_name
from companion.translation import _


class Display:
    """The display capability (see `companion.games.contract.Display`). catalogue: of what this copy has."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def page(self, state: State, player: int | None) -> GamePage:
        return page(state.shown, player)

    def starts(self, state: State) -> int | None:
        return setup.first_player(state.setup)

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        return what_ifs.owned_names(state.catalogue.shown, state.empires[player])

    def art(self, owned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The empire's planets, the home first."""
        names = [name for heading in (what_ifs.HOMES, what_ifs.COLONIES) for name in owned.get(heading, ())]
        worlds = {w.name: w for w in (*self._catalogue.worlds.values(), *self._catalogue.homes.values())}
        found = [worlds[name] for name in names if name in worlds]
        return tuple(
            planet(
                world.id,
                (world.kind or "gray").lower(),
                50,
                50,
                48,
                windfall=world.good == "windfall",
                explored=False,
            )
            for world in found
        )

    def named(self, name: str) -> str:
        return _(stand_in_name(name))
