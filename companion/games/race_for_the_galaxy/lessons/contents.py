"""What the box of Race for the Galaxy holds, as far as the rulebook says (p. 2)."""

from __future__ import annotations

from companion.games.contract import BoxPart, BoxPiece, pieces_part
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.rules import pages
from companion.translation import _


def contents(catalogue: Catalogue) -> tuple[BoxPart, ...]:
    """Game cards and start worlds one by one; the rulebook counts neither chips nor action cards."""
    starts = tuple(_piece(card) for card in catalogue.starts)
    cards = tuple(_piece(card) for card in catalogue if card.number is None)
    return (
        pieces_part("starts", _("Start worlds"), starts, "cards", pages.SETUP),
        pieces_part("cards", _("Game cards"), cards, "cards", pages.SETUP),
        BoxPart("action-cards", _("Action cards, a set for each player"), picture="cards", page=pages.SETUP),
        BoxPart("chips", _("VP chips of 1, 5 and 10"), picture="vp", page=pages.SETUP),
    )


def _piece(card: Card) -> BoxPiece:
    return BoxPiece(card.id, card.name, (card.id,))
