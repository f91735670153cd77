"""Tests of Trade and UseConsumePower, p. 8, and the VP pool, p. 8 and 9."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.consume import ConsumeAll, SkipConsume, UseConsumePower
from companion.games.new_frontiers.rules.actions.trade_consume import NoTrade, StockpileCredits, TradeGood
from companion.games.new_frontiers.rules.endings import EMPTY_POOL
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Development, World
from tests.games.new_frontiers.build import (
    GAME,
    NO_ANSWER,
    answers,
    asked,
    development,
    give,
    good_on,
    home,
    option,
    plain,
    play,
    refused,
    select,
    world,
)


def _with_goods(*kinds: str, tiles: tuple[World | Development, ...] = (), player: int = 0) -> State:
    """The player has production colonies g0, g1 ... with a good of each of these kinds, and no credits."""
    colonies = [world(f"g{n}", kind=kind, good="production") for n, kind in enumerate(kinds)]
    state = give(plain(2), player, *colonies, *tiles, credits=0)
    for n, kind in enumerate(kinds):
        state = good_on(state, player, f"g{n}", kind)
    return state


def _consuming(*kinds: str, tiles: tuple[World | Development, ...]) -> State:
    return play(select(_with_goods(*kinds, tiles=tiles), "trade-consume"), NoTrade(0))


def _take(state: State, tile: str, *colonies: str) -> State:
    return play(state, UseConsumePower(0, tile, 0, colonies))


# --- trade ----------------------------------------------------------------------------------------------


def test_the_selecting_player_takes_1_vp_first_p8() -> None:
    state = select(_with_goods("Rare"), "trade-consume")
    assert [empire.chips for empire in state.empires] == [1, 0]
    assert asked(state) == (0, "trade")


def test_a_good_sells_for_1_to_4_credits_by_its_kind_p8() -> None:
    state = select(_with_goods(*KINDS), "trade-consume")
    prices = [option(state, TradeGood(0, f"g{n}")).why[0].total for n in range(4)]
    assert prices == [1, 2, 3, 4]


def test_each_player_sells_one_good_or_none_p8() -> None:
    state = select(_with_goods("Rare", "Genes"), "trade-consume")
    assert answers(state) == [TradeGood(0, "g0"), TradeGood(0, "g1"), NoTrade(0)]
    left = state.supply.goods
    state = play(state, TradeGood(0, "g1"))
    assert state.empires[0].credits == 3
    assert state.supply.goods[2] == left[2] + 1
    assert state.doing is None
    state = play(select(_with_goods("Rare"), "trade-consume"), NoTrade(0))
    assert state.empires[0].credits == 0


def test_without_goods_nothing_is_asked() -> None:
    assert select(plain(3), "trade-consume").doing is None


def test_trade_powers_add_up_where_they_apply_p8() -> None:
    tiles = (
        development("A", "Trade: +1"),
        development("B", "Trade: +2 Genes"),
        world("S", "Trade: +3 this", kind="Rare", good="production"),
    )
    state = good_on(_with_goods("Genes", "Rare", tiles=tiles), 0, "S", "Rare")
    state = select(state, "trade-consume")
    prices = {d: option(state, TradeGood(0, d)).why[0].total for d in ("g0", "g1", "S")}
    assert prices == {"g0": 3 + 1 + 2, "g1": 2 + 1, "S": 2 + 1 + 3}


def test_trade_powers_without_a_trade_give_nothing_p8() -> None:
    state = select(_with_goods("Rare", tiles=(development("A", "Trade: +2"),)), "trade-consume")
    assert play(state, NoTrade(0)).empires[0].credits == 0


def test_the_factorys_good_cannot_be_sold_p8() -> None:
    state = good_on(give(plain(2), 0, world("F", kind="any", good="windfall")), 0, "F", "Alien")
    assert select(state, "trade-consume").doing is None
    state = give(state, 0, world("A", kind="Rare", good="windfall"))
    state = select(good_on(state, 0, "A", "Rare"), "trade-consume")
    assert answers(state) == [TradeGood(0, "A"), NoTrade(0)]
    assert "cannot be sold" in refused(state, TradeGood(0, "F"))
    (refusal,) = GAME.refusals(state, 0)
    assert refusal.tile == "F"


def test_a_colony_without_a_good_sells_nothing() -> None:
    state = select(_with_goods("Rare"), "trade-consume")
    assert NO_ANSWER in refused(state, TradeGood(0, "P0"))


# --- consume --------------------------------------------------------------------------------------------

VINLAND = world("V", "Consume: 1 good -> $2")
EARTH = home("E", "Consume: 2 goods -> 3 VP")


def test_without_consume_powers_goods_stay_p8() -> None:
    state = play(select(_with_goods("Rare"), "trade-consume"), NoTrade(0))
    assert state.doing is None
    assert state.empires[0].colonies[-1].good == "Rare"


def test_each_power_is_used_once_and_must_be_used_p8() -> None:
    state = _consuming("Rare", "Rare", tiles=(VINLAND,))
    assert asked(state) == (0, "consume")
    assert answers(state, UseConsumePower) == [
        UseConsumePower(0, "V", 0, ("g0",)),
        UseConsumePower(0, "V", 0, ("g1",)),
    ]
    assert NO_ANSWER in refused(state, SkipConsume(0))
    state = _take(state, "V", "g1")
    assert state.empires[0].credits == 2
    assert state.doing is None
    assert [c.good for c in state.empires[0].colonies if c.world != "P0"] == ["Rare", None, None]


def test_powers_are_used_in_any_order_even_one_that_leaves_goods_p8() -> None:
    state = _consuming("Rare", "Rare", tiles=(VINLAND, EARTH))
    assert _take(state, "E", "g0", "g1").doing is None
    left = _take(state, "V", "g0")
    assert left.doing is None
    assert [c.good for c in left.empires[0].colonies if c.world == "g1"] == ["Rare"]


def test_a_power_for_a_kind_takes_no_other_p8() -> None:
    news = world("N", "Consume: 1 Novelty good -> 2 VP")
    state = _consuming("Rare", "Novelty", tiles=(news,))
    assert answers(state, UseConsumePower) == [UseConsumePower(0, "N", 0, ("g1",))]
    assert NO_ANSWER in refused(state, UseConsumePower(0, "N", 0, ("g0",)))
    assert _consuming("Rare", tiles=(news,)).doing is None


def test_up_to_takes_as_many_as_there_are_and_no_fewer_p8() -> None:
    markets = development("M", "Consume: up to 3 goods -> 1 VP + $1 each")
    state = _consuming("Rare", "Genes", tiles=(markets,))
    assert answers(state, UseConsumePower) == [UseConsumePower(0, "M", 0, ("g0", "g1"))]
    refused(state, UseConsumePower(0, "M", 0, ("g0",)))
    state = _take(state, "M", "g0", "g1")
    assert (state.empires[0].chips, state.empires[0].credits) == (1 + 2, 2)
    four = _consuming("Rare", "Genes", "Alien", "Rare", tiles=(markets,))
    assert all(len(d.colonies) == 3 for d in answers(four, UseConsumePower) if isinstance(d, UseConsumePower))
    assert len(answers(four, UseConsumePower)) == 4


def test_different_kinds_and_all_goods() -> None:
    different = development("D", "Consume: 2 goods of different kinds -> 3 VP")
    state = _consuming("Rare", "Rare", "Genes", tiles=(different,))
    assert answers(state, UseConsumePower) == [
        UseConsumePower(0, "D", 0, ("g0", "g2")),
        UseConsumePower(0, "D", 0, ("g1", "g2")),
    ]
    assert _consuming("Rare", "Rare", tiles=(different,)).doing is None
    some = development("U", "Consume: up to 3 goods of different kinds -> 1 VP each")
    state = _consuming("Rare", "Rare", "Genes", tiles=(some,))
    assert answers(state, UseConsumePower) == [
        UseConsumePower(0, "U", 0, ("g0", "g2")),
        UseConsumePower(0, "U", 0, ("g1", "g2")),
    ]
    assert GAME.options(state, 0)[0].words == "Best order: 2 VP in all"
    every = development("A", "Consume: all goods -> 4 VP")
    state = _consuming("Rare", "Rare", "Genes", tiles=(every,))
    assert answers(state, UseConsumePower) == [UseConsumePower(0, "A", 0, ("g0", "g1", "g2"))]
    assert _take(state, "A", "g0", "g1", "g2").empires[0].chips == 1 + 4


def test_consuming_for_the_printed_price_uses_no_trade_powers() -> None:
    tiles = (development("P", "Consume: 1 good -> trade price"), development("T", "Trade: +2"))
    state = _take(_consuming("Genes", tiles=tiles), "P", "g0")
    assert state.empires[0].credits == 3


def test_the_good_of_the_factory_can_be_consumed_as_the_kind_it_is_p5() -> None:
    news = world("N", "Consume: 1 Novelty good -> 2 VP")
    state = give(plain(2), 0, news, world("F", kind="any", good="windfall"))
    state = select(good_on(state, 0, "F", "Novelty"), "trade-consume")
    assert answers(state, UseConsumePower) == [UseConsumePower(0, "N", 0, ("F",))]


def test_trade_leagues_consume_power_is_optional_p8() -> None:
    league = development("L", "Trade: +2", "Consume: may 1 good -> $2")
    state = select(_with_goods("Rare", "Rare", tiles=(league,)), "trade-consume")
    state = play(state, TradeGood(0, "g0"))
    assert state.empires[0].credits == 4
    assert SkipConsume(0) in answers(state)
    assert play(state, SkipConsume(0)).empires[0].credits == 4
    assert play(state, UseConsumePower(0, "L", 1, ("g1",))).empires[0].credits == 6


def test_an_optional_power_is_skipped_only_when_no_other_must_be_used() -> None:
    league = development("L", "Consume: may 1 good -> $2")
    state = _consuming("Rare", "Rare", tiles=(league, VINLAND))
    refused(state, SkipConsume(0))
    assert SkipConsume(0) in answers(_take(state, "V", "g0"))


def test_galactic_salon_needs_no_good_and_no_tap_p8() -> None:
    salon = development("S", "Consume: 1 VP", name="Galactic Salon")
    state = select(give(plain(2), 1, salon), "trade-consume")
    assert state.doing is None
    assert [empire.chips for empire in state.empires] == [1, 1]


def test_a_power_that_takes_no_good_and_says_may_is_asked_p5() -> None:
    state = select(give(plain(2), 1, development("S", "Consume: may 1 VP")), "trade-consume")
    assert asked(state) == (1, "consume")
    used = play(state, UseConsumePower(1, "S", 0, ()))
    assert (used.doing, used.empires[1].chips) == (None, 1)
    left = play(state, SkipConsume(1))
    assert (left.doing, left.empires[1].chips) == (None, 0)


PROSPEROUS = development("PE", "Consume: +1 VP per good consumed, +1 VP if you have Galactic Salon")
SALON = development("GS", "Consume: 1 VP", name="Galactic Salon")


def test_prosperous_economy_with_galactic_salon_p8_example() -> None:
    """New Vinland for $2, Old Earth for 3 VP, Galactic Salon 1 VP and 4 more: 2 credits and 8 VP in all."""
    state = _with_goods("Rare", "Genes", "Novelty", tiles=(PROSPEROUS, SALON, VINLAND), player=1)
    state = give(state, 1, EARTH)
    state = play(select(state, "trade-consume"), NoTrade(1))
    state = play(state, UseConsumePower(1, "V", 0, ("g0",)), UseConsumePower(1, "E", 0, ("g1", "g2")))
    assert (state.empires[1].credits, state.empires[1].chips) == (2, 8)
    assert state.doing is None


def test_prosperous_economy_alone_adds_one_for_each_good_p8() -> None:
    state = _take(_consuming("Rare", "Rare", tiles=(PROSPEROUS, EARTH)), "E", "g0", "g1")
    assert state.empires[0].chips == 1 + 3 + 2
    assert _consuming("Rare", tiles=(PROSPEROUS,)).empires[0].chips == 1


def test_players_act_one_after_the_other_each_trading_and_consuming_p8() -> None:
    state = _with_goods("Rare", tiles=(VINLAND,))
    state = good_on(give(state, 1, world("h", kind="Genes", good="windfall")), 1, "h", "Genes")
    state = select(state, "trade-consume")
    state = _take(play(state, NoTrade(0)), "V", "g0")
    assert asked(state) == (1, "trade")
    assert play(state, TradeGood(1, "h")).doing is None


# --- the best order -------------------------------------------------------------------------------------


def test_the_best_order_is_offered_first_with_what_it_gives_p8() -> None:
    """Old Earth first leaves nothing for the others; one good to each of two powers gives more."""
    one, two = world("A", "Consume: 1 good -> 2 VP"), world("B", "Consume: 1 Rare good -> 2 VP")
    state = _consuming("Rare", "Genes", tiles=(EARTH, one, two))
    best = GAME.options(state, 0)[0]
    assert isinstance(best.decision, ConsumeAll)
    assert best.words == "Best order: 4 VP in all"
    state = play(state, best.decision)
    assert state.empires[0].chips == 1 + 4
    assert state.doing is None


def test_the_best_order_says_which_tile_brings_what() -> None:
    state = _consuming("Rare", "Rare", "Rare", tiles=(VINLAND, EARTH))
    vp, money = GAME.options(state, 0)[0].why
    assert [(term.tile, term.value) for term in vp.terms] == [("E", 3)]
    assert [(term.tile, term.value) for term in money.terms] == [("V", 2)]
    (vp,) = GAME.options(_take(state, "V", "g0"), 0)[0].why
    assert (vp.label, vp.total) == ("VP", 3)
    (money,) = GAME.options(_take(state, "E", "g0", "g1"), 0)[0].why
    assert (money.label, money.total) == ("credits", 2)


def test_where_the_best_is_to_stop_no_order_is_offered() -> None:
    state = _consuming("Rare", tiles=(development("C", "Consume: may 1 good -> 1 colonist"),))
    assert answers(state) == [UseConsumePower(0, "C", 0, ("g0",)), SkipConsume(0)]


def test_answers_to_the_other_questions_of_this_action_are_refused() -> None:
    state = give(_taxed("Rare", "Genes"), 0, development("L", "Consume: may 1 good -> $2"))
    consume, none = UseConsumePower(0, "L", 0, ("g0",)), ConsumeAll(0, ())
    for other in (NoStockpile(0), StockpileCredits(0, 1), SkipConsume(0), consume, none):
        assert NO_ANSWER in refused(state, other)
    state = play(state, TradeGood(0, "g1"))
    for other in (NoTrade(0), TradeGood(0, "g0"), SkipConsume(0), consume, none):
        assert NO_ANSWER in refused(state, other)
    state = play(state, NoStockpile(0))
    for other in (NoTrade(0), TradeGood(0, "g0"), NoStockpile(0), StockpileCredits(0, 1)):
        assert NO_ANSWER in refused(state, other)


def test_each_step_tells_what_it_can_still_come_to_p8() -> None:
    state = _consuming("Rare", "Rare", tiles=(VINLAND, EARTH))
    words = {o.tile: o.words for o in GAME.options(state, 0) if isinstance(o.decision, UseConsumePower)}
    assert words["E"].endswith("for 3 VP")
    assert words["V"].endswith("for $2")
    state = _consuming("Rare", "Rare", "Rare", tiles=(VINLAND, EARTH))
    words = {o.tile: o.words for o in GAME.options(state, 0) if isinstance(o.decision, UseConsumePower)}
    assert words["E"].endswith("for 3 VP (then at best 3 VP and $2 in all)")


def test_an_order_that_leaves_a_power_unused_that_must_be_used_is_refused() -> None:
    state = _consuming("Rare", "Rare", "Rare", tiles=(VINLAND, EARTH))
    assert NO_ANSWER in refused(state, ConsumeAll(0, (("V", 0, ("g0",)),)))
    assert NO_ANSWER in refused(state, ConsumeAll(0, (("V", 0, ("g0",)), ("V", 0, ("g1",)))))


def test_refusals_say_why_a_power_is_not_among_the_next_steps_p8() -> None:
    state = _take(
        _consuming("Rare", "Rare", tiles=(VINLAND, EARTH, world("N", "Consume: 1 good -> 1 VP"))), "V", "g0"
    )
    assert [(r.tile, r.sentence) for r in GAME.refusals(state, 0)] == [
        ("V", "V has been used in this action: each power once."),
        ("E", "There are no goods that E can consume: Consume: give 2 goods for 3 VP chips."),
    ]


def test_a_power_that_is_not_ones_own_is_refused() -> None:
    state = _consuming("Rare", tiles=(VINLAND,))
    assert NO_ANSWER in refused(state, UseConsumePower(0, "E", 0, ("g0",)))


# --- the VP pool ----------------------------------------------------------------------------------------


def _pool(state: State, vp: int) -> State:
    return replace(state, supply=replace(state.supply, vp=vp))


def test_when_the_pool_runs_out_the_tens_are_used_and_the_game_will_end_p8() -> None:
    state = _take(_pool(_consuming("Rare", "Rare", tiles=(EARTH,)), 1), "E", "g0", "g1")
    assert state.empires[0].chips == 1 + 3
    assert (state.supply.vp, state.supply.vp_tens) == (0, 2)
    assert state.endings == (EMPTY_POOL,)


def test_the_pool_emptied_to_the_last_chip_ends_the_game_too_p9() -> None:
    state = _take(_pool(_consuming("Rare", "Rare", tiles=(EARTH,)), 3), "E", "g0", "g1")
    assert (state.supply.vp, state.supply.vp_tens) == (0, 0)
    assert state.endings == (EMPTY_POOL,)
    state = _take(_pool(_consuming("Rare", "Rare", tiles=(EARTH,)), 4), "E", "g0", "g1")
    assert state.endings == ()


# --- Tax on Trade ---------------------------------------------------------------------------------------


def _taxed(*kinds: str, held: int = 0) -> State:
    state = _with_goods(*kinds)
    goal = next(id for id, goal in state.catalogue.goals.items() if goal.measure == "credits")
    state = give(state, 1, goals=(goal,))
    pile = replace(state.empires[0].stockpile, credits=held)
    return select(give(state, 0, stockpile=pile), "trade-consume")


def test_some_or_all_credits_from_a_trade_may_be_stockpiled_p12() -> None:
    state = play(_taxed("Rare", "Genes"), TradeGood(0, "g1"))
    assert asked(state) == (0, "stockpile-credits")
    assert answers(state) == [*(StockpileCredits(0, n) for n in (1, 2, 3)), NoStockpile(0)]
    refused(state, StockpileCredits(0, 4))
    refused(state, StockpileCredits(0, 0))
    state = play(state, StockpileCredits(0, 2))
    assert (state.empires[0].credits, state.empires[0].stockpile.credits) == (1, 2)
    assert state.doing is None


def test_without_a_trade_no_credits_are_stockpiled_p12() -> None:
    assert play(_taxed("Rare"), NoTrade(0)).doing is None


def test_no_more_credits_than_the_goal_lists_p11() -> None:
    state = _taxed("Genes")
    goal = next(goal for goal in state.catalogue.goals.values() if goal.measure == "credits")
    most = goal.ranges[-1][0]
    state = play(_taxed("Genes", held=most - 1), TradeGood(0, "g0"))
    assert answers(state) == [StockpileCredits(0, 1), NoStockpile(0)]
    assert play(_taxed("Genes", held=most), TradeGood(0, "g0")).doing is None
