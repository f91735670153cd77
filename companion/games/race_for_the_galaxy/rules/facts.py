"""Every fact that a person may overrule: what it is now and may become, and how.

Cards are moved, not made: what a hand or a world has more of comes out of the supply, and what it has less of
goes to the discards. `corrections.py` goes on from there; `checks.py` says what does not add up after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Each, FactRow, FactRows
from companion.games.race_for_the_galaxy.rules import choosing
from companion.games.race_for_the_galaxy.rules.state import ACTIONS, PHASES, Held, State
from companion.games.race_for_the_galaxy.wording.names import action_name
from companion.translation import _, marked

MAX_VP = 999
"""A larger number is a typing error."""
NOWHERE = marked("not on the table")
TABLEAU = "tableau of"
"""Values of facts: they stand in journals as they are here, whatever is spoken."""
ENDED_BY_HAND = marked("The players agreed that it ends.")

Row = FactRow[State]
PLAYER = Each[State].player(lambda state: [empire.name for empire in state.empires])
STARTED = PLAYER.among(lambda state: [n for n, one in enumerate(state.empires) if one.start])
ACTION_CARD = Each[State](
    "number", lambda state, seat: range(len(state.empires[seat].chosen)), lambda _state, at: str(at + 1)
)


def _may_have_a_good(state: State, seat: int) -> Iterator[str]:
    return (held.card for held in state.empires[seat].tableau if state.card(held.card).kind is not None)


WORLD = Each[State]("world", _may_have_a_good, lambda state, id: state.catalogue[id].name)


def _cards(state: State, *_keys: int) -> int:
    """Those in the box: no pile has more."""
    return len(state.catalogue)


def _goes_on(state: State) -> bool:
    return not state.over


round_number = Row("round", marked("Round"), of="round", lowest=1, highest=99, when=_goes_on)


@Row("last-round", marked("The game ends after this round"), of="endings", choices=bool, when=_goes_on)
def last_round(state: State, value: bool) -> State:
    return state.changed(endings=(ENDED_BY_HAND,) if value else ())


# --- piles and chips ------------------------------------------------------------------------------------


pool = Row("pool", marked("VP in the chips set out"), of="pool", highest=MAX_VP)


@Row("supply", marked("Cards in the supply"), of="supply", highest=_cards)
def supply(state: State, value: int) -> State:
    """The other cards face down are the discards, as far as there are any."""
    return state.changed(supply=value, discards=max(0, state.supply + state.discards - value))


@Row("discards", marked("Cards discarded"), of="discards", highest=_cards)
def discards(state: State, value: int) -> State:
    return state.changed(discards=value, supply=max(0, state.supply + state.discards - value))


@Row("hand", marked("{player}: cards in hand"), (PLAYER,), of="empires.player.hand", highest=_cards)
def hand(state: State, value: int, seat: int) -> State:
    empire = state.empires[seat]
    return _discarded(state, empire.hand - value).with_empire(seat, empire.changed(hand=value))


def _discarded(state: State, cards: int) -> State:
    """So many cards go to the discards; below 0 they come from the supply, or else from the discards."""
    if cards >= 0:
        return state.changed(discards=state.discards + cards)
    from_supply = min(state.supply, -cards)
    from_discards = min(state.discards, -cards - from_supply)
    return state.changed(supply=state.supply - from_supply, discards=state.discards - from_discards)


@Row("chips", marked("{player}: VP in chips"), (PLAYER,), of="empires.player.chips", highest=MAX_VP)
def chips(state: State, value: int, seat: int) -> State:
    """Chips come from those set out, and go back there; out of the 10s first, as far as any were given."""
    empire = state.empires[seat]
    more = value - empire.chips
    of_tens = more - min(more, state.pool) if more >= 0 else -min(-more, state.beyond)
    state = state.changed(pool=state.pool - (more - of_tens), beyond=state.beyond + of_tens)
    return state.with_empire(seat, empire.changed(chips=value))


# --- action cards ---------------------------------------------------------------------------------------


def _action_card_label(state: State, seat: int, number: int) -> str:
    empire = state.empires[seat]
    if len(empire.chosen) > 1:
        return _("{player}: action card {number}", player=empire.name, number=number + 1)
    return _("{player}: action card", player=empire.name)


@Row(
    "chosen",
    _action_card_label,
    (PLAYER, ACTION_CARD),
    of="empires.player.chosen.number",
    choices=ACTIONS,
    said=lambda _s, action: action_name(action),
    when=lambda s: s.at >= 0 and not s.over,
)
def chosen(state: State, value: str, seat: int, number: int) -> State:
    """The phases still to come follow from it; the one being done goes on."""
    empire = state.empires[seat]
    cards = (*empire.chosen[:number], value, *empire.chosen[number + 1 :])
    doing, before = state.plan[state.at], state.plan[: state.at]
    state = state.with_empire(seat, empire.changed(chosen=tuple(sorted(cards, key=ACTIONS.index))))
    after = [phase for phase in choosing.plan(state) if _order(phase) > _order(doing)]
    return state.changed(plan=(*before, doing, *after))


def _order(phase: str) -> tuple[int, str]:
    return PHASES.index(phase.rstrip("2")), phase


# --- tableaus -------------------------------------------------------------------------------------------


@Row(
    "start",
    marked("{player}: original start world"),
    (STARTED,),
    of="empires.player.start",
    choices=lambda s, _seat: tuple(card.id for card in s.catalogue.starts),
    said=WORLD.words,
)
def start(state: State, value: str, seat: int) -> State:
    empire = state.empires[seat]
    if not any(other.holds(value) for other in state.empires):
        tableau = tuple(Held(value, h.good, h.new) if h.card == empire.start else h for h in empire.tableau)
        if state.card(value).kind is None:
            had = sum(h.good for h in tableau if h.card == value)
            tableau = tuple(Held(h.card, False, h.new) if h.card == value else h for h in tableau)
            state = _discarded(state, had)
        empire = empire.changed(tableau=tableau)
    return state.with_empire(seat, empire.changed(start=value))


@Row(
    "good",
    marked("{player}: good on {world}"),
    (PLAYER, WORLD),
    of=lambda s, seat, card: card in s.empires[seat].goods,
    choices=bool,
)
def good(state: State, value: bool, seat: int, card: str) -> State:
    empire = state.empires[seat]
    tableau = tuple(Held(h.card, value, h.new) if h.card == card else h for h in empire.tableau)
    return _discarded(state.with_empire(seat, empire.changed(tableau=tableau)), -1 if value else 1)


class _Tableaus:
    """Where cards may lie, and where they do."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.all = (NOWHERE, *(f"{TABLEAU} {empire.colour}" for empire in state.empires))
        laid = zip(self.all[1:], state.empires, strict=True)
        self.at = {held.card: place for place, empire in laid for held in empire.tableau}


def _place_words(state: State, place: str) -> str:
    seat = _Tableaus(state).all.index(place) - 1
    return _(NOWHERE) if seat < 0 else _("tableau of {player}", player=state.empires[seat].name)


@Row(
    "card",
    lambda tableaus, id: tableaus.state.catalogue[id].name,
    (Each("card", lambda s: [card.id for card in s.catalogue], WORLD.words),),
    of=lambda tableaus, id: tableaus.at.get(id, NOWHERE),
    choices=lambda tableaus, _id: tableaus.all,
    said=_place_words,
    once=_Tableaus,
)
def card(state: State, value: str, id: str) -> State:
    """Into a tableau: out of that hand, or where it is empty from the supply. Out of one: discarded."""
    held = Held(id)
    to = _Tableaus(state).all.index(value) - 1
    had_by = next((seat for seat, empire in enumerate(state.empires) if empire.holds(id)), None)
    if had_by is not None:
        empire = state.empires[had_by]
        held = next(one for one in empire.tableau if one.card == id)
        tableau = tuple(one for one in empire.tableau if one.card != id)
        state = state.with_empire(had_by, empire.changed(tableau=tableau))
        if value == NOWHERE:
            return _discarded(state, 1 + held.good)
    elif state.empires[to].hand:
        state = state.with_empire(to, state.empires[to].changed(hand=state.empires[to].hand - 1))
    else:
        state = _discarded(state, -1)
    empire = state.empires[to]
    return state.with_empire(to, empire.changed(tableau=(*empire.tableau, held)))


ROWS: FactRows[State] = FactRows(
    *(round_number, last_round, pool, supply, discards, hand, chips, start, chosen, good, card)
)
