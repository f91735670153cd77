"""The house at a glance: what is played at each station, since when and until when, and what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.access.kept_stations import KeptStation
from companion.put_away.copies import Copies, PieceRecord
from companion.room.room import Room
from companion.web.live.console import Console, Glance
from companion.web.live.expected_end import ExpectedEnd, ExpectedEnds


@dataclass(frozen=True, slots=True)
class Place:
    """A station, or a table that is at none. station: None for such a table; glance: None where nobody plays.
    end: when it ends, None where that is not known (yet). missing: what is noted as missing from the copy
    that lies there."""

    station: KeptStation | None
    glance: Glance | None
    end: ExpectedEnd | None = None
    missing: tuple[PieceRecord, ...] = ()

    @property
    def name(self) -> str:
        if self.station is not None:
            return self.station.name
        return self.glance.row.id if self.glance is not None else ""

    @property
    def state(self) -> str:
        """The most urgent of: "calls", "broken", "waits", "over", "plays", "free"."""
        it = self.glance
        if it is None:
            return "free"
        if it.help_since:
            return "calls"
        if it.faults or it.standing.trouble:
            return "broken"
        if it.stuck:
            return "waits"
        return "over" if it.standing.over else "plays"

    @property
    def since(self) -> datetime | None:
        return None if self.glance is None else self.glance.row.created


def board(
    room: Room, console: Console, stations: tuple[KeptStation, ...], ends: ExpectedEnds, copies: Copies
) -> tuple[Place, ...]:
    """Stations in their order, then tables at none, the newest first. Raises JournalError."""
    glances = console.glances(stations)
    at = {glance.row.id: glance for glance in glances}
    live = {table.id: table for table in room.tables.live()}
    seated = {station.table for station in stations}

    def place(station: KeptStation | None, glance: Glance | None) -> Place:
        if glance is None:
            return Place(station, None)
        table, game = live.get(glance.row.id), glance.row.game
        begun_with = str(glance.row.settings.get("copy", ""))
        copy = copies.first_of(game, begun_with, station.boxes.get(game, "") if station is not None else "")
        return Place(
            station,
            glance,
            ends.of(table) if table is not None else None,
            copies.missing(game, copy),
        )

    others = sorted(
        (glance for glance in glances if glance.row.id not in seated),
        key=lambda glance: glance.row.created,
        reverse=True,
    )
    return (
        *(place(station, at.get(station.table)) for station in stations),
        *(place(None, glance) for glance in others),
    )
