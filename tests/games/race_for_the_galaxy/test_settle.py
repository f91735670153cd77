"""Tests of phase III, Settle (rulebook p. 5, 9): paying, windfalls, conquest, paying for military worlds."""

from __future__ import annotations

import pytest

from companion.games.contract import Correction, Player, Setup
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import Place
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.rules.state import Held
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
    terms,
    words,
)

SHIP, TACTICS, SPECIALIST = id_of("Colony Ship"), id_of("New Military Tactics"), id_of("Contact Specialist")


def settling(tableau=("Old Earth",), action="consume-trade", hand=5, other=("Epsilon Eridani",)):
    """Blue's tableau; Green chose Settle, so that the phase takes place in any case."""
    return table(tableau, other, chosen=(action, "settle"), hand=(hand, 5))


def why(state, name: str, seat: int = 0):
    return option(state, seat, f"Place {name}").why[0]


def refusal(state, name: str, seat: int = 0):
    return next(one for one in GAME.refusals(state, seat) if one.tile == id_of(name))


# --- paying ---


def test_a_world_is_paid_for_with_cards_p5():
    state = place(settling(), "Gem World", None)
    assert state.empires[0].holds(id_of("Gem World"))
    assert state.empires[0].hand == 5 - 1 - 2


def test_each_player_may_place_no_world_p5():
    assert len(place(settling(), None, None).empires[0].tableau) == 1


def test_worlds_are_placed_secretly_and_revealed_together_p5():
    state = play(settling(), Place(0, id_of("Gem World")))
    assert GAME.view(state, 1).progress[0].placed == ""
    assert not state.empires[0].holds(id_of("Gem World"))


def test_a_development_is_no_world():
    refused(settling(), Place(0, SHIP), "choose a world to place")


def test_a_world_that_costs_more_than_the_hand_is_refused_p5():
    refused(settling(hand=3), Place(0, id_of("Mining World")), "costs 3", "in hand: 2")


def test_the_bonus_is_a_card_after_placing_p5():
    state = place(settling(), None, "Gem World")
    assert state.empires[1].hand == 5 - 1 - 2 + 1
    assert place(settling(), None, None).empires[1].hand == 5


def test_the_bonus_card_cannot_pay_for_the_world_p5():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "produce"), hand=(2, 5))
    refused(state, Place(0, id_of("Gem World")), "costs 2", "in hand: 1")


def test_worlds_are_worth_their_vp_p5():
    state = place(settling(), "Pilgrimage World", None)
    line = next(line for line in GAME.score(state).players[0].lines if line.source == "Worlds")
    assert ("Pilgrimage World", 2) in terms(line.why)


def test_discounts_for_all_worlds_and_for_a_kind_p9():
    state = settling(["Old Earth", "Replicant Robots", "Mining Robots"])
    assert terms(why(state, "Comet Zone")) == [
        ("printed cost", 3),
        ("Replicant Robots", -2),
        ("Mining Robots", -1),
    ]
    assert why(state, "Lost Species Ark World").total == 3


def test_costs_are_not_reduced_below_0_p9():
    state = settling(["Old Earth", "Replicant Robots"])
    assert why(state, "Empath World").total == 0
    assert place(state, "Empath World", None).empires[0].hand == 4


def test_a_discount_for_a_kind_counts_for_windfall_worlds_too_p9():
    assert why(settling(["Old Earth", "Mining Robots"]), "Radioactive World").total == 1


def test_a_card_is_drawn_after_placing_any_world_p9():
    robots = ["New Sparta", "Terraforming Robots"]
    assert place(settling(robots), "Gem World", None).empires[0].hand == 5 - 1 - 2 + 1
    assert place(settling(robots), "Rebel Fuel Cache", None).empires[0].hand == 5 - 1 + 1
    assert place(settling(robots), None, None).empires[0].hand == 5


# --- windfalls ---


def test_a_windfall_world_gets_a_good_when_it_is_settled_p5():
    before = settling()
    state = place(before, "Radioactive World", None)
    assert goods(state, 0) == {"Radioactive World"}
    assert state.supply == before.supply - 1


def test_a_production_world_is_settled_without_a_good_p5():
    assert goods(place(settling(), "Gem World", None), 0) == set()


def test_a_conquered_windfall_world_gets_its_good_p5():
    assert goods(place(settling(["New Sparta"]), "Rebel Fuel Cache", None), 0) == {"Rebel Fuel Cache"}


# --- conquest ---


def test_military_must_equal_or_exceed_the_defense_p5():
    state = settling(["New Sparta"])
    assert terms(why(state, "Rebel Miners")) == [("New Sparta", 2)]
    refused(state, Place(0, id_of("Rebel Warrior Race")), "defense 3", "Military against it is 2")


def test_a_conquered_world_costs_nothing_p5():
    assert place(settling(["New Sparta"]), "Rebel Miners", None).empires[0].hand == 4


def test_a_military_world_cannot_be_paid_for_p5():
    refused(settling(hand=10), Place(0, id_of("Outlaw World")), "defense 1", "is 0")


def test_the_bonus_card_comes_after_a_conquest_too_p5():
    state = table(["New Sparta"], ["Old Earth"], chosen=("settle", "produce"))
    assert place(state, "Rebel Miners", None).empires[0].hand == 5 - 1 + 1


def test_military_adds_up_and_some_cards_subtract_p5():
    state = settling(["New Sparta", "Space Marines", "Empath World"])
    assert why(state, "Rebel Warrior Race").total == 3
    assert terms(why(state, "Rebel Warrior Race")) == [
        ("New Sparta", 2),
        ("Space Marines", 2),
        ("Empath World", -1),
    ]


def test_specialized_military_counts_against_its_kind_only_p9():
    state = settling(["Old Earth", "Galactic Imperium", "Alien Tech Institute", "Alpha Centauri"])
    assert why(state, "Rebel Warrior Race").total == 4
    assert why(state, "Alien Robot Sentry").total == 2
    assert why(state, "Runaway Robots").total == 1
    assert refusal(state, "Pirate World").why[0].total == 0


def test_a_specific_power_reduces_the_cost_or_adds_military_p9():
    state = settling(["Old Earth", "Alien Rosetta Stone World"], hand=8)
    assert why(state, "Deserted Alien Outpost").total == 2
    assert why(state, "Alien Robot Sentry").total == 2


# --- temporary Military ---


def test_new_military_tactics_is_discarded_for_three_military_p5_p9():
    state = place(settling(["New Sparta", "New Military Tactics"]), "Lost Alien Warship", None)
    assert not state.empires[0].holds(TACTICS)
    assert state.empires[0].holds(id_of("Lost Alien Warship"))
    assert state.discards >= 21


def test_temporary_military_may_be_used_where_it_is_not_needed_p9():
    """Offered, and not urged: to conquer without it is the likelier answer."""
    state = place(settling(["New Sparta", "New Military Tactics"]), "Rebel Miners", None)
    assert asked(state) == [(0, "settle-by")]
    offered = {one.words: one for one in GAME.options(state, 0)}
    plain, needless = offered["Conquer it"], offered["Conquer it, discarding New Military Tactics"]
    assert (plain.likely, needless.likely) == (0, -1)
    assert play(state, plain.decision).empires[0].holds(TACTICS)
    after = play(state, needless.decision)
    assert not after.empires[0].holds(TACTICS)
    assert after.empires[0].holds(id_of("Rebel Miners"))
    assert [tally.total for tally in needless.why] == [2 + 3]
    assert option(settling(["New Sparta", "New Military Tactics"]), 0, "Place Rebel Miners").why[0].total == 2


def test_a_journal_of_before_does_not_ask_for_needless_military():
    seats = tuple(Player(name, name.lower()) for name in ("Blue", "Green"))
    state = GAME.new(Setup(seats, (), (("start-worlds", ("S04", "S01")),)))
    laid = (Held("S04"), Held(TACTICS))
    state = state.with_empire(0, state.empires[0].changed(tableau=laid)).changed(supply=state.supply - 1)
    state = play(state, ChooseActions(0, ("settle",)), ChooseActions(1, ("settle",)))
    state = place(state, "Rebel Miners", None)
    assert (state.phase, state.empires[0].holds(TACTICS)) == ("choose", True)


def test_an_optional_power_is_used_where_it_is_needed_p4():
    """There is no other way to place the revealed world, so no question is asked."""
    state = place(settling(["New Sparta", "New Military Tactics"]), "Malevolent Lifeforms", None)
    assert asked(state)[0][1] != "settle-by"
    assert not state.empires[0].holds(TACTICS)


def test_temporary_military_lasts_for_one_phase_p5():
    state = place(settling(["New Sparta", "New Military Tactics"]), "Lost Alien Warship", None)
    assert GAME.score(state)
    state = GAME.correct(state, Correction("hand/0", 5))
    again = table(["New Sparta", "Lost Alien Battle Fleet"], ["Old Earth"], chosen=("settle", "produce"))
    assert why(again, "Rebel Outpost").total == 5


# --- cost 0 ---


def test_a_colony_ship_is_discarded_for_a_cost_of_0_p9():
    state = place(settling(["Old Earth", "Colony Ship"], hand=1), "New Earth", None)
    assert not state.empires[0].holds(SHIP)
    assert state.empires[0].holds(id_of("New Earth"))
    assert state.empires[0].hand == 0


def test_who_can_also_pay_chooses_p9():
    state = place(settling(["Old Earth", "Colony Ship"]), "Gem World", None)
    assert asked(state) == [(0, "settle-by")]
    assert words(state, 0) == ["Pay 2 cards", "Pay nothing, discarding Colony Ship"]
    paid = play(state, SettleBy(0, "pay"))
    assert (paid.empires[0].hand, paid.empires[0].holds(SHIP)) == (2, True)
    shipped = play(state, SettleBy(0, SHIP))
    assert (shipped.empires[0].hand, shipped.empires[0].holds(SHIP)) == (4, False)
    refused(state, SettleBy(0, "conquer"), "how do you settle")


def test_a_colony_ship_is_not_discarded_for_a_world_that_costs_nothing_p9():
    """It may reduce a cost to 0, and no cost falls below: of a price of 0 there is nothing to reduce."""
    state = place(settling(["Old Earth", "Colony Ship", "Replicant Robots"], hand=1), "Gem World", None)
    assert asked(state) != [(0, "settle-by")]
    assert state.empires[0].holds(SHIP)
    assert state.empires[0].holds(id_of("Gem World"))


def test_a_colony_ship_places_no_alien_world_p9():
    state = settling(["Old Earth", "Colony Ship"], hand=4)
    refused(state, Place(0, id_of("Deserted Alien Outpost")), "costs 4")


def test_what_one_would_pay_is_not_asked_ahead_of_a_world_that_a_ship_could_free():
    """Who lacks the cards pays none: neither number is the answer. A ship frees no alien world (p. 9)."""
    for ship in ((), ("Colony Ship",)):
        asked_of = set()
        for turn in range(1, 40):
            state = table(["Old Earth", *ship], ["Alpha Centauri"]).changed(round=turn)
            words = [one.words for one in GAME.lessons.ask_ahead(state, 0) if one.id == "world"]
            asked_of |= {card.kind for card in state.catalogue if f" {card.name} in" in words[0]}
        assert (asked_of == {"alien"}) == bool(ship), asked_of


def test_a_colony_ship_can_place_the_alien_rosetta_stone_world_p9():
    state = place(settling(["Old Earth", "Colony Ship"], hand=1), "Alien Rosetta Stone World", None)
    assert state.empires[0].holds(id_of("Alien Rosetta Stone World"))


def test_a_colony_ship_conquers_nothing_p9():
    refused(settling(["Old Earth", "Colony Ship"]), Place(0, id_of("Outlaw World")), "defense 1")


def test_a_ship_is_not_discarded_for_a_world_that_costs_nothing():
    state = place(settling(["Old Earth", "Colony Ship"]), "Refugee World", None)
    assert state.empires[0].holds(SHIP)


# --- paying for military worlds ---


def test_a_contact_specialist_pays_one_less_than_the_defense_p5():
    state = settling(["Old Earth", "Contact Specialist"])
    assert terms(why(state, "Rebel Warrior Race")) == [("defense", 3), ("Contact Specialist", -1)]
    assert place(state, "Rebel Warrior Race", None).empires[0].hand == 5 - 1 - 2


def test_military_never_reduces_that_cost_p5():
    state = settling(["New Sparta", "Contact Specialist"])
    # Military 2 - 1 is not enough for defense 3; the payment is the defense less 1 all the same.
    assert why(state, "Rebel Warrior Race").total == 2


def test_a_contact_specialist_never_pays_for_alien_worlds_p5_p9():
    state = settling(["Old Earth", "Contact Specialist"], hand=9)
    refused(state, Place(0, id_of("Alien Robot Sentry")), "defense 2")


def test_discounts_combine_with_a_contact_specialist_p5():
    tableau = ["Old Earth", "Contact Specialist", "Replicant Robots", "Mining Robots"]
    assert why(settling(tableau), "Rebel Miners").total == 0


def test_a_colony_ship_with_a_contact_specialist_costs_nothing_p5():
    state = settling(["Old Earth", "Contact Specialist", "Colony Ship"], hand=1)
    state = place(state, "Rebel Base", None)
    assert state.empires[0].holds(id_of("Rebel Base"))
    assert not state.empires[0].holds(SHIP)
    assert state.empires[0].holds(SPECIALIST)


def test_two_separate_ways_to_place_a_military_world_p5():
    state = place(settling(["New Sparta", "Contact Specialist"]), "Outlaw World", None)
    assert words(state, 0) == ["Conquer it", "Pay nothing"]
    state = place(settling(["New Sparta", "Contact Specialist", "Space Marines"]), "Rebel Warrior Race", None)
    assert words(state, 0) == ["Conquer it", "Pay 2 cards"]
    assert play(state, SettleBy(0, "conquer")).empires[0].hand == 4
    assert play(state, SettleBy(0, f"{SPECIALIST}+pay")).empires[0].hand == 2


def test_the_contact_specialist_has_less_military_p9():
    assert refusal(settling(["New Sparta", "Contact Specialist"], hand=1), "Rebel Miners").why[0].total == 1


def test_a_refusal_names_defense_and_price():
    state = settling(["Old Earth", "Contact Specialist"], hand=2)
    one = refusal(state, "Rebel Base")
    assert "defense 6" in one.sentence
    assert "costs 5" in one.sentence
    assert [tally.total for tally in one.why] == [-1, 5]


# --- other rules


def test_a_power_placed_in_settle_does_not_work_in_it_p9():
    state = settling(["Old Earth"], hand=6)
    state = place(state, "Imperium Armaments World", None)
    assert state.empires[0].hand == 2


@pytest.mark.parametrize("name", ["Gem World", "Outlaw World", "Deserted Alien Library"])
def test_what_is_offered_can_be_played(name):
    state = settling(["New Sparta"], hand=8)
    assert play(state, Place(0, id_of(name)))


def test_a_way_that_a_correction_takes_away_is_passed_over():
    state = place(settling(["Old Earth", "Colony Ship"]), "Gem World", None)
    state = GAME.correct(state, Correction("hand/0", 1))
    assert words(state, 0) == ["Pay nothing, discarding Colony Ship"]
    state = GAME.correct(state, Correction(f"card/{SHIP}", "not on the table"))
    assert not state.empires[0].holds(id_of("Gem World"))
    assert asked(state)[0][1] != "settle-by"
