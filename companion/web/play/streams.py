"""The live streams of pages and of the drawn strip, as a browser's EventSource asks for them."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

from flask import Blueprint, Response, current_app, request

from companion.translation import _, language
from companion.web.access.enforcement import right_of_request
from companion.web.live.live import STREAM_PREAMBLE, Live, beat, event, with_time
from companion.web.request.addressed import seat_number, table_of
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import known_device, visitor
from companion.web.transport.asgi import Stream, Write, continue_with_stream, starts_stream, taken_stream
from companion.web.transport.kept_names import names_are_kept
from companion.web.transport.root_path import root_path

_log = logging.getLogger(__name__)

pages = Blueprint("live", __name__)

MOST_TOGETHER = 24
_EVENT = re.compile(rb"^event: ", re.MULTILINE)
_STREAM_PATH = re.compile(r"/t/\w+/(?:live|strip)")
_BEFORE = "companion.streams_before"
"""In the environ of one of several: the streams that its request has begun before it."""


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
    made = (language(), root_path(), names_are_kept())
    # The heartbeat tells a device that missed nothing that it is connected again.
    first = STREAM_PREAMBLE + (with_time(update) or beat())
    return stream_response(first, partial(hub.follow, table, player, made, stamp, right_of_request()))


@pages.get("/t/<table_id>/strip")
@starts_stream
def strip(table_id: str) -> Response:
    """Events `strip {colours: "rrggbb..."}`: the lights as a page draws them, from what was sent to them."""
    hub = services().live
    table = table_of(table_id)
    refuse_if_full(hub, strip=True)
    return stream_response(STREAM_PREAMBLE, partial(hub.strip, table.id))


@pages.get("/streams")
@starts_stream
def streams() -> Response:
    """The streams of several pages in one, for a browser that shows them all: ?of=ADDRESS for each, as a
    request for it alone would name it. An event's id is the place among them of the page that it is for. An
    address that gives no stream has an event `failed`.

    Over plain HTTP a browser opens six connections to a host, for all its tabs together. Each address is
    answered as a request of its own, so that its rights, limits and hooks are the same.
    """
    addresses = request.args.getlist("of")
    if not 0 < len(addresses) <= MOST_TOGETHER:
        raise Refused(400, _("Name 1 to {most} streams.", most=MOST_TOGETHER))
    parts: list[tuple[bytes, Stream | None]] = []
    for address in addresses:
        parts.append(_part(address, sum(rest is not None for _begun, rest in parts)))
    first = b"".join(_for_page(place, begun) for place, (begun, _rest) in enumerate(parts))

    async def together(write: Write) -> None:
        one_at_a_time = asyncio.Lock()

        async def write_for(place: int, data: bytes) -> None:
            async with one_at_a_time:
                await write(_for_page(place, data))

        async with asyncio.TaskGroup() as group:
            for place, (_begun, rest) in enumerate(parts):
                if rest is not None:
                    group.create_task(_follow(rest, partial(write_for, place)))

    if request.method != "HEAD" and any(rest is not None for _begun, rest in parts):
        continue_with_stream(request.environ, together)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(iter([STREAM_PREAMBLE + first]), mimetype="text/event-stream", headers=headers)


async def _follow(stream: Stream, write: Write) -> None:
    await stream(write)


def _part(address: str, before: int) -> tuple[bytes, Stream | None]:
    """How the stream of this address begins, and its rest; None: it has ended. before: the streams that this
    request has begun already."""
    path, _mark, query = address.partition("?")
    if not (address.isascii() and _STREAM_PATH.fullmatch(path.removeprefix(request.script_root))):
        return event("failed", {}), None
    environ = {name: value for name, value in request.environ.items() if not name.startswith("werkzeug.")}
    scope: dict[str, Any] = dict(environ.get("asgi.scope") or {})
    environ |= {"PATH_INFO": path.removeprefix(request.script_root), "QUERY_STRING": query}
    environ |= {"REQUEST_METHOD": "GET", "asgi.scope": scope, _BEFORE: before}
    status: list[str] = []

    def start_response(said: str, _headers: object, _wrong: object = None) -> Callable[[bytes], object]:
        status.append(said)
        return lambda _data: None

    answer = current_app.wsgi_app(environ, start_response)
    try:
        begun = b"".join(answer)
    finally:
        if hasattr(answer, "close"):
            answer.close()
    if not status[0].startswith("200"):
        return event("failed", {}), None
    return begun.removeprefix(STREAM_PREAMBLE), taken_stream(scope)


def _for_page(place: int, data: bytes) -> bytes:
    return _EVENT.sub(b"id: %d\nevent: " % place, data)


def _watching_device() -> tuple[str, bool]:
    """Whose streams this one counts among, and whether it is a stranger's."""
    if visitor().trusted:
        return request.remote_addr or "", False
    known = known_device()
    return known or request.remote_addr or "", not known


def refuse_if_full(hub: Live, strip: bool = False) -> None:
    """Raises Refused."""
    device, stranger = _watching_device()
    if hub.is_full(device, strip, stranger, request.environ.get(_BEFORE, 0)):
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
