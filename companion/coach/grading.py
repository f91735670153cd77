"""Grades the answers to a question in three shades, each with what makes the difference, and recommends one.

Among answers that are equally good within the noise, the recommended one is the easiest to explain: one whose
reason is said in a single step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from math import inf

from companion.coach.judged import (
    DECIDED_LEAD_VP,
    EQUAL_VP,
    Judged,
    SearchResult,
    ahead,
    ahead_in_points,
    likelier,
)
from companion.coach.search import search
from companion.games.contract import Coaching, Game, Option, Question, ScoreSheet, State
from companion.table.advice import FAIR, GOOD, POOR, Graded, SeatAdvice

SECONDS = 1.0
"""Processor time for one question, at most."""
MIN_SIMULATIONS = 12
"""Of each answer before any drops out, so that each has a figure."""
POOR_VP, FAIR_VP = 3.0, EQUAL_VP / 2
"""An answer that is behind by so much, less its standard error, is poor, or in between."""
POOR_LEAD, FAIR_LEAD = 5.0, 3.0
"""The same where the game judges chances, of which a VP is two of 100: below this, whole games
played on agreed with too few of the grades of the positions it was set on (others: benchmarks/grades.py)."""
MIN_CAUSE_VP = 0.4
"""Smaller differences are no cause."""
EXPLAINED = 0.6
"""Causes are said until they make up this share of the difference."""
LEAD_OF_ALL = 2 * DECIDED_LEAD_VP
"""The lead that a sure win is ahead of a sure loss."""
ENDS_IN = 0.8
"""An answer ends the game if it does in this share of its simulations, and another in less than the rest."""
LATER, OTHERS = "later rounds", "the other players"
"""Causes that are no source of a score sheet: what an answer promises for later; what the best other gets."""


def grade(
    game: Game[State],
    coaching: Coaching,
    state: State,
    question: Question,
    options: tuple[Option, ...],
    seed: str,
    hand: tuple[str, ...] = (),
    seconds: float = SECONDS,
) -> SeatAdvice:
    """state: a view, of the player who is asked or of everybody; hand: what that player told of it. Nothing
    else is known to the search. seconds: of the processor, at most."""
    assert question.player is not None
    least = MIN_SIMULATIONS
    found = search(game, coaching, state, question, options, seconds, seed, least, least, hand=hand)
    # A goal that is dealt by chance in a simulation is no reason: nobody here knows whether it is there.
    known = {line.source for score in game.score(state).players for line in score.lines}
    return SeatAdvice(question.player, question.kind, graded(found, question.player, known))


def graded(found: SearchResult, player: int, known: Set[str]) -> tuple[Graded, ...]:
    """Every answer that can be told from the best, the recommended one first; none where no two can be.
    known: the sources of points that may be said; what others bring counts as LATER."""
    tried = [one for one in found.judged if one is found.best or _is_compared(found.best, one, player)]
    if len(found.best.leads) < 2 or len(found.judged) > len(tried) == 1:
        return ()
    equal = [one for one in tried if one is found.best or _is_equal(found.best, one, player)]
    reasons = [_against(one, [other for other in tried if other is not one], player, known) for one in equal]
    # The search's own order breaks a tie: min() keeps the first.
    chosen, causes = min(zip(equal, reasons, strict=True), key=lambda it: steps_of(it[1]) > 1)
    first = _graded(chosen, found.best, causes, tried, player)
    told = [replace(first, likelier=_likeliest(chosen, tried, player) if chosen.by_chances else None)]
    for one in tried:
        if one is not chosen:
            told.append(_graded(one, found.best, _against(one, [chosen], player, known), tried, player))
    return (replace(told[0], shade=GOOD), *told[1:])


def steps_of(causes: Sequence[tuple[str, float]]) -> int:
    """How many causes it takes, the largest first, to say most of the difference; 0: there is none."""
    whole = sum(vp for _source, vp in causes)
    if abs(whole) < MIN_CAUSE_VP:
        return 0
    said = 0.0
    for number, (_source, vp) in enumerate(causes, 1):
        said += vp
        if EXPLAINED <= said / whole <= 2 - EXPLAINED:
            return number
    return len(causes)


def _is_compared(best: Judged, one: Judged, player: int) -> bool:
    """Whether there are simulations enough to tell the two apart: without, nothing is said of an answer."""
    known = len(one.leads) >= 2 and ahead(best, one)[1] < inf
    return known and (not one.by_chances or ahead_in_points(best, one, player)[1] < inf)


def _is_equal(best: Judged, one: Judged, player: int) -> bool:
    """Within the noise: no difference worth having, and none that is sure; where the game judges chances, by
    the points, too, which say what is said of it."""
    apart = [ahead(best, one)]
    if one.by_chances:
        apart.append(ahead_in_points(best, one, player))
    return all(behind < EQUAL_VP / 2 and behind <= max(error, MIN_CAUSE_VP) for behind, error in apart)


def _graded(
    one: Judged, best: Judged, causes: tuple[tuple[str, float], ...], tried: Sequence[Judged], player: int
) -> Graded:
    behind, sure = _behind(one, best, player)
    poor, fair = (POOR_LEAD, FAIR_LEAD) if one.by_chances else (POOR_VP, FAIR_VP)
    shade = POOR if sure >= poor else FAIR if sure >= fair else GOOD
    ends = _ends_behind(one, tried, player)
    return Graded(
        one.option.decision,
        POOR if ends else shade,
        behind,
        causes,
        steps_of(causes),
        ends,
        -behind / LEAD_OF_ALL if one.by_chances else None,
    )


def _behind(one: Judged, best: Judged, player: int) -> tuple[float, float]:
    """By how many VP it is behind, and how many at least. Where the game judges chances, the tree has tried
    a poor answer seldom: no more is said than the points of simulations with the same luck say, too."""
    if one is best:
        return 0.0, 0.0
    behind, error = ahead(best, one)
    sure = behind - error
    if one.by_chances:
        promised, doubt = ahead_in_points(best, one, player)
        behind, sure = min(behind, promised), min(sure, promised - doubt)
    return max(0.0, behind), sure


def _likeliest(one: Judged, tried: Sequence[Judged], player: int) -> float:
    """By how much likelier one wins than the mean of the others, as the tree and the points both say; 0 where
    it is the only one."""
    others = [other for other in tried if other is not one]
    if not others:
        return 0.0
    by_tree = sum(likelier(one, other)[0] for other in others)
    promised = sum(ahead_in_points(one, other, player)[0] for other in others)
    return min(by_tree, promised / LEAD_OF_ALL) / len(others)


def _ends_behind(one: Judged, tried: Sequence[Judged], player: int) -> bool:
    """Whether this answer ends the game soon, others do not, and the player does not win by then."""

    def ending(judged: Judged) -> float:
        return sum(sheet.final for sheet in judged.sheets) / len(judged.sheets) if judged.sheets else 0.0

    if ending(one) < ENDS_IN or min(map(ending, tried)) > 1 - ENDS_IN:
        return False
    won = [score.winner for sheet in one.sheets for score in sheet.players if score.player == player]
    return sum(won) < len(won) / 2


def _against(
    one: Judged, others: Sequence[Judged], player: int, known: Set[str]
) -> tuple[tuple[str, float], ...]:
    """By source, how many VP this answer brings more than the mean of the others under the same luck."""
    total: dict[str, float] = {}
    for other in others:
        pairs = [
            (_sources(mine, points, player, known), _sources(theirs, their_points, player, known))
            for mine, points, theirs, their_points in zip(
                one.sheets, one.points, other.sheets, other.points, strict=False
            )
        ]
        for mine, theirs in pairs:
            for source in mine.keys() | theirs.keys():
                apart = (mine.get(source, 0.0) - theirs.get(source, 0.0)) / len(pairs) / len(others)
                total[source] = total.get(source, 0.0) + apart
    return _notable(total.items())


def _notable(causes: Iterable[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    """Those worth saying; none where they say the opposite of all together."""
    whole, found = 0.0, []
    for source, vp in causes:
        whole += vp
        if abs(vp) >= MIN_CAUSE_VP:
            found.append((source, round(vp, 2)))
    if whole * sum(vp for _source, vp in found) < 0:
        return ()
    return tuple(sorted(found, key=lambda cause: (-abs(cause[1]), cause[0])))


def _sources(
    sheet: ScoreSheet, points: tuple[float, ...], player: int, known: Set[str]
) -> Mapping[str, float]:
    """A player's lead as a sum: the sources of points so far, what is to come, less the best other's."""
    found: dict[str, float] = {}
    own = next(score for score in sheet.players if score.player == player)
    for line in own.lines:
        source = line.source if line.source in known else LATER
        found[source] = found.get(source, 0.0) + line.vp
    found[LATER] = found.get(LATER, 0.0) + points[player] - own.total
    found[OTHERS] = -max((p for seat, p in enumerate(points) if seat != player), default=0.0)
    return found
