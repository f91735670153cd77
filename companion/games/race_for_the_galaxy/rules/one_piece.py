"""A card of an expansion that is another, or one of the box, written otherwise: what lies where then."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract.one_piece import both_on_table, no_second_spelling, renamed
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.rules.state import State


def made_one(state: State, id: str, into: str) -> State:
    """The state in which the card `id`, and each copy of it, is a card `into`. Raises Illegal."""
    shown = state.catalogue.shown
    if id not in shown or into not in shown:
        raise no_second_spelling()
    card, other = shown[id], shown[into]
    two_sorts = card.development != other.development or other.number is not None
    if not card.further or two_sorts or card.key == other.key:
        raise no_second_spelling()
    state = state.changed(asks=None, moves=())
    for copy in shown.by_key[card.key]:
        state = _copy(state, copy, into)
    return state


def _copy(state: State, card: Card, into: str) -> State:
    shown = state.catalogue.shown
    copies = [copy for copy in shown.by_key[shown[into].key] if not _lies_open(state, copy.id)]
    cards = [one for one in shown if one.id != card.id]
    if not _lies_open(state, card.id):
        return _without(state, cards)
    if copies:
        moved = renamed(state.changed(catalogue=None, setup=None), card.id, copies[0].id, state.setup)
        return _without(moved.changed(catalogue=state.catalogue, setup=state.setup), cards)
    if not (card.development and shown[into].further):  # of what the box has there are no more copies (p. 3)
        raise both_on_table()
    cards = [one if one.id != card.id else replace(shown[into], id=card.id) for one in shown]
    return state.changed(catalogue=shown.of(cards).strict)


def _without(state: State, cards: list[Card]) -> State:
    """It was counted as one more card in the supply when it was met."""
    return state.changed(catalogue=state.catalogue.shown.of(cards).strict, supply=max(state.supply - 1, 0))


def _lies_open(state: State, id: str) -> bool:
    return any(empire.holds(id) for empire in state.empires) or any(
        one.placed == id for one in state.progress
    )
