"""Tests of the setting "fewer steps": forced steps are done, and the hidden goal is asked about once."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.revealing import KeepHidden
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from tests.games.new_frontiers.build import (
    GAME,
    answers,
    asked,
    development,
    explored,
    for_sale,
    give,
    plain,
    play,
    select,
    world,
)


def fewer(players: int = 3, **options: str) -> State:
    return plain(players, steps="fewer", **options)


def test_who_can_buy_nothing_is_not_asked_in_develop_p5() -> None:
    state = select(for_sale(fewer(), development("A", cost=8)), "develop")
    assert state.doing is None, "nobody can pay 8"
    said = GAME.words(for_sale(fewer(), development("A", cost=8)), SelectAction(0, "develop"))
    assert said == "Red selects Develop (Red: buys nothing; Yellow: buys nothing; Green: buys nothing)"
    state = for_sale(fewer(), development("A", cost=8))
    rich = state.with_empire(2, replace(state.empires[2], credits=9))
    assert asked(select(rich, "develop")) == (2, "develop")
    assert asked(select(for_sale(plain(3), development("A", cost=8)), "develop")) == (0, "develop")


def test_who_can_settle_nothing_gains_colonists_and_is_told_p6() -> None:
    state = give(explored(fewer(), 1, world("W")), 1, colonists=1)
    after = select(state, "settle")
    assert asked(after) == (1, "settle")
    assert after.empires[0].colonists == state.empires[0].colonists + 3
    said = GAME.words(state, SelectAction(0, "settle"))
    assert said == "Red selects Settle (3 colonists)", "the bonus, and the two"
    last = play(after, TakeColonists(1))
    assert last.doing is None
    assert last.empires[2].colonists == state.empires[2].colonists + 2


def test_nothing_is_done_for_a_player_who_can_choose() -> None:
    state = explored(fewer(2), 0, world("W"))
    assert len(answers(select(state, "settle"))) == 2


def test_the_face_down_goal_is_asked_about_once_a_round_p11() -> None:
    state = fewer(3, goals="yes")
    state = state.with_empire(1, replace(state.empires[1], hidden_goal="G5"))
    state = select(state, "produce")
    assert asked(state) == (1, "reveal-goal")
    state = play(state, KeepHidden(1))
    state = select(state, "trade-consume")
    assert state.doing is None or state.doing.stage != "reveal"
    anew = replace(state, round=state.round + 1)
    assert asked(select(anew, "settle")) == (1, "reveal-goal")


def test_each_step_is_asked_where_the_table_wants_it_so() -> None:
    state = plain(3, goals="yes", steps="each")
    state = state.with_empire(1, replace(state.empires[1], hidden_goal="G5"))
    for action in ("produce", "trade-consume"):
        state = select(state, action)
        assert asked(state) == (1, "reveal-goal")
        state = play(state, KeepHidden(1))
