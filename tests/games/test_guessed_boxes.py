"""Advice on a box of which little is told: what nobody told is drawn by chance, never what was told."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.search import can_search, search
from companion.games.contract import Naming, Telling, box_of
from companion.games.new_frontiers.coaching.guessing import guessed
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.tiles import box_file
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.known import new_card
from companion.games.race_for_the_galaxy.cards.printed import WORLD
from companion.games.race_for_the_galaxy.coaching.guessing import guessed as guessed_cards
from tests.default_run import first_by_default
from tests.rigs.told_box import Owner, printed_box, setup

GAME = NewFrontiers()


def whole_game(seed: int):
    """(state, question) of each decision of a game whose facts are told on demand."""
    rng = Random(seed)
    owner, state = Owner(printed_box(seed), rng), GAME.new(setup(3, seed))
    while not GAME.phase(state).over:
        question = next(it for it in GAME.questions(state) if not it.optional)
        yield state, question
        if isinstance(question.form, Telling | Naming):
            decision = owner.answer(GAME, state, question)
        elif question.chance is not None:
            decision = GAME.answer(state, question, question.chance.sample(rng))
        elif question.form is not None:
            decision = GAME.players["sensible"].choose(GAME, state, question, (), rng)
        else:
            decision = rng.choice(GAME.options(state, question.player)).decision
        state = GAME.play(state, decision)


@pytest.mark.parametrize("seed", first_by_default(range(8)))
def test_the_coach_weighs_answers_with_what_is_known_so_far(seed: int) -> None:
    """It tries each answer that is legal now, and none that only asks for what is printed."""
    weighed = 0
    for number, (state, question) in enumerate(whole_game(seed)):
        if number % 24 or question.form is not None or not can_search(GAME, question):
            continue
        view = GAME.view(state, question.player)
        options = GAME.options(view, question.player)
        known = {o.decision for o in options if not isinstance(o.decision, AskWhatItSays)}
        found = search(GAME, GAME.coaching, view, question, options, 0.02, f"{seed}/{number}", 2, 2)
        assert {one.option.decision for one in found.judged} <= (known or {options[0].decision})
        weighed += len(found.judged) > 1
    assert weighed


def test_a_development_of_a_stack_that_a_person_named_is_guessed_like_any_other() -> None:
    """No page of help opened with such a box, nor the moments of a game that had been played with it."""
    row = '[[development]]\nid = "D08"\nname = "Nova Works"\nstack = "ours"\nuntold = ["price", "vp"]\n'
    game = box_of(GAME).with_box(row)
    shown = game.new(setup(2, 1)).catalogue.shown
    assert shown["D08"].stack == "ours"
    found = guessed(shown, Random(1))
    assert (found["D08"].stack, found["D08"].untold) == ("ours", ())


@pytest.mark.parametrize("seed", first_by_default(range(20)))
def test_a_guess_keeps_what_was_told_and_leaves_nothing_open(seed: int) -> None:
    state = next(state for n, (state, _q) in enumerate(whole_game(seed)) if n == 40)
    shown = state.catalogue.shown
    guess = guessed(shown, Random(seed))
    assert guess.keys() == shown.keys()
    assert not any(tile.untold for tile in guess.values())
    for id, tile in shown.items():
        if not tile.untold:
            assert guess[id] == tile
            continue
        if "price" not in tile.untold:
            assert getattr(guess[id], "cost", None) == getattr(tile, "cost", None)
        of_told_types = [p for p in getattr(guess[id], "powers", ()) if f"powers/{p.type}" not in tile.untold]
        assert of_told_types == [*getattr(tile, "powers", ())]
    # Each made-up tile's facts are dealt once, so that the rulebook's counts hold.
    worlds = [world for world in guess.worlds.values() if shown[world.id].untold]
    costs = sorted(str((world.cost, world.vp, world.kind)) for world in worlds)
    made_up = [world for world in box_file.catalogue().worlds.values() if shown[world.id].untold]
    agreed = sum(
        a == b for a, b in zip(costs, sorted(str((w.cost, w.vp, w.kind)) for w in made_up), strict=True)
    )
    assert agreed >= len(costs) // 2


def test_a_card_of_an_expansion_gets_the_facts_of_one_that_agrees() -> None:
    card = WORLD.told(new_card("X01", "Far Reef", "world"), {"price": ("defense 4",)})
    cards = load.catalogue().with_cards((card,))
    (guess,) = (one for one in guessed_cards(cards, Random(3)) if one.id == "X01")
    assert (guess.name, guess.cost, guess.military, guess.untold) == ("Far Reef", 4, True, ())
