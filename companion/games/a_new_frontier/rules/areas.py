"""Rules of all support areas: bribes are paid, the order of first and second actions found (p. 5)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.state import AREAS, State, area_order, gain, put, with_plan


def opened(state: State, area: str) -> tuple[State, tuple[int, ...], tuple[int, ...]]:
    """The state with the area's bribes paid; the seats with actions there, in order; actions by seat."""
    at = AREAS.index(area)
    bids, actions = {}, [0] * len(state.corps)
    for seat in state.seats:
        plan = state.corps[seat].plan
        if plan is None or not plan.actions[at]:
            continue
        bids[seat], actions[seat] = plan.bids[at], plan.actions[at]
        state = with_plan(state, seat, bids=put(plan.bids, at, 0))
        state = gain(state, seat, "credits", -bids[seat], "bribes")
    order = area_order(state, bids)
    state = state.noted("area", more=(area, tuple((seat, actions[seat], bids[seat]) for seat in order)))
    return state, order, tuple(actions)


def two_rounds(order: tuple[int, ...], actions: tuple[int, ...]) -> tuple[int, ...]:
    """Everybody's first action in order, then the second ones in the same order."""
    return (*order, *(seat for seat in order if actions[seat] > 1))
