"""The API's event stream: a table's moments as JSON, over server-sent events.

Events of a stream:
  moment  a `Moment`: the state as the listener's seat may know it, and the entries since the event before;
          its id is the number of the last entry, so that a listener that reconnects misses none
  beat    every HEARTBEAT_SECONDS while nothing else is sent
  gone    the server is closing, or the listener's right was taken away
A listener that is slow gets the newest moment only, with all entries that it missed.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from functools import partial

import msgspec
from flask import Response, request
from msgspec import UNSET, UnsetType

from companion.games import contract
from companion.table.table import Table
from companion.translation import language, speaking
from companion.web.access.enforcement import right_of_request
from companion.web.api.endpoint import get, value_or_none
from companion.web.api.reading import AsSeat, EntryNumber, seat_of
from companion.web.api.table_json import Moment, moment
from companion.web.live.live import HEARTBEAT_SECONDS, STREAM_PREAMBLE, Live, event
from companion.web.live.stream_rights import Right
from companion.web.play.streams import refuse_if_full, stream_response
from companion.web.request.addressed import table_of
from companion.web.request.reading import whole_number
from companion.web.request.services import services
from companion.web.transport.asgi import Write


class EventsQuery(AsSeat):
    """seat: read as this seat may; after: the number of the last entry that the listener knows."""

    after: EntryNumber | UnsetType = UNSET


@get("/tables/<table_id>/events", Moment, query=EventsQuery, stream=True)
def table_events(table_id: str, query: EventsQuery) -> Response:
    """Server-sent events: the table after each change, and the entries since the event before."""
    table = table_of(table_id)
    seat = seat_of(table, query)
    live = services().live
    refuse_if_full(live)
    known = whole_number(request.headers.get("Last-Event-ID", ""), 0, table.number)
    after = value_or_none(query.after) if known is None else known
    first, number = _event(table, seat, language(), after)
    follow = partial(_follow, live, table, seat, language(), number, first, right_of_request())
    return stream_response(STREAM_PREAMBLE + first, follow)


async def _follow(
    live: Live,
    table: Table[contract.State],
    seat: int | None,
    spoken: str,
    number: int,
    sent: bytes,
    right: Right,
    write: Write,
) -> None:
    """Sends later events to a listener that knows the entries up to `number`, until it disconnects."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def tell(_news: object = None) -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it the stream
            loop.call_soon_threadsafe(changed.set)

    refused = threading.Event()

    def refuse() -> None:
        refused.set()
        tell()

    stop = (table.listen(tell), live.on_close(tell), live.on_refuse(table.id, seat, refuse))
    changed.set()  # for what came since the first event
    try:
        with live.count_connection(), live.rights.while_allowed(right, refuse):
            while not live.closing and not refused.is_set():
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await changed.wait()
                except TimeoutError:
                    await write(event("beat", {}))
                    continue
                changed.clear()
                if refused.is_set():
                    break
                made, at = await loop.run_in_executor(None, _event, table, seat, spoken, number)
                if at != number or _body(made) != _body(sent):
                    await write(made)
                number, sent = at, made
            await write(event("gone", {}))
    finally:
        for end in stop:
            end()


def _event(
    table: Table[contract.State], seat: int | None, spoken: str, after: int | None
) -> tuple[bytes, int]:
    """The event for a listener that knows the entries up to `after`, and the number of its last entry."""
    with speaking(spoken):
        made = moment(table, seat, after)
    number = made.state.number
    return b"event: moment\nid: %d\ndata: %s\n\n" % (number, msgspec.json.encode(made)), number


def _body(sent: bytes) -> bytes:
    """An event without its time, which alone is no change."""
    return sent.rpartition(b'"time":')[0]
