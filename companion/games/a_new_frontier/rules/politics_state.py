"""The state of the politics phase: who squares off, what may be proposed and voted for (p. 9)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

from companion.games.a_new_frontier.rules.moves import PlacedTokens
from companion.games.a_new_frontier.rules.setup import light
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Value

PAGE = 9
SIDES = ("vote-a", "vote-b")
AGENDAS = ("red", "blue")


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
    return step.order[:-1] if len(step.order) == 5 else step.order


def pairings(state: State, step: PoliticsStep) -> dict[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """What the first player may say, and the rounds that follow from it."""
    those = proposers(step)
    first = those[0]
    if len(those) == 1:
        others = [seat for seat in state.seats if seat != first]
        return {(a, b): ((first, a), (first, b)) for a, b in permutations(others, 2)}
    if len(those) == 3:
        two, three = those[1:]
        return {
            (two,): ((first, two), (first, three)),
            (three,): ((first, three), (first, two)),
        }
    found: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
    for a, b in combinations(those, 2):
        c, d = (seat for seat in those if seat not in (a, b))
        found[a, b] = ((a, b), (c, d))
    return found


def asked(state: State) -> tuple[tuple[int, str], ...]:
    step = state.step
    if step.choosing:
        return ((step.order[0], "choose-proposers"),)
    if step.favour:
        return tuple((seat, "favour-vote") for seat in state.seats if step.favour[seat] is None)
    if None in step.proposals:
        pair = step.rounds[0]
        return tuple((pair[at], "propose") for at in (0, 1) if step.proposals[at] is None)
    return tuple((seat, "vote") for seat in state.seats if step.votes[seat] is None)


def vote_candidates(state: State, seat: int) -> tuple[int, ...]:
    """Whom a seat may vote for: not itself, and in the second vote not the same player again (p. 9)."""
    step = state.step
    again = step.before[seat] if step.before else None
    return tuple(whom for whom in state.seats if whom not in (seat, again))


def phase_order(state: State, step: PoliticsStep, seat: int) -> tuple[int, int]:
    """Turn order of this phase: who has actions here first, then the others as on the track."""
    at = step.order.index(seat) if seat in step.order else len(step.order)
    return (at, state.track.index(seat))


def policies(state: State) -> tuple[str, ...]:
    """Those that may still be proposed this turn."""
    book, step = state.book, state.step
    out = book.heavy_policies if light(state) else ()
    return tuple(policy for policy in book.policies if policy not in step.used and policy not in out)


def fist(laid: PlacedTokens) -> Counter[str]:
    return Counter({token: count for token, _place, count in laid})
