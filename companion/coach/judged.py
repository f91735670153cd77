"""What searches find of the answers to a question, and how two answers compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import erf, hypot, inf, sqrt, tanh

from companion.games.contract import Option, ScoreSheet

SIMULATED_ROUNDS = 2
"""Rounds of a simulation, the rest of the present one included."""
EQUAL_VP = 1.5
"""Options whose likely results are no farther apart count as equal."""
DECIDED_LEAD_VP = 25.0
"""The larger a lead, the less a further point counts; at this lead a further point counts 0.4. A chance to
win stands for the lead of this times 2 x chance - 1, so that both count alike between two players."""


@dataclass
class Judged:
    """An option, and what simulations say of it. leads, chances: of each in turn, the lead and the chance to
    win. points, sheets: of some, the points that every seat may expect, and the standing where it stopped.

    by_chances: the game judges who wins. The leads then stand for these chances, every option has simulations
    of its own, and those with points and sheets are others. Else the simulations of two options had the same
    luck, and each has points.
    """

    option: Option
    points: list[tuple[float, ...]] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    sheets: list[ScoreSheet] = field(default_factory=list)
    by_chances: bool = False

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


def lead_of(chance: float) -> float:
    """The lead in VP that a chance to win stands for."""
    return DECIDED_LEAD_VP * (2 * chance - 1)


def ahead(one: Judged, other: Judged) -> tuple[float, float]:
    """By how much one is better than the other, and the standard error: where both had the same luck, in the
    simulations that both had."""
    return _apart(one.leads, other.leads, one.by_chances)


def ahead_in_points(one: Judged, other: Judged, player: int) -> tuple[float, float]:
    """As `ahead`, by the points that simulations with the same luck promise."""
    return mean_and_error(
        [
            lead(mine, player) - lead(theirs, player)
            for mine, theirs in zip(one.points, other.points, strict=False)
        ]
    )


def likelier(one: Judged, other: Judged) -> tuple[float, float]:
    """By how much one wins more likely than the other, from -1 to 1, and the standard error, as `ahead`."""
    return _apart(one.chances, other.chances, one.by_chances)


def _apart(mine: list[float], theirs: list[float], each_its_own: bool) -> tuple[float, float]:
    if not each_its_own:
        return mean_and_error([a - b for a, b in zip(mine, theirs, strict=False)])
    (one, doubt), (other, doubt_of_other) = mean_and_error(mine), mean_and_error(theirs)
    return one - other, hypot(doubt, doubt_of_other)


def mean_and_error(numbers: list[float]) -> tuple[float, float]:
    if not numbers:
        return 0.0, inf
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return mean, inf
    variance = sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)
    return mean, sqrt(variance / len(numbers))
