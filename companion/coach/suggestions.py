"""Up to three answers that the coach would consider, each with its reason in words.

The reason is what simulations ended with: how far ahead one comes out, and in which sources of points an
answer does better than the others. The numbers that a rule makes stand on the option itself, as Tallies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

from companion.coach.judged import Judged, SearchResult, ahead, likelier
from companion.coach.search import search
from companion.games.contract import Coaching, Game, Option, Question, ScoreSheet, State
from companion.translation import _, decimal, listed, plural

MAX_SUGGESTIONS = 3
MIN_SIMULATIONS = 24
"""Of each option, as far as MAX_SECONDS allows, for steady figures; their sources of points are compared."""
MIN_DIFFERENCE_VP = 0.5
"""Smaller differences are not mentioned."""
MIN_DIFFERENCE = 0.01
"""The same of chances to win, of 1."""
MAX_SECONDS = 1.5
"""Processor time for one request."""


@dataclass(frozen=True)
class Suggestion:
    """reasons: sentences, the simulation's first."""

    option: Option
    reasons: tuple[str, ...]


def suggest(
    game: Game[State],
    coaching: Coaching,
    state: State,
    question: Question,
    options: tuple[Option, ...],
    seed: str,
    seconds: float = MAX_SECONDS,
) -> tuple[Suggestion, ...]:
    """The best first. state: the view of the player who is asked."""
    player = question.player
    assert player is not None
    if not options:
        return ()
    if len(options) == 1:
        return (Suggestion(options[0], (_("There is no other answer."),)),)
    found = search(game, coaching, state, question, options, seconds, seed, MIN_SIMULATIONS, MIN_SIMULATIONS)
    tried = [one for one in found.judged if one.points]
    return tuple(
        Suggestion(one.option, tuple(_reasons(one, tried, found, player))) for one in tried[:MAX_SUGGESTIONS]
    )


def _reasons(one: Judged, tried: Sequence[Judged], found: SearchResult, player: int) -> list[str]:
    sentences = [_outlook(one, player)]
    if one.chances and one.by_chances:  # a busy machine may have had no time for any
        wins = sum(one.chances) / len(one.chances)
        sentences.append(_("It wins some {games} of 100 games.", games=round(100 * wins)))
    if one is not found.best:
        sentences.append(_behind(one, found.best))
    better = [
        _("{number} VP in {source}", number=("" if more < 0 else "+") + decimal(more), source=_(source))
        for source, more in _more(one, tried, player)
    ]
    if better:
        sentences.append(_("Against the other answers: {differences}.", differences=listed(better)))
    if one is found.usual:
        sentences.append(_("It is also what the plain computer player would do."))
    return sentences


def _outlook(one: Judged, player: int) -> str:
    number = len(one.points)
    own = sum(points[player] for points in one.points) / number
    others = [max(p for seat, p in enumerate(points) if seat != player) for points in one.points]
    return plural(
        "{number} simulation expects {own} VP for you at the end, {other} for the best other player.",
        "{number} simulations expect {own} VP for you at the end, {other} for the best other player.",
        number,
        own=round(own),
        other=round(sum(others) / number),
    )


def _behind(one: Judged, best: Judged) -> str:
    if one.by_chances:
        fewer, doubt = likelier(best, one)
        if doubt == inf:
            return _("There was no time to compare it with the first.")
        if fewer < max(MIN_DIFFERENCE, doubt):
            return _("That is about as good as the first.")
        return _("That is some {games} games fewer than with the first.", games=max(1, round(100 * fewer)))
    mean, error = ahead(best, one)
    if error == inf:
        return _("There was no time to compare it with the first.")
    if mean < max(MIN_DIFFERENCE_VP, error):
        return _("That is about as good as the first.")
    return _("That is some {number} VP less than the first.", number=max(1, round(mean)))


def _more(one: Judged, tried: Sequence[Judged], player: int) -> list[tuple[str, float]]:
    """The sources in which this answer brought most more or less than the others in the mean, under the same
    luck, at the end of the simulations."""
    sources: dict[str, float] = {}
    others = [other for other in tried if other is not one]
    for other in others:
        pairs = list(zip(one.sheets, other.sheets, strict=False))
        for mine, theirs in pairs:
            a, b = _by_source(mine, player), _by_source(theirs, player)
            for source in a.keys() | b.keys():
                apart = (a.get(source, 0) - b.get(source, 0)) / len(pairs) / len(others)
                sources[source] = sources.get(source, 0.0) + apart
    notable = [(source, apart) for source, apart in sources.items() if abs(apart) >= MIN_DIFFERENCE_VP]
    return sorted(notable, key=lambda pair: -abs(pair[1]))[:2]


def _by_source(sheet: ScoreSheet, player: int) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for line in next(score for score in sheet.players if score.player == player).lines:
        found[line.source] = found.get(line.source, 0) + line.vp
    return found
