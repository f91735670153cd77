"""The games that the contract's tests use, installed ones and the tests' own, each in several setups."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Decision, Game, Illegal, Player, Question, Setup
from companion.games.contract.random_player import form_answer
from companion.table.chance import setup_with_draws
from tests.games.toy import HarbourGame
from tests.table.toy_game import StonesGame

TEST_GAMES = {game.name: game for game in (HarbourGame(), StonesGame())}


def load(name: str) -> Game[Any]:
    return TEST_GAMES[name] if name in TEST_GAMES else games.load(name)


def names() -> tuple[str, ...]:
    return (*games.names(), *TEST_GAMES)


def setups(game: Game[Any]) -> Iterator[Setup]:
    """The fewest players with each option's first choice, and the most players with each option's last."""
    for seats, at in ((game.seats[0], 0), (game.seats[1], -1)):
        players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:seats])
        options = tuple((option.name, option.choices[at][0]) for option in game.setup_options())
        yield setup_with_draws(game, Setup(players, options), 3)


def random_setup(game: Game[Any], seed: int) -> Setup:
    """Any number of players and any choices; of odd seeds what is printed on the pieces is told."""
    rng = Random(f"{game.name} {seed}")
    names = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    players = tuple(
        Player(names[n], colour) for n, colour in enumerate(game.colours[: rng.choice(game.seats)])
    )
    options = tuple((option.name, rng.choice(option.choices)[0]) for option in game.setup_options())
    try:
        setup = setup_with_draws(game, Setup(players, options), seed)
        game.new(setup)
    except Illegal:  # choices that do not go together
        setup = setup_with_draws(game, Setup(players), seed)
    return setup.with_told_pieces() if seed % 2 else setup


GAME_SETUPS = [
    pytest.param(name, setup, id=f"{name}-{len(setup.players)}")
    for name in names()
    for setup in setups(load(name))
]
"""Parameters: a game's name and a complete setup of it."""


def random_decision(game: Game[Any], state: Any, question: Question, rng: Random) -> Decision | None:
    """A random answer to this question; None if there is none, as an optional question may not offer any."""
    if question.chance is not None:
        return game.answer(state, question, question.chance.sample(rng))
    if question.form is not None:
        return form_answer(game, state, question, rng)
    options = game.options(state, question.player)
    return rng.choice(options).decision if options else None


def random_steps(
    game: Game[Any], state: Any, rng: Random, max_steps: int
) -> Iterator[tuple[Any, Question, Decision, Any]]:
    """Up to `max_steps` steps from `state`: the state before, the question, the decision and the state after.
    Optional questions are sometimes answered too."""
    for _step in range(max_steps):
        asked = list(game.questions(state))
        owed = [q for q in asked if not q.optional]
        if not owed:
            return
        optional = [q for q in asked if q.optional]
        question = rng.choice(optional) if optional and rng.random() < 0.3 else rng.choice(owed)
        decision = random_decision(game, state, question, rng)
        if decision is None:
            continue
        after = game.play(state, decision)
        yield state, question, decision, after
        state = after
