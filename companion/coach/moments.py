"""The three decisions of a finished game that mattered most, found by the coach's search.

Every decision is searched a little, then those that seem to matter most once more at length. A decision
matters by how much likelier the answer given made its player win than the best other one, or less likely.
One is chosen of each third of the game's rounds: the first that whole games confirm, which other computer
players than the search's own play on. The work is done in steps, while the game is played and after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf

from companion.coach.checking import shares_won
from companion.coach.judged import Judged, likelier, mean_and_error
from companion.coach.search import can_search, search
from companion.games.contract import Coaching, Decision, Game, Option, Question, State
from companion.system.work_processes import Run, run_inline

MAX_MOMENTS = 3
"""One of each third of the game."""
QUICK_SEARCH_SECONDS, FULL_SEARCH_SECONDS = 0.15, 1.0
"""Processor time for each decision, and then for each of the CANDIDATES."""
CANDIDATES = 3
"""Of each third: how many are searched at length."""
MIN_SWING = 0.03
"""A decision that surely mattered less to the chance of winning decided nothing."""
GAMES, GAMES_A_STEP = 200, 25
"""That are played on from either answer, to confirm what the search says; and of them in one step."""
SURE_ERRORS = 1.64
"""The range that is shown, in standard errors: nine of ten times the truth lies within."""


@dataclass(frozen=True)
class MadeDecision:
    """A decision of the game. entry: its number in the history; state: the one that it was made in."""

    entry: int
    state: State
    decision: Decision


@dataclass(frozen=True)
class Moment:
    """made: the answer given; worth: by how much it made its player likelier to win than `other`, the best
    of the other answers, from -1 to 1 (negative: less likely); doubt: the standard error."""

    made: MadeDecision
    round: int
    other: Option
    worth: float
    doubt: float

    @property
    def matters(self) -> float:
        """The least by which it surely mattered."""
        return abs(self.worth) - SURE_ERRORS * self.doubt


class Review:
    """The search through one game, also while it is played: `made` may grow and change between its steps.
    What was found of a decision stays, by its entry."""

    def __init__(
        self, game: Game[State], made: Sequence[MadeDecision], run: Run = run_inline, over: bool = True
    ) -> None:
        """run: runs the searches, possibly in another process. over: as in `follow`."""
        assert game.coaching is not None
        self._run = run
        self._game, self._coaching = game, game.coaching
        self._quick: dict[int, Moment | None] = {}
        self._full: dict[int, Moment | None] = {}
        self._played: dict[int, list[float]] = {}
        self.follow(made, over)

    def follow(self, made: Sequence[MadeDecision], over: bool = True) -> None:
        """From now on these are the decisions of the game. over: it has ended; before, nobody knows yet which
        rounds are a third of it, and no whole games are played on."""
        self._over = over
        self._made = [one for one in made if one.decision.player is not None]

    @property
    def of(self) -> int:
        """Steps in all, as far as they are known yet."""
        played = (GAMES // GAMES_A_STEP for third in self._to_confirm() for _one in third)
        return len(self._made) + len(self._candidates()) + sum(played)

    @property
    def looked(self) -> int:
        """Steps that are made."""
        quick = sum(one.entry in self._quick for one in self._made)
        full = sum(one.made.entry in self._full for one in self._candidates())
        played = (self._steps_played(one) for third in self._to_confirm() for one in third)
        return quick + full + sum(played)

    @property
    def done(self) -> bool:
        return next(self._steps(), None) is None

    @property
    def moments(self) -> tuple[Moment, ...]:
        """In the order of the game, with what the whole games say; empty where nothing decided it, and until
        the search is `done`."""
        if not self.done:
            return ()
        found = []
        for third in self._to_confirm():
            if third and self._verdict(third[-1]):
                worth, doubt = mean_and_error(self._played[third[-1].made.entry])
                found.append(replace(third[-1], worth=worth, doubt=doubt))
        return tuple(sorted(found, key=lambda moment: moment.made.entry))

    def work(self, seconds: float, clock: Callable[[], float]) -> None:
        """Continues for about `seconds`."""
        until = clock() + seconds
        while (step := next(self._steps(), None)) is not None:
            step()
            if clock() >= until:
                return

    def _steps(self) -> Iterator[Callable[[], None]]:
        """The searches that are still to be made, the next one first."""
        for made in self._made:
            if made.entry not in self._quick:
                yield lambda made=made: self._judge(made, self._quick, QUICK_SEARCH_SECONDS)  # type: ignore[misc]
        for moment in self._candidates():
            if moment.made.entry not in self._full:
                yield lambda made=moment.made: self._judge(made, self._full, FULL_SEARCH_SECONDS)  # type: ignore[misc]
        for third in self._to_confirm() if self._over else ():
            if third and self._verdict(third[-1]) is None:
                yield lambda moment=third[-1]: self._play_on(moment)  # type: ignore[misc]

    def _judge(self, made: MadeDecision, found: dict[int, Moment | None], seconds: float) -> None:
        moment: Moment | None = self._run(judge_decision, self._game, self._coaching, made, seconds)
        # From another process comes a copy of the state, with a copy of every tile of the game.
        found[made.entry] = None if moment is None else replace(moment, made=made)

    def _play_on(self, moment: Moment) -> None:
        played = self._played.setdefault(moment.made.entry, [])
        played += self._run(games_apart, self._game, self._coaching, moment, len(played), GAMES_A_STEP)

    def _steps_played(self, moment: Moment) -> int:
        """Of its whole games; all, where no more are needed."""
        games = len(self._played.get(moment.made.entry, []))
        return (games if self._verdict(moment) is None else GAMES) // GAMES_A_STEP

    def _verdict(self, moment: Moment) -> bool | None:
        """Whether whole games confirm a moment; None: too few are played on yet."""
        mean, error = mean_and_error(self._played.get(moment.made.entry, []))
        games = len(self._played.get(moment.made.entry, []))
        agrees = mean if moment.worth > 0 else -mean
        if games and agrees <= 0:
            return False
        return agrees - SURE_ERRORS * error >= MIN_SWING if games >= GAMES else None

    def _to_confirm(self) -> list[list[Moment]]:
        """Of each third those that surely matter, most first, down to the first that is not refuted."""
        found = []
        for third in self._thirds(self._full):
            sure = sorted(
                (one for one in third if one.matters >= MIN_SWING), key=lambda moment: -moment.matters
            )
            last = next((n for n, one in enumerate(sure) if self._verdict(one) is not False), len(sure))
            found.append(sure[: last + 1])
        return found

    def _candidates(self) -> list[Moment]:
        """The decisions that seem to matter most in each third."""
        return [
            moment
            for third in self._thirds(self._quick)
            for moment in sorted(third, key=lambda moment: -moment.matters)[:CANDIDATES]
        ]

    def _thirds(self, found: dict[int, Moment | None]) -> list[list[Moment]]:
        """What was found, by the third of the rounds in which it was."""
        entries = {one.entry for one in self._made}
        moments = [moment for entry, moment in found.items() if moment is not None and entry in entries]
        last = max((moment.round for moment in moments), default=1)
        thirds: list[list[Moment]] = [[] for _ in range(MAX_MOMENTS)]
        for moment in moments:
            thirds[min(MAX_MOMENTS - 1, (max(moment.round, 1) - 1) * MAX_MOMENTS // last)].append(moment)
        return thirds


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
    given = next((one for one in found.judged if one.option.decision == made.decision), None)
    if given is None:  # a wish to be told what a tile says: where all is told, nobody has it
        return None
    others = [one for one in found.judged if one is not given and one.leads]
    if not given.leads or not others:
        return None
    best = max(others, key=lambda one: _mean_or_unknown(one, given))
    worth, doubt = likelier(given, best)
    return None if doubt == inf else Moment(made, game.phase(made.state).round, best.option, worth, doubt)


def games_apart(
    game: Game[State], coaching: Coaching, moment: Moment, first: int, number: int
) -> list[float]:
    """By whole game that is played on, from number `first`: how much more of the win the answer given brought
    than the other one."""
    made, player = moment.made, moment.made.decision.player
    assert player is not None
    view, answers = game.view(made.state, player), (made.decision, moment.other.decision)
    apart = []
    for n in range(first, first + number):
        given, other = shares_won(game, coaching, view, player, answers, f"moment {made.entry}/{n}")
        apart.append(given - other)
    return apart


def _mean_or_unknown(one: Judged, other: Judged) -> float:
    mean, error = likelier(one, other)
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
