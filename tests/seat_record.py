"""All that one seat may know of a table, for tests that look for what it may not."""

from __future__ import annotations

from companion.games.contract import Json, State
from companion.table.record import plain
from companion.table.table import Table


def seat_record(table: Table[State], viewer: int | None) -> dict[str, Json]:
    """What one seat may know of a table so far (None: what everybody may): its view of the state, the open
    questions as it reads them, and the history in words."""
    view = table.game.view(table.state, viewer)
    return {
        "state": plain(view),
        "questions": plain(table.game.questions_for(table.state, viewer)),
        "history": [
            {
                "number": line.entry.number,
                "kind": line.entry.kind,
                "words": line.words,
                "effective": line.effective,
            }
            for line in table.history(viewer)
        ],
    }
