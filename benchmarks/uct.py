"""A tree search (UCT) over any game that has `coaching`: a rung of the ladder, to compare the coach with.

Each pass deals what is hidden anew, walks down the tree of decisions by upper confidence bounds, adds one
node, and plays on from there as the coach's simulations do. A node is a decision after a row of decisions,
whatever chance brought between them; only questions with more than one answer make nodes. Every seat chooses
by its own chance to win.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from time import thread_time
from typing import Any

from companion.coach.search import SIMULATED_ROUNDS, can_search, chance
from companion.coach.simulation import Luck, play_on
from companion.games.contract import Client, Decision, Game, Option, Question

EXPLORATION = 0.35
"""Weight of the bound beside a chance to win from 0 to 1."""
MAX_DEPTH = 60
"""Decisions of one pass within the tree."""


@dataclass
class Node:
    """After a decision. visits, won: passes through it, and the sum of the chances of who decided."""

    visits: int = 0
    won: float = 0.0
    after: dict[Decision, Node] = field(default_factory=dict)

    def bound(self, passes: int) -> float:
        if not self.visits:
            return inf
        return self.won / self.visits + EXPLORATION * sqrt(log(passes + 1) / self.visits)


class UctPlayer:
    """nodes: the most for one answer; seconds: of the processor, the most for one answer. What cannot be
    searched, the player that plays on in simulations answers. passes: made so far, in all answers. coaching:
    instead of the game's. rounds: a pass plays on for so many after its new node, the rest of the present one
    included (0: as far as the coaching judges at all); None: to where the tree ends."""

    def __init__(
        self,
        nodes: int = 1_000_000,
        seconds: float = inf,
        coaching: Any = None,
        rounds: int | None = None,
    ) -> None:
        self.nodes, self.seconds, self.passes = nodes, seconds, 0
        self._coaching, self._rounds = coaching, rounds

    def choose(
        self,
        game: Game[Any],
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: tuple[str, ...] = (),
    ) -> Decision:
        coaching = self._coaching or game.coaching
        assert coaching is not None
        if not can_search(game, question) or question.form is not None or game.dealer is not None:
            plain: Client = game.players[coaching.plays_on]
            return plain.choose(game, state, question, options, rng, hand)
        if len(options) == 1:
            return options[0].decision
        root, seed, begun = Node(), str(rng.getrandbits(32)), thread_time()
        until = game.phase(state).round + SIMULATED_ROUNDS
        for number in range(self.nodes):
            if thread_time() - begun >= self.seconds:
                break
            self._pass(game, state, question, options, root, until, f"{seed}/{number}")
            self.passes += 1
        if not root.after:
            return options[0].decision
        return max(root.after.items(), key=lambda pair: (pair[1].visits, pair[1].won))[0]

    def _pass(
        self,
        game: Game[Any],
        view: Any,
        question: Question,
        options: tuple[Option, ...],
        root: Node,
        until: int,
        luck_seed: str,
    ) -> None:
        coaching, rng, luck = self._coaching or game.coaching, Random(luck_seed), Luck(luck_seed)
        assert coaching is not None
        assert question.player is not None
        state = coaching.possible(view, question.player, rng)
        at, walked = root, []
        asked: Question | None = question
        for _depth in range(MAX_DEPTH):
            begins = coaching.round_begun(state) if walked else None
            if asked is None or (begins is not None and begins >= until):
                points, end = coaching.prospects(state), state
                break
            if asked.chance is not None:
                state = game.play(state, game.answer(state, asked, luck.outcome(asked.chance)))
            else:
                given = options if not walked else game.options(state, asked.player)
                decision = self._walk(game, state, asked, given, at, rng)
                if len(given) == 1 or asked.form is not None:
                    state = game.play(state, decision)
                else:
                    at = at.after.setdefault(decision, Node())
                    assert asked.player is not None
                    walked.append((at, asked.player))
                    if not at.visits:
                        if self._rounds is not None:
                            until = game.phase(state).round + self._rounds
                        points, end = play_on(game, coaching, state, decision, until, luck_seed)
                        break
                    state = game.play(state, decision)
            asked = next((q for q in game.questions(state) if not q.optional), None)
        else:
            points, end = coaching.prospects(state), state
        doubt = coaching.doubt(end)
        for node, player in walked:
            node.visits += 1
            node.won += chance(points, player, doubt)
        root.visits += 1

    def _walk(
        self, game: Game[Any], state: Any, asked: Question, given: tuple[Option, ...], at: Node, rng: Random
    ) -> Decision:
        """The answer to try: first what the plain player would give, then each other once, then by bounds."""
        coaching = self._coaching or game.coaching
        assert coaching is not None
        plain: Client = game.players[coaching.plays_on]
        if asked.form is not None:
            return plain.choose(game, state, asked, given, rng)
        if len(given) == 1:
            return given[0].decision
        untried = [option for option in given if option.decision not in at.after]
        if untried:
            usual = plain.choose(game, state, asked, given, rng) if len(untried) == len(given) else None
            return next((it.decision for it in untried if it.decision == usual), rng.choice(untried).decision)
        passes = sum(at.after[option.decision].visits for option in given)
        return max(given, key=lambda it: at.after[it.decision].bound(passes)).decision
