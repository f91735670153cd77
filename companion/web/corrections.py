"""Correction mode: every fact the tracker keeps, to be overruled by a person."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.games.game import Correction
from companion.web.guard import Refused, body, decision_part, seen_and_key
from companion.web.play import _by, _done, seat_number, table_of
from companion.web.views import seats

pages = Blueprint("corrections", __name__)


@pages.get("/t/<table_id>/correct")
def facts(table_id: str) -> str:
    """?seat=N: what that seat may know, its own facts first."""
    table = table_of(table_id)
    viewer = seat_number(table, request.args["seat"]) if request.args.get("seat") else None
    now = table.now
    view = table.game.view(now.state, viewer)
    found = sorted(
        table.game.facts(view), key=lambda f: (f.player is None, f.player != viewer, f.player or 0)
    )
    groups = [(player, list(some)) for player, some in groupby(found, key=lambda f: f.player)]
    return render_template(
        "correct.html",
        table=table,
        seats=seats(table),
        groups=groups,
        number=now.number,
        undo_words=now.undo,
        viewer=viewer,
        doubts=table.game.check(view),
    )


@pages.post("/t/<table_id>/corrections")
def correct(table_id: str) -> Response:
    """`{"seen", "key", "path", "value"}`: the fact at `path` is `value`."""
    data = body()
    seen, key = seen_and_key(data)
    path = decision_part(data, "path")
    if not isinstance(path, str):
        raise Refused(400, 'The request needs "path": the name of a fact.')
    value: Any = decision_part(data, "value")
    correction = Correction(path, tuple(value) if isinstance(value, list) else value)
    return _done(table_of(table_id).correct(correction, seen, key, _by()))
