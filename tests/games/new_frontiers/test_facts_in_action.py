"""Tests of corrections in the middle of an action: further questions follow from the corrected facts."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.goals import DrawGoals
from companion.games.new_frontiers.rules.checks import check
from companion.games.new_frontiers.rules.fact_values import UNSEEN
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start
from tests.games.new_frontiers.test_facts import corrected, value


def asked(state: State) -> list[str]:
    return [question.kind for question in NEW_FRONTIERS.questions(state)]


def test_goals_are_overruled_while_one_is_being_kept_too() -> None:
    state = NEW_FRONTIERS.play(start(2, goals="yes"), SelectAction(start(2).disks[0].player, "goals"))
    who = state.disks[0].player
    state = corrected(state, "goal/G7", "face up with green")
    state = NEW_FRONTIERS.play(state, DrawGoals(None, ("G1", "G2", "G3")))
    assert value(state, "goal/G2") == UNSEEN, "what is drawn is the selecting player's to know"
    state = corrected(state, "goal/G2", "face up with blue")
    assert (state.empires[0].goals, state.empires[1].goals) == (("G2",), ("G7",))
    assert check(state) == ()
    kept = {option.tile for option in NEW_FRONTIERS.options(state, who)}
    assert kept == {"G1", "G3"}
    state = corrected(corrected(state, "goal/G1", "face up with blue"), "goal/G3", "face up with blue")
    assert state.doing is None, "no goal is left to keep"
    assert check(state) == ()


def test_a_goal_that_was_still_to_be_drawn_is_not_drawn() -> None:
    state = replace(start(2, goals="yes"), goal_stack=("", "", "G6"))
    state = state.with_empire(0, replace(state.empires[0], goals=("G1", "G2", "G3", "G4", "G5")))
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "goals"))
    state = corrected(state, "goal/G8", "face up with green")
    (question,) = NEW_FRONTIERS.questions(state)
    assert question.draw is not None
    assert (question.draw.count, question.draw.pool) == (1, ("G7",))
    state = corrected(state, "goal/G7", "face up with green")
    (question,) = NEW_FRONTIERS.questions(state)
    assert question.kind == "keep-goal"
    assert check(state) == ()


def test_a_draw_asks_for_no_more_worlds_than_a_correction_leaves_in_the_bag() -> None:
    state = start(2)
    first = state.disks[0].player
    few = NEW_FRONTIERS.play(replace(state, bag=state.bag[:7]), SelectAction(first, "explore"))
    few = corrected(few, f"world/{few.bag[0]}", "explored by blue")
    (question,) = NEW_FRONTIERS.questions(few)
    assert question.draw is not None
    assert (question.draw.count, set(question.draw.pool)) == (6, set(few.bag))
    one = NEW_FRONTIERS.play(replace(state, bag=state.bag[:1]), SelectAction(first, "explore"))
    assert asked(one) == ["draw-worlds"]
    none = corrected(one, f"world/{one.bag[0]}", "explored by blue")
    assert asked(none) == ["select-action"]
    eight = NEW_FRONTIERS.play(replace(state, bag=state.bag[:8]), SelectAction(first, "explore"))
    (question,) = NEW_FRONTIERS.questions(corrected(eight, f"world/{eight.bag[0]}", "explored by blue"))
    assert question.draw is not None
    assert question.draw.count == 7


def test_a_goal_turned_up_by_a_correction_is_no_longer_asked_about() -> None:
    state = corrected(start(2, goals="yes"), "goal/G6", "face down with blue")
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "explore"))
    assert asked(state) == ["reveal-goal"]
    other = corrected(state, "credits/0", 9)
    assert asked(other) == ["reveal-goal"]
    assert asked(corrected(state, "goal/G6", "face up with blue")) == ["draw-worlds"]
