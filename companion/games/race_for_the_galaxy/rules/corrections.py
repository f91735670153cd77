"""A person overrules the tracker, and the game goes on from there.

Who was choosing a card to place chooses again when a fact about them changes.
"""

from __future__ import annotations

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules.facts import ROWS
from companion.games.race_for_the_galaxy.rules.round import advance, stage_of
from companion.games.race_for_the_galaxy.rules.state import State


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    shown = state.shown
    fact = ROWS.checked(shown, correction)
    if correction.value == fact.value:
        return state
    state = ROWS.correct(state.changed(moves=()), correction, shown)
    if state.over:
        return state
    return _resume(_choose_again(state, fact.player))


def _choose_again(state: State, player: int | None) -> State:
    """The players' steps cannot be taken back over the correction, and cards they meant to place are open
    again. player None: it concerns all."""
    for seat, progress in enumerate(state.progress):
        if player in (None, seat):
            state = state.with_progress(seat, stage_of(state, seat).open_again(progress))
    return state


def _resume(state: State) -> State:
    """On from a question that nobody can answer any more."""
    if state.at < 0:
        return state
    for seat in range(len(state.empires)):
        state = stage_of(state, seat).still_possible(state, seat)
    return advance(state)
