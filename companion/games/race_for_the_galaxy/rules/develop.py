"""Phase II, Develop: draw, place secretly, reveal, pay, draw (p. 4, 9)."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards.powers import DevelopDraw, DevelopDrawAfter
from companion.games.race_for_the_galaxy.rules import cards_moved, placing
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.state import Progress, State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import DONE


def begin(state: State) -> State:
    for seat in timing_order(state):
        state = cards_moved.draw(state, seat, abilities(state, seat).sum(DevelopDraw))
    return placing.begin(state)


def reveal(state: State) -> State:
    """All have chosen: the developments are placed and paid for, and what follows placing one is drawn."""
    for seat in timing_order(state):
        placed = state.progress[seat].placed
        if placed:
            cost = prices(state, seat).development(state.card(placed)).total
            state = cards_moved.place(state, seat, placed)
            state = cards_moved.pay(state, seat, cost)
            state = cards_moved.draw(state, seat, abilities(state, seat).sum(DevelopDrawAfter))
        state = state.with_progress(seat, Progress(DONE))
    return state
