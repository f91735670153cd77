"""Phase III, Settle: place secretly, reveal, pay or conquer, windfall good, draw (p. 5, 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.race_for_the_galaxy.cards.powers import SettlePower
from companion.games.race_for_the_galaxy.rules import cards_moved, pages, placing
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import (
    FULL_TABLEAU,
    State,
    timing_order,
)
from companion.games.race_for_the_galaxy.rules.steps import Done, Step
from companion.games.race_for_the_galaxy.rules.ways import Way, open_ways
from companion.games.race_for_the_galaxy.wording.names import cards
from companion.translation import _, listed

BONUS = 1
"""Cards drawn by those who chose Settle, after placing a world."""


def _ways(state: State, seat: int) -> tuple[Way, ...]:
    world = state.card(state.progress[seat].placed)
    needless = not state.before_editions
    return tuple(open_ways(prices(state, seat), world, state.empires[seat].hand - 1, needless))


def options_discarding(state: State, seat: int, gone: frozenset[str]) -> tuple[Option, ...]:
    """The ways that discard all of these cards, and maybe others."""
    world = state.card(state.progress[seat].placed)
    return tuple(
        Option(SettleBy(seat, way.name), way_words(state, way), (way.why,), world.id, -way.needless)
        for way in _ways(state, seat)
        if gone <= {*way.discards}
    )


def way_words(state: State, way: Way) -> str:
    """A way in words: "Conquer it", "Pay 2 cards", "Discard Colony Ship"."""
    discards = listed([state.card(card).name for card in way.discards])
    if "conquer" in way.name:
        if discards:
            return _("Conquer it, discarding {cards}", cards=discards)
        return _("Conquer it")
    if discards:
        return _("Pay nothing, discarding {cards}", cards=discards)
    if not way.cost:
        return _("Pay nothing")
    return _("Pay {cards}", cards=cards(way.cost))


@dataclass(frozen=True)
class SettleBy(Step):
    """How the world placed comes into the tableau, by the name of a `ways.Way`."""

    do: ClassVar[str] = "settle-by"
    way: str

    def words(self, state: State) -> str:
        return _("{player} decides how to settle", player=self.who(state))

    def effect(self, state: State) -> State:
        way = next(way for way in _ways(state, self.seat) if way.name == self.way)
        return _settle(state, self.seat, way)


MOVES = (SettleBy,)


def _settle(state: State, seat: int, way: Way) -> State:
    world = state.card(state.progress[seat].placed)
    drawn = abilities(state, seat).sum(SettlePower, "draws_after") + (BONUS if state.bonus(seat) else 0)
    state = cards_moved.place(state, seat, world.id)
    state = cards_moved.pay(state, seat, way.cost)
    for card in way.discards:
        state = cards_moved.drop(state, seat, card)
    if world.windfall:
        state = cards_moved.put_good(state, seat, world.id)
    state = cards_moved.draw(state, seat, drawn)
    return state.with_progress(seat, Done.begun())


class Paying(Stage):
    """It is decided how the world placed is settled."""

    name: ClassVar[str] = "pay"

    def in_order(self, state: State) -> bool:
        """Near the end of the game it can matter: a tableau may get full in this phase, or the round is the
        last one anyway."""
        full = any(
            len(empire.tableau) + self.is_at(state, seat) >= FULL_TABLEAU
            for seat, empire in enumerate(state.empires)
        )
        return full or not state.pool

    def question(self, state: State, seat: int) -> Question:
        text = later(
            lambda: _(
                "{player}, how do you settle {world}?",
                player=state.empires[seat].name,
                world=state.card(state.progress[seat].placed).name,
            )
        )
        return Question(seat, "settle-by", text, pages.SETTLE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return options_discarding(state, seat, frozenset())

    def still_possible(self, state: State, seat: int) -> State:
        """After facts were overruled: a world that cannot be settled any more stays in hand."""
        return state if _ways(state, seat) else state.with_progress(seat, Done.begun())


class PlacingWorld(placing.Placing):
    """A world to place is chosen."""

    sort: ClassVar[str] = placing.WORLD_SORT
    kind: ClassVar[str] = "place-world"
    page: ClassVar[int] = pages.SETTLE

    def asks(self, name: str) -> str:
        return _("{player}, choose a world to place, or none.", player=name)

    def asks_after_exploring(self, name: str, drawn: int, kept: int) -> str:
        return _(
            "{player}, draw {drawn} and keep {kept}. Then choose a world to place, or none.",
            player=name,
            drawn=drawn,
            kept=kept,
        )

    def placed(self, state: State) -> State:
        """Worlds with one way only are settled, the others wait for their players."""
        for seat in timing_order(state):
            placed = state.progress[seat].placed
            if not placed:
                state = state.with_progress(seat, Done.begun())
                continue
            open_ways = _ways(state, seat)
            if len(open_ways) == 1:
                state = _settle(state, seat, open_ways[0])
            else:
                state = state.with_progress(seat, Paying.begun(placed=placed))
        return state
