"""A piece that somebody meets by its name alone, and the known pieces that such a name may mean.

It is in the box from then on, and at the table that met it.
Naming is everybody's, as telling a fact for the first time is; what is printed on the piece is asked when a
rule needs it.
"""

from __future__ import annotations

import secrets
from difflib import get_close_matches
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.box.editing import tile_text
from companion.box.met_elsewhere import NEARLY, has_name
from companion.games.contract import Correction, Game, Illegal, State, box_of, game_at
from companion.games.contract.box import BoxTile
from companion.games.contract.one_piece import SAME
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.piece_names import plain_name
from companion.table.table import Table
from companion.translation import _
from companion.web.box.box import at_last, game_with_box, pages, tell_piece
from companion.web.request.addressed import asked_seat, page_of, table_of
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.visitor import require_seat, sender_at, visitor

MAX_TYPED = 200
"""Letters of a name as it is sent; a name has fewer."""


def sorts_of(game: Game[State]) -> tuple[tuple[str, str], ...]:
    """What a page offers to a name that it does not know; none where the game meets nothing by name."""
    return () if game.box is None else game.box.sorts()


def named_in_box(game: Game[State], sort: str, name: str) -> BoxTile:
    """The piece of this name, new in the box in use. Raises Illegal, BoxTrouble."""
    tile = box_of(game_with_box(game.name)).newly_named(sort, name[:MAX_TYPED])
    tell_piece(game, tile)
    return tile


def known_pieces(book: PieceBook[Any]) -> dict[str, BoxTile]:
    """All whose name somebody told, or that came with one, by id."""
    return {tile.id: tile for tile in (*book.fixed(), *book.tiles()) if has_name(tile)}


def nearly(
    game: Game[State], book: PieceBook[Any], tile: BoxTile, table: Table[State] | None
) -> tuple[BoxTile, ...]:
    """The known pieces whose name is nearly that of this one, so that they may be the same. table: whose
    pieces these are; None: those of the box."""
    known = known_pieces(book)
    if not sorts_of(game) or tile.id not in known or not has_name(tile):
        return ()
    others = {
        plain_name(other.name): other
        for other in known.values()
        if other.type == tile.type and other.id != tile.id
    }
    near = (others[name] for name in get_close_matches(plain_name(tile.name), others, 2, NEARLY))
    return tuple(other for other in near if table is None or _may_be_one(book, table, tile.id, other.id))


def made_one(id: str, into: BoxTile) -> Correction:
    """The piece of this id is that one, written otherwise."""
    return Correction(f"{SAME}/{id}", tile_text(into))


def _may_be_one(book: PieceBook[Any], table: Table[State], id: str, into: str) -> bool:
    try:
        merged, _differing = book.merged(id, into)
        table.game.correct(table.state, made_one(id, merged.tile))
    except Illegal:
        return False
    return True


class NewPieceForm(Struct):
    """A piece of this name, of the `sort` or with the `tag`, met at `table` ("": none) by `seat`. then: the
    page that asked (see `page_that_asked`), or else the piece's own."""

    name: str = ""
    sort: str = ""
    tag: str = ""
    table: str = ""
    seat: str = ""
    then: str = ""


@form_post(pages, "/box/<name>/new", NewPieceForm)
def new_piece(form: NewPieceForm, name: str) -> ResponseReturnValue:
    game = games.load(name)
    table = table_of(form.table) if form.table else None
    if table is not None and (not visitor().at(table.id) or table.game.name != name):
        raise Refused(
            403, _("Only those at this table may do this: scan the code that the table's tablet shows.")
        )
    sort, tag = form.sort, form.tag[:MAX_TYPED]
    if not sorts_of(game) or (sort not in dict(sorts_of(game)) and not (tag and table)):
        raise Refused(422, _("Say what it is by one of the buttons."))
    seat = None if table is None else asked_seat(table, form.seat)
    by = sender_at(table, seat)
    try:
        if table is not None and seat is not None and not tag and _answered(table, seat, sort, form.name, by):
            return redirect(page_of(table, seat), 303)
        tile = _met(game, table, sort, form.name, tag, by)
    except Illegal as wrong:
        raise Refused(422, wrong.sentence) from None
    return redirect(_following(name, table, seat, tile, form.then), 303)


def _answered(table: Table[State], seat: int, sort: str, name: str, by: str) -> bool:
    """The seat's question is answered with the new piece, where its answer is the place for it. Raises
    Illegal, ReadOnly, JournalError."""
    box = box_of(game_at(table.game, table.state))
    decision = box.named_in_answer(sort, name[:MAX_TYPED], table.state, seat)
    if decision is None:
        return False
    require_seat(table.id, seat)
    key = f"named/{secrets.token_hex(8)}"
    at_last(lambda: table.submit(decision, table.number, key, by))
    return True


def _met(game: Game[State], table: Table[State] | None, sort: str, name: str, tag: str, by: str) -> BoxTile:
    """Raises Illegal, BoxTrouble, ReadOnly, JournalError."""
    if table is None:
        return named_in_box(game, sort, name)
    box, name = box_of(game_at(table.game, table.state)), name[:MAX_TYPED]
    tile = box.newly_tagged(tag, name, table.state) if tag else box.newly_named(sort, name, table.state)
    tell_piece(game, tile, by, table)
    return tile


def _following(name: str, table: Table[State] | None, seat: int | None, tile: BoxTile, then: str) -> str:
    """The page that asked; where the name is nearly that of a known piece, that of the piece, which offers
    it."""
    game = game_with_box(name) if table is None else game_at(table.game, table.state)
    asks = visitor().staff and bool(nearly(game, box_of(game).book(), tile, table))
    if asks or (table is None and then != "what"):
        at: dict[str, Any] = {"table": table.id if table else None, "seat": seat, "then": then or None}
        return url_for("box.tile", name=name, id=tile.id, **at)
    return page_that_asked(name, table, seat, tile.id, then)


NAMES_PIECES = ("what", "correct")
"""The pages that ask what a piece is called, and then go on with it."""


def page_that_asked(name: str, table: Table[State] | None, seat: int | None, id: str, then: str) -> str:
    """The page on which this piece was named: one of NAMES_PIECES, with the piece, or else the table's or the
    box's."""
    at: dict[str, Any] = {"seat": seat}
    if then == "what":
        return url_for("what.what", name=name, tile=id, table=table.id if table else None, **at)
    if table is None:
        return url_for("box.index", game=name)
    if then == "correct":
        paths = [path for path in table.game.fact_values(table.state) if id in path.split("/")]
        return url_for("corrections.facts", table_id=table.id, path=paths, **at)
    return page_of(table, seat)
