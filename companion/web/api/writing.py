"""Endpoints that change a table, by the functions of the pages' requests (`companion.web.play.answering`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from flask import Response
from msgspec import Meta, Struct

from companion.table.question_clock import MAX_ADDED_SECONDS
from companion.web.api.endpoint import WRITES, post
from companion.web.api.reading import EntryNumber, Seat
from companion.web.play import answering, corrections

Key = Annotated[str, Meta(min_length=8, max_length=64, pattern="^[ -~]+$")]
UNDOES = (*WRITES, 428)


class Step(Struct, forbid_unknown_fields=True):
    """seen: the number of the entry that the sender last saw. key: the request's own, the same when it is
    sent again; then it is done once and answered alike."""

    seen: EntryNumber
    key: Key


class DecisionBody(Step):
    """decision: one of the options of an open question, as it came."""

    decision: dict[str, Any]


class AnswerBody(Step):
    """For a question with a form. question: its kind; player: the seat. value: for a subset a list of item
    ids, for an amount a number, for an allocation a list of [token, place, count]."""

    question: str
    player: Seat
    value: int | list[Any]


class DrawBody(Step):
    """names: what was drawn; numbers: what the dice show; neither: the companion draws or rolls."""

    names: list[str] | None = None
    numbers: list[int] | None = None


class CorrectionBody(Step):
    """path: of a fact; value: one of its choices, or a number within its limits."""

    path: str
    value: Any


class UndoBody(Step):
    """seat: who asks, null for the table itself. confirm: the number that a 428 named."""

    seat: Seat | None = None
    confirm: EntryNumber | None = None


class JumpBody(UndoBody, kw_only=True):
    """to: the entry to go back to."""

    to: EntryNumber


class ClockBody(Step, kw_only=True):
    """player: for "time-out" and "more"; seconds: for "more"."""

    do: Literal["pause", "resume", "time-out", "more"]
    player: Seat | None = None
    seconds: Annotated[int, Meta(ge=1, le=MAX_ADDED_SECONDS)] | None = None


class Done(Struct):
    """number: of the new entry; words: what it says to whoever sent it."""

    number: int
    words: str


@post("/tables/<table_id>/decisions", Done, body=DecisionBody)
def decide(table_id: str, body: DecisionBody) -> Response:
    """Answers a question by one of its options."""
    return answering.decide(table_id)


@post("/tables/<table_id>/answers", Done, body=AnswerBody)
def answer(table_id: str, body: AnswerBody) -> Response:
    """Answers a question that has the form subset, amount or allocation."""
    return answering.answer(table_id)


@post("/tables/<table_id>/draws", Done, body=DrawBody)
def draw(table_id: str, body: DrawBody) -> Response:
    """Tells the open draw or roll, or lets the companion make it."""
    return answering.drawn(table_id)


@post("/tables/<table_id>/corrections", Done, body=CorrectionBody)
def correct(table_id: str, body: CorrectionBody) -> Response:
    """Overrules a fact."""
    return corrections.correct(table_id)


@post("/tables/<table_id>/undo", Done, body=UndoBody, refusals=UNDOES)
def undo(table_id: str, body: UndoBody) -> Response:
    """Takes the last step back."""
    return answering.undo(table_id)


@post("/tables/<table_id>/redo", Done, body=Step)
def redo(table_id: str, body: Step) -> Response:
    """Makes the step again that was taken back last."""
    return answering.redo(table_id)


@post("/tables/<table_id>/jump", Done, body=JumpBody, refusals=UNDOES)
def jump(table_id: str, body: JumpBody) -> Response:
    """Goes back to what held right after an entry."""
    return answering.jump(table_id)


@post("/tables/<table_id>/clock", Done, body=ClockBody)
def clock(table_id: str, body: ClockBody) -> Response:
    """Acts on the clocks of questions that have a time."""
    return answering.clock(table_id)
