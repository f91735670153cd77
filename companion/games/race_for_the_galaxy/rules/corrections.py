"""A person overrules the tracker: each fact of `facts.py` set to another value.

Cards are moved, not made: what a hand or a world has more of comes out of the supply, and what it has less of
goes to the discards. Who was choosing a card to place chooses again when a fact about them changes.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.contract import Correction, Json, checked_fact
from companion.games.race_for_the_galaxy.rules import (
    choosing,
    consume,
    consume_powers,
    placing,
    produce,
    settle,
    trade,
)
from companion.games.race_for_the_galaxy.rules.facts import (
    NOWHERE,
    TABLEAU,
    YES,
    find,
    seat_holding,
    seat_of_colour,
)
from companion.games.race_for_the_galaxy.rules.placing import PLACE
from companion.games.race_for_the_galaxy.rules.round import advance
from companion.games.race_for_the_galaxy.rules.state import ACTIONS, PHASES, Empire, Held, Progress, State
from companion.translation import marked

ENDED_BY_HAND = marked("The players agreed that it ends.")


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    fact = checked_fact(find(state, correction.path), correction)
    head, *rest = fact.path.split("/")
    if correction.value == fact.value:
        return state
    state = _SETTERS[head](state.changed(moves=()), rest, correction.value)
    if state.over:
        return state
    return _resume(_choose_again(state, None if head == "card" else fact.player))


def _choose_again(state: State, player: int | None) -> State:
    """The players' steps cannot be taken back over the correction, and cards they meant to place are open
    again. player None: it concerns all."""
    for seat, progress in enumerate(state.progress):
        if player in (None, seat):
            progress = progress.changed(steps=())
            if progress.stage == PLACE and progress.answered:
                progress = Progress(PLACE)
            state = state.with_progress(seat, progress)
    return state


def _resume(state: State) -> State:
    """On from a question that nobody can answer any more."""
    if state.at < 0:
        return state
    for seat, progress in enumerate(state.progress):
        if (still := _STILL_POSSIBLE.get(progress.stage)) is not None:
            state = still(state, seat)
    return advance(state)


_STILL_POSSIBLE: dict[str, Callable[[State, int], State]] = {
    placing.PLACE: placing.still_possible,
    settle.PAY: settle.still_possible,
    trade.TRADE: trade.still_possible,
    consume_powers.CONSUMING: consume.still_possible,
    produce.WINDFALL: produce.still_possible,
}
"""By the stage of a player: on from its question where that has no answer any more."""


# --- one fact -------------------------------------------------------------------------------------------


def _round(state: State, _rest: list[str], value: Json) -> State:
    return state.changed(round=value)


def _last_round(state: State, _rest: list[str], value: Json) -> State:
    return state.changed(endings=(ENDED_BY_HAND,) if value == YES else ())


def _pool(state: State, _rest: list[str], value: Json) -> State:
    return state.changed(pool=value)


def _supply(state: State, _rest: list[str], value: Json) -> State:
    """The other cards face down are the discards, as far as there are any."""
    return state.changed(supply=value, discards=max(0, state.supply + state.discards - value))


def _discards(state: State, _rest: list[str], value: Json) -> State:
    return state.changed(discards=value, supply=max(0, state.supply + state.discards - value))


def _hand(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    empire = state.empires[seat]
    state = _move_to_discards(state, empire.hand - value)
    return state.with_empire(seat, empire.changed(hand=value))


def _move_to_discards(state: State, cards: int) -> State:
    """So many cards go to the discards; below 0 they come from the supply, or else from the discards."""
    if cards >= 0:
        return state.changed(discards=state.discards + cards)
    from_supply = min(state.supply, -cards)
    from_discards = min(state.discards, -cards - from_supply)
    return state.changed(supply=state.supply - from_supply, discards=state.discards - from_discards)


def _chips(state: State, rest: list[str], value: Json) -> State:
    """Chips come from those set out, and go back there; out of the 10s first, as far as any were given."""
    seat = int(rest[0])
    empire = state.empires[seat]
    more = value - empire.chips
    if more >= 0:
        left = min(more, state.pool)
        state = state.changed(pool=state.pool - left, beyond=state.beyond + more - left)
    else:
        back = min(-more, state.beyond)
        state = state.changed(beyond=state.beyond - back, pool=state.pool - more - back)
    return state.with_empire(seat, empire.changed(chips=value))


def _start(state: State, rest: list[str], value: Json) -> State:
    seat = int(rest[0])
    empire = state.empires[seat]
    if not any(other.holds(value) for other in state.empires):
        tableau = tuple(Held(value, h.good, h.new) if h.card == empire.start else h for h in empire.tableau)
        if state.card(value).kind is None:
            had = sum(h.good for h in tableau if h.card == value)
            tableau = tuple(Held(h.card, False, h.new) if h.card == value else h for h in tableau)
            state = _move_to_discards(state, had)
        empire = empire.changed(tableau=tableau)
    return state.with_empire(seat, empire.changed(start=value))


def _chosen(state: State, rest: list[str], value: Json) -> State:
    """The phases still to come follow from it; the one being done goes on."""
    seat, number = int(rest[0]), int(rest[1])
    empire = state.empires[seat]
    chosen = (*empire.chosen[:number], value, *empire.chosen[number + 1 :])
    chosen = tuple(sorted(chosen, key=ACTIONS.index))
    doing, before = state.plan[state.at], state.plan[: state.at]
    state = state.with_empire(seat, empire.changed(chosen=chosen))
    after = [phase for phase in choosing.plan(state) if _order(phase) > _order(doing)]
    return state.changed(plan=(*before, doing, *after))


def _order(phase: str) -> tuple[int, str]:
    return PHASES.index(phase.rstrip("2")), phase


def _good(state: State, rest: list[str], value: Json) -> State:
    seat, card = int(rest[0]), rest[1]
    empire = state.empires[seat]
    good = value == YES
    tableau = tuple(Held(h.card, good, h.new) if h.card == card else h for h in empire.tableau)
    return _move_to_discards(state.with_empire(seat, empire.changed(tableau=tableau)), -1 if good else 1)


def _card(state: State, rest: list[str], value: Json) -> State:
    """Into a tableau: out of that hand, or where it is empty from the supply. Out of one: discarded."""
    card = rest[0]
    before = seat_holding(state, card)
    if before is not None:
        empire = state.empires[before]
        held = next(held for held in empire.tableau if held.card == card)
        tableau = tuple(one for one in empire.tableau if one.card != card)
        state = state.with_empire(before, empire.changed(tableau=tableau))
        if value == NOWHERE:
            return _move_to_discards(state, 1 + held.good)
        return _into(state, value, held)
    seat = seat_of_colour(state, value.removeprefix(f"{TABLEAU} "))
    empire = state.empires[seat]
    if empire.hand:
        state = state.with_empire(seat, empire.changed(hand=empire.hand - 1))
    else:
        state = _move_to_discards(state, -1)
    return _into(state, value, Held(card))


def _into(state: State, value: str, held: Held) -> State:
    seat = seat_of_colour(state, value.removeprefix(f"{TABLEAU} "))
    empire: Empire = state.empires[seat]
    return state.with_empire(seat, empire.changed(tableau=(*empire.tableau, held)))


_SETTERS: dict[str, Callable[[State, list[str], Json], State]] = {
    "round": _round,
    "last-round": _last_round,
    "pool": _pool,
    "supply": _supply,
    "discards": _discards,
    "hand": _hand,
    "chips": _chips,
    "start": _start,
    "chosen": _chosen,
    "good": _good,
    "card": _card,
}
