"""What a finished table tells of how well its game was learnt, in numbers: counted when the play is kept.

From the journal and its notes (`companion/table/notes.py`), kept with the play: nothing is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.contract import Json, State
from companion.table.journal import CLOCK
from companion.table.notes import CALLED, HELPED, REFUSED
from companion.table.table import Table


@dataclass(frozen=True, slots=True)
class SeatLearning:
    """Of one seat. given: decisions; alone: those of them without help that were not taken back; refused:
    answers that were refused."""

    given: int
    alone: int
    refused: int


@dataclass(frozen=True, slots=True)
class Learning:
    """first_seconds: from Begin to the first decision; None: there was none. calls: of the staff. seats: in
    seat order; None: a computer player's. ahead: whether the lot had who was taught asked one step ahead;
    None: no lot was drawn."""

    first_seconds: int | None
    calls: int
    seats: tuple[SeatLearning | None, ...]
    ahead: bool | None = None


def learning_of(table: Table[State]) -> Learning:
    """Raises JournalError."""
    entries, notes, computers = table.entries(), table.notes(), table.settings.computers
    decided = [
        entry
        for entry in entries
        if entry.kind == "decision" and entry.player is not None and entry.by != CLOCK
    ]
    stands = {entry.number for entry in table.effective()}
    seats = []
    for seat in range(len(table.setup.players)):
        helped = [note.number for note in notes if note.what == HELPED and note.player == seat]
        numbers = [entry.number for entry in decided if entry.player == seat]
        # Help that came since the seat's decision before, whatever others did meanwhile.
        alone = [
            number
            for before, number in zip((0, *numbers), numbers, strict=False)
            if number in stands and not any(before <= at < number for at in helped)
        ]
        refused = sum(note.what == REFUSED and note.player == seat for note in notes)
        counted = SeatLearning(len(numbers), len(alone), refused)
        seats.append(None if str(seat) in computers else counted)
    first = None
    if decided:
        first = max(0, round((decided[0].at - entries[0].at).total_seconds()))
    settings = table.settings
    drawn = settings.teaching == "lessons" and settings.ahead == "lot"
    ahead = settings.asks_ahead(table.id) if drawn else None
    return Learning(first, sum(note.what == CALLED for note in notes), tuple(seats), ahead)


def learning_to_json(learning: Learning | None) -> Json:
    """`{"first_seconds", "calls", "seats": [{"given", "alone", "refused"}]}`; a computer player's is null.
    With "ahead" where a lot was drawn."""
    if learning is None:
        return None
    seats = [
        None if seat is None else {"given": seat.given, "alone": seat.alone, "refused": seat.refused}
        for seat in learning.seats
    ]
    drawn = {} if learning.ahead is None else {"ahead": learning.ahead}
    return {"first_seconds": learning.first_seconds, "calls": learning.calls, "seats": seats, **drawn}


def learning_from_json(data: Any) -> Learning | None:
    """The reverse. Raises KeyError or TypeError for anything else."""
    if data is None:
        return None
    seats = (
        None if seat is None else SeatLearning(seat["given"], seat["alone"], seat["refused"])
        for seat in data["seats"]
    )
    return Learning(data["first_seconds"], data["calls"], tuple(seats), data.get("ahead"))
