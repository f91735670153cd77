"""Adds up many plays for each player: wins, averages, favourites, where the points come from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.games.contract.piece_names import plain_name
from companion.plays.bgstats import known_as
from companion.plays.play import PlaySummary

MAX_FAVOURITES = 5


@dataclass(frozen=True, slots=True)
class Favourite:
    """Something owned at the end: in how many plays, and how many of these were won."""

    name: str
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class ByCount:
    """A player's plays of one game with so many players."""

    players: int
    plays: int
    wins: int
    average: float


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player at one game. best, average: of totals; share: of an average total by source, in VP, the most
    first; favourites: by heading; expected: wins if everybody won alike; minutes: a play's on average, where
    any is known."""

    name: str
    plays: int
    wins: int
    expected: float
    average: float
    best: int
    counts: tuple[ByCount, ...]
    sources: tuple[tuple[str, float], ...]
    favourites: tuple[tuple[str, tuple[Favourite, ...]], ...]
    minutes: float | None = None


@dataclass
class _Sum:
    name: str = ""
    totals: list[int] = field(default_factory=list)
    minutes: list[int] = field(default_factory=list)
    wins: float = 0
    expected: float = 0.0
    counts: dict[int, list[tuple[int, bool]]] = field(default_factory=lambda: defaultdict(list))
    sources: Counter[str] = field(default_factory=Counter)
    owned: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    won_with: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    called: dict[str, str] = field(default_factory=dict)


def statistics(plays: Iterable[PlaySummary]) -> tuple[PlayerStatistics, ...]:
    """By player, who played most first. plays: of one game, the newest first. Somebody is the same person at
    every table by the name, however it is written. A shared win is a win of each."""
    people: dict[str, _Sum] = defaultdict(_Sum)
    for play in plays:
        for who, result in zip(play.players, play.results, strict=True):
            one = people[known_as(who.name)]
            one.name = one.name or who.name
            one.totals.append(result.total)
            one.minutes += [] if play.minutes is None else [play.minutes]
            one.wins += result.winner
            one.expected += 1 / len(play.players)
            one.counts[len(play.players)].append((result.total, result.winner))
            one.sources.update(result.points)
            for heading, names in who.owned.items():
                once = {plain_name(name): name for name in names}
                one.called = once | one.called
                one.owned[heading].update(once.keys())
                if result.winner:
                    one.won_with[heading].update(once.keys())
    found = [_of(one) for one in people.values()]
    return tuple(sorted(found, key=lambda s: (-s.plays, -s.wins, s.name.casefold())))


def _of(one: _Sum) -> PlayerStatistics:
    plays = len(one.totals)
    return PlayerStatistics(
        name=one.name,
        plays=plays,
        wins=int(one.wins),
        expected=one.expected,
        average=sum(one.totals) / plays,
        best=max(one.totals),
        counts=tuple(
            ByCount(seats, len(of), sum(won for _, won in of), sum(total for total, _ in of) / len(of))
            for seats, of in sorted(one.counts.items())
        ),
        sources=tuple((source, vp / plays) for source, vp in one.sources.most_common() if vp),
        favourites=tuple(
            (
                heading,
                tuple(
                    Favourite(one.called[name], times, one.won_with[heading][name])
                    for name, times in sorted(names.items(), key=lambda pair: (-pair[1], pair[0]))[
                        :MAX_FAVOURITES
                    ]
                ),
            )
            for heading, names in one.owned.items()
        ),
        minutes=sum(one.minutes) / len(one.minutes) if one.minutes else None,
    )
