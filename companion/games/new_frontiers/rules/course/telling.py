"""What a table of New Frontiers is told of its tiles: the moves, and how the catalogue takes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Asks
from companion.games.contract.told import TellingMove, Told
from companion.games.new_frontiers.rules import told_forms
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.selecting import all_manual_powers
from companion.games.new_frontiers.rules.setup import (
    asks_all_facts,
    asks_homes_in_turn,
    home_goods,
    told_home_goods,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import Development, Tile, printed_on
from companion.games.new_frontiers.tiles.known import told
from companion.translation import _


@dataclass(frozen=True)
class Tell(TellingMove[State], EmpireMove):
    """What is printed on tiles, as the form of `told_forms` gives it."""

    def words(self, state: State) -> str:
        return told_forms.said_words(state, self.facts)

    def apply(self, state: State) -> State:
        asks = state.asks
        tiles = _told_tiles(state, self.facts, asks)
        # Its form was answered, or put off: it comes no more. A question for a single fact is no such form.
        marks = asks is not None and (
            asks.moment == "placed" or (asks.moment == "rule" and not asks_all_facts(state))
        )
        opened = tuple(dict.fromkeys(tile for tile, _fact in asks.facts)) if asks and marks else ()
        if asks is not None and asks.moment == "placed":
            # Of a world that stays explored the rest is asked again once it is turned over.
            stay = {world for empire in state.empires for world in empire.explored}
            stay.discard(getattr(state.pending, "world", ""))
            opened = tuple(tile for tile in opened if tile not in stay)
        catalogue = state.catalogue.with_tiles(tiles).strict
        state = state.changed(catalogue=catalogue, asks=None, opened=(*state.opened, *opened))
        return with_told_homes(_large_are_single(state, tiles))


@dataclass(frozen=True)
class PlaceHomeGoods(EmpireMove):
    """A good on every windfall home (p. 3). Nobody is asked for it: it waits in `State.pending` for what
    the homes say."""

    do: ClassVar[str] = "place-home-goods"

    def words(self, state: State) -> str:
        return _("The players begin on their home colonies")

    def apply(self, state: State) -> State:
        if not asks_homes_in_turn(state):
            return home_goods(state)
        return told_home_goods(state.changed(homes_due=tuple(range(len(state.empires)))))


MOVES = (Tell, AskWhatItSays)


def with_told_homes(state: State) -> State:
    """With the goods of homes that are told now, and what people apply by hand of them in this action."""
    after = told_home_goods(state)
    if state.doing is None or after is state:
        return after
    by_hand = tuple(
        (player, power.tile, power.number)
        for player in state.homes_due
        if player not in after.homes_due
        for power in all_manual_powers(after.shown, player, state.doing.action)
    )
    return after.changed(by_hand=(*after.by_hand, *by_hand)) if by_hand else after


def _told_tiles(state: State, said: Told, asked: Asks | None) -> tuple[Tile, ...]:
    """The tiles with what was said of them. Unless the rest is told later, what was asked and takes more than
    one answer (keywords, powers) and has none is told to be none."""
    by_tile = {id: dict(facts) for id, facts in said.by_piece.items()}
    if asked is not None and not said.later:
        for id, fact in asked.facts:
            rows = told_forms.asked_rows(state.catalogue.shown[id], asked)
            row = next(row for row in rows if fact in printed_on(state.catalogue.shown[id]).parts(row.key))
            if row.several:
                by_tile.setdefault(id, {}).setdefault(row.key, ())
    shown = state.catalogue.shown
    found: list[Tile] = []
    for id, of_tile in by_tile.items():
        if id in shown:
            if said.later and not asks_all_facts(state):
                # Tables of before took lines of powers for all that there are of their types.
                of_tile = printed_on(shown[id]).by_part(of_tile)
            found.append(told(shown[id], of_tile, said.later))
    return tuple(found)


def _large_are_single(state: State, tiles: Iterable[Tile]) -> State:
    """A development beyond the rulebook's that turns out to be large is there once (p. 2)."""
    large = {
        tile.id
        for tile in tiles
        if isinstance(tile, Development) and tile.large and tile.id not in box_file.catalogue()
    }
    if not large:
        return state
    stacks = tuple((id, min(left, 1) if id in large else left) for id, left in state.supply.developments)
    return state.changed(supply=state.supply.changed(developments=stacks))
