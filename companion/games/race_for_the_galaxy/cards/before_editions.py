"""The cards of games begun before a table said its edition, so that their journals go on as they were played.

A setup without "edition" is such a game's. It was played with the faces of the first edition, with stand-ins
for the six further start worlds of p. 11, and with the VP of p. 12, as they were read then, where the table
had chosen these ("six-cost").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from companion.games.contract import Setup
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.conditions import Condition
from companion.games.race_for_the_galaxy.cards.powers import KINDS, Military

STAND_INS = {5: True, 6: True, 7: False, 8: False, 9: False, 10: False}
"""The numbers that the further start worlds were given, and whether they were military: two of defense 2 that
gave 1 Military, four that cost 2."""
COUNTED = (2, 24, 38, 16, 14, 9, 16, 1)
"""Cards at each cost or defense as p. 10 has them, whatever the stand-ins were."""
SIX_COST = {
    "Free Trade Association": ((2, "novelty_production"), (2, "novelty_windfall")),
    "Galactic Imperium": ((2, "rebel_military"), (2, "military")),
    "Merchant Guild": (*((1, f"{kind}_production") for kind in KINDS), (1, "good")),
}
"""The VP of three developments where a table had chosen those of p. 12; the cards they name stay."""


def for_setup(first: Catalogue, setup: Setup, own: Iterable[Card] = ()) -> Catalogue:
    """first: the first edition's cards; own: the owner's, whose numbers were the stand-ins'."""
    cards = _catalogue(first, setup.option("six-cost") == "rulebook")
    own = tuple(card if card.further else replace(card, number=cards[card.id].number) for card in own)
    return cards.with_cards(own) if own else cards


@lru_cache(maxsize=2)
def _catalogue(first: Catalogue, six_cost: bool) -> Catalogue:
    cards = [_with_vp_of_page_12(card) if six_cost else card for card in first]
    return Catalogue((*cards, *map(_stand_in, STAND_INS)), COUNTED)


def _stand_in(number: int) -> Card:
    id, military = f"S{number + 1:02}", STAND_INS[number]
    powers = (Military(1),) if military else ()
    name = f"Start World {number}"
    return Card(id, id, name, True, 2, 1, military=military, powers=powers, number=number, verified=False)


def _with_vp_of_page_12(card: Card) -> Card:
    other = SIX_COST.get(card.name)
    if other is None:
        return card
    named = tuple(condition for condition in card.conditions if condition.name)
    return replace(card, conditions=(*(Condition(vp, per) for vp, per in other), *named))
