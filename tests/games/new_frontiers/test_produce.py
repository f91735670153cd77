"""Tests of Produce, p. 7, and its shortages, p. 7 and 11."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.new_frontiers.rules.actions.produce import (
    PlaceWindfallGood,
    ProduceGood,
    SetKind,
    StockpileGood,
)
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.revealing import KeepHidden, RevealGoal
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import World
from tests.games.new_frontiers.build import (
    NO_ANSWER,
    answers,
    asked,
    development,
    give,
    good_on,
    plain,
    play,
    refused,
    select,
    world,
)


def _producer(id: str, kind: str = "Rare", *powers: str) -> World:
    return world(id, *powers, kind=kind, good="production")


def _windfall(id: str, kind: str = "Rare") -> World:
    return world(id, kind=kind, good="windfall")


def _goods(state: State, player: int = 0) -> dict[str, str | None]:
    return {c.world: c.good for c in state.empires[player].colonies if not c.world.startswith("P")}


def _left(state: State, **kinds: int) -> State:
    goods = tuple(kinds.get(kind, 9) for kind in KINDS)
    return replace(state, supply=replace(state.supply, goods=goods))


def test_every_production_colony_without_a_good_gets_one_of_its_kind_p7() -> None:
    state = give(plain(2), 0, *(_producer(kind, kind) for kind in KINDS), world("gray"))
    state = give(state, 1, _producer("other", "Genes"))
    after = select(state, "produce")
    assert _goods(after) == {**{kind: kind for kind in KINDS}, "gray": None}
    assert _goods(after, 1) == {"other": "Genes"}
    assert after.supply.goods == (18, 16, 11, 10)
    assert after.doing is None


def test_a_colony_never_has_more_than_one_good_p7() -> None:
    state = good_on(give(plain(2), 0, _producer("A")), 0, "A", "Rare")
    assert select(state, "produce").supply.goods == state.supply.goods


def test_the_selecting_player_collects_the_credits_on_the_tile_p7() -> None:
    state = plain(2)
    actions = tuple(replace(t, credits=3) if t.name == "produce" else t for t in state.actions)
    before = [empire.credits for empire in state.empires]
    state = select(replace(state, actions=actions), "produce")
    assert [empire.credits for empire in state.empires] == [before[0] + 3, before[1]]
    assert all(tile.credits == 0 for tile in state.actions)


def test_the_selecting_player_chooses_one_windfall_colony_p7() -> None:
    state = give(plain(2), 0, _windfall("A"), _windfall("B", "Genes"), _producer("C"))
    state = select(state, "produce")
    assert asked(state) == (0, "windfall")
    assert answers(state) == [PlaceWindfallGood(0, "A"), PlaceWindfallGood(0, "B")]
    refused(state, PlaceWindfallGood(0, "C"))
    refused(state, PlaceWindfallGood(0, "A", "Rare"))
    refused(state, TakeColonists(0))
    state = play(state, PlaceWindfallGood(0, "B"))
    assert _goods(state) == {"A": None, "B": "Genes", "C": "Rare"}
    assert state.doing is None


def test_other_players_get_no_windfall_good_p7() -> None:
    state = give(plain(2), 1, _windfall("A"))
    assert _goods(select(state, "produce"), 1) == {"A": None}


def test_a_windfall_colony_with_a_good_is_no_choice_p7() -> None:
    state = give(plain(2), 0, _windfall("A"), _windfall("B"))
    state = select(good_on(state, 0, "A", "Rare"), "produce")
    assert _goods(state) == {"A": "Rare", "B": "Rare"}
    assert state.doing is None


def test_a_windfall_power_works_for_everyone_and_adds_to_the_bonus_p5() -> None:
    line = "Produce: good on 1 windfall"
    state = give(plain(2), 0, _windfall("A"), _windfall("B"), development("X", line))
    state = give(state, 1, _windfall("C"), development("Y", line))
    state = select(state, "produce")
    state = play(state, PlaceWindfallGood(0, "A"))
    assert _goods(state) == {"A": "Rare", "B": "Rare"}
    assert _goods(state, 1) == {"C": "Rare"}


def test_a_windfall_power_of_a_kind_goes_first_and_only_to_that_kind() -> None:
    line = "Produce: good on 1 Alien windfall"
    state = give(plain(2), 0, _windfall("A", "Alien"), _windfall("G", "Genes"), development("X", line))
    assert _goods(select(state, "produce")) == {"A": "Alien", "G": "Genes"}
    state = give(plain(2), 1, _windfall("G", "Genes"), development("X", line))
    assert _goods(select(state, "produce"), 1) == {"G": None}


def test_of_two_windfall_powers_the_one_for_a_kind_places_its_good_first() -> None:
    """The other power then has a colony too, whatever its owner chooses."""
    state = give(plain(2), 1, _windfall("A", "Alien"), _windfall("G", "Genes"))
    state = give(state, 1, development("X", "Produce: good on 1 windfall"))
    state = give(state, 1, development("Y", "Produce: good on 1 Alien windfall"))
    state = select(state, "produce")
    assert state.doing is None
    assert _goods(state, 1) == {"A": "Alien", "G": "Genes"}


def test_a_producing_colony_may_have_any_produce_power() -> None:
    state = give(plain(2), 1, _producer("A", "Rare", "Produce: good on 1 windfall"), _windfall("W"))
    state = select(state, "produce")
    assert _goods(state, 1) == {"A": "Rare", "W": "Rare"}


def test_gains_when_a_good_is_really_produced_here_p7() -> None:
    comet = _producer("Comet", "Rare", "Produce: gain $1 when this produces")
    state = give(plain(2), 1, comet, credits=0)
    assert select(state, "produce").empires[1].credits == 1
    full = good_on(state, 1, "Comet", "Rare")
    assert select(full, "produce").empires[1].credits == 0
    assert select(_left(state, Rare=0), "produce").empires[1].credits == 0


def test_gains_for_every_produce_and_for_what_is_counted() -> None:
    state = give(plain(2), 1, development("A", "Produce: gain $2"), credits=0)
    assert select(state, "produce").empires[1].credits == 2
    lords = development("B", "Produce: gain $1 per REBEL military colony")
    rebels = [world(f"R{n}", defense=1, keywords=("Rebel",)) for n in range(3)]
    state = give(plain(2), 1, lords, *rebels, world("M", defense=1), credits=0)
    assert select(state, "produce").empires[1].credits == 3


def test_gains_per_good_and_per_kind_really_produced() -> None:
    powers = development(
        "X",
        "Produce: gain $1 per good produced",
        "Produce: gain 1 VP per kind produced",
        "Produce: gain $2 per Genes good produced",
    )
    tiles = (_producer("A"), _producer("B"), _producer("C", "Genes"), _producer("D", "Alien"))
    state = give(plain(2), 1, powers, *tiles, credits=0)
    state = select(good_on(state, 1, "D", "Alien"), "produce")
    assert state.empires[1].credits == 3 + 2
    assert state.empires[1].chips == 2


def test_a_windfall_good_is_a_good_produced_too() -> None:
    powers = development("X", "Produce: gain $1 per good produced")
    state = give(plain(2), 0, powers, _producer("A"), _windfall("B"), credits=0)
    assert select(state, "produce").empires[0].credits == 2


MINING = "Produce: gain $3 if you produced the most Rare goods"


def test_mining_industries_compares_goods_really_produced_p7() -> None:
    state = give(plain(3), 0, development("M", MINING), _producer("A"), _producer("B"), credits=0)
    state = give(state, 2, _producer("C"))
    assert select(state, "produce").empires[0].credits == 3
    assert select(good_on(state, 0, "A", "Rare"), "produce").empires[0].credits == 0


def test_mining_industries_needs_more_than_every_other_player() -> None:
    state = give(plain(2), 1, development("M", MINING), credits=0)
    assert select(state, "produce").empires[1].credits == 0
    state = give(state, 1, _producer("A"))
    assert select(state, "produce").empires[1].credits == 3
    late = give(state, 0, _windfall("W"))
    assert select(late, "produce").empires[1].credits == 0


# --- shortages ------------------------------------------------------------------------------------------


def test_in_a_shortage_players_produce_in_order_from_the_selecting_player_p7() -> None:
    state = _left(give(plain(2), 0, _producer("A")), Rare=1)
    state = give(state, 1, _producer("B"))
    state = select(state, "produce")
    assert _goods(state) == {"A": "Rare"}
    assert _goods(state, 1) == {"B": None}


def test_windfall_goods_come_before_the_next_players_production_p7() -> None:
    state = _left(give(plain(2), 0, _windfall("A")), Rare=1)
    state = select(give(state, 1, _producer("B")), "produce")
    assert (_goods(state), _goods(state, 1)) == ({"A": "Rare"}, {"B": None})


def test_with_too_few_goods_of_a_kind_the_player_chooses_which_colonies_produce_p7() -> None:
    tiles = (_producer("A"), _producer("B"), _producer("C"), _producer("G", "Genes"))
    state = select(_left(give(plain(2), 0, *tiles), Rare=2), "produce")
    assert asked(state) == (0, "produce")
    assert answers(state) == [ProduceGood(0, "A"), ProduceGood(0, "B"), ProduceGood(0, "C")]
    refused(state, ProduceGood(0, "G"))
    refused(state, ProduceGood(0, "elsewhere"))
    state = play(state, ProduceGood(0, "C"))
    assert answers(state) == [ProduceGood(0, "A"), ProduceGood(0, "B")]
    state = play(state, ProduceGood(0, "A"))
    assert _goods(state) == {"A": "Rare", "B": None, "C": "Rare", "G": "Genes"}
    assert state.doing is None


def test_no_windfall_good_of_a_kind_that_ran_out_p7() -> None:
    state = _left(give(plain(2), 0, _windfall("A"), _windfall("G", "Genes")), Rare=0)
    assert _goods(select(state, "produce")) == {"A": None, "G": "Genes"}


# --- Alien Oort Cloud Factory ---------------------------------------------------------------------------


def test_the_factorys_kind_is_set_when_it_produces_p5() -> None:
    state = give(plain(2), 0, world("F", kind="any", good="production"))
    state = select(state, "produce")
    assert asked(state) == (0, "set-kind")
    assert answers(state) == [SetKind(0, "F", kind) for kind in KINDS]
    refused(state, SetKind(0, "F", "gray"))
    refused(state, SetKind(0, "P0", "Rare"))
    assert _goods(play(state, SetKind(0, "F", "Alien"))) == {"F": "Alien"}


def test_setting_its_kind_has_no_effect_on_a_good_already_there_p5() -> None:
    state = give(plain(2), 0, world("F", kind="any", good="production"))
    state = select(good_on(state, 0, "F", "Rare"), "produce")
    assert state.doing is None
    assert _goods(state) == {"F": "Rare"}


def test_a_windfall_factory_gets_a_good_of_the_kind_its_owner_names() -> None:
    state = give(plain(2), 0, world("F", kind="any", good="windfall"), _windfall("A"))
    state = select(state, "produce")
    named = [PlaceWindfallGood(0, "F", kind) for kind in KINDS]
    assert answers(state) == [*named, PlaceWindfallGood(0, "A")]
    assert _goods(play(state, PlaceWindfallGood(0, "F", "Genes"))) == {"F": "Genes", "A": None}


@pytest.mark.parametrize(
    ("x", "asks"),
    [
        ("colony kind", True),
        ("Genes tile", True),
        ("production Genes colony", True),
        ("colony", False),
        ("development", False),
        ("Genes good produced", False),
        ("kind produced", False),
    ],
)
def test_its_kind_is_asked_only_for_counts_that_depend_on_it(x: str, asks: bool) -> None:
    """The factory already has its good; kinds produced are those of goods that were really placed."""
    powers = development("X", f"Produce: gain $1 per {x}", "Produce: good on 1 windfall")
    state = give(plain(2), 0, world("F", kind="any", good="production"), powers)
    state = select(good_on(state, 0, "F", "Rare"), "produce")
    assert (state.doing is not None) == asks
    plainly = give(
        plain(2), 0, world("F", kind="any", good="production"), development("X", "Produce: gain $1")
    )
    assert select(good_on(plainly, 0, "F", "Rare"), "produce").doing is None


def test_its_kind_is_asked_where_a_gain_counts_kinds_and_not_else() -> None:
    factory = world("F", kind="any", good="production")
    counting = development("X", "Produce: gain $1 per Genes colony")
    state = give(plain(2), 0, factory, counting, credits=0)
    state = select(good_on(state, 0, "F", "Rare"), "produce")
    assert asked(state) == (0, "set-kind")
    assert play(state, SetKind(0, "F", "Genes")).empires[0].credits == 1
    assert play(state, SetKind(0, "F", "Rare")).empires[0].credits == 0


# --- Stockpile Resources --------------------------------------------------------------------------------


def _stockpiling() -> State:
    state = plain(2, goals="yes")
    goal = next(id for id, goal in state.catalogue.goals.items() if goal.measure == "goods")
    state = give(state, 1, goals=(goal,))
    return give(state, 0, _producer("A"), _producer("B", "Genes"))


def test_after_produce_goods_may_be_stockpiled_p12() -> None:
    state = select(_stockpiling(), "produce")
    assert asked(state) == (0, "stockpile-good")
    assert answers(state) == [StockpileGood(0, "A"), StockpileGood(0, "B"), NoStockpile(0)]
    refused(state, StockpileGood(0, "P0"))
    left = state.supply.goods
    state = play(state, StockpileGood(0, "B"), NoStockpile(0))
    assert state.empires[0].stockpile.goods == ("Genes",)
    assert _goods(state) == {"A": "Rare", "B": None}
    assert state.supply.goods == left
    assert state.doing is None


def test_answers_to_the_other_questions_of_this_action_are_refused() -> None:
    """First the factory's kind, then which of two colonies gets the last good, a windfall good, the mat."""
    tiles = (world("F", kind="any", good="production"), _windfall("W", "Alien"), _windfall("V", "Alien"))
    state = select(_left(give(_stockpiling(), 0, _producer("C"), *tiles), Rare=1), "produce")
    wanted = [
        SetKind(0, "F", "Novelty"),
        ProduceGood(0, "A"),
        PlaceWindfallGood(0, "W"),
        StockpileGood(0, "A"),
    ]
    for kind, answer in zip(("set-kind", "produce", "windfall", "stockpile-good"), wanted, strict=True):
        assert asked(state) == (0, kind)
        for other in (*wanted, NoStockpile(0)):
            if other is not answer and (kind, other) != ("stockpile-good", NoStockpile(0)):
                assert NO_ANSWER in refused(state, other)
        state = play(state, answer)


def test_no_more_goods_than_the_goal_lists_p11() -> None:
    state = _stockpiling()
    pile = replace(state.empires[0].stockpile, goods=("Rare",) * 5)
    state = play(select(give(state, 0, stockpile=pile), "produce"), StockpileGood(0, "A"))
    assert state.doing is None
    assert len(state.empires[0].stockpile.goods) == 6


def test_while_the_goal_is_face_down_nothing_is_stockpiled_p11() -> None:
    state = _stockpiling()
    hidden = state.empires[1].goals[0]
    state = select(give(state, 1, goals=(), hidden_goal=hidden), "produce")
    assert asked(state) == (1, "reveal-goal")
    after = play(state, KeepHidden(1))
    assert after.doing is None
    assert after.empires[0].stockpile.goods == ()
    assert _goods(after) == {"A": "Rare", "B": "Genes"}
    assert asked(play(state, RevealGoal(1, hidden))) == (0, "stockpile-good")
