"""Tests of Chart Galactic Goals and the stockpile goals, p. 11 and 12."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.goals import DrawGoals, KeepGoal
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.revealing import KeepHidden, RevealGoal
from companion.games.new_frontiers.rules.settling import CREDITS
from companion.games.new_frontiers.rules.state import State, Stockpile
from companion.games.new_frontiers.rules.world_limit import ReturnWorld, StockpileWorld
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


def _game(players: int = 3) -> State:
    return plain(players, goals="yes")


def _goal(state: State, measure: str) -> str:
    return next(id for id, goal in state.catalogue.goals.items() if goal.measure == measure)


def _charted(state: State, *goals: str) -> State:
    """The selecting player charts, and draws these goals."""
    return play(select(state, "goals"), DrawGoals(None, goals))


def test_the_selecting_player_gains_a_credit_and_draws_three_goals_p11() -> None:
    state = _game()
    credits = state.empires[0].credits
    state = select(state, "goals")
    assert state.empires[0].credits == credits + 1
    (question,) = GAME.questions(state)
    assert question.player is None
    assert question.secret
    assert question.draw is not None
    assert question.draw.count == 3
    assert set(question.draw.pool) == set(state.catalogue.goals)
    state = play(state, DrawGoals(None, ("G1", "G2", "G3")))
    assert asked(state) == (0, "keep-goal")
    assert GAME.questions(state)[0].secret


def test_one_is_kept_face_down_and_two_go_to_the_bottom_in_the_order_chosen_p11() -> None:
    state = _charted(_game(), "G1", "G2", "G3")
    assert len(answers(state)) == 6
    refused(state, KeepGoal(0, "G4", ("G1", "G2")))
    refused(state, KeepGoal(0, "G1", ("G2",)))
    refused(state, Pass(0))
    state = play(state, KeepGoal(0, "G2", ("G3", "G1")))
    assert state.empires[0].hidden_goal == "G2"
    assert state.goal_stack == ("", "", "", "", "", "G3", "G1")
    assert state.doing is None


def test_goals_drawn_must_be_unseen_and_as_many_as_asked_p11() -> None:
    state = select(_game(), "goals")
    refused(state, DrawGoals(None, ("G1", "G2")))
    refused(state, DrawGoals(None, ("G1", "G1", "G2")))
    refused(state, DrawGoals(None, ("G1", "G2", "W01")))


def test_one_position_forward_on_the_track_p11() -> None:
    state = play(select(_game(4), "develop"), *(Pass(n) for n in range(4)))
    state = select(state, "produce")
    state = select(state, "goals")
    assert [disk.player for disk in state.disks] == [0, 2, 1, 3]


def test_the_first_player_stays_first_p11() -> None:
    assert [disk.player for disk in select(_game(), "goals").disks] == [0, 1, 2]


def test_charting_turns_the_previous_goal_of_any_player_up_p11() -> None:
    state = play(_charted(_game(), "G1", "G2", "G3"), KeepGoal(0, "G1", ("G2", "G3")))
    state = select(state, "envoys")
    state = play(select(state, "develop"), Pass(2), Pass(1), Pass(0))
    assert state.round == 2
    state = play(_charted(state, "G4", "G5", "G6"), KeepGoal(1, "G4", ("G5", "G6")))
    assert state.empires[0].goals == ("G1",)
    assert state.empires[0].hidden_goal is None
    assert state.empires[1].hidden_goal == "G4"


def test_ones_own_previous_goal_is_turned_up_too_p11() -> None:
    state = give(_game(), 0, hidden_goal="G8")
    state = play(_charted(state, "G1", "G2", "G3"), KeepGoal(0, "G1", ("G2", "G3")))
    assert state.empires[0].goals == ("G8",)
    assert state.empires[0].hidden_goal == "G1"


def test_goals_returned_come_up_again_known_p11() -> None:
    state = replace(_game(), goal_stack=("", "G2", "G3", "G4"))
    state = give(state, 1, goals=("G1", "G6", "G7", "G8"))
    state = select(state, "goals")
    (question,) = GAME.questions(state)
    assert question.draw is not None
    assert (question.draw.count, question.draw.pool) == (1, ("G5",))
    state = play(state, DrawGoals(None, ("G5",)))
    state = play(state, KeepGoal(0, "G3", ("G5", "G2")))
    assert state.goal_stack == ("G4", "G5", "G2")


def test_fewer_than_three_goals_are_all_drawn_p11() -> None:
    state = select(replace(_game(), goal_stack=("G2", "G3")), "goals")
    assert answers(state) == [KeepGoal(0, "G2", ("G3",)), KeepGoal(0, "G3", ("G2",))]
    state = play(state, KeepGoal(0, "G2", ("G3",)))
    assert state.goal_stack == ("G3",)
    state = select(give(replace(_game(), goal_stack=()), 1, hidden_goal="G8"), "goals")
    assert state.doing is None
    assert state.empires[0].credits == 4
    assert state.empires[1].hidden_goal == "G8"


# --- turning a stockpile goal up ------------------------------------------------------------------------


def _holding(measure: str, player: int = 1) -> State:
    state = _game()
    return give(state, player, hidden_goal=_goal(state, measure))


def test_a_stockpile_goal_may_be_turned_up_after_selecting_and_before_anyone_acts_p11() -> None:
    state = _holding("worlds")
    goal = state.empires[1].hidden_goal
    assert goal is not None
    state = select(state, "settle")
    assert asked(state) == (1, "reveal-goal")
    assert state.empires[0].colonists == 0
    assert answers(state) == [KeepHidden(1), RevealGoal(1, goal)]
    turned = play(state, RevealGoal(1, goal))
    assert turned.empires[1].goals == (goal,)
    assert turned.empires[1].hidden_goal is None
    assert asked(turned) == (0, "settle")
    kept = play(state, KeepHidden(1))
    assert kept.empires[1].hidden_goal == goal
    assert asked(kept) == (0, "settle")


def test_another_goal_stays_face_down_but_the_question_gives_nothing_away_p11() -> None:
    state = select(_holding("colonists"), "settle")
    assert GAME.questions(state)[0].secret
    assert answers(state) == [KeepHidden(1)]
    refused(state, RevealGoal(1, _goal(state, "colonists")))
    refused(state, RevealGoal(1, _goal(state, "worlds")))
    refused(state, TakeColonists(1))


def test_actions_without_stockpiling_do_not_wait_for_it() -> None:
    assert asked(select(_holding("worlds"), "develop")) == (0, "develop")


# --- Exploration ----------------------------------------------------------------------------------------


def _full(face_up: bool = True, robots: bool = False) -> State:
    """Seat 1 has nine worlds and colonies; seat 2 holds Exploration."""
    state = _game(2)
    goal = _goal(state, "worlds")
    state = give(state, 1, goals=(goal,) if face_up else ())
    state = explored(state, 0, *(world(f"E{n}", cost=0) for n in range(8)))
    if robots:
        state = give(state, 0, development("T", "Settle: after you settle, draw 1 world"))
    return state


def _explored_all(state: State) -> State:
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    return state


def test_one_excess_world_may_be_stockpiled_after_explore_p12() -> None:
    state = _explored_all(_full())
    assert asked(state) == (0, "return-world")
    assert StockpileWorld(0, "E1") in answers(state)
    state = play(state, StockpileWorld(0, "E1"))
    assert state.empires[0].stockpile.worlds == ("E1",)
    assert "E1" not in state.bag
    assert NO_ANSWER in refused(state, StockpileWorld(0, "E2"))
    state = play(state, ReturnWorld(0, "E2"))
    assert "E2" in state.bag
    assert state.doing is None


def test_each_player_may_stockpile_one_world_an_action_p11() -> None:
    state = explored(_full(), 1, *(world(f"F{n}", cost=0) for n in range(8)))
    state = play(_explored_all(state), StockpileWorld(0, "E1"), ReturnWorld(0, "E2"))
    assert asked(state) == (1, "return-world")
    state = play(state, StockpileWorld(1, "F3"))
    assert [empire.stockpile.worlds for empire in state.empires] == [("E1",), ("F3",)]
    assert state.doing is None


def test_the_tenth_world_of_terraforming_robots_may_be_stockpiled_p11() -> None:
    state = play(select(_full(robots=True), "settle"), SettleWorld(0, "E0", CREDITS))
    state = play(draw(state), TakeColonists(1))
    assert asked(state) == (0, "return-world")
    state = play(state, StockpileWorld(0, state.empires[0].explored[-1]))
    assert len(state.empires[0].stockpile.worlds) == 1
    assert state.doing is None


def test_without_exploration_face_up_worlds_only_return_p11() -> None:
    state = _explored_all(_full(face_up=False))
    assert answers(state, StockpileWorld) == []
    refused(state, StockpileWorld(0, "E1"))


def test_no_more_worlds_than_the_goal_lists_p11() -> None:
    state = _full()
    pile = replace(state.empires[0].stockpile, worlds=("a", "b", "c", "d"))
    assert answers(_explored_all(give(state, 0, stockpile=pile)), StockpileWorld) == []


def test_a_stockpiled_world_is_gone_from_the_bag_and_the_nine_p11() -> None:
    state = _explored_all(_full())
    state = play(state, StockpileWorld(0, "E1"), ReturnWorld(0, "E2"))
    empire = state.empires[0]
    assert len(empire.explored) + len(empire.colonies) == 9


def test_stockpiled_goods_are_neither_sold_nor_consumed_nor_spent_p11() -> None:
    pile = Stockpile(goods=("Rare", "Rare"), credits=9)
    state = give(_game(2), 0, world("V", "Consume: 1 good -> $2"), stockpile=pile)
    assert select(state, "trade-consume").doing is None
    soldiers = development("S", "Settle: spend 1 good for +3 Military")
    state = explored(give(state, 0, soldiers, colonists=1, credits=0), 0, world("A", defense=3), world("B"))
    assert answers(select(state, "settle")) == [TakeColonists(0)]
    refused(select(state, "settle"), SettleWorld(0, "B", CREDITS))
