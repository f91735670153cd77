"""What happened?: a line of the history in full: the decision, who and when, its rule, what the camera saw.

The camera's pictures are those that it keeps in memory for two minutes; none is written anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request

from companion.games.contract import Question, State, Tally
from companion.games.contract.tellers import teller_words
from companion.table.journal import Entry
from companion.table.redaction import answered_question, cover_of
from companion.table.snapshot import HistoryLine
from companion.table.table import Table
from companion.translation import _
from companion.vision.recorder import KEPT_SECONDS, Recorder, jpeg_at
from companion.web.live.choosable import coloured
from companion.web.live.views import seats
from companion.web.request.addressed import asked_seat, room, table_of
from companion.web.request.reading import Refused, whole_number

pages = Blueprint("what_happened", __name__)

SECONDS_ROUND = (-6, -3, 0, 3)
"""When the shown pictures were taken, from the time of the entry on."""


@dataclass(frozen=True)
class Happened:
    """An entry as one viewer may read it. question: what it answered, None: nothing, or nothing that this
    viewer may read. tile: that it was about. why: the numbers that the rules computed for it."""

    line: HistoryLine
    question: Question | None = None
    tile: str | None = None
    why: tuple[Tally, ...] = ()

    @property
    def details(self) -> Iterator[tuple[str, str]]:
        """What else there is to say of it: (what, in words) each."""
        entry = self.line.entry
        if entry.by:
            yield _("Told by"), teller_words(entry.by)
        if entry.kind == "correction":
            yield _("How"), _("a correction of the companion, no move")
        if not self.line.effective:
            yield _("Now"), _("taken back")
        if self.question is not None:
            yield _("It answered"), self.question.text

    @property
    def rule_page(self) -> int | None:
        """Where the rulebook has the question."""
        return None if self.question is None else self.question.page


@pages.get("/t/<table_id>/history/<entry>")
def entry(table_id: str, entry: str) -> str:
    """?seat=N: as that seat may read it."""
    table = table_of(table_id)
    viewer = asked_seat(table, request.args.get("seat"))
    number = _entry_number(table, entry)
    found = happened(table, number, viewer)
    player = found.line.entry.player
    who = None if player is None else seats(table)[player]
    return render_template(
        "what_happened.html",
        table=table,
        game=table.game,
        viewer=viewer,
        found=found,
        who=who,
        attributes=coloured(None if who is None else who.colour),
        watched=bool(_recorders(table)),
        cameras=_pictures(table, found.line.entry),
    )


@pages.get("/t/<table_id>/history/<entry>/camera/<int:camera>.jpg")
def picture(table_id: str, entry: str, camera: int) -> Response:
    """?after=: seconds from the entry to the picture, of SECONDS_ROUND."""
    table = table_of(table_id)
    line = table.history()[_entry_number(table, entry) - 1]
    seconds = {str(one): one for one in SECONDS_ROUND}.get(request.args.get("after", "0"))
    recorders = _recorders(table)
    if seconds is None or camera >= len(recorders):
        raise Refused(404, _("There is no such picture."))
    jpeg = jpeg_at(recorders[camera], _camera_time(table, line.entry, seconds))
    if jpeg is None:
        raise Refused(404, _("The camera keeps its pictures for two minutes; these are gone."))
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def happened(table: Table[State], number: int, viewer: int | None) -> Happened:
    """Entry `number` as this seat (None: everybody) may read it."""
    line = table.history(viewer, number - 1)[0]
    path = table.path(number)
    if len(path) < 2 or path[-1][0].number != number:
        return Happened(line)  # the setup, or a step back or forth: it answered nothing
    before = path[-2][1]
    meant = answered_question(before.questions, line.entry)
    if meant is None:
        return Happened(line)
    asked = table.game.questions_for(before.state, viewer)
    question = next((one for one in asked if (one.player, one.kind) == (meant.player, meant.kind)), None)
    cover = cover_of(before.questions, line.entry)
    if cover is not None and cover.seat != viewer:
        return Happened(line, question)
    if meant.form is not None or meant.chance is not None:
        return Happened(line, question)
    decision = table.game.decision(line.entry.data)
    options = table.game.options(table.game.view(before.state, viewer), meant.player)
    given = next((option for option in options if option.decision == decision), None)
    if given is None:
        return Happened(line, question)
    return Happened(line, question, given.tile, given.why)


def _entry_number(table: Table[State], text: str) -> int:
    number = whole_number(text, 1, table.number)
    if number is None:
        raise Refused(404, _("There is no such entry: the history has those that there are."))
    return number


def _recorders(table: Table[State]) -> list[Recorder]:
    station = room().serving(table.id)
    eyes = station.eyes if station is not None else None
    return [] if eyes is None else [camera.recorder for camera in eyes.cameras if camera.recorder is not None]


def _pictures(table: Table[State], entry: Entry) -> list[list[int]]:
    """For each camera, the seconds of SECONDS_ROUND of which it still keeps a picture."""
    if table.seconds_since(entry.number) > 2 * KEPT_SECONDS:
        return []
    found = [
        [seconds for seconds in SECONDS_ROUND if recorder.keeps(_camera_time(table, entry, seconds))]
        for recorder in _recorders(table)
    ]
    return found if any(found) else []


def _camera_time(table: Table[State], entry: Entry, seconds: int) -> float:
    """The camera's clock that many seconds after the entry was made."""
    return time.monotonic() - table.seconds_since(entry.number) + seconds
