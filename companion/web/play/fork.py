"""Plays on from a round of a finished game against the coach, at a practice table that begins there."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.access.forgetting import replace_names
from companion.coach.dealing import with_choices
from companion.coach.player import NAME
from companion.coach.practice import PRACTICE, fork_rounds
from companion.games.contract import State, setup_from_json
from companion.games.contract.setup import setup_to_json
from companion.table.record import record
from companion.table.table import Table
from companion.translation import _
from companion.web.play.coach import refuse_without_coach
from companion.web.request.addressed import room, table_of
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.request.visitor import add_token, house, visitor

pages = Blueprint("fork", __name__)


class ForkForm(Struct):
    """round: which is played again, from its beginning; seat: who plays on."""

    round: int = 0
    seat: int = 0


@form_post(pages, "/t/<table_id>/fork", ForkForm)
def fork(table_id: str, form: ForkForm) -> ResponseReturnValue:
    """The finished table stays as it is. Whom the coach plays is called so: it was not they who played on."""
    table = table_of(table_id)
    refuse_without_coach(table.game, _("Play on from here"))
    if form.round not in fork_rounds(table) or not 0 <= form.seat < len(table.setup.players):
        raise Refused(409, _("There is no such round of a finished game to play on from."))
    again = room().tables.revive(_from_round(table, form.round, form.seat))
    others = (seat for seat in range(len(table.setup.players)) if seat != form.seat)
    pages_keep = {**again.settings.pages, PRACTICE: True}
    again.set(computers={str(seat): NAME for seat in others}, pages=pages_keep)
    services().practice.follow(again)
    response = redirect(url_for("play.seat", table_id=again.id, seat=form.seat), 303)
    if not visitor().trusted and not visitor().station:
        add_token(response, house().token("tablet", again.id))
    return response


def _from_round(table: Table[State], round: int, seat: int) -> dict[str, Any]:
    """The table's record up to where the round begins, with what chance gave then."""
    path = table.path(table.number)
    at = next(n for n, (_entry, node) in enumerate(path) if table.game.phase(node.state).round == round)
    while at + 1 < len(path) and path[at + 1][0].kind == "draw":
        at += 1
    last = path[at][0].number
    names = _coaches(table, seat)
    kept = record(table)
    entries = [
        {**entry, "words": replace_names(entry["words"], names), "by": replace_names(entry["by"], names)}
        for entry in kept["entries"]
        if entry["number"] <= last
    ]
    setup = dict(entries[0]["data"]["setup"])
    setup["players"] = [{**one, "name": names.get(one["name"], one["name"])} for one in setup["players"]]
    drawn = setup.get("chance", {})  # who begins may have been drawn by name
    setup["chance"] = {what: [names.get(it, it) for it in those] for what, those in drawn.items()}
    setup = setup_to_json(with_choices(table.game, setup_from_json(setup), seat))
    entries[0] = {**entries[0], "data": {**entries[0]["data"], "setup": setup}}
    title = _("Practice: {game}", game=table.game.title)
    return {**kept, "title": title, "setup": setup, "entries": entries}


def _coaches(table: Table[State], seat: int) -> dict[str, str]:
    """What the others are called, by their names."""
    own = table.setup.players[seat].name
    others = [player.name for player in table.setup.players if player.name != own]
    coach = _("Coach")
    return {name: coach if at == 1 else f"{coach} {at}" for at, name in enumerate(others, 1)}
