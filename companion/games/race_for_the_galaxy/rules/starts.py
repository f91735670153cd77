"""The start worlds: which of them a game deals, and how one comes into a tableau (p. 2)."""

from __future__ import annotations

from companion.games.contract import Setup
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.load import BASIC_NUMBERS
from companion.games.race_for_the_galaxy.rules import cards_moved
from companion.games.race_for_the_galaxy.rules.state import Held, State


def start_pool(catalogue: Catalogue, setup: Setup) -> tuple[Card, ...]:
    """The start worlds that may be dealt, by number: 0 to 4 (p. 2), or all eleven (p. 11). A first game has
    those from 1 on (p. 2)."""
    pool = catalogue.starts
    if setup.option("start-worlds", "five") == "five":
        pool = tuple(card for card in pool if card.number in BASIC_NUMBERS)
    if setup.option("game") == "first":
        pool = tuple(card for card in pool if 1 <= (card.number or 0) <= len(setup.players))
    return pool


def with_start(state: State, seat: int, card: str) -> State:
    """The start world in the tableau, with its good where it is a windfall world."""
    empire = state.empires[seat].changed(start=card, tableau=(Held(card),))
    state = state.with_empire(seat, empire)
    return cards_moved.put_good(state, seat, card) if state.card(card).windfall else state
