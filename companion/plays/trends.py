"""Counts over many plays of one game what its charts show: rates of winning, lengths, endings, totals."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.plays.bgstats import known_as
from companion.plays.play import PlaySummary

MAX_LINES = 5
"""Players whose totals are drawn: those with the most plays."""


@dataclass(frozen=True, slots=True)
class Rate:
    """How often those of one kind won. expected: wins if everybody won alike."""

    label: str
    plays: int
    wins: int
    expected: float

    @property
    def part(self) -> float:
        return self.wins / self.plays

    @property
    def expected_part(self) -> float:
        return self.expected / self.plays


@dataclass(frozen=True, slots=True)
class Length:
    """Plays with so many players. minutes, rounds: on average, None where none is known."""

    players: int
    plays: int
    minutes: float | None
    rounds: float | None


@dataclass(frozen=True, slots=True)
class Totals:
    """A player's totals: the number of the play, from 1 for the oldest, to what this player came to."""

    name: str
    totals: dict[int, int]


def rates(plays: Sequence[PlaySummary], kind: Callable[[PlaySummary, int], str | None]) -> tuple[Rate, ...]:
    """By kind, in the order of their labels. kind: of a seat of a play; None: not known, and not counted."""
    counted: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for play in plays:
        for seat, result in enumerate(play.results):
            label = kind(play, seat)
            if label is not None:
                counted[label].append((result.winner, 1 / len(play.results)))
    return tuple(
        Rate(label, len(of), sum(won for won, _ in of), sum(expected for _, expected in of))
        for label, of in sorted(counted.items())
    )


def lengths(plays: Sequence[PlaySummary]) -> tuple[Length, ...]:
    """By the number of players, the fewest first."""
    counted: dict[int, list[PlaySummary]] = defaultdict(list)
    for play in plays:
        counted[len(play.players)].append(play)
    return tuple(
        Length(number, len(of), _average([p.minutes for p in of]), _average([p.rounds for p in of]))
        for number, of in sorted(counted.items())
    )


def endings(plays: Sequence[PlaySummary]) -> tuple[tuple[str, int], ...]:
    """Why plays ended, in English, the most frequent first. A play that ended for two reasons counts for
    both; one of which nothing is known for none."""
    return tuple(Counter(why for play in plays for why in play.endings).most_common())


def totals(plays: Sequence[PlaySummary]) -> tuple[Totals, ...]:
    """Of those who played most. plays: the newest first."""
    found: dict[str, Totals] = {}
    for number, play in enumerate(reversed(plays), 1):
        for who, result in zip(play.players, play.results, strict=True):
            found.setdefault(known_as(who.name), Totals(who.name, {})).totals[number] = result.total
    most = sorted(found.values(), key=lambda one: (-len(one.totals), one.name.casefold()))
    return tuple(most[:MAX_LINES])


def _average(numbers: Sequence[int | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return sum(known) / len(known) if known else None
