"""The form of one whole piece, with what is told of it: from the box, an unknown tag, a scan or a table.

What is kept is in the box in use. With a table, it is in the table's box, and an entry of its journal, too,
while its players go on; where a fact was told wrongly and used, what follows is said first.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flask import Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.box.editing import tile_text, tiles_in
from companion.box.unread import with_piece, without_piece
from companion.box.what_follows import Follows, check_sum, put_right_key, what_follows
from companion.games.contract import Game, Illegal, State, box_of, game_at
from companion.games.contract.box import BoxTile, Retold, Understood
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.told import IN_BOX, Told, ToldBy, at_table
from companion.table.journal import utc_now
from companion.table.table import Table
from companion.translation import _, listed, marked
from companion.web.box.box import (
    correct_table,
    edit_box,
    game_with_box,
    next_unconfirmed,
    pages,
    tell_piece,
)
from companion.web.box.box_names import known_pieces, made_one, nearly, sorts_of
from companion.web.box.box_pictures import pictures_by_tile
from companion.web.live.drawn_form import drawn_form
from companion.web.request.addressed import asked_seat, page_of, room, table_of
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post, said
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import sender_at, sender_name


def _book(name: str, table: Table[State] | None) -> PieceBook[Any]:
    """What is told of the pieces of this table; None: of those in the box."""
    game = game_with_box(name) if table is None else game_at(table.game, table.state)
    return box_of(game).book()


def _table(id: str | None, name: str) -> Table[State] | None:
    table = table_of(id) if id else None
    if table is not None and table.game.name != name:
        raise Refused(404, _("There is no such piece: go back to the box."))
    return table


def _kept(name: str) -> dict[str, BoxTile]:
    """The pieces of the box in use."""
    return tiles_in(services().shelf.text(name))


@pages.get("/box/<name>/tile/<id>")
def tile(name: str, id: str) -> str:
    """table: the table in play that asked for it, or where it says something else; seat: whose page asks."""
    game, table = game_with_box(name), _table(request.args.get("table"), name)
    book, seat = _book(name, table), _seat(table)
    id = book.owned(id)
    form = book.telling(id, () if table is None else services().told_facts.told_by(table, id))
    now, understood = _understood(book, id, form.chosen)
    in_box = id in _kept(name)
    others = nearly(game, book, now, table) if in_box or table else ()
    return render_template(
        "box_piece.html",
        game=game,
        tile=now,
        known=any(field.chosen for field in form.fields),
        form=form,
        drawn=drawn_form(form, book),
        understood=understood,
        pictures=pictures_by_tile(game).get(id, ()),
        table=table,
        then=request.args.get("then", ""),
        seat=request.args.get("seat"),
        person="" if table is None or seat is None else table.setup.players[seat].name,
        back=url_for("box.index", game=name) if table is None else page_of(table, seat),
        usual_from=book.usual_from,
        nearly=[(other, book.merged(id, other.id)[1]) for other in others],
        in_box=in_box,
    )


def _understood(book: PieceBook[Any], id: str, value: Told) -> tuple[BoxTile, Understood]:
    """The piece as the value says it, and what is understood of it; nothing where it cannot be kept yet."""
    try:
        found = book.told(id, value.and_later())
    except Illegal as wrong:
        return BoxTile("", {"id": id}), Understood(wrong=wrong.sentence)
    return found.tile, book.understood(found.piece)


# --- keeping it

_NEEDS = said(marked('A piece needs its "id" and its "value", a list of what is told.'))


class PieceBody(Struct):
    """value: as a form in play is answered: "W14/price=cost 3", and "later" where the rest is told later.
    table: the one in play."""

    id: Annotated[str, _NEEDS]
    value: Annotated[list[str], _NEEDS]
    table: str | None = None


class KeptPieceBody(PieceBody):
    """follow: what the person chose where a fact was used: "as-if" it had been told so, or from "now" on."""

    follow: Literal["", "now", "as-if"] = ""


@json_post(pages, "/box/<name>/look", PieceBody)
def look(name: str, body: PieceBody) -> Response:
    """What is understood of a piece so far: `{"faces", "caption", "lines": [{"words", "plays"}], "wrong",
    "usual", "usual_words", "likely"}`. Nothing is kept."""
    book = _book(name, _table(body.table, name))
    value = Told.read(body.value)
    hints = book.hints(body.id, value)
    _tile, found = _understood(book, body.id, value)
    return jsonify(
        {
            "faces": found.faces,
            "caption": found.caption,
            "lines": [{"words": words, "plays": plays} for words, plays in found.lines],
            "wrong": found.wrong,
            "usual": [fact.text for fact in hints.usual],
            "usual_words": listed(hints.usual_words) if hints.usual else "",
            "likely": {f"{body.id}/{key}": offered for key, offered in hints.likely.items()},
        }
    )


@json_post(pages, "/box/<name>/tile", KeptPieceBody)
def keep(name: str, body: KeptPieceBody) -> Response:
    """Keeps what is told of a piece: `{"words", "next"}`; or first `{"follows": {"steps", "facts", "why",
    "result", "result_now"}}`, each in words, where the table used what is told otherwise now. Raises Illegal.
    """
    game, table = games.load(name), _table(body.table, name)
    book = _book(name, table)
    value = Told.read(body.value)
    told = book.told(body.id, value)
    if table is None and value.later and not told.facts and body.id not in _kept(name):
        raise Refused(422, _("Nothing is told of it yet."))
    follows = Follows() if table is None else _follows(table, book, body.id, value, told)
    if follows and not body.follow:
        said = {name: getattr(follows, name) for name in ("steps", "why", "result", "result_now")}
        return jsonify({"follows": said | {"facts": follows.words}})
    by = sender_name()
    kept = with_line(told, by, table)
    tell_piece(game, kept, by, table)
    if table is not None and body.follow == "as-if":
        for correction in follows.corrections:
            correct_table(table, correction, by, put_right_key(body.id))
    ((_id, called),) = book.telling(body.id).pieces
    name_now = game.display.named(str(kept.fields.get("name", called)))
    return jsonify({"words": _saved(kept, name_now), "next": _next(name, kept, table)})


def _follows(table: Table[State], book: PieceBook[Any], id: str, value: Told, told: Retold) -> Follows:
    """What follows from facts that had been told, and are told otherwise. Raises Illegal."""
    check_sum(table, id, tile_text(told.tile))
    otherwise = {
        field.key: value.of(id, field.key)
        for field in book.telling(id).fields
        if (field.chosen or field.ended)
        and field.key in told.facts
        and (value.of(id, field.key) or not value.later)
    }
    return what_follows(table, id, otherwise, tile_text(told.tile)) if otherwise else Follows()


def with_line(told: Retold, by: str, table: Table[State] | None = None) -> BoxTile:
    """With who told what, when, and where: at this table, else in the box."""
    if not told.facts:
        return told.tile
    at = IN_BOX if table is None else at_table(table.id)
    lines = [*told.tile.told, ToldBy(utc_now().date(), by, told.facts, at).line]
    return BoxTile(told.tile.type, {**told.tile.fields, "told": lines})


def _saved(tile: BoxTile, name: str) -> str:
    if tile.untold:
        return _("Saved: {tile}. The rest is told later.", tile=name)
    return _("Saved: {tile}.", tile=name)


def _seat(table: Table[State] | None) -> int | None:
    """The seat whose page asked (?seat=). Raises Refused."""
    return None if table is None else asked_seat(table, request.args.get("seat"))


def _next(name: str, tile: BoxTile, table: Table[State] | None) -> str:
    if table is not None:
        return page_of(table, _seat(table))
    if request.args.get("then") == "verify":
        return url_for("box.verify", name=name, after=tile.id)
    if tile.untold:
        return url_for("box.tile", name=name, id=tile.id)
    following = next_unconfirmed(_book(name, None).tiles(), tile.id)
    return url_for("box.tile", name=name, id=following.id) if following else url_for("box.index", game=name)


class MergeForm(Struct):
    """id: a piece that is `into`, written otherwise. table: the one in play; "": in the box in use."""

    id: str = ""
    into: str = ""
    table: str = ""


@form_post(pages, "/box/<name>/merge", MergeForm)
def merge(form: MergeForm, name: str) -> ResponseReturnValue:
    """Makes one piece of two spellings: what only the one tells is the other's, too. At a table it is an
    entry like others, by which its box has it."""
    game, table = games.load(name), _table(form.table or None, name)
    book = _book(name, table)
    known, kept = known_pieces(book), _kept(name) if table is None else {tile.id for tile in book.tiles()}
    is_fixed = form.into in {tile.id for tile in book.fixed()}
    if form.id == form.into or form.id not in kept or form.into not in known or not sorts_of(game):
        raise Refused(404, _("There is no such piece: go back to the box."))
    seat = _seat(table)
    by = sender_at(table, seat)
    merged, _differing = book.merged(form.id, form.into)
    tile = with_line(merged, by, table)
    if table is not None:
        correct_table(table, made_one(form.id, tile), by)
        room().update_tiles(table)
    if table is None or not table.setup.told:
        edit_box(game, lambda text: _in_one(game, text, form.id, None if is_fixed else tile), table)
    then = request.args.get("then")
    if not is_fixed:
        at: dict[str, Any] = {"table": table and table.id, "seat": request.args.get("seat"), "then": then}
        following = url_for("box.tile", name=name, id=form.into, **at)
    elif table is not None:
        following = page_of(table, seat)
    elif then == "verify":
        following = url_for("box.verify", name=name, after=form.id)
    else:
        following = url_for("box.index", game=name)
    return redirect(following, 303)


def _in_one(game: Game[State], text: str, id: str, into: BoxTile | None) -> str:
    """The box with this piece in the place of both; None: with neither."""
    return without_piece(game, text if into is None else with_piece(game, text, into), id)
