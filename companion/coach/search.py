"""Which answer to a question promises most: simulations of each, within a budget of processor time.

The options race: each that is left is simulated once under the same luck, and those that fall clearly behind
the best drop out. The search ends when one is left, when no difference worth having can be left, or when the
budget is used up; many questions need much less. Seconds are processor seconds of one core.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, sqrt, tanh
from random import Random
from time import thread_time
from typing import Any

from companion.coach.simulation import play_on
from companion.games.contract import Coaching, Game, Option, Question, ScoreSheet

ROUNDS = 2
"""How many rounds a simulation goes, the rest of the present one among them."""
LEAST = 6
"""Simulations of each option before any drops out."""
EVERY = 2
"""Simulations of each between looks whether one drops out."""
CLEARLY = 2.0
"""Standard errors that an option must be behind to drop out."""
CLOSE = 1.5
"""VP: what is most likely no more apart than this counts as equal."""
DOUBT = 0.5
"""Standard errors by which an answer must be better than the one that the computer player would give."""
DECIDED = 25.0
"""VP: the larger a lead, the less it counts to make it larger; at this lead a point counts 0.4."""


@dataclass
class Judged:
    """An option, and what simulations say of it: of each in turn the points that every seat may expect, the
    lead, and (of the first ones) the standing where it stopped."""

    option: Option
    points: list[tuple[float, ...]] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    sheets: list[ScoreSheet] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return sum(self.leads) / len(self.leads) if self.leads else -inf


@dataclass(frozen=True)
class Found:
    """judged: the best first. usual: what the computer player would answer. seconds: of the processor."""

    judged: tuple[Judged, ...]
    usual: Judged
    simulations: int
    seconds: float

    @property
    def best(self) -> Judged:
        return self.judged[0]


def can_search(game: Game[Any], question: Question) -> bool:
    """Whether this question is one that the coach can advise on."""
    return game.coaching is not None and question.player is not None and question.chance is None


def lead(points: tuple[float, ...], player: int) -> float:
    """How far a seat is ahead of the best other in VP, less and less for what is decided already."""
    others = max((p for seat, p in enumerate(points) if seat != player), default=0.0)
    return DECIDED * tanh((points[player] - others) / DECIDED)


def search(
    game: Game[Any],
    coaching: Coaching,
    state: Any,
    question: Question,
    options: tuple[Option, ...],
    budget: float,
    seed: str,
    sheets: int = 0,
    least: int = LEAST,
    clock: Callable[[], float] = thread_time,
) -> Found:
    """state: the view of the player who is asked; options: at least one. sheets: of so many simulations of
    each option the standing is kept. least: simulations of each before any drops out."""
    player = question.player
    assert player is not None
    begun = clock()
    usual_answer = game.players[coaching.plays_on].choose(
        game, coaching.possible(state, player, Random(seed)), question, options, Random(seed)
    )
    judged = [Judged(option) for option in options]
    # First, so that the smallest budget has tried at least what a plain player would do.
    judged.sort(key=lambda one: one.option.decision != usual_answer)
    usual, left = judged[0], judged
    until = game.phase(state).round + ROUNDS
    number = 0
    while len(left) > 1:
        luck = f"{seed}/{number}"
        possible = coaching.possible(state, player, Random(luck))
        for one in left:
            if clock() - begun >= budget:
                left = []
                break
            points, end = play_on(game, coaching, possible, one.option.decision, until, luck)
            one.points.append(points)
            one.leads.append(lead(points, player))
            if len(one.sheets) < sheets:
                one.sheets.append(game.score(end))
        number += 1
        if number >= least and number % EVERY == 0:
            left = _still(left)
    best = _best(judged, usual)
    judged.sort(key=lambda one: (one is not best, -one.worth))
    return Found(tuple(judged), usual, sum(len(one.leads) for one in judged), clock() - begun)


def ahead(one: Judged, other: Judged) -> tuple[float, float]:
    """By how much one is better than the other in the simulations that both had, and its standard error."""
    apart = [a - b for a, b in zip(one.leads, other.leads, strict=False)]
    if not apart:
        return 0.0, inf
    mean = sum(apart) / len(apart)
    if len(apart) < 2:
        return mean, inf
    variance = sum((a - mean) ** 2 for a in apart) / (len(apart) - 1)
    return mean, sqrt(variance / len(apart))


def _still(left: list[Judged]) -> list[Judged]:
    """Those that may still be the best; one alone where the others may only be as good."""
    if not left:
        return left
    leader = max(left, key=lambda one: one.worth)
    still, farthest = [leader], 0.0
    for one in left:
        if one is not leader:
            behind, error = ahead(leader, one)
            if behind <= CLEARLY * error:
                still.append(one)
                farthest = max(farthest, behind + 2 * error)
    return [leader] if farthest < CLOSE else still


def _best(judged: list[Judged], usual: Judged) -> Judged:
    """The option that is better than the usual by more than doubt allows, and by most."""
    best, most = usual, 0.0
    for one in judged:
        if one is not usual:
            better, error = ahead(one, usual)
            if error < inf and better - DOUBT * error > most:
                best, most = one, better - DOUBT * error
    return best
