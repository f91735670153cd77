"""Finds what does not add up on a table: every card and chip of the box is somewhere, and only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.race_for_the_galaxy.rules.state import CHIPS_A_PLAYER, State
from companion.translation import _


def check(state: State) -> tuple[str, ...]:
    """A sentence for each thing that does not add up; empty when everything does."""
    return tuple(sentence for part in (_cards, _chips, _copies, _twice, _goods) for sentence in part(state))


def cards_counted(state: State) -> int:
    """All cards of the box, wherever they are."""
    hands = sum(empire.hand for empire in state.empires)
    laid = sum(1 + held.good for empire in state.empires for held in empire.tableau)
    looked = sum(progress.drawn for progress in state.progress)
    starts = 2 * len(state.empires) if state.at == -2 else 0
    return state.supply + state.discards + hands + laid + looked + starts


def _cards(state: State) -> Iterator[str]:
    there = cards_counted(state)
    if there != len(state.catalogue):
        yield _(
            "The box has {all} cards, but {there} are accounted for: {supply} in the supply, {discards} "
            "discarded, the rest in hands, in tableaus and as goods.",
            all=len(state.catalogue),
            there=there,
            supply=state.supply,
            discards=state.discards,
        )


def _chips(state: State) -> Iterator[str]:
    begun = CHIPS_A_PLAYER * len(state.empires)
    held = sum(empire.chips for empire in state.empires)
    if held + state.pool - state.beyond != begun:
        yield _(
            "There were {begun} VP in chips at the start, but {there} are accounted for: {held} with the "
            "players, {left} set out.",
            begun=begun,
            there=held + state.pool - state.beyond,
            held=held,
            left=state.pool,
        )


def _copies(state: State) -> Iterator[str]:
    for empire in state.empires:
        keys = Counter(state.card(held.card).key for held in empire.tableau)
        for key, count in keys.items():
            if count > 1:
                card = state.catalogue.by_key[key][0].name
                yield _("{player} has two copies of {card}.", player=empire.name, card=card)


def _twice(state: State) -> Iterator[str]:
    cards = Counter(held.card for empire in state.empires for held in empire.tableau)
    for id, count in cards.items():
        if count > 1:
            yield _("{card} lies in two tableaus.", card=state.card(id).name)


def _goods(state: State) -> Iterator[str]:
    for empire in state.empires:
        for held in empire.tableau:
            if held.good and state.card(held.card).kind is None:
                card = state.card(held.card).name
                yield _("{player} has a good on {card}, which holds none.", player=empire.name, card=card)
