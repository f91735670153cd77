"""The history of a table in words: who did what, and the way back to any moment."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.translation import _, marked
from companion.web.live.views import seats
from companion.web.play.shared_facts import TOGETHER
from companion.web.request.addressed import seat_number, table_of

pages = Blueprint("history", __name__)


@pages.get("/t/<table_id>/history")
def history(table_id: str) -> str:
    """Newest first. ?seat=N: as that seat may read it; ?player=N: only what that player did."""
    table = table_of(table_id)
    viewer = seat_number(table, request.args["seat"]) if request.args.get("seat") else None
    only = seat_number(table, request.args["player"]) if request.args.get("player") else None
    now = table.spoken(table.now)
    lines = [x for x in table.history(viewer) if only is None or x.entry.player == only]
    return render_template(
        "history.html",
        table=table,
        seats=seats(table),
        lines=list(reversed(lines)),
        number=now.number,
        undo_words=now.undo,
        redo_words=now.redo,
        viewer=viewer,
        only=only,
        teller=teller_words,
    )


_TELLERS = frozenset(
    (
        marked("camera"),
        marked("virtual bag"),
        marked("a device"),
        marked("a phone"),
        marked("the tablet"),
        marked("the box"),
        marked("computer player"),
        marked("caught up"),
    )
)
"""The senders of entries, as the journal names them; a phone is named after its seat."""
_PHONE = "'s phone"


def teller_words(by: str) -> str:
    """The sender of an entry, in words; of a correction that took two devices both."""
    if TOGETHER in by:
        one, _together, other = by.partition(TOGETHER)
        return _("{who}, confirmed by {other}", who=teller_words(one), other=teller_words(other))
    if by.endswith(_PHONE):
        return _("{player}'s phone", player=by.removesuffix(_PHONE))
    return _(by) if by in _TELLERS else by
