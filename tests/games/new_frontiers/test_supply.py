"""Tests of the supply: what can and cannot run out, p. 7, 8, 10."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.supply import gain, place_good, take_good, take_goods_from
from companion.games.new_frontiers.tiles.amounts import Gain
from tests.games.new_frontiers.build import give, plain, select, world


def test_credits_are_no_limit_p10() -> None:
    assert gain(plain(2), 0, Gain(credits=500), "luck").empires[0].credits == 503


def test_colonists_are_a_limit_whatever_grants_them_p7() -> None:
    state = plain(2)
    state = replace(state, supply=replace(state.supply, colonists=1))
    state = gain(state, 0, Gain(colonists=3), "luck")
    assert state.empires[0].colonists == 1
    assert state.supply.colonists == 0
    assert select(state, "settle").empires[0].colonists == 1


def test_goods_are_a_limit_p7() -> None:
    state = plain(2)
    supply = replace(state.supply, goods=(0, 1, 1, 1))
    assert take_good(supply, "Novelty") == (supply, None)
    assert take_good(supply, "Rare") == (replace(supply, goods=(0, 0, 1, 1)), "Rare")


def test_a_good_is_placed_only_if_there_is_one_and_goes_back_where_it_came_from() -> None:
    state = give(plain(2), 0, world("A", kind="Alien", good="windfall"))
    placed, there = place_good(state, 0, "A", "Alien")
    assert there
    assert placed.empires[0].colonies[-1].good == "Alien"
    assert take_goods_from(placed, 0, ("A",)) == state
    empty = replace(state, supply=replace(state.supply, goods=(1, 1, 1, 0)))
    assert place_good(empty, 0, "A", "Alien") == (empty, False)


def test_the_pool_and_then_the_tens_make_change_p8() -> None:
    state = plain(2)
    state = gain(replace(state, supply=replace(state.supply, vp=5)), 0, Gain(vp=7), "luck")
    state = gain(state, 1, Gain(vp=2), "luck")
    assert [empire.chips for empire in state.empires] == [7, 2]
    assert (state.supply.vp, state.supply.vp_tens) == (0, 4)
    assert len(state.endings) == 1
