"""Tests of the gains of a decision, with their reasons."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Tally, Term
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import TradeGood
from companion.games.new_frontiers.rules.income import tallies, without_stated
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import CREDITS
from tests.games.new_frontiers.build import (
    GAME,
    development,
    explored,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)


def test_produce_tells_each_players_goods_and_gains_with_their_tiles() -> None:
    state = plain(2)
    actions = tuple(replace(t, credits=2) if t.name == "produce" else t for t in state.actions)
    state = give(replace(state, actions=actions), 0, world("A", kind="Rare", good="production"))
    comet = world("C", "Produce: gain $1 when this produces", kind="Genes", good="production")
    state = give(state, 1, comet, development("D", "Produce: gain 1 VP"))
    after = select(state, "produce")
    assert tallies(after, 0) == (
        Tally("credits", (Term("credits on Produce", 2),)),
        Tally("goods", (Term("Rare good", 1, "A"),)),
    )
    assert tallies(after, 1) == (
        Tally("VP", (Term("Produce power", 1, "D"),)),
        Tally("credits", (Term("Produce power", 1, "C"),)),
        Tally("goods", (Term("Genes good", 1, "C"),)),
    )
    assert without_stated(after) == "Red: 1 Rare good and $2; Yellow: 1 Genes good, 1 VP and $1"
    words = GAME.words(state, SelectAction(0, "produce"))
    assert words == f"Red selects Produce ({without_stated(after)})"


def test_only_the_last_decision_is_told() -> None:
    state = select(plain(3), "isolation")
    assert tallies(state, 0) == (Tally("credits", (Term("Retreat into Isolation", 2),)),)
    assert tallies(select(state, "produce"), 0) == ()


def test_what_the_decision_says_itself_is_not_said_again() -> None:
    state = give(plain(2), 0, world("A", kind="Genes", good="production"))
    state = select(good_on(state, 0, "A", "Genes"), "trade-consume")
    assert GAME.words(state, TradeGood(0, "A")) == "Red sells the Genes good on A for $3"
    assert tallies(play(state, TradeGood(0, "A")), 0)[0].total == 3


def test_settling_tells_its_windfall_and_what_it_sets_off() -> None:
    state = explored(plain(2), 0, world("A", cost=1, kind="Rare", good="windfall"))
    state = give(state, 0, development("D", "Settle: after you settle, $1 + 1 colonist"))
    settle = SettleWorld(0, "A", CREDITS)
    words = GAME.words(select(state, "settle"), settle)
    assert words == "Red settles A for $1 (1 Rare good, $1 and 1 colonist)"


def test_gains_are_no_part_of_what_states_are_compared_by() -> None:
    state = select(plain(2), "isolation")
    assert state == replace(state, gained=())
