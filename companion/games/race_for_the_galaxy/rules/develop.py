"""Phase II, Develop: draw, place secretly, reveal, pay, draw (p. 4, 9)."""

from __future__ import annotations

from typing import ClassVar

from companion.games.race_for_the_galaxy.cards.powers import DevelopPower
from companion.games.race_for_the_galaxy.rules import cards_moved, pages, placing
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.state import State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import Done
from companion.translation import _


class PlacingDevelopment(placing.Placing):
    """A development to place is chosen."""

    sort: ClassVar[str] = placing.DEVELOPMENT_SORT
    kind: ClassVar[str] = "place-development"
    page: ClassVar[int] = pages.DEVELOP

    def asks(self, name: str) -> str:
        return _("{player}, choose a development to place, or none.", player=name)

    def asks_after_exploring(self, name: str, drawn: int, kept: int) -> str:
        return _(
            "{player}, draw {drawn} and keep {kept}. Then choose a development to place, or none.",
            player=name,
            drawn=drawn,
            kept=kept,
        )

    def begin(self, state: State) -> State:
        for seat in timing_order(state):
            state = cards_moved.draw(state, seat, abilities(state, seat).sum(DevelopPower, "draws_first"))
        return placing.Placing.begin(self, state)

    def placed(self, state: State) -> State:
        """The developments are placed and paid for, and what follows placing one is drawn."""
        for seat in timing_order(state):
            placed = state.progress[seat].placed
            if placed:
                cost = prices(state, seat).development(state.card(placed)).total
                state = cards_moved.place(state, seat, placed)
                state = cards_moved.pay(state, seat, cost)
                drawn = abilities(state, seat).sum(DevelopPower, "draws_after")
                state = cards_moved.draw(state, seat, drawn)
            state = state.with_progress(seat, Done.begun())
        return state
