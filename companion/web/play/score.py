"""The score sheet of a table: every point with its reasons; hidden during play."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from babel.dates import format_date, format_time
from flask import Blueprint, Response, redirect, render_template, url_for
from msgspec import Struct

from companion.games.contract import ScoreSheet, State
from companion.games.contract.tellers import is_caught_up
from companion.plays.near_misses import nearly
from companion.plays.play import RoundTotals, sources_of
from companion.plays.tracked import course, ended_at, play_id
from companion.printing.printing import score_pdf
from companion.table.journal import utc_now
from companion.table.table import Table
from companion.translation import _
from companion.web.live.views import SeatLabel, seats
from companion.web.play.coach import guessed_words
from companion.web.play.play_names import kept_play, named_seats, unnamed_seats, with_given_names
from companion.web.play.score_chart import chart
from companion.web.play.told_here import told_at
from companion.web.request.addressed import table_of
from companion.web.request.form_body import form_post
from companion.web.request.languages import region
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

pages = Blueprint("score", __name__)


@pages.get("/t/<table_id>/score")
def score(table_id: str) -> str:
    """The result when the game is over; before that the standing, if the table's settings show it."""
    table = table_of(table_id)
    over = table.game.phase(table.now.state).over
    end = None
    if not over and table.settings.ending == "shown":
        end = services().ends.of(table) or services().ends.estimate_now(table)
    if not over and table.settings.standing == "hidden":
        everyone = seats(table)
        return render_template(
            "score.html", table=table, game=table.game, seats=everyone, sheet=None, end=end, now=utc_now()
        )
    state = table.now.state if over else table.game.view(table.now.state, None)
    sheet = table.game.score(state)
    found, near = course_and_near_misses(table, over)
    play = kept_play(table) if over else None
    everyone = named_seats(table, play)
    return render_template(
        "score.html",
        table=table,
        game=table.game,
        page=table.game.display.page(state, None),
        play_id=(play_id(table.id) if play is None else play.id) if over else None,
        nearly=[with_given_names(table, everyone, _(sentence)) for sentence in near],
        number=table.now.number,
        end=end,
        now=utc_now(),
        guessed=guessed_words(table),
        told=told_at(table),
        inferred=sum(is_caught_up(entry.by) for entry in table.effective()),
        to_name=unnamed_seats(play),
        names_to=url_for("finale.name", table_id=table.id),
        form_values={},
        wrong="",
        **sheet_context(sheet, everyone, found),
    )


class StandingForm(Struct):
    standing: str = ""


@form_post(pages, "/t/<table_id>/score", StandingForm)
def show(form: StandingForm, table_id: str) -> Response:
    """Shows the standing to everybody at the table, or hides it again."""
    table_of(table_id).set(standing=form.standing)
    return redirect(url_for("score.score", table_id=table_id), 303)  # type: ignore[return-value]


@pages.get("/t/<table_id>/score.pdf")
@long_work
def pdf(table_id: str) -> Response:
    """The sheet to print or to send."""
    table = table_of(table_id)
    over = table.game.phase(table.now.state).over
    if not over and table.settings.standing == "hidden":
        raise Refused(403, _("The standing is hidden while you play: show it on the score page first."))
    state = table.now.state if over else table.game.view(table.now.state, None)
    found, near = course_and_near_misses(table, over)
    everyone = named_seats(table, kept_play(table) if over else None)
    sheet = table.game.score(state)
    called = tuple(replace(score, name=everyone[score.player].name) for score in sheet.players)
    made = partial(
        score_pdf,
        title=table.title,
        notes=(
            *(() if table.title == table.game.title else (table.game.title,)),
            local_moment(ended_at(table)),
        ),
        players=[(seat.name, seat.colour) for seat in everyone],
        sheet=replace(sheet, players=called),
        nearly=[with_given_names(table, everyone, _(sentence)) for sentence in near],
        course=found,
    )
    return pdf_response(services().work_processes.run(made), f"score-{table.id}")


def local_moment(at: datetime) -> str:
    """A moment by this machine's clock, to the minute."""
    at, form = at.astimezone(), region()
    return f"{format_date(at, 'medium', locale=form)}, {format_time(at, 'short', locale=form)}"


def pdf_response(made: bytes, name: str) -> Response:
    disposition = f'inline; filename="{name}.pdf"'
    return Response(made, mimetype="application/pdf", headers={"Content-Disposition": disposition})


def sheet_context(
    sheet: ScoreSheet, seats: Sequence[SeatLabel], course: Sequence[RoundTotals]
) -> dict[str, object]:
    """What the templates of a sheet are rendered with, whether its game was tracked or not."""
    return {"sheet": sheet, "seats": seats, "sources": sources_of(sheet), "chart": chart(course, seats)}


# --- within

_MAX_CACHED = 32
_cached: OrderedDict[tuple[object, ...], tuple[tuple[RoundTotals, ...], tuple[str, ...]]] = OrderedDict()
_cache_lock = threading.Lock()


def course_and_near_misses(
    table: Table[State], over: bool
) -> tuple[tuple[RoundTotals, ...], tuple[str, ...]]:
    """The course of the game and what would have changed its result, cached for each entry of a table."""
    key = (table.id, table.created, table.now.number)
    with _cache_lock:
        if key in _cached:
            return _cached[key]
    made = course(table), (nearly(table.game, table.now.state) if over else ())
    with _cache_lock:
        _cached[key] = made
        while len(_cached) > _MAX_CACHED:
            _cached.popitem(last=False)
    return made
