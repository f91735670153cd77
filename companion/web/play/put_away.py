"""Putting a game away: who puts what into the box, what the cameras see going back, and what is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from flask import Blueprint, render_template, url_for
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct

from companion.box.shelf import BoxTrouble
from companion.games.contract import State
from companion.put_away.checklist import Item, Missing, checked, checklist, missing
from companion.put_away.copies import MISSING, PieceRecord, after_putting_away
from companion.put_away.kept import PutAway, Seen, put_away_from_json, put_away_to_json
from companion.put_away.sightings import Sighting
from companion.table.journal import utc_now
from companion.table.settings import Settings
from companion.table.table import Table
from companion.translation import _, plural
from companion.vision.reader import Reader
from companion.vision.sent_photos import open_photo
from companion.web.live.views import seats
from companion.web.play.bodies import TableNumber
from companion.web.play.put_away_view import closed_view, item_view, missing_view
from companion.web.request.addressed import room, table_of
from companion.web.request.at_station import copy_of
from companion.web.request.devices import devices_for
from companion.web.request.json_body import json_post
from companion.web.request.languages import device_clock
from companion.web.request.picture_body import picture_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import visitor
from companion.web.transport.long_work import long_work

pages = Blueprint("put_away", __name__)

MAX_PHOTO_BYTES = 12 << 20
MAX_COUNT = 999


class LookedOver(Struct, tag_field="do", tag="whole"):
    """An item was looked over by hand: all of it is there. whole: false takes that back."""

    item: str
    whole: bool


class Missed(Struct, tag_field="do", tag="missing"):
    """Somebody misses a piece, or has found it."""

    piece: str
    missing: bool


class Counted(Struct, tag_field="do", tag="count"):
    """How many of a counted part there are; null takes the number back."""

    part: str
    count: Annotated[int, Meta(ge=0, le=MAX_COUNT)] | None


class Closed(Struct, tag_field="do", tag="finish"):
    """The list is closed: what was named as missing is noted with this copy; what nobody checked is not."""


PutAwayBody = LookedOver | Missed | Counted | Closed


@pages.get("/t/<table_id>/put-away")
def put_away(table_id: str) -> str:
    """The list, which is fetched repeatedly while the page is open."""
    table = table_of(table_id)
    if kept_of(table).begun is None:
        keep(table, lambda kept: kept.at_begin(utc_now()))
    return render_template("put_away.html", table=table, game=table.game, items=_items_html(table))


@pages.get("/t/<table_id>/put-away/items")
def items(table_id: str) -> str:
    """The list as it is now, as an HTML fragment."""
    return _items_html(table_of(table_id))


@json_post(pages, "/t/<table_id>/put-away", PutAwayBody)
def tell(table_id: str, body: PutAwayBody) -> TableNumber:
    """What people say to the list."""
    table = table_of(table_id)
    contents = table.game.contents()
    match body:
        case LookedOver(item=item, whole=whole):
            alone = {one.id: _alone(one) for one in checklist(table, kept_of(table))}
            if item not in alone:
                raise Refused(400, _("There is no such line of the list: load the page again."))
            keep(table, lambda kept: kept.with_whole(item, whole, alone[item]))
        case Missed(piece=piece, missing=gone):
            if piece not in {one.id for part in contents for one in part.pieces}:
                raise Refused(400, _("There is no such piece in this box: load the page again."))
            found = checklist(table, kept_of(table))
            line = next((one.id for one in found if _alone(one) == piece), "")
            keep(table, lambda kept: kept.with_missing(piece, gone, line))
        case Counted(part=part, count=count):
            if part not in {one.id for one in contents if one.number and not one.pieces}:
                raise Refused(400, _("There is no such line of the list: load the page again."))
            keep(table, lambda kept: kept.with_count(part, count))
        case Closed():
            _close(table)
    return TableNumber(table.number)


@picture_post(pages, "/t/<table_id>/put-away/photo", MAX_PHOTO_BYTES, lambda table_id: table_of(table_id))
@long_work
def photo(table_id: str, picture: bytes) -> ResponseReturnValue:
    """A photo of pieces on their way back: those whose tags it shows are ticked off. JSON: `{"words"}`."""
    table = table_of(table_id)
    shown = open_photo(picture)
    tags = [sighting.tag for sighting in Reader({table.game.tag_prefix}).read_thoroughly(shown)]
    now, pieces, before = utc_now(), _pieces_of(table), kept_of(table).seen
    seen = {pieces[tag.tile]: Seen("", now) for tag in tags if tag.tile in pieces}
    keep(table, lambda kept: kept.with_seen(seen))
    new = len(seen.keys() - before.keys())
    words = plural("{number} more piece ticked off.", "{number} more pieces ticked off.", new)
    return {"words": words}


def kept_of(table: Table[State]) -> PutAway:
    return put_away_from_json(table.settings.put_away)


def keep(table: Table[State], change: Callable[[PutAway], PutAway]) -> None:
    def changed(settings: Settings) -> Settings:
        after = change(put_away_from_json(settings.put_away))
        return settings.with_changes(put_away=put_away_to_json(after))

    table.change(changed)


def _pieces_of(table: Table[State]) -> dict[str, str]:
    """The id of each piece by its tags."""
    return {tag: piece.id for part in table.game.contents() for piece in part.pieces for tag in piece.tags}


def _sightings(table: Table[State]) -> dict[str, Sighting]:
    station = room().serving(table.id)
    return station.sightings.last() if station is not None else {}


def _items(table: Table[State]) -> tuple[Item, ...]:
    """The list, with what the cameras have seen since it was begun; that is kept, so that nothing has to be
    shown to a camera again after a restart."""
    kept, pieces = kept_of(table), _pieces_of(table)
    seen = {
        pieces[tile]: Seen(sighting.zone, sighting.at)
        for tile, sighting in _sightings(table).items()
        if tile in pieces and kept.begun is not None and sighting.at >= kept.begun
    }
    new = {piece: it for piece, it in seen.items() if piece not in kept.seen or piece in kept.missing}
    if new and kept.finished is None:
        keep(table, lambda now: now.with_seen(new))
        kept = kept_of(table)
    return checklist(table, kept)


def _alone(item: Item) -> str:
    """The id of the piece that is all of this item; "": there are several."""
    return item.pieces[0].piece.id if len(item.pieces) == 1 else ""


def _items_html(table: Table[State]) -> str:
    everyone, found = seats(table), _items(table)
    gone, tagged = missing(found), devices_for(table.game).camera
    unchecked, copy = sum(item.unchecked for item in found), copy_of(table.id, table.game.name)
    closed = closed_view(gone, unchecked) if kept_of(table).finished is not None else None
    station = room().serving(table.id)
    replaced = closed and gone and visitor().staff
    return render_template(
        "_put_away_items.html",
        table=table,
        game=table.game,
        items=found,
        by_seat=[
            (seat, [item_view(item, tagged) for item in found if item.who == seat.number])
            for seat in everyone
        ],
        done=sum(item.done for item in found),
        watched=station is not None and bool(station.eyes),
        missing=[missing_view(it, _last_seen(table, it), tagged) for it in gone],
        unchecked=unchecked,
        closed=closed,
        replacements=url_for("box.pieces", name=table.game.name, copy=copy) if replaced else "",
    )


def _last_seen(table: Table[State], gone: Missing) -> str:
    """Where a missing piece was last seen, in words: by a camera, else by the tracker; "": nobody knows."""
    if gone.piece is None:
        return ""
    names = [player.name for player in table.setup.players]
    zones = {zone.name: zone for zone in table.game.tracking.plan(len(names)).zones}
    sightings, lying = _sightings(table), table.game.tracking.layout(table.state)
    for tag in gone.piece.tags:
        at = sightings.get(tag)
        zone = zones.get(at.zone if at else lying[tag].zone if tag in lying else "")
        if zone is None:
            continue
        place = (
            _("in {player}'s area", player=names[zone.seat]) if zone.seat is not None else _("in the middle")
        )
        if at is not None:
            return _("last seen {place}, {time}", place=place, time=device_clock(at.at))
        return _("last {place}, as the companion followed it", place=place)
    return ""


def _close(table: Table[State]) -> None:
    """Notes with this copy what is missing; what was missing before and is there now is struck off."""
    found, now = _items(table), utc_now()
    gone = tuple(
        PieceRecord(
            it.piece.id if it.piece else it.part.id,
            it.piece.name if it.piece else it.part.words,
            MISSING,
            now,
            table.title,
            _last_seen(table, it),
            it.number,
            it.piece is not None,
        )
        for it in missing(found)
    )
    try:
        services().copies.change(
            table.game.name,
            lambda before: after_putting_away(before, gone, checked(found)),
            copy_of(table.id, table.game.name),
        )
    except BoxTrouble as wrong:
        raise Refused(503, wrong.sentence) from None
    keep(table, lambda kept: kept.at_end(now))
