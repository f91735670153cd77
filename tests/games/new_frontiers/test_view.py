"""Tests of a player's view: it has no goal that another player has face down (rulebook p. 11)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.seat_view import view
from companion.games.new_frontiers.rules.state import Doing, State
from tests.games.new_frontiers.tables import start


def with_secrets() -> State:
    state = start(3, goals="yes")
    state = state.with_empire(1, replace(state.empires[1], hidden_goal="G4", goals=("G1",)))
    return replace(state, goal_stack=("", "G2", "G3", "", "", ""))


def test_the_holder_sees_the_goal_and_nobody_else_does() -> None:
    state = with_secrets()
    assert view(state, 1).empires[1].hidden_goal == "G4"
    for other in (0, 2, None):
        seen = view(state, other)
        assert "G4" not in repr(seen)
        assert seen.empires[1].hidden_goal is not None, "that a goal lies there is no secret"
        assert seen.empires[1].goals == ("G1",)


def test_nobody_sees_the_stack_but_its_height() -> None:
    state = with_secrets()
    for viewer in (0, 1, 2, None):
        seen = view(state, viewer)
        assert len(seen.goal_stack) == 6
        assert not {"G2", "G3"} & set(seen.goal_stack)


def test_goals_drawn_are_for_the_selecting_players_eyes() -> None:
    drawn = ("G5", "G6", "G7")
    doing = Doing("goals", selector=2, order=(2, 0, 1), stage="keep", goals=drawn)
    state = replace(with_secrets(), doing=doing)
    seen = view(state, 2).doing
    assert seen is not None
    assert seen.goals == drawn
    for other in (0, 1, None):
        assert not set(drawn) & set(repr(view(state, other)).replace("'", " ").split())


def test_nothing_else_is_hidden_and_at_the_end_nothing_at_all() -> None:
    plain = start(4)
    assert all(view(plain, viewer) == plain for viewer in (0, 3, None))
    over = replace(with_secrets(), over=True)
    assert view(over, None) == over
