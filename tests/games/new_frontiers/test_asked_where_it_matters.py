"""Tests of tables of today: nothing is asked twice, or where it cannot matter; and what is said."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.contract import Correction, Setup
from companion.games.new_frontiers.rules.actions.consume import ConsumeAll, SkipConsume, UseConsumePower
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.goals import KeepGoal
from companion.games.new_frontiers.rules.endings import ENDED_BY_HAND, FEW_COLONISTS
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.revealing import KeepHidden, KeepHiddenForGood, RevealGoal
from companion.games.new_frontiers.rules.round_end import end_round
from companion.games.new_frontiers.rules.setup import ASKED_WHERE_IT_MATTERS
from companion.games.new_frontiers.rules.spending import SpendGoods
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game
from tests.games.new_frontiers.build import (
    GAME,
    answers,
    asked,
    development,
    explored,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)

TODAY = dict([ASKED_WHERE_IT_MATTERS])


def today(players: int = 3, **options: str) -> State:
    return plain(players, steps="fewer", **TODAY, **options)


def holding(state: State, goal: str, player: int = 1) -> State:
    return state.with_empire(player, replace(state.empires[player], hidden_goal=goal))


def with_a_good(state: State, player: int = 0) -> State:
    state = give(state, player, world("W", kind="Genes", good="production"))
    return good_on(state, player, "W", "Genes")


def test_new_tables_say_it_and_older_ones_replay_without() -> None:
    assert ASKED_WHERE_IT_MATTERS in new_game(GAME, 2, (), Random(1)).setup.options
    assert ASKED_WHERE_IT_MATTERS in Setup(()).stating((), GAME.marks).options
    assert ASKED_WHERE_IT_MATTERS not in plain(2).setup.options


# --- the face-down goal (p. 11) -------------------------------------------------------------------------


def test_the_goal_is_asked_about_after_each_selection_in_which_it_may_count() -> None:
    state = holding(with_a_good(today(goals="yes")), "G7")
    first = select(state, "explore")
    assert asked(first) == (1, "reveal-goal")
    after = replace(play(first, KeepHidden(1)), doing=None)
    assert asked(select(after, "trade-consume")) == (1, "reveal-goal"), "Tax on Trade counts here"
    likely = {type(one.decision): one.likely for one in GAME.options(first, 1)}
    assert likely[RevealGoal] < likely[KeepHiddenForGood] < likely[KeepHidden]
    trade = select(after, "trade-consume")
    turned = play(trade, RevealGoal(1, "G7"))
    assert turned.empires[1].goals == ("G7",)


@pytest.mark.parametrize("hidden", ["G1", "G5", "G6", "G7", "G8"])
def test_whoever_holds_any_goal_is_asked_the_same_so_that_it_gives_nothing_away(hidden: str) -> None:
    state = with_a_good(today(goals="yes"))
    for action in ("explore", "produce", "trade-consume", "settle", "develop"):
        told = [asked(select(holding(state, goal), action)) for goal in (hidden, "G2")]
        assert told[0] == told[1], action
        seen = [GAME.view(select(holding(state, goal), action), 0) for goal in (hidden, "G2")]
        assert seen[0] == seen[1], action


def test_nobody_is_stopped_where_nothing_could_be_stockpiled() -> None:
    state = holding(today(goals="yes"), "G5")
    assert asked(select(state, "trade-consume")) != (1, "reveal-goal"), "no good could be sold"
    assert asked(select(state, "settle")) != (1, "reveal-goal"), "no power of Settle draws a tenth world"
    drawing = give(state, 2, development("T", "Settle: after you settle, draw 1 world"))
    assert asked(select(drawing, "settle")) == (1, "reveal-goal")
    open_already = replace(with_a_good(state).empires[0], goals=("G7",))
    assert asked(select(with_a_good(state).with_empire(0, open_already), "trade-consume"))[1] != "reveal-goal"


def test_who_wants_to_be_asked_no_more_is_not_until_there_is_another_goal() -> None:
    state = select(holding(today(goals="yes"), "G1"), "produce")
    assert asked(state) == (1, "reveal-goal")
    assert GAME.words(state, KeepHiddenForGood(1)) == "Yellow leaves the goal face down from now on"
    state = replace(play(state, KeepHiddenForGood(1)), doing=None)
    assert asked(select(state, "explore"))[1] != "reveal-goal"
    later = select(replace(state, round=state.round + 1), "explore")
    assert asked(later)[1] != "reveal-goal"
    goals = select(state, "goals")
    draw = GAME.questions(goals)[0]
    goals = play(goals, GAME.answer(goals, draw, ("G2", "G3", "G4")))
    keep = answers(goals, KeepGoal)[0]
    assert asked(select(replace(play(goals, keep), doing=None), "explore"))[1] == "reveal-goal"


# --- what cannot be otherwise (p. 7, 8) -----------------------------------------------------------------


def test_the_only_way_to_consume_is_done_and_told() -> None:
    state = give(with_a_good(today(2)), 0, development("C", "Consume: 1 Genes good -> 2 VP"))
    state = select(state, "trade-consume")
    assert asked(state) == (0, "trade")
    sell_nothing = next(one.decision for one in GAME.options(state, 0) if one.decision.do == "no-trade")
    assert GAME.words(state, sell_nothing) == "Red sells nothing (2 VP)"
    after = play(state, sell_nothing)
    assert after.empires[0].chips == state.empires[0].chips + 2
    assert after.doing is None


def test_one_way_that_may_be_left_is_one_answer_and_the_leaving_another() -> None:
    state = give(with_a_good(today(2)), 0, development("C", "Consume: may 1 Genes good -> 2 VP"))
    state = select(state, "trade-consume")
    state = play(state, next(o.decision for o in GAME.options(state, 0) if o.decision.do == "no-trade"))
    assert answers(state) == [UseConsumePower(0, "C", 0, ("W",)), SkipConsume(0)]


def test_of_several_ways_the_best_order_is_still_offered() -> None:
    state = give(with_a_good(today(2)), 0, *(development(d, "Consume: 1 good -> 1 VP") for d in "CD"))
    state = select(state, "trade-consume")
    state = play(state, next(o.decision for o in GAME.options(state, 0) if o.decision.do == "no-trade"))
    assert len(answers(state, ConsumeAll)) == 1
    assert len(answers(state, UseConsumePower)) == 2


def test_nobody_is_stopped_to_refuse_a_useless_spend() -> None:
    state = give(with_a_good(today(2)), 0, development("S", "Settle: spend 1 good for +3 Military"))
    after = select(state, "settle")
    assert after.doing is None
    assert after.empires[0].colonists > state.empires[0].colonists
    assert after.empires[0].colonies[-1].good == "Genes"
    # Where a world can be settled by it, or a power counts what an emptied colony produces, it is asked.
    assert asked(select(explored(state, 0, world("A", defense=3)), "settle")) == (0, "settle")
    counting = give(state, 0, development("P", "Produce: gain $2 if you produced the most Rare goods"))
    assert SpendGoods(0, "S", 0, ("W",)) in answers(select(counting, "settle"))


def test_what_is_never_useful_is_offered_as_seldom() -> None:
    """Pages show it behind "More"."""
    state = give(with_a_good(today(2)), 0, development("S", "Settle: spend 1 good for +3 Military"))
    asked_anyway = select(explored(state, 0, world("A", cost=0)), "settle")
    seldom = [one.decision for one in GAME.options(asked_anyway, 0) if one.seldom]
    assert seldom == [SpendGoods(0, "S", 0, ("W",))]
    counting = give(state, 0, development("P", "Produce: gain $2 if you produced the most Rare goods"))
    assert not any(one.seldom for one in GAME.options(select(counting, "settle"), 0))
    holder = holding(with_a_good(today(goals="yes")), "G7")
    for action, is_seldom in (("explore", True), ("trade-consume", False)):
        options = GAME.options(select(holder, action), 1)
        turned = next(one for one in options if isinstance(one.decision, RevealGoal))
        assert turned.seldom == is_seldom


def test_together_nobody_is_asked_for_a_single_answer() -> None:
    state = today(3, turns="together")
    state = explored(explored(state, 0, world("A")), 2, world("B"))
    state = replace(state, empires=tuple(replace(e, colonists=2) for e in state.empires))
    after = select(state, "settle")
    assert [question.player for question in GAME.questions(after)] == [0, 2]
    assert after.empires[1].colonists == 4


# --- what is said ---------------------------------------------------------------------------------------


def test_worlds_that_go_back_into_the_bag_are_said_p6() -> None:
    def second_pick(state: State) -> tuple[State, PickWorld]:
        state = select(state, "explore")
        draw = GAME.questions(state)[0]
        assert draw.draw is not None
        state = play(state, GAME.answer(state, draw, draw.draw.pool[:7]))
        for _player in range(2):
            state = play(state, answers(state, PickWorld)[0])
        pick = answers(state, PickWorld)[0]
        assert isinstance(pick, PickWorld)
        return state, pick

    state, pick = second_pick(today(2))
    assert GAME.words(state, pick).endswith("; the 4 worlds left go back into the bag")
    drawing = give(today(2), 1, development("T", "Explore: draw 1 world"))
    state, pick = second_pick(drawing)
    assert "; after the Explore powers the 4 worlds left go back into the bag" in GAME.words(state, pick)
    old, pick = second_pick(plain(2, steps="fewer"))
    assert "bag" not in GAME.words(old, pick)


def test_the_world_that_engineers_replace_goes_back_and_one_good_is_one_p7() -> None:
    line = "Settle: may replace a non-military colony, same kind, cost 0-3 higher"
    state = give(today(2), 0, world("Old", cost=1), development("E", line))
    state = select(explored(state, 0, world("New", cost=3)), "settle")
    replacing = ReplaceWithWorld(0, "Old", "New")
    said = "Red replaces Old with New; Old goes back into the bag at the end of Settle"
    assert GAME.words(state, replacing).startswith(said)
    state = play(state, replacing)
    while state.doing is not None and state.doing.action == "settle":
        state = play(state, answers(state)[-1])
    assert "Old" in state.bag
    state = explored(with_a_good(today(2)), 0, world("A", defense=3))
    state = select(give(state, 0, development("S", "Settle: spend 1 good for +3 Military")), "settle")
    assert GAME.words(state, SpendGoods(0, "S", 0, ("W",))) == "Red spends the good on W for Military with S"


# --- corrections at the end (p. 9) ----------------------------------------------------------------------


def over(**options: str) -> State:
    state = plain(3, steps="fewer", **options)
    few = replace(state.supply, colonists=3)
    held = tuple(replace(e, colonists=11) for e in state.empires[:2])
    few_left = replace(state, supply=replace(few, colonists=4), empires=(*held, state.empires[2]))
    third = replace(few_left.empires[2], colonists=36 - 4 - 22 - 3)
    ended = few_left.with_empire(2, third)
    return end_round(replace(ended, endings=(FEW_COLONISTS,)))


def corrected(state: State, path: str, value: object) -> State:
    return GAME.correct(state, Correction(path, value))


def test_a_number_told_wrongly_at_the_end_and_rightly_again_leaves_it_as_before() -> None:
    state = over(**TODAY)
    assert state.over
    wrong = corrected(state, "colonists/0", 0)
    assert wrong.over
    assert corrected(wrong, "colonists/0", 11) == state
    for value in (0, 60, 0, 11):
        state = corrected(state, "colonists/0", value)
    held = sum(e.colonists + sum(c.colonists for c in e.colonies) for e in state.empires)
    assert held + state.supply.colonists == 36
    assert GAME.check(corrected(corrected(over(**TODAY), "colonists/0", 60), "colonists/0", 11)) == ()


def test_what_takes_away_the_end_says_so_and_how_to_go_on() -> None:
    state = over(**TODAY)
    words = GAME.words(state, Correction("colonists/0", 0))
    assert "stays over: to go on, correct" in words
    wrong = corrected(state, "colonists/0", 0)
    last = next(fact for fact in GAME.facts(wrong) if fact.path == "last-round")
    assert "is not so any more" in last.label
    on = corrected(wrong, "last-round", "no")
    assert not on.over
    assert on.endings == ()
    assert on.round == state.round + 1
    # While it still holds there is nothing to be said against it but by what ended it.
    still = next(fact for fact in GAME.facts(state) if fact.path == "last-round")
    assert still.choices == ("yes",)
    assert ENDED_BY_HAND not in state.endings


def test_a_table_of_before_goes_on_at_once_as_it_did() -> None:
    state = over()
    assert not corrected(state, "colonists/0", 0).over
