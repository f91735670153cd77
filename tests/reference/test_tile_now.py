"""Tests of a tile in the current position: in random games, in every language, and on the page."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.games.contract import Setup
from companion.translation import languages, speaking
from tests.games.every_game import GAME_SETUPS, load, random_steps

GAMES_WITH_REFERENCE = [name for name, _title in games.titles("reference")]
STEPS = 160


@pytest.mark.parametrize(("name", "setup"), GAME_SETUPS)
def test_every_tile_says_something_sensible_in_every_position(name: str, setup: Setup) -> None:
    if name not in GAMES_WITH_REFERENCE:
        return
    game = load(name)
    assert game.reference is not None
    said: set[str] = set()
    for number, (state, *_step) in enumerate(random_steps(game, game.new(setup), Random(5), STEPS)):
        if number % 12:
            continue
        view = game.view(state, None)
        for tile in (*game.tracking.layout(view), "no such tile"):
            for player in (None, 0):
                with speaking(languages()[number % 3]):
                    now = game.reference.tile_now(view, player, tile)
                assert all(sentence.strip() for sentence in now.says)
                said.update(now.says)
    assert game.reference.tile_now(game.view(state, None), 0, "no such tile").says == ()
    assert said or not game.tracking.layout(view)


@pytest.mark.parametrize(("name", "setup"), GAME_SETUPS)
def test_a_remedy_of_numbers_follows_from_them(name: str, setup: Setup) -> None:
    """A remedy says how much is missing, which is more than none."""
    game, told = load(name), 0
    for state, question, *_rest in random_steps(game, game.new(setup), Random(8), STEPS):
        if question.player is None:
            continue
        for refusal in game.refusals(state, question.player):
            first = refusal.remedy.partition(" ")[0]
            if refusal.remedy and (refusal.why or first.lstrip("-").isdigit()):
                told += 1
                assert int(first) > 0, (refusal.sentence, refusal.remedy)
    assert told or name not in ("new-frontiers", "race-for-the-galaxy")
