"""Endpoints that change a table: the views of the pages' requests, with what they are called here."""

from __future__ import annotations

from companion.web.api.endpoint import WRITES, post
from companion.web.play import answering, corrections
from companion.web.play.bodies import (
    AnswerBody,
    ClockBody,
    CorrectionBody,
    DecisionBody,
    Done,
    DrawBody,
    JumpBody,
    Step,
    UndoBody,
)

UNDOES = (*WRITES, 428)


@post("/tables/<table_id>/decisions", Done, body=DecisionBody)
def decide(table_id: str, body: DecisionBody) -> Done:
    """Answers a question by one of its options."""
    return answering.decide(table_id, body)


@post("/tables/<table_id>/answers", Done, body=AnswerBody)
def answer(table_id: str, body: AnswerBody) -> Done:
    """Answers a question that has the form subset, amount or allocation."""
    return answering.answer(table_id, body)


@post("/tables/<table_id>/draws", Done, body=DrawBody)
def draw(table_id: str, body: DrawBody) -> Done:
    """Tells the open draw or roll, or lets the companion make it."""
    return answering.drawn(table_id, body)


@post("/tables/<table_id>/corrections", Done, body=CorrectionBody)
def correct(table_id: str, body: CorrectionBody) -> Done:
    """Overrules a fact."""
    return corrections.correct(table_id, body)


@post("/tables/<table_id>/undo", Done, body=UndoBody, refusals=UNDOES)
def undo(table_id: str, body: UndoBody) -> Done:
    """Takes the last step back."""
    return answering.undo(table_id, body)


@post("/tables/<table_id>/redo", Done, body=Step)
def redo(table_id: str, body: Step) -> Done:
    """Makes the step again that was taken back last."""
    return answering.redo(table_id, body)


@post("/tables/<table_id>/jump", Done, body=JumpBody, refusals=UNDOES)
def jump(table_id: str, body: JumpBody) -> Done:
    """Goes back to what held right after an entry."""
    return answering.jump(table_id, body)


@post("/tables/<table_id>/clock", Done, body=ClockBody)
def clock(table_id: str, body: ClockBody) -> Done:
    """Acts on the clocks of questions that have a time."""
    return answering.clock(table_id, body)
