"""A finished table with cards of an expansion of which nobody told all: what is asked, and what stays open.

VP are entered as a number for this table; what a "?" counts on a card is missed only where it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.contract import Asked, Final, Holding, Untold
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.printed_worth import BONUS, VP
from companion.games.race_for_the_galaxy.rules.scoring import Finished, player_lines
from companion.games.race_for_the_galaxy.rules.telling_forms import fact_words
from companion.translation import _

PRINTED_PREFIX = "printed "
"""Begins the name of the number for the VP of a card of which nobody told them."""


def asked(cards: Catalogue, holding: Holding) -> Iterator[Asked]:
    """The VP of each card of which nobody told them."""
    for id in _without_vp(cards, holding):
        words = _("VP printed on {tile}, or what its “?” counts", tile=cards[id].name)
        yield Asked(PRINTED_PREFIX + id, words, "vp", tile=id)


def with_entered(cards: Catalogue, table: Final) -> Catalogue:
    """The cards with the VP that people entered for this table."""
    found = []
    for holding in table.players:
        for id in _without_vp(cards, holding):
            untold = tuple(fact for fact in cards[id].untold if fact not in (VP, BONUS))
            number = holding.numbers.get(PRINTED_PREFIX + id, 0)
            found.append(replace(cards[id], vp=number, conditions=(), untold=untold))
    return cards.with_cards(found) if found else cards


def doubts(cards: Catalogue, player: Finished) -> tuple[str, ...]:
    """What counts here and nobody told of a player's cards: a sentence, of the first such fact."""
    try:
        list(player_lines(cards.strict, player))
    except Untold as untold:
        card = cards[untold.piece]
        sentence = _(
            "{player}: this counts here, and nobody told it of {tile}: {facts}. Tell it in the box.",
            player=player.name,
            tile=card.name,
            facts=fact_words(card, untold.fact),
        )
        return (sentence,)
    return ()


def _without_vp(cards: Catalogue, holding: Holding) -> tuple[str, ...]:
    return tuple(id for id in holding.tiles if id in cards and {VP, BONUS} & {*cards[id].untold})
