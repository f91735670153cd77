"""A station's tablet: how it is given its station, the page that it comes back to, and its app.

A tablet without a station shows a number, and the staff says on /stations where that number lies. From then
on it keeps a token of its station, so that after sleep, a restart or an empty battery it is there again by
itself.
"""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.access.kept_stations import KeptStation, NoStation
from companion.access.waiting_tablets import WaitingTablets
from companion.translation import _
from companion.web.request.addressed import room
from companion.web.request.reading import Refused
from companion.web.request.visitor import (
    client_address,
    cookie_name,
    delete_cookie,
    house,
    set_cookie,
    set_station_cookie,
    visitor,
    was_known,
)

pages = Blueprint("tablets", __name__)

_OFFLINE_FILES = (
    "css/kiosk.css",
    "js/offline.js",
    "fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2",
)
"""What the offline page needs beside the house's style."""

_WAITING_COOKIE = "companion-waiting"
_SECRET = re.compile(r"[A-Za-z0-9_-]{20,40}")


@pages.get("/tablet")
def tablet() -> ResponseReturnValue:
    """For a device that is to be a station's tablet: its number; once it has a station, that one's page."""
    if visitor().station:
        return redirect(url_for("tablets.station"), 303)
    secret = _secret() or secrets.token_urlsafe(18)
    shown = _waiting().register(secret, client_address(), was_known())
    if shown is None:
        raise Refused(
            503,
            _(
                "Too many tablets wait for a station: scan the code of the station, or sign in as staff on "
                "this one and open this page again."
            ),
        )
    response = Response(render_template("tablet_waits.html", number=shown.number, any=_any_stations()))
    set_cookie(response, _WAITING_COOKIE, secret, 1)
    return response


@pages.get("/tablet/state")
def state() -> Response:
    """`{"go": address}`: where the tablet should be, when it is not there; ?at=: the table that it shows, if
    any. `{"number"}` while it waits for a station."""
    who = visitor()
    if who.station:
        at = request.args.get("at", "")
        there = _table_shown(house().stations.get(who.station))
        if at == there:
            return jsonify({})
        return jsonify(go=url_for("tablets.station"))
    secret = _secret()
    shown = _waiting().register(secret, client_address(), was_known()) if secret else None
    if secret is None or shown is None:
        return jsonify(go=url_for("tablets.tablet"))
    if not shown.station:
        return jsonify(number=shown.number)
    response = jsonify(go=url_for("tablets.station"))
    try:
        set_station_cookie(response, shown.station)
    except NoStation:
        return jsonify(number=shown.number)
    _waiting().forget(secret)
    delete_cookie(response, _WAITING_COOKIE)
    return response


@pages.get("/station")
def station() -> ResponseReturnValue:
    """Where a station's tablet belongs: its game, or what begins the next one."""
    who = visitor()
    if not who.station:
        return redirect(url_for("tablets.tablet"), 303)
    kept = house().stations.get(who.station)
    there = _table_shown(kept)
    response: Any
    if there:
        response = redirect(url_for("play.table", table_id=there), 303)
    else:
        response = Response(
            render_template(
                "station.html",
                station=kept,
                scored=games.titles("untracked"),
                referred=games.titles("reference"),
            )
        )
    set_station_cookie(response, kept.id)  # it keeps the token for as long again
    return response


def _table_shown(station: KeptStation) -> str:
    """The table that the station's tablet shows: what is played there, until it is put away; "": none."""
    row = room().tables.journal.table(station.table) if station.table else None
    return "" if row is None or row.archived or row.deleted else row.id


def _secret() -> str | None:
    secret = request.cookies.get(cookie_name(_WAITING_COOKIE), "")
    return secret if _SECRET.fullmatch(secret) else None


def _waiting() -> WaitingTablets:
    return WaitingTablets(house().store)


def _any_stations() -> bool:
    return bool(house().stations.all())


# --- the app


@pages.get("/app.webmanifest")
def manifest() -> Response:
    """Makes these pages an app that fills the screen. ?tablet=1: one that opens as a station's tablet."""
    tablet, home = request.args.get("tablet") == "1", url_for("tables.index")
    icons = [
        {
            "src": url_for("static", filename=f"icons/app-{size}{kind}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if kind else "any",
        }
        for size, kind in ((192, ""), (512, ""), (512, "-maskable"))
    ]
    payload = {
        "id": url_for("tablets.tablet") if tablet else home,
        "name": _("Table companion: tablet") if tablet else _("Table companion"),
        "short_name": _("Tablet") if tablet else _("Companion"),
        "start_url": url_for("tablets.tablet") if tablet else home,
        "scope": home,
        "display": "fullscreen" if tablet else "standalone",
        "display_override": ["fullscreen", "standalone"] if tablet else ["standalone"],
        "orientation": "any",
        "background_color": "#0a101c",
        "theme_color": "#0a101c",
        "icons": icons,
    }
    response = jsonify(payload)
    response.mimetype = "application/manifest+json"
    return response


@pages.get("/offline")
def offline() -> str:
    """What a device shows while the companion does not answer: it is kept by the device beforehand."""
    return render_template("offline.html")


@pages.get("/service-worker.js")
def service_worker() -> Response:
    """From the root, so that it may answer for every page."""
    address: Any = current_app.jinja_env.globals["url_for"]
    kept = [
        url_for("tablets.offline"),
        url_for("style_sheet", name="house"),
        *(address("static", filename=name) for name in _OFFLINE_FILES),
    ]
    script = (Path(current_app.static_folder or "") / "js" / "service-worker.js").read_text("utf-8")
    response = Response(f"const KEPT = {json.dumps(kept)};\n{script}", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response
