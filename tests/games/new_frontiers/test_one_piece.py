"""Two spellings of one tile at a table of New Frontiers: what lies where when they are made one, and which
tiles are two for certain."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, Illegal, box_of, game_at
from companion.games.contract.one_piece import SAME
from companion.games.contract.setup import JOINED_NAMES
from companion.games.new_frontiers.rules import one_piece
from companion.games.new_frontiers.rules.actions.consume import UseConsumePower
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade
from companion.games.new_frontiers.rules.state import Colony
from tests.games.new_frontiers.build import (
    answers,
    development,
    for_sale,
    give,
    good_on,
    plain,
    play,
    select,
    world,
)
from tests.games.new_frontiers.test_newly_named import GAME, met, told
from tests.rigs.told_box import setup


def made_one(state, id, into):
    book = box_of(game_at(GAME, state)).book()
    tile = book.merged(id, into)[0].tile
    return GAME.correct(state, Correction(f"{SAME}/{id}", tile_text(tile)))


def begun(sort):
    """A table, and two tiles that somebody met by nearly the same name."""
    state, one = met(told(GAME.new(setup(3, 1))), sort, "Star Nurseries")
    state, other = met(state, sort, "Star Nursery")
    return state, one, other


def settled(state, seat, *worlds):
    empire = state.empires[seat]
    colonies = (*empire.colonies, *(Colony(world, 1) for world in worlds))
    bag = tuple(world for world in state.bag if world not in worlds)
    return state.with_empire(seat, replace(empire, colonies=colonies)).changed(bag=bag)


def built(state, seat, development):
    empire = state.empires[seat]
    left = {**dict(state.supply.developments)}
    left[development] -= 1
    state = state.changed(supply=state.supply.changed(developments=tuple(left.items())))
    return state.with_empire(seat, replace(empire, developments=(*empire.developments, development)))


def test_worlds_that_both_lie_on_the_table_are_two_p3():
    state, one, other = begun("world")
    with pytest.raises(Illegal, match=r"^Both are on the table: they are two pieces\.$"):
        made_one(settled(settled(state, 0, one), 1, other), one, other)
    state = settled(state, 0, one)
    after = made_one(state, one, other)
    assert [colony.world for colony in after.empires[0].colonies][-1] == other
    assert other not in after.bag


@pytest.mark.parametrize("held", [(0,), (0, 1)], ids=["one of it built", "all of it built"])
def test_developments_that_were_built_under_a_second_name_come_from_the_one_stack(held):
    """Of a small development beyond the rulebook's there are as many tiles as players less one (p. 2)."""
    state, one, other = begun("development")
    before = dict(state.supply.developments)[other]
    for seat in held:
        state = built(state, seat, one)
    after = made_one(state, one, other)
    assert all(other in after.empires[seat].developments for seat in held)
    left = dict(after.supply.developments)
    assert (left[other], one in left) == (before - len(held), False)
    assert one not in after.catalogue.shown
    assert GAME.check(after) == GAME.check(state)


def test_developments_are_two_where_one_player_has_both_or_more_are_built_than_there_are():
    state, one, other = begun("development")
    both = built(built(state, 0, one), 0, other)
    with pytest.raises(Illegal, match="they are two pieces"):
        made_one(both, one, other)
    stack = dict(state.supply.developments)[other]
    more = built(state, 2, one)
    for seat in range(stack):
        more = built(more, seat, other)
    with pytest.raises(Illegal, match="they are two pieces"):
        made_one(more, one, other)


def test_a_world_and_a_development_are_no_two_spellings():
    state, one, _other = begun("world")
    state, development = met(state, "development", "Star Nurserie")
    with pytest.raises(Illegal, match="two sorts of pieces"):
        made_one(state, one, development)


@pytest.mark.parametrize(
    ("begun", "left"), [(dict([JOINED_NAMES]), ["e"]), ({}, ["d", "e"])], ids=["today", "before"]
)
def test_a_consume_power_is_used_once_under_both_spellings(begun, left):
    line = "Consume: 1 good -> $2"
    colonies = [world(f"g{number}", kind="Rare", good="production") for number in range(3)]
    state = for_sale(plain(2, **begun), development("d", line))
    state = give(state, 0, *colonies, development("c", line), development("e", "Consume: 1 good -> 1 VP"))
    for colony in colonies:
        state = good_on(state, 0, colony.id, "Rare")
    state = play(select(state, "trade-consume"), NoTrade(0), UseConsumePower(0, "c", 0, ("g0",)))
    after = one_piece.made_one(state, "c", "d")
    assert {one.tile for one in answers(after, UseConsumePower)} == set(left)
