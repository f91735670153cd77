"""A person overrules the tracker, and the game goes on from there.

Who was choosing a card to place chooses again when a fact about them changes.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules import consume, consume_powers, placing, produce, settle, trade
from companion.games.race_for_the_galaxy.rules.facts import ROWS
from companion.games.race_for_the_galaxy.rules.placing import PLACE
from companion.games.race_for_the_galaxy.rules.round import advance
from companion.games.race_for_the_galaxy.rules.state import Progress, State


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
            progress = progress.changed(steps=())
            if progress.stage == PLACE and progress.answered:
                progress = Progress(PLACE)
            state = state.with_progress(seat, progress)
    return state


def _resume(state: State) -> State:
    """On from a question that nobody can answer any more."""
    if state.at < 0:
        return state
    for seat, progress in enumerate(state.progress):
        if (still := _STILL_POSSIBLE.get(progress.stage)) is not None:
            state = still(state, seat)
    return advance(state)


_STILL_POSSIBLE: dict[str, Callable[[State, int], State]] = {
    placing.PLACE: placing.still_possible,
    settle.PAY: settle.still_possible,
    trade.TRADE: trade.still_possible,
    consume_powers.CONSUMING: consume.still_possible,
    produce.WINDFALL: produce.still_possible,
}
"""By the stage of a player: on from its question where that has no answer any more."""
