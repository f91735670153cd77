"""We played on: what people did while nobody tapped, found again from what lies on the table.

What is seen, and what was told so far, goes with each form: the server keeps nothing of it. A table that
changed meanwhile refuses the answer, and keeps what still holds: what lies there, and what was counted.
Nothing is entered before somebody has said yes to it.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.catching_up.basis import bases
from companion.catching_up.evidence import Seen
from companion.catching_up.evidence import Told as ToldSoFar
from companion.catching_up.next_page import catch_up
from companion.catching_up.secrecy import check_open
from companion.catching_up.shown import AT_A_GLANCE, AskedShown, FailedShown, LookingShown, ProposedShown
from companion.catching_up.told_json import seen_from_json, seen_to_json, told_from_json, told_to_json
from companion.games.contract import Game, Illegal, Json, NoTracking, State, game_at
from companion.table.differences import DifferenceTexts
from companion.table.journal_errors import JournalError
from companion.table.snapshot import ReadOnly, Stale
from companion.table.table import Table
from companion.translation import _, marked
from companion.untrusted_text import UnreadableText, read_json
from companion.web.live.choosable import Attributes, coloured
from companion.web.live.views import seats
from companion.web.play import what_lies
from companion.web.play.inferred import caught_up_together
from companion.web.request.addressed import asked_seat, page_of, room, table_of
from companion.web.request.errors import status_of
from companion.web.request.form_body import form_post, in_json
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.request.visitor import sender_at
from companion.web.transport.long_work import long_work

pages = Blueprint("played_on", __name__)

_CHANGED = marked("Somebody has told something of this table meanwhile: begin again.")
_CHANGED_KEPT = marked(
    "Somebody has told something of this table meanwhile. What you told is kept: go on from there."
)
_UNREADABLE = marked("What was told so far cannot be read: begin again.")
Told = Annotated[Json, in_json(_UNREADABLE)]


class ThinkForm(Struct):
    """What is seen and told so far. row: and these answers, each what it tells, in JSON; count: and these
    numbers, by path; only: one number alone is asked, so it is needed; before: what was told before these
    were asked, to ask them again. further: it has looked for a moment already. begun: what was caught up with
    after this entry is looked for anew; 0: nothing is."""

    number: int = 0
    seat: str = ""
    seen: Told = None
    told: Told = None
    before: Told = None
    row: dict[str, str] = {}
    count: dict[str, str] = {}
    only: bool = False
    further: bool = False
    begun: int = 0


class YesForm(Struct):
    """The proposal is right. seen, told: what it was inferred from; begun: it takes the place of what was
    caught up with after this entry. way: one of a few, with its decisions and what is told with it, in place
    of these."""

    number: int = 0
    begun: int = 0
    seat: str = ""
    key: str = ""
    decisions: Told = None
    seen: Told = None
    told: Told = None
    way: Told = None


@pages.after_request
def may_be_gone_back_to(answer: Response) -> Response:
    """As it was left: a browser that may not keep it asks to send its form again, and loses what was typed.
    Nothing here is secret."""
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@pages.get("/t/<table_id>/played-on")
def begin(table_id: str) -> ResponseReturnValue:
    """?seat=N: for that seat's page; ?look=yes: it looks at once, where a camera sees the table; ?by=hand: as
    without, under another address; ?begun=N: what was caught up with after this entry is looked for anew."""
    table = table_of(table_id)
    _refuse_over(table)
    begun = whole_number(request.args.get("begun", "0"), 0, table.number)
    if begun is None:
        raise Refused(404, _(_UNREADABLE))
    if begun and not _may_be_otherwise(table, begun):
        return _first_page(table, request.args.get("seat"), 0, wrong=_(_CHANGED)), 409
    return _first_page(table, request.args.get("seat"), begun, request.args.get("look") == "yes")


def _first_page(
    table: Table[State],
    seat: str | None,
    begun: int,
    at_once: bool = False,
    typed: what_lies.LyingForm | None = None,
    wrong: str = "",
    kept: tuple[Seen, ToldSoFar] | None = None,
) -> str:
    """wrong: why something is refused; typed: what somebody told in this form then; kept: what they had told
    on the pages after it, and may go on with."""
    camera = _seen_by_camera(table)
    tracked = not isinstance(table.game.tracking, NoTracking)
    return render_template(
        "played_on.html",
        table=table,
        seats=seats(table),
        viewer=asked_seat(table, seat),
        shown=None,
        number=table.number,
        begun=begun,
        camera=None if camera is None else seen_to_json(camera),
        at_once=at_once,
        wrong=wrong,
        kept=kept and {"seen": seen_to_json(kept[0]), "told": told_to_json(kept[1])},
        opened=typed is not None,
        typed=typed or what_lies.LyingForm(),
        nothing=seen_to_json(Seen()),
        areas=what_lies.areas(table, typed),
        places=what_lies.places(table) if tracked else (),
        others=what_lies.others(table) if tracked else (),
        rows=range(what_lies.NEW_PIECES),
    )


@form_post(pages, "/t/<table_id>/played-on/lying", what_lies.LyingForm)
@long_work
def lying(table_id: str, form: what_lies.LyingForm) -> ResponseReturnValue:
    """What lies on the table now, told by hand; what cannot be is said above the filled-in form."""
    table = table_of(table_id)
    if _late(table, form):
        typed = what_lies.only_changes(table, form)
        return _first_page(table, form.seat, 0, typed=typed, wrong=_(_CHANGED_KEPT)), 409
    try:
        seen = what_lies.told_seen(table, form)
        told = ToldSoFar(what_lies.told_facts(table, form, seen))
    except Illegal as why:
        return _first_page(table, form.seat, form.begun, typed=form, wrong=why.sentence), 422
    return _next_page(table, form.seat, seen, told, begun=form.begun)


@form_post(pages, "/t/<table_id>/played-on", ThinkForm)
@long_work
def think(table_id: str, form: ThinkForm) -> ResponseReturnValue:
    """The next question, the proposal, or what cannot be."""
    table = table_of(table_id)
    told = told_from_json(table.game, {} if form.told is None else form.told)
    seen = Seen() if form.seen is None else seen_from_json(form.seen)
    if _late(table, form):
        with suppress(Illegal):
            told = told.and_told(ToldSoFar(_numbers(table.game, table.state, form)))
        return _from_what_was_told(table, form.seat, seen, told)
    try:
        told = told.and_told(ToldSoFar(_numbers(table.game, _begun(table, form.begun), form)))
        answered = [read_json(one) for one in form.row.values() if one]
    except Illegal as why:
        before = told_from_json(table.game, {} if form.before is None else form.before)
        return _next_page(table, form.seat, seen, before, form.further, form.begun, form, why.sentence), 422
    except UnreadableText:
        raise Refused(422, _(_UNREADABLE)) from None
    for one in answered:
        told = told.and_told(told_from_json(table.game, one))
    return _next_page(table, form.seat, seen, told, form.further, form.begun)


@form_post(pages, "/t/<table_id>/played-on/yes", YesForm)
def enter(table_id: str, form: YesForm) -> ResponseReturnValue:
    """Enters the proposal, all of it."""
    table = table_of(table_id)
    seat = asked_seat(table, form.seat)
    way = form.way if isinstance(form.way, dict) else {"decisions": form.decisions, "told": form.told}
    done = found if isinstance(found := way.get("decisions"), list) else []
    decisions = tuple(table.game.decision(one) for one in done)
    if not decisions or not form.key:
        raise Refused(422, _(_UNREADABLE))
    seen = Seen() if form.seen is None else seen_from_json(form.seen)
    said = told_from_json(table.game, {} if way.get("told") is None else way["told"])
    if table.done(form.key) is None:
        if _late(table, form):
            return _from_what_was_told(table, form.seat, seen, said)
        state = _begun(table, form.begun)
        # The way back and what comes instead are one write: a server killed in between leaves all or nothing.
        instead = (form.begun, sender_at(table, seat)) if form.begun else None
        try:
            check_open(table.game, state, decisions, not table.keeps_secrets)
            found = tuple(basis.to_text() for basis in bases(table.game, state, decisions, seen, said))
            table.catch_up(decisions, form.number, form.key, found, instead)
        except Stale:  # told in this moment
            return _from_what_was_told(table, form.seat, seen, said)
        except (Illegal, JournalError, ReadOnly) as why:
            kept = seen, said
            return _first_page(table, form.seat, form.begun, wrong=why.sentence, kept=kept), status_of(why)
    return redirect(page_of(table, seat), 303)


def _next_page(
    table: Table[State],
    seat: str,
    seen: Seen,
    told: ToldSoFar,
    further: bool = False,
    begun: int = 0,
    answered: ThinkForm | None = None,
    wrong: str = "",
) -> str:
    """answered, wrong: what somebody answered here, and why it is refused."""
    game, state, number = game_at(table.game, table.state), _begun(table, begun), table.number
    shown = services().work_processes.run(catch_up, game, state, seen, told, not table.keeps_secrets, further)
    texts = DifferenceTexts(game, table.setup)
    apart = shown.apart if isinstance(shown, FailedShown) else ()
    astray = shown.astray if isinstance(shown, AskedShown) else ()
    tiles = {d.tile for d in apart}
    paths = list(shown.paths) if isinstance(shown, FailedShown) else []
    paths += [path for path in game.fact_values(game.view(state, None)) if tiles & set(path.split("/"))]
    everyone = seats(table)

    def colour_of(player: int | None) -> Attributes:
        return coloured(None if player is None else everyone[player].colour)

    return render_template(
        "played_on.html",
        table=table,
        seats=seats(table),
        viewer=asked_seat(table, seat),
        shown=shown,
        at_a_glance=AT_A_GLANCE,
        proposed=isinstance(shown, ProposedShown),
        failed=isinstance(shown, FailedShown),
        looking=isinstance(shown, LookingShown),
        number=number,
        begun=begun,
        coloured=colour_of,
        key=uuid.uuid4().hex,
        seen=seen_to_json(seen),
        told=told_to_json(told),
        apart=[texts.differ(d) for d in apart],
        astray=[texts.differ(d) for d in astray],
        paths=paths,
        answered=answered or ThinkForm(),
        wrong=wrong,
    )


def _numbers(game: Game[State], begun: State, form: ThinkForm) -> dict[str, int]:
    """By path; what is left open is not told, unless it alone is asked. Raises Illegal."""
    view, found = game.view(begun, None), {}
    for path, text in form.count.items():
        typed, fact = text.strip(), game.fact(view, path)  # None: there was none yet
        if not typed and not (form.only and fact):
            continue
        number = what_lies.amount(typed)
        problem = "" if fact is None else fact.problem(number)
        if problem or number is None:
            raise Illegal(problem or _("{text} is not a whole number.", text=typed[:20]))
        found[path] = number
    return found


def _begun(table: Table[State], begun: int) -> State:
    """The state in which what is looked for began. Raises Refused."""
    if not begun:
        return table.state
    if not _may_be_otherwise(table, begun):
        raise Refused(409, _(_CHANGED))
    return table.state_at(begun)


def _may_be_otherwise(table: Table[State], begun: int) -> bool:
    """Whether all that was told after this entry was caught up with at once."""
    together = caught_up_together(table, table.effective()[-1].number)
    return together is not None and together.begun == begun


def _refuse_over(table: Table[State]) -> None:
    """Raises Refused: there is nothing to catch up with."""
    if not what_lies.may_be_caught_up_with(table):
        raise Refused(404, _("{game} cannot be caught up with here.", game=table.game.title))
    if table.game.phase(table.state).over:
        raise Refused(409, _("The game is over: nobody plays on."))


def _late(table: Table[State], form: what_lies.LyingForm | ThinkForm | YesForm) -> bool:
    """Whether the table has changed since the form was made."""
    _refuse_over(table)
    table.hear(form.number)
    return form.number != table.number


def _from_what_was_told(table: Table[State], seat: str, seen: Seen, told: ToldSoFar) -> tuple[str, int]:
    """The first page again, as the table has changed. What was answered is of other questions now; what lies
    there and what was counted is as it was, but for what was slid: a part of it may be told by now."""
    kept = replace(seen, slides=None), ToldSoFar(told.facts)
    if kept == (Seen(), ToldSoFar()):
        return _first_page(table, seat, 0, wrong=_(_CHANGED)), 409
    return _first_page(table, seat, 0, wrong=_(_CHANGED_KEPT), kept=kept), 409


def _seen_by_camera(table: Table[State]) -> Seen | None:
    """None: no camera looks at this table."""
    station = room().serving(table.id)
    referee = station.referee if station is not None else None
    if referee is None or not referee.seen.watching:
        return None
    return what_lies.as_seen(game_at(table.game, table.state), table.state, referee.seen, referee.slides)
