"""The score sheet: every player's points, line by line, each with its reasons."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.play import table_of
from companion.web.views import seats

pages = Blueprint("score", __name__)


@pages.get("/t/<table_id>/score")
def score(table_id: str) -> str:
    """The result when the game is over, the standing while it goes on."""
    table = table_of(table_id)
    now = table.now
    state = now.state if table.game.over(now.state) else table.game.view(now.state, None)
    sheet = table.game.score(state)
    sources: list[str] = []
    for player in sheet.players:
        sources += [line.source for line in player.lines if line.source not in sources]
    return render_template(
        "score.html",
        table=table,
        seats=seats(table),
        sheet=sheet,
        sources=sources,
        page=table.game.page(state, None),
        number=now.number,
    )
