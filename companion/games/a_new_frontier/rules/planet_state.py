"""The states of the planet phase: who has answered what in a planet's conflicts so far, how they came out,
and which loans are open."""

from __future__ import annotations

from functools import cached_property

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.conflict import DEFENSIVE, WITHDRAWAL, Conflict, Ranking
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Value


class Fight(Value, frozen=True, dict=True):
    """The fields by seat hold None for whoever does not fight or has not answered.

    order: turn order at the planet. rolled: the two dice. forced: who was forced to roll again and may not do
    so with their own archaeotech. rolling: seats whose dice must be told. withdrawn: fleets that lost all
    ships and count as withdrawn. thieves: (conflict, attacker) still to steal; spoils: credits taken from
    each mine. rolls: how often whoever steals may still roll to destroy; raised: of these, the rolls that
    foregone credits add 1 to.
    """

    planet: int
    conflicts: tuple[Conflict, ...]
    order: tuple[int, ...]
    stage: str
    strategies: tuple[str | None, ...]
    strengths: tuple[int | None, ...]
    tactics: tuple[str | None, ...]
    rolled: tuple[tuple[int, int] | None, ...]
    mights: tuple[int | None, ...]
    lost: tuple[tuple[str, ...] | None, ...]
    rolling: tuple[int, ...] = ()
    forced: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    ranking: Ranking | None = None
    thieves: tuple[tuple[int, int], ...] = ()
    spoils: tuple[int, ...] = ()
    rolls: int = 0
    raised: int = 0

    @cached_property
    def seats(self) -> tuple[int, ...]:
        return conflict.participants(self.conflicts, self.order)

    def mobilized(self, seat: int) -> bool:
        """The seat has an attack die here: it counts as attacking (p. 6)."""
        return any(seat in each.attackers for each in self.conflicts)

    def cards(self) -> dict[int, frozenset[str]]:
        played = {}
        for seat in self.seats:
            if seat in self.withdrawn:
                played[seat] = frozenset((DEFENSIVE, WITHDRAWAL))
            else:
                played[seat] = frozenset(c for c in (self.strategies[seat], self.tactics[seat]) if c)
        return played


class PlanetStep(Value, frozen=True):
    """order: the planets; at: how many are done; fight: the conflicts being fought at order[at]."""

    order: tuple[int, ...]
    at: int = 0
    fight: Fight | None = None

    @property
    def planet(self) -> int:
        return self.order[self.at]


class LoanStep(Value, frozen=True):
    """open: (seat, planet) of loans that must be repaid with ships, the first is asked."""

    open: tuple[tuple[int, int], ...]


def fight_of(state: State) -> Fight:
    """The conflicts that are fought now."""
    assert isinstance(state.step, PlanetStep)
    assert state.step.fight is not None
    return state.step.fight
