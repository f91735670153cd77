"""What devices send to a table in play: answers, draws, clocks, undo and redo."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from companion.games.contract import Illegal
from companion.table.journal import Entry
from companion.table.table import Table
from companion.translation import _
from companion.web.access.guard import (
    MAX_ENTRY_NUMBER,
    Refused,
    body,
    request_key,
    required_field,
    seen_and_key,
)
from companion.web.access.permission import require_seat, visitor
from companion.web.play.play import pages, room, table_of


def sender_name() -> str:
    """Who sent this, for the history: the name the device gave itself, else what it is."""
    name = request.headers.get("X-Device", "")[:40]
    return name if name.isprintable() and name else "a device"


def entry_response(table: Table[Any], entry: Entry) -> Response:
    """The new entry, in words that the player who decided it may read."""
    words = table.words_of(entry.number, entry.player)
    return jsonify({"number": entry.number, "words": words})


def _player(data: dict[str, Any]) -> int | None:
    """The request's "player": a seat, or none for the table itself. Raises Refused for anything else: 1.0 and
    true are equal to 1, but only of a whole number is it asked whether the sender has that seat."""
    player = data.get("player")
    if player is not None and type(player) is not int:
        raise Refused(400, _('A "player" is the number of a seat.'))
    return player


def _seat_and_confirm(table: Table[Any], data: dict[str, Any]) -> dict[str, int | None]:
    """Whose page asks for an undo or a jump ("seat"; none: the table's own page), and the entry that a second
    tap named ("confirm"). Raises Refused."""
    seat, confirm = data.get("seat"), data.get("confirm")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(table.setup.players)):
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(table.setup.players))
        )
    if not (visitor().tablet(table.id) if seat is None else visitor().has_seat(table.id, seat)):
        raise Refused(403, _("Steps are taken back by their player's phone, or at the table's tablet."))
    if confirm is not None and type(confirm) is not int:
        raise Refused(400, _('A "confirm" is the number of the entry that is taken back.'))
    return {"seat": seat, "confirm": confirm}


@pages.post("/t/<table_id>/decisions")
def decide(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    table = table_of(table_id)
    raw = required_field(data, "decision")
    try:
        decision = table.game.decision(raw)
    except Illegal as wrong:
        raise Refused(400, wrong.sentence) from None
    require_seat(table_id, decision.player)
    return entry_response(table, table.submit(decision, seen, key, sender_name()))


@pages.post("/t/<table_id>/draws")
def drawn(table_id: str) -> Response:
    """Answers the open draw or roll: with `names` or `numbers` as entered by hand; without either the
    companion draws or rolls."""
    data = body()
    seen, key = seen_and_key(data)
    table = table_of(table_id)
    for question in table.now.questions:
        if question.chance is not None and question.chance.audience is not None:
            require_seat(table_id, question.chance.audience)  # only that seat knows what comes up
    names, numbers = data.get("names"), data.get("numbers")
    if numbers is not None:
        if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
            raise Refused(400, _('The request needs "numbers": a list of what the dice show.'))
        return entry_response(table, table.submit_outcome(tuple(numbers), seen, key, sender_name()))
    if names is None:
        return entry_response(table, table.sample_chance(seen, key))
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Refused(400, _('The request needs "names": a list of what came up.'))
    return entry_response(table, table.submit_outcome(tuple(names), seen, key, sender_name()))


@pages.post("/t/<table_id>/clock")
def clock(table_id: str) -> Response:
    """Acts on the questions' clocks: `{"do": "pause"}`, "resume", "time-out" (with "player") or "more" (with
    "player" and "seconds")."""
    data = body()
    seen, key = seen_and_key(data)
    table = table_of(table_id)
    require_seat(table_id, _player(data))
    return entry_response(table, table.act_on_clock(data, seen, key, sender_name()))


@pages.post("/t/<table_id>/answers")
def answer(table_id: str) -> Response:
    """Answers a question that has a form: `{"question": its kind, "player": seat, "value": the form's}`."""
    data = body()
    seen, key = seen_and_key(data)
    table = table_of(table_id)
    kind, player, value = required_field(data, "question"), _player(data), required_field(data, "value")
    require_seat(table_id, player)
    # Asked of the state the device saw, so that a late answer is refused as late, not as wrong.
    state = table.state_at(seen) if 1 <= seen <= table.number else table.state
    questions = table.game.questions(state)
    asked = next((q for q in questions if (q.kind, q.player) == (kind, player) and q.form), None)
    if asked is None or asked.form is None:
        raise Refused(422, _("This is no longer asked: look again."))
    problem = asked.form.problem(value)
    if problem:
        raise Illegal(problem, asked.page)
    return entry_response(
        table, table.submit(table.game.answer(state, asked, value), seen, key, sender_name())
    )


@pages.post("/t/<table_id>/undo")
def undo(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    table = table_of(table_id)
    return entry_response(table, table.undo(seen, key, sender_name(), **_seat_and_confirm(table, data)))


@pages.post("/t/<table_id>/redo")
def redo(table_id: str) -> Response:
    seen, key = seen_and_key(body())
    table = table_of(table_id)
    return entry_response(table, table.redo(seen, key, sender_name()))


@pages.post("/t/<table_id>/jump")
def jump(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    to = data.get("to")
    if type(to) is not int or not 0 <= to <= MAX_ENTRY_NUMBER:
        raise Refused(400, _('The request needs "to": the number of an entry.'))
    table = table_of(table_id)
    return entry_response(table, table.jump(to, seen, key, sender_name(), **_seat_and_confirm(table, data)))


@pages.post("/t/<table_id>/proposals/<proposal>")
def proposal(table_id: str, proposal: str) -> Any:
    """What a person says to the camera's proposal: `{"do": "take", "option": 0, "key"}`, "hold" or "none"."""
    data = body()
    table = table_of(table_id)
    station = room().serving(table_id)
    referee = station.referee if station is not None else None
    if referee is None:
        raise Refused(404, _("There is no camera at this table."))
    what = data.get("do")
    if what == "take":
        option, key = data.get("option"), request_key(data)
        if type(option) is not int:
            raise Refused(400, _('Taking a proposal needs "option", a number, and "key".'))
        shown = referee.view.proposal
        if shown is not None and shown.id == proposal and 0 <= option < len(shown.options):
            require_seat(table_id, shown.options[option].decision.player)
        return entry_response(table, referee.accept(proposal, option, key, sender_name()))
    if what == "hold":
        referee.touch(proposal)
    elif what == "none":
        referee.dismiss(proposal)
    else:
        raise Refused(400, _('A proposal can be answered with "do": "take", "hold" or "none".'))
    return jsonify({"number": table.number})
