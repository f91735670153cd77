"""Tests of the 2-player game for experienced players (rulebook p. 8)."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.rules import explore
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.explore import Explored
from companion.games.race_for_the_galaxy.rules.trade import TradeGood
from tests.games.race_for_the_galaxy.build import (
    GAME,
    asked,
    id_of,
    new,
    option,
    place,
    play,
    refused,
    table,
    terms,
)


def experienced(*tableaus, chosen=(), **more):
    return table(*tableaus, chosen=chosen, two_players="experienced", **more)


PAIR = (["Old Earth"], ["New Sparta"])


def test_each_chooses_two_of_nine_action_cards_p8():
    state = experienced(*PAIR)
    assert len(GAME.options(state, 0)) == 7 * 6 // 2 + 2
    refused(state, ChooseActions(0, ("develop",)), "choose two action cards")
    refused(state, ChooseActions(0, ("produce", "produce")), "choose two action cards")
    state = play(state, ChooseActions(0, ("develop", "develop")), ChooseActions(1, ("settle", "explore-5")))
    assert state.plan == ("explore", "develop", "develop2", "settle")


def test_two_players_ordinarily_choose_one_of_seven_p8():
    refused(new(2), ChooseActions(0, ("develop", "settle")), "choose an action card")


def test_three_players_never_choose_two_p8():
    state = new(3, two_players="experienced")
    assert len(GAME.options(state, 0)) == 7


def test_both_explore_bonuses_draw_eight_and_keep_two_p8():
    state = experienced(*PAIR, chosen=(("explore-5", "explore-1-1"), ("develop", "produce")))
    assert (explore.to_draw(state, 0).total, explore.to_keep(state, 0).total) == (8, 2)
    assert (explore.to_draw(state, 1).total, explore.to_keep(state, 1).total) == (2, 1)


def test_powers_add_to_both_bonuses_p8():
    tableaus = (["Old Earth", "Galactic Renaissance"], ["New Sparta"])
    state = experienced(*tableaus, chosen=(("explore-5", "explore-1-1"), ("develop", "produce")))
    assert (explore.to_draw(state, 0).total, explore.to_keep(state, 0).total) == (10, 3)


def test_two_develop_actions_are_two_phases_with_a_bonus_each_p8():
    state = experienced(*PAIR, chosen=(("develop", "develop"), ("produce", "explore-5")))
    state = play(state, Explored(0), Explored(1))
    assert state.plan[state.at] == "develop"
    assert terms(option(state, 0, "Drop Ships").why[0])[-1] == ("Develop chosen", -1)
    state = place(state, "Space Marines", None)
    assert state.plan[state.at] == "develop2"
    assert terms(option(state, 0, "Drop Ships").why[0])[-1] == ("Develop chosen", -1)
    assert asked(state) == [(0, "place-development"), (1, "place-development")]


def test_the_opponent_has_the_bonus_in_the_first_phase_only_p8():
    state = experienced(*PAIR, chosen=(("develop", "develop"), ("develop", "settle")))
    assert terms(option(state, 1, "Drop Ships").why[0])[-1] == ("Develop chosen", -1)
    state = place(state, None, None)
    assert terms(option(state, 1, "Drop Ships").why[0]) == [("printed cost", 4)]
    assert terms(option(state, 0, "Drop Ships").why[0])[-1] == ("Develop chosen", -1)


def test_both_choosing_two_have_both_bonuses_p8():
    state = experienced(*PAIR, chosen=(("settle", "settle"), ("settle", "settle")))
    assert state.plan == ("settle", "settle2")
    state = place(state, None, None)
    assert state.bonus(0)
    assert state.bonus(1)


def test_powers_placed_in_the_first_phase_work_in_the_second_p8():
    state = experienced(*PAIR, chosen=(("develop", "develop"), ("produce", "settle")))
    state = place(state, "Investment Credits", None)
    assert terms(option(state, 0, "Drop Ships").why[0])[1] == ("Investment Credits", -1)


def test_two_settle_actions_draw_the_bonus_card_twice_p8():
    state = experienced(*PAIR, chosen=(("settle", "settle"), ("explore-5", "develop")), hand=5)
    state = play(state, Explored(0), Explored(1))
    state = place(state, None, None)
    state = place(state, "Pilgrimage World", None)
    state = place(state, "Refugee World", None)
    assert state.empires[0].hand == 5 + 1 - 1 + 1 - 1 + 1


def test_both_consume_bonuses_sell_first_and_double_p8():
    tableaus = (["Epsilon Eridani", "Gem World*", "Mining World*"], ["New Sparta"])
    state = experienced(*tableaus, chosen=(("consume-trade", "consume-2x"), ("produce", "develop")))
    state = place(state, None, None)
    assert asked(state) == [(0, "trade-good")]
    state = play(state, TradeGood(0, id_of("Mining World")))
    assert state.empires[0].chips == 2
