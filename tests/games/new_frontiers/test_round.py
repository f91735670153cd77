"""Tests of selecting actions, the priority track, and the end of a round, p. 4 and 9."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Illegal
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.actions.explore import DrawWorlds, PickWorld
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import Disk, State
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    drawn,
    options,
    plain,
    play,
    refused,
    select,
)


def _bonus_round(state: State) -> State:
    """Each player selects a tile with a bonus only, or passes Develop."""
    state = select(state, "isolation")
    state = select(state, "envoys")
    state = select(state, "develop")
    while state.doing is not None:
        state = play(state, Pass(asked(state)[0]))
    return state


def test_the_first_player_selects_first_p4() -> None:
    state = plain(3)
    assert asked(state) == (0, "select-action")
    assert len(options(state)) == 7


def test_all_do_the_action_in_order_from_the_selecting_player_p4() -> None:
    state = select(plain(3), "develop")
    order = []
    while state.doing is not None:
        order.append(asked(state)[0])
        state = play(state, Pass(asked(state)[0]))
    assert order == [0, 1, 2]
    assert asked(state) == (1, "select-action")


def test_the_order_wraps_around_the_track_p4_example() -> None:
    """Third action, by Green: done by Green, Yellow (the fourth), then the two who selected before."""
    state = plain(4)
    state = play(select(state, "develop"), *(Pass(player) for player in range(4)))
    state = select(state, "isolation")
    state = select(state, "settle")
    order = []
    while state.doing is not None:
        order.append(asked(state)[0])
        state = play(state, TakeColonists(asked(state)[0]))
    assert order == [2, 3, 0, 1]


def test_a_tile_is_selected_once_a_round_p4() -> None:
    state = select(plain(3), "isolation")
    assert SelectAction(1, "isolation") not in answers(state)
    assert "Red" in refused(state, SelectAction(1, "isolation"))
    assert len(options(state)) == 6


def test_the_disk_moves_half_while_the_action_is_done_and_then_fully_p4() -> None:
    state = select(plain(3), "develop")
    assert state.disks == (Disk(0, half=True), Disk(1), Disk(2))
    for player in range(3):
        state = play(state, Pass(player))
    assert state.disks == (Disk(0, done=True), Disk(1), Disk(2))


def test_nobody_else_may_answer_p4() -> None:
    assert "Red" in refused(plain(3), SelectAction(1, "develop"))
    state = select(plain(3), "develop")
    assert "Red" in refused(state, Pass(1))


def test_an_action_is_finished_before_the_next_is_selected_p4() -> None:
    state = select(plain(3), "develop")
    assert NO_ANSWER in refused(state, SelectAction(0, "settle"))


def test_a_round_ends_when_each_player_has_selected_p4() -> None:
    state = _bonus_round(plain(3))
    assert state.round == 2
    assert all(tile.selected_by is None for tile in state.actions)
    assert not any(disk.done or disk.half for disk in state.disks)


def test_produce_gets_a_credit_at_the_end_of_each_round_in_which_nobody_selects_it_p4_p9() -> None:
    state = plain(3)
    for credits in (1, 2, 3):
        state = _bonus_round(state)
        assert [tile.credits for tile in state.actions if tile.name == "produce"] == [credits]
    assert all(tile.credits == 0 for tile in state.actions if tile.name != "produce")


def test_produce_gets_no_credit_in_a_round_in_which_it_was_selected_p4() -> None:
    state = select(plain(3), "produce")
    state = select(select(state, "isolation"), "envoys")
    assert [tile.credits for tile in state.actions if tile.name == "produce"] == [0]


def test_the_order_stays_from_round_to_round_p4() -> None:
    state = select(plain(3), "isolation")
    for action in ("develop", "settle"):
        state = select(state, action)
        while state.doing is not None:
            player = asked(state)[0]
            state = play(state, Pass(player) if action == "develop" else TakeColonists(player))
    assert state.round == 2
    assert [disk.player for disk in state.disks] == [0, 1, 2]


def test_two_players_select_two_actions_each_p4() -> None:
    state = plain(2)
    selecting = []
    for action in ("isolation", "develop", "settle", "produce"):
        selecting.append(asked(state)[0])
        state = select(state, action)
        while state.doing is not None:
            player = asked(state)[0]
            state = play(state, Pass(player) if action == "develop" else TakeColonists(player))
        if len(selecting) < 4:
            assert state.round == 1
    assert selecting == [0, 1, 0, 1]
    assert state.round == 2


def test_two_players_do_each_action_once_each_p4() -> None:
    state = select(plain(2), "develop")
    assert state.doing is not None
    assert state.doing.order == (0, 1)
    state = select(play(state, Pass(0), Pass(1)), "explore")
    assert state.doing is not None
    assert state.doing.order == (1, 0)


def test_an_answer_to_another_question_is_refused() -> None:
    assert "action tile" in refused(plain(2), Pass(0))
    state = select(plain(2), "develop")
    refused(state, PickWorld(0, state.bag[0]))
    refused(state, TakeColonists(0))


def test_only_what_is_asked_for_is_drawn() -> None:
    drawing = select(plain(2), "explore")
    assert drawn(drawing, drawing.bag[:7]) == DrawWorlds(None, drawing.bag[:7])
    for state in (plain(2), select(plain(2), "develop"), replace(drawing, over=True)):
        with pytest.raises(Illegal):
            check_legal(GAME, state, DrawWorlds(None, state.bag[:7]))


def test_an_unknown_action_tile_is_refused() -> None:
    assert NO_ANSWER in refused(plain(2), SelectAction(0, "goals"))


def test_nothing_is_asked_and_nothing_accepted_after_the_game() -> None:
    state = replace(plain(2), over=True)
    assert GAME.questions(state) == ()
    assert GAME.options(state, 0) == ()
    assert GAME.refusals(state, 0) == ()


def test_refusals_name_the_tiles_already_selected_and_by_whom() -> None:
    state = select(plain(3), "isolation")
    (refusal,) = GAME.refusals(state, 1)
    assert refusal.words == "Retreat into Isolation"
    assert "Red" in refusal.sentence
    assert GAME.refusals(state, 2) == ()
