"""A tree search (UCT) over any game that has `coaching`: the chance to win of every answer to a question.

Each pass deals what is hidden anew, walks down the tree of decisions by upper confidence bounds, adds one
node, and plays on from there until the game judges who wins. A node is a decision after a row of decisions,
whatever chance brought between them; only questions with more than one answer make nodes. Every seat chooses
by its own chance to win.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random

from companion.coach.judged import SIMULATED_ROUNDS, chance
from companion.coach.simulation import Course, Luck, play_on
from companion.games.contract import Coaching, Decision, Game, Option, Question, State

EXPLORATION = 0.35
"""Weight of the bound beside a chance to win from 0 to 1."""
MAX_DEPTH = 60
"""Decisions of one pass within the tree."""
PASSES_PER_CHECK = 8
"""Between checks whether a search may end early."""
EQUAL, ENOUGH_PASSES = 0.01, 40
"""Answers whose chances are no farther apart count as equal once each has so many passes."""


@dataclass(slots=True)
class _Node:
    """After a decision. found: by pass through it, the chance to win of who decided; told: the same as it is
    told, of the answers to the question alone."""

    found: list[float] = field(default_factory=list)
    told: list[float] = field(default_factory=list)
    won: float = 0.0
    after: dict[Decision, _Node] = field(default_factory=dict)

    def bound(self, passes: int) -> float:
        visits = len(self.found)
        if not visits:
            return inf
        return self.won / visits + EXPLORATION * sqrt(log(passes + 1) / visits)


@dataclass
class TreeSearch:
    """state: the view of the player who is asked; options: at least one. passes: made so far."""

    game: Game[State]
    coaching: Coaching
    state: State
    question: Question
    options: tuple[Option, ...]
    seed: str
    passes: int = 0
    _root: _Node = field(default_factory=_Node)

    def work(self, budget: float, clock: Callable[[], float], most: int = 1_000_000) -> None:
        """Until `budget` has gone by on the clock, `most` passes are made, or it is decided. The clock is
        read once, and then before each pass."""
        begun = clock()
        while self.passes < most and (gone := clock() - begun) < budget:
            to_check = self.passes and gone > 0 and self.passes % PASSES_PER_CHECK == 0
            if to_check and self._is_decided(min(most - self.passes, self.passes * (budget - gone) / gone)):
                return
            self._pass(f"{self.seed}/{self.passes}")
            self.passes += 1

    def _is_decided(self, left: float) -> bool:
        """No other answer can be visited most often any more, or all are equal. left: passes that there is
        time for."""
        found = [self.found(option) for option in self.options]
        visits = sorted(map(len, found))
        if len(visits) < 2 or visits[-1] - visits[-2] > left:
            return True
        means = [sum(one) / len(one) for one in found] if visits[0] >= ENOUGH_PASSES else [0.0, 1.0]
        return max(means) - min(means) < EQUAL

    def found(self, option: Option) -> list[float]:
        """By pass that began with this answer, the chance to win of who is asked, from 0 to 1."""
        node = self._root.after.get(option.decision)
        return [] if node is None else node.found

    def told(self, option: Option) -> list[float]:
        """As `found`, as people are told it."""
        node = self._root.after.get(option.decision)
        return [] if node is None else node.told

    def _pass(self, luck_seed: str) -> None:
        game, coaching, rng, luck = self.game, self.coaching, Random(luck_seed), Luck(luck_seed)
        assert self.question.player is not None
        until, brief = game.phase(self.state).round + SIMULATED_ROUNDS, coaching.judges_chances
        state = coaching.possible(self.state, self.question.player, rng)
        at, walked = self._root, list[tuple[_Node, int]]()
        asked: Question | None = self.question
        course: Course | None = None
        for _depth in range(MAX_DEPTH):
            begins = coaching.round_begun(state) if walked else None
            if asked is None or (begins is not None and begins >= until):
                break
            if asked.chance is not None:
                state = game.play(state, game.answer(state, asked, luck.outcome(asked.chance)))
            else:
                given = game.options(state, asked.player) if walked else self.options
                decision = self._walk(state, asked, given, at, rng)
                if len(given) > 1 and asked.form is None:
                    at = at.after.setdefault(decision, _Node())
                    assert asked.player is not None
                    walked.append((at, asked.player))
                    if not at.found:
                        course = play_on(game, coaching, state, decision, until, luck_seed, brief=brief)
                        break
                state = game.play(state, decision)
            asked = next((q for q in game.questions(state) if not q.optional), None)
        if course is None:
            course = Course(coaching.chances(state) if brief else None, coaching.prospects(state), state)
        wins = course.chances or _by_points(course.points, coaching.doubt(course.end))
        for node, player in walked:
            node.found.append(wins[player])
            node.won += wins[player]
        if walked:
            node, player = walked[0]
            node.told.append(coaching.told_chances(wins)[player] if course.chances else wins[player])

    def _walk(
        self, state: State, asked: Question, given: tuple[Option, ...], at: _Node, rng: Random
    ) -> Decision:
        """The answer to try: first what the plain player would give, then each other once, then by bounds."""
        plain = self.game.players[self.coaching.plays_on]
        if asked.form is not None:
            return plain.choose(self.game, state, asked, given, rng)
        if len(given) == 1:
            return given[0].decision
        untried = [option for option in given if option.decision not in at.after]
        if untried:
            usual = plain.choose(self.game, state, asked, given, rng) if len(untried) == len(given) else None
            return next((it.decision for it in untried if it.decision == usual), rng.choice(untried).decision)
        passes = sum(len(at.after[option.decision].found) for option in given)
        return max(given, key=lambda it: at.after[it.decision].bound(passes)).decision


def _by_points(points: tuple[float, ...], doubt: float) -> tuple[float, ...]:
    return tuple(chance(points, seat, doubt) for seat in range(len(points)))
