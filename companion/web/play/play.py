"""A table in play: its page for the middle of the table, a page for each seat, and what they send."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.access.kept_stations import HOME_STATION_ID
from companion.games.contract import Json
from companion.system.steady_time import steady_now
from companion.translation import _
from companion.web.live.views import seats
from companion.web.play.coach import guessed_words
from companion.web.play.menus import seat_menu, table_menu
from companion.web.play.table_settings import settings_form
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.at_station import place
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.request.visitor import visitor

pages = Blueprint("play", __name__)


# --- looking


@pages.get("/t/<table_id>/")
def table(table_id: str) -> ResponseReturnValue:
    this_table = table_of(table_id)
    who = visitor()
    if who.kiosk and who.at_station != table_id:
        return redirect(url_for("tablets.station"), 303)
    if who.any_tablet and not who.staff and who.tablet(table_id):
        row = room().tables.journal.table(table_id)
        if row is not None and row.archived:
            return redirect(url_for("setup.new"), 303)  # the staff archived it for the next group
    shown = services().views.show(this_table, None)
    menu = table_menu(this_table)
    return render_template("table.html", table=this_table, seats=seats(this_table), shown=shown, menu=menu)


@pages.get("/t/<table_id>/seat/<seat>")
def seat(table_id: str, seat: str) -> str:
    this_table = table_of(table_id)
    player = seat_number(this_table, seat)
    shown = services().views.show(this_table, player)
    everyone = seats(this_table)
    # This device is passed round: the page is covered until its player has it.
    passed = "passed" in request.args
    return render_template(
        "seat.html",
        table=this_table,
        seats=everyone,
        seat=everyone[player],
        shown=shown,
        menu=seat_menu(this_table, everyone[player], everyone, passed),
        passed=passed,
    )


@pages.get("/t/<table_id>/camera")
def camera(table_id: str) -> Response:
    """The latest picture with what was read drawn in, as JPEG; the page asks again when it has shown it."""
    table_of(table_id)
    station = room().serving(table_id)
    eyes = station.eyes if station is not None else None
    if eyes is None:
        raise Refused(404, _("There is no camera at this table."))
    jpeg = eyes.jpeg()
    if not jpeg:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.get("/t/<table_id>/watch")
def watch(table_id: str) -> str:
    """The camera's picture, as large as the screen allows."""
    table, station = table_of(table_id), room().serving(table_id)
    return render_template("watch.html", table=table, seen=station is not None and station.eyes is not None)


@pages.get("/t/<table_id>/settings")
def options(table_id: str) -> str:
    table = table_of(table_id)
    guessed = guessed_words(table)
    return render_template("options.html", table=table, form=settings_form(table), guessed=guessed)


@pages.get("/t/<table_id>/state")
def numbers(table_id: str) -> Response:
    """The number of the last entry, the open questions and the server's time in seconds: for scripts, and
    for a page that woke up. aside: nobody waits for the answer."""
    this_table = table_of(table_id)
    now = this_table.now
    open_to_all = this_table.game.questions_for(now.state, None)
    asked = [
        {
            "player": q.player,
            "kind": q.kind,
            "text": q.text,
            "page": q.page,
            "secret": q.secret or q.private,
            "aside": q.optional or q.answered,
        }
        for q in open_to_all
    ]
    at = steady_now()
    clocks = [
        {"player": c.player, "kind": c.kind, "left": round(c.left(at), 1), "running": c.since is not None}
        for c in now.clocks
    ]
    return jsonify(
        {
            "number": now.number,
            "questions": asked,
            "over": this_table.game.phase(now.state).over,
            "clocks": clocks,
            "time": at.timestamp(),
        }
    )


@pages.get("/t/<table_id>/steps/<key>")
def taken(table_id: str, key: str) -> Response:
    """Whether the request with this key was done: for a device that lost its connection before the answer.
    ?seat: whose page asks, which may read what it did in secret."""
    seat = whole_number(request.args.get("seat", ""), 0, 99)
    words = table_of(table_id).done(
        key, seat if seat is not None and visitor().sees(table_id, seat) else None
    )
    return jsonify({"done": words is not None, "words": words or ""})


# --- changing


SettingsBody = dict[str, Json]
"""By the names of `companion.table.settings.Settings`, which says of each value what it must be."""


@json_post(pages, "/t/<table_id>/settings", SettingsBody)
def settings(table_id: str, body: SettingsBody) -> Response:
    """Changes the table's settings."""
    return jsonify(table_of(table_id).set(**body).to_json())


@form_post(pages, "/t/<table_id>/active")
def activate(table_id: str) -> Response:
    """Gives the camera and the lights to this table: at home those that there are, else its station's."""
    this_table = table_of(table_id)
    place(this_table, this_table.settings.station or HOME_STATION_ID)
    return jsonify({"active": table_id})
