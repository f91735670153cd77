"""The history of a table in words: who did what, and the way back to any moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for

from companion.games.contract.tellers import is_caught_up, teller_words
from companion.table.snapshot import HistoryLine
from companion.translation import _
from companion.web.live.choosable import Attributes, Choosable, coloured, current
from companion.web.live.views import SeatLabel, seats
from companion.web.play.inferred import BasisTexts
from companion.web.request.addressed import asked_seat, table_of

pages = Blueprint("history", __name__)


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of the history. marks: what kind of entry it is, in words; note: that it was taken back, "": it
    was not; teller: who told it, "": nobody else. jumps: the table may go back to it. inferred: from the
    table, and not taken back; basis: from what, "": it was not."""

    line: HistoryLine
    classes: str
    attributes: Attributes
    marks: tuple[str, ...]
    note: str
    teller: str
    jumps: bool
    inferred: bool
    basis: str


def line_view(line: HistoryLine, everyone: Sequence[SeatLabel], number: int, texts: BasisTexts) -> LineView:
    """number: the last entry of the table."""
    entry = line.entry
    inferred = is_caught_up(entry.by)
    named = {"entry": True, "undone": not line.effective, "now": entry.number == number}
    marks = {_("correction"): entry.kind == "correction", _("inferred from the table"): inferred}
    return LineView(
        line,
        " ".join(name for name, holds in named.items() if holds),
        coloured(None if entry.player is None else everyone[entry.player].colour),
        tuple(words for words, holds in marks.items() if holds),
        "" if line.effective else _("taken back"),
        teller_words(entry.by) if entry.by and not inferred else "",
        entry.number != number,
        inferred and line.effective,
        texts.of(entry) if inferred else "",
    )


@dataclass(frozen=True, slots=True)
class Whose:
    """A link to the history of one player, or of all (seat None)."""

    seat: SeatLabel | None
    link: Choosable


def _whose(table_id: str, viewer: int | None, only: int | None, everyone: Sequence[SeatLabel]) -> list[Whose]:
    def link(seat: SeatLabel | None) -> Whose:
        number = None if seat is None else seat.number
        holds = only == number
        shade = ("button primary" if number is None else "button") if holds else "button quiet"
        to = url_for("history.history", table_id=table_id, seat=viewer, player=number)
        words = _("Everything") if seat is None else seat.name
        return Whose(seat, Choosable(to, words, current(holds), shade))

    return [link(None), *map(link, everyone)]


@pages.get("/t/<table_id>/history")
def history(table_id: str) -> str:
    """Newest first. ?seat=N: as that seat may read it; ?player=N: only what that player did."""
    table = table_of(table_id)
    viewer = asked_seat(table, request.args.get("seat"))
    only = asked_seat(table, request.args.get("player"))
    now = table.spoken(table.now)
    lines = [x for x in table.history(viewer) if only is None or x.entry.player == only]
    everyone, texts = seats(table), BasisTexts(table)
    return render_template(
        "history.html",
        table=table,
        whose=_whose(table_id, viewer, only, everyone),
        lines=[line_view(line, everyone, now.number, texts) for line in reversed(lines)],
        number=now.number,
        undo_words=now.undo,
        redo_words=now.redo,
        viewer=viewer,
        person=None if viewer is None else table.setup.players[viewer].name,
    )
