"""Explains a change on the table: a card laid into a tableau is a placement, one taken away a discard.

A placement is proposed as long as its player may still choose what to place; the referee asks again after
each decision, so that cards of several players are explained one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.contract import Difference, Explanation, Option, seat_zone
from companion.games.race_for_the_galaxy.rules import placing, settle
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, listed


def explain(state: State, differences: tuple[Difference, ...]) -> Explanation:
    """What `differences` mean now. A card that is neither covered nor tolerated has no explanation."""
    if state.asks:
        return Explanation()
    laid = dict(_laid(state, differences))
    tolerated = frozenset(card for card, seat in laid.items() if state.progress[seat].placed == card)
    for card, seat in laid.items():
        if card in tolerated:
            continue
        option = placement(state, seat, card)
        if option is not None:
            return Explanation((option,), frozenset({card}), tolerated=tolerated)
    gone = frozenset(one.tile for one in differences if one.expected is not None and one.seen is None)
    discards = tuple(_discards(state, gone))
    if discards:
        covers = frozenset().union(*(own for _option, own in discards))
        return Explanation(tuple(option for option, _own in discards), covers, tolerated=tolerated)
    early = frozenset(laid) - tolerated
    if early and state.at == -1 and not gone and len(early) + len(tolerated) == len(differences):
        names = listed([state.card(card).name for card in sorted(early)])
        words = _("{cards} can be placed when Develop or Settle begins.", cards=names)
        return Explanation(waiting=words, tolerated=tolerated | early)
    return Explanation(tolerated=tolerated)


def _laid(state: State, differences: tuple[Difference, ...]) -> Iterator[tuple[str, int]]:
    """Cards that lie in a tableau's zone and belong nowhere on the table yet, with the seat."""
    zones = {seat_zone(seat): seat for seat in range(len(state.empires))}
    for one in differences:
        if one.tile not in state.catalogue or one.expected is not None or one.seen is None:
            continue
        if one.seen.zone in zones:
            yield one.tile, zones[one.seen.zone]


def placement(state: State, seat: int, card: str) -> Option | None:
    """Placing this card, where its player may still choose and it is legal."""
    if state.over or not placing.Placing.is_at(state, seat) or state.progress[seat].lies_open:
        return None
    found = state.card(card)
    if found.world != (state.phase == "settle") or card in placing.held_by_others(state, seat):
        return None
    return placing.option(state, seat, found, prices(state, seat))


def _discards(state: State, gone: frozenset[str]) -> Iterator[tuple[Option, frozenset[str]]]:
    """The ways to settle that discard all of a player's cards that are gone, each with these cards."""
    if state.phase != "settle" or not gone:
        return
    for seat in rounds.asked(state):
        own = frozenset(card for card in gone if state.empires[seat].holds(card))
        if own and settle.Paying.is_at(state, seat):
            for option in settle.options_discarding(state, seat, own):
                yield option, own
