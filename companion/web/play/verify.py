"""Compares the whole table with the tracker's state, on request and at the end of a game."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.table.verifying import agreement_words
from companion.table.verifying import verify as held
from companion.translation import _
from companion.vision.goods_seen import guesses
from companion.web.live.views import seats
from companion.web.request.addressed import room, table_of
from companion.web.request.devices import is_tracked
from companion.web.request.reading import Refused

pages = Blueprint("verify", __name__)


@pages.get("/t/<table_id>/verify")
def verify(table_id: str) -> str:
    """Looks at the table anew, which takes a moment, and says what differs and how it is mended."""
    table = table_of(table_id)
    if not is_tracked(table.game):
        raise Refused(404, _("A camera cannot check a table of {game}.", game=table.game.title))
    station = room().serving(table_id)
    eyes = station.eyes if station is not None else None
    look = eyes.read_whole_table() if eyes is not None else None
    verdict = None
    if eyes is not None and look is not None:
        goods = {tile: guess.likely for tile, guess in guesses(eyes, table.game).items()}
        verdict = held(table, look.observation, look.unread_tiles, goods)
    if eyes is None:
        trouble = _("There is no camera at this table.")
    else:
        trouble = "" if look is not None else _(eyes.status().sentence)
    return render_template(
        "verify.html",
        table=table,
        seats=seats(table),
        verdict=verdict,
        agreed=agreement_words(verdict) if verdict is not None else "",
        trouble=trouble,
        number=table.number,
        over=table.game.phase(table.state).over,
    )
