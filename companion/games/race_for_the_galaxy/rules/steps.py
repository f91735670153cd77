"""A player's own steps in a phase, and taking the last one back until the phase closes."""

from __future__ import annotations

from companion.games.contract import Illegal
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.state import State, Taken
from companion.translation import _

DONE = "done"


def with_step_recorded(before: State, after: State, seat: int) -> State:
    """`after`, in which this player's step from `before` can be taken back."""
    was, now = before.progress[seat], after.progress[seat]
    taken = Taken(
        before.empires[seat],
        was,
        after.supply - before.supply,
        after.discards - before.discards,
        after.pool - before.pool,
        after.beyond - before.beyond,
    )
    return after.with_progress(seat, now.changed(steps=(*was.steps, taken)))


def can_step_back(state: State, seat: int) -> bool:
    """Whether this player made a step in this phase that may be taken back."""
    return bool(state.progress[seat].steps) and not state.over


def step_back(state: State, seat: int) -> State:
    """The state without this player's last step in this phase. Raises Illegal when there is none.

    What others did since then stays. Supply and discards cannot both be as they were when the discards were
    shuffled in between: then only their sum is.
    """
    if not can_step_back(state, seat):
        raise Illegal(_("There is no step of this phase to take back."), pages.ROUND)
    taken = state.progress[seat].steps[-1]
    supply, discards = state.supply - taken.supply, state.discards - taken.discards
    if supply < 0:
        supply, discards = 0, supply + discards
    if discards < 0:
        supply, discards = supply + discards, 0
    return (
        state.with_empire(seat, taken.empire)
        .with_progress(seat, taken.progress)
        .changed(
            supply=supply,
            discards=discards,
            pool=state.pool - taken.pool,
            beyond=state.beyond - taken.beyond,
            moves=(),
        )
    )
