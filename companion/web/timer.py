"""The timer's page: it counts down for a whole table, the same on every device.

A device asks for `state` a few times a second: what the timer is and what time it is here, from which it
works out how far its own clock is off. Counting down and sounds are the browser's.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from msgspec import Struct

from companion import games
from companion.games.contract.player_names import clean_name
from companion.games.contract.timer_plan import DEFAULT_TIMER_PLAN, TimerPlan
from companion.timer import clock
from companion.timer.clock import MAX_NAME_LENGTH, MAX_PART_SECONDS, MAX_PEOPLE, Person, Timer, TimerError
from companion.timer.store import StoredTimer
from companion.translation import _
from companion.web.access.join import phone_address, qr_code
from companion.web.play.bodies import Key
from companion.web.request.form_body import form_post
from companion.web.request.json_body import json_post, needed
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.setup.which_game import links_to_games

pages = Blueprint("timer", __name__)

FORM_ROWS = 6
"""Players that the form of a new timer has room for."""


def now() -> int:
    """ms by the steady clock; a test's application may bring another."""
    return round(1000 * services().timer_clock())


def plan_of(game: str) -> TimerPlan:
    """A game's own plan; the plain one for "" and for a game without."""
    return DEFAULT_TIMER_PLAN if not game else getattr(games.load(game), "timer", None) or DEFAULT_TIMER_PLAN


@pages.get("/timer")
def index() -> str:
    named = [games.load(name) for name in games.names()]
    timed = [(game.name, game.title) for game in named if getattr(game, "timer", None)]
    game = request.args.get("game", timed[0][0] if timed else "")
    if game and game not in dict(timed):
        raise Refused(404, _("There is no timer of that game."))
    return render_template(
        "timer_new.html",
        game=game,
        timed=links_to_games((*timed, ("", _("Any game"))), game, "timer.index"),
        plan=plan_of(game),
        rows=range(FORM_ROWS),
        longest=MAX_PART_SECONDS,
        kept=services().timers.recent(),
        titles=dict(timed),
    )


class NewTimerForm(Struct):
    """name, own, new: of the people, by row: who, seconds of their own, whether this is their first game.
    seconds: of the parts, by key."""

    game: str = ""
    name: dict[str, str] = {}
    own: dict[str, str] = {}
    new: dict[str, str] = {}
    seconds: dict[str, str] = {}


@form_post(pages, "/timer", NewTimerForm)
def begin(form: NewTimerForm) -> Response:
    game = form.game
    if game and game not in games.names():
        raise Refused(422, _("There is no timer of that game."))
    plan = plan_of(game)
    people = []
    for n in map(str, range(MAX_PEOPLE)):
        name = clean_name(form.name.get(n, ""))[:MAX_NAME_LENGTH]
        if name:
            own = form.own.get(n, "").strip()
            people.append(Person(name, n in form.new, _read_seconds(own) if own else None))
    parts = tuple(
        replace(part, seconds=_read_seconds(form.seconds.get(part.key, str(part.seconds))))
        for part in plan.parts
    )
    kept = services().timers.create(clock.new_timer(game, plan, tuple(people), parts))
    return redirect(url_for("timer.timer", timer_id=kept.id), 303)  # type: ignore[return-value]


def _read_seconds(text: str) -> int:
    seconds = whole_number(text, 5, MAX_PART_SECONDS)
    if seconds is None:
        raise Refused(
            422, _("A time is 5 to {most} seconds, not {text}.", most=MAX_PART_SECONDS, text=f"{text!r:.20}")
        )
    return seconds


@pages.get("/timer/<timer_id>")
def timer(timer_id: str) -> str:
    kept = services().timers.get(timer_id)
    code = qr_code(phone_address(url_for("timer.timer", timer_id=timer_id).lstrip("/")))
    return render_template("timer.html", kept=kept, timer=kept.timer, state=_state(kept), code=code)


@pages.get("/timer/<timer_id>/state")
def state(timer_id: str) -> Response:
    return jsonify(_state(services().timers.get(timer_id)))


class TimerBody(Struct):
    """person, part: from 0; null: nobody. who: stops it."""

    key: Key
    who: str = ""
    person: int | None = None
    part: int | None = None
    seconds: int | None = None


@json_post(pages, "/timer/<timer_id>/<what>", TimerBody)
def change(timer_id: str, what: str, body: TimerBody) -> Response:
    """`start`, `pause` {who}, `time-out` {person}, `again`, `choose` {part, person}, `add` {seconds}; each
    with a `key` of its own."""
    at = now()

    def act(timer: Timer) -> Timer:
        match what:
            case "start":
                return clock.start(timer, at)
            case "pause":
                return clock.pause(timer, at, body.who[:MAX_NAME_LENGTH])
            case "time-out":
                return clock.take_time_out(timer, at, needed(body.person, "person"))
            case "again":
                return clock.reset(timer, at)
            case "choose":
                return clock.choose(timer, at, needed(body.part, "part"), body.person)
            case "add":
                return clock.add_seconds(timer, at, needed(body.seconds, "seconds"))
            case _:
                raise Refused(404, _("A timer can be started, paused, set back and given time."))

    try:
        return jsonify(_state(services().timers.change(timer_id, body.key, act)))
    except TimerError as wrong:
        raise Refused(422, wrong.sentence) from None


def _state(kept: StoredTimer) -> dict[str, object]:
    """What a device needs to count down; `now` is taken last."""
    timer = kept.timer
    return {
        "number": kept.number,
        "part": timer.part,
        "person": timer.person,
        "ends": timer.ends,
        "left": timer.left,
        "full": timer.full,
        "stopped_by": timer.stopped_by,
        "time_out": timer.time_out,
        "time_outs": [person.time_outs for person in timer.people],
        "now": now(),
    }
