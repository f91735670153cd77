"""The graph of the states that may be on the way: each state once, with the decisions that lead to it.

`histories.py` makes it grow; here it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic

from companion.catching_up.evidence import Asked, Standing
from companion.catching_up.secrecy import Covered
from companion.games.contract import Decision, Question, S, Spot


@dataclass(slots=True)
class Way:
    """A decision that leads from one state of the graph to another. share: its part of what may have been
    decided there."""

    begin: int
    decision: Decision
    asked: Asked
    share: float


@dataclass(slots=True)
class Reached(Generic[S]):
    """A state of the graph. stands: see `Standing`; distance: from what is seen (`Look.distance`); open: what
    may follow has not been looked for. likely: how likely chance alone comes here; told: all that was asked
    on some way. covered: the answers given on the way that are secret here; stuck: play goes on only once
    somebody has told what a search does not find. slid: so many of `Seen.slides` were. astray: see
    `Look.astray`."""

    state: S
    questions: tuple[Question, ...]
    stands: Standing
    depth: int
    distance: float
    ways: list[Way] = field(default_factory=list)
    open: bool = True
    likely: float = 1.0
    told: frozenset[Asked] = frozenset()
    covered: Covered = frozenset()
    stuck: bool = False
    slid: int = 0
    astray: frozenset[tuple[str, Spot]] = frozenset()

    @property
    def alive(self) -> bool:
        """Whether a way leads here."""
        return not self.depth or bool(self.ways)


class Graph(Generic[S]):
    """reached: by their numbers; the first is where it begins."""

    def __init__(self) -> None:
        self.reached: list[Reached[S]] = []

    def connect(self, begin: int, end: int, way: Way) -> None:
        before, after = self.reached[begin], self.reached[end]
        if not after.ways:
            after.likely = 0.0
        after.ways.append(way)
        after.likely += before.likely * way.share
        after.told |= before.told | {way.asked}

    def nearest(self) -> int:
        """The state that looks most like what is seen."""
        alive = (n for n, at in enumerate(self.reached) if at.alive)
        return min(alive, key=lambda n: (self.reached[n].distance, self.reached[n].depth))

    def beyond(self) -> list[int]:
        """Where more may follow that has not been looked for yet."""
        return [n for n, at in enumerate(self.reached) if at.alive and at.open]

    def decided_at(self, asked: Asked) -> dict[Decision, S]:
        """A state in which each answer to it may be given: this may hang on what was done before."""
        found: dict[Decision, S] = {}
        for way in (way for at in self.reached for way in at.ways if way.asked == asked):
            found.setdefault(way.decision, self.reached[way.begin].state)
        return found

    def way_to(self, end: int) -> tuple[Way, ...]:
        """The likeliest ways that lead there."""
        found: list[Way] = []
        while end:
            way = max(self.reached[end].ways, key=lambda w: self.reached[w.begin].likely * w.share)
            found.append(way)
            end = way.begin
        return tuple(reversed(found))


def of_round(told: frozenset[Asked], number: int) -> frozenset[Asked]:
    return frozenset(one for one in told if one[0] == number)


def next_of(told: frozenset[Asked], of_round: int, question: Question) -> Asked:
    """The question as one of those asked so far."""
    same = sum(one[:3] == (of_round, question.player, question.kind) for one in told)
    return of_round, question.player, question.kind, same + 1
