"""What is counted beside a table's entries, to see whether the table teaches: help shown, answers refused,
calls of the staff.

Notes hold numbers only: no words, no names, no times. Nothing that is played depends on them, and a table
without any replays as before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NoteKind = Literal["helped", "refused", "called"]
HELPED: NoteKind = "helped"
REFUSED: NoteKind = "refused"
CALLED: NoteKind = "called"

MAX_WAITING = 200
"""Refusals that wait to be written with the next entry; more, from a script that sends nothing else, are not
counted."""


@dataclass(frozen=True, slots=True)
class Note:
    """number: the table's last entry then. player: from 0; None: the table. what: "helped": help stood beside
    the seat's answers; "refused": an answer of the seat was refused; "called": the staff was called."""

    number: int
    what: NoteKind
    player: int | None = None
