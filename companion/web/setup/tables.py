"""The list of tables: go on with one, put it away, throw it away and get it back."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for

from companion import games
from companion.games.contract import Question
from companion.translation import _, language, plural
from companion.translation import listed as in_a_sentence
from companion.web.live.views import SeatLabel, seats
from companion.web.request.addressed import room
from companion.web.request.at_station import leave_station, return_to_station
from companion.web.request.reading import Refused
from companion.web.request.visitor import visitor

MAX_CACHED_SUMMARIES = 2000

pages = Blueprint("tables", __name__)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the list. summary: where it stands, in a sentence; asked: whom it waits for; round: 0 where
    it is not known; number: of its last entry; trouble: why it cannot be opened, or ""."""

    row: Any
    seats: tuple[SeatLabel, ...] = ()
    summary: str = ""
    asked: tuple[SeatLabel, ...] = ()
    round: int = 0
    number: int = 0
    over: bool = False
    trouble: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


@pages.get("/")
def index() -> Any:
    """All tables, for the staff; for others those of this device. A station's tablet keeps to its station."""
    if visitor().kiosk:
        return redirect(url_for("tablets.station"), 303)
    tables = room().tables
    if not visitor().staff:
        own = dict.fromkeys(token.table for token in visitor().tokens if token.table)
        rows = [row for table_id in own if (row := tables.journal.table(table_id)) is not None]
        return render_template("door.html", rows=[row for row in rows if row.deleted is None])
    summaries: Summaries = current_app.extensions["summaries"]
    numbers = {row.id: number for row, number in tables.journal.numbers()}
    return render_template(
        "index.html",
        current=[summaries.of(row, numbers.get(row.id, 0)) for row in tables.list()],
        # Those put away are not opened: years of them would make the page wait for their journals.
        archived=[Listed(row) for row in tables.list(archived=True)],
        gone=next((row for row in tables.deleted() if row.id == request.args.get("gone")), None),
        deleted=tables.deleted(),
        failures=games.failures(),
        boxed=games.titles("box"),
        scored=games.titles("untracked"),
        referred=games.titles("reference"),
        demo_command="companion demo",
    )


@pages.post("/tables/<table_id>/<what>")
def change(table_id: str, what: str) -> Response:
    tables = room().tables
    if what == "archive":
        tables.archive(table_id)
        leave_station(table_id)
    elif what == "bring-back":
        tables.archive(table_id, away=False)
        return_to_station(table_id)
    elif what == "delete":
        tables.delete(table_id)
        leave_station(table_id)
        return redirect(url_for("tables.index", gone=table_id), 303)  # type: ignore[return-value]
    elif what == "restore":
        tables.restore(table_id)
        return_to_station(table_id)
    else:
        raise Refused(404, _("A table can be archived, brought back, deleted and restored."))
    return redirect(url_for("tables.index"), 303)  # type: ignore[return-value]


class Summaries:
    """The list's summaries of tables, cached by last entry and language, so that the list does not load every
    table into memory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, int, str], Listed] = OrderedDict()

    def of(self, row: Any, number: int) -> Listed:
        """number: of the table's last entry in the journal."""
        name = (row.id, number, language())
        with self._lock:
            kept = self._kept.get(name)
        if kept is None:
            kept = summarize(row)
            if not kept.trouble:
                with self._lock:
                    self._kept[name] = kept
                    while len(self._kept) > MAX_CACHED_SUMMARIES:
                        self._kept.popitem(last=False)
        return replace(kept, row=row)


def summarize(row: Any) -> Listed:
    """The summary of a table; of one that cannot be opened, the reason in `trouble`."""
    try:
        table = room().tables.open_unshared(row.id)
    except Exception as wrong:
        return Listed(row, trouble=_(getattr(wrong, "sentence", None) or str(wrong)))
    now = table.spoken(table.now)
    everyone = seats(table)
    phase = table.game.phase(now.state)
    waited = [q for q in now.questions if not q.optional and not q.answered]
    who = sorted({q.player for q in waited if q.player is not None})
    return Listed(
        row,
        everyone,
        _over(table, now, everyone) if phase.over else _standing(waited, now.last.words, everyone, who),
        () if phase.over else tuple(everyone[player] for player in who),
        phase.round,
        now.number,
        phase.over,
        table.read_only or "",
    )


def _standing(
    waited: Sequence[Question], last: str, everyone: Sequence[SeatLabel], who: Sequence[int]
) -> str:
    """Whom the table waits for, and what for."""
    if len(who) > 1:
        return _("Waiting for {players}.", players=in_a_sentence([everyone[player].name for player in who]))
    return waited[0].text if waited else last


def _over(table: Any, now: Any, everyone: Sequence[SeatLabel]) -> str:
    winners = [everyone[p.player].name for p in table.game.score(now.state).players if p.winner]
    return plural("{names} has won.", "{names} have won.", len(winners), names=in_a_sentence(winners))
