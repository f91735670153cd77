"""Tests of the gate over whole games: what is offered applies, and whatever else is refused in a sentence."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.contract import Decision, Illegal
from companion.games.contract.gate import check_legal
from companion.games.new_frontiers.rules.state import State
from companion.simulation.simulate import new_game, steps
from tests.default_run import first_by_default
from tests.games.new_frontiers.build import GAME

GAMES = (
    (2, (("game", "later"), ("goals", "yes"), ("turns", "order"), ("steps", "each"))),
    (3, (("game", "first"), ("goals", "yes"), ("turns", "together"), ("steps", "each"))),
    (4, (("game", "later"), ("goals", "no"), ("turns", "together"), ("steps", "fewer"))),
    (5, (("game", "first"), ("goals", "no"), ("turns", "order"), ("steps", "fewer"))),
)
STATES_TRIED = 60
"""Of each game."""


def _offered(state: State) -> set[Decision]:
    players = {question.player for question in GAME.questions(state)}
    return {option.decision for player in players for option in GAME.options(state, player)}


def _may_come_up(state: State, decision: Decision) -> bool:
    """It answers the open draw, for which there are no options."""
    draws = [question.draw for question in GAME.questions(state) if question.draw is not None]
    return decision.player is None and any(draw.problem(decision.value) == "" for draw in draws)


@pytest.mark.parametrize(("players", "options"), GAMES)
@pytest.mark.parametrize("client", first_by_default(["random", "sensible"]))
def test_what_is_offered_applies_and_all_else_is_refused(
    players: int, options: tuple[tuple[str, str], ...], client: str
) -> None:
    rng = Random(players)
    start: State = new_game(GAME, players, options, rng)
    played = [(step.before, step.decision) for step in steps(GAME, start, GAME.players[client], rng)]
    offered_anywhere = sorted(
        {decision for state, done in played for decision in (*_offered(state), done)}, key=repr
    )
    refused = 0
    for state, done in rng.sample(played, min(STATES_TRIED, len(played))):
        offered = _offered(state)
        for decision in {*offered, done}:
            check_legal(GAME, state, decision)
            assert GAME.words(state, decision)
            assert GAME.play(state, decision) != state
        for decision in rng.sample(offered_anywhere, min(60, len(offered_anywhere))):
            if decision in offered or _may_come_up(state, decision):
                continue
            with pytest.raises(Illegal) as refusal:
                check_legal(GAME, state, decision)
            assert refusal.value.sentence
            refused += 1
    assert refused > len(played), "too few were tried"
