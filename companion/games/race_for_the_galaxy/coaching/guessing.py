"""What nobody told of an expansion's cards, drawn by chance for a search: each gets the facts of a card of
the base game of its sort, one that agrees with what is told of it."""

from __future__ import annotations

from operator import attrgetter
from random import Random

from companion.games.contract import TOLD, guessing
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue, printed_on
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
    of_sort, key = attrgetter("world"), attrgetter("key")
    return shown.with_cards(guessing.guessed(shown, known, printed_on, of_sort, rng, alike=key))
