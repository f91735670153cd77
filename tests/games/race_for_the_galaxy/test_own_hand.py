"""Tests of a hand that only a phone knows: it follows the game, and each card has its price, or why not."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.games.contract.own_hand import KnownHand
from companion.games.race_for_the_galaxy.rules.explore import Explored
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.simulation.simulate import new_game
from tests.games.race_for_the_galaxy.build import GAME, id_of, play, table

HAND = GAME.own_hand


def keys(*names: str) -> tuple[str, ...]:
    return tuple(GAME.catalogue[id_of(name)].key for name in names)


def after(known: KnownHand, state: State, *decisions, player: int = 0) -> tuple[KnownHand, State]:
    """The phone's hand, and the state, after these decisions."""
    for decision in decisions:
        then = play(state, decision)
        known, state = HAND.followed(known, state, then, player), then
    return known, state


def test_a_card_placed_leaves_the_hand_and_its_price_is_to_be_discarded():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"))
    known = KnownHand(keys("Public Works", "Colony Ship", "Mining League", "Gem World", "Interstellar Bank"))
    known, chosen = after(known, state, Place(0, id_of("Interstellar Bank")))
    assert len(known.cards) == 5  # nothing is revealed yet
    known, _state = after(known, chosen, PlaceNothing(1))
    assert keys("Interstellar Bank")[0] not in known.cards
    assert (len(known.cards), known.discard) == (4, 1)
    now = HAND.now(_state, 0, known)
    assert (now.count, now.unknown, now.discard, len(now.best_gone)) == (3, 0, 1, 1)
    assert now.pool == ()


def test_each_card_says_its_price_or_why_not():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "produce"), hand=3)
    known = KnownHand(keys("Gem World", "Alien Robot Scout Ship", "Public Works"))
    now = HAND.now(state, 0, known)
    cards = {card.id: card for card in now.cards}
    gem, alien, works = (cards[key] for key in keys("Gem World", "Alien Robot Scout Ship", "Public Works"))
    assert gem.option is not None
    assert gem.option.decision == Place(0, id_of("Gem World"))
    assert gem.seen.price == "2"
    assert alien.option is None
    assert alien.refusal is not None
    assert "has defense 4, and the Military against it is 0" in alien.refusal.sentence
    assert works.option is works.refusal is None  # a development, while a world is asked for


def test_cards_drawn_are_to_be_named_and_of_an_explore_some_are_kept():
    state = table(["Old Earth"], ["New Sparta"], chosen=("explore-5", "produce"), hand=1, steps="each")
    known = KnownHand(keys("Gem World"), look=HAND.begun(state, 0).look)
    assert known.look == state.progress[0].drawn == 7
    now = HAND.now(state, 0, known)
    assert (now.count, now.unknown, now.to_look, now.keep) == (2, 0, 7, 1)
    drawn = keys("Mining League", "Public Works", "Colony Ship", "Destroyed World")
    now = HAND.now(state, 0, KnownHand(known.cards, drawn, look=7))
    assert (now.to_look, len(now.drawn), len(now.best_kept)) == (3, 4, 1)
    # Who names the one that is kept has chosen.
    told = HAND.now(state, 0, KnownHand((*known.cards, *drawn[:1]), look=7)).known
    assert told == KnownHand((*known.cards, *drawn[:1]))
    told, state = after(told, state, Explored(0))
    now = HAND.now(state, 0, told)
    assert (now.count, now.unknown, now.keep, now.discard) == (2, 0, 0, 0)


def test_who_told_nothing_is_asked_for_all_and_the_pool_has_what_lies_nowhere():
    state = table(["Old Earth", "Gem World"], ["New Sparta"], chosen=("settle", "produce"), hand=4)
    now = HAND.now(state, 0, KnownHand())
    assert (now.count, now.unknown, now.cards) == (4, 4, ())
    named = {card.id for card in now.pool}
    assert keys("Mining League")[0] in named
    assert keys("Gem World")[0] not in named
    assert all(card.words and card.seen.title for card in now.pool)
    # A second copy of a development may be in the same hand; not a second copy of a world.
    held = KnownHand(keys("Mining League", "Spice World"))
    named = {card.id for card in HAND.now(state, 0, held).pool}
    assert keys("Spice World")[0] not in named
    assert (keys("Mining League")[0] in named) == (len(GAME.catalogue.copies("Mining League")) > 1)


def test_what_cannot_be_in_hand_is_left_out():
    state = table(["Old Earth", "Gem World"], ["New Sparta"], chosen=("settle", "produce"))
    known = KnownHand((*keys("Gem World", "Spice World", "Spice World"), "no such card"))
    assert HAND.followed(known, state, state, 0).cards == keys("Spice World")


def test_a_step_back_returns_the_card_and_asks_no_discard():
    state = table(
        ["Old Earth", "Colony Ship"], ["New Sparta", "Colony Ship"], chosen=("settle", "settle"), hand=6
    )
    begun = KnownHand(
        keys("Gem World", "Mining League", "Public Works", "Spice World", "Space Port", "Export Duties")
    )
    known, state = after(begun, state, Place(0, id_of("Gem World")), Place(1, id_of("Comet Zone")))
    pay = next(o.decision for o in GAME.options(state, 0) if o.why and o.why[0].total)
    assert isinstance(pay, SettleBy)
    known, state = after(known, state, pay)
    assert (len(known.cards), known.discard) == (5, 2)
    known, state = after(known, state, StepBack(0))
    assert Counter(known.cards) == Counter(begun.cards)
    assert (known.discard, HAND.now(state, 0, known).unknown) == (0, 0)


def test_the_front_of_a_piece_by_its_tag_or_its_look():
    state = table(["Old Earth"], ["New Sparta"])
    key = keys("Public Works")[0]
    assert [HAND.front(state, one) for one in (id_of("Public Works"), key, "nothing")] == [key, key, None]


@pytest.mark.parametrize(("seed", "steps"), [(1, "fewer"), (2, "each"), (3, "fewer")])
def test_through_a_whole_game_the_counts_agree_with_the_real_hands(seed: int, steps: str):
    """A player who says everything that is asked knows the hand that the dealer holds, after every step."""
    rng = Random(seed)
    state = new_game(GAME, 3, (("steps", steps),), rng)
    hands = GAME.dealer.deal(state, rng)
    known = [KnownHand(_held(hands, seat)) for seat in range(3)]
    asked = 0
    while not state.over:
        question = next(q for q in GAME.questions(state) if not q.optional)
        options = GAME.dealer.options(hands, state, question)
        decision = GAME.players["sensible"].choose(
            GAME, GAME.view(state, question.player), question, options, rng, hands.hands[question.player]
        )
        then = GAME.play(state, decision)
        hands = GAME.dealer.follow(hands, state, decision, then, rng)
        for seat in range(3):
            told = HAND.followed(known[seat], state, then, seat)
            now = HAND.now(GAME.view(then, seat), seat, told)
            if then.progress[seat].drawn:
                assert now.to_look == then.progress[seat].drawn
                known[seat] = told
                continue
            real = Counter(_held(hands, seat))
            new, gone = real - Counter(told.cards), Counter(told.cards) - real
            assert now.unknown + now.keep - now.discard == new.total() - gone.total()
            assert now.discard >= gone.total()
            asked += now.discard
            known[seat] = KnownHand(tuple(real.elements()))
        state = then
    assert asked > 20


def _held(hands, seat: int) -> tuple[str, ...]:
    return tuple(GAME.catalogue[card].key for card in hands.hands[seat])
