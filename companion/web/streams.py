"""The live streams of pages and of the drawn strip, as a browser's EventSource asks for them."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, current_app, request

from companion.translation import language
from companion.web.asgi import Stream, Write, begins_stream, go_on
from companion.web.live import BEGIN, Live, event
from companion.web.play import seat_number, table_of

pages = Blueprint("live", __name__)


@pages.get("/t/<table_id>/live")
@begins_stream
def live(table_id: str) -> Response:
    """The stream of a table's page, or with view=seat&seat=N of a seat's."""
    table = table_of(table_id)
    player = None
    if request.args.get("view") == "seat":
        player = seat_number(table, request.args.get("seat", ""))
    hub: Live = current_app.extensions["live"]
    hub.room_for_one()
    stamp, news = hub.news(table, player, request.args.get("stamp", ""))
    # A device that missed nothing knows by the beat that its line is there again.
    return streamed(
        BEGIN + (news or event("beat", {})), partial(hub.follow, table, player, language(), stamp)
    )


@pages.get("/t/<table_id>/strip")
@begins_stream
def strip(table_id: str) -> Response:
    """Events `strip {colours: "rrggbb..."}`: the lights as a page draws them, from what was really sent."""
    hub: Live = current_app.extensions["live"]
    table = table_of(table_id)
    hub.room_for_one(strip=True)
    return streamed(BEGIN, partial(hub.strip, table.id))


def streamed(first: bytes, rest: Stream) -> Response:
    device, live = request.remote_addr or "", current_app.extensions["live"]

    async def counted(write: Write) -> None:
        with live.devices.held(device):
            await rest(write)

    if request.method != "HEAD":
        go_on(request.environ, counted)
    return Response(
        iter([first]),  # no list: it would get a length
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
