"""The rules of a game to be looked up: by a question, by topic, and from what somebody touched on a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from flask import Blueprint, Response, render_template, request, url_for

from companion import games
from companion.games import UnknownGame
from companion.games.contract import Decision, Game, PrintedSigns, State, TileNow, game_at
from companion.reference.lookup import Reply, Touched, answers_of, reply, touched
from companion.reference.position import Answerable, Position, Told, told
from companion.table.snapshot import NoSuchTable
from companion.table.table import Table
from companion.translation import _, language
from companion.web.live.views import asks_of, seats
from companion.web.play.score import pdf_response
from companion.web.request.addressed import room, seat_number, table_of
from companion.web.request.reading import Lacking, Refused, whole_number

pages = Blueprint("rulebook", __name__)

MAX_QUERY_LETTERS = 200
"""A longer question is cut off."""
MAX_WITHOUT = 20
MAX_DECIDED = 12
"""A seat's own decisions in which "why did I get" looks."""


@pages.get("/rules")
def index() -> str:
    """The games whose rules can be looked up."""
    return render_template("rules_games.html", referred=games.titles("reference"))


@pages.get("/rules/<name>")
def look_up(name: str) -> str:
    """?q=: a question; ?without=: words of it that are not to count. ?page=, kind=, tile=, icon=, about=:
    what was touched. ?part=1: what was found, alone, for the panel of a live page. ?table=, seat=: where the
    page leads back."""
    return _page(game_with_reference(name), request.args.get("table", ""), request.args.get("seat", ""))


@pages.get("/t/<table_id>/ask")
def ask(table_id: str) -> str:
    """The same for a table in play, whose position answers too, as far as everybody knows it."""
    return _ask(table_of(table_id), None)


@pages.get("/t/<table_id>/seat/<seat>/ask")
def ask_of_seat(table_id: str, seat: str) -> str:
    """The same for a seat, as far as it knows the position."""
    table = table_of(table_id)
    return _ask(table, seat_number(table, seat))


def _ask(table: Table[State], player: int | None) -> str:
    game = game_with_reference(table.game.name)
    return _page(game, table.id, "" if player is None else str(player), (table, player))


def _page(
    game: Game[State], table: str, seat: str, asking: tuple[Table[State], int | None] | None = None
) -> str:
    wanted = request.args.get("q", "").strip()[:MAX_QUERY_LETTERS]
    what = Touched(
        whole_number(request.args.get("page", ""), 1, 999) or 0,
        request.args.get("kind", "")[:MAX_QUERY_LETTERS],
        request.args.get("tile", "")[:MAX_QUERY_LETTERS],
        request.args.get("icon", "")[:MAX_QUERY_LETTERS],
        request.args.get("about", "")[:MAX_QUERY_LETTERS],
    )
    without = request.args.getlist("without")[:MAX_WITHOUT]
    said = reply(game, wanted, without) if wanted else None
    found = touched(game, what) if said is None and what.anything else ()
    position: tuple[Told, ...] = ()
    if said is not None and asking is not None:
        answers = answers_of(asking[0].game)
        if answers.kind_at_a_table(said.understood):
            now, ruled = position_of(*asking, what.tile), said.rule is not None
            position = told(now, answers, said.understood, wanted, ruled)
    address = _address(game, table, seat)
    assert game.reference is not None
    return render_template(
        "_rules_found.html" if "part" in request.args else "rules.html",
        game=game,
        book=game.reference.rulebook(),
        printed=_printed_signs(game, asking),
        found=found,
        said=said,
        position=position,
        words=() if said is None else _words(said, wanted, without, address, what.tile),
        wanted=wanted,
        what=what,
        now=tile_now(game, table, seat, what.tile) if not position else None,
        searched=bool(wanted) or what.anything,
        back={"table": table, "seat": seat} if table else {},
        asks_at=address,
    )


def _printed_signs(
    game: Game[State], asking: tuple[Table[State], int | None] | None
) -> tuple[PrintedSigns, ...]:
    """With examples that lie at the table, if the page is one's."""
    if asking is None:
        assert game.reference is not None
        return game.reference.printed_signs(None)
    playing = game_at(asking[0].game, asking[0].state)
    assert playing.reference is not None
    return playing.reference.printed_signs(playing.view(asking[0].state, asking[1]))


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A telling word of a question. read_as: the word it was taken for, where it was misspelt; known: whether
    it means something here; counted: whether it counts; address: the same question with that changed."""

    said: str
    read_as: str
    known: bool
    counted: bool
    address: str


def _words(
    said: Reply, wanted: str, without: Sequence[str], address: str, tile: str
) -> tuple[AskedWord, ...]:
    def again(left_out: Sequence[str]) -> str:
        return f"{address}?{urlencode({'q': wanted, 'without': left_out, 'tile': tile}, doseq=True)}"

    counted = tuple(
        AskedWord(term.said, term.read_as, bool(term.concepts), True, again((*without, term.said)))
        for term in said.telling
    )
    left_out = tuple(
        AskedWord(word, "", True, False, again([other for other in without if other != word]))
        for word in without
    )
    return (*counted, *left_out)


def _address(game: Game[State], table: str, seat: str) -> str:
    """Where a question is sent: to the seat's page, the table's, or that of the game's rules."""
    if not table:
        return url_for("rulebook.look_up", name=game.name)
    if seat:
        return url_for("rulebook.ask_of_seat", table_id=table, seat=seat)
    return url_for("rulebook.ask", table_id=table)


def position_of(table: Table[State], player: int | None, tile: str) -> Position:
    """The table as this seat may know it. Without a seat, for whoever is asked openly."""
    game = game_at(table.game, table.state)
    view = game.view(table.state, player)
    asks = asks_of(game, view, (), seats(table), player)
    seat = player
    if seat is None:
        seat = next((ask.player for ask in asks if ask.open and ask.player is not None), 0)
    mine = tuple(
        Answerable(ask.question, ask.options, ask.refusals) for ask in asks if ask.open and ask.player == seat
    )
    others = tuple(ask.question for ask in asks if ask.player != seat)
    whole = view == table.state and not any(ask.question.secret or ask.question.private for ask in asks)
    before = () if player is None else _decided(table, game, player)
    return Position(game, view, whole, seat, mine, others, before, tile)


def _decided(table: Table[State], game: Game[State], player: int) -> tuple[tuple[State, Decision], ...]:
    """This seat's own last decisions, the last first, each with the view in which it was made."""
    path = table.path(table.number)
    found: list[tuple[State, Decision]] = []
    for (_entry, before), (entry, _node) in zip(reversed(path[:-1]), reversed(path[1:]), strict=True):
        if entry.kind == "decision" and entry.player == player:
            found.append((game.view(before.state, player), game.decision(entry.data)))
            if len(found) == MAX_DECIDED:
                break
    return tuple(found)


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
        sentence = _("{game} has no rules to be looked up here.", game=game.title)
        raise Lacking(game, _("The rules"), sentence)
    return game
