"""Moves of cards and chips: each function changes counts, records a Move, and keeps the totals the same.

When the supply is exhausted, the discards are at once the new supply (p. 7).
"""

from __future__ import annotations

from companion.games.race_for_the_galaxy.rules.state import Empire, Held, Move, State


def _taken_from_supply(state: State, count: int) -> tuple[int, int, int]:
    """How many can be taken, and supply and discards after it."""
    count = min(count, state.supply + state.discards)
    if count and count >= state.supply:
        return count, state.supply + state.discards - count, 0
    return count, state.supply - count, state.discards


def draw(state: State, seat: int, count: int) -> State:
    """From the supply into the hand; fewer when there are no more cards anywhere."""
    count, supply, discards = _taken_from_supply(state, count)
    if not count:
        return state
    empire = state.empires[seat]
    return state.with_empire(seat, empire.changed(hand=empire.hand + count)).changed(
        supply=supply, discards=discards, moves=(*state.moves, Move(seat, "draw", count))
    )


def look(state: State, seat: int, count: int) -> State:
    """Drawn in Explore, to choose from."""
    count, supply, discards = _taken_from_supply(state, count)
    progress = state.progress[seat]
    return state.with_progress(seat, progress.changed(drawn=count)).changed(
        supply=supply, discards=discards, moves=(*state.moves, Move(seat, "look", count))
    )


def keep(state: State, seat: int, count: int) -> State:
    """Of the cards looked at so many into the hand, the rest discarded."""
    progress, empire = state.progress[seat], state.empires[seat]
    count = min(count, progress.drawn)
    state = state.with_empire(seat, empire.changed(hand=empire.hand + count))
    discards = state.discards + progress.drawn - count
    return state.with_progress(seat, progress.changed(drawn=0)).changed(
        discards=discards, moves=(*state.moves, Move(seat, "keep", count))
    )


def pay(state: State, seat: int, count: int) -> State:
    """From the hand, face down, to the discards."""
    if not count:
        return state
    empire = state.empires[seat]
    return state.with_empire(seat, empire.changed(hand=empire.hand - count)).changed(
        discards=state.discards + count, moves=(*state.moves, Move(seat, "pay", count))
    )


def place(state: State, seat: int, card: str) -> State:
    """From the hand into the tableau."""
    empire = state.empires[seat]
    empire = empire.changed(hand=empire.hand - 1, tableau=(*empire.tableau, Held(card, new=True)))
    return state.with_empire(seat, empire).changed(moves=(*state.moves, Move(seat, "place", 1, card)))


def drop(state: State, seat: int, card: str) -> State:
    """From the tableau to the discards, with the good that lies on it."""
    empire = state.empires[seat]
    held = next(held for held in empire.tableau if held.card == card)
    empire = empire.changed(tableau=tuple(one for one in empire.tableau if one.card != card))
    moves = (*state.moves, Move(seat, "drop", 1, card))
    return state.with_empire(seat, empire).changed(discards=state.discards + 1 + held.good, moves=moves)


def put_good(state: State, seat: int, card: str) -> State:
    """A card from the supply face down onto a world; nothing when there is no card left anywhere."""
    count, supply, discards = _taken_from_supply(state, 1)
    if not count:
        return state
    state = state.with_empire(seat, _with_good(state.empires[seat], card, True))
    return state.changed(supply=supply, discards=discards, moves=(*state.moves, Move(seat, "good", 1, card)))


def take_good(state: State, seat: int, card: str, by: str = "") -> State:
    """A good from its world to the discards. by: the card whose power takes it; "": it is sold."""
    state = state.with_empire(seat, _with_good(state.empires[seat], card, False))
    return state.changed(discards=state.discards + 1, moves=(*state.moves, Move(seat, "spend", 1, card, by)))


def turn_up(state: State, seat: int, lucky: bool) -> State:
    """The top card of the supply: into the hand, or to the discards."""
    count, supply, discards = _taken_from_supply(state, 1)
    if not count:
        return state
    if lucky:
        empire = state.empires[seat]
        state = state.with_empire(seat, empire.changed(hand=empire.hand + 1))
    return state.changed(
        supply=supply,
        discards=discards + (not lucky),
        moves=(*state.moves, Move(seat, "flip" if lucky else "miss")),
    )


def give_chips(state: State, seat: int, vp: int) -> State:
    """VP in chips; out of the 10s when the chips set out are gone (p. 7)."""
    if not vp:
        return state
    empire = state.empires[seat]
    left = min(vp, state.pool)
    return state.with_empire(seat, empire.changed(chips=empire.chips + vp)).changed(
        pool=state.pool - left, beyond=state.beyond + vp - left
    )


def _with_good(empire: Empire, card: str, good: bool) -> Empire:
    tableau = tuple(Held(h.card, good, h.new) if h.card == card else h for h in empire.tableau)
    return empire.changed(tableau=tableau)
