"""The display capability: the game's own pages, and what a finished play of it is remembered by."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.race_for_the_galaxy.display.view_model import GamePage, page
from companion.games.race_for_the_galaxy.rules import what_ifs
from companion.games.race_for_the_galaxy.rules.state import State


class Display:
    """See `companion.games.contract.Display`."""

    def page(self, state: State, player: int | None) -> GamePage:
        return page(state, player)

    def starts(self, state: State) -> int | None:
        """Nobody begins: all play at once."""
        return None

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        return what_ifs.owned_names(state, player)

    def named(self, name: str) -> str:
        return name
