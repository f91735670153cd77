"""Hides from a player the secret choices of others in a state, until all are revealed."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.rules import choosing
from companion.games.race_for_the_galaxy.rules.state import Progress, State


def view(state: State, player: int | None) -> State:
    """The state as this player may see it; None: what lies open to all."""
    if state.over or not any(progress.answered for progress in state.progress):
        return state
    empires, progresses = list(state.empires), list(state.progress)
    for seat, progress in enumerate(state.progress):
        if seat == player or not progress.answered or progress.lies_open:
            continue
        progresses[seat] = Progress(progress.stage, answered=True, turned_up=progress.turned_up)
        if choosing.ActionChoice.is_at(state, seat):
            empires[seat] = empires[seat].changed(chosen=())
    return state.changed(empires=tuple(empires), progress=tuple(progresses), moves=())
