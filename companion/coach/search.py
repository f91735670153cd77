"""Finds the best answer to a question by simulations, within a budget of processor time.

The options race: in each turn all that are left are simulated with the same chance outcomes, and those
clearly behind the best are dropped. The search ends when one is left, when no difference worth having can be
left, or when the budget is used up; many questions need much less. Seconds are processor seconds of one core.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import erf, inf, sqrt, tanh
from random import Random
from time import thread_time

from companion.coach.simulation import play_on
from companion.games.contract import Coaching, Game, Option, Question, ScoreSheet, State

SIMULATED_ROUNDS = 2
"""Rounds of a simulation, the rest of the present one included."""
MIN_SIMULATIONS = 6
"""Of each option before any is dropped."""
SIMULATIONS_PER_CHECK = 2
"""Of each option, between checks whether one is dropped."""
DROP_STANDARD_ERRORS = 2.0
"""An option is dropped when it is this many standard errors behind."""
EQUAL_VP = 1.5
"""Options whose likely results are no farther apart count as equal."""
OVERRULE_STANDARD_ERRORS = 0.5
"""An answer must be better by this many standard errors than the one that the computer player would give."""
DECIDED_LEAD_VP = 25.0
"""The larger a lead, the less a further point counts; at this lead a further point counts 0.4."""


@dataclass
class Judged:
    """An option, and what simulations say of it: of each in turn the points that every seat may expect, the
    lead, the chance to win, and (of the first ones) the standing where it stopped."""

    option: Option
    points: list[tuple[float, ...]] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    sheets: list[ScoreSheet] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return sum(self.leads) / len(self.leads) if self.leads else -inf


@dataclass(frozen=True)
class SearchResult:
    """judged: the best first. usual: what the computer player would answer. seconds: of the processor."""

    judged: tuple[Judged, ...]
    usual: Judged
    simulations: int
    seconds: float

    @property
    def best(self) -> Judged:
        return self.judged[0]


def can_search(game: Game[State], question: Question) -> bool:
    """Whether this question is one that the coach can advise on, to a player whose hand it is told where
    there are hands (`needs_hand`)."""
    if game.coaching is None or question.player is None or question.chance is not None:
        return False
    return game.dealer is None or question.kind not in game.dealer.beyond_hand


def needs_hand(game: Game[State]) -> bool:
    """Whether the coach can advise only somebody who tells it the cards in hand."""
    return game.coaching is not None and game.dealer is not None


def options_in_hand(
    game: Game[State], state: State, question: Question, hand: tuple[str, ...], seed: str
) -> tuple[Option, ...]:
    """Those of the answers to a question that a player with this hand can give."""
    options = game.options(state, question.player)
    if game.dealer is None or question.player is None:
        return options
    hands = game.dealer.deal_around(state, question.player, hand, Random(seed))
    return game.dealer.options(hands, state, question, options)


def lead(points: tuple[float, ...], player: int) -> float:
    """How far a seat is ahead of the best other in VP, less and less for what is decided already."""
    others = max((p for seat, p in enumerate(points) if seat != player), default=0.0)
    return DECIDED_LEAD_VP * tanh((points[player] - others) / DECIDED_LEAD_VP)


def chance(points: tuple[float, ...], player: int, doubt: float) -> float:
    """The chance that a seat is ahead of the best other at the end, where the promised lead may be off by
    `doubt` (a standard deviation, in VP)."""
    ahead_by = points[player] - max((p for seat, p in enumerate(points) if seat != player), default=0.0)
    if doubt <= 0:
        return 0.5 if ahead_by == 0 else float(ahead_by > 0)
    return 0.5 * (1 + erf(ahead_by / doubt / sqrt(2)))


def search(
    game: Game[State],
    coaching: Coaching,
    state: State,
    question: Question,
    options: tuple[Option, ...],
    budget: float,
    seed: str,
    sheets: int = 0,
    least: int = MIN_SIMULATIONS,
    clock: Callable[[], float] = thread_time,
    hand: tuple[str, ...] = (),
    rounds: int = SIMULATED_ROUNDS,
    equal: float = EQUAL_VP,
) -> SearchResult:
    """state: the view of the player who is asked; options: at least one, which the hand allows. sheets: of so
    many simulations of each option the standing is kept. least: simulations of each before any drops out.
    hand: what the player holds, where the game has a dealer (`Dealer.deal_around`). rounds, equal: as
    SIMULATED_ROUNDS and EQUAL_VP."""
    player = question.player
    assert player is not None
    begun = clock()
    first = coaching.possible(state, player, Random(seed))
    dealt = _dealt(game, first, player, hand, seed)
    held = () if game.dealer is None else game.dealer.hand(dealt, player)
    usual_answer = game.players[coaching.plays_on].choose(game, first, question, options, Random(seed), held)
    judged = [Judged(option) for option in options]
    # First, so that even the smallest budget has tried what the computer player would do.
    judged.sort(key=lambda one: one.option.decision != usual_answer)
    usual, left = judged[0], judged
    until = game.phase(state).round + rounds
    number = 0
    while len(left) > 1:
        luck = f"{seed}/{number}"
        possible = coaching.possible(state, player, Random(luck))
        hands = _dealt(game, possible, player, hand, luck)
        for one in left:
            if clock() - begun >= budget:
                left = []
                break
            points, end = play_on(game, coaching, possible, one.option.decision, until, luck, hands)
            one.points.append(points)
            one.leads.append(lead(points, player))
            one.chances.append(chance(points, player, coaching.doubt(end)))
            if len(one.sheets) < sheets:
                one.sheets.append(game.score(end))
        number += 1
        if number >= least and number % SIMULATIONS_PER_CHECK == 0:
            left = _remaining(left, equal)
    best = _best(judged, usual)
    judged.sort(key=lambda one: (one is not best, -one.worth))
    return SearchResult(tuple(judged), usual, sum(len(one.leads) for one in judged), clock() - begun)


def _dealt(game: Game[State], state: State, player: int, hand: tuple[str, ...], seed: str) -> object:
    """Hands for all seats, by chance but for the player's own; None: the game has none."""
    return None if game.dealer is None else game.dealer.deal_around(state, player, hand, Random(seed))


def ahead(one: Judged, other: Judged) -> tuple[float, float]:
    """By how much one is better than the other in the simulations that both had, and its standard error."""
    return _mean_and_error([a - b for a, b in zip(one.leads, other.leads, strict=False)])


def likelier(one: Judged, other: Judged) -> tuple[float, float]:
    """By how much one wins more likely than the other, from -1 to 1, and its standard error."""
    return _mean_and_error([a - b for a, b in zip(one.chances, other.chances, strict=False)])


def _mean_and_error(apart: list[float]) -> tuple[float, float]:
    if not apart:
        return 0.0, inf
    mean = sum(apart) / len(apart)
    if len(apart) < 2:
        return mean, inf
    variance = sum((a - mean) ** 2 for a in apart) / (len(apart) - 1)
    return mean, sqrt(variance / len(apart))


def _remaining(left: list[Judged], equal: float) -> list[Judged]:
    """The options that may still be the best; only the leader where no difference of `equal` is possible."""
    if not left:
        return left
    leader = max(left, key=lambda one: one.worth)
    still, farthest = [leader], 0.0
    for one in left:
        if one is not leader:
            behind, error = ahead(leader, one)
            if behind <= DROP_STANDARD_ERRORS * error:
                still.append(one)
                farthest = max(farthest, behind + 2 * error)
    return [leader] if farthest < equal else still


def _best(judged: list[Judged], usual: Judged) -> Judged:
    """The option that is farthest ahead of the computer player's usual one, by more than
    OVERRULE_STANDARD_ERRORS; if none is, the usual one."""
    best, most = usual, 0.0
    for one in judged:
        if one is not usual:
            better, error = ahead(one, usual)
            if error < inf and better - OVERRULE_STANDARD_ERRORS * error > most:
                best, most = one, better - OVERRULE_STANDARD_ERRORS * error
    return best
