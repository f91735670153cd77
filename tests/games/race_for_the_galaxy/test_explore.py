"""Tests of phase I, Explore (rulebook p. 3, 9)."""

from __future__ import annotations

import pytest

from companion.games.race_for_the_galaxy.rules import explore
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.explore import Explored
from companion.games.race_for_the_galaxy.rules.placing import PlaceNothing
from tests.games.race_for_the_galaxy.build import GAME, asked, play, refused, table, terms

BLUE_TABLEAU = ["Old Earth"]
GREEN_TABLEAU = ["New Sparta"]


def exploring(tableau=BLUE_TABLEAU, action="develop", **more):
    return table(tableau, GREEN_TABLEAU, chosen=(action, "explore-5"), **more)


def numbers(state, seat: int = 0) -> tuple[int, int]:
    return explore.to_draw(state, seat).total, explore.to_keep(state, seat).total


def test_each_player_draws_two_and_keeps_one_p3():
    state = exploring()
    assert numbers(state) == (2, 1)
    after = play(state, Explored(0))
    assert after.empires[0].hand == state.empires[0].hand + 1
    assert after.discards == state.discards + 1


@pytest.mark.parametrize(("action", "numbers_"), [("explore-5", (7, 1)), ("explore-1-1", (3, 2))])
def test_the_bonus_of_each_explore_card_p3(action, numbers_):
    assert numbers(exploring(action=action)) == numbers_


def test_a_power_that_draws_two_and_keeps_one_more_p3_example():
    """Without a bonus its owner draws four cards and keeps two."""
    state = exploring(["Old Earth", "Galactic Renaissance"])
    assert numbers(state) == (4, 2)
    assert terms(explore.to_draw(state, 0)) == [("Explore", 2), ("Galactic Renaissance", 2)]


def test_powers_to_draw_do_not_change_what_is_kept_p9():
    assert numbers(exploring(["Old Earth", "Expedition Force", "Galactic Survey: SETI"])) == (5, 1)


def test_powers_to_keep_p9():
    assert numbers(exploring(["Old Earth", "Research Labs"])) == (2, 2)


def test_powers_add_up_p4():
    tableau = ["Old Earth", "Research Labs", "Galactic Renaissance", "Star Nomad Lair"]
    assert numbers(exploring(tableau, "explore-1-1")) == (6, 4)


def test_all_draws_are_dealt_before_anybody_discards_p3():
    state = table(BLUE_TABLEAU, GREEN_TABLEAU).changed(supply=5, discards=0)
    begun = GAME.play(state, ChooseActions(0, ("develop",)))
    begun = GAME.play(begun, ChooseActions(1, ("explore-5",)))
    # Old Earth's owner is first (p. 8) and takes two; three are left for the other, who would draw seven.
    assert [one.drawn for one in begun.progress] == [2, 3]


def test_nothing_else_is_answered_while_exploring():
    refused(exploring(), PlaceNothing(0), "Blue, draw")
    assert asked(exploring()) == [(0, "explored"), (1, "explored")]


def test_the_question_says_how_many_to_draw_and_keep():
    question = next(q for q in GAME.questions(exploring(action="explore-1-1")) if q.player == 0)
    assert question.text == "Blue, draw 3 and keep 2."
