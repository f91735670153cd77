"""One possible course of a game after a decision: every seat plays on by the game's own computer player.

Simulations with the same seed have the same chance outcomes, as far as the same is drawn: decisions are
compared under equal conditions, which needs fewer simulations.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from companion.games.contract import Client, Coaching, Decision, Draw, Game, Question, Roll, State
from companion.games.contract.rules import options_held

MAX_DECISIONS = 2_000
"""The rounds of a simulation take fewer."""


class Luck:
    """The chance outcomes of one simulation."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def outcome(self, chance: Draw | Roll) -> tuple[str, ...] | tuple[int, ...]:
        """Each draw orders all names at random and takes the first that are in its pool, so that the same
        ones come up when a few others are missing from the pool."""
        if isinstance(chance, Roll):
            return chance.sample(self._random)
        spread = 1e3 + 1e6 * self._random.random()
        order = sorted(chance.pool, key=lambda name: _of_name(name) * spread % 1.0)
        return tuple(order[: max(chance.count, 0)])


@lru_cache(maxsize=10_000)
def _of_name(name: str) -> float:
    return Random(name).random()


@dataclass(frozen=True, slots=True)
class Course:
    """chances: each seat's to win, where the game judged it; None: by points. points: what each seat may
    expect in the state where it ended; empty: it ended where the chances were judged."""

    chances: tuple[float, ...] | None
    points: tuple[float, ...]
    end: State


def play_on(
    game: Game[State],
    coaching: Coaching,
    state: State,
    first: Decision,
    until: float,
    seed: str,
    hands: object = None,
    brief: bool = False,
    client: Client | None = None,
) -> Course:
    """The course of the game from `first` to where round `until` is about to begin, or to its end. hands: of
    the game's dealer, where it has one. brief: it ends as soon as the game judges the chances. client: plays
    all seats; None: the game's own of simulations."""
    rng, luck = Random(seed), Luck(seed)
    players = _Players(game, client or game.players[coaching.plays_on], hands, rng, luck)
    state = players.play(state, first)
    for _step in range(MAX_DECISIONS):
        if brief and (chances := coaching.chances(state)) is not None:
            return Course(chances, (), state)
        question = next((q for q in game.questions(state) if not q.optional), None)
        if question is None:
            break
        begins = coaching.round_begun(state)
        if begins is not None and begins >= until:
            break
        state = players.play(state, players.answer(state, question))
    return Course(None, coaching.prospects(state), state)


class _Players:
    """The computer players of one simulation, with the cards that they hold."""

    def __init__(self, game: Game[State], policy: Client, hands: object, rng: Random, luck: Luck) -> None:
        self._game, self._policy, self._hands = game, policy, hands
        self._random, self._luck = rng, luck

    def play(self, state: State, decision: Decision) -> State:
        after = self._game.play(state, decision)
        if self._game.dealer is not None:
            self._hands = self._game.dealer.follow(self._hands, state, decision, after, self._random)
        return after

    def answer(self, state: State, question: Question) -> Decision:
        game = self._game
        if question.chance is not None:
            return game.answer(state, question, self._luck.outcome(question.chance))
        options, hand = options_held(game, self._hands, state, question)
        if len(options) == 1 and question.form is None:
            return options[0].decision
        return self._policy.choose(game, state, question, options, self._random, hand)
