"""The live streams of pages and of the drawn strip, as a browser's EventSource asks for them."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from functools import partial

from flask import Blueprint, Response, request

from companion.translation import _, language
from companion.web.access.enforcement import right_of_request
from companion.web.live.live import STREAM_PREAMBLE, Live, event
from companion.web.request.addressed import seat_number, table_of
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import known_device, visitor
from companion.web.transport.asgi import Stream, Write, continue_with_stream, starts_stream
from companion.web.transport.root_path import root_path

_log = logging.getLogger(__name__)

pages = Blueprint("live", __name__)


@pages.get("/t/<table_id>/live")
@starts_stream
def live(table_id: str) -> Response:
    """The stream of a table's page, or with view=seat&seat=N of a seat's."""
    table = table_of(table_id)
    player = None
    if request.args.get("view") == "seat":
        player = seat_number(table, request.args.get("seat", ""))
    hub = services().live
    refuse_if_full(hub)
    stamp, update = hub.latest_event(table, player, request.args.get("stamp", ""))
    made = (language(), root_path())
    # The heartbeat tells a device that missed nothing that it is connected again.
    first = STREAM_PREAMBLE + (update or event("beat", {}))
    return stream_response(first, partial(hub.follow, table, player, made, stamp, right_of_request()))


@pages.get("/t/<table_id>/strip")
@starts_stream
def strip(table_id: str) -> Response:
    """Events `strip {colours: "rrggbb..."}`: the lights as a page draws them, from what was sent to them."""
    hub = services().live
    table = table_of(table_id)
    refuse_if_full(hub, strip=True)
    return stream_response(STREAM_PREAMBLE, partial(hub.strip, table.id))


def _watching_device() -> tuple[str, bool]:
    """Whose streams this one counts among, and whether it is a stranger's."""
    if visitor().trusted:
        return request.remote_addr or "", False
    known = known_device()
    return known or request.remote_addr or "", not known


def refuse_if_full(hub: Live, strip: bool = False) -> None:
    """Raises Refused."""
    device, stranger = _watching_device()
    if hub.is_full(device, strip, stranger):
        raise Refused(503, _("Too many devices are watching: close the page on one that is not needed."))


def stream_response(first: bytes, rest: Stream) -> Response:
    (device, stranger), live = _watching_device(), services().live

    what = request.path
    who = f"a stranger, {device}" if stranger else device

    async def counted(write: Write) -> None:
        _log.info("%s is watched by %s", what, who)
        with live.devices.hold(device), live.strangers.hold("all") if stranger else nullcontext():
            await rest(write)
        _log.info("%s is left by %s", what, who)

    if request.method != "HEAD":
        continue_with_stream(request.environ, counted)
    return Response(
        iter([first]),  # an iterator, because a list would get a Content-Length
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
