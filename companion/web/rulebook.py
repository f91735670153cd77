"""The rules of a game to be looked up: by a question, by topic, and from what somebody touched on a page."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from companion import games
from companion.games import UnknownGame
from companion.games.contract import Game, State, TileNow, game_at
from companion.reference.lookup import Touched, reply, touched
from companion.table.snapshot import NoSuchTable
from companion.translation import _, language
from companion.web.play.score import pdf_response
from companion.web.request.addressed import room
from companion.web.request.reading import Refused, whole_number

pages = Blueprint("rulebook", __name__)

MAX_QUERY_LETTERS = 200
"""A longer question is cut off."""
MAX_WITHOUT = 20


@pages.get("/rules")
def index() -> str:
    """The games whose rules can be looked up."""
    return render_template("rules_games.html", referred=games.titles("reference"))


@pages.get("/rules/<name>")
def look_up(name: str) -> str:
    """?q=: a question; ?without=: words of it that are not to count. ?page=, kind=, tile=, icon=, about=:
    what was touched. ?part=1: what was found, alone, for the panel of a live page. ?table=, seat=: where the
    page leads back."""
    game = game_with_reference(name)
    wanted = request.args.get("q", "").strip()[:MAX_QUERY_LETTERS]
    what = Touched(
        whole_number(request.args.get("page", ""), 1, 999) or 0,
        request.args.get("kind", "")[:MAX_QUERY_LETTERS],
        request.args.get("tile", "")[:MAX_QUERY_LETTERS],
        request.args.get("icon", "")[:MAX_QUERY_LETTERS],
        request.args.get("about", "")[:MAX_QUERY_LETTERS],
    )
    now = tile_now(game, request.args.get("table", ""), request.args.get("seat", ""), what.tile)
    without = request.args.getlist("without")[:MAX_WITHOUT]
    said = reply(game, wanted, without) if wanted else None
    found = touched(game, what) if said is None and what.anything else ()
    assert game.reference is not None
    table, seat = request.args.get("table", ""), request.args.get("seat", "")
    return render_template(
        "_rules_found.html" if "part" in request.args else "rules.html",
        game=game,
        book=game.reference.rulebook(),
        found=found,
        said=said,
        without=without,
        wanted=wanted,
        what=what,
        now=now,
        searched=bool(wanted) or what.anything,
        back={"table": table, "seat": seat} if table else {},
    )


@pages.get("/rules/<name>/staff")
def staff(name: str) -> str:
    """For those who explain the game: the teaching of five minutes, and the ten most asked questions."""
    game = game_with_reference(name)
    assert game.reference is not None
    return render_template("rules_staff.html", game=game, book=game.reference.rulebook())


@pages.get("/rules/<name>/staff.pdf")
def staff_pdf(name: str) -> Response:
    """The same as one page to print."""
    from companion.reference.staff_card import staff_card  # fpdf2: slow to import, and wanted seldom

    game = game_with_reference(name)
    assert game.reference is not None
    return pdf_response(staff_card(game.title, game.reference.rulebook()), f"{game.name}-staff-{language()}")


def tile_now(game: Game[State], table_id: str, seat: str, tile: str) -> TileNow | None:
    """What this tile does now at that table, by public information; None: no such table of this game."""
    if not tile or not table_id:
        return None
    try:
        table = room().tables.open(table_id)
    except NoSuchTable:
        return None
    playing = game_at(table.game, table.state)
    if table.game.name != game.name or playing.reference is None:
        return None
    player = whole_number(seat, 0, len(table.setup.players) - 1)
    return playing.reference.tile_now(table.game.view(table.state, None), player, tile)


def game_with_reference(name: str) -> Game[State]:
    """The game of that name, which has a reference. Raises Refused."""
    try:
        game = games.load(name)
    except UnknownGame as wrong:
        raise Refused(404, wrong.sentence) from None
    if game.reference is None:
        raise Refused(404, _("{game} has no rules to be looked up here.", game=game.title))
    return game
