"""Tests of phase II, Develop, and the general rules of powers (rulebook p. 4, 9)."""

from __future__ import annotations

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from tests.games.race_for_the_galaxy.build import (
    GAME,
    asked,
    id_of,
    option,
    place,
    play,
    refused,
    table,
    terms,
    words,
)


def developing(tableau=("Old Earth",), action="develop", hand=5, other=("New Sparta",)):
    """Blue's tableau; Green chose Develop too, so that the phase takes place in any case."""
    return table(tableau, other, chosen=(action, "develop"), hand=(hand, 5))


def cost(state, name: str, seat: int = 0):
    return prices(state, seat).development(state.card(id_of(name)))


def test_each_player_may_place_a_development_or_none_p4():
    state = developing()
    assert asked(state) == [(0, "place-development"), (1, "place-development")]
    state = place(state, "Colony Ship", None)
    assert state.empires[0].holds(id_of("Colony Ship"))
    assert len(state.empires[1].tableau) == 1


def test_the_cards_placed_are_secret_until_all_have_chosen_p4():
    state = play(developing(), Place(0, id_of("Colony Ship")))
    nothing = play(developing(), PlaceNothing(0))
    for other in (1, None):
        assert GAME.view(state, other) == GAME.view(nothing, other)
    changed = play(state, PlaceNothing(0), PlaceNothing(1))
    assert len(changed.empires[0].tableau) == 1


def test_one_pays_by_discarding_cards_p4():
    state = place(developing(action="produce"), "Diversified Economy", None)
    # Of five cards: the development itself, and four to pay.
    assert state.empires[0].hand == 0
    assert state.discards == 20 + 4


def test_the_bonus_is_one_card_less_p4():
    state = developing()
    assert terms(cost(state, "Diversified Economy")) == [("printed cost", 4), ("Develop chosen", -1)]
    assert place(state, "Diversified Economy", None).empires[0].hand == 1


def test_no_bonus_where_nothing_is_discarded_anyway_p4():
    state = developing(["Old Earth", "Investment Credits"])
    assert cost(state, "Public Works").total == 0
    assert place(state, "Public Works", None).empires[0].hand == 4


def test_no_copy_of_a_development_in_the_tableau_p4():
    state = developing(["Old Earth", "Public Works"])
    refused(state, Place(0, "D012"), "has a copy of Public Works")
    assert not any("Public Works" in one for one in words(state, 0))


def test_another_player_may_build_the_second_copy_p4():
    state = play(developing(["Old Earth", "Public Works"]), PlaceNothing(0), Place(1, "D012"))
    assert state.empires[1].holds("D012")


def test_both_copies_placed_at_once_are_told_apart():
    state = place(developing(), "Public Works", "Public Works")
    assert state.empires[0].holds("D011")
    assert state.empires[1].holds("D012")


def test_three_who_name_a_card_of_two_copies_choose_again():
    state = table(["Old Earth"], ["New Sparta"], ["Epsilon Eridani"], chosen=("develop",) * 3)
    state = place(state, "Public Works", "Public Works", "Public Works")
    assert asked(state) == [(0, "place-development"), (1, "place-development"), (2, "place-development")]
    assert state.clash == ("D01",)


def test_who_named_the_same_card_chooses_again_and_not_what_a_third_turned_up():
    """Of Public Works there is a second copy, of Merchant Guild none."""
    for third, left in (("Public Works", True), ("Merchant Guild", False)):
        tableaus = (["Old Earth"], ["New Sparta"], ["Epsilon Eridani"])
        state = table(*tableaus, chosen=("develop",) * 3, hand=8, **{"turned-up": "open"})
        state = place(state, "Galactic Federation", "Galactic Federation", third)
        assert asked(state) == [(0, "place-development"), (1, "place-development")]
        offered = {option.words for option in GAME.options(state, 0)}
        assert ("Place Galactic Federation" in offered, f"Place {third}" in offered) == (True, left)
        refused(state, PlaceNothing(2), "choose a development to place")


def test_what_one_cannot_pay_is_refused_with_the_price_p4():
    state = developing(hand=3)
    refused(state, Place(0, id_of("Diversified Economy")), "costs 3", "in hand: 2")
    refusal = next(one for one in GAME.refusals(state, 0) if one.tile == id_of("Diversified Economy"))
    assert refusal.why[0].total == 3


def test_a_world_is_no_development():
    refused(developing(), Place(0, id_of("Spice World")), "choose a development to place")
    refused(developing(), Place(0, "X99"), "choose a development to place")
    refused(developing(), Place(0, id_of("Old Earth")), "choose a development to place")


def test_the_price_stands_with_its_reasons():
    state = developing(["Old Earth", "Investment Credits", "Galactic Federation"])
    (why,) = option(state, 0, "Drop Ships").why
    assert terms(why) == [
        ("printed cost", 4),
        ("Investment Credits", -1),
        ("Galactic Federation", -2),
        ("Develop chosen", -1),
    ]
    assert why.total == 0


def test_powers_are_cumulative_p4():
    state = developing(["Old Earth", "Investment Credits", "Galactic Federation"], "produce")
    assert cost(state, "Consumer Markets").total == 2


def test_a_cost_below_0_is_0_and_nothing_is_refunded_p4_p9():
    state = developing(["Old Earth", "Galactic Federation"])
    assert cost(state, "Export Duties").total == 0
    assert place(state, "Export Duties", None).empires[0].hand == 4


def test_a_card_is_drawn_at_the_start_of_develop_p9():
    state = developing(["Old Earth", "Interstellar Bank"])
    assert state.empires[0].hand == 6


def test_a_card_drawn_at_the_start_can_pay_p9():
    state = developing(["Old Earth", "Interstellar Bank"], "produce", hand=1)
    state = place(state, "Expedition Force", None)
    assert state.empires[0].hand == 0


def test_a_card_is_drawn_after_placing_a_development_p9():
    state = place(developing(["Old Earth", "Public Works"]), "Colony Ship", None)
    assert state.empires[0].hand == 5 - 1 - 1 + 1


def test_nothing_is_drawn_after_placing_nothing_p9():
    assert place(developing(["Old Earth", "Public Works"]), None, None).empires[0].hand == 5


def test_public_works_does_not_apply_to_itself_p4_example():
    state = place(developing(), "Public Works", None)
    assert state.empires[0].hand == 5 - 1


def test_a_power_does_not_work_in_the_phase_its_card_is_placed_p4():
    state = developing(["Old Earth"], "produce")
    assert cost(state, "Investment Credits").total == 1
    assert place(state, "Investment Credits", None).empires[0].hand == 3


def test_a_power_works_from_the_next_phase_on_p4():
    """Mining Robots, placed in Develop, make a Rare elements world cheaper in Settle."""
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "settle"))
    state = place(state, "Mining Robots", None)
    why = option(state, 0, "Comet Zone").why[0]
    assert terms(why) == [("printed cost", 3), ("Mining Robots", -1)]


def test_a_correction_of_the_hand_opens_the_choice_again():
    state = play(developing(), Place(0, id_of("Drop Ships")))
    state = GAME.correct(state, Correction("hand/0", 2))
    assert (0, "place-development") in asked(state)
    assert not GAME.check(state)


def test_developments_are_worth_their_vp_p4():
    state = place(developing(), "Terraforming Robots", None)
    line = next(line for line in GAME.score(state).players[0].lines if line.source == "Developments")
    assert terms(line.why) == [("Terraforming Robots", 2)]
