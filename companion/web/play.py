"""A table in play: its page for the middle of the table, a page for each seat, and what they send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, url_for

from companion.games.contract import Illegal
from companion.table.journal import Entry, utc_now
from companion.table.table import Table
from companion.translation import _
from companion.web.guard import LARGEST_NUMBER, Refused, body, decision_part, seen_and_key, whole_number
from companion.web.permission import require_seat, visitor
from companion.web.views import seats

if TYPE_CHECKING:
    from companion.room import Room

pages = Blueprint("play", __name__)


def room() -> Room:
    here: Room = current_app.extensions["room"]
    return here


def table_of(table_id: str) -> Table[Any]:
    """Raises NoSuchTable."""
    table: Table[Any] = room().tables.open(table_id)
    return table


def seat_number(table: Table[Any], text: str) -> int:
    """A seat of this table, from 0, as an address names it. Raises Refused."""
    seat = whole_number(text, 0, len(table.setup.players) - 1)
    if seat is None:
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(table.setup.players))
        )
    return seat


# --- looking


@pages.get("/t/<table_id>/")
def table(table_id: str) -> Any:
    here = table_of(table_id)
    who = visitor()
    if who.any_tablet and not who.staff and who.tablet(table_id):
        row = room().tables.journal.table(table_id)
        if row is not None and row.archived:
            return redirect(url_for("setup.new"), 303)  # the staff put it away for the next group
    shown = current_app.extensions["views"].show(here, None)
    return render_template("table.html", table=here, seats=seats(here), shown=shown)


@pages.get("/t/<table_id>/seat/<seat>")
def seat(table_id: str, seat: str) -> str:
    here = table_of(table_id)
    player = seat_number(here, seat)
    shown = current_app.extensions["views"].show(here, player)
    everyone = seats(here)
    return render_template(
        "seat.html",
        table=here,
        seats=everyone,
        seat=everyone[player],
        shown=shown,
        # This device is passed round: a cover stands before the page until its player has it.
        passed="passed" in request.args,
    )


@pages.get("/t/<table_id>/camera")
def camera(table_id: str) -> Response:
    """The latest picture with what was read drawn in, as JPEG; the page asks again when it has shown it."""
    table_of(table_id)
    eyes = room().eyes
    if room().active != table_id or eyes is None:
        raise Refused(404, _("There is no camera at this table."))
    jpeg = eyes.jpeg()
    if not jpeg:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@pages.get("/t/<table_id>/watch")
def watch(table_id: str) -> str:
    """The camera's picture, as large as the screen allows."""
    return render_template("watch.html", table=table_of(table_id))


@pages.get("/t/<table_id>/settings")
def options(table_id: str) -> str:
    return render_template("options.html", table=table_of(table_id))


@pages.get("/t/<table_id>/state")
def numbers(table_id: str) -> Response:
    """The number of the last entry, the open questions and the server's time in seconds: for scripts, and
    for a page that woke up. aside: nobody waits for the answer."""
    here = table_of(table_id)
    now = here.now
    open_to_all = here.game.questions(here.game.view(now.state, None))
    asked = [
        {
            "player": q.player,
            "kind": q.kind,
            "text": q.text,
            "page": q.page,
            "secret": q.secret or q.private,
            "aside": q.optional or q.answered,
        }
        for q in open_to_all
    ]
    at = utc_now()
    clocks = [
        {"player": c.player, "kind": c.kind, "left": round(c.left(at), 1), "running": c.since is not None}
        for c in now.clocks
    ]
    return jsonify(
        {
            "number": now.number,
            "questions": asked,
            "over": here.game.phase(now.state).over,
            "clocks": clocks,
            "time": at.timestamp(),
        }
    )


@pages.get("/t/<table_id>/steps/<key>")
def taken(table_id: str, key: str) -> Response:
    """Whether the request with this key was done: for a device whose line broke before it had its answer."""
    words = table_of(table_id).done(key)
    return jsonify({"done": words is not None, "words": words or ""})


# --- changing


def _by() -> str:
    """Who sent this, for the history: the name the device gave itself, else what it is."""
    name = request.headers.get("X-Device", "")[:40]
    return name if name.isprintable() and name else "a device"


def _done(here: Table[Any], entry: Entry) -> Response:
    """The new entry, in words that whoever decided it may read."""
    words = here.words_of(entry.number, entry.player)
    return jsonify({"number": entry.number, "words": words})


def _seat_and_confirm(here: Table[Any], data: dict[str, Any]) -> dict[str, int | None]:
    """Whose page asks for an undo or a jump ("seat"; none: the table's own page), and the entry that a second
    tap named ("confirm"). Raises Refused."""
    seat, confirm = data.get("seat"), data.get("confirm")
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(here.setup.players)):
        raise Refused(
            404, _("There is no such seat: this table has {number}.", number=len(here.setup.players))
        )
    if not (visitor().tablet(here.id) if seat is None else visitor().has_seat(here.id, seat)):
        raise Refused(403, _("Steps are taken back by their player's phone, or at the table's tablet."))
    if confirm is not None and type(confirm) is not int:
        raise Refused(400, _('A "confirm" is the number of the entry that is taken back.'))
    return {"seat": seat, "confirm": confirm}


@pages.post("/t/<table_id>/decisions")
def decide(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    here = table_of(table_id)
    raw = decision_part(data, "decision")
    try:
        decision = here.game.decision(raw)
    except Illegal as wrong:
        raise Refused(400, wrong.sentence) from None
    require_seat(table_id, decision.player)
    return _done(here, here.submit(decision, seen, key, _by()))


@pages.post("/t/<table_id>/draws")
def drawn(table_id: str) -> Response:
    """Answers the open draw or roll: with `names` or `numbers` as a hand tells them; without either the
    companion draws or rolls."""
    data = body()
    seen, key = seen_and_key(data)
    here = table_of(table_id)
    for question in here.now.questions:
        if question.chance is not None and question.chance.audience is not None:
            require_seat(table_id, question.chance.audience)  # only that seat knows what comes up
    names, numbers = data.get("names"), data.get("numbers")
    if numbers is not None:
        if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
            raise Refused(400, _('The request needs "numbers": a list of what the dice show.'))
        return _done(here, here.tell_chance(tuple(numbers), seen, key, _by()))
    if names is None:
        return _done(here, here.sample_chance(seen, key))
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Refused(400, _('The request needs "names": a list of what came up.'))
    return _done(here, here.tell_chance(tuple(names), seen, key, _by()))


@pages.post("/t/<table_id>/clock")
def clock(table_id: str) -> Response:
    """Acts on the questions' clocks: `{"do": "pause"}`, "resume", "time-out" (with "player") or "more" (with
    "player" and "seconds")."""
    data = body()
    seen, key = seen_and_key(data)
    here = table_of(table_id)
    player = data.get("player")
    require_seat(table_id, player if type(player) is int else None)
    return _done(here, here.act_on_clock(data, seen, key, _by()))


@pages.post("/t/<table_id>/answers")
def answer(table_id: str) -> Response:
    """Answers a question that has a form: `{"question": its kind, "player": seat, "value": the form's}`."""
    data = body()
    seen, key = seen_and_key(data)
    here = table_of(table_id)
    kind, player, value = (decision_part(data, name) for name in ("question", "player", "value"))
    require_seat(table_id, player if type(player) is int else None)
    # Asked of the state the device saw, so that a late answer is refused as late, not as wrong.
    state = here.state_at(seen) if 1 <= seen <= here.number else here.state
    questions = here.game.questions(state)
    asked = next((q for q in questions if (q.kind, q.player) == (kind, player) and q.form), None)
    if asked is None or asked.form is None:
        raise Refused(422, _("Nobody asks this now: look again."))
    problem = asked.form.problem(value)
    if problem:
        raise Refused(422, problem)
    return _done(here, here.submit(here.game.answer(state, asked, value), seen, key, _by()))


@pages.post("/t/<table_id>/undo")
def undo(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    here = table_of(table_id)
    return _done(here, here.undo(seen, key, _by(), **_seat_and_confirm(here, data)))


@pages.post("/t/<table_id>/redo")
def redo(table_id: str) -> Response:
    seen, key = seen_and_key(body())
    here = table_of(table_id)
    return _done(here, here.redo(seen, key, _by()))


@pages.post("/t/<table_id>/jump")
def jump(table_id: str) -> Response:
    data = body()
    seen, key = seen_and_key(data)
    to = data.get("to")
    if type(to) is not int or not 0 <= to <= LARGEST_NUMBER:
        raise Refused(400, _('The request needs "to": the number of an entry.'))
    here = table_of(table_id)
    return _done(here, here.jump(to, seen, key, _by(), **_seat_and_confirm(here, data)))


@pages.post("/t/<table_id>/settings")
def settings(table_id: str) -> Response:
    """Changes the table's settings: `{name: value}` of companion.table.settings."""
    data = body()
    return jsonify(table_of(table_id).set(**{str(k): v for k, v in data.items()}).to_json())


@pages.post("/t/<table_id>/active")
def activate(table_id: str) -> Response:
    """Gives the camera and the lights to this table."""
    table_of(table_id)
    room().activate(table_id)
    return jsonify({"active": table_id})


@pages.post("/t/<table_id>/proposals/<proposal>")
def proposal(table_id: str, proposal: str) -> Any:
    """What a person says to the camera's proposal: `{"do": "take", "option": 0, "key"}`, "hold" or "none"."""
    data = body()
    here = table_of(table_id)
    referee = room().referee
    if room().active != table_id or referee is None:
        raise Refused(404, _("There is no camera at this table."))
    what = data.get("do")
    if what == "take":
        option, key = data.get("option"), data.get("key")
        if type(option) is not int or not isinstance(key, str) or not 8 <= len(key) <= 64:
            raise Refused(400, _('Taking a proposal needs "option", a number, and "key".'))
        shown = referee.view.proposal
        if shown is not None and shown.id == proposal and 0 <= option < len(shown.options):
            require_seat(table_id, shown.options[option].decision.player)
        return _done(here, referee.accept(proposal, option, key, _by()))
    if what == "hold":
        referee.touch(proposal)
    elif what == "none":
        referee.dismiss(proposal)
    else:
        raise Refused(400, _('A proposal can be answered with "do": "take", "hold" or "none".'))
    return jsonify({"number": here.number})
