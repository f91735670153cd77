"""Explains the signs on a game's pages: by the game's own template legend.html."""

from __future__ import annotations

from flask import Blueprint, current_app, render_template
from jinja2 import TemplateNotFound

from companion.translation import _
from companion.web.live.lamps import lamp
from companion.web.live.views import seats
from companion.web.request.addressed import table_of
from companion.web.request.reading import Refused

pages = Blueprint("legend", __name__)


@pages.get("/t/<table_id>/legend")
def legend(table_id: str) -> str:
    table = table_of(table_id)
    game = table.game
    own = f"{game.name}/legend.html"
    try:
        current_app.jinja_env.get_template(own)
    except TemplateNotFound:
        raise Refused(404, _("{game} has no page that explains its signs.", game=game.title)) from None
    page = game.display.page(game.view(table.now.state, None), None)
    return render_template(own, table=table, game=game, seats=seats(table), page=page, lamp=lamp)
