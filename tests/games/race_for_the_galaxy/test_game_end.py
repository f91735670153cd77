"""Tests of the end of the game (rulebook p. 7): twelve cards, the last chip, the totals and ties."""

from __future__ import annotations

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules.consume_goods import ConsumeBest
from companion.games.race_for_the_galaxy.rules.explore import Explored
from tests.games.race_for_the_galaxy.build import GAME, id_of, new, place, play, refused, table

ELEVEN_CARDS = (
    "New Sparta",
    "Export Duties",
    "Investment Credits",
    "Expedition Force",
    "Space Marines",
    "Deficit Spending",
    "Rebel Outpost",
    "Rebel Underground",
    "Rebel Homeworld",
    "Alien Rosetta Stone World",
    "Terraformed World",
)
GOODS = ("Gem World*", "Spice World*", "Artist Colony*", "Space Port*")


def test_twelve_cards_end_the_game_with_the_round_p7():
    state = table(ELEVEN_CARDS, ["Old Earth"], chosen=("settle", "explore-5"), hand=5)
    state = play(state, Explored(0), Explored(1))
    assert not GAME.phase(state).endings
    state = place(state, "Gem World", None)
    phase = GAME.phase(state)
    assert phase.over
    assert phase.endings == ("A tableau has 12 cards or more.",)
    assert GAME.questions(state) == ()


def test_the_round_is_finished_first_p7():
    state = table(ELEVEN_CARDS, ["Old Earth", "Gem World"], chosen=("settle", "produce"), hand=5)
    state = place(state, "Pilgrimage World", None)
    assert GAME.phase(state).over
    assert state.empires[1].goods == (id_of("Gem World"),)


def test_more_than_twelve_cards_are_possible_p7():
    state = table(ELEVEN_CARDS, ["Old Earth"], chosen=("develop", "settle"), hand=9)
    state = place(state, "Public Works", None)
    assert not GAME.phase(state).over
    state = place(state, "Gem World", None)
    assert GAME.phase(state).over
    assert len(state.empires[0].tableau) == 13


def test_a_tableau_that_shrinks_again_does_not_end_the_game_p8():
    """A card that is discarded for its power in the phase in which the twelfth is placed leaves eleven."""
    tableau = (*ELEVEN_CARDS[:-1], "Colony Ship")
    state = table(tableau, ["Old Earth"], chosen=("settle", "settle"), hand=1)
    state = place(state, "New Earth", None)
    assert len(state.empires[0].tableau) == 11
    assert not GAME.phase(state).over


def test_the_last_chip_ends_the_game_p7():
    state = table(["Old Earth", *GOODS], ["New Sparta"], chips=(11, 11))
    assert state.pool == 2
    for seat, action in enumerate(("consume-2x", "consume-trade")):
        option = next(one for one in GAME.options(state, seat) if one.decision.actions == (action,))
        state = play(state, option.decision)
    state = play(state, GAME.options(state, 0)[0].decision)
    assert GAME.phase(state).over
    assert GAME.phase(state).endings == ("The last VP chip is given out.",)


def test_all_vp_of_the_last_round_are_paid_p7():
    state = table(["Old Earth", *GOODS], ["New Sparta"], chips=(11, 12), chosen=("consume-2x", "develop"))
    state = place(state, None, None)
    state = play(state, GAME.options(state, 0)[0].decision)
    # Old Earth takes two goods, for 2 VP each; one chip was left, and three VP come out of the 10s.
    assert state.empires[0].chips == 11 + 4
    assert (state.pool, state.beyond) == (0, 3)
    assert GAME.phase(state).over


def test_the_hand_limit_holds_at_the_end_too_p7():
    state = table(ELEVEN_CARDS, ["Old Earth"], chosen=("settle", "settle"), hand=(5, 12))
    state = place(state, "Pilgrimage World", None)
    assert GAME.phase(state).over
    assert state.empires[1].hand == 10


def test_nothing_can_be_answered_when_it_is_over():
    state = place(table(ELEVEN_CARDS, ["Old Earth"], chosen=("settle", "settle")), "Pilgrimage World", None)
    refused(state, ConsumeBest(0, "vp"), "The game is over")


def test_chips_cards_and_six_cost_developments_add_up_p7():
    state = table(
        ["Old Earth", "Gem World", "Export Duties", "Galactic Federation"], ["New Sparta"], chips=(7, 0)
    )
    score = GAME.score(state).players[0]
    assert {line.source: line.vp for line in score.lines} == {
        "VP chips": 7,
        "Worlds": 3,
        "Developments": 1,
        "Galactic Federation": 3,
    }
    assert score.total == 14


def test_the_highest_total_wins_p7():
    sheet = GAME.score(table(["Old Earth"], ["New Sparta"], chips=(3, 5)))
    assert [(one.total, one.rank, one.winner) for one in sheet.players] == [(5, 2, False), (6, 1, True)]


def test_a_tie_goes_to_the_most_cards_and_goods_p7():
    state = table(["Old Earth"], ["New Sparta", "Gem World*"], chips=(2, 2), hand=(4, 4))
    sheet = GAME.score(state)
    assert [(one.total, one.rank, one.winner) for one in sheet.players] == [(4, 2, False), (4, 1, True)]
    assert sheet.players[1].tie_break == "tied on 4 VP: 5 in cards and goods against Blue's 4"


def test_who_is_still_tied_wins_together_p7():
    state = table(["Old Earth"], ["New Sparta", "Gem World"], chips=(2, 2), hand=(4, 4))
    sheet = GAME.score(state)
    assert [one.winner for one in sheet.players] == [True, True]
    assert "share the place" in sheet.players[0].tie_break


def test_people_may_agree_that_a_round_is_the_last():
    state = GAME.correct(new(2), Correction("last-round", "yes"))
    assert GAME.phase(state).endings
    assert not GAME.phase(GAME.correct(state, Correction("last-round", "no"))).endings
