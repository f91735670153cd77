"""Adds up over a house's plays of a game how well it is learnt, and how each person's second game differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median

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
class HouseLearning:
    """every: of all plays. first, second: of the first and the second game of everybody who has played two,
    both counted; None: nobody has."""

    every: LearningFigures
    first: LearningFigures | None
    second: LearningFigures | None


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
    return HouseLearning(_figures(seats), first, second)


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
