"""Wanting a tile of which nobody told yet what it costs: it is asked first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Asks, Option
from companion.games.new_frontiers.rules.action_steps import name
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import World
from companion.games.new_frontiers.tiles.printed_world import GRAY_SIDE, PRICE
from companion.translation import _


@dataclass(frozen=True)
class AskWhatItSays(EmpireMove):
    """The player wants this tile: what it costs must be told first."""

    do: ClassVar[str] = "ask-what-it-says"
    tile: str

    def words(self, state: State) -> str:
        return _("{player} tells what {tile} costs", player=self.who(state), tile=name(state, self.tile))

    def apply(self, state: State) -> State:
        tile = state.catalogue[self.tile]
        wanted = GRAY_SIDE if isinstance(tile, World) else (PRICE,)
        open_facts = tuple((self.tile, fact) for fact in wanted if fact in tile.untold)
        return state.changed(asks=Asks("settle", open_facts, open_facts, self.player))


def settle_when_told(state: State, player: int, world: str) -> Option:
    """What stands for settling an explored world of which nobody told what it costs."""
    words = _("Settle {world}: tell what it costs", world=name(state, world))
    return Option(AskWhatItSays(player, world), words, tile=world)


def buy_when_told(state: State, player: int, development: str) -> Option:
    words = _("Buy {development}: tell what it costs", development=name(state, development))
    return Option(AskWhatItSays(player, development), words, tile=development)
