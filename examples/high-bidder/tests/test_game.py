"""Plays whole games at random, and checks what always holds."""

from __future__ import annotations

from random import Random

import pytest
from companion import games
from companion.games.contract import decision_to_json
from companion.simulation.simulate import new_game, steps
from high_bidder import game as make


@pytest.mark.parametrize("players", range(make().seats[0], make().seats[1] + 1))
def test_games_end_with_a_score(players: int) -> None:
    game = games.load("high-bidder")
    rng = Random(players)
    state = new_game(game, players, (), rng)
    for step in steps(game, state, game.players["random"], rng):
        assert game.decision(decision_to_json(step.decision)) == step.decision
        state = step.after
    assert game.phase(state).over
    assert game.score(state).final
