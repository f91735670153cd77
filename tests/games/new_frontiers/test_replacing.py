"""Tests of Terraforming Engineers and Doomed Colony, p. 7."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.settle import EndSettle, TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.settling import CREDITS, MILITARY
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.catalogue import Development, World
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    explored,
    give,
    good_on,
    home,
    plain,
    play,
    refused,
    select,
    world,
)

ENGINEERS = development("T", "Settle: may replace a non-military colony, same kind, cost 0-3 higher")


def _ready(old: World, *new: World, tiles: tuple[World | Development, ...] = (), colonists: int = 1) -> State:
    """Seat 1 selects Settle with Terraforming Engineers, colony `old` and explored worlds `new`."""
    state = give(explored(plain(2), 0, *new), 0, ENGINEERS, old, *tiles)
    return select(give(state, 0, colonists=colonists - 1, credits=0), "settle")


def test_a_colony_is_replaced_by_a_world_of_its_kind_up_to_3_dearer_p7() -> None:
    genes = {"kind": "Genes", "good": "production"}
    old = world("old", cost=2, **genes)
    new = [world(f"c{cost}", cost=cost, **genes) for cost in range(1, 7)]
    state = _ready(old, *new)
    assert [d.world for d in answers(state, ReplaceWithWorld) if isinstance(d, ReplaceWithWorld)] == [
        "c2",
        "c3",
        "c4",
        "c5",
    ]
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "c1"))
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "c6"))


def test_it_costs_nothing_and_discounts_do_not_count_p7() -> None:
    old = world("old", cost=2, kind="Genes", good="production")
    new = world("new", cost=6, kind="Genes", good="production")
    state = _ready(old, new, tiles=(development("D", "Settle: -2 cost"),))
    refused(state, ReplaceWithWorld(0, "old", "new"))
    state = _ready(old, world("new", cost=5, kind="Genes", good="production"))
    assert play(state, ReplaceWithWorld(0, "old", "new")).empires[0].credits == 0


def test_kinds_must_agree_and_gray_agrees_with_gray_p7() -> None:
    gray, rare = world("gray", cost=1), world("rare", cost=1, kind="Rare", good="windfall")
    state = _ready(world("old", cost=1), gray, rare)
    assert ReplaceWithWorld(0, "old", "gray") in answers(state)
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "rare"))


def test_only_non_military_worlds_take_part_p7() -> None:
    conquered = world("old", defense=1, kind="Rare", good="windfall")
    state = _ready(conquered, world("new", cost=1, kind="Rare", good="windfall"))
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "new"))
    state = _ready(
        world("old", cost=1, kind="Rare", good="windfall"),
        world("new", defense=1, kind="Rare", good="windfall"),
    )
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "new"))


def test_it_is_no_settle_action_so_both_are_done_in_either_order_p7() -> None:
    state = _ready(world("old", cost=1), world("new", cost=1))
    first = play(state, ReplaceWithWorld(0, "old", "new"))
    assert asked(first) == (0, "settle")
    assert asked(play(first, TakeColonists(0))) == (1, "settle")
    last = play(state, TakeColonists(0))
    assert asked(last) == (0, "settle-again")
    assert answers(last, ReplaceWithWorld, EndSettle) == [
        ReplaceWithWorld(0, "P0", "new"),
        ReplaceWithWorld(0, "old", "new"),
        EndSettle(0),
    ]
    assert asked(play(last, ReplaceWithWorld(0, "old", "new"))) == (1, "settle")


def test_it_triggers_nothing_that_settling_triggers_p7() -> None:
    state = _ready(
        world("old", cost=1), world("new", cost=1), tiles=(development("X", "Settle: after you settle, $1"),)
    )
    assert play(state, ReplaceWithWorld(0, "old", "new")).empires[0].credits == 0


def test_a_colony_settled_in_this_action_is_not_replaced_p7() -> None:
    state = _ready(world("old", cost=1), world("A", cost=0), world("B", cost=1))
    state = play(state, SettleWorld(0, "A", CREDITS))
    assert ReplaceWithWorld(0, "A", "B") not in answers(state)
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "A", "B"))


def test_it_is_used_once_an_action() -> None:
    state = _ready(world("old", cost=1), world("A", cost=1), world("B", cost=1))
    state = play(state, ReplaceWithWorld(0, "P0", "A"))
    assert answers(state, ReplaceWithWorld) == []
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "B"))


def test_the_replaced_world_returns_to_the_bag_at_the_end_of_settle_p7() -> None:
    state = play(_ready(world("old", cost=1), world("new", cost=1)), ReplaceWithWorld(0, "old", "new"))
    assert "old" not in state.bag
    state = play(state, TakeColonists(0))
    assert "old" not in state.bag
    state = play(state, TakeColonists(1))
    assert "old" in state.bag


def test_goods_change_with_the_colonies_p7() -> None:
    kind = {"kind": "Rare", "good": "windfall"}
    state = good_on(_ready(world("old", cost=1, **kind), world("new", cost=1, **kind)), 0, "old", "Rare")
    before = state.supply.goods
    state = play(state, ReplaceWithWorld(0, "old", "new"))
    assert state.empires[0].colonies[-1] == Colony("new", 1, "Rare", new=True)
    assert state.supply.goods == before
    production = world("new", cost=1, kind="Rare", good="production")
    state = good_on(_ready(world("old", cost=1, **kind), production), 0, "old", "Rare")
    state = play(state, ReplaceWithWorld(0, "old", "new"))
    assert state.empires[0].colonies[-1].good is None
    assert state.supply.goods[1] == before[1] + 1


def test_a_missing_colonist_is_supplied_and_a_surplus_one_returns_p7() -> None:
    one, two = world("one", cost=1, colonists=1), world("two", cost=1, colonists=2)
    state = play(_ready(one, two, colonists=1), ReplaceWithWorld(0, "one", "two"))
    assert state.empires[0].colonists == 0
    assert state.empires[0].colonies[-1].colonists == 2
    state = play(_ready(two, one, colonists=1), ReplaceWithWorld(0, "two", "one"))
    assert state.empires[0].colonists == 2
    state = give(_ready(one, two), 0, colonists=0)
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "one", "two"))


def test_the_home_is_a_colony_too_but_its_mat_does_not_go_into_the_bag_p5_p7() -> None:
    state = play(_ready(world("old", cost=1), world("new", cost=1)), ReplaceWithWorld(0, "P0", "new"))
    assert [colony.world for colony in state.empires[0].colonies] == ["new", "old"]
    state = play(state, TakeColonists(0), TakeColonists(1))
    assert "P0" not in state.bag


def test_the_factory_takes_a_kind_for_this_power_but_never_gray_p7() -> None:
    factory = world("F", cost=2, kind="any", good="windfall")
    state = _ready(factory, world("genes", cost=2, kind="Genes", good="production"), world("gray", cost=2))
    assert ReplaceWithWorld(0, "F", "genes") in answers(state)
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "F", "gray"))
    state = play(state, ReplaceWithWorld(0, "F", "genes"))
    assert state.doing is not None
    assert state.doing.kinds == (("F", "Genes"),)


def test_the_factory_takes_the_kind_of_the_colony_it_replaces_p7() -> None:
    factory = world("F", cost=2, kind="any", good="windfall")
    old = world("old", cost=2, kind="Alien", good="production")
    state = play(_ready(old, factory), ReplaceWithWorld(0, "old", "F"))
    assert state.empires[0].colonies[-1].good == "Alien"
    state = _ready(world("old", cost=2), factory)
    assert NO_ANSWER in refused(state, ReplaceWithWorld(0, "old", "F"))


def test_refusals_name_worlds_that_fit_no_colony() -> None:
    state = _ready(world("old", cost=1), world("fits", cost=2), world("dear", cost=9), world("M", defense=1))
    refusals = [refusal.tile for refusal in GAME.refusals(state, 0) if refusal.words.startswith("Replace")]
    assert refusals == ["dear"]


def test_two_powers_of_this_form_are_two_replacements_the_smaller_used_where_it_reaches() -> None:
    small = development("U", "Settle: may replace a non-military colony, same kind, cost 0-1 higher")
    state = _ready(
        world("a", cost=2), world("b", cost=3), world("c", cost=2), world("d", cost=6), tiles=(small,)
    )
    state = give(state, 0, world("e", cost=3))
    state = play(state, ReplaceWithWorld(0, "a", "b"))
    assert ReplaceWithWorld(0, "e", "d") in answers(state)


# --- Doomed Colony --------------------------------------------------------------------------------------

DOOMED = home("doomed", "Settle: may replace this by settling a world", kind="Rare", good="windfall")


def _on_doomed(*worlds: World, tiles: tuple[World | Development, ...] = (), colonists: int = 1) -> State:
    state = explored(give(plain(2), 0, DOOMED, *tiles), 0, *worlds)
    empire = state.empires[0]
    colonies = (Colony("doomed", 1, "Rare"), *(c for c in empire.colonies if c.world not in ("P0", "doomed")))
    state = state.with_empire(0, replace(empire, colonies=colonies, colonists=colonists - 1, credits=5))
    return select(state, "settle")


def test_doomed_colony_is_replaced_by_settling_with_its_colonist_p7() -> None:
    state = give(_on_doomed(world("A", cost=2)), 0, colonists=0)
    refused(state, SettleWorld(0, "A", CREDITS))
    assert answers(state) == [SettleWorld(0, "A", CREDITS, onto="doomed"), TakeColonists(0)]
    before = state.supply.goods
    state = play(state, SettleWorld(0, "A", CREDITS, onto="doomed"))
    empire = state.empires[0]
    assert empire.colonies == (Colony("A", 1, new=True, covers="doomed"),)
    assert (empire.credits, empire.colonists) == (3, 0)
    assert state.supply.goods[1] == before[1] + 1
    state = play(state, TakeColonists(1))
    assert "doomed" not in state.bag


def test_doomed_colony_needs_another_colonist_for_a_world_of_two_p7() -> None:
    state = give(_on_doomed(world("A", cost=2, colonists=2)), 0, colonists=0)
    assert "needs 2 colonists" in refused(state, SettleWorld(0, "A", CREDITS, onto="doomed"))
    state = play(give(state, 0, colonists=1), SettleWorld(0, "A", CREDITS, onto="doomed"))
    assert state.empires[0].colonies == (Colony("A", 2, new=True, covers="doomed"),)


def test_replacing_doomed_colony_is_settling_and_triggers_what_settling_triggers_p7() -> None:
    state = _on_doomed(
        world("A", defense=2),
        tiles=(development("M", "Settle: +2 Military"), development("X", "Settle: after you settle, $1")),
    )
    state = play(state, SettleWorld(0, "A", MILITARY, onto="doomed"))
    assert state.empires[0].credits == 6
    assert asked(state) == (1, "settle")


def test_doomed_colony_may_stay() -> None:
    state = play(_on_doomed(world("A", cost=2)), SettleWorld(0, "A", CREDITS))
    assert [colony.world for colony in state.empires[0].colonies] == ["doomed", "A"]


def test_nothing_else_is_settled_over() -> None:
    """Neither a colony without that power, nor one with another Settle power, nor a development."""
    line = "Settle: may replace this by settling a world"
    tiles = (world("C"), world("S", "Settle: +1 Military"), development("D", line))
    state = _on_doomed(world("A", cost=2), tiles=tiles, colonists=3)
    onto = {one.onto for one in answers(state) if isinstance(one, SettleWorld)}
    assert onto == {None, "doomed"}
    for tile in ("C", "S", "D"):
        assert NO_ANSWER in refused(state, SettleWorld(0, "A", CREDITS, onto=tile))


def test_settling_over_nothing_is_the_likelier_answer() -> None:
    likely = {option.decision: option.likely for option in GAME.options(_on_doomed(world("A", cost=2)), 0)}
    assert likely[SettleWorld(0, "A", CREDITS)] == 1
    assert likely[SettleWorld(0, "A", CREDITS, onto="doomed")] == 0
