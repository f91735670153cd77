"""The display capability: the game's own pages, and what a finished play of it is remembered by."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.display.view_model import GamePage, page
from companion.games.race_for_the_galaxy.drawing.card_svg import world_disc
from companion.games.race_for_the_galaxy.rules import what_ifs
from companion.games.race_for_the_galaxy.rules.state import State


class Display:
    """See `companion.games.contract.Display`. catalogue: the cards of this copy."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def page(self, state: State, player: int | None) -> GamePage:
        return page(state, player)

    def starts(self, state: State) -> int | None:
        """Nobody begins: all play at once."""
        return None

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        return what_ifs.owned_names(state, player)

    def art(self, owned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The worlds of the tableau, the start world first."""
        names = [name for heading in (what_ifs.START, what_ifs.WORLDS) for name in owned.get(heading, ())]
        found = (self._catalogue.copies(name) for name in names)
        return tuple(world_disc(copies[0]) for copies in found if copies and copies[0].world)

    def named(self, name: str) -> str:
        return name
