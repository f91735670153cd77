"""Checks what a search claims of answers by whole games, which other computer players than the search's own
play on from each, with the same luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

from companion.coach.search import dealt_around
from companion.coach.simulation import play_on
from companion.games.contract import Client, Coaching, Decision, Game, Option, Question, State


@dataclass(frozen=True)
class OthersPlay:
    """A client in which chance says which of `Coaching.checks_with` has which seat."""

    names: tuple[str, ...]
    seed: str

    def choose(
        self,
        game: Game[State],
        state: State,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        name = Random(f"{self.seed}/{question.player}").choice(self.names)
        return game.players[name].choose(game, state, question, options, rng, hand)


def shares_won(
    game: Game[State],
    coaching: Coaching,
    state: State,
    player: int,
    answers: tuple[Decision, ...],
    seed: str,
    hand: tuple[str, ...] = (),
    client: Client | None = None,
) -> tuple[float, ...]:
    """By answer, the player's share of the win where the whole game is played on from it once. state: the
    player's view; hand: as in a search. client: plays all seats; None: OthersPlay."""
    possible = coaching.possible(state, player, Random(seed))
    others = client or OthersPlay(coaching.checks_with, seed)
    hands = dealt_around(game, possible, player, hand, seed)
    ends = (play_on(game, coaching, possible, one, inf, seed, hands, client=others).end for one in answers)
    return tuple(_share_of_win(game, end, player) for end in ends)


def _share_of_win(game: Game[State], end: State, player: int) -> float:
    winners = [score.player for score in game.score(end).players if score.winner]
    return (player in winners) / len(winners)
