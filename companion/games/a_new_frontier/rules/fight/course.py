"""A planet's conflicts from their beginning on: what is asked of whom, and what is offered (p. 6, 7)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.fight import cards, dice, losses, spoils
from companion.games.a_new_frontier.rules.fight.stage import STRATEGY, stage_of
from companion.games.a_new_frontier.rules.moves import GameMove
from companion.games.a_new_frontier.rules.planet_state import Fight
from companion.games.a_new_frontier.rules.state import State, planet_order
from companion.games.contract import Option, Question

MOVES: tuple[type[GameMove], ...] = (*cards.MOVES, *dice.MOVES, *losses.MOVES, *spoils.MOVES)


def begin(state: State, planet: int) -> Fight:
    """The fight at a planet with attacks."""
    order = planet_order(state, planet)
    none = (None,) * len(state.corps)
    conflicts = conflict.conflicts_at(state.attacks, planet, order)
    return Fight(
        planet, conflicts, order, STRATEGY, none, none, none, none, none, none, spoils=(0,) * len(none)
    )


def questions(state: State, it: Fight) -> tuple[Question, ...]:
    found = [stage.question(state, it, seat) for seat, stage in stage_of(it).asked(state, it)]
    return (*found, *(each for seat in it.seats for each in stage_of(it).beside(state, it, seat)))


def options(state: State, it: Fight, seat: int) -> tuple[Option, ...]:
    now = stage_of(it)
    found = [o for who, stage in now.asked(state, it) if who == seat for o in stage.options(state, it, seat)]
    return (*found, *now.options_beside(state, it, seat))
