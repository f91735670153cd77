"""What a copy of a game lacks: pieces that are missing, damaged or replaced, as putting away noted them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Literal

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.box.met_elsewhere import NEARLY
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
from companion.web.setup.setup_form import called_in, plays_printed_pieces


@pages.get("/box/<name>/pieces")
def pieces(name: str) -> str:
    """copy: the box of the copy that is shown, "" for the one in use."""
    return _page(game_with_box(name), _copy(name, request.args.get("copy", "")))


def _page(game: Game[State], copy: str, meant: Sequence[str] = (), state: str = "") -> str:
    """meant: the ids of the pieces that a typed name may mean, which is asked; state: what was said of it."""
    name = game.name
    return render_template(
        "box_pieces.html",
        game=game,
        copy=copy,
        copies=sorted({*services().shelf.names(name), services().copies.name(name)}),
        records=services().copies.records(name, copy),
        called=_called(game),
        meant=meant,
        state=state,
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
    game, copy = game_with_box(name), _copy(name, form.copy)
    called, said = _called(game), plain_name(form.piece)
    names = {plain_name(called[id]): id for id in called if called[id]}
    piece = {**names, **{plain_name(id): id for id in called}}.get(said, form.piece.strip())
    if form.state and piece not in called and (near := get_close_matches(said, names, 2, NEARLY)):
        return _page(game, copy, [names[one] for one in near], form.state)

    def edit(before: tuple[PieceRecord, ...]) -> tuple[PieceRecord, ...]:
        known = next((it for it in STATES if it == form.state), None)
        if known is None or any(it.piece == piece for it in before):
            return with_state(before, piece, known)
        if piece not in called:
            raise Refused(
                422, _("No piece of this box is called “{name}”: type its number, as W07.", name=piece[:40])
            )
        return (*before, PieceRecord(piece, called[piece], known, utc_now()))

    services().copies.change(name, edit, copy)
    return redirect(url_for("box.pieces", name=name, copy=copy), 303)


def _called(game: Game[State]) -> Mapping[str, str]:
    return called_in(game, plays_printed_pieces(game, "hand"))


def _copy(game: str, copy: str) -> str:
    known = (*services().shelf.names(game), services().copies.name(game))
    return copy if copy in known else services().copies.name(game)
