"""The pages of the owner's tiles: what is registered, each tile's form, verifying them all.

A tile is kept in the box in use. One that a table in play asked for is also added to that table, as an entry
of its journal, while its players go on.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.box.editing import tile_text, with_tile, without_tile
from companion.box.shelf import BoxTrouble
from companion.games.contract import Correction, Game, Illegal, State, box_of
from companion.games.contract.box import TILE, BoxTile
from companion.table.journal_errors import JournalError
from companion.table.snapshot import Stale
from companion.translation import SOURCE, _, marked, speaking
from companion.web.box.box_pictures import pictures_by_tile
from companion.web.request.addressed import room, table_of
from companion.web.request.at_station import station_here
from companion.web.request.errors import error_response
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post, said
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.setup.which_game import game_asked_for

pages = Blueprint("box", __name__)

_IMPOSSIBLE_PREFIXES = ("cannot be read: ", "cannot be: ", "does not fit: ")
_WRONG_PREFIXES = ("missing: ", "too many: ", *_IMPOSSIBLE_PREFIXES)
"""The beginnings of a box report's lines about faults."""
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
        return box_of(game).with_box(text) if text else game
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


def _game_template(game: Game[State], page: str) -> str:
    return f"{game.name}/{page}.html"


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
    # Sorted by their English beginnings, then shown in the device's language.
    with speaking(SOURCE):
        sorts = report.lines()
    lines = tuple(zip(sorts, report.lines(), strict=True))
    station_here().open_cameras(game)
    return render_template(
        "box.html",
        game=game,
        games=games.titles("box"),
        tiles=tiles,
        groups=_tiles_by_type(tiles),
        headings=book.form().get("headings", {}),
        owned=sum(tile.own for tile in tiles),
        wrong=[line for sort, line in lines if sort.startswith(_WRONG_PREFIXES)],
        impossible=[line for sort, line in lines if sort.startswith(_IMPOSSIBLE_PREFIXES)],
        manual=[line for sort, line in lines if sort.startswith("manual: ")],
        report_ok=report.ok,
        first=_next_unconfirmed(tiles),
        sorts=box_of(game).sorts(),
        boxes=services().shelf.names(game.name),
        in_use=services().shelf.in_use(game.name),
        trouble=_(told.trouble) if told.trouble else "",
    )


@pages.get("/box/<name>/tile")
def find(name: str) -> ResponseReturnValue:
    """A tile by its number, as typed: "w7" is W07."""
    game = game_with_box(name)
    tag = request.args.get("id", "").strip().upper().removeprefix(f"{game.tag_prefix}:")
    for id in (tag, f"{tag[:1]}0{tag[1:]}"):
        if box_of(game).book().tile(box_of(game).book().owned(id)) is not None:
            return redirect(url_for("box.tile", name=name, id=box_of(game).book().owned(id)), 303)
    return redirect(url_for("box.tile", name=name, id=tag or "?"), 303)


@pages.get("/box/<name>/tile/<id>")
def tile(name: str, id: str) -> str:
    """The form of one tile. table: the table in play that asked for it."""
    game = game_with_box(name)
    book = box_of(game).book()
    id = book.owned(id)
    known = book.tile(id)
    if known is None:
        known = book.blank(id)
    start = book.start(known)
    asked = request.args.get("table", "")
    tiles = book.tiles()
    return render_template(
        "box_tile.html",
        own=_game_template(game, "box_tile"),
        game=game,
        tile=start,
        made_up=known if start is not known else None,
        fields=start.fields,
        pictures=pictures_by_tile(game).get(id, ()),
        assumed=start.assumed,
        form=book.form(),
        table=table_of(asked) if asked else None,
        then=request.args.get("then", ""),
        known_names=[other.name for other in tiles if other.own and other.id != id],
        owned=sum(t.own for t in tiles),
        of=len(tiles),
        next=_next_unconfirmed(tiles, id),
    )


@pages.get("/box/<name>/verify")
def verify(name: str) -> str:
    """One tile after another that its owner has not confirmed, to be held against the printed one."""
    game = game_with_box(name)
    tiles = box_of(game).book().to_verify()
    after = request.args.get("after", "")
    current = next((t for t in tiles if t.id == request.args.get("tile")), None) or _next_unconfirmed(
        tiles, after
    )
    return render_template(
        "box_verify.html",
        game=game,
        tile=current,
        pictures=pictures_by_tile(game).get(current.id, ()) if current else (),
        understood=box_of(game).book().understood(current) if current else None,
        groups=_field_groups(game, current) if current else [],
        form=box_of(game).book().form(),
        owned=sum(t.own for t in tiles),
        of=len(tiles),
    )


@pages.get("/box/<name>/seen")
def seen(name: str) -> Response:
    """The tiles under the camera now: `{"tiles": [{"id", "name", "own", "href"}]}`, newest tag first."""
    game = game_with_box(name)
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
        "name": info.name if info else tile.name if tile else _("unknown"),
        "own": tile.own if tile else False,
        "href": url_for("box.tile", name=game.name, id=id),
    }


# --- changing -------------------------------------------------------------------------------------------


_TILE_NEEDS = said(marked('A tile needs its "type" and its "fields".'))


class TileBody(Struct):
    """A tile as its form has it; the game's book reads the fields."""

    type: Annotated[str, _TILE_NEEDS]
    fields: Annotated[dict[str, Any], _TILE_NEEDS]


class KeptTileBody(TileBody):
    """table: the one in play that asked for it."""

    table: str | None = None


@json_post(pages, "/box/<name>/understood", TileBody)
def understood(name: str, body: TileBody) -> Response:
    """What the game makes of a tile so far: `{"faces", "caption", "lines": [{"text", "words", "plays"}],
    "wrong"}`. Nothing is kept."""
    found = box_of(games.load(name)).book().understood(BoxTile(body.type, body.fields))
    lines = [{"text": text, "words": words, "plays": plays} for text, words, plays in found.lines]
    return jsonify({"faces": found.faces, "caption": found.caption, "lines": lines, "wrong": found.wrong})


@json_post(pages, "/box/<name>/tile", KeptTileBody)
def keep(name: str, body: KeptTileBody) -> Response:
    """Registers a tile: in the box in use, and at the table that asked for it.

    Fields that `fields["assumed"]` lists are kept as not confirmed. Raises Illegal.
    """
    game = games.load(name)
    tile = box_of(game).book().read(_confirmed(BoxTile(body.type, body.fields)))
    asked = body.table
    if asked:
        table_of(asked)
    edit_box(game, lambda text: with_tile(text, tile, game.title))
    if asked:
        teach_table(asked, tile)
    tiles = box_of(game_with_box(name)).book().tiles()
    following = _next_unconfirmed(tiles, tile.id)
    return jsonify(
        {
            "words": _("{tile} is {name}.", tile=tile.id, name=tile.name),
            "owned": sum(t.own for t in tiles),
            "next": url_for("box.tile", name=name, id=following.id) if following else url_for("box.index"),
        }
    )


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
        raise Refused(404, _("There is no such tile: go back to the box."))
    fields = set(form.field)
    left = [field for field in tile.assumed if fields and field not in fields]
    values = {k: v for k, v in tile.fields.items() if k not in ("source", "assumed")}
    if left:
        values |= {k: tile.fields[k] for k in ("source",) if k in tile.fields} | {"assumed": left}
    edit_box(games.load(name), lambda text: with_tile(text, BoxTile(tile.type, values), game.title))
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


def _confirmed(tile: BoxTile) -> BoxTile:
    """The tile as confirmed by its owner: without its "source", but with fields that are still to check."""
    fields = {k: v for k, v in tile.fields.items() if k != "source"}
    if not fields.get("assumed"):
        fields.pop("assumed", None)
    return BoxTile(tile.type, fields)


def edit_box(game: Game[State], edit: Any) -> None:
    """Changes the text of the box in use. Raises Illegal for a result that is no box."""

    def edit_checked(text: str) -> str:
        after: str = edit(text)
        box_of(game).with_box(after)
        return after

    services().shelf.change(game.name, edit_checked)


def teach_table(table_id: str, tile: BoxTile) -> None:
    """Raises Illegal, ReadOnly, JournalError."""
    table, key = table_of(table_id), f"tile/{secrets.token_hex(8)}"
    correction = Correction(f"{TILE}/{tile.id}", tile_text(tile))
    for _attempt in range(MAX_TEACH_ATTEMPTS):
        try:
            table.correct(correction, table.number, key, "the box")
        except Stale:
            continue
        room().update_tiles(table)
        return
    raise Illegal(_("The table is too busy: save the tile again."))


def _next_unconfirmed(tiles: Iterable[BoxTile], after: str = "") -> BoxTile | None:
    """The tile after `after`, and then from the start, that its owner has not confirmed."""
    order = list(tiles)
    at = next((n for n, tile in enumerate(order) if tile.id == after), -1) + 1
    return next((t for t in order[at:] + order[:at] if not t.own and t.id != after), None)


def _tiles_by_type(tiles: Iterable[BoxTile]) -> dict[str, list[BoxTile]]:
    groups: dict[str, list[BoxTile]] = {}
    for tile in tiles:
        groups.setdefault(tile.type, []).append(tile)
    return groups


def _field_groups(game: Game[State], tile: BoxTile) -> list[tuple[tuple[str, ...], bool]]:
    """A tile's fields in the groups that are confirmed together, and whether each group is sure."""
    groups: list[tuple[tuple[str, ...], bool]] = []
    done: set[str] = set()
    names = [f for f in (*tile.fields, *tile.assumed) if f not in ("id", "source", "assumed")]
    for field in dict.fromkeys(names):
        if field not in done:
            group = next((g for g in box_of(game).book().together if field in g), (field,))
            done |= set(group)
            groups.append((group, not set(group) & set(tile.assumed)))
    return groups
