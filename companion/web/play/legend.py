"""Explains the signs on a game's pages: by the game's own template legend.html."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion import installed_games
from companion.games.contract import Game, State
from companion.translation import _
from companion.web.live.lamps import lamp
from companion.web.live.views import seats
from companion.web.request.addressed import table_of
from companion.web.request.reading import Lacking

pages = Blueprint("legend", __name__)


def has_legend(game: Game[State]) -> bool:
    """Whether a page explains the signs of this game's pages."""
    folder = installed_games.folders().get(game.name)
    return folder is not None and (folder / "templates" / "legend.html").is_file()


@pages.get("/t/<table_id>/legend")
def legend(table_id: str) -> str:
    table = table_of(table_id)
    game = table.game
    if not has_legend(game):
        sentence = _("{game} has no page that explains its signs.", game=game.title)
        raise Lacking(game, _("What the signs mean"), sentence)
    page = game.display.page(game.view(table.now.state, None), None)
    own = f"{game.name}/legend.html"
    return render_template(own, table=table, game=game, seats=seats(table), page=page, lamp=lamp)
