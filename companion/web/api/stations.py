"""Endpoint for the house at a glance: every station, what is played there, and when it is expected to end."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from companion.web.api.endpoint import get
from companion.web.live.board import Place
from companion.web.request.services import services
from companion.web.request.visitor import house


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
    return tuple(_state(place) for place in services().places(house().stations.all()))


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
