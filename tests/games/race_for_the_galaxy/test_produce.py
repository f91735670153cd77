"""Tests of phase V, Produce (rulebook p. 7, 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.powers import ProduceWindfall
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.produce import EndProduce, ProduceOn
from tests.games.race_for_the_galaxy.build import (
    GAME,
    asked,
    goods,
    id_of,
    option,
    place,
    play,
    refused,
    table,
    words,
)


def producing(*tableau: str, action="develop", other=("Star Nomad Raiders",), hand=3, chosen="produce"):
    """Blue's tableau; Green chose Produce, so that the phase takes place in any case. Hands stay below the
    limit at the end of the round."""
    state = table(tableau, other, chosen=(action, chosen), hand=hand)
    return place(state, None, None) if state.phase == "develop" else state


def produce_on(state, source: str, world: str, seat: int = 0):
    """Produce on this world by the bonus or by a card's power."""
    if source != "bonus":
        id = id_of(source)
        powers = GAME.catalogue[id].powers
        number = next(n for n, one in enumerate(powers) if isinstance(one, ProduceWindfall))
        source = f"{id}#{number}"
    return play(state, ProduceOn(seat, source, id_of(world)))


# --- production worlds ---


def test_each_production_world_without_a_good_gets_one_p7():
    state = producing("New Sparta", "Spice World", "Mining World", "Radioactive World")
    assert goods(state, 0) == {"Spice World", "Mining World"}


def test_a_good_is_a_card_of_the_supply_p7():
    before = table(["New Sparta", "Spice World"], ["Old Earth"])
    state = producing("New Sparta", "Spice World", other=("Old Earth",))
    assert (state.supply, state.discards) == (before.supply - 1 + 4, before.discards)


def test_no_world_has_more_than_one_good_p7():
    state = producing("New Sparta", "Spice World*")
    assert goods(state, 0) == {"Spice World"}
    assert not GAME.check(state)


def test_a_draw_comes_with_the_good_and_not_without_p7_p11():
    assert producing("New Sparta", "Gem World").empires[0].hand == 4
    assert producing("New Sparta", "Gem World*").empires[0].hand == 3
    assert producing("New Sparta", "Lost Species Ark World").empires[0].hand == 5
    assert producing("New Sparta", "Comet Zone").empires[0].hand == 4


# --- windfall worlds ---


def test_a_windfall_world_does_not_produce_by_itself_p5():
    assert goods(producing("New Sparta", "Radioactive World"), 0) == set()


def test_the_bonus_is_a_good_on_one_windfall_world_p7():
    state = producing("New Sparta", "Radioactive World", action="produce")
    assert goods(state, 0) == {"Radioactive World"}


def test_only_who_chose_produce_has_the_bonus_p7():
    state = producing("New Sparta", "Radioactive World", other=("Old Earth", "Asteroid Belt"))
    assert (goods(state, 0), goods(state, 1)) == (set(), {"Asteroid Belt"})


def test_its_player_chooses_the_windfall_world_p7():
    state = producing("New Sparta", "Radioactive World", "Empath World", action="produce")
    assert words(state, 0) == [
        "A good on Radioactive World, by the bonus",
        "A good on Empath World, by the bonus",
    ]
    state = produce_on(state, "bonus", "Empath World")
    assert goods(state, 0) == {"Empath World"}


def test_the_bonus_skips_worlds_with_a_good_p7():
    state = producing("New Sparta", "Radioactive World*", "Empath World", action="produce")
    assert goods(state, 0) == {"Radioactive World", "Empath World"}


@pytest.mark.parametrize(
    ("card", "world"),
    [
        ("Mining Robots", "Radioactive World"),
        ("Mining League", "Radioactive World"),
        ("Genetics Lab", "Empath World"),
        ("Free Trade Association", "Refugee World"),
        ("Expanding Colony", "Refugee World"),
        ("Alien Rosetta Stone World", "Deserted Alien Outpost"),
    ],
)
def test_a_power_for_a_kind_of_windfall_world_p7_p11(card, world):
    assert goods(producing("New Sparta", card, world), 0) == {world}
    other = "Radioactive World" if world != "Radioactive World" else "Empath World"
    assert goods(producing("New Sparta", card, other), 0) == set()


def test_a_power_for_any_windfall_world_p11():
    assert goods(producing("New Sparta", "Galactic Engineers", "Empath World"), 0) == {"Empath World"}


def test_the_order_of_windfall_powers_is_free_p4():
    tableau = ("New Sparta", "Mining Robots", "Galactic Engineers", "Radioactive World", "Empath World")
    state = producing(*tableau)
    assert asked(state)[0] == (0, "produce-on")
    # The any-power on the Rare elements world leaves the other power without a world.
    wasted = produce_on(state, "Galactic Engineers", "Radioactive World")
    assert goods(wasted, 0) == {"Radioactive World"}
    both = produce_on(state, "Mining Robots", "Radioactive World")
    assert goods(both, 0) == {"Radioactive World", "Empath World"}


def test_windfall_powers_must_be_used_p4():
    state = producing("New Sparta", "Radioactive World", "Empath World", action="produce")
    refused(state, EndProduce(0), "which windfall world gets a good?")
    refused(state, ProduceOn(0, "bonus", id_of("New Sparta")), "which windfall world gets a good?")


def test_a_card_is_drawn_for_a_good_on_that_windfall_world_p11():
    tableau = ("New Sparta", "Runaway Robots")
    assert producing(*tableau, action="produce").empires[0].hand == 4
    assert producing(*tableau).empires[0].hand == 3


def with_power(state, name: str, power):
    """The state with one more power on this card."""
    catalogue = Catalogue(
        tuple(
            replace(card, powers=(*card.powers, power)) if card.name == name else card
            for card in state.catalogue
        )
    )
    return state.changed(catalogue=catalogue)


def test_may_discard_a_card_for_a_good_on_a_windfall_world_p11():
    """No known card has this power; it belongs to one of the further start worlds."""
    state = with_power(
        table(["New Sparta", "Radioactive World"], ["Old Earth"], hand=3),
        "New Sparta",
        ProduceWindfall(discard=True),
    )
    state = GAME.play(state, ChooseActions(0, ("consume-trade",)))
    state = GAME.play(state, ChooseActions(1, ("produce",)))
    assert words(state, 0) == ["A good on Radioactive World for 1 card, by New Sparta", "No further good"]
    used = play(state, GAME.options(state, 0)[0].decision)
    assert (goods(used, 0), used.empires[0].hand) == ({"Radioactive World"}, 2)
    left = play(state, EndProduce(0))
    assert (goods(left, 0), left.empires[0].hand) == (set(), 3)


# --- draws ---


def test_draws_for_nothing_p11():
    assert producing("New Sparta", "Merchant Guild").empires[0].hand == 5
    assert producing("New Sparta", "Rebel Underground").empires[0].hand == 4


def test_a_draw_for_each_good_of_a_kind_produced_p11():
    tableau = (
        "New Sparta",
        "Consumer Markets",
        "Spice World",
        "Space Port",
        "Prosperous World*",
        "Mining World",
    )
    assert producing(*tableau).empires[0].hand == 3 + 2 + 1  # and one for the Comet Zone
    tableau = ("New Sparta", "Research Labs", "Alien Robotic Factory")
    assert producing(*tableau).empires[0].hand == 4


def test_a_draw_for_each_kind_produced_p11():
    tableau = (
        "New Sparta",
        "Diversified Economy",
        "Spice World",
        "Space Port",
        "Rebel Miners",
        "Distant World*",
    )
    assert producing(*tableau).empires[0].hand == 3 + 2


def test_a_draw_for_each_world_of_a_kind_p7_p11():
    """The Pan-Galactic League counts Genes worlds with a halo and with a solid circle."""
    tableau = ("New Sparta", "Pan-Galactic League", "Distant World*", "Empath World")
    assert producing(*tableau).empires[0].hand == 3 + 2


def test_two_cards_for_the_most_rare_goods_p11():
    tableau = ("New Sparta", "Mining Conglomerate", "Rebel Miners", "Bio-Hazard Mining World")
    assert producing(*tableau, other=("Old Earth", "New Earth")).empires[0].hand == 3 + 2
    other = ("Old Earth", "New Earth", "Imperium Armaments World")
    assert producing(*tableau, other=other).empires[0].hand == 3


def test_goods_that_were_there_before_do_not_count_for_the_most_p11():
    tableau = ("New Sparta", "Mining Conglomerate", "Rebel Miners*", "Bio-Hazard Mining World*")
    assert producing(*tableau, other=("Old Earth", "New Earth")).empires[0].hand == 3


def test_the_most_is_counted_when_all_have_produced_p11():
    other = ("Old Earth", "Radioactive World", "Asteroid Belt")
    state = producing("New Sparta", "Mining Conglomerate", "Rebel Miners", other=other)
    assert asked(state) == [(1, "produce-on")]
    assert state.empires[0].hand == 3
    state = produce_on(state, "bonus", "Asteroid Belt", seat=1)
    assert state.empires[0].hand == 3  # one each: neither has more than the other


def test_production_goes_on_after_a_good_is_corrected():
    state = producing("New Sparta", "Radioactive World", "Empath World", action="produce")
    state = GAME.correct(state, Correction(f"good/0/{id_of('Radioactive World')}", "yes"))
    assert goods(state, 0) == {"Radioactive World", "Empath World"}
    assert option(state, 0, "Develop")


def test_whoever_finds_no_card_left_for_a_good_goes_on_without_one_p7():
    """Another player's good took the last card of the supply while this player could still choose."""
    state = producing(
        "New Sparta",
        "Radioactive World",
        "Alien Robot Sentry",
        action="produce",
        other=("Old Earth", "Lost Alien Warship", "Pre-Sentient Race"),
    )
    state = state.changed(supply=1, discards=0)
    seats = [seat for seat, kind in asked(state) if kind == "produce-on"]
    assert seats == [0, 1]
    for seat, said in ((0, "Radioactive World"), (1, "No further good")):
        offered = [one for one in GAME.options(state, seat) if said in one.words]
        assert len(offered) == 1
        state = GAME.play(state, offered[0].decision)
    assert state.phase != "produce"
    assert goods(state, 1) == set()
