"""A card of an expansion that somebody means to place: named in the secret answer, in the box once revealed.

Others learn of it when all cards to be placed are turned up, not before: until then it is only its name, in
its player's answer.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import NEW, Decision, Illegal
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.known import newly_named, next_copy
from companion.games.race_for_the_galaxy.rules.placing import (
    Place,
    Placement,
    Placing,
    choosing_again,
    has_more,
    held_by_others,
    on_table,
    turned_up,
)
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _


@dataclass(frozen=True)
class PlaceNew(Placement):
    """Place this card of one's hand, which the companion meets for the first time (p. 4, 5)."""

    do: ClassVar[str] = "place-new"
    name: str

    @property
    def placed(self) -> str:
        return f"{NEW}{self.name}"

    def words(self, state: State) -> str:
        return _("{player} places {card}", player=self.who(state), card=self.name)

    def listed_as(self, state: State) -> Decision | None:
        """No option lists it: it may have any name that no card of this box has."""
        open_now = state.setup.told and state.asks is None and Placing.is_at(state, self.seat)
        if not open_now or not state.empires[self.seat].hand:
            return self
        try:
            card = _named(state, self.seat, sort_now(state), self.name)
        except Illegal:
            return self
        return None if card.name == self.name else self


MOVES = (PlaceNew,)


def sort_now(state: State) -> str:
    """What is placed in the phase being done."""
    return "development" if state.phase == "develop" else "world"


def answer_with(state: State, seat: int, sort: str, name: str) -> Placement | None:
    """The answer that places a card of this name: one that the box has and that lies nowhere, else a new one.
    None: no card is to be placed now, or not of this sort. Raises Illegal: it can be none's name."""
    if not Placing.is_at(state, seat) or sort != sort_now(state):
        return None
    for card in _called(state, " ".join(name.split())):
        of_sort = card.further and card.development == (sort == "development")
        if of_sort and card.id not in held_by_others(state, seat):
            return Place(seat, card.id)
    return PlaceNew(seat, _named(state, seat, sort, name).name)


def _named(state: State, seat: int, sort: str, name: str) -> Card:
    """As `newly_named`; what another player turned up is no second copy."""
    elsewhere = {state.card(id).key for id in turned_up(state, seat)}
    return _new(state, sort, name, elsewhere)


def has_new(state: State) -> bool:
    """All have answered, and one with a card that the companion does not know, or one more copy of one."""
    return state.setup.told and bool(_new_ones(state))


def entered(state: State) -> State:
    """The new cards that were turned up are in the box from now on, which holds so many cards more. Whoever
    named one whose name is another piece's by now chooses again."""
    taken = []
    for seat in _new_ones(state):
        one = state.progress[seat]
        try:
            card = _met(state, seat)
        except Illegal:
            taken.append(_called(state, one.placed.removeprefix(NEW))[0].key)
            state = state.with_progress(seat, Placing.begun(turned_up=one.turned_up))
        else:
            state = with_card(state, card).with_progress(seat, one.changed(placed=card.id))
    return choosing_again(state).changed(clash=tuple(taken)) if taken else state


def _met(state: State, seat: int) -> Card:
    """The card that this player turned up. A world that another named in secret, too, is the same card.
    Raises Illegal."""
    placed, sort = state.progress[seat].placed, sort_now(state)
    if not placed.startswith(NEW):
        known = state.catalogue.shown[placed]
        return _lying_nowhere(state, seat, known) or next_copy(state.catalogue, known)
    name = placed.removeprefix(NEW)
    if state.meets_worlds_once and sort == "world":
        for card in _called(state, name):
            if card.further and card.world:
                return card
    for known in _called(state, name)[:1]:
        of_sort = known.further and known.development == (sort == "development")
        if of_sort and (copy := _lying_nowhere(state, seat, known)):
            return copy
    return _new(state, sort, name)


def _lying_nowhere(state: State, seat: int, card: Card) -> Card | None:
    """The copy of this card that the box knows, that lies nowhere and that nobody else is placing."""
    if not state.places_known_copies:
        return None
    taken = {one.placed for other, one in enumerate(state.progress) if other != seat} | on_table(state)
    copies = (known for known in state.catalogue.shown if known.key == card.key)
    return next((copy for copy in copies if copy.id not in taken), None)


def _new(state: State, sort: str, name: str, elsewhere: Collection[str] = ()) -> Card:
    twice, name_key = not state.meets_worlds_once, state.setup.name_key
    return newly_named(state.catalogue, sort, name, elsewhere, twice=twice, name_key=name_key)


def _called(state: State, name: str) -> list[Card]:
    key = state.setup.name_key
    return [card for card in state.catalogue.shown if key(card.name) == key(name)]


def _new_ones(state: State) -> list[int]:
    """Who places a card that the companion does not know, or a development of an expansion that another
    places, too: which copy is whose is not known. What lies open stays the copy that it is."""
    found, named = [], set()
    seats = [seat for seat, one in enumerate(state.progress) if Placing.is_at(state, seat) and one.placed]
    if state.places_known_copies:
        seats.sort(key=lambda seat: not state.progress[seat].lies_open)
    for seat in seats:
        placed = state.progress[seat].placed
        if placed.startswith(NEW) or (placed in named and has_more(state.card(placed))):
            found.append(seat)
        named.add(placed)
    return found


def with_card(state: State, card: Card) -> State:
    """With one more card in the box: nobody counted it before, so that the supply has one more. One that is
    there stays as it is, and one that is told otherwise lies in its place."""
    if state.catalogue.shown.cards.get(card.id) is card:
        return state
    more = 0 if card.id in state.catalogue else 1
    return state.changed(catalogue=state.catalogue.with_cards((card,)).strict, supply=state.supply + more)
