"""Registering the six further start worlds as an owner's cards have them: the box capability and its form.

Cards of an expansion are registered with them. `box_file.py` reads and writes the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from companion.games.contract import Correction, Decision, Game, Illegal
from companion.games.contract.box import BoxTile, PrintedFace, Retold, Understood, taught_tile
from companion.games.contract.box_report import BoxReport
from companion.games.contract.box_rows import Problem
from companion.games.contract.drawn_piece import DrawnPiece
from companion.games.contract.one_piece import no_second_spelling
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.piece_names import plain_name
from companion.games.contract.printed import Printed
from companion.games.contract.rules import Box as AnyBox
from companion.games.race_for_the_galaxy.box.box_file import (
    FURTHER_TYPES,
    as_tile,
    open_card,
    open_ids,
    readable,
    with_box,
)
from companion.games.race_for_the_galaxy.box.count_check import check
from companion.games.race_for_the_galaxy.cards.card_words import caption
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue, printed_on
from companion.games.race_for_the_galaxy.cards.known import (
    SORTS,
    is_id,
    new_card,
    newly_named,
    nothing_told,
)
from companion.games.race_for_the_galaxy.cards.powers import Written
from companion.games.race_for_the_galaxy.cards.printed import NAME, PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import VP
from companion.games.race_for_the_galaxy.drawing import told_card
from companion.games.race_for_the_galaxy.drawing.card_svg import card_svg
from companion.games.race_for_the_galaxy.rules import telling
from companion.games.race_for_the_galaxy.rules.meeting import answer_with, sort_now, with_card
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, marked

HEADINGS = (marked("Starts"),)
"""What pages make of the type's name."""


class CardBook(PieceBook[Card]):
    """The start worlds to be registered."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def pieces(self) -> Mapping[str, Card]:
        return {card.id: card for card in self._catalogue.shown if _registered(card)}

    def fixed(self) -> tuple[BoxTile, ...]:
        cards = (copies[0] for copies in self._catalogue.shown.by_key.values())
        return tuple(as_tile(card) for card in cards if _is_fixed(card))

    def tile_of(self, piece: Card) -> BoxTile:
        return as_tile(piece)

    def piece(self, id: str) -> Card:
        card = self._catalogue.shown.cards.get(id)
        if is_id(id):
            unmet = new_card(id, id, FURTHER_TYPES[0])
            return replace(unmet, untold=(NAME, *unmet.untold)) if card is None else card
        card = open_card(self._catalogue.shown.cards, id)
        return card if card.verified else nothing_told(card)

    def printed_on(self, piece: Card) -> Printed[Card]:
        return printed_on(piece)

    def boxed(self, piece: Card) -> BoxTile:
        if NAME in piece.untold:
            raise Illegal(_("Give the card its name."))
        tile = as_tile(replace(piece, verified=True))
        return BoxTile(tile.type, {name: value for name, value in tile.fields.items() if name != "source"})

    def merged(self, id: str, into: str) -> tuple[Retold, tuple[str, ...]]:
        """Into a card that comes with the game: nothing is told of it by that."""
        known = self._catalogue.shown.cards.get(into)
        if known is None or not _is_fixed(known):
            return super().merged(id, into)
        of, other = printed_on(known), self.piece(id)
        if printed_on(other).kind != of.kind:
            raise no_second_spelling()
        prints, said = of.said(known), of.said(other)
        differing = [key for key in said if key != NAME and said[key] not in ((), prints.get(key))]
        words = tuple(", ".join(map(of.row(key).words_of, said[key])) for key in differing)
        return Retold(known, as_tile(known), ()), words

    def drawing(self, id: str) -> DrawnPiece:
        return told_card.drawing(self.piece(id))

    def taken(self, piece: Card) -> frozenset[str]:
        """Of a development of an expansion there may be copies."""
        others = (card for card in self._catalogue.shown if card.key != piece.key)
        copies = piece.further and piece.development
        return frozenset(
            plain_name(card.name) for card in others if not (copies and card.further and card.development)
        )

    def understood(self, piece: Card) -> Understood:
        lines = tuple((power.words(), not isinstance(power, Written)) for power in piece.powers)
        return Understood((card_svg(piece, False),), caption(piece), lines)

    def owned(self, tag: str) -> str:
        return tag.removesuffix("A")

    def printed(self, tag: str) -> PrintedFace:
        raise Illegal(_("The cards of Race for the Galaxy are not printed here."))

    def guide(self) -> tuple[str, ...]:
        return (_("One tag on the front of each sleeve, in a corner that hides no number and no power."),)


def _registered(card: Card) -> bool:
    return card.further or card.id in open_ids()


def _is_fixed(card: Card) -> bool:
    """A card of the box, all of which is known and which no printing has otherwise."""
    return not _registered(card)


class PlayedWith(Game[State], Protocol):
    """This game, with its cards."""

    @property
    def catalogue(self) -> Catalogue: ...


G = TypeVar("G", bound=PlayedWith)


class Box(AnyBox[State], Generic[G]):
    """The box capability: the owner's start worlds over those shipped. made: the game with other cards, of
    whose file this cannot be read."""

    def __init__(self, game: G, made: Callable[[Catalogue, tuple[Problem, ...]], G]) -> None:
        self._game, self._made = game, made

    def check_box(self, text: str | None) -> BoxReport:
        game = self._game if text is None else self.with_box(text)
        return check(game.catalogue, game.unread)

    def with_box(self, text: str) -> G:
        return self._made(*with_box(self._game.catalogue, text))

    def without(self, pieces: tuple[str, ...]) -> G:
        return self._made(self._game.catalogue.without(pieces), self._game.unread)

    def at(self, state: State) -> G:
        cards = state.catalogue.shown
        return self._game if cards is self._game.catalogue else self._made(cards, ())

    def book(self) -> CardBook:
        return CardBook(self._game.catalogue)

    def sorts(self) -> tuple[tuple[str, str], ...]:
        return tuple((sort, _(words)) for sort, words in SORTS.items())

    def newly_named(self, sort: str, name: str, state: State | None = None) -> BoxTile:
        catalogue = self._game.catalogue if state is None else state.catalogue
        return as_tile(newly_named(catalogue, sort, name))

    def newly_tagged(self, tag: str, name: str, state: State) -> BoxTile:
        id = self.book().owned(tag)
        if not is_id(id):
            raise Illegal(_("{id} is no card of an expansion: these are X01 and so on.", id=id[:20]))
        if id in state.catalogue:
            raise Illegal(_("{id} is known already: look again.", id=id))
        if state.phase not in ("develop", "settle"):
            raise Illegal(_("A card of an expansion is entered when it is placed, in Develop or Settle."))
        card = newly_named(state.catalogue, sort_now(state), name if name.strip() else id)
        return as_tile(replace(card, id=id, key=id if card.key == card.id else card.key))

    def named_in_answer(self, sort: str, name: str, state: State, player: int) -> Decision | None:
        return answer_with(state, player, sort, name)

    def told_tiles(self, begun: State, state: State) -> Mapping[str, BoxTile]:
        before = begun.catalogue.shown.cards
        return {
            card.id: as_tile(card)
            for card in state.catalogue.shown
            if card is not before.get(card.id) and (card.further or before[card.id].untold)
        }


# --- a card taught in play ------------------------------------------------------------------------------


def taught(state: State, correction: Correction) -> State:
    """The state with the card that the correction's text says. Raises Illegal."""
    card = _taught(state.catalogue.shown, correction)
    if card.further:
        if not state.setup.told:
            raise Illegal(_("This table takes in no cards of expansions: begin a new one at which you draw."))
        return telling.go_on(with_card(state.changed(asks=None, moves=()), card))
    return state.changed(catalogue=state.catalogue.with_cards((card,)), moves=())


def _taught(catalogue: Catalogue, correction: Correction) -> Card:
    card, wrong = readable(taught_tile(correction), catalogue)
    if wrong:
        raise Illegal(wrong[0].words)
    return card


def taught_words(catalogue: Catalogue, correction: Correction) -> str:
    """ "Card S07 is Old Mars: World, cost 2, 1 VP". Raises Illegal."""
    card = _taught(catalogue.shown, correction)
    if {PRICE, VP} <= {*card.untold}:
        return _("{name} is in this box, as {id}", id=card.id, name=card.name)
    return _("Card {id} is {name}: {what}", id=card.id, name=card.name, what=caption(card))
