"""Retreat into Isolation: the selecting player gains 2 credits (p. 4)."""

from __future__ import annotations

from companion.games.new_frontiers.names import ACTIONS
from companion.games.new_frontiers.powers import Gain
from companion.games.new_frontiers.state import State
from companion.games.new_frontiers.supply import gain
from companion.games.new_frontiers.turn import DONE, current, step

BONUS = Gain(credits=2)


def begin(state: State) -> State:
    return step(gain(state, current(state).selector, BONUS, ACTIONS["isolation"]), stage=DONE)
