"""The three decisions of a finished game that mattered most, found by the coach's search.

Every decision is searched a little, then those that seem to matter most once more at length. A decision
matters by how far the answer given was better or worse than the best other one. The work is done in steps,
as long as somebody waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from companion.coach.search import Judged, ahead, can_search, search
from companion.games.contract import Coaching, Decision, Game, Option, Question, State
from companion.system.work_processes import Run, run_inline

MAX_MOMENTS = 3
QUICK_SEARCH_SECONDS, FULL_SEARCH_SECONDS = 0.15, 1.0
"""Processor time for each decision, and then for each of the MAX_CANDIDATES."""
MAX_CANDIDATES = 8
MIN_SWING_VP = 1.0
"""A decision that mattered less decided nothing."""


@dataclass(frozen=True)
class MadeDecision:
    """A decision of the game. entry: its number in the history; state: the one that it was made in."""

    entry: int
    state: State
    decision: Decision


@dataclass(frozen=True)
class Moment:
    """made: the answer given; worth: by how many VP it was better than `other`, the best of the other answers
    (negative: worse); doubt: the standard error."""

    made: MadeDecision
    round: int
    other: Option
    worth: float
    doubt: float

    @property
    def matters(self) -> float:
        """The least by which it mattered: worth less its standard error."""
        return abs(self.worth) - self.doubt


class Review:
    """The search through one game. `moments` is empty until it is `done`."""

    def __init__(self, game: Game[State], made: Sequence[MadeDecision], run: Run = run_inline) -> None:
        """run: runs the searches, possibly in another process."""
        assert game.coaching is not None
        self._run = run
        self._game, self._coaching = game, game.coaching
        self._made = [one for one in made if one.decision.player is not None]
        self.of = len(self._made) + MAX_CANDIDATES
        self.looked = 0
        self.moments: tuple[Moment, ...] = ()
        self.done = False
        self._work = self._search()

    def work(self, seconds: float, clock: Callable[[], float]) -> None:
        """Continues for about `seconds`."""
        until = clock() + seconds
        for _step in self._work:
            if clock() >= until:
                return

    def _search(self) -> Iterator[None]:
        found: list[Moment] = []
        for made in self._made:
            moment = self._run(judge_decision, self._game, self._coaching, made, QUICK_SEARCH_SECONDS)
            if moment is not None:
                found.append(moment)
            self.looked += 1
            yield
        found.sort(key=lambda moment: -moment.matters)
        again: list[Moment] = []
        for first in found[:MAX_CANDIDATES]:
            moment = self._run(judge_decision, self._game, self._coaching, first.made, FULL_SEARCH_SECONDS)
            if moment is not None and moment.matters >= MIN_SWING_VP:
                again.append(moment)
            self.looked += 1
            yield
        again.sort(key=lambda moment: -moment.matters)
        self.moments = tuple(sorted(again[:MAX_MOMENTS], key=lambda moment: moment.made.entry))
        self.looked = self.of
        self.done = True


def judge_decision(
    game: Game[State], coaching: Coaching, made: MadeDecision, seconds: float
) -> Moment | None:
    """What a decision was worth; None: there was no other answer, or the coach cannot tell."""
    player = made.decision.player
    question = _question_of(game, made)
    if question is None:
        return None
    options = game.options(made.state, player)
    if len(options) < 2 or all(option.decision != made.decision for option in options):
        return None
    view = game.view(made.state, player)
    found = search(game, coaching, view, question, options, seconds, f"moment {made.entry}")
    given = next(one for one in found.judged if one.option.decision == made.decision)
    others = [one for one in found.judged if one is not given and one.leads]
    if not given.leads or not others:
        return None
    best = max(others, key=lambda one: _mean_or_unknown(one, given))
    worth, doubt = ahead(given, best)
    return None if doubt == inf else Moment(made, game.phase(made.state).round, best.option, worth, doubt)


def _mean_or_unknown(one: Judged, other: Judged) -> float:
    mean, error = ahead(one, other)
    return -inf if error == inf else mean


def _question_of(game: Game[State], made: MadeDecision) -> Question | None:
    return next(
        (
            question
            for question in game.questions(made.state)
            if question.player == made.decision.player and can_search(game, question) and not question.form
        ),
        None,
    )
