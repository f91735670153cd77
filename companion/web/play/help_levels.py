"""How much help a seat has: its page, and the change, from the own phone or the tablet, at any time."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from companion.games.contract import State
from companion.table.settings import CAREFUL, GUIDED, NO_HELP, TAUGHT, Settings
from companion.table.table import Table
from companion.translation import _, marked
from companion.web.live.views import seats
from companion.web.play.bodies import HelpBody, TableNumber
from companion.web.play.coach import guessed_words, refuse_without_coach
from companion.web.request.addressed import seat_number, table_of
from companion.web.request.json_body import json_post
from companion.web.request.reading import Refused
from companion.web.request.visitor import require_seat

pages = Blueprint("help_levels", __name__)

HELP_WORDS = {
    NO_HELP: marked("No help"),
    CAREFUL: marked("Careful"),
    GUIDED: marked("Guided"),
    TAUGHT: marked("Taught"),
}
WHAT_IT_DOES = {
    NO_HELP: marked("Nothing is shown unasked."),
    CAREFUL: marked("Only what would hurt is marked, with the reason."),
    GUIDED: marked("Every answer has one of three shades, with the reason."),
    TAUGHT: marked("One answer is recommended, with the reason; and the lessons are shown."),
}


@pages.get("/t/<table_id>/seat/<seat>/help")
def of_seat(table_id: str, seat: str) -> str:
    """setup: the page leads back to setting the table up."""
    table = table_of(table_id)
    player = seat_number(table, seat)
    _refuse_without_coach(table)
    return render_template(
        "help.html",
        table=table,
        game=table.game,
        seat=seats(table)[player],
        viewer=player,
        number=table.number,
        chosen=table.settings.help_of(player),
        levels=[(level, _(words), _(WHAT_IT_DOES[level])) for level, words in HELP_WORDS.items()],
        guessed=guessed_words(table),
        setup="setup" in request.args,
    )


@json_post(pages, "/t/<table_id>/help-level", HelpBody)
def choose(table_id: str, body: HelpBody) -> TableNumber:
    """Changes the level of one seat."""
    table = table_of(table_id)
    _refuse_without_coach(table)
    if body.seat >= len(table.setup.players):
        raise Refused(400, _('The request needs "seat": a seat of this table.'))
    require_seat(table_id, body.seat)

    def changed(settings: Settings) -> Settings:
        return settings.with_changes(helped={**settings.helped, str(body.seat): body.level})

    table.change(changed)
    return TableNumber(table.number)


def _refuse_without_coach(table: Table[State]) -> None:
    refuse_without_coach(table.game, _("How much help"))
    if table.settings.coach == "off":
        raise Refused(403, _("This table plays without the coach: its settings can change that."))
