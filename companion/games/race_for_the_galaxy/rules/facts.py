"""Every fact that a person may overrule, by its path: what it is now and what it may become.

    round, last-round, pool, supply, discards     the table's
    hand/SEAT, chips/SEAT, start/SEAT             a player's
    chosen/SEAT/NUMBER                            an action card of this round, once revealed
    good/SEAT/CARD                                whether a good lies on a world
    card/ID                                       in whose tableau a card lies

`corrections.py` carries a correction out; `checks.py` says what does not add up after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.contract import Fact
from companion.games.race_for_the_galaxy.rules.state import ACTIONS, State
from companion.games.race_for_the_galaxy.wording.names import action_name
from companion.translation import _, marked

MAX_AMOUNT = 999
"""Of VP or cards; a larger number is a typing error."""
MAX_ROUNDS = 99
YES, NO = marked("yes"), marked("no")
NOWHERE = marked("not on the table")
TABLEAU = "tableau of"
"""Values of facts: they stand in journals as they are here, whatever is spoken."""


def facts(state: State) -> tuple[Fact, ...]:
    """Everything that may be overruled now."""
    return tuple(fact for lister in _LISTERS.values() for fact in lister(state))


def find(state: State, path: str) -> Fact | None:
    """The fact at `path`; None: there is no such fact now."""
    lister = _LISTERS.get(path.split("/")[0])
    return next((fact for fact in lister(state) if fact.path == path), None) if lister else None


def seat_of_colour(state: State, colour: str) -> int:
    """The seat that plays `colour`."""
    return next(seat for seat, empire in enumerate(state.empires) if empire.colour == colour)


def seat_holding(state: State, card: str) -> int | None:
    """The seat in whose tableau the card lies."""
    return next((seat for seat, empire in enumerate(state.empires) if empire.holds(card)), None)


# --- the table ------------------------------------------------------------------------------------------


def _round(state: State) -> Iterator[Fact]:
    if not state.over:
        yield Fact("round", _("Round"), state.round, lowest=1, highest=MAX_ROUNDS)


def _last_round(state: State) -> Iterator[Fact]:
    if not state.over:
        value = YES if state.endings else NO
        yield Fact(
            "last-round",
            _("The game ends after this round"),
            value,
            (YES, NO),
            said=(_(YES), _(NO)),
        )


def _pool(state: State) -> Iterator[Fact]:
    yield Fact("pool", _("VP in the chips set out"), state.pool, highest=MAX_AMOUNT)


def _supply(state: State) -> Iterator[Fact]:
    yield Fact("supply", _("Cards in the supply"), state.supply, highest=len(state.catalogue))


def _discards(state: State) -> Iterator[Fact]:
    yield Fact("discards", _("Cards discarded"), state.discards, highest=len(state.catalogue))


# --- players --------------------------------------------------------------------------------------------


def _hand(state: State) -> Iterator[Fact]:
    for seat, empire in enumerate(state.empires):
        label = _("{player}: cards in hand", player=empire.name)
        yield Fact(f"hand/{seat}", label, empire.hand, highest=len(state.catalogue), player=seat)


def _chips(state: State) -> Iterator[Fact]:
    for seat, empire in enumerate(state.empires):
        label = _("{player}: VP in chips", player=empire.name)
        yield Fact(f"chips/{seat}", label, empire.chips, highest=MAX_AMOUNT, player=seat)


def _start(state: State) -> Iterator[Fact]:
    starts = state.catalogue.starts
    for seat, empire in enumerate(state.empires):
        if empire.start:
            label = _("{player}: original start world", player=empire.name)
            ids = tuple(card.id for card in starts)
            start_names = tuple(card.name for card in starts)
            yield Fact(f"start/{seat}", label, empire.start, ids, player=seat, said=start_names)


def _chosen(state: State) -> Iterator[Fact]:
    if state.at < 0 or state.over:
        return
    choice_words = tuple(action_name(action) for action in ACTIONS)
    for seat, empire in enumerate(state.empires):
        for number, action in enumerate(empire.chosen):
            label = _("{player}: action card", player=empire.name)
            if len(empire.chosen) > 1:
                label = _("{player}: action card {number}", player=empire.name, number=number + 1)
            yield Fact(f"chosen/{seat}/{number}", label, action, ACTIONS, player=seat, said=choice_words)


def _good(state: State) -> Iterator[Fact]:
    for seat, empire in enumerate(state.empires):
        for held in empire.tableau:
            card = state.card(held.card)
            if card.kind is not None:
                label = _("{player}: good on {world}", player=empire.name, world=card.name)
                value = YES if held.good else NO
                choice_words = (_(YES), _(NO))
                yield Fact(f"good/{seat}/{card.id}", label, value, (YES, NO), player=seat, said=choice_words)


def _card(state: State) -> Iterator[Fact]:
    colours = tuple(empire.colour for empire in state.empires)
    choices = (NOWHERE, *(f"{TABLEAU} {colour}" for colour in colours))
    choice_words = (_(NOWHERE), *(_("tableau of {player}", player=empire.name) for empire in state.empires))
    where = {held.card: f"{TABLEAU} {empire.colour}" for empire in state.empires for held in empire.tableau}
    for card in state.catalogue:
        yield Fact(f"card/{card.id}", card.name, where.get(card.id, NOWHERE), choices, said=choice_words)


_LISTERS: dict[str, Callable[[State], Iterator[Fact]]] = {
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
