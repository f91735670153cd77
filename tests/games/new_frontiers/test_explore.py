"""Tests of Explore and the nine-world limit, p. 6."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.actions.explore import DrawWorlds, PickWorld
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.world_limit import ReturnWorld
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    draw,
    explored,
    give,
    plain,
    play,
    refused,
    select,
    world,
)


def _drawn(state: State) -> State:
    return draw(select(state, "explore"))


def _picks(state: State) -> State:
    """Each player picks the first world that lies in the middle."""
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
        if state.doing is None:
            break
    return state


def test_seven_worlds_are_drawn_from_the_bag_p6() -> None:
    state = select(plain(3), "explore")
    (question,) = GAME.questions(state)
    assert question.player is None
    assert question.draw is not None
    assert question.text == "Draw 7 worlds from the bag into the middle."
    assert question.draw.count == 7
    assert set(question.draw.pool) == set(state.bag)
    assert GAME.options(state, None) == ()
    state = draw(state)
    assert len(state.center) == 7
    assert len(state.bag) == 53
    assert not set(state.center) & set(state.bag)


def test_each_picks_one_in_player_order_then_the_selecting_player_a_second_p6() -> None:
    state = _drawn(plain(3))
    order = []
    while state.doing is not None:
        player, kind = asked(state)
        assert kind == "pick-world"
        order.append(player)
        assert [d.world for d in answers(state) if isinstance(d, PickWorld)] == list(state.center)
        state = play(state, PickWorld(player, state.center[-1]))
    assert order == [0, 1, 2, 0]
    assert [len(empire.explored) for empire in state.empires] == [2, 1, 1]


def test_what_is_left_goes_back_into_the_bag_p6() -> None:
    state = _picks(_drawn(plain(3)))
    assert state.center == ()
    assert len(state.bag) == 56


def test_only_a_world_in_the_middle_can_be_picked_p6() -> None:
    state = _drawn(plain(3))
    assert NO_ANSWER in refused(state, PickWorld(0, state.bag[0]))
    refused(state, Pass(0))


def test_a_draw_must_be_of_worlds_in_the_bag_each_once_and_as_many_as_asked_p6() -> None:
    state = select(plain(2), "explore")
    bag = state.bag
    refused(state, DrawWorlds(None, bag[:6]))
    refused(state, DrawWorlds(None, bag[:6] + bag[:1]))
    refused(state, DrawWorlds(None, bag[:7] + bag[:1]))
    refused(state, DrawWorlds(None, (*bag[:6], "P0")))
    refused(state, DrawWorlds(0, bag[:7]))
    refused(state, PickWorld(0, bag[0]))


def test_an_extra_draw_comes_after_all_picks_and_before_the_rest_returns_p6() -> None:
    state = give(plain(2), 1, development("Survey", "Explore: draw 1 world"))
    state = _picks(_drawn(state))
    assert len(state.center) == 4
    (question,) = GAME.questions(state)
    assert question.draw is not None
    assert question.text == "Yellow draws 1 world from the bag."
    assert question.draw.count == 1
    assert not set(state.center) & set(question.draw.pool)
    state = draw(state)
    assert state.doing is None
    assert len(state.empires[1].explored) == 2
    assert len(state.bag) == 60 - 4


def test_extra_draws_add_up_and_those_of_several_players_come_in_order_p6() -> None:
    state = give(plain(2), 0, development("A", "Explore: draw 1 world"), world("B", "Explore: draw 2 worlds"))
    state = give(state, 1, development("C", "Explore: draw 1 world"))
    state = _picks(_drawn(state))
    assert state.doing is not None
    assert (state.doing.player, state.doing.draw) == (0, 3)
    state = draw(state)
    assert state.doing is not None
    assert (state.doing.player, state.doing.draw) == (1, 1)
    state = draw(state)
    assert [len(empire.explored) for empire in state.empires] == [5, 2]


def test_an_explore_power_gains_once_an_action_p6() -> None:
    state = give(plain(2), 1, world("A", "Explore: gain 1 colonist"), world("B", "Explore: gain $1"))
    state = give(state, 1, development("M", "Explore: a line that only people understand"))
    before = state.empires[1].credits
    state = _picks(_drawn(state))
    assert state.empires[1].colonists == 1
    assert state.empires[1].credits == before + 1
    assert state.empires[0].colonists == 0


def test_a_world_that_is_only_explored_has_no_powers_p6() -> None:
    state = explored(plain(2), 0, world("A", "Explore: gain $1"))
    before = state.empires[0].credits
    assert _picks(_drawn(state)).empires[0].credits == before


def test_of_more_than_nine_worlds_and_colonies_the_player_chooses_which_return_p6() -> None:
    state = explored(plain(2), 0, *(world(f"E{n}") for n in range(7)))
    state = _picks(_drawn(state))
    assert asked(state) == (0, "return-world")
    assert {d.world for d in answers(state) if isinstance(d, ReturnWorld)} == set(state.empires[0].explored)
    bag = len(state.bag)
    state = play(state, ReturnWorld(0, "E3"))
    assert state.doing is None
    assert "E3" in state.bag
    assert len(state.bag) == bag + 1
    assert len(state.empires[0].explored) + len(state.empires[0].colonies) == 9


def test_the_home_counts_among_the_nine_p6() -> None:
    state = explored(plain(2), 0, *(world(f"E{n}") for n in range(6)))
    assert _picks(_drawn(state)).doing is None


def test_each_excess_world_is_a_choice_and_colonies_never_return_p6() -> None:
    state = explored(plain(2), 0, *(world(f"E{n}") for n in range(9)))
    state = _picks(_drawn(state))
    for _ in range(3):
        assert asked(state) == (0, "return-world")
        assert "explored" in refused(state, ReturnWorld(0, "P0"))
        assert NO_ANSWER in refused(state, Pass(0))
        state = play(state, ReturnWorld(0, state.empires[0].explored[0]))
    assert state.doing is None


def test_when_the_bag_runs_out_there_are_fewer_to_draw_and_the_last_get_none_p11() -> None:
    state = plain(3)
    state = replace(state, bag=state.bag[:2])
    state = select(state, "explore")
    assert state.doing is not None
    assert state.doing.draw == 2
    state = _picks(draw(state))
    assert state.doing is None
    assert [len(empire.explored) for empire in state.empires] == [1, 1, 0]


def test_an_empty_bag_makes_an_empty_explore_p11() -> None:
    state = select(replace(plain(3), bag=()), "explore")
    assert state.doing is None
    assert asked(state) == (1, "select-action")


def test_an_extra_draw_finds_an_empty_bag_p11() -> None:
    state = give(plain(2), 1, development("Survey", "Explore: draw 2 worlds"))
    state = _picks(draw(select(replace(state, bag=state.bag[:8]), "explore")))
    assert state.doing is not None
    assert state.doing.draw == 1
    assert len(draw(state).empires[1].explored) == 2
