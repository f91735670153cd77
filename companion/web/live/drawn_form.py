"""The drawn pieces of a form that tells what is printed on them: pictures, and the choices as pictures.

js/drawn-piece.js fills the picture in as somebody chooses; here it has what was told before.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from companion.games.contract import Game, Illegal, State, box_of, game_at
from companion.games.contract.drawn_piece import DrawnFact, DrawnPiece
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.telling import Telling, TellingField

DRAWN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
"""What all shapes of a drawing inherit."""
MOST_DRAWN = 8
"""A form of more pieces is a list of words."""


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A fact of the drawn piece. field: the name of the one that asks for it, "": none does. light: the
    attributes of what is lit while it is asked. said: what it is now, placed. sorts: how each sort looks that
    no choice of the form shows; written: how the words of any other value do, "": not at all."""

    field: str
    places: str
    light: Mapping[str, float]
    blank: Markup
    said: Markup
    sorts: Mapping[str, Markup]
    written: Markup


@dataclass(frozen=True, slots=True)
class Drawing:
    """A piece of a form as its page draws it."""

    view_box: str
    ground: Markup
    parts: tuple[DrawnPart, ...]


@dataclass(frozen=True, slots=True)
class DrawnForm:
    """The pieces of a form that are drawn, by their ids. alone: the form asks for no other."""

    drawings: Mapping[str, Drawing]
    pieces: Mapping[str, DrawnPiece]
    alone: bool

    def choice(self, field: TellingField, value: str) -> Markup:
        """The picture of a choice; "": it has none."""
        fact = self._fact(field)
        if fact is None or not fact.chosen_by_picture or fact.sort(value) not in fact.pictures:
            return Markup()
        box = " ".join(f"{number:g}" for number in fact.box)
        return Markup('<svg class="saying" viewBox="{}" {} aria-hidden="true"><g>{}</g></svg>').format(
            box, Markup(DRAWN), Markup(fact.pictures[fact.sort(value)])
        )

    def sort(self, field: TellingField, value: str) -> str | None:
        """The sort of a choice, for its element; None: its picture says it, or there is none."""
        fact = self._fact(field)
        return None if fact is None or fact.chosen_by_picture else fact.sort(value)

    def _fact(self, field: TellingField) -> DrawnFact | None:
        piece = self.pieces.get(field.piece)
        return None if piece is None else piece.facts.get(_key(field))


def drawn_form(form: Telling, book: PieceBook[Any]) -> DrawnForm | None:
    """None: nothing is drawn: the form asks for many pieces, or the game draws none of them."""
    if len(form.pieces) > MOST_DRAWN:
        return None
    pieces: dict[str, DrawnPiece] = {}
    for id, _called in form.pieces:
        with suppress(Illegal):
            if (piece := book.drawing(id)) is not None:
                pieces[id] = piece
    if not pieces:
        return None
    drawings = {id: _drawing(id, piece, form) for id, piece in pieces.items()}
    return DrawnForm(drawings, pieces, len(form.pieces) == 1)


def _drawing(id: str, piece: DrawnPiece, form: Telling) -> Drawing:
    fields = {_key(field): field for field in form.fields if field.piece == id}
    width, height = piece.size
    parts = tuple(_part(fact, piece.told.get(key, ()), fields.get(key)) for key, fact in piece.facts.items())
    return Drawing(f"-1 -1 {width + 2:g} {height + 2:g}", Markup(piece.ground), parts)


def drawn_in_play(form: Telling, game: Game[State], state: State) -> DrawnForm | None:
    """The same, of a piece at a table."""
    return None if game.box is None else drawn_form(form, box_of(game_at(game, state)).book())


def _key(field: TellingField) -> str:
    return field.name.partition("/")[2]


def _part(fact: DrawnFact, told: tuple[str, ...], field: TellingField | None) -> DrawnPart:
    left, top, width, height = fact.box
    said = told or (() if field is None else field.chosen)
    words = {} if field is None else {saying.value: saying.words for saying in field.sayings}
    drawn = (
        f'<g transform="translate({x:g} {y:g})">{_picture(fact, value, words.get(value, value))}</g>'
        for value, (x, y) in zip(said, fact.places, strict=False)
    )
    light = {"x": left, "y": top, "width": width, "height": height, "rx": 3}
    sorts = {} if fact.chosen_by_picture else {name: Markup(it) for name, it in fact.pictures.items()}
    places = " ".join(f"{x:g},{y:g}" for x, y in fact.places)
    name, written = ("", Markup()) if field is None else (field.name, Markup(fact.written).format(""))
    return DrawnPart(name, places, light, Markup(fact.blank), Markup("".join(drawn)), sorts, written)


def _picture(fact: DrawnFact, value: str, words: str) -> str:
    return fact.pictures.get(fact.sort(value)) or Markup(fact.written).format(words)
