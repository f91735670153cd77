"""What nobody told of an expansion's cards, drawn by chance for a search: each gets the facts of a card of
the base game of its sort, one that agrees with what is told of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.contract import TOLD
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue, printed_on
from companion.games.race_for_the_galaxy.rules.state import State


def all_told(state: State, rng: Random) -> State:
    """The state with all told; itself where it is."""
    shown = state.catalogue.shown
    if shown is state.catalogue:
        return state
    options = tuple(option for option in state.setup.options if option != TOLD)
    setup, cards = state.setup.changed(options=options), guessed(shown, rng)
    return state.changed(catalogue=cards, setup=setup, asks=None, pending=None, unpaid=())


def guessed(shown: Catalogue, rng: Random) -> Catalogue:
    """The cards with all told. Copies of a card stay alike."""
    known = [card for card in shown if not card.untold and card.number is None]
    found: list[Card] = []
    likes: dict[str, Card] = {}
    for card in shown:
        if card.untold:
            like = likes.setdefault(card.key, _like(card, known, rng))
            found.append(_with_facts_of(card, like))
    return shown.with_cards(found)


def _like(card: Card, known: list[Card], rng: Random) -> Card:
    of_sort = [other for other in known if other.world == card.world]
    rng.shuffle(of_sort)
    printed = {field for row in printed_on(card).rows for field in row.fields}
    told = sorted(printed - {"name"} - _open_fields(card))
    return max(of_sort, key=lambda it: sum(getattr(it, field) == getattr(card, field) for field in told))


def _with_facts_of(card: Card, other: Card) -> Card:
    return replace(card, untold=(), **{field: getattr(other, field) for field in _open_fields(card)})


def _open_fields(card: Card) -> set[str]:
    """The fields of what nobody told of it."""
    return {field for row in printed_on(card).rows if row.key in card.untold for field in row.fields}
