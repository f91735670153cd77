"""Retreat into Isolation: the selecting player gains 2 credits (p. 4)."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import DONE, current, step
from companion.games.new_frontiers.rules.asked import Action
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.powers import Gain
from companion.games.new_frontiers.wording.names import ACTIONS

BONUS = Gain(credits=2)


def begin(state: State) -> State:
    return step(gain(state, current(state).selector, BONUS, ACTIONS["isolation"]), stage=DONE)


ISOLATION = Action(begin=begin)
