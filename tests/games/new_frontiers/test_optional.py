"""Tests of powers with "may", p. 5; all others must be used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment, Pass
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.produce import PlaceWindfallGood
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.optional_powers import DeclinePower, UsePower
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CREDITS
from companion.games.new_frontiers.rules.state import State
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    draw,
    explored,
    for_sale,
    give,
    plain,
    play,
    refused,
    select,
    world,
)


def _both(state: State, player: int, tile: str) -> tuple[State, State]:
    """The states after using and after declining the power, which are the only answers."""
    assert asked(state) == (player, "use-power")
    use, decline = UsePower(player, tile, 0), DeclinePower(player, tile, 0)
    assert answers(state) == [use, decline]
    assert GAME.refusals(state, player) == ()
    refused(state, UsePower(player, tile, 1))
    refused(state, Pass(player))
    assert tile in GAME.words(state, use)
    assert "not" in GAME.words(state, decline)
    return play(state, use), play(state, decline)


def test_after_developing() -> None:
    state = for_sale(plain(2), development("X", cost=1))
    state = give(state, 0, development("M", "Develop: may after you develop, gain 1 VP"))
    used, declined = _both(play(select(state, "develop"), BuyDevelopment(0, "X")), 0, "M")
    assert (used.empires[0].chips, declined.empires[0].chips) == (1, 0)
    assert asked(used) == asked(declined) == (1, "develop")


def test_after_the_last_player_has_developed() -> None:
    state = for_sale(plain(2), development("X", cost=1))
    state = give(state, 1, development("M", "Develop: may after you develop, gain 1 VP"))
    state = play(select(state, "develop"), Pass(0), BuyDevelopment(1, "X"))
    used, _ = _both(state, 1, "M")
    assert used.doing is None


def test_in_explore() -> None:
    state = give(plain(2), 1, development("M", "Explore: may draw 2 worlds"))
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    used, declined = _both(state, 1, "M")
    assert declined.doing is None
    assert len(draw(used).empires[1].explored) == 3


def test_a_draw_is_not_asked_about_when_the_bag_is_empty() -> None:
    state = give(plain(2), 0, *(development(f"M{n}", "Explore: may draw 2 worlds") for n in range(2)))
    state = replace(state, bag=state.bag[:7])
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    assert state.doing is None

    state = give(plain(2), 0, *(development(f"M{n}", "Explore: may draw 2 worlds") for n in range(2)))
    state = replace(state, bag=state.bag[:9])
    state = draw(select(state, "explore"))
    while asked(state)[1] == "pick-world":
        state = play(state, PickWorld(asked(state)[0], state.center[0]))
    used, declined = _both(state, 0, "M0")
    assert asked(used) == (None, "draw-worlds"), "the first power takes all there are"
    assert asked(declined) == (0, "use-power")


def test_colonists_are_not_asked_about_when_there_are_none_left() -> None:
    state = give(plain(2), 1, development("M", "Produce: may gain 1 colonist"))
    state = replace(state, supply=replace(state.supply, colonists=0))
    assert select(state, "produce").doing is None


def test_after_settling() -> None:
    state = explored(plain(2), 0, world("A", cost=0))
    state = give(state, 0, development("M", "Settle: may after you settle, draw 1 world"))
    used, declined = _both(play(select(state, "settle"), SettleWorld(0, "A", CREDITS)), 0, "M")
    assert asked(used) == (None, "draw-worlds")
    assert asked(declined) == (1, "settle")


def test_one_that_must_and_one_that_may_are_both_heeded() -> None:
    state = explored(plain(2), 0, world("A", cost=0))
    state = give(state, 0, development("D", "Settle: after you settle, draw 1 world"))
    state = give(state, 0, development("M", "Settle: may after you settle, draw 1 world"))
    used, declined = _both(play(select(state, "settle"), SettleWorld(0, "A", CREDITS)), 0, "M")
    assert [s.doing.draw for s in (used, declined) if s.doing is not None] == [2, 1]


def test_several_in_produce_are_asked_one_after_the_other() -> None:
    state = give(plain(2), 1, *(development(f"M{n}", "Produce: may gain 1 VP") for n in range(2)))
    state = give(state, 0, development("L", "Produce: may gain 1 VP"))
    state = select(state, "produce")
    for player, tile in ((0, "L"), (1, "M0"), (1, "M1")):
        state, _declined = _both(state, player, tile)
    assert state.doing is None
    assert [empire.chips for empire in state.empires] == [1, 2]


@pytest.mark.parametrize("line", ["Produce: may gain 1 VP", "Produce: may gain 1 VP per development"])
def test_in_produce(line: str) -> None:
    state = give(plain(2), 1, development("M", line))
    used, declined = _both(select(state, "produce"), 1, "M")
    assert (used.empires[1].chips, declined.empires[1].chips) == (1, 0)
    assert used.doing is None


def test_for_the_most_goods() -> None:
    state = give(plain(2), 0, world("A", kind="Rare", good="production"))
    state = give(state, 0, development("M", "Produce: may gain 1 VP if you produced the most Rare goods"))
    used, declined = _both(select(state, "produce"), 0, "M")
    assert (used.empires[0].chips, declined.empires[0].chips) == (1, 0)


def test_what_would_gain_nothing_is_not_asked() -> None:
    state = give(plain(2), 1, development("M", "Produce: may gain 1 VP per Rare colony"))
    assert select(state, "produce").doing is None


def test_a_windfall_good_that_may_be_produced() -> None:
    state = give(plain(2), 1, world("A", kind="Rare", good="windfall"))
    state = select(give(state, 1, development("M", "Produce: may good on 1 windfall")), "produce")
    assert answers(state) == [PlaceWindfallGood(1, "A"), DeclinePower(1, "M", 0)]
    assert play(state, PlaceWindfallGood(1, "A")).empires[1].colonies[1].good == "Rare"
    declined = play(state, DeclinePower(1, "M", 0))
    assert declined.empires[1].colonies[1].good is None
    assert declined.doing is None


def test_the_selecting_players_windfall_good_is_no_choice_p7() -> None:
    state = give(plain(2), 0, world("A", kind="Rare", good="windfall"))
    state = give(state, 0, world("B", kind="Rare", good="windfall"))
    state = select(state, "produce")
    assert NO_ANSWER in refused(state, DeclinePower(0, "A", 0))


def test_powers_that_only_help_are_used_without_asking() -> None:
    state = give(for_sale(plain(2), development("X", cost=3)), 0, development("M", "Develop: may -1 cost"))
    state = play(select(state, "develop"), BuyDevelopment(0, "X"))
    assert state.empires[0].credits == 3 - 1


def test_a_manual_power_changes_nothing_by_itself() -> None:
    state = give(plain(2), 0, development("M", "Settle: dance around the table"))
    state = play(select(state, "settle"), TakeColonists(0), TakeColonists(1))
    assert state.doing is None


def test_a_manual_power_is_shown_word_for_word_in_its_action() -> None:
    state = give(
        plain(2),
        0,
        development("M", "Settle: dance around the table"),
        development("E", "Explore: look twice"),
        development("A", "Sing whenever you like"),
    )
    state = select(state, "settle")
    shown = {refusal.tile: refusal.sentence for refusal in GAME.refusals(state, 0)}
    assert set(shown) == {"M", "A"}
    assert "“Settle: dance around the table”" in shown["M"]
    assert "by hand" in shown["A"]
    assert GAME.refusals(play(state, TakeColonists(0)), 1) == ()


def test_a_manual_power_is_named_when_its_action_is_selected_for_that_may_ask_nothing() -> None:
    state = give(plain(2), 1, development("M", "Produce: sing"), development("E", "Explore: look twice"))
    assert GAME.words(state, SelectAction(0, "produce")) == "Red selects Produce; by hand: M"
    assert select(state, "produce").doing is None
    assert GAME.words(state, SelectAction(0, "isolation")) == "Red selects Retreat into Isolation ($2)"
