"""Adds up over a house's plays of a game how well it is learnt, and how each person's second game differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, median, variance

from companion.plays.bgstats import known_as
from companion.plays.learning import Learning, SeatLearning
from companion.plays.names import unnamed
from companion.plays.play import PlaySummary

LONGEST_TEACHING_MINUTES = 90.0
"""A table that waited longer for its first decision was not being taught."""


@dataclass(frozen=True, slots=True)
class LearningFigures:
    """Of some games of some people. people: seats that were counted. first_minutes: from Begin to the first
    decision, median; alone: the share of decisions without help that were not taken back; refused: answers a
    player and round; calls: of the staff, a play. None: not known."""

    plays: int
    people: int
    first_minutes: float | None
    alone: float | None
    refused: float | None
    calls: float


@dataclass(frozen=True, slots=True)
class Compared:
    """Tables that the lot had asked one step ahead, and those it had not: how many, and what share of their
    decisions was made without help and not taken back. more: by how much that is more where they were asked,
    within: the interval of 95 %, (least, most); None: there are not yet two tables of each."""

    asked: int
    not_asked: int
    alone_asked: float | None
    alone_not_asked: float | None
    more: float | None
    within: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class HouseLearning:
    """every: of all plays. first, second: of the first and the second game of everybody who has played two,
    both counted; None: nobody has. ahead: tables with and without questions ahead; None: no lot was drawn."""

    every: LearningFigures
    first: LearningFigures | None
    second: LearningFigures | None
    ahead: Compared | None = None


_Seat = tuple[PlaySummary, Learning, SeatLearning]


def house_learning(plays: Sequence[PlaySummary]) -> HouseLearning | None:
    """plays: of one game. None: none of them was counted. Somebody is the same person at every table by the
    name, however it is written."""
    seats: list[_Seat] = []
    by_person: dict[str, list[_Seat | None]] = defaultdict(list)
    for play in sorted(plays, key=lambda play: play.ended):
        learning = play.learning
        counted = (None,) * len(play.players) if learning is None else learning.seats
        for who, seat in zip(play.players, counted, strict=True):
            one = None if learning is None or seat is None else (play, learning, seat)
            seats += [] if one is None else [one]
            if not unnamed(who):
                by_person[known_as(who.name)].append(one)
    if not seats:
        return None
    both = [(games[0], games[1]) for games in by_person.values() if len(games) > 1]
    pairs = [(one, other) for one, other in both if one is not None and other is not None]
    first = _figures([one for one, _other in pairs]) if pairs else None
    second = _figures([other for _one, other in pairs]) if pairs else None
    return HouseLearning(_figures(seats), first, second, _compared(plays))


def _compared(plays: Sequence[PlaySummary]) -> Compared | None:
    shares: dict[bool, list[float]] = {True: [], False: []}
    for play in plays:
        learning = play.learning
        if learning is None or learning.ahead is None:
            continue
        people = [seat for seat in learning.seats if seat is not None]
        if given := sum(seat.given for seat in people):
            shares[learning.ahead].append(sum(seat.alone for seat in people) / given)
    asked, other = shares[True], shares[False]
    if not asked and not other:
        return None
    means = (fmean(asked) if asked else None, fmean(other) if other else None)
    if len(asked) < 2 or len(other) < 2:
        return Compared(len(asked), len(other), *means, None, None)
    more, reach = fmean(asked) - fmean(other), _reach(asked, other)
    return Compared(len(asked), len(other), *means, more, (more - reach, more + reach))


def _reach(one: Sequence[float], other: Sequence[float]) -> float:
    """Half the interval of 95 % of the difference of two means, as Welch has it: whole tables are compared,
    as who plays together learns together."""
    parts = variance(one) / len(one), variance(other) / len(other)
    if not sum(parts):
        return 0.0
    free = sum(parts) ** 2 / (parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1))
    return _student(free) * sqrt(sum(parts))


def _student(free: float) -> float:
    """Student's 97.5 % for so many degrees of freedom, by the series around the normal's.

    >>> [round(_student(free), 2) for free in (4, 10, 60)]
    [2.77, 2.23, 2.0]
    """
    z = NormalDist().inv_cdf(0.975)
    parts = (
        z,
        (z**3 + z) / (4 * free),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * free**3),
    )
    return sum(parts)


def _figures(seats: Sequence[_Seat]) -> LearningFigures:
    tables = {play.id: learning for play, learning, _seat in seats}
    waits = [it.first_seconds / 60 for it in tables.values() if it.first_seconds is not None]
    waits = [minutes for minutes in waits if minutes <= LONGEST_TEACHING_MINUTES]
    given = sum(seat.given for _play, _learning, seat in seats)
    rounds = sum(play.rounds or 0 for play, _learning, _seat in seats)
    refused = sum(seat.refused for play, _learning, seat in seats if play.rounds)
    return LearningFigures(
        plays=len(tables),
        people=len(seats),
        first_minutes=median(waits) if waits else None,
        alone=sum(seat.alone for _play, _learning, seat in seats) / given if given else None,
        refused=refused / rounds if rounds else None,
        calls=fmean(it.calls for it in tables.values()),
    )
