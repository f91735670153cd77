"""A piece that somebody meets by its name alone, and the known pieces that such a name may mean.

It is in the box from then on, and at the table that met it.
Naming is everybody's, as telling a fact for the first time is; what is printed on the piece is asked when a
rule needs it.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from difflib import get_close_matches
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from msgspec.structs import asdict

from companion import games
from companion.box.editing import tile_text
from companion.box.met_elsewhere import NEARLY, has_name
from companion.games.contract import NEW, Correction, Decision, Game, Illegal, State, box_of, game_at
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


def meant(
    game: Game[State], table: Table[State] | None, sort: str, name: str, tag: str = ""
) -> tuple[tuple[str, str], ...]:
    """What a name to be met may mean, written otherwise: (`NewPieceForm.meant`, how it is written) of each
    known piece, and of each name that elsewhere is a piece's. None where it is one more copy of one, or
    cannot be a new piece's at all."""
    here = game_with_box(game.name) if table is None else game_at(table.game, table.state)
    book = box_of(here).book()
    known = {plain_name(one.name): (one.id, one.name) for one in known_pieces(book).values()}
    with suppress(Illegal):
        tile = _new(here, table, sort, name, tag)
        field = book.telling(tile.id).field_of(tile.id, "name")
        elsewhere = {plain_name(one): (f"{NEW}{one}", one) for one in (field.offers if field else ())}
        offered, said = {**elsewhere, **known}, plain_name(tile.name)
        if has_name(tile) and said not in offered:
            return tuple(offered[near] for near in get_close_matches(said, offered, 2, NEARLY))
    return ()


def page_of_meant(
    game: Game[State], asked: Struct, near: tuple[tuple[str, str], ...], back: str, tag: str = ""
) -> str:
    """Asks which of these a name means, before anything is kept: what the form said is sent again, with which
    it is as `meant`. tag: on the piece itself."""
    said = {name: value for name, value in asdict(asked).items() if value}
    pieces = [] if not tag else [pair for pair in near if not pair[0].startswith(NEW)]
    near = tuple(pair for pair in near if pair not in pieces)
    return render_template(
        "box_meant.html", game=game, said=said, near=near, new=NEW, wear_others=pieces, back=back
    )


def piece_meant(book: PieceBook[Any], name: str, meant: str) -> tuple[BoxTile | None, str]:
    """The known piece that is meant, or None and the name of a new one. Raises Refused: nobody knows that
    piece any more."""
    known = known_pieces(book).get(meant)
    if meant and known is None and not meant.startswith(NEW):
        raise Refused(404, _("There is no such piece: go back to the box."))
    return known, meant.removeprefix(NEW) if known is None and meant else name


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
    page that asked (see `page_that_asked`), or else the piece's own. meant: the known piece that it is, whose
    name was written otherwise; after NEW the name of a new one; "": nobody was asked yet."""

    name: str = ""
    sort: str = ""
    tag: str = ""
    table: str = ""
    seat: str = ""
    then: str = ""
    meant: str = ""


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
    book = box_of(game_with_box(name) if table is None else game_at(table.game, table.state)).book()
    if not form.meant and (near := meant(game, table, sort, form.name, tag)):
        return page_of_meant(game, form, near, page_that_asked(name, table, seat, "", form.then), tag)
    known, called = piece_meant(book, form.name, form.meant)
    try:
        if (
            table is not None
            and seat is not None
            and not (tag or form.then)  # a page that asked is no answer
            and _answered(table, seat, sort, called, known, by)
        ):
            return redirect(page_of(table, seat), 303)
        tile = known or _met(game, table, sort, called, tag, by)
    except Illegal as wrong:
        raise Refused(422, wrong.sentence) from None
    return redirect(_following(name, table, seat, tile, form.then, fixed=tile in book.fixed()), 303)


def _answered(table: Table[State], seat: int, sort: str, name: str, known: BoxTile | None, by: str) -> bool:
    """The seat's question is answered with the new piece, or the known one that is meant, where its answer is
    the place for it. Raises Illegal, ReadOnly, JournalError."""
    game = game_at(table.game, table.state)
    decision = box_of(game).named_in_answer(sort, name[:MAX_TYPED], table.state, seat)
    if decision is None:
        return False
    require_seat(table.id, seat)
    answer = decision if known is None else _answer_with(game, table.state, seat, known)
    key = f"named/{secrets.token_hex(8)}"
    at_last(lambda: table.submit(answer, table.number, key, by))
    return True


def _answer_with(game: Game[State], state: State, seat: int, known: BoxTile) -> Decision:
    """The answer that is this piece. Raises Illegal: why it is none."""

    def is_it(id: str | None) -> bool:
        info = game.tracking.tile(id or "")
        return info is not None and plain_name(info.name) == plain_name(known.name)

    for option in game.options(state, seat):
        if is_it(option.tile):
            return option.decision
    why = next((refusal.sentence for refusal in game.refusals(state, seat) if is_it(refusal.tile)), "")
    raise Illegal(why or _("{tile} is not among the answers now.", tile=known.name))


def _met(game: Game[State], table: Table[State] | None, sort: str, name: str, tag: str, by: str) -> BoxTile:
    """Raises Illegal, BoxTrouble, ReadOnly, JournalError."""
    if table is None:
        return named_in_box(game, sort, name)
    tile = _new(game_at(table.game, table.state), table, sort, name, tag)
    tell_piece(game, tile, by, table)
    return tile


def _new(game: Game[State], table: Table[State] | None, sort: str, name: str, tag: str) -> BoxTile:
    """The piece as it is met, of which nothing is kept yet. Raises Illegal."""
    box, name, state = box_of(game), name[:MAX_TYPED], None if table is None else table.state
    return box.newly_tagged(tag, name, state) if tag else box.newly_named(sort, name, state)


def _following(
    name: str, table: Table[State] | None, seat: int | None, tile: BoxTile, then: str, *, fixed: bool
) -> str:
    """The page that asked; the piece's own where none did. fixed: it came with the game and has no form."""
    if table is None and then != "what" and not fixed:
        return url_for("box.tile", name=name, id=tile.id)
    return page_that_asked(name, table, seat, tile.id, "what" if table is None else then)


def page_that_asked(name: str, table: Table[State] | None, seat: int | None, id: str, then: str) -> str:
    """The page on which this piece is named: "what" or "correct", with the piece ("": none yet), or else the
    table's or the box's."""
    at: dict[str, Any] = {"seat": seat}
    if then == "what":
        return url_for("what.what", name=name, tile=id or None, table=table.id if table else None, **at)
    if table is None:
        return url_for("box.index", game=name)
    if then == "correct":
        paths = [path for path in table.game.fact_values(table.state) if id in path.split("/")]
        return url_for("corrections.facts", table_id=table.id, path=paths, **at)
    return page_of(table, seat)
