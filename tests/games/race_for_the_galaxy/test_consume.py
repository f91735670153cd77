"""Tests of phase IV, Consume, with Trade first (rulebook p. 6, 10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.games.contract import Correction, Player, Setup
from companion.games.race_for_the_galaxy.rules import lucky
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.consume import DiscardForChips, EndConsume
from companion.games.race_for_the_galaxy.rules.consume_goods import Consume, ConsumeBest
from companion.games.race_for_the_galaxy.rules.lucky import NameNumber, TurnUp
from companion.games.race_for_the_galaxy.rules.state import Held
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.games.race_for_the_galaxy.rules.trade import TradeGood
from tests.games.race_for_the_galaxy.build import (
    GAME,
    asked,
    goods,
    id_of,
    option,
    play,
    refused,
    table,
    terms,
    words,
)


def consuming(*tableau: str, action="develop", hand=5, other=("Star Nomad Raiders",), chosen="consume-2x"):
    """Blue's tableau in Consume; Green chose Consume, so that the phase takes place in any case."""
    state = table(tableau, other, chosen=(action, chosen), hand=hand)
    while GAME.phase(state).key in ("explore", "develop", "settle"):
        seat, _kind = asked(state)[0]
        state = GAME.play(state, GAME.options(state, seat)[0].decision)
    return state


def use(state, card: str, *worlds: str, power: int | None = None, seat: int = 0):
    """The decision to consume with this card from these worlds."""
    return play(state, consume(state, card, *worlds, power=power, seat=seat))


def consume(state, card: str, *worlds: str, power: int | None = None, seat: int = 0) -> Consume:
    if power is None:
        powers = GAME.catalogue[id_of(card)].powers
        power = next(n for n, one in enumerate(powers) if type(one).__name__.startswith("Consume"))
    return Consume(seat, id_of(card), power, tuple(id_of(world) for world in worlds))


# --- consume powers ---


def test_a_good_is_discarded_for_vp_p6():
    state = consuming("Old Earth", "Public Works", "Gem World*", "Mining World*")
    after = use(state, "Public Works", "Gem World")
    assert after.empires[0].chips == 1 + 1  # Old Earth takes the other one automatically
    assert goods(after, 0) == set()
    assert after.discards == state.discards + 2


def test_what_leaves_no_choice_is_done_by_itself_p6():
    state = consuming("Epsilon Eridani", "Gem World*")
    assert (state.empires[0].chips, goods(state, 0)) == (1, set())
    assert state.empires[0].hand == 6


def test_a_good_may_lie_on_another_world_than_consumes_it_p6():
    state = consuming("New Sparta", "New Vinland", "Gem World*")
    assert goods(state, 0) == set()
    assert state.empires[0].hand == 5 + 2


def test_the_player_chooses_among_several_goods_p6():
    state = consuming("Epsilon Eridani", "Gem World*", "Mining World*")
    assert words(state, 0) == [
        "Epsilon Eridani: consume from Gem World",
        "Epsilon Eridani: consume from Mining World",
    ]
    assert goods(use(state, "Epsilon Eridani", "Mining World"), 0) == {"Gem World"}


def test_consumption_is_mandatory_p6():
    state = consuming("Epsilon Eridani", "Gem World*", "Mining World*")
    refused(state, EndConsume(0), "use your consume powers")


def test_each_power_is_used_once_p6():
    state = consuming("Epsilon Eridani", "Tourist World", "Gem World*", "Mining World*", "Spice World*")
    state = use(state, "Epsilon Eridani", "Gem World")
    # Only the Tourist World can use the rest of the goods, and it takes two.
    assert goods(state, 0) == set()
    assert state.empires[0].chips == 1 + 3


def test_a_used_power_is_refused_p6():
    state = consuming("Epsilon Eridani", "Public Works", "Gem World*", "Mining World*", "Spice World*")
    state = use(state, "Epsilon Eridani", "Gem World")
    refused(state, consume(state, "Epsilon Eridani", "Mining World"), "use your consume powers")


def test_goods_left_over_by_the_order_stay_p6():
    """A power for one kind is left without its good when a general one takes it first."""
    state = consuming("Epsilon Eridani", "Plague World*", "Gem World*")
    state = use(state, "Epsilon Eridani", "Plague World")
    assert goods(state, 0) == {"Gem World"}


def test_a_good_counts_for_one_power_only_p6():
    state = consuming("New Sparta", "Tourist World", "Gem World*", "Spice World*", "Mining World*")
    refused(state, consume(state, "Tourist World", "Gem World", "Gem World"), "use your consume powers")
    refused(state, consume(state, "Tourist World", "Gem World", "Old Earth"), "use your consume powers")


def test_up_to_powers_must_be_used_fully_p6():
    state = consuming("Old Earth", "Public Works", "Gem World*", "Mining World*", "Spice World*")
    refused(state, consume(state, "Old Earth", "Gem World"), "use your consume powers")


def test_fta_must_take_the_third_novelty_good_too_p6_example():
    tableau = ("New Sparta", "Free Trade Association", "New Vinland*", "Gem World*", "Spice World*")
    state = consuming(*tableau)
    refused(
        state, consume(state, "Free Trade Association", "Gem World", "Spice World"), "use your consume powers"
    )
    fta_first = use(state, "Free Trade Association", "New Vinland", "Gem World", "Spice World")
    assert (fta_first.empires[0].chips, fta_first.empires[0].hand) == (3, 8)


def test_in_the_reverse_order_new_vinland_takes_one_p6_example():
    tableau = ("New Sparta", "Free Trade Association", "New Vinland*", "Gem World*", "Spice World*")
    state = use(consuming(*tableau), "New Vinland", "Gem World")
    assert (state.empires[0].chips, state.empires[0].hand) == (2, 5 + 2 + 2)
    assert goods(state, 0) == set()


def test_with_two_goods_left_an_up_to_power_takes_both_p10_example():
    state = consuming("Old Earth", "Public Works", "Gem World*", "Mining World*", "Spice World*")
    state = use(state, "Public Works", "Spice World")
    assert goods(state, 0) == set()
    assert state.empires[0].chips == 3


def test_all_goods_for_one_vp_less_p10_example():
    """Three goods, all discarded, are 2 VP."""
    state = consuming("New Sparta", "Pilgrimage World", "Gem World*", "Mining World*", "Spice World*")
    assert state.empires[0].chips == 2
    assert goods(state, 0) == set()


def test_all_goods_after_other_powers_p10():
    tableau = ("Epsilon Eridani", "Pilgrimage World", "Gem World*", "Mining World*", "Spice World*")
    state = use(consuming(*tableau), "Epsilon Eridani", "Gem World")
    assert state.empires[0].chips == 1 + 1
    assert goods(state, 0) == set()


def test_a_single_good_with_all_goods_is_nothing_p10():
    state = consuming("New Sparta", "Pilgrimage World", "Gem World*")
    assert state.empires[0].chips == 0
    assert goods(state, 0) == set()


def test_two_goods_for_three_vp_p10():
    assert consuming("New Sparta", "Tourist World", "Gem World*", "Mining World*").empires[0].chips == 3
    assert consuming("New Sparta", "Tourist World", "Gem World*").empires[0].chips == 0


def test_three_goods_of_different_kinds_p10():
    tableau = ("New Sparta", "Diversified Economy", "Gem World*", "Mining World*", "Spice World*")
    assert consuming(*tableau).empires[0].chips == 0
    state = consuming(*tableau, "Plague World*")
    # The Plague World can take its own good first, and then there are not three kinds left.
    refused(
        state,
        consume(state, "Diversified Economy", "Gem World", "Spice World", "Mining World"),
        "use your consume powers",
    )
    state = use(state, "Diversified Economy", "Gem World", "Mining World", "Plague World")
    assert state.empires[0].chips == 3


@pytest.mark.parametrize(
    ("card", "good", "vp", "cards"),
    [
        ("New Survivalists", "Gem World*", 0, 1),
        ("Consumer Markets", "Gem World*", 1, 0),
        ("Terraforming Robots", "Mining World*", 1, 1),
        ("Research Labs", "Lost Species Ark World*", 1, 0),
        ("Plague World", "Lost Species Ark World*", 1, 1),
    ],
)
def test_powers_for_a_specific_kind_p10(card, good, vp, cards):
    state = consuming("New Sparta", card, good)
    assert (state.empires[0].chips, state.empires[0].hand) == (vp, 5 + cards)
    others = {"Gem World*": "Mining World*"}.get(good, "Gem World*")
    state = consuming("New Sparta", card, others)
    assert (state.empires[0].chips, state.empires[0].hand) == (0, 5)


def test_two_rare_goods_for_three_vp_p10():
    state = consuming("New Sparta", "Mining League", "Mining World*", "Comet Zone*")
    assert state.empires[0].chips == 3


@pytest.mark.parametrize(
    ("card", "vp", "cards"),
    [
        ("Terraformed World", 1, 0),
        ("Secluded World", 0, 1),
        ("Galactic Trendsetters", 2, 0),
        ("New Vinland", 0, 2),
        ("Outlaw World", 1, 1),
    ],
)
def test_any_one_good_p10(card, vp, cards):
    state = consuming("New Sparta", card, "Gem World*")
    assert (state.empires[0].chips, state.empires[0].hand) == (vp, 5 + cards)


def test_up_to_three_of_a_kind_p10():
    tableau = ("New Sparta", "Consumer Markets", "Gem World*", "Spice World*")
    assert consuming(*tableau).empires[0].chips == 2
    assert consuming("New Sparta", "Mining Conglomerate", "Mining World*").empires[0].chips == 1


def test_a_draw_for_nothing_p10():
    assert consuming("New Sparta", "New Economy").empires[0].hand == 6


def test_a_draw_that_takes_effect_in_every_consume_phase_p6():
    """New Economy involves no discard: it takes effect although its owner has no goods."""
    assert consuming("New Sparta", "New Economy", hand=0).empires[0].hand == 1


# --- 2x VP ---


def test_twice_the_chips_of_consume_powers_p6():
    state = consuming("Epsilon Eridani", "Gem World*", action="consume-2x")
    assert state.empires[0].chips == 2
    assert state.empires[0].hand == 6


def test_only_those_who_chose_it_have_twice_the_chips_p6():
    state = consuming(
        "Epsilon Eridani", "Gem World*", action="consume-trade", other=("Old Earth", "Spice World*")
    )
    assert state.empires[0].chips == 0
    assert state.empires[1].chips == 2


def test_vp_for_cards_of_the_hand_are_not_doubled_p6_p10():
    state = consuming("New Sparta", "Deficit Spending", action="consume-2x", chosen="develop")
    state = play(state, DiscardForChips(0, id_of("Deficit Spending"), 0, 2))
    assert state.empires[0].chips == 2


# --- cards of the hand ---


def test_up_to_two_cards_for_a_vp_each_p10():
    state = consuming("New Sparta", "Deficit Spending")
    assert words(state, 0) == [
        "Deficit Spending: discard 1 of your cards",
        "Deficit Spending: discard 2 of your cards",
        "Discard no cards",
    ]
    one, two = (DiscardForChips(0, id_of("Deficit Spending"), 0, number) for number in (1, 2))
    assert [it.words(state).split(" ", 1)[1] for it in (one, two)] == [
        "discards 1 card for VP",
        "discards 2 cards for VP",
    ]
    state = play(state, one)
    assert (state.empires[0].chips, state.empires[0].hand) == (1, 4)
    refused(state, DiscardForChips(0, id_of("Deficit Spending"), 0, 1))


def test_that_power_is_optional_p10():
    state = play(consuming("New Sparta", "Deficit Spending"), EndConsume(0))
    assert (state.empires[0].chips, state.empires[0].hand) == (0, 5)


def test_no_more_cards_than_there_are_p10():
    state = consuming("New Sparta", "Deficit Spending", hand=(1, 5))
    refused(state, DiscardForChips(0, id_of("Deficit Spending"), 0, 2), "use your consume powers")


def test_cards_drawn_by_other_powers_can_be_discarded_p6():
    state = consuming("New Sparta", "Deficit Spending", "New Economy", hand=(0, 5))
    assert words(state, 0)[0] == "Deficit Spending: discard 1 of your cards"


# --- trade ---


@pytest.mark.parametrize(
    ("world", "cards"),
    [("Gem World", 2), ("Mining World", 3), ("Lost Species Ark World", 4), ("Alien Robotic Factory", 5)],
)
def test_the_price_of_each_kind_p6(world, cards):
    state = consuming("New Sparta", f"{world}*", action="consume-trade")
    state = play(state, TradeGood(0, id_of(world)))
    assert state.empires[0].hand == 5 + cards
    assert goods(state, 0) == set()


def test_one_good_must_be_sold_before_consuming_p6():
    state = consuming("Epsilon Eridani", "Gem World*", "Mining World*", action="consume-trade")
    assert asked(state)[0] == (0, "trade-good")
    refused(state, consume(state, "Epsilon Eridani", "Gem World"), "sell a good")
    refused(state, TradeGood(0, id_of("Epsilon Eridani")), "sell a good")
    state = play(state, TradeGood(0, id_of("Mining World")))
    assert (state.empires[0].chips, goods(state, 0)) == (1, set())


def test_only_who_chose_trade_can_sell_p6():
    state = consuming("New Sparta", "Gem World*", other=("Old Earth", "Spice World*"), chosen="consume-trade")
    assert asked(state) == [(1, "trade-good")]


def test_who_has_no_good_sells_none_p6():
    assert consuming("New Sparta", action="consume-trade", chosen="develop").round == 2


def test_all_trade_powers_that_apply_add_cards_p6_p10():
    tableau = ("Old Earth", "Export Duties", "Spice World", "Pirate World*", "Gem World*", "Genetics Lab")
    state = consuming(*tableau, action="consume-trade")
    (why,) = option(state, 0, "Pirate World").why
    assert terms(why) == [
        ("price of Novelty", 2),
        ("Old Earth", 1),
        ("Export Duties", 1),
        ("Spice World", 2),
        ("Pirate World", 3),
    ]
    # The power of a world counts for its own good only.
    assert option(state, 0, "Gem World").why[0].total == 2 + 1 + 1 + 2


@pytest.mark.parametrize(
    ("power", "good", "cards"),
    [
        ("Merchant World", "Gem World*", 2 + 2),
        ("Space Port", "Mining World*", 3 + 2),
        ("Mining Conglomerate", "Mining World*", 3 + 1),
        ("Bio-Hazard Mining World", "Lost Species Ark World*", 4 + 2),
        ("Genetics Lab", "Lost Species Ark World*", 4 + 1),
        ("Distant World", "Gem World*", 2 + 3),
    ],
)
def test_trade_powers_for_any_or_a_kind_of_good_p10(power, good, cards):
    state = consuming("New Sparta", power, good, action="consume-trade")
    assert option(state, 0, good.rstrip("*")).why[0].total == cards


# --- cards at trade prices ---


def test_the_black_market_gives_the_price_without_trade_powers_p10():
    state = consuming("New Sparta", "Black Market Trading World", "Export Duties", "Mining World*")
    assert state.empires[0].hand == 5 + 3


def test_the_trade_league_sells_with_trade_powers_and_its_own_p10():
    state = consuming("New Sparta", "Trade League", "Space Port", "Mining World*", hand=2)
    assert state.empires[0].hand == 2 + 3 + 1 + 2


# --- the best in one tap ---


def test_the_best_order_is_one_tap():
    """Epsilon Eridani must leave the Genes good to the Plague World."""
    state = consuming("Epsilon Eridani", "Plague World*", "Gem World*")
    best = option(state, 0, "most VP")
    assert best.decision == ConsumeBest(0, "vp")
    state = play(state, best.decision)
    assert (state.empires[0].chips, state.empires[0].hand) == (2, 7)


def test_most_vp_and_most_cards_are_told_apart():
    tableau = ("New Sparta", "New Vinland", "Tourist World", "Secluded World", "Gem World*", "Spice World*")
    state = consuming(*tableau)
    most_vp, most_cards = words(state, 0)[:2]
    assert (most_vp, most_cards) == (
        "Consume for the most VP, from Gem World and Spice World",
        "Consume for the most cards, from Gem World and Spice World",
    )
    vp = play(state, ConsumeBest(0, "vp"))
    cards = play(state, ConsumeBest(0, "cards"))
    assert (vp.empires[0].chips, vp.empires[0].hand) == (3, 5)
    assert (cards.empires[0].chips, cards.empires[0].hand) == (0, 8)


def test_the_best_is_doubled_by_2x():
    state = consuming("Epsilon Eridani", "Plague World*", "Gem World*", action="consume-2x")
    assert [tally.total for tally in option(state, 0, "most VP").why] == [4, 2]
    assert play(state, ConsumeBest(0, "vp")).empires[0].chips == 4


# --- which goods ---


def test_the_player_chooses_between_goods_that_a_later_rule_tells_apart_p6():
    """Gem World draws a card when it produces again, Spice World does not."""
    state = consuming("Epsilon Eridani", "Gem World*", "Spice World*")
    assert asked(state) == [(0, "consume")]
    assert words(state, 0) == [
        "Epsilon Eridani: consume from Gem World",
        "Epsilon Eridani: consume from Spice World",
    ]
    after = play(state, consume(state, "Epsilon Eridani", "Spice World"))
    assert goods(after, 0) == {"Gem World"}


@pytest.mark.parametrize(
    ("worlds", "alike"),
    [
        (("Spice World*", "Artist Colony*"), True),
        (("Gem World*", "Spice World*"), False),
        (("Comet Zone*", "Rebel Miners*"), False),
        (("Comet Zone*", "Mining World*"), True),
        (("Lost Species Ark World*", "Plague World*"), False),
        (("Runaway Robots*", "Radioactive World*"), False),
        (("Radioactive World*", "Rebel Miners*"), False),
        (("Former Penal Colony*", "Refugee World*"), True),
        (("Pirate World*", "Refugee World*"), False),
    ],
)
def test_only_goods_that_no_rule_tells_apart_are_taken_without_asking_p6(worlds, alike):
    """What counts is their kind, price, and what producing there needs and draws."""
    state = consuming("Epsilon Eridani", *worlds)
    assert len(goods(state, 0)) == (1 if alike else 2)
    assert (state.phase == "consume") == (not alike)


def test_a_journal_of_before_goes_on_with_goods_alike_by_their_price():
    seats = tuple(Player(name, name.lower()) for name in ("Blue", "Green"))
    state = GAME.new(Setup(seats, (), (("start-worlds", ("S02", "S04")),)))
    laid = (Held("S02"), Held(id_of("Gem World"), True), Held(id_of("Spice World"), True))
    state = state.with_empire(0, state.empires[0].changed(tableau=laid)).changed(supply=state.supply - 4)
    state = play(state, ChooseActions(0, ("consume-2x",)), ChooseActions(1, ("consume-2x",)))
    assert (state.phase, goods(state, 0)) == ("choose", {"Spice World"})


def test_the_best_keeps_what_sells_for_most_p6():
    state = consuming(
        "Old Earth", "Public Works", "Gem World*", "Empath World*", "Mining World*", "Comet Zone*"
    )
    one = option(state, 0, "most VP")
    assert goods(play(state, one.decision), 0) == {"Empath World"}
    assert one.words == "Consume for the most VP, from all worlds but Empath World"


@pytest.mark.parametrize(
    ("worlds", "said"),
    [
        (("Gem World*", "Mining World*"), "Gem World and Mining World"),
        (("Gem World*", "Mining World*", "Comet Zone*"), "all worlds"),
        (("Gem World*", "Mining World*", "Comet Zone*", "Deserted Alien Colony*"), "all worlds"),
    ],
)
def test_of_many_worlds_an_answer_names_those_that_keep_their_goods(worlds, said):
    """Four names made an answer so high that a tablet of four showed fewer than two whole."""
    state = consuming("Old Earth", "Public Works", "Free Trade Association", *worlds)
    assert option(state, 0, "most VP").words == f"Consume for the most VP, from {said}"


def test_the_best_keeps_what_does_not_come_again_by_itself_p6():
    tableau = ("New Vinland", "Public Works", "Refugee World*", "Gem World*", "Spice World*")
    state = consuming(*tableau)
    assert goods(play(state, ConsumeBest(0, "vp")), 0) == {"Refugee World"}


def test_the_best_parts_first_with_what_draws_when_it_produces_again_p7():
    state = consuming("Epsilon Eridani", "Public Works", "Rebel Miners*", "Comet Zone*", "Mining World*")
    assert goods(play(state, ConsumeBest(0, "vp")), 0) == {"Rebel Miners"}


# --- draw if lucky ---

GAMBLING_WORLD = id_of("Gambling World")


def test_a_number_is_named_and_the_top_card_turned_up_p10():
    state = consuming("New Sparta", "Gambling World")
    assert len(GAME.options(state, 0)) == 7
    named = play(state, NameNumber(0, GAMBLING_WORLD, 1, 2))
    assert asked(named) == [(0, "turn-up")]
    lucky_one = play(named, TurnUp(0, True))
    unlucky = play(named, TurnUp(0, False))
    assert (lucky_one.empires[0].hand, lucky_one.discards) == (6, state.discards)
    assert (unlucky.empires[0].hand, unlucky.discards) == (5, state.discards + 1)
    refused(state, NameNumber(0, GAMBLING_WORLD, 1, 8), "use your consume powers")


def test_the_gambling_world_consumes_besides_p10():
    state = consuming("New Sparta", "Gambling World", "Gem World*")
    state = play(state, consume(state, "Gambling World", "Gem World"))
    assert state.empires[0].chips == 1
    assert asked(state)[0] == (0, "consume")


def test_the_odds_are_of_the_cards_in_the_box_less_the_open_tableaus_p10():
    state = consuming("New Sparta", "Gambling World", other=("Epsilon Eridani", "Space Marines"))
    # 38 cards of cost or defense 2 are printed; New Sparta, Epsilon Eridani and Space Marines are in play.
    assert state.catalogue.by_cost[2] == 12 + 17 + 9
    assert lucky.odds(state, 2) == Fraction(38 - 3, 120 - 4)
    (why,) = option(state, 0, "name 2").why
    assert terms(why) == [("in the box", 38), ("open in tableaus", -3)]
    five = table(["New Sparta", "Gambling World"], ["Epsilon Eridani"], start_worlds="five")
    assert lucky.odds(five, 2) == Fraction(38 - 6 - 2, 114 - 3)


# --- steps ---


def test_a_consume_step_can_be_taken_back():
    state = consuming(
        "Epsilon Eridani",
        "Gem World*",
        "Mining World*",
        other=("Old Earth", "Spice World*", "Comet Zone*", "New Earth*"),
    )
    after = use(state, "Epsilon Eridani", "Mining World")
    assert play(after, StepBack(0)) == state


def test_consuming_goes_on_after_a_good_is_corrected_away():
    state = consuming("Epsilon Eridani", "Gem World*", "Mining World*")
    state = GAME.correct(state, Correction(f"good/0/{id_of('Gem World')}", "no"))
    assert state.empires[0].chips == 1
    assert goods(state, 0) == set()
