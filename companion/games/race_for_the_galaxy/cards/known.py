"""What is known of an expansion's cards: one of which only the name is told, and what somebody told of one.

Their ids are X01 and so on; copies of a card share its key, as others do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from companion.games.contract import Illegal, name_problem
from companion.games.contract.piece_names import plain_name
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue, printed_on
from companion.games.race_for_the_galaxy.cards.printed import NAME
from companion.games.race_for_the_galaxy.cards.printed_worth import BONUS
from companion.translation import marked

SORTS = {"world": marked("New world:"), "development": marked("New development:")}
"""What may be met by its name alone, and what stands before the name."""
FURTHER = "X"
"""What the ids of cards begin with that are not of the box."""
_ID = re.compile(f"{FURTHER}[0-9]{{2,4}}")


def is_id(id: object) -> bool:
    """Of a card of an expansion."""
    return isinstance(id, str) and _ID.fullmatch(id) is not None


def new_card(id: str, name: str, sort: str, key: str = "") -> Card:
    """A card of which only the name is told."""
    return nothing_told(Card(id, key or id, name, sort == "world", 0, 0, further=True))


def nothing_told(card: Card) -> Card:
    """The card of which only the name is told; blank else. What a "?" counts is there once a "?" is told."""
    of = printed_on(card)
    return of.untelling(replace(card, untold=()), [fact for fact in of.keys if fact not in (NAME, BONUS)])


def newly_named(
    catalogue: Catalogue,
    sort: str,
    name: str,
    elsewhere: Collection[str] = (),
    *,
    twice: bool = False,
    name_key: Callable[[str], str] = plain_name,
) -> Card:
    """The card that this name means, which no card of the catalogue has; another copy of a development of an
    expansion where that is its name (there is one of each world, p. 3). elsewhere: keys of cards of which
    there is no copy left; twice: another copy of a world, too, as tables of before met it; name_key: see
    `Setup.name_key`. Raises Illegal.
    """
    shown = catalogue.shown
    name = " ".join(name.split())
    known = [card for card in shown if name_key(card.name) == name_key(name)]
    again = tuple(
        card
        for card in known[:1]
        if card.further and card.development == (sort == "development") and card.key not in elsewhere
        if card.development or twice
    )
    if wrong := name_problem(name, frozenset(() if again or not known else (name_key(name),)), name_key):
        raise Illegal(wrong)
    return next_copy(shown, again[0]) if again else new_card(_next_id(shown), name, sort)


def next_copy(catalogue: Catalogue, card: Card) -> Card:
    """One more copy of a card of an expansion."""
    return replace(card, id=_next_id(catalogue))


def _next_id(catalogue: Iterable[Card]) -> str:
    numbers = [int(card.id[1:]) for card in catalogue if card.further and card.id[1:].isdigit()]
    return f"{FURTHER}{max(numbers, default=0) + 1:02}"
