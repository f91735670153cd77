"""Tests of the six further start worlds (rulebook p. 11): each power in the words of its page."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.rules.consume_goods import Consume
from companion.games.race_for_the_galaxy.rules.produce import EndProduce, ProduceOn
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.rules.trade import TradeGood
from tests.games.race_for_the_galaxy.build import GAME, asked, goods, id_of, new, option, place, play, table

FACTS = {
    "Gateway Station": (-6, "World, cost 2, Novelty windfall, 1 VP"),
    "Abandoned Mine Squatters": (-5, "Military world, defense 2, Rare elements production, 0 VP"),
    "Terraforming Colonists": (-4, "World, cost 2, 1 VP"),
    "Galactic Trade Emissaries": (-3, "World, cost 2, 1 VP"),
    "Industrial Robots": (-2, "World, cost 2, 1 VP"),
    "Star Nomad Raiders": (-1, "Military world, defense 2, 1 VP"),
}


def test_what_they_are_p11():
    for name, (number, words) in FACTS.items():
        card = GAME.catalogue[id_of(name)]
        assert (card.number, caption(card)) == (number, words)


def test_all_are_dealt_where_a_box_has_eleven_p11():
    pool = {card.name for card in new(2, start_worlds="eleven").catalogue.starts}
    assert set(FACTS) <= pool


# --- Gateway Station: 2 goods for 1 VP and 3 cards (p. 10) ---


def test_gateway_station_begins_with_its_windfall_good_p5():
    state = table(["New Sparta"], ["Epsilon Eridani"], chosen=("settle", "settle"))
    assert goods(place(state, "Gateway Station", None), 0) == {"Gateway Station"}


def test_gateway_station_takes_two_goods_of_any_kind_for_a_vp_and_three_cards_p10():
    tableau = ("Gateway Station*", "Mining World*", "Gem World*")
    state = table(tableau, ["New Sparta"], chosen=("consume-2x", "consume-2x"))
    offered = {one.decision.goods for one in GAME.options(state, 0) if isinstance(one.decision, Consume)}
    assert all(len(worlds) == 2 for worlds in offered)
    decision = Consume(0, id_of("Gateway Station"), 0, (id_of("Mining World"), id_of("Gateway Station")))
    after = play(state, decision)
    assert after.empires[0].chips == 2 * 1  # doubled by Consume: 2x VP
    assert after.empires[0].hand == state.empires[0].hand + 3
    assert goods(after, 0) == {"Gem World"}


def test_gateway_station_takes_no_single_good_p6():
    state = table(["Gateway Station*"], ["New Sparta"], chosen=("consume-2x", "consume-2x"))
    assert state.phase == "choose"
    assert (goods(state, 0), state.empires[0].chips) == ({"Gateway Station"}, 0)


# --- Abandoned Mine Squatters: 1 Military, and it produces (p. 9, 11) ---


def test_abandoned_mine_squatters_give_military_p9():
    state = table(["Abandoned Mine Squatters"], ["New Sparta"], chosen=("settle", "settle"))
    assert option(state, 0, "Place Star Nomad Lair").why[0].total == 1


def test_abandoned_mine_squatters_produce_rare_elements_p11():
    state = table(["Abandoned Mine Squatters"], ["New Sparta"], chosen=("produce", "produce"))
    assert goods(state, 0) == {"Abandoned Mine Squatters"}
    state = table(["Abandoned Mine Squatters*"], ["Gem World"], chosen=("consume-trade", "consume-trade"))
    sold = play(state, TradeGood(0, id_of("Abandoned Mine Squatters")))
    assert sold.empires[0].hand == 5 + 3


# --- Terraforming Colonists: draw after a world; may discard a card for a windfall good (p. 9, 11) ---


def test_terraforming_colonists_draw_after_a_world_p9():
    state = table(["Terraforming Colonists"], ["New Sparta"], chosen=("consume-2x", "settle"), hand=6)
    placed = place(state, "Gem World", None)
    assert placed.empires[0].hand == 6 - 1 - 2 + 1
    assert place(state, None, None).empires[0].hand == 6


def test_terraforming_colonists_may_discard_a_card_for_a_windfall_good_p11():
    tableau = ("Terraforming Colonists", "Radioactive World")
    state = table(tableau, ["New Sparta"], chosen=("consume-2x", "produce"))
    assert asked(state) == [(0, "produce-on")]
    source = f"{id_of('Terraforming Colonists')}#1"
    after = play(state, ProduceOn(0, source, id_of("Radioactive World")))
    assert goods(after, 0) == {"Radioactive World"}
    assert after.empires[0].hand == state.empires[0].hand - 1
    declined = play(state, EndProduce(0))
    assert (goods(declined, 0), declined.empires[0].hand) == (set(), state.empires[0].hand)


def test_terraforming_colonists_need_a_card_to_discard_p11():
    tableau = ("Terraforming Colonists", "Radioactive World")
    state = table(tableau, ["New Sparta"], chosen=("consume-2x", "produce"), hand=0)
    assert (state.phase, goods(state, 0)) == ("choose", set())


# --- Galactic Trade Emissaries: pay for military worlds; draw in Consume (p. 9, 10) ---


def test_galactic_trade_emissaries_pay_for_a_military_world_p9():
    """Its defense less 1; the -1 Military of Contact Specialist is not theirs."""
    tableau = ("Galactic Trade Emissaries", "New Military Tactics")
    state = table(tableau, ["New Sparta"], chosen=("produce", "settle"), hand=6)
    after = place(state, "Rebel Miners", None)
    assert asked(after) == [(0, "settle-by")]
    assert {one.words for one in GAME.options(after, 0)} == {
        "Conquer it, discarding New Military Tactics",
        "Pay 1 card",
    }
    paid = play(after, SettleBy(0, f"{id_of('Galactic Trade Emissaries')}+pay"))
    assert paid.empires[0].hand == 6 - 1 - 1
    assert paid.empires[0].holds(id_of("Rebel Miners"))


def test_galactic_trade_emissaries_pay_for_no_alien_world_p9():
    state = table(["Galactic Trade Emissaries"], ["New Sparta"], chosen=("consume-2x", "settle"), hand=10)
    refused = {GAME.catalogue[one.tile].name for one in GAME.refusals(state, 0)}
    alien = {card.name for card in GAME.catalogue if card.military and card.kind == "alien"}
    assert alien <= refused


def test_two_powers_to_pay_for_military_do_not_combine_and_are_one_way_p9():
    tableau = ("Galactic Trade Emissaries", "Contact Specialist")
    state = table(tableau, ["New Sparta"], chosen=("produce", "settle"), hand=6)
    after = place(state, "Rebel Miners", None)
    assert after.empires[0].hand == 6 - 1 - (2 - 1)


def test_galactic_trade_emissaries_draw_in_consume_p10():
    state = table(["Galactic Trade Emissaries"], ["New Sparta"], chosen=("develop", "consume-2x"), hand=4)
    assert place(state, None, None).empires[0].hand == 4 + 1


# --- Industrial Robots: draw after a development, and in Produce (p. 9, 11) ---


def test_industrial_robots_draw_after_a_development_p9():
    state = table(["Industrial Robots"], ["New Sparta"], chosen=("consume-2x", "develop"), hand=6)
    assert place(state, "Public Works", None).empires[0].hand == 6 - 1 - 1 + 1
    assert place(state, None, None).empires[0].hand == 6


def test_industrial_robots_draw_in_produce_p11():
    state = table(["Industrial Robots"], ["New Sparta"], chosen=("produce", "produce"), hand=4)
    assert [empire.hand for empire in state.empires] == [4 + 1, 4]


# --- Star Nomad Raiders: 1 Military; 2 more cards for a sale (p. 9, 10) ---


def test_star_nomad_raiders_give_military_p9():
    state = table(["Star Nomad Raiders"], ["New Sparta"], chosen=("settle", "settle"))
    assert option(state, 0, "Place Star Nomad Lair").why[0].total == 1


def test_star_nomad_raiders_draw_two_more_for_a_sale_p10():
    tableau = ("Star Nomad Raiders", "Gem World*", "Mining World*")
    state = table(tableau, ["New Sparta"], chosen=("consume-trade", "consume-trade"))
    assert play(state, TradeGood(0, id_of("Mining World"))).empires[0].hand == 5 + 3 + 2
