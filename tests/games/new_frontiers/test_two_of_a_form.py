"""Tests of each form of power alone and twice: effects of two powers add up (p. 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.games.new_frontiers.rules.actions.consume import UseConsumePower
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment, cost
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.produce import PlaceWindfallGood
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade, TradeGood
from companion.games.new_frontiers.rules.settling import CONTACT, CREDITS, military
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Development, World
from tests.games.new_frontiers.build import (
    answers,
    asked,
    development,
    draw,
    explored,
    for_sale,
    give,
    good_on,
    home,
    option,
    plain,
    play,
    select,
    world,
)

Tiles = tuple[World | Development, ...]


def _wealth(state: State) -> int:
    """Chips count 100 each, colonists 10, credits 1: one number shows what was gained."""
    empire = state.empires[0]
    return 100 * empire.chips + 10 * empire.colonists + empire.credits


def _begun(tiles: Tiles, **empire: int) -> State:
    return give(plain(2), 0, *tiles, credits=empire.get("credits", 0), colonists=empire.get("colonists", 0))


# --- what each form gives with these tiles --------------------------------------------------------------


def _explore(tiles: Tiles) -> State:
    """The second player explores, so that the first has no second pick."""
    state = replace(_begun(tiles), disks=tuple(reversed(plain(2).disks)))
    state = draw(select(state, "explore"))
    while state.doing is not None:
        question = asked(state)
        state = draw(state) if question[0] is None else play(state, answers(state, PickWorld)[0])
    return state


def _drawn(tiles: Tiles) -> int:
    return len(_explore(tiles).empires[0].explored) - 1


def _gained_exploring(tiles: Tiles) -> int:
    return _wealth(_explore(tiles))


def _off_the_price(tiles: Tiles) -> int:
    state = select(give(for_sale(plain(2), development("X", cost=9)), 0, *tiles), "develop")
    return 9 - 1 - cost(state, 0, "X").total


def _gained_developing(tiles: Tiles) -> int:
    state = give(for_sale(plain(2), development("X", cost=1)), 0, *tiles, credits=0)
    return _wealth(play(select(state, "develop"), BuyDevelopment(0, "X")))


def _settling(tiles: Tiles, *worlds: World) -> State:
    return select(explored(_begun(tiles, credits=20, colonists=7), 0, *worlds), "settle")


def _strength(tiles: Tiles) -> int:
    rebel = world("A", defense=9, keywords=("Rebel",), kind="Rare", good="windfall")
    return military(_settling(tiles, rebel), 0, rebel).total


def _off_a_world(tiles: Tiles) -> int:
    state = _settling(tiles, world("A", cost=7, kind="Rare", good="windfall"))
    return 7 - option(state, SettleWorld(0, "A", CREDITS)).why[0].total


def _off_a_military_world(tiles: Tiles) -> int:
    """0 where it cannot be paid for at all."""
    state = _settling(tiles, world("A", defense=7))
    if SettleWorld(0, "A", CONTACT) not in answers(state):
        return 0
    return 7 - option(state, SettleWorld(0, "A", CONTACT)).why[0].total


def _settled(tiles: Tiles) -> int:
    """How many worlds can be settled in one action, after the first."""
    state = _settling(tiles, *(world(f"A{n}", cost=1) for n in range(5)))
    worlds = 0
    while (found := answers(state, SettleWorld)) and asked(state)[0] == 0:
        state, worlds = play(state, found[0]), worlds + 1
    return worlds - 1


def _gained_settling(tiles: Tiles) -> int:
    state = _settling(tiles, world("A", cost=1))
    return _wealth(play(state, SettleWorld(0, "A", CREDITS))) - 10 * 7 - 19


def _drawn_settling(tiles: Tiles) -> int:
    state = play(_settling(tiles, world("A", cost=1)), SettleWorld(0, "A", CREDITS))
    while asked(state)[0] is None:
        state = draw(state)
    return len(state.empires[0].explored)


def _gained_producing(tiles: Tiles) -> int:
    """The second player selects Produce: no bonus comes in between."""
    state = give(_begun(tiles), 0, world("p", kind="Rare", good="production"))
    state = replace(state, disks=tuple(reversed(state.disks)))
    return _wealth(select(state, "produce"))


def _windfalls(tiles: Tiles) -> int:
    worlds = tuple(world(f"w{n}", kind="Genes", good="windfall") for n in range(4))
    state = give(_begun(tiles), 0, *worlds)
    state = select(replace(state, disks=tuple(reversed(state.disks))), "produce")
    while state.doing is not None:
        state = play(state, answers(state, PlaceWindfallGood)[0])
    return sum(colony.good is not None for colony in state.empires[0].colonies)


def _selling(tiles: Tiles) -> State:
    goods = tuple(world(f"g{n}", kind="Genes", good="production") for n in range(4))
    state = _begun((*goods, *tiles))
    for good in goods:
        state = good_on(state, 0, good.id, "Genes")
    return select(state, "trade-consume")


def _above_the_price(tiles: Tiles) -> int:
    return option(_selling(tiles), TradeGood(0, "g0")).why[0].total - 3


def _consumed(tiles: Tiles) -> int:
    """All powers used, each in the first way that is offered."""
    state = play(_selling(tiles), NoTrade(0))
    while state.doing is not None:
        state = play(state, answers(state, UseConsumePower)[0])
    return _wealth(state) - 100


SALON = development("GS", name="Galactic Salon")
FOUR = tuple(development(f"C{n}", "Consume: 2 goods -> $5") for n in range(2))


@pytest.mark.parametrize(
    ("line", "once", "comes_to"),
    [
        ("Explore: draw 1 world", 1, _drawn),
        ("Explore: gain $2", 2, _gained_exploring),
        ("Develop: -2 cost", 2, _off_the_price),
        ("Develop: -2 cost of 9-cost", 2, _off_the_price),
        ("Develop: after you develop, gain 1 VP", 100, _gained_developing),
        ("Settle: +2 Military", 2, _strength),
        ("Settle: +2 Military vs REBEL", 2, _strength),
        ("Settle: +3 Military vs Rare", 3, _strength),
        ("Settle: -2 cost", 2, _off_a_world),
        ("Settle: -3 cost of Rare worlds", 3, _off_a_world),
        ("Settle: may pay for a non-Alien military world at -1 cost", 1, _off_a_military_world),
        ("Settle: may settle 2 worlds", 1, _settled),
        ("Settle: after you settle, $1", 1, _gained_settling),
        ("Settle: after you settle, draw 1 world", 1, _drawn_settling),
        ("Produce: gain $2", 2, _gained_producing),
        ("Produce: gain $1 per good produced", 1, _gained_producing),
        ("Produce: gain $1 per Rare good produced", 1, _gained_producing),
        ("Produce: gain 1 VP per kind produced", 100, _gained_producing),
        ("Produce: gain 1 VP per production colony", 100, _gained_producing),
        ("Produce: gain $3 if you produced the most Rare goods", 3, _gained_producing),
        ("Produce: good on 1 windfall", 1, _windfalls),
        ("Produce: good on 1 Genes windfall", 1, _windfalls),
        ("Trade: +1", 1, _above_the_price),
        ("Trade: +2 Genes", 2, _above_the_price),
        ("Consume: 1 good -> $2", 2, _consumed),
        ("Consume: 2 goods -> 3 VP", 300, _consumed),
        ("Consume: 1 Genes good -> 1 colonist", 10, _consumed),
        ("Consume: up to 2 goods -> $1 each", 2, _consumed),
        ("Consume: 1 good -> trade price", 3, _consumed),
        ("Consume: 1 VP", 100, _consumed),
    ],
)
def test_two_of_a_form_give_twice_what_one_gives(
    line: str, once: int, comes_to: Callable[[Tiles], int]
) -> None:
    one, two = development("One", line), development("Two", line)
    assert [comes_to(tiles) for tiles in ((), (one,), (one, two))] == [0, once, 2 * once]


def test_two_that_add_to_each_good_consumed_and_name_another() -> None:
    line = "Consume: +1 VP per good consumed, +1 VP if you have Galactic Salon"
    one, two = development("One", line), development("Two", line)
    without = _consumed(FOUR)
    assert _consumed((*FOUR, SALON, one)) - without == 100 * (4 + 1)
    assert _consumed((*FOUR, SALON, one, two)) - without == 2 * 100 * (4 + 1)


def test_two_worlds_that_gain_when_they_produce_and_two_that_sell_their_own_good_dearer() -> None:
    lines = ("Produce: gain $1 when this produces", "Trade: +3 this")
    two = tuple(world(id, *lines, kind="Rare", good="production") for id in ("A", "B"))
    state = give(_begun(two), 0)
    assert select(good_on(state, 0, "A", "Rare"), "produce").empires[0].credits == 1
    state = select(state, "produce")
    assert state.empires[0].credits == 2
    state = select(state, "trade-consume")
    seat = asked(state)[0]
    if seat == 1:
        state = play(state, NoTrade(1))
    assert option(state, TradeGood(0, "A")).why[0].total == 2 + 3


def test_all_goods_are_given_once_and_goods_of_different_kinds_each_time() -> None:
    for line, times in (("Consume: all goods -> $1", 1), ("Consume: 2 goods of different kinds -> $1", 2)):
        kinds = ("Rare", "Genes", "Rare", "Genes")
        goods = tuple(world(f"g{n}", kind=kind, good="production") for n, kind in enumerate(kinds))
        state = _begun((*goods, development("One", line), development("Two", line)))
        for good in goods:
            state = good_on(state, 0, good.id, good.kind)
        state = play(select(state, "trade-consume"), NoTrade(0))
        while state.doing is not None:
            state = play(state, answers(state, UseConsumePower)[0])
        assert state.empires[0].credits == times


def test_either_of_two_colonies_that_may_be_replaced() -> None:
    line = "Settle: may replace this by settling a world"
    tiles = (home("D", line), world("E", line), development("L", "Settle: may settle 2 worlds"))
    state = _settling(tiles, world("A"), world("B"))
    settled = tuple(replace(colony, colonists=1) for colony in state.empires[0].colonies)
    state = state.with_empire(0, replace(state.empires[0], colonies=settled))
    assert _replaced(state, "A") == {None, "D", "E"}
    state = play(state, SettleWorld(0, "A", CREDITS, onto="D"))
    assert _replaced(state, "B") == {None, "E"}
    state = play(state, SettleWorld(0, "B", CREDITS, onto="E"))
    assert {colony.world for colony in state.empires[0].colonies} == {"P0", "A", "B"}


def _replaced(state: State, world: str) -> set[str | None]:
    """The colonies that the world may replace; None: it may also be settled in addition."""
    return {d.onto for d in answers(state, SettleWorld) if isinstance(d, SettleWorld) and d.world == world}
