"""The list of tables: go on with one, put it away, throw it away and get it back."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.translation import _
from companion.web.live.status import devices_at
from companion.web.live.summaries import Listed
from companion.web.request.addressed import room
from companion.web.request.at_station import leave_station, return_to_station
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor

pages = Blueprint("tables", __name__)


@pages.get("/")
def index() -> ResponseReturnValue:
    """All tables, for the staff; for others those of this device. A station's tablet keeps to its station."""
    if visitor().kiosk:
        return redirect(url_for("tablets.station"), 303)
    tables = room().tables
    if not visitor().staff:
        own = dict.fromkeys(token.table for token in visitor().tokens if token.table)
        rows = [row for table_id in own if (row := tables.journal.table(table_id)) is not None]
        return render_template("door.html", rows=[row for row in rows if row.deleted is None])
    summaries = services().summaries
    numbers = {row.id: number for row, number in tables.journal.numbers()}
    return render_template(
        "index.html",
        current=[summaries.of(row, numbers.get(row.id, 0)) for row in tables.list()],
        # Those put away are not opened: years of them would make the page wait for their journals.
        archived=[Listed(row) for row in tables.list(archived=True)],
        gone=next((row for row in tables.deleted() if row.id == request.args.get("gone")), None),
        deleted=tables.deleted(),
        troubles=[*services().troubles, *games.failures()],
        devices=_devices(),
        boxed=games.titles("box"),
        scored=games.titles("untracked"),
        referred=games.titles("reference"),
        demo=room().home.demo,
        demo_command="companion demo",
    )


def _devices() -> dict[str, tuple[tuple[str, str], ...]]:
    """(icon, words) of what serves a table, by its id: in a home, where one table has camera and lights."""
    station = room().home
    words = devices_at(station)
    if not words or not station.active or house().stations.all():
        return {}
    return {station.active: (("camera" if station.eyes else "light", words),)}


@form_post(pages, "/tables/<table_id>/<what>")
def change(table_id: str, what: str) -> Response:
    tables = room().tables
    if what == "archive":
        tables.archive(table_id)
        leave_station(table_id)
    elif what == "bring-back":
        tables.archive(table_id, away=False)
        return_to_station(table_id)
    elif what == "delete":
        tables.delete(table_id)
        leave_station(table_id)
        return redirect(url_for("tables.index", gone=table_id), 303)  # type: ignore[return-value]
    elif what == "restore":
        tables.restore(table_id)
        return_to_station(table_id)
    else:
        raise Refused(404, _("A table can be archived, brought back, deleted and restored."))
    return redirect(url_for("tables.index"), 303)  # type: ignore[return-value]
