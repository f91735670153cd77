"""A player's view of a state: everything but the goals that others keep face down, and the goal stack
(p. 11).

Credits and VP chips are public (p. 10), and so is which tiles are left in the bag; only their order there
is chance, and the state has none.
"""

from __future__ import annotations

from companion.games.new_frontiers.rules.fact_values import with_goals
from companion.games.new_frontiers.rules.state import Doing, Empire, State

SECRET = "?"
"""Stands for a goal that exists, but that the viewer may not know."""


def view(state: State, player: int | None) -> State:
    """The state as `player` may know it; None: as it lies open to all. When the game is over, all is open."""
    if state.over or not with_goals(state):
        return state
    return state.changed(
        empires=tuple(_empire(empire, seat == player) for seat, empire in enumerate(state.empires)),
        goal_stack=(SECRET,) * len(state.goal_stack),
        doing=None if state.doing is None else _doing(state.doing, player),
    )


def _empire(empire: Empire, own: bool) -> Empire:
    return empire if own or empire.hidden_goal is None else empire.changed(hidden_goal=SECRET)


def _doing(doing: Doing, player: int | None) -> Doing:
    """The goals drawn to choose from are for the selecting player's eyes."""
    if not doing.goals or doing.selector == player:
        return doing
    return doing.changed(goals=(SECRET,) * len(doing.goals))
