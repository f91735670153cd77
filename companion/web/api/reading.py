"""Endpoints that read a table: its state, facts, history and score, each as a seat may know it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.games import contract
from companion.games.contract import Fact
from companion.plays.play import sheet_to_json
from companion.table.table import Table
from companion.translation import _
from companion.web.api.endpoint import get, value_or_none
from companion.web.api.table_json import HistoryEntry, ScoreSheet, State, facts, history, state
from companion.web.play.bodies import EntryNumber, Seat
from companion.web.request.addressed import table_of
from companion.web.request.reading import Refused


class AsSeat(Struct):
    """seat: read as this seat may, from 0; left out: as everybody may."""

    seat: Seat | UnsetType = UNSET


class HistoryQuery(AsSeat):
    """seat: read as this seat may; after: only entries after this one."""

    after: EntryNumber = 0


def seat_of(table: Table[contract.State], query: AsSeat) -> int | None:
    """Raises Refused."""
    seat = value_or_none(query.seat)
    if seat is not None and seat >= len(table.setup.players):
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(table.setup.players))
        )
    return seat


@get("/tables/<table_id>", State, query=AsSeat)
def table_state(table_id: str, query: AsSeat) -> State:
    """The table as it is now, with its open questions and what each may be answered with."""
    table = table_of(table_id)
    return state(table, seat_of(table, query))


@get("/tables/<table_id>/facts", tuple[Fact, ...], query=AsSeat)
def table_facts(table_id: str, query: AsSeat) -> tuple[Fact, ...]:
    """Every fact that the table tracks, with what a correction may make of it."""
    table = table_of(table_id)
    return facts(table, seat_of(table, query))


@get("/tables/<table_id>/history", tuple[HistoryEntry, ...], query=HistoryQuery)
def table_history(table_id: str, query: HistoryQuery) -> tuple[HistoryEntry, ...]:
    """The entries, the oldest first."""
    table = table_of(table_id)
    seat = seat_of(table, query)
    return history(table, seat, query.after)


@get("/tables/<table_id>/score", ScoreSheet)
def table_score(table_id: str) -> ScoreSheet:
    """The score sheet; 403 while the game goes on and the table hides its standing."""
    table = table_of(table_id)
    now = table.now
    over = table.game.phase(now.state).over
    if not over and table.settings.standing == "hidden":
        raise Refused(403, _("The standing is hidden while you play: show it on the score page first."))
    sheet = table.game.score(now.state if over else table.game.view(now.state, None))
    return msgspec.convert(sheet_to_json(sheet), ScoreSheet)
