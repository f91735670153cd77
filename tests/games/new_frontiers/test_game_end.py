"""Tests of the end of the game, p. 9."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Illegal
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.rules.revealing import KeepHidden
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from tests.games.new_frontiers.build import GAME, explored, give, plain, play, select, world


def _ending(players: int = 3) -> State:
    return replace(plain(players), endings=("a player has more than 7 colonies",))


def test_the_round_is_finished_before_the_game_ends_p9() -> None:
    state = _ending()
    for action in ("isolation", "produce"):
        state = select(state, action)
        assert not GAME.phase(state).over
    state = select(state, "envoys")
    assert GAME.phase(state).over
    assert GAME.questions(state) == ()
    with pytest.raises(Illegal, match="over"):
        check_legal(GAME, state, SelectAction(0, "develop"))


def test_with_two_players_all_four_selections_are_finished_p4_p9() -> None:
    state = _ending(2)
    for action in ("isolation", "produce", "envoys"):
        state = select(state, action)
        assert not GAME.phase(state).over
    assert GAME.phase(select(state, "trade-consume")).over


def test_no_credit_is_added_to_produce_when_the_game_has_ended_p9() -> None:
    state = _ending()
    for action in ("isolation", "trade-consume", "envoys"):
        state = select(state, action)
    assert GAME.phase(state).over
    assert all(tile.credits == 0 for tile in state.actions)
    assert GAME.phase(state).round == 1


def test_explored_worlds_are_removed_before_scoring_and_a_goal_is_turned_up_p9() -> None:
    state = give(explored(_ending(), 0, world("A")), 1, hidden_goal="G1")
    for action in ("isolation", "produce", "envoys"):
        state = select(state, action)
        if state.doing is not None:
            state = play(state, KeepHidden(1))
    assert state.empires[0].explored == ()
    assert "A" in state.bag
    assert state.empires[1].goals == ("G1",)
    assert state.empires[1].hidden_goal is None


def test_the_end_is_named_p9() -> None:
    assert GAME.phase(_ending()).endings == ("a player has more than 7 colonies",)
