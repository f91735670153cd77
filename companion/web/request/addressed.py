"""What a request's address names: the room here, one of its tables, a seat of that table."""

from __future__ import annotations

from flask import url_for

from companion.games.contract import State
from companion.room.room import Room
from companion.table.table import Table
from companion.translation import _
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services


def room() -> Room:
    return services().room


def table_of(table_id: str) -> Table[State]:
    """Raises NoSuchTable."""
    table: Table[State] = room().tables.open(table_id)
    return table


def seat_number(table: Table[State], text: str) -> int:
    """A seat of this table, from 0, as an address names it. Raises Refused."""
    seat = whole_number(text, 0, len(table.setup.players) - 1)
    if seat is None:
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(table.setup.players))
        )
    return seat


def asked_seat(table: Table[State], text: str | None) -> int | None:
    """The same; None: nothing names one. Raises Refused."""
    return seat_number(table, text) if text else None


def page_of(table: Table[State], seat: int | None = None) -> str:
    """The address of a seat's page; None: of the table's."""
    if seat is None:
        return url_for("play.table", table_id=table.id)
    return url_for("play.seat", table_id=table.id, seat=seat)
