"""The staff's console: all tables at a glance, a call for help answered, a table reset for the next group."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.access.house import table_access
from companion.plays.play import PlaySummary
from companion.table.journal import TableRow
from companion.table.settings import settings_from_json
from companion.translation import _
from companion.web.access.join import join_page
from companion.web.live.choosable import Choosable, current
from companion.web.live.console import call_for_help, end_call
from companion.web.plays.plays import catch_up
from companion.web.request.addressed import page_of, room, table_of
from companion.web.request.at_station import (
    copy_of,
    is_free,
    leave_station,
    move_to_station,
    return_to_station,
)
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import house, visitor

pages = Blueprint("staff", __name__)

MAX_COUNTED_PLAYS = 100_000
"""Plays that the statistics add up."""


@dataclass(frozen=True, slots=True)
class GameUse:
    """A game in this house. begun: tables; ended: plays kept; minutes: of those in all; None: none known."""

    title: str
    begun: int
    ended: int
    minutes: int | None


@pages.get("/staff")
def index() -> str:
    """?q=: only tables with these words; ?reset=: the one that was reset just now, to be undone."""
    words = request.args.get("q", "")[:100]
    glances = services().console.glances(house().stations.all())
    shown = [glance for glance in glances if glance.matches(words)]
    reset = room().tables.journal.table(request.args["reset"][:16]) if request.args.get("reset") else None
    stations = house().stations.all()
    return render_template(
        "staff.html",
        glances=shown,
        troubles=services().troubles,
        places={it.glance.row.id: it for it in services().places(stations) if it.glance is not None},
        all=len(glances),
        words=words,
        reset=reset,
        span=duration_words,
        stations=stations,
        copy_at=copy_of,
        free=[it for it in stations if is_free(it)],
    )


class ActForm(Struct):
    station: str = ""


@form_post(pages, "/staff/tables/<table_id>/<what>", ActForm)
def act(form: ActForm, table_id: str, what: str) -> ResponseReturnValue:
    """`undo` takes the table's last step back, `answered` ends its call for help, `move` takes it to another
    station (the form's `station`), `reset` puts it away for the next group, and `bring-back` undoes that."""
    table = table_of(table_id)
    access_rules, response = house(), redirect(url_for("staff.index"), 303)
    if what == "undo":
        table.undo(table.number, uuid.uuid4().hex, "staff", confirm=table.now.undo_of)
    elif what == "answered":
        end_call(table)
    elif what == "move":
        move_to_station(table, form.station)
    elif what == "reset":
        before = access_rules.table(table_id).to_json()
        access_rules.store.change(f"reset/{table_id}", lambda _old: before)
        access_rules.revoke_guests(table_id)
        end_call(table)
        room().tables.archive(table_id)
        leave_station(table_id)
        services().live.refuse(table_id, everybody=True)
        response = redirect(url_for("staff.index", reset=table_id), 303)
    elif what == "bring-back":
        before = access_rules.store.get(f"reset/{table_id}")
        if before is not None:
            access_rules.restore_table(table_id, table_access(before))
            access_rules.store.change(f"reset/{table_id}", lambda _old: None)
        room().tables.archive(table_id, away=False)
        return_to_station(table_id)
    else:
        raise Refused(404, _("There is no such page: go back to the list of tables."))
    return response


@pages.get("/staff/tables/<table_id>/tablet")
def tablet(table_id: str) -> str:
    """The code that makes the device that scans it the table's tablet."""
    table = table_of(table_id)
    token = None if visitor().trusted else house().token("tablet", table_id)
    return join_page(table, url_for("play.table", table_id=table_id, token=token).lstrip("/"))


class CallForm(Struct):
    """call: "back" takes the call back."""

    call: str = ""


@form_post(pages, "/t/<table_id>/help", CallForm)
def help(form: CallForm, table_id: str) -> ResponseReturnValue:
    """Calls the staff, or takes the call back. Leads back to its page."""
    table = table_of(table_id)
    if form.call == "back":
        end_call(table)
    else:
        call_for_help(table)
    seats = visitor().seats(table_id) if not visitor().tablet(table_id) else ()
    return redirect(page_of(table, next(iter(seats), None)), 303)


@pages.get("/staff/statistics")
def statistics() -> str:
    """How the house is used: games begun and ended, minutes, and the hours at which games begin. ?branch=: of
    this one alone, of several houses on one journal."""
    left = catch_up()
    tables = [row for row in room().tables.journal.tables() if not row.deleted]
    begun_at = {row.id: settings_from_json(row.settings).branch for row in tables}
    plays = services().keeper.plays.briefs(None, MAX_COUNTED_PLAYS, 0)
    branches = sorted({*begun_at.values(), *(brief.branch for brief in plays), house().branch})
    asked = request.args.get("branch")
    rows = [row for row in tables if asked is None or begun_at[row.id] == asked]
    briefs = [brief for brief in plays if asked is None or brief.branch == asked]
    titles = dict(games.titles())
    names = sorted({row.game for row in rows} | {brief.game for brief in briefs})
    hours = Counter(row.created.astimezone().hour for row in rows)
    return render_template(
        "staff_statistics.html",
        uses=[_use(titles.get(name, name), name, rows, briefs) for name in names],
        hours=[(hour, hours[hour]) for hour in range(24)],
        most=max(hours.values(), default=0),
        left=left,
        branch_links=_branch_links(branches, asked),
        branches=[
            (
                name,
                sum(it == name for it in begun_at.values()),
                *_ended([brief for brief in plays if brief.branch == name]),
            )
            for name in branches
        ],
    )


def _branch_links(names: Sequence[str], asked: str | None) -> tuple[Choosable, ...]:
    """Links to the statistics of each house, and of all (asked None); none where there is but one."""
    if len(names) < 2:
        return ()

    def link(name: str | None, words: str) -> Choosable:
        shade = "button primary" if name == asked else "button quiet"
        return Choosable(url_for("staff.statistics", branch=name), words, current(name == asked), shade)

    named = (link(name, name or _("without a name")) for name in names)
    return (link(None, _("All branches")), *named)


def _ended(briefs: Sequence[PlaySummary]) -> tuple[int, int | None]:
    """How many ended, and their minutes; None: none known."""
    minutes = [brief.minutes for brief in briefs if brief.minutes is not None]
    return len(briefs), sum(minutes) if minutes else None


def _use(title: str, name: str, rows: Sequence[TableRow], briefs: Sequence[PlaySummary]) -> GameUse:
    begun = sum(row.game == name for row in rows)
    return GameUse(title, begun, *_ended([brief for brief in briefs if brief.game == name]))


def duration_words(time: timedelta) -> str:
    """A length of time as one reads it at a glance: "3 min", "1 h 20 min", "2 d 4 h"."""
    minutes = int(time.total_seconds() // 60)
    if minutes < 60:
        return _("{minutes} min", minutes=max(0, minutes))
    if minutes < 24 * 60:
        return _("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
    return _("{days} d {hours} h", days=minutes // 1440, hours=minutes % 1440 // 60)
