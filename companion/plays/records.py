"""Counts over many plays of one game what each thing owned at the end is known for: its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.contract.piece_names import plain_name
from companion.plays.bgstats import known_as
from companion.plays.play import PlaySummary
from companion.plays.trends import Totals


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of one thing owned.

    heading: under which the game lists it ("Developments"). plays: how many ended with somebody having it.
    holders: how many had it, more than one a play where there are several of it. wins: of its holders.
    expected: wins of these seats if everybody won alike. average: its holders' total in VP.
    """

    name: str
    heading: str
    plays: int
    holders: int
    wins: int
    expected: float
    average: float


def holds(play: PlaySummary, seat: int, name: str) -> bool:
    wanted = plain_name(name)
    return any(wanted in map(plain_name, names) for names in play.players[seat].owned.values())


def records(plays: Sequence[PlaySummary]) -> tuple[Record, ...]:
    """Of everything that anybody owned at the end, by the game's headings, the most often owned first."""
    held: dict[tuple[str, str], list[tuple[PlaySummary, int]]] = {}
    called: dict[str, str] = {}
    for play in plays:
        for seat, who in enumerate(play.players):
            for heading, names in who.owned.items():
                for plain, name in {plain_name(name): name for name in names}.items():
                    called.setdefault(plain, name)
                    held.setdefault((heading, plain), []).append((play, seat))
    headings = list(dict.fromkeys(heading for heading, _ in held))
    found = [_record(heading, called[plain], of) for (heading, plain), of in held.items()]
    return tuple(
        sorted(found, key=lambda r: (headings.index(r.heading), -r.plays, -r.wins, r.name.casefold()))
    )


def _record(heading: str, name: str, held: Sequence[tuple[PlaySummary, int]]) -> Record:
    results = [play.results[seat] for play, seat in held]
    return Record(
        name,
        heading,
        plays=len({play.id for play, _ in held}),
        holders=len(held),
        wins=sum(result.winner for result in results),
        expected=sum(1 / len(play.players) for play, _ in held),
        average=sum(result.total for result in results) / len(results),
    )


def totals_with(plays: Sequence[PlaySummary], name: str) -> tuple[Totals, ...]:
    """The totals of those who had it at the end, who had it most often first. plays: the newest first."""
    found: dict[str, Totals] = {}
    for number, play in enumerate(reversed(plays), 1):
        for seat, (who, result) in enumerate(zip(play.players, play.results, strict=True)):
            if holds(play, seat, name):
                found.setdefault(known_as(who.name), Totals(who.name, {})).totals[number] = result.total
    return tuple(sorted(found.values(), key=lambda one: (-len(one.totals), one.name.casefold())))
