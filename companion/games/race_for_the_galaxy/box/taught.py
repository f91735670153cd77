"""A card taught in play: the correction that brings it to a table, and what it says."""

from __future__ import annotations

from companion.games.contract import Correction, Illegal
from companion.games.contract.box import taught_text
from companion.games.race_for_the_galaxy.box.box_file import open_card, with_box
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.known import is_id
from companion.games.race_for_the_galaxy.cards.printed import PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import VP
from companion.games.race_for_the_galaxy.rules import telling
from companion.games.race_for_the_galaxy.rules.meeting import with_card
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _


def taught(state: State, correction: Correction) -> State:
    """The state with the card that the correction's text says. Raises Illegal."""
    card = _taught(state.catalogue.shown, correction)
    if card.further:
        if not state.setup.told:
            raise Illegal(_("This table began before cards of expansions could be met: begin a new one."))
        return telling.go_on(with_card(state.changed(asks=None, moves=()), card))
    return state.changed(catalogue=state.catalogue.with_cards((card,)), moves=())


def _taught(catalogue: Catalogue, correction: Correction) -> Card:
    id, text = taught_text(correction)
    if not is_id(id):
        open_card(catalogue.cards, id)
    after = with_box(catalogue, text)
    if after.unread:
        raise Illegal(after.unread[0].sentence)
    changed = [card.id for card in after if card is not catalogue.cards.get(card.id)]
    if changed != [id]:
        raise Illegal(_("The text must define the card {id} alone.", id=f"{id!r:.20}"))
    return after[id]


def taught_words(catalogue: Catalogue, correction: Correction) -> str:
    """ "Card S07 is Old Mars: World, cost 2, 1 VP". Raises Illegal."""
    card = _taught(catalogue.shown, correction)
    if {PRICE, VP} <= {*card.untold}:
        return _("{name} is in this box, as {id}", id=card.id, name=card.name)
    return _("Card {id} is {name}: {what}", id=card.id, name=card.name, what=caption(card))
