"""A broken-off game laid out again, area by area, until play goes on."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.games.contract import State
from companion.put_away.laying_out import LaidTable, laid_table
from companion.room.room import light_picture
from companion.table.table import Table
from companion.translation import _
from companion.web.live.views import seats
from companion.web.play.bodies import TableNumber
from companion.web.play.put_away import keep, kept_of
from companion.web.request.addressed import room, table_of
from companion.web.request.devices import devices_for
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post
from companion.web.request.reading import Refused, whole_number

pages = Blueprint("laying_out", __name__)

LIT = ("online", "drawn")
"""States of lights that people see."""


class LaidArea(Struct, tag_field="do", tag="whole"):
    """An area is laid by hand. whole: false takes that back."""

    item: str
    whole: bool


@pages.get("/t/<table_id>/lay-out")
def lay_out(table_id: str) -> str:
    """?entry=: as the table lay after that entry, instead of now."""
    table = table_of(table_id)
    return render_template(
        "lay_out.html", table=table, game=table.game, entry=_entry(table), areas=_areas_html(table)
    )


@pages.get("/t/<table_id>/lay-out/areas")
def areas(table_id: str) -> str:
    """The areas as they are now, as an HTML fragment."""
    return _areas_html(table_of(table_id))


@json_post(pages, "/t/<table_id>/lay-out", LaidArea)
def tell(table_id: str, body: LaidArea) -> TableNumber:
    table = table_of(table_id)
    if body.item not in {area.id for area in _laid(table).areas}:
        raise Refused(400, _("There is no such line of the list: load the page again."))
    keep(table, lambda kept: kept.with_laid(body.item, body.whole))
    return TableNumber(table.number)


@form_post(pages, "/t/<table_id>/lay-out/done")
def play_on(table_id: str) -> ResponseReturnValue:
    """Everything lies again: play goes on."""
    table = table_of(table_id)
    keep(table, lambda kept: kept.played_on())
    return redirect(url_for("play.table", table_id=table_id), 303)


def _entry(table: Table[State]) -> int:
    asked = whole_number(request.args.get("entry", ""), 1, table.number)
    return table.number if asked is None else asked


def _laid(table: Table[State]) -> LaidTable:
    station = room().serving(table.id)
    referee = station.referee if station is not None else None
    seen = referee.seen if referee is not None else None
    return laid_table(table, table.state_at(_entry(table)), kept_of(table).laid, seen)


def _areas_html(table: Table[State]) -> str:
    found, station = _laid(table), room().serving(table.id)
    lit = station is not None and station.lights is not None and station.lights.status().state in LIT
    if lit and station is not None:
        station.light_as_laid(light_picture(table.game, table.state_at(_entry(table))))
    return render_template(
        "_lay_out_areas.html",
        table=table,
        game=table.game,
        seats=seats(table),
        laid=found,
        tagged=devices_for(table.game).camera,
        lit=lit,
        done=sum(bool(area.done) for area in found.areas),
    )
