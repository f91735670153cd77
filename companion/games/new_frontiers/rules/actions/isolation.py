"""Retreat into Isolation: the selecting player gains 2 credits (p. 4)."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import current
from companion.games.new_frontiers.rules.stage import DONE, Selected
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.games.new_frontiers.wording.names import ACTIONS

BONUS = Gain(credits=2)


class Begin(Selected):
    """The credits come, and nobody is asked."""

    def proceed(self, state: State) -> State:
        return DONE.at(gain(state, current(state).selector, BONUS, ACTIONS["isolation"]))


ISOLATION = (Begin(),)
