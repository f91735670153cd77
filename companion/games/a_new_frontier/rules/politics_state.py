"""The state of the politics phase: who squares off, what is proposed, what lies in the fists (p. 9)."""

from __future__ import annotations

from collections import Counter

from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Value

PAGE = 9
SIDES = ("vote-a", "vote-b")


class PoliticsStep(Value, frozen=True):
    """order: seats with politics actions, first to last; two: those with a second action left to stake.

    rounds: pairs that are still to square off, the first is at it; choosing: the first player must say who.
    proposals: (policy, agenda, planet) of the first and the second of the pair, or None; used: policies
    proposed this turn. votes: what lay in each fist. favour: the policy's own vote is on: whom each seat
    voted for; before: whom they voted for in the first of two such votes.
    """

    order: tuple[int, ...]
    two: tuple[int, ...]
    rounds: tuple[tuple[int, int], ...] = ()
    choosing: bool = False
    proposals: tuple[tuple[str, str, int] | None, ...] = (None, None)
    used: tuple[str, ...] = ()
    votes: tuple[PlacedTokens | None, ...] = ()
    favour: tuple[int | None, ...] = ()
    before: tuple[int, ...] = ()


def proposers(step: PoliticsStep) -> tuple[int, ...]:
    """Who may propose: with five players and all of them in it, the last does not (p. 9)."""
    return step.order[:-1] if len(step.order) == 5 else step.order


def phase_order(state: State, step: PoliticsStep, seat: int) -> tuple[int, int]:
    """Turn order of this phase: who has actions here first, then the others as on the track."""
    at = step.order.index(seat) if seat in step.order else len(step.order)
    return (at, state.track.index(seat))


def fist(laid: PlacedTokens) -> Counter[str]:
    return Counter({token: count for token, _place, count in laid})
