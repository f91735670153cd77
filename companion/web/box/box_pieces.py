"""What a copy of a game lacks: pieces that are missing, damaged or replaced, as putting away noted them."""

from __future__ import annotations

from typing import Literal

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.games.contract import Game, State
from companion.games.contract.piece_names import plain_name
from companion.put_away.copies import STATES, PieceRecord, with_state
from companion.put_away.copies import State as PieceState
from companion.table.journal import utc_now
from companion.translation import _
from companion.web.box.box import game_with_box, pages
from companion.web.request.devices import is_tracked
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services


@pages.get("/box/<name>/pieces")
def pieces(name: str) -> str:
    """copy: the box of the copy that is shown, "" for the one in use."""
    game, copy = game_with_box(name), _copy(name, request.args.get("copy", ""))
    return render_template(
        "box_pieces.html",
        game=game,
        copy=copy,
        copies=sorted({*services().shelf.names(name), services().copies.name(name)}),
        records=services().copies.records(name, copy),
        pieces=[piece for part in game.contents() for piece in part.pieces],
        printed=game.box is not None and is_tracked(game),
    )


class PieceForm(Struct):
    """piece: its number or name. state: "" for there and whole."""

    piece: str
    state: PieceState | Literal[""]
    copy: str = ""


@form_post(pages, "/box/<name>/pieces", PieceForm)
def note(form: PieceForm, name: str) -> ResponseReturnValue:
    """What is known of a piece of this copy now."""
    game, copy, piece = game_with_box(name), _copy(name, form.copy), form.piece.strip()

    def edit(before: tuple[PieceRecord, ...]) -> tuple[PieceRecord, ...]:
        known = next((it for it in STATES if it == form.state), None)
        if known is None or any(it.piece == piece for it in before):
            return with_state(before, piece, known)
        found = _piece(game, piece)
        return (*before, PieceRecord(found.piece, found.name, known, utc_now()))

    services().copies.change(name, edit, copy)
    return redirect(url_for("box.pieces", name=name, copy=copy), 303)


def _piece(game: Game[State], named: str) -> PieceRecord:
    """By its number or its name. Raises Refused."""
    for part in game.contents():
        for piece in part.pieces:
            if plain_name(named) in (plain_name(piece.id), plain_name(piece.name)):
                return PieceRecord(piece.id, piece.name, "missing", utc_now())
    raise Refused(
        422, _("No piece of this box is called “{name}”: type its number, as W07.", name=named[:40])
    )


def _copy(game: str, copy: str) -> str:
    known = (*services().shelf.names(game), services().copies.name(game))
    return copy if copy in known else services().copies.name(game)
