"""Tests of corrections of whose turn it is: wherever another player is possible, and the reason elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.games.contract import Correction, Illegal
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.goals import DrawGoals
from companion.games.new_frontiers.rules.actions.homes import ChooseHome
from companion.games.new_frontiers.rules.actions.produce import PlaceWindfallGood, StockpileGood
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.checks import check
from companion.games.new_frontiers.rules.course.facts import ROWS, correct, correction_words
from companion.games.new_frontiers.rules.fact_values import NOBODY
from companion.games.new_frontiers.rules.settling import CREDITS
from companion.games.new_frontiers.rules.state import State
from tests.games.new_frontiers.build import (
    GAME,
    NAMES,
    asked,
    development,
    draw,
    explored,
    for_sale,
    give,
    good_on,
    plain,
    play,
    select,
    setup,
    world,
)


def turn(state: State) -> tuple[Any, tuple[str, ...]]:
    """The player whose turn it is, and the players it may be corrected to."""
    fact = ROWS.find(state, "turn")
    assert fact is not None
    return fact.value, fact.choices


def corrected_to(state: State, player: int) -> State:
    """Corrects the turn to this player. Checks that the words name both players."""
    correction = Correction("turn", NAMES[player].lower())
    words = correction_words(state, correction)
    assert words.endswith(f"{NAMES[player]} instead of {turn(state)[0].capitalize()}")
    before = repr(state)
    after = correct(state, correction)
    assert repr(state) == before
    assert check(after) == check(state)
    return after


def refusal_sentence(state: State) -> str:
    """The sentence that says why the turn can be nobody else's."""
    value, choices = turn(state)
    assert choices == (value,)
    with pytest.raises(Illegal) as refusal:
        correct(state, Correction("turn", "blue"))
    return refusal.value.sentence


# --- where another player is possible -------------------------------------------------------------------


def test_another_chooses_a_home_first_and_the_one_before_next() -> None:
    state = GAME.new(setup(3, game="later"))
    assert turn(state) == ("red", ("red", "yellow", "green"))
    state = corrected_to(state, 2)
    assert asked(state) == (2, "choose-home")
    state = play(state, ChooseHome(2, "H3A"))
    assert asked(state) == (0, "choose-home")
    state = play(state, ChooseHome(0, "H1A"), ChooseHome(1, "H2A"))
    assert asked(state) == (0, "select-action")


def test_another_makes_the_second_pick() -> None:
    state = draw(select(plain(3), "explore"))
    while asked(state)[1] == "pick-world" and state.doing is not None and state.doing.stage == "pick":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    assert turn(state) == ("red", ("red", "yellow", "green"))
    state = corrected_to(state, 1)
    assert asked(state) == (1, "pick-world")
    state = play(state, PickWorld(1, state.center[0]))
    assert [len(empire.explored) for empire in state.empires] == [1, 2, 1]
    assert state.doing is None


def test_the_draws_of_powers_come_in_another_order_and_nothing_is_gained_twice() -> None:
    state = plain(3)
    for seat in range(2):
        lines = ("Explore: draw 1 world", "Explore: gain 1 VP")
        state = give(state, seat, development(f"S{seat}", *lines))
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    assert turn(state) == ("red", ("red", "yellow")), "green has no power that draws"
    state = corrected_to(state, 1)
    state = draw(state)
    assert [len(empire.explored) for empire in state.empires] == [2, 2, 1]
    state = draw(state)
    assert [len(empire.explored) for empire in state.empires] == [3, 2, 1]
    assert [empire.chips for empire in state.empires] == [1, 1, 0]
    assert state.doing is None


def test_another_gives_up_worlds_first() -> None:
    state = plain(3)
    for seat in (0, 2):
        state = explored(state, seat, *(world(f"X{seat}{n}") for n in range(8)))
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    assert asked(state) == (0, "return-world")
    assert turn(state) == ("red", ("red", "green")), "yellow has none too many"
    state = corrected_to(state, 2)
    assert asked(state) == (2, "return-world")
    state = play(state, GAME.options(state, 2)[0].decision)
    assert asked(state) == (0, "return-world")


def test_in_produce_another_chooses_first() -> None:
    state = plain(3)
    for seat in (0, 1):
        state = give(state, seat, development(f"D{seat}", "Produce: good on 1 windfall"))
        state = give(state, seat, *(world(f"X{seat}{n}", kind="Rare", good="windfall") for n in range(4)))
    state = select(state, "produce")
    assert asked(state) == (0, "windfall")
    assert turn(state) == ("red", ("red", "yellow")), "green has nothing to choose"
    state = corrected_to(state, 1)
    assert asked(state) == (1, "windfall")
    state = play(state, PlaceWindfallGood(1, "X10"))
    assert asked(state) == (0, "windfall")
    state = play(state, PlaceWindfallGood(0, "X00"), PlaceWindfallGood(0, "X01"))
    assert state.doing is None


def test_another_stockpiles_goods_first() -> None:
    state = plain(3, goals="yes")
    (goal,) = (g.id for g in state.catalogue.goals.values() if g.measure == "goods")
    state = state.with_empire(2, replace(state.empires[2], goals=(goal,)))
    for seat in (0, 1):
        state = good_on(
            give(state, seat, world(f"X{seat}", kind="Rare", good="windfall")), seat, f"X{seat}", "Rare"
        )
    state = select(state, "produce")
    assert turn(state) == ("red", ("red", "yellow"))
    state = corrected_to(state, 1)
    state = play(state, StockpileGood(1, "X1"))
    assert asked(state) == (0, "stockpile-good")


# --- where nobody else is possible ----------------------------------------------------------------------


def test_while_worlds_are_drawn_it_is_nobodys() -> None:
    state = select(plain(2), "explore")
    assert turn(state) == (NOBODY, (NOBODY,))
    assert "nobody" in refusal_sentence(state)


def test_only_the_holder_can_turn_the_goal_up() -> None:
    state = plain(3, goals="yes")
    goal = next(iter(state.catalogue.goals))
    state = state.with_empire(1, replace(state.empires[1], hidden_goal=goal))
    state = select(state, "produce")
    assert asked(state) == (1, "reveal-goal")
    assert "holder" in refusal_sentence(state)


def test_only_the_owner_of_a_power_that_may_be_used_answers() -> None:
    state = for_sale(plain(2), development("X", cost=0))
    state = give(state, 1, development("M", "Develop: may after you develop, gain 1 VP"))
    state = play(select(state, "develop"), BuyDevelopment(0, "X"))
    state = play(for_sale(state, development("Y", cost=0)), BuyDevelopment(1, "Y"))
    assert "owner" in refusal_sentence(state)


def test_only_who_settled_draws() -> None:
    state = explored(plain(2), 0, world("A", cost=0))
    state = give(state, 0, development("T", "Settle: after you settle, draw 1 world"))
    state = play(select(state, "settle"), SettleWorld(0, "A", CREDITS))
    assert "settled" in refusal_sentence(state)


def test_only_who_charted_keeps_a_goal() -> None:
    state = select(plain(2, goals="yes"), "goals")
    assert "Chart Galactic Goals" in refusal_sentence(state)
    state = play(state, DrawGoals(None, tuple(state.catalogue.goals)[:3]))
    assert "Chart Galactic Goals" in refusal_sentence(state)


def test_when_the_game_is_over_it_is_nobodys() -> None:
    assert "over" in refusal_sentence(replace(plain(2), over=True))


# --- disks that moved -----------------------------------------------------------------------------------


def test_a_disk_that_selected_goes_in_front_of_those_that_have_not() -> None:
    state = correct(plain(3), Correction("action/develop", "green"))
    assert [disk.player for disk in state.disks] == [2, 0, 1]
    assert check(state) == ()
    assert asked(state) == (0, "select-action")
    state = correct(state, Correction("action/develop", NOBODY))
    assert not any(disk.done for disk in state.disks)
    assert check(state) == ()


def test_a_disk_moved_behind_one_that_has_not_does_not_add_up() -> None:
    state = correct(plain(3), Correction("action/develop", "red"))
    (problem,) = check(correct(state, Correction("track/0/0", 2)))
    assert "Red's disk has moved this round, but lies behind Yellow's" in problem
