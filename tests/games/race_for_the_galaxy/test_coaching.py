"""Tests of the coach's part: what it deals around a known hand, and that it plays well with one."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.search import can_search, options_in_hand
from companion.games.race_for_the_galaxy.coaching import features
from companion.games.race_for_the_galaxy.coaching.hand_worth import SHORTFALL_WORTH, static_worth, worth
from companion.games.race_for_the_galaxy.dealt_cards import all_cards
from companion.games.race_for_the_galaxy.plans import MilitaryValuation, ProduceValuation
from companion.games.race_for_the_galaxy.players import Valuation
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.costs import Prices
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.simulation.simulate import new_game, steps
from tests.games.race_for_the_galaxy.build import GAME, id_of, play, table

DEALER, COACHING = GAME.dealer, GAME.coaching


def key(name: str) -> str:
    return GAME.catalogue[id_of(name)].key


def test_all_other_cards_are_dealt_around_the_hand_by_keys_or_ids():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "produce"), hand=4)
    named = (key("Gem World"), id_of("Contact Specialist"), key("Contact Specialist"))
    hands = DEALER.deal_around(state, 0, named, Random(1))
    held = DEALER.hand(hands, 0)
    assert [state.card(card).name for card in held[:3]] == ["Gem World", *["Contact Specialist"] * 2]
    assert len(set(held)) == 4, "two copies of one card are two cards, and the fourth is dealt"
    cards = all_cards(hands, state)
    assert len(cards) == len(set(cards)) == len(state.catalogue)
    assert DEALER.deal_around(state, 0, named, Random(2)) != hands


def test_answers_are_those_that_the_hand_allows():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "produce"), hand=3)
    hand = (key("Gem World"), key("Alien Robot Scout Ship"), key("Public Works"))
    question = next(q for q in GAME.questions(state) if q.player == 0)
    found = options_in_hand(GAME, state, question, hand, "x")
    assert [one.decision for one in found] == [PlaceNothing(0), Place(0, id_of("Gem World"))]


def test_an_answer_given_in_secret_is_open_to_the_search():
    state = table(["Old Earth"], ["New Sparta"])
    view = GAME.view(play(state, ChooseActions(1, ("settle",))), 0)
    possible = COACHING.possible(view, 0, Random(1))
    assert [q.player for q in GAME.questions(possible) if not q.optional] == [0, 1]
    assert COACHING.round_begun(state) == state.round
    assert COACHING.round_begun(play(state, ChooseActions(0, ("settle",)))) is None


def test_what_the_deck_answers_is_no_question_for_the_coach():
    state = table(["Old Earth"], ["New Sparta"])
    question = GAME.questions(state)[0]
    assert can_search(GAME, question)
    for kind in ("turn-up", "keep-start"):
        other = type(question)(0, kind, "?", 1)
        assert not can_search(GAME, other)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_prospects_are_the_score_once_the_game_is_over(players):
    rng = Random(players)
    state = new_game(GAME, players, (), rng)
    promised = []
    for step in steps(GAME, state, GAME.players["sensible"], rng):
        state = step.after
        if COACHING.round_begun(state) is not None:
            assert len(features.empire_features(state, 0, features.left(state))) == len(features.ALL_FEATURES)
            promised.append(COACHING.prospects(state))
            assert COACHING.doubt(state) > 0
    totals = tuple(float(one.total) for one in sorted(GAME.score(state).players, key=lambda one: one.player))
    assert COACHING.prospects(state) == totals
    assert COACHING.doubt(state) == 0
    assert all(0 <= points < 100 for all_points in promised for points in all_points)


def test_a_plan_wants_what_it_is_about():
    # The first and the last are whom a game's length is simulated with.
    assert [*GAME.players] == ["random", "military", "produce", "sensible"]
    state = table(["Old Earth"], ["New Sparta"], hand=2)
    more = {
        (plan, card): plan(state, 0, ()).placed(id_of(card), 2)
        - Valuation(state, 0, ()).placed(id_of(card), 2)
        for plan in (MilitaryValuation, ProduceValuation)
        for card in ("Space Marines", "Consumer Markets")
    }
    assert more[MilitaryValuation, "Space Marines"] > more[MilitaryValuation, "Consumer Markets"]
    assert more[ProduceValuation, "Consumer Markets"] > more[ProduceValuation, "Space Marines"] == 0


def test_a_military_world_is_worth_less_by_what_its_conquest_lacks():
    """General Military counts once against every world, a gray one too."""
    for tableau in (["New Sparta"], ["New Sparta", "Space Marines"], ["Old Earth", "Alien Tech Institute"]):
        state = table(tableau, ["Alpha Centauri"])
        military = Prices(state.catalogue, state.empires[0].in_force, False).military
        for card in state.catalogue:
            if card.military:
                lacking = max(0, card.cost - military(card))
                wanted = static_worth(card) - SHORTFALL_WORTH * lacking
                assert worth(state, 0, card) == wanted, (tableau, card.name)
