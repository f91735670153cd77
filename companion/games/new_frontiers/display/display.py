"""New Frontiers on pages, and the description of a finished play."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.new_frontiers.display.view_model import GamePage, page
from companion.games.new_frontiers.rules import setup, what_ifs
from companion.games.new_frontiers.rules.state import State, for_show
from companion.games.new_frontiers.wording.names import stand_in_name
from companion.translation import _


class Display:
    """The display capability (see `companion.games.contract.Display`)."""

    def page(self, state: State, player: int | None) -> GamePage:
        return page(for_show(state), player)

    def starts(self, state: State) -> int | None:
        return setup.first_player(state.setup)

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        return what_ifs.owned_names(state.catalogue.shown, state.empires[player])

    def named(self, name: str) -> str:
        return _(stand_in_name(name))
