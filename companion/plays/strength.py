"""How strong each person is at a game, by the kept plays, and what makes a table fair.

The strengths are those of `openskill`'s model of Plackett and Luce: the odds that one of a table wins are as
the exponentials of the strengths, divided by one scale for the table. A play with a handicap counts as what
it was: whoever began with more was stronger by that in this play alone, so that a handicap too large or too
small mends itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from companion.games.contract.fair import Coin
from companion.plays.bgstats import known_as
from companion.plays.play import PlaySummary
from companion.translation import _, in_turn, isolated

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

FEWEST_PLAYS = 5
"""Of whom there are fewer plays of a game, nothing is said."""
SPREAD = 25 / 6
"""The standard deviation of strengths before any play, in the model's own numbers: its luck of one play."""
COUNTED_PLAYS = 500
"""The newest plays of a game that are counted."""


@dataclass(slots=True)
class Strength:
    """Of a person at a game, in the model's own numbers. sigma: how unsure it is; plays: that it is of."""

    mu: float
    sigma: float
    plays: int = 0


@dataclass(frozen=True, slots=True)
class Fair:
    """What makes a table fair. ahead: by seat, how much more of the game's coin a player begins with; why: in
    words."""

    ahead: tuple[int, ...]
    why: str


@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # only where there are plays: a start waits for nothing

    # People at one table are more alike than the model takes strangers to be: few plays say less.
    return PlackettLuce(sigma=SPREAD, tau=SPREAD / 100)


def strengths(plays: Sequence[PlaySummary], coin: Coin) -> dict[str, Strength]:
    """By `known_as`. plays: of one game, the newest first."""
    model = _model()
    found: dict[str, Strength] = {}
    for play in reversed(plays[:COUNTED_PLAYS]):
        people = [known_as(who.name) for who in play.players]
        if len(set(people)) != len(people) or len(people) < 2:
            continue
        seated = [found.setdefault(one, _unknown()) for one in people]
        scale = _scale(seated)
        shifts = [who.ahead * coin.worth * scale for who in play.players]
        before = [
            [model.rating(mu=one.mu + shift, sigma=one.sigma)]
            for one, shift in zip(seated, shifts, strict=True)
        ]
        after = model.rate(before, ranks=[float(result.rank) for result in play.results])
        for one, shift, (rated,) in zip(seated, shifts, after, strict=True):
            one.mu, one.sigma, one.plays = rated.mu - shift, rated.sigma, one.plays + 1
    return found


def _unknown() -> Strength:
    return Strength(_model().mu, _model().sigma)


def _scale(seated: Sequence[Strength]) -> float:
    """By what a table's strengths are divided to be logarithms of odds, as the model does it."""
    return sqrt(sum(one.sigma**2 + _model().beta ** 2 for one in seated))


def fair_table(plays: Sequence[PlaySummary], coin: Coin, names: Sequence[str]) -> Fair | None:
    """What makes a table of these players fair; None: nothing is known, or nobody has won more than the own
    share. Who has played too seldom begins as usual. plays: of one game, the newest first."""
    if len(plays) < FEWEST_PLAYS:
        return None
    known = strengths(plays, coin)
    here = [known.get(known_as(name)) or _unknown() for name in names]
    sure = [seat for seat, one in enumerate(here) if one.plays >= FEWEST_PLAYS]
    if len(sure) < 2:
        return None
    best = max(sure, key=lambda seat: here[seat].mu)
    scale = _scale(here)
    ahead = [0] * len(names)
    for seat in sure:
        odds = (here[best].mu - here[seat].mu) / scale
        ahead[seat] = min(coin.most, round(odds / coin.worth))
    won, of, expected = _won(plays, names[best], names)
    if not any(ahead) or won <= expected:
        return None
    why = _(
        "{player} has won {won} of {plays}: {more}",
        player=isolated(names[best]),
        won=won,
        plays=of,
        more=in_turn(coin.more(isolated(names[seat]), number) for seat, number in enumerate(ahead) if number),
    )
    return Fair(tuple(ahead), why)


def _won(plays: Sequence[PlaySummary], name: str, names: Sequence[str]) -> tuple[int, int, float]:
    """How many plays with any of the others this player has won, of how many, and the own share of them."""
    best, others = known_as(name), {known_as(other) for other in names} - {known_as(name)}
    won, of, expected = 0, 0, 0.0
    for play in plays[:COUNTED_PLAYS]:
        people = [known_as(who.name) for who in play.players]
        if best in people and others & set(people):
            of, expected = of + 1, expected + 1 / len(people)
            won += play.results[people.index(best)].winner
    return won, of, expected
