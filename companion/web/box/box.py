"""The pages of the owner's tiles: what is registered, verifying them all, and which box is in use."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.box.editing import tile_text, without_tile
from companion.box.shelf import BoxTrouble
from companion.box.unread import with_piece
from companion.games.contract import Correction, Game, Illegal, State, box_of, game_of_box
from companion.games.contract.box import TILE, BoxTile
from companion.table.journal_errors import JournalError
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.translation import _
from companion.web.box.box_pictures import pictures_by_tile
from companion.web.request.addressed import room
from companion.web.request.at_station import station_here
from companion.web.request.devices import is_tracked
from companion.web.request.errors import error_response
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.setup.which_game import game_asked_for

pages = Blueprint("box", __name__)

CATCH_UP_SECONDS = 1.5
"""Time that the page waits for what was told while no program ran."""
MAX_TEACH_ATTEMPTS = 20
"""A tile's entry depends on no move, so it is retried when the table has gone on meanwhile."""


@pages.app_errorhandler(BoxTrouble)
def trouble(wrong: BoxTrouble) -> ResponseReturnValue:
    return error_response(422, wrong.sentence)


def game_with_box(name: str) -> Game[State]:
    """The game with the tiles of the box in use. Raises UnknownGame, BoxTrouble."""
    game = games.load(name)
    text = services().shelf.text(name)
    try:
        return game_of_box(game, text)
    except Illegal as wrong:
        box = services().shelf.in_use(name) or ""
        raise BoxTrouble(
            _(
                "The box “{box}” cannot be used: {why} Correct {file}, or put the box away with "
                "`companion box use --none`.",
                box=box,
                why=wrong.sentence,
                file=services().shelf.path(name, box),
            )
        ) from None


def game_with_tags(name: str) -> Game[State]:
    """The same, of a game whose pieces wear tags. Raises Refused, too: none does."""
    game = game_with_box(name)
    if not is_tracked(game):
        raise Refused(
            404, _("No piece of {game} has a tag: what the pieces say is entered by hand.", game=game.title)
        )
    return game


# --- looking --------------------------------------------------------------------------------------------


@pages.get("/box")
def index() -> ResponseReturnValue:
    """The box of a game: what is registered, and how to go on."""
    told = services().told_facts.follower
    with suppress(JournalError):  # the box is shown as it is
        told.catch_up(CATCH_UP_SECONDS)
    game = game_with_box(game_asked_for("box"))
    book = box_of(game).book()
    tiles = book.tiles()
    report = box_of(game).check_box(None)
    station_here().open_cameras(game)
    return render_template(
        "box.html",
        game=game,
        games=games.titles("box"),
        tiles=tiles,
        public=all(tile.known or tile.fields.get("source") == "owner" for tile in tiles),
        groups=_tiles_by_type(tiles),
        fixed=sorted(book.fixed(), key=lambda tile: tile.name.casefold()),
        headings=book.headings(),
        owned=sum(tile.own for tile in tiles),
        report=report,
        first=next_unconfirmed(tiles),
        sorts=box_of(game).sorts(),
        boxes=services().shelf.names(game.name),
        in_use=services().shelf.in_use(game.name),
        trouble=_(told.trouble) if told.trouble else "",
    )


@pages.get("/box/<name>/tile")
def find(name: str) -> ResponseReturnValue:
    """A tile by its number, as typed: "w7" is W07."""
    game = game_with_tags(name)
    tag = request.args.get("id", "").strip().upper().removeprefix(f"{game.tag_prefix}:")
    for id in (tag, f"{tag[:1]}0{tag[1:]}"):
        if box_of(game).book().tile(box_of(game).book().owned(id)) is not None:
            return redirect(url_for("box.tile", name=name, id=box_of(game).book().owned(id)), 303)
    return redirect(url_for("box.tile", name=name, id=tag or "?"), 303)


@pages.get("/box/<name>/verify")
def verify(name: str) -> str:
    """One tile after another that its owner has not confirmed, to be held against the printed one."""
    game = game_with_box(name)
    book = box_of(game).book()
    tiles = book.to_verify()
    after = request.args.get("after", "")
    current = next((t for t in tiles if t.id == request.args.get("tile")), None) or next_unconfirmed(
        tiles, after
    )
    return render_template(
        "box_verify.html",
        game=game,
        tile=current,
        pictures=pictures_by_tile(game).get(current.id, ()) if current else (),
        understood=book.understood(book.pieces()[current.id]) if current else None,
        confirmable=book.confirmable(book.pieces()[current.id]) if current else (),
        owned=sum(t.own for t in tiles),
        of=len(tiles),
    )


@pages.get("/box/<name>/seen")
def seen(name: str) -> Response:
    """The tiles under the camera now: `{"tiles": [{"id", "name", "own", "href"}]}`, newest tag first."""
    game = game_with_tags(name)
    station_here().open_cameras(game)
    eyes = station_here().eyes
    found: dict[str, None] = {}
    if eyes is not None:
        sightings = eyes.sightings()
        now = max((at for at, _ in sightings.values()), default=0.0)
        for tag, (at, _) in sightings.items():
            if tag.prefix == game.tag_prefix and tag.place is None and now - at < 2:
                found[box_of(game).book().owned(f"{tag.tile}{tag.face}")] = None
    return jsonify({"camera": eyes is not None, "tiles": [tile_json(game, id) for id in found]})


def tile_json(game: Game[State], id: str) -> dict[str, Any]:
    tile, info = box_of(game).book().tile(id), game.tracking.tile(id)
    return {
        "id": id,
        "name": info.name if info else game.display.named(tile.name) if tile else _("unknown"),
        "own": tile.own if tile else False,
        "href": url_for("box.tile", name=game.name, id=id),
    }


# --- changing -------------------------------------------------------------------------------------------


class ConfirmedForm(Struct):
    """field: those that match the printed tile; none: all."""

    id: str = ""
    field: tuple[str, ...] = ()


@form_post(pages, "/box/<name>/confirm", ConfirmedForm)
def confirm(form: ConfirmedForm, name: str) -> ResponseReturnValue:
    """A tile matches the printed one."""
    game = game_with_box(name)
    tile = box_of(game).book().tile(form.id)
    if tile is None:
        raise Refused(404, _("There is no such piece: go back to the box."))
    fields = set(form.field)
    left = [field for field in tile.assumed if fields and field not in fields]
    values = {k: v for k, v in tile.fields.items() if k not in ("source", "assumed")}
    if left:
        values |= {k: tile.fields[k] for k in ("source",) if k in tile.fields} | {"assumed": left}
    rules, confirmed = games.load(name), BoxTile(tile.type, values)
    tell_piece(rules, confirmed)
    after = {"tile": tile.id} if left else {"after": tile.id}
    return redirect(url_for("box.verify", name=name, **after), 303)  # type: ignore[arg-type]


class TileForm(Struct):
    id: str = ""


@form_post(pages, "/box/<name>/forget", TileForm)
def forget(form: TileForm, name: str) -> ResponseReturnValue:
    """Takes a tile out of the box: what comes with the game holds again."""
    game = games.load(name)
    edit_box(game, lambda text: without_tile(text, form.id))
    return redirect(url_for("box.index", game=name), 303)


class BoxForm(Struct):
    """box: its name; "": the tiles that come with the game."""

    box: str = ""


@form_post(pages, "/box/<name>/use", BoxForm)
def use(form: BoxForm, name: str) -> ResponseReturnValue:
    """Chooses the box of new tables."""
    games.load(name)
    services().shelf.use(name, form.box or None)
    return redirect(url_for("box.index", game=name), 303)


# --- within ---------------------------------------------------------------------------------------------


def edit_box(game: Game[State], edit: Any, table: Table[State] | None = None) -> None:
    """Changes the text of the table's box; None: of the one in use. Raises Illegal for a result of which more
    cannot be read than before."""

    def edit_checked(text: str) -> str:
        after: str = edit(text)
        before, unread = (game_of_box(game, one).unread for one in (text, after))
        if len(unread) > len(before):
            said = {one.sentence for one in before}  # they stand on other lines now
            raise Illegal(next((one for one in unread if one.sentence not in said), unread[-1]).words())
        return after

    services().shelf.change(game.name, edit_checked, "" if table is None else table.settings.copy)


def tell_piece(rules: Game[State], tile: BoxTile, by: str = "", table: Table[State] | None = None) -> None:
    """The piece is told so: in the box in use, or at this table and in its box. Raises Illegal, BoxTrouble,
    ReadOnly, JournalError."""
    if table is None or not table.setup.told:  # a table with told pieces keeps them in the box by itself
        edit_box(rules, lambda text: with_piece(rules, text, tile), table)
    if table is not None:
        teach_table(table, tile, by)


def teach_table(table: Table[State], tile: BoxTile, by: str) -> None:
    """Raises Illegal, ReadOnly, JournalError."""
    correct_table(table, Correction(f"{TILE}/{tile.id}", tile_text(tile)), by)
    room().update_tiles(table)


def correct_table(table: Table[State], correction: Correction, by: str, key: str = "tile/") -> None:
    """key: what that of the entry begins with. Raises Illegal, ReadOnly, JournalError."""
    key += secrets.token_hex(8)
    at_last(lambda: table.correct(correction, table.number, key, by))


def at_last(enter: Callable[[], object]) -> None:
    """Makes an entry that depends on no other, again where the table has gone on meanwhile. Raises Illegal,
    and what `enter` raises."""
    for _attempt in range(MAX_TEACH_ATTEMPTS):
        with suppress(Stale):
            enter()
            return
    raise Illegal(_("The table is too busy: save the piece again."))


def next_unconfirmed(tiles: Iterable[BoxTile], after: str = "") -> BoxTile | None:
    """The tile after `after`, and then from the start, that its owner has not confirmed."""
    order = list(tiles)
    at = next((n for n, tile in enumerate(order) if tile.id == after), -1) + 1
    return next((t for t in order[at:] + order[:at] if not t.own and t.id != after), None)


def _tiles_by_type(tiles: Iterable[BoxTile]) -> dict[str, list[BoxTile]]:
    groups: dict[str, list[BoxTile]] = {}
    for tile in tiles:
        groups.setdefault(tile.type, []).append(tile)
    return groups
