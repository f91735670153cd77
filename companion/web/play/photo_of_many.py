"""A photo of all pieces that lie open: what each prints is read at once, looked through on one page, and
told.

Each piece is known by its own name. What is not sure stays empty, to be asked when a rule needs it; what was
told before stays as it is. The photo is kept by nobody."""

from __future__ import annotations

import math
import secrets
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.games.contract import Illegal, Question, State, box_of, game_at
from companion.games.contract.box import BoxTile
from companion.games.contract.box_proposals import (
    LIKELY_THRESHOLD,
    SURE_THRESHOLD,
    FieldProposal,
    PhotographedSort,
)
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.piece_names import plain_name
from companion.games.contract.telling import name_problem
from companion.games.contract.told import Told, ToldFact
from companion.table.table import Table
from companion.translation import _, in_turn, labelled
from companion.vision import lone_piece
from companion.vision.camera import Image
from companion.vision.picture_files import jpeg_of
from companion.vision.sent_photos import open_photo
from companion.web.box.box import at_last, teach_table
from companion.web.box.box_names import known_pieces
from companion.web.box.piece_form import with_line
from companion.web.play.told_photo import MAX_PHOTO_BYTES
from companion.web.request.addressed import asked_seat, page_of, table_of
from companion.web.request.form_body import form_post
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.visitor import sender_at
from companion.web.transport.long_work import long_work

pages = Blueprint("photo_of_many", __name__)

JPEG_QUALITY = 80
MAX_PIECES = 40
"""Of one photo."""
MAX_SCALES = 1.5
"""How much larger a piece of a photo may look than another, of its size in millimetres."""
MAX_CHOICES = 12
"""Values of a fact that are offered where none was read for sure."""


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """A piece of the photo. picture: its address, "": it was not found; name: as it was read, "": not surely;
    names: what it may be called, too; known: this table has a piece of this name, and its sort. sure, likely,
    open: of what nobody told yet of it, what was read surely, what one tap agrees to, and what was not."""

    sort: str
    picture: str
    name: str
    names: tuple[str, ...]
    known: bool
    sure: tuple[FieldProposal, ...]
    likely: tuple[FieldProposal, ...]
    open: tuple[FieldProposal, ...]

    @property
    def agreed(self) -> str:
        """What one tap agrees to, as the page's form sends it."""
        return _texts(fact for one in self.likely for fact in one.choices[0].facts)

    @property
    def agreed_words(self) -> str:
        return in_turn(labelled(one.label, one.choices[0].words) for one in self.likely)


def _texts(facts: Iterable[ToldFact]) -> str:
    """As the page's form sends them, of a piece that may have no id yet."""
    return "\n".join(fact.text for fact in facts)


@pages.get("/t/<table_id>/told/many")
def page(table_id: str) -> str:
    """?seat=: whose page asked."""
    table = table_of(table_id)
    seat = request.args.get("seat", "")
    back = page_of(table, asked_seat(table, seat))
    return render_template("photo_of_many.html", table=table, game=table.game, seat=seat, back=back)


@picture_post(
    pages, "/t/<table_id>/told/many/photo", MAX_PHOTO_BYTES, lambda table_id: _sorts(table_of(table_id))
)
@long_work
def photo(table_id: str, picture: bytes) -> ResponseReturnValue:
    """The JPEG's pieces: `{"html"}`, each with what was read of it, to be looked through."""
    table = table_of(table_id)
    found = _read(open_photo(picture), table)
    if not found:
        raise Refused(
            422,
            _(
                "No piece was found: lay them apart on a plain ground, upright, without glare, and take the "
                "photo from above."
            ),
        )
    found += _not_found(table, found)
    known = _known_names(table)
    html = render_template("_photographed.html", found=found, known=known, texts=_texts, most=MAX_CHOICES)
    return {"html": html}


class PhotographedForm(Struct):
    """By piece of the photo its sort, its name ("": it is left out), and what one tap agreed to. fact: by
    piece and fact what was read surely or was chosen. seat: whose page asked."""

    sort: dict[str, str] = {}
    name: dict[str, str] = {}
    right: dict[str, str] = {}
    fact: dict[str, str] = {}
    seat: str = ""


@form_post(pages, "/t/<table_id>/told/many", PhotographedForm)
def tell(form: PhotographedForm, table_id: str) -> ResponseReturnValue:
    """Tells the table of each piece what the page says of it; where all that was to be drawn into the middle
    was in the photo, that is told, too."""
    table = table_of(table_id)
    seat = asked_seat(table, form.seat)
    by = sender_at(table, seat)
    sorts = {one.sort for one in _sorts(table)}
    typed = ((n, form.sort.get(n, ""), " ".join(name.split())) for n, name in form.name.items())
    named = [it for it in islice(typed, MAX_PIECES) if it[1] in sorts and it[2]]
    if wrong := _wrong_names(table, [(sort, name) for _n, sort, name in named]):
        raise Refused(422, in_turn(wrong))
    facts = [
        _read_texts(
            (*(text for key, text in form.fact.items() if key.startswith(f"{n}/")), form.right.get(n, ""))
        )
        for n, _sort, _name in named
    ]
    ids = (_tell(table, sort, name, said, by) for (_n, sort, name), said in zip(named, facts, strict=True))
    _lie_in_the_middle(table, tuple(ids), by)
    return redirect(page_of(table, seat), 303)


def _read_texts(sent: Iterable[str]) -> dict[str, list[str]]:
    """By fact what is said of it, each fact once. Raises Illegal."""
    found: dict[str, list[str]] = {}
    for text in sent:
        here: dict[str, list[str]] = {}
        for fact in Told.read(text.splitlines()).facts:
            here.setdefault(fact.key, []).append(fact.said)
        found = {**here, **found}
    return found


def _sorts(table: Table[State]) -> tuple[PhotographedSort, ...]:
    """What a photo may show at this table. Raises Refused."""
    game = game_at(table.game, table.state)
    found = box_of(game).photographed(table.state) if game.box is not None and table.setup.told else ()
    if not found:
        raise Refused(422, _("This is no longer asked: look again."))
    return found


def _book(table: Table[State]) -> PieceBook[Any]:
    return box_of(game_at(table.game, table.state)).book()


def _named(book: PieceBook[Any], sort: str) -> Mapping[str, BoxTile]:
    """The pieces of this sort by their names, as `plain_name` has them."""
    return {plain_name(tile.name): tile for tile in book.tiles() if tile.type == sort}


def _known_names(table: Table[State]) -> dict[str, list[str]]:
    """By sort which a typed name may mean: of the pieces that are known here, and of those of elsewhere."""
    book = _book(table)
    known: dict[str, set[str]] = {}
    for sort in _sorts(table):
        of_sort = known.setdefault(sort.sort, set())
        of_sort.update(book.printed_on(sort.piece).row("name").offers(sort.piece))
    for tile in known_pieces(book).values():
        known.setdefault(tile.type, set()).add(tile.name)
    return {sort: sorted(names) for sort, names in known.items()}


# --- what the photo shows


def _read(picture: Image, table: Table[State]) -> list[ReadPiece]:
    book, drawn = _book(table), _drawn_sort(table)
    found: list[tuple[PhotographedSort, lone_piece.LonePiece]] = []
    for sort in _sorts(table):
        if drawn not in ("", sort.sort):
            continue
        for lone in lone_piece.cut_outs(picture, sort.size_mm, sort.round):
            # What lies on another outline is a part of a piece, or of what is around it.
            there = [n for n, (_, it) in enumerate(found) if math.dist(it[:2], lone[:2]) < it.across / 2]
            if all(found[n][1].across < lone.across for n in there):
                found = [it for n, it in enumerate(found) if n not in there] + [(sort, lone)]
    # And so is what is far smaller than the others, of its size in millimetres.
    scales = [lone.across / sort.size_mm for sort, lone in found]
    least = median(scales) / MAX_SCALES if scales else 0.0
    found = [it for it, scale in zip(found, scales, strict=True) if scale >= least]
    return [_piece(book, sort, lone_piece.straightened(lone.picture)) for sort, lone in found[:MAX_PIECES]]


def _piece(book: PieceBook[Any], sort: PhotographedSort, picture: Image) -> ReadPiece:
    face = lone_piece.read(picture, sort.size_mm)
    name, *rest = book.proposals(sort.piece, face)
    read = [choice.words for choice in name.choices]
    surely = read[0] if read and name.sure >= LIKELY_THRESHOLD else ""
    tile = _named(book, sort.sort).get(plain_name(surely)) if surely else None
    if tile is not None:
        known = book.proposals(book.pieces()[tile.id], face)
        rest = [one for one in known if not {*one.keys}.isdisjoint(tile.untold) and one.keys != name.keys]
    rest = [one for one in rest if one.choices]
    return ReadPiece(
        sort.sort,
        f"data:image/jpeg;base64,{b64encode(jpeg_of(picture, JPEG_QUALITY)).decode()}",
        surely,
        tuple(read[:4]),
        tile is not None,
        tuple(one for one in rest if one.sure >= SURE_THRESHOLD),
        tuple(one for one in rest if LIKELY_THRESHOLD <= one.sure < SURE_THRESHOLD),
        tuple(one for one in rest if one.sure < LIKELY_THRESHOLD),
    )


def _not_found(table: Table[State], found: list[ReadPiece]) -> list[ReadPiece]:
    """Of pieces that were to be drawn into the middle, those that the photo does not show: people write their
    names."""
    question, sort = _drawn_by_hand(table), _drawn_sort(table)
    if question is None or question.draw is None or not sort:
        return []
    missing = question.draw.count - len(found)
    return [ReadPiece(sort, "", "", (), False, (), (), ())] * missing


def _drawn_sort(table: Table[State]) -> str:
    """Of pieces that were to be drawn into the middle: nothing else lies there. "": none were."""
    question = _drawn_by_hand(table)
    pool = () if question is None or question.draw is None else question.draw.pool
    return next((tile.type for tile in _book(table).tiles() if tile.id in pool), "")


# --- telling it


def _wrong_names(table: Table[State], named: list[tuple[str, str]]) -> list[str]:
    """Why some of these (sort, name) cannot be, before any of them is told."""
    book, box = _book(table), box_of(game_at(table.game, table.state))
    wrong, taken = [], set[str]()
    for sort, name in named:
        why = name_problem(name, frozenset(taken))
        taken.add(plain_name(name))
        try:
            if not why and plain_name(name) not in _named(book, sort):
                box.newly_named(sort, name, table.state)
        except Illegal as problem:
            why = problem.sentence
        wrong += [why] if why else []
    return wrong


def _tell(table: Table[State], sort: str, name: str, said: Mapping[str, list[str]], by: str) -> str:
    """The id of the piece of this name, of which the table knows now what was said and nobody had told.
    Raises Illegal, ReadOnly, JournalError."""
    book = _book(table)
    tile = _named(book, sort).get(plain_name(name))
    if tile is None:
        tile = box_of(game_at(table.game, table.state)).newly_named(sort, name, table.state)
        teach_table(table, tile, by)
        book = _book(table)
    form = book.telling(tile.id)
    told = form.chosen
    open_keys = {field.key for field in form.fields if not field.chosen and not field.ended}
    new = [
        ToldFact(tile.id, key, one)
        for key, texts in said.items()
        for one in texts
        if key in open_keys and key != "name"
    ]
    if new:
        told_now = book.told(tile.id, Told((*told.facts, *new), later=True))
        teach_table(table, with_line(told_now, by, table), by)
    return tile.id


def _lie_in_the_middle(table: Table[State], ids: tuple[str, ...], by: str) -> None:
    """Enters that these were drawn, where just so many are to be told by hand."""
    question = _drawn_by_hand(table)
    if question is None or question.draw is None or question.draw.count != len(ids):
        return
    if not {*ids} <= {*question.draw.pool}:
        return
    decision, key = table.game.answer(table.state, question, ids), f"many/{secrets.token_hex(8)}"
    at_last(lambda: table.submit(decision, table.number, key, by))


def _drawn_by_hand(table: Table[State]) -> Question | None:
    """What asks for pieces that were drawn into the middle; None: nothing does."""
    return next((one for one in table.questions if one.draw is not None and one.draw.by_hand), None)
