"""What is this card? A tile by name, by tag, or by look once photographed: what it says, and does now.

A picture is read, and forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.games import UnknownGame
from companion.games.contract import Game, State, TileNow, TileWords, game_at
from companion.scan.reading import read_sent_photo
from companion.table.snapshot import NoSuchTable
from companion.translation import _
from companion.vision.sent_photos import BadPicture
from companion.web.box.box import game_with_box
from companion.web.box.box_names import sorts_of
from companion.web.request.addressed import room
from companion.web.request.form_body import form_post
from companion.web.request.picture_body import PhotoForm, one_photo
from companion.web.request.reading import Lacking, Refused
from companion.web.rulebook import tile_now
from companion.web.scan.scan_reading import look_readers, run_in_turn
from companion.web.transport.long_work import long_work

pages = Blueprint("what", __name__)

MAX_SHOWN = 12
"""Tiles on one page: as many as a hand and what lies beside it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile with what its page shows. drawing: an SVG, or ""; now: None where no table is asked about."""

    words: TileWords
    drawing: str
    now: TileNow | None


@pages.get("/what/<name>")
def what(name: str) -> str:
    """?tile=: what is shown, any number of times. ?table=, seat=: what it does there, and the way back."""
    back = _back()
    return _page(_explaining(name, back), back)


class LookForm(PhotoForm):
    """table, seat: where the way leads back to."""

    table: str = ""
    seat: str = ""


@form_post(pages, "/what/<name>", LookForm, one_photo(lambda name: _explaining(name, _back())))
@long_work
def look(name: str, form: LookForm) -> ResponseReturnValue:
    """Reads the photo and shows the tiles in it."""
    back = _back(form)
    game, data = _explaining(name, back), form.data
    if not data:
        return _page(game, back, _("No photo was chosen.")), 422
    try:
        read, _image = run_in_turn(partial(read_sent_photo, data, game, look_readers(game)))
    except BadPicture as bad:
        return _page(game, back, bad.sentence), 422
    named = [found.tile for found in read.found]  # of one known by its look, its front
    named += [tile for doubt in read.doubts for tile in doubt.tiles]
    tiles = [tile for tile in dict.fromkeys(named) if _words(game, tile) is not None]
    if not tiles:
        sentence = _(
            "Nothing of the game was known in this photo. Come nearer, without glare, or find it by name."
        )
        return _page(game, back, sentence), 422
    values: dict[str, Any] = {"name": name, "tile": tiles[:MAX_SHOWN], **back}
    return redirect(url_for("what.what", **values), 303)


def _page(game: Game[State], back: dict[str, str], wrong: str = "") -> str:
    tiles = dict.fromkeys(request.args.getlist("tile")[:MAX_SHOWN])
    shown = [one for one in (_shown(game, tile) for tile in tiles) if one is not None]
    return render_template(
        "what.html",
        game=game,
        shown=shown,
        names=() if shown else _names(game),
        wrong=wrong,
        sorts=sorts_of(game),
        back=back,
    )


def _back(form: LookForm | None = None) -> dict[str, str]:
    """The table and the seat that the page leads back to, as the form or the address says."""
    asked = {"table": form.table, "seat": form.seat} if form else {}
    told = {name: asked.get(name) or request.args.get(name, "") for name in ("table", "seat")}
    return {name: value[:60] for name, value in told.items() if value}


def _explaining(name: str, back: dict[str, str]) -> Game[State]:
    """The game of that name, at the table in question with that table's tiles. Raises Refused."""
    try:
        game = games.load(name)
    except UnknownGame as wrong:
        raise Refused(404, wrong.sentence) from None
    if game.reference is None or not game.tracking.tiles():
        sentence = _("{game} has no pieces that are explained here.", game=game.title)
        raise Lacking(game, _("What is this?"), sentence)
    try:
        table = room().tables.open(back.get("table", ""))
    except NoSuchTable:
        return game_with_box(name)
    return game_at(table.game, table.state) if table.game.name == name else game_with_box(name)


def _words(game: Game[State], tile: str) -> TileWords | None:
    return None if game.reference is None else game.reference.tile_words(tile)


def _shown(game: Game[State], tile: str) -> Shown | None:
    words = _words(game, tile)
    if words is None:
        return None
    info = game.tracking.tile(words.tile)
    drawing = game.tracking.drawing(words.tile, info.faces[:1] if info is not None else "")
    back = _back()
    now = tile_now(game, back.get("table", ""), back.get("seat", ""), words.tile)
    return Shown(words, drawing, now)


def _names(game: Game[State]) -> list[tuple[str, str, str]]:
    """(id, name, line) of each tile whose name is known, one of a name, by name."""
    found: dict[str, tuple[str, str, str]] = {}
    for info in game.tracking.tiles():
        if "name" not in info.unverified:
            found.setdefault(info.name, (info.id, info.name, info.caption))
    return [found[name] for name in sorted(found, key=str.casefold)]
