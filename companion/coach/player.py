"""The coach as a computer player: it answers with the best that a search finds within its budget."""

from __future__ import annotations

from random import Random

from companion.coach.search import can_search, search
from companion.games.contract import Client, Decision, Game, Option, Question, State

NAME = "coach"
"""As a kind of computer player, beside those that a game brings."""


class CoachPlayer:
    """seconds: of the processor, the most for one answer. What the coach cannot advise on, the player that
    plays on in its simulations answers."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(
        self,
        game: Game[State],
        state: State,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        coaching = game.coaching
        assert coaching is not None
        if not can_search(game, question) or question.form is not None:
            plain: Client = game.players[coaching.plays_on]
            return plain.choose(game, state, question, options, rng, hand)
        if len(options) == 1:
            return options[0].decision
        seed = str(rng.getrandbits(32))
        found = search(game, coaching, state, question, options, self.seconds, seed, hand=hand)
        return found.best.option.decision
