"""What the ladder plays beside the coach as it ships: searches that count in points, as the coach did before
there was a value net, and New Frontiers' value net without a search.
"""

from __future__ import annotations

from math import inf, log
from random import Random
from time import thread_time
from typing import Any

from companion.coach.judged import SIMULATED_ROUNDS
from companion.coach.search import can_search
from companion.coach.simulation import play_on
from companion.coach.tree_search import TreeSearch
from companion.games.contract import Client, Decision, Game, Option, Question
from companion.games.new_frontiers.coaching.coaching import chances_to_win
from companion.games.new_frontiers.coaching.value_net import Weights

GAME = "new-frontiers"


class _Otherwise:
    """A game's coaching, but for what a class below says."""

    def __init__(self, coaching: Any) -> None:
        self._coaching = coaching

    def __getattr__(self, name: str) -> Any:
        return getattr(self._coaching, name)


class ByPoints(_Otherwise):
    """Judges by the points that it promises after two rounds, as the coach did before there was a net."""

    judges_chances = False


class ByWeights(_Otherwise):
    """Judges by a net with these weights."""

    def __init__(self, coaching: Any, weights: Weights) -> None:
        super().__init__(coaching)
        self._weights = weights

    def chances(self, state: Any) -> tuple[float, ...] | None:
        return chances_to_win(state, self._weights)


class NetPlayer:
    """Chooses the answer with the best chance to win when an action must be selected next. weights: others
    than those that ship. waver: the standard deviation of noise on the logarithm of each answer's odds, for
    games to learn from."""

    def __init__(self, weights: Weights | None = None, waver: float = 0.0) -> None:
        self._weights, self.waver = weights, waver

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        coaching: Any = game.coaching
        assert coaching is not None
        if not can_search(game, question) or question.form is not None:
            plain: Client = game.players[coaching.plays_on]
            return plain.choose(game, state, question, options, rng, hand)
        if len(options) == 1:
            return options[0].decision
        assert question.player is not None
        if self._weights is not None:
            coaching = ByWeights(coaching, self._weights)
        luck = str(rng.getrandbits(32))
        possible = coaching.possible(state, question.player, Random(luck))
        until, best, most = state.round + SIMULATED_ROUNDS, options[0], -1e9
        for option in options:
            course = play_on(game, coaching, possible, option.decision, until, luck, brief=True)
            assert course.chances is not None
            wins = min(max(course.chances[question.player], 1e-6), 1 - 1e-6)
            odds = log(wins / (1 - wins)) + (rng.gauss(0.0, self.waver) if self.waver else 0.0)
            if odds > most:
                best, most = option, odds
        return best.decision


class UctPlayer:
    """The tree search by points, with so many nodes or seconds of the processor for an answer."""

    def __init__(self, nodes: int, seconds: float, coaching: Any) -> None:
        self.nodes, self.seconds, self.coaching = nodes, seconds, coaching

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        if not can_search(game, question) or question.form is not None or game.dealer is not None:
            plain: Client = game.players[self.coaching.plays_on]
            return plain.choose(game, state, question, options, rng, hand)
        if len(options) == 1:
            return options[0].decision
        tree = TreeSearch(game, self.coaching, state, question, options, str(rng.getrandbits(32)))
        tree.work(1e9 if self.seconds == inf else self.seconds, thread_time, self.nodes)
        return max(options, key=lambda it: len(tree.found(it))).decision
