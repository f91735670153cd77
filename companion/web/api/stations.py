"""The house at a glance: every station, what is played there, when it is expected to end; and as a stream.

Events of the stream:
  stations  all stations as they are now: at once, then whenever anything of it has changed
  beat      every HEARTBEAT_SECONDS while nothing else is sent
  gone      the server is closing, or the listener's right was taken away
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial

import msgspec
from flask import Response
from msgspec import Struct

from companion.table.journal import JournalError
from companion.translation import language, speaking
from companion.web.access.enforcement import right_of_request
from companion.web.api.endpoint import get
from companion.web.live.board import Place
from companion.web.live.live import HEARTBEAT_SECONDS, STREAM_PREAMBLE, Live, event
from companion.web.live.stream_rights import Right
from companion.web.play.streams import refuse_if_full, stream_response
from companion.web.request.services import Services, services
from companion.web.transport.asgi import Write


class ExpectedTime(Struct):
    """Four games of five end between `low` and `high`."""

    low: datetime
    high: datetime


class MissingPiece(Struct):
    """piece: its id, or that of a counted part of which `number` are missing; since: when it was noted."""

    piece: str
    name: str
    number: int
    since: datetime


class Calling(Struct):
    """since: when somebody at the table called for the staff."""

    since: datetime


class StationState(Struct):
    """A station; `station` null: a table that is at none. state: "free", "plays", "waits" (a question is open
    for ten minutes), "broken", "calls" or "over". game, table, players, begun, round: of what is played
    there, null or empty where nothing is. expected_end: null where it is not known yet. waiting: what is
    asked now; faults: sentences about camera, lights and journal. missing: from the copy that lies there."""

    station: str | None
    name: str
    state: str
    table: str | None
    game: str | None
    title: str
    players: tuple[str, ...]
    round: int
    begun: datetime | None
    expected_end: ExpectedTime | None
    call: Calling | None
    waiting: tuple[str, ...]
    waiting_since: datetime | None
    faults: tuple[str, ...]
    missing: tuple[MissingPiece, ...]


@get("/stations", tuple[StationState, ...], refusals=(403, 429, 503))
def list_stations() -> tuple[StationState, ...]:
    """The stations of this house, and the tables that are at none."""
    return stations_now(services())


@get("/stations/events", tuple[StationState, ...], refusals=(403, 429, 503), stream=True)
def station_events() -> Response:
    """Server-sent events: the stations after each change."""
    here = services()
    refuse_if_full(here.live)
    seen = partial(_event, partial(stations_now, here), language())
    first = seen()
    return stream_response(
        STREAM_PREAMBLE + first, partial(_follow, here.live, seen, first, right_of_request())
    )


def stations_now(here: Services) -> tuple[StationState, ...]:
    """As `list_stations`, also apart from a request. Raises JournalError."""
    return tuple(_state(place) for place in here.places(here.house.stations.all()))


def _event(look: Callable[[], tuple[StationState, ...]], spoken: str) -> bytes:
    with speaking(spoken):
        return b"event: stations\ndata: %s\n\n" % msgspec.json.encode(look())


async def _follow(live: Live, look: Callable[[], bytes], sent: bytes, right: Right, write: Write) -> None:
    """Sends what `look` finds whenever it differs, until the listener disconnects."""
    loop, refused = asyncio.get_running_loop(), threading.Event()
    with live.count_connection(), live.rights.while_allowed(right, refused.set):
        while not live.closing and not refused.is_set():
            await asyncio.sleep(HEARTBEAT_SECONDS)
            made = sent
            with suppress(JournalError):  # told again once the journal can be read
                made = await loop.run_in_executor(None, look)
            await write(made if made != sent else event("beat", {}))
            sent = made
        await write(event("gone", {}))


def _state(place: Place) -> StationState:
    it, station = place.glance, place.station
    made = StationState(
        station.id if station else None,
        place.name,
        place.state,
        None,
        None,
        "",
        (),
        0,
        None,
        None,
        None,
        (),
        None,
        (),
        (),
    )
    if it is None:
        return made
    made.table, made.game, made.title = it.row.id, it.row.game, it.row.title
    made.players, made.round, made.begun = it.standing.players, it.standing.round, it.row.created
    made.expected_end = ExpectedTime(place.end.low, place.end.high) if place.end else None
    made.call = Calling(it.help_since) if it.help_since else None
    made.waiting = tuple(question for _who, question in it.standing.asked)
    made.waiting_since = it.standing.since if it.standing.asked else None
    made.faults = (*it.faults, *([it.standing.trouble] if it.standing.trouble else ()))
    made.missing = tuple(
        MissingPiece(record.piece, record.name, record.number, record.since) for record in place.missing
    )
    return made
