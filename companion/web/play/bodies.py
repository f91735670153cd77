"""What devices send to a table in play, and what they get back: for the pages' requests and for the API."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.games.contract import Json
from companion.table.question_clock import MAX_ADDED_SECONDS
from companion.translation import marked
from companion.web.request.json_body import said
from companion.web.request.reading import MAX_ENTRY_NUMBER

Seat = Annotated[int, Meta(ge=0, le=99)]
EntryNumber = Annotated[int, Meta(ge=0, le=MAX_ENTRY_NUMBER)]
SeenNumber = Annotated[
    int,
    said(
        marked('The request needs "seen": the number of the entry that the device last saw.'),
        ge=0,
        le=MAX_ENTRY_NUMBER,
    ),
]
TargetNumber = Annotated[
    int, said(marked('The request needs "to": the number of an entry.'), ge=0, le=MAX_ENTRY_NUMBER)
]
Key = Annotated[
    str,
    said(
        marked('The request needs a "key" of its own, 8 to 64 letters, the same when sent again.'),
        min_length=8,
        max_length=64,
        pattern="^[ -~]+$",
    ),
]
FormValue = Annotated[
    int | list[str | tuple[str, str, int]],
    said(
        marked('The request needs "value": a number, a list of things, or a list of [token, place, count].')
    ),
]
"""Of an amount, of a subset and of an allocation."""
FactValue = Annotated[
    str | int | float | bool | None,
    said(marked('The request needs "value": one of the fact\'s choices, or a number within its limits.')),
]
"""Only a text or a whole number can be right; of others the fact says what it can be instead."""
FactPath = Annotated[str, said(marked('The request needs "path": the name of a fact.'))]
DrawnNames = Annotated[list[str], said(marked('The request needs "names": a list of what came up.'))]
RolledNumbers = Annotated[
    list[int], said(marked('The request needs "numbers": a list of what the dice show.'))
]


class Step(Struct, forbid_unknown_fields=True):
    """seen: the number of the entry that the sender last saw. key: the request's own, the same when it is
    sent again; then it is done once and answered alike."""

    seen: SeenNumber
    key: Key


class DecisionBody(Step):
    """decision: one of the options of an open question, as it came."""

    decision: dict[str, Json]


class AnswerBody(Step):
    """For a question with a form. question: its kind; player: the seat, null for the table itself. value: for
    a subset a list of item ids, for an amount a number, for an allocation a list of [token, place, count]."""

    question: str
    player: Seat | None
    value: FormValue


class DrawBody(Step):
    """names: what was drawn; numbers: what the dice show; neither: the companion draws or rolls."""

    names: DrawnNames | None = None
    numbers: RolledNumbers | None = None


class CorrectionBody(Step):
    """path: of a fact; value: one of its choices, or a number within its limits. seat: who asks, null for the
    table itself."""

    path: FactPath
    value: FactValue
    seat: Seat | None = None


class DropBody(Struct):
    """seen, key: as scripts send them with every step; a drop needs none."""

    seen: SeenNumber = 0
    key: Key | None = None


class UndoBody(Step):
    """seat: who asks, null for the table itself. confirm: the number that a 428 named."""

    seat: Seat | None = None
    confirm: EntryNumber | None = None


class JumpBody(UndoBody, kw_only=True):
    """to: the entry to go back to."""

    to: TargetNumber


class ClockBody(Step, kw_only=True):
    """player: for "time-out" and "more"; seconds: for "more"."""

    do: Literal["pause", "resume", "time-out", "more"]
    player: Seat | None = None
    seconds: Annotated[int, Meta(ge=1, le=MAX_ADDED_SECONDS)] | None = None


class Done(Struct):
    """number: of the new entry; words: what it says to whoever sent it."""

    number: int
    words: str


class TableNumber(Struct):
    """number: of the table's last entry, where nothing was added to it."""

    number: int


# --- of the pages alone


class TakeProposal(Struct, tag_field="do", tag="take"):
    """The camera saw this one of the options."""

    option: int
    key: Key


class HoldProposal(Struct, tag_field="do", tag="hold"):
    """Somebody thinks about it: it is not taken by itself."""


class DismissProposal(Struct, tag_field="do", tag="none"):
    """None of the options happened."""


ProposalBody = TakeProposal | HoldProposal | DismissProposal

LessonSeats = Annotated[
    list[Seat], said(marked('The request needs "seats": a list of seats of this table.'), min_length=1)
]


class ReadStep(Struct, tag_field="do", tag="read"):
    """at: a step of a lesson, "aim/0"."""

    seats: LessonSeats
    at: str


class SkipLesson(Struct, tag_field="do", tag="skip"):
    seats: LessonSeats
    lesson: str


class RepeatLesson(Struct, tag_field="do", tag="again"):
    seats: LessonSeats
    lesson: str


class ChangeLevel(Struct, tag_field="do", tag="level"):
    seats: LessonSeats
    level: Annotated[Literal["new", "knows"], said(marked("A player is “new” to the game, or “knows” it."))]


class AnswerAhead(Struct, tag_field="do", tag="ahead"):
    """A question ahead is answered. at: the entry at which it was asked; choice: one of its answers, from 0;
    null: it is put aside, or what was said to it has been read."""

    seats: LessonSeats
    id: str
    at: EntryNumber
    choice: Annotated[int, Meta(ge=0, le=2)] | None = None


class HelpBody(Struct):
    """level: of help, for one seat."""

    seat: Annotated[int, said(marked('The request needs "seat": a seat of this table.'), ge=0, le=99)]
    level: Annotated[
        Literal["none", "careful", "guided", "taught"],
        said(marked("Help is “none”, “careful”, “guided” or “taught”.")),
    ]


class LayTask(Struct, tag_field="do", tag="lay"):
    """A task of setting the table up was done, or not."""

    task: str
    laid: bool


LessonBody = ReadStep | SkipLesson | RepeatLesson | ChangeLevel | LayTask | AnswerAhead
