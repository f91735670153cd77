"""What devices and, by the API, programs send to a table in play: answers, draws, clocks, undo and redo."""

from __future__ import annotations

from companion.coach.dealing import check_choice
from companion.games.contract import Illegal, State
from companion.table.journal import Entry
from companion.table.table import Table
from companion.translation import _
from companion.web.play.bodies import (
    AnswerBody,
    ClockBody,
    DecisionBody,
    DismissProposal,
    Done,
    DrawBody,
    HoldProposal,
    JumpBody,
    ProposalBody,
    Step,
    TableNumber,
    TakeProposal,
    UndoBody,
)
from companion.web.play.play import pages
from companion.web.play.told_here import check_telling
from companion.web.request.addressed import room, table_of
from companion.web.request.json_body import json_post
from companion.web.request.reading import (
    Refused,
)
from companion.web.request.visitor import require_seat, sender_name, visitor


def done(table: Table[State], entry: Entry) -> Done:
    """The new entry, in words that the sender may read."""
    owner = entry.player
    viewer = owner if owner is not None and visitor().sees(table.id, owner) else None
    return Done(entry.number, table.words_of(entry.number, viewer))


def _check_undo(table: Table[State], body: UndoBody) -> None:
    """Whether the sender may undo or jump as the seat whose page asks (none: the table's own page). Raises
    Refused."""
    seat = body.seat
    if seat is not None and seat >= len(table.setup.players):
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(table.setup.players))
        )
    if not (visitor().tablet(table.id) if seat is None else visitor().has_seat(table.id, seat)):
        raise Refused(403, _("Steps are taken back by their player's phone, or at the table's tablet."))


@json_post(pages, "/t/<table_id>/decisions", DecisionBody)
def decide(table_id: str, body: DecisionBody) -> Done:
    table = table_of(table_id)
    try:
        decision = table.game.decision(body.decision)
    except Illegal as wrong:
        raise Refused(400, wrong.sentence) from None
    require_seat(table_id, decision.player)
    check_choice(table, decision, body.seen)
    check_telling(table, decision, sender_name())
    return done(table, table.submit(decision, body.seen, body.key, sender_name()))


@json_post(pages, "/t/<table_id>/draws", DrawBody)
def drawn(table_id: str, body: DrawBody) -> Done:
    """Answers the open draw or roll: with `names` or `numbers` as entered by hand; without either the
    companion draws or rolls."""
    table = table_of(table_id)
    for question in table.now.questions:
        if question.chance is not None and question.chance.audience is not None:
            require_seat(table_id, question.chance.audience)  # only that seat knows what comes up
    if body.numbers is not None:
        entry = table.submit_outcome(tuple(body.numbers), body.seen, body.key, sender_name())
    elif body.names is not None:
        entry = table.submit_outcome(tuple(body.names), body.seen, body.key, sender_name())
    else:
        entry = table.sample_chance(body.seen, body.key)
    return done(table, entry)


@json_post(pages, "/t/<table_id>/clock", ClockBody)
def clock(table_id: str, body: ClockBody) -> Done:
    """Acts on the questions' clocks."""
    table = table_of(table_id)
    require_seat(table_id, body.player)
    action = {"do": body.do, "player": body.player, "seconds": body.seconds}
    return done(table, table.act_on_clock(action, body.seen, body.key, sender_name()))


@json_post(pages, "/t/<table_id>/answers", AnswerBody)
def answer(table_id: str, body: AnswerBody) -> Done:
    """Answers a question that has a form."""
    table = table_of(table_id)
    require_seat(table_id, body.player)
    table.hear(body.seen)
    # Asked of the state the device saw, so that a late answer is refused as late, not as wrong.
    state = table.state_at(body.seen) if 1 <= body.seen <= table.number else table.state
    wanted = (body.question, body.player)
    asked = next((q for q in table.game.questions(state) if (q.kind, q.player) == wanted and q.form), None)
    if asked is None or asked.form is None:
        raise Refused(422, _("This is no longer asked: look again."))
    problem = asked.form.problem(body.value)
    if problem:
        table.note_refused(body.player)
        raise Illegal(problem, asked.page)
    decision = table.game.answer(state, asked, body.value)
    check_choice(table, decision, body.seen)
    check_telling(table, decision, sender_name())
    return done(table, table.submit(decision, body.seen, body.key, sender_name()))


@json_post(pages, "/t/<table_id>/undo", UndoBody)
def undo(table_id: str, body: UndoBody) -> Done:
    table = table_of(table_id)
    _check_undo(table, body)
    entry = table.undo(body.seen, body.key, sender_name(), seat=body.seat, confirm=body.confirm)
    return done(table, entry)


@json_post(pages, "/t/<table_id>/redo", Step)
def redo(table_id: str, body: Step) -> Done:
    table = table_of(table_id)
    return done(table, table.redo(body.seen, body.key, sender_name()))


@json_post(pages, "/t/<table_id>/jump", JumpBody)
def jump(table_id: str, body: JumpBody) -> Done:
    table = table_of(table_id)
    _check_undo(table, body)
    entry = table.jump(body.to, body.seen, body.key, sender_name(), seat=body.seat, confirm=body.confirm)
    return done(table, entry)


@json_post(pages, "/t/<table_id>/proposals/<proposal>", ProposalBody)
def proposal(table_id: str, proposal: str, body: ProposalBody) -> Done | TableNumber:
    """What a person says to the camera's proposal."""
    table = table_of(table_id)
    station = room().serving(table_id)
    referee = station.referee if station is not None else None
    if referee is None:
        raise Refused(404, _("There is no camera at this table."))
    match body:
        case TakeProposal(option=option, key=key):
            shown = referee.view.proposal
            if shown is not None and shown.id == proposal and 0 <= option < len(shown.options):
                require_seat(table_id, shown.options[option].decision.player)
            return done(table, referee.accept(proposal, option, key, sender_name()))
        case HoldProposal():
            referee.touch(proposal)
        case DismissProposal():
            referee.dismiss(proposal)
    return TableNumber(table.number)
