"""The plays that were finished: the list, each one's sheet, their statistics, a person's own words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion import games
from companion.games.contract import Game, State
from companion.games.contract.fair import Coin, coin_of
from companion.games.contract.piece_names import plain_name
from companion.plays.bgstats import EASY_QR_BYTES, MAX_QR_BYTES, link
from companion.plays.export import usual_separator
from companion.plays.play import Play, PlaySummary, Result
from companion.plays.records import records
from companion.plays.statistics import statistics
from companion.plays.store import DELETED, NoSuchPlay, PlayFilter, day_begin
from companion.translation import SOURCE, _, isolated, language, marked, with_plain_digits
from companion.web.access.join import qr_code
from companion.web.live.choosable import Choosable, options
from companion.web.live.views import SeatLabel, labelled
from companion.web.play.play_names import name_players, unnamed_seats
from companion.web.play.score import sheet_context
from companion.web.plays.learning import learning_shown
from companion.web.plays.plots import plots, plots_of_owned
from companion.web.request.errors import error_response
from companion.web.request.form_body import form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.setup.which_game import game_asked_for, links_to_games

pages = Blueprint("plays", __name__)

PLAYS_PER_PAGE = 25
"""Plays on one page of the list."""
CATCH_UP_SECONDS = 1.5
"""Time that a page waits for tables to be searched for finished games."""


@pages.app_errorhandler(NoSuchPlay)
def no_such_play(wrong: NoSuchPlay) -> ResponseReturnValue:
    return error_response(404, _(wrong.message, play=wrong.play_id))


def catch_up() -> int:
    """Keeps the finished games of tables that changed. Returns how many tables are still to be read."""
    return services().keeper.catch_up(CATCH_UP_SECONDS)


def game_of(play: Play | PlaySummary) -> Game[State]:
    """Raises UnknownGame."""
    return games.load(play.game)


def seats_of(play: Play | PlaySummary) -> tuple[SeatLabel, ...]:
    return labelled(play.players)


# --- looking --------------------------------------------------------------------------------------------


@pages.get("/plays")
def index() -> str:
    """The list. q: words; game; players: how many; since, until: days by this machine's clock; page."""
    left, asked = catch_up(), request.args
    search = search_from_address()
    found = services().keeper.plays.count(search)
    page = min(max(1, _parse_number(asked.get("page", "")) or 1), max(1, -(-found // PLAYS_PER_PAGE)))
    plays = services().keeper.plays.briefs(search, PLAYS_PER_PAGE, PLAYS_PER_PAGE * (page - 1))
    searched = {k: v for k, v in asked.items() if k in _SEARCH_FIELDS and v}
    return render_template(
        "plays.html",
        listed_plays=[(play, _ranked(play), _game_title(play), _own_words(play)) for play in plays],
        found=found,
        leaf=_leaf(page, -(-found // PLAYS_PER_PAGE), searched),
        left=left,
        troubles=services().troubles_of_plays,
        asked=searched,
        csv_separator=usual_separator(),
        searching=bool(searched),
        search=_search_form(searched) if found or searched else None,
        gone=_deleted_play(asked.get("gone", "")),
    )


@pages.get("/plays/statistics")
def statistics_page() -> str:
    """Every player's plays of one game. game: by name; the search of the list holds here too."""
    left = catch_up()
    name = game_asked_for()
    game = games.load(name)
    search = search_from_address(name)
    plays = services().keeper.plays.briefs(search)
    return render_template(
        "plays_statistics.html",
        game=game,
        games=links_to_games(games.titles(), name, "plays.statistics_page"),
        plays=plays,
        players=statistics(plays),
        plots=plots(plays),
        learning=learning_shown(plays),
        left=left,
    )


@pages.get("/plays/records")
def records_page() -> str:
    """What everything owned at the end is known for. game: by name; tile: the one whose charts are shown, by
    its name; the search of the list holds here too. Raises Refused for one that nobody ever owned."""
    left = catch_up()
    name = game_asked_for()
    game = games.load(name)
    plays = services().keeper.plays.briefs(search_from_address(name))
    found = records(plays)
    tile = request.args.get("tile", "")
    shown = [record for record in found if plain_name(record.name) == plain_name(tile)]
    if tile and not shown:
        wrong = _("Nobody had {tile} at the end of a play: choose one of the list.", tile=tile[:80])
        raise Refused(404, wrong)
    return render_template(
        "plays_records.html",
        game=game,
        games=links_to_games(games.titles(), name, "plays.records_page"),
        plays=plays,
        records=[(heading, list(of)) for heading, of in groupby(found, lambda record: record.heading)],
        tile=tile,
        shown=shown,
        plots=plots_of_owned(plays, tile) if tile else (),
        left=left,
    )


@pages.get("/plays/<play_id>")
def play(play_id: str) -> ResponseReturnValue:
    """One play: its sheet as it was kept, and what can be done with it. One that was deleted leads to the
    list, where it can be brought back."""
    if _deleted_play(play_id) is not None:
        return redirect(url_for("plays.index", gone=play_id), 303)
    try:
        kept = services().keeper.plays.get(play_id)
    except NoSuchPlay:
        catch_up()  # its table may have ended under another program
        kept = services().keeper.plays.get(play_id)
    game = game_of(kept)
    seats = seats_of(kept)
    address = link(kept, game)
    size = len(address.encode())
    return render_template(
        "plays_play.html",
        play=kept,
        game=game,
        nearly=nearly_of(kept),
        began_with=_began_with(kept, coin_of(game)),
        bgstats=address,
        bgstats_app=link(kept, game, "bgstats"),
        code=qr_code(address, long=True) if size <= MAX_QR_BYTES else None,
        dense=size > EASY_QR_BYTES,
        words=None,
        csv_separator=usual_separator(),
        to_name=unnamed_seats(kept),
        names_to=url_for("plays.change", play_id=kept.id, what="names"),
        form_values={},
        wrong="",
        **sheet_context(kept.sheet, seats, kept.course),
    )


def _began_with(play: Play, coin: Coin | None) -> tuple[str, ...]:
    """Who began with more, for a fair table."""
    ahead = [who for who in play.players if who.ahead]
    return () if coin is None else tuple(coin.had(isolated(who.name), who.ahead) for who in ahead)


def nearly_of(play: Play) -> tuple[str, ...]:
    return tuple(play.nearly.get(language()) or play.nearly.get(SOURCE, ()))


# --- changing -------------------------------------------------------------------------------------------


class PlayForm(Struct):
    """name: of the players, by seat."""

    comment: str = ""
    location: str = ""
    name: dict[str, str] = {}


@form_post(pages, "/plays/<play_id>/<what>", PlayForm)
def change(form: PlayForm, play_id: str, what: str) -> Response:
    """edit: comment and location; names; delete; restore, which undoes it."""
    plays = services().keeper.plays
    if what == "edit":
        plays.edit(play_id, comment=form.comment, location=form.location)
        return redirect(url_for("plays.play", play_id=play_id), 303)  # type: ignore[return-value]
    if what == "names":
        if wrong := name_players(plays.get(play_id), form.name):
            raise Refused(422, wrong)
        return redirect(url_for("plays.play", play_id=play_id), 303)  # type: ignore[return-value]
    if what == "delete":
        plays.remove(play_id)
        return redirect(url_for("plays.index", gone=play_id), 303)  # type: ignore[return-value]
    if what == "restore":
        plays.restore(play_id)
        return redirect(url_for("plays.play", play_id=play_id), 303)  # type: ignore[return-value]
    raise Refused(404, _("A play can be edited, deleted and restored."))


# --- within ---------------------------------------------------------------------------------------------

_SEARCH_FIELDS = ("q", "game", "players", "since", "until")
_WRONG_DAY = marked("A day is written as year, month and day, like 2026-03-14: choose it again.")


def search_from_address(game: str | None = None) -> PlayFilter:
    """The search that the address asks for. Raises Refused."""
    asked = request.args
    since, until = _parse_day(asked.get("since", "")), _parse_day(asked.get("until", ""))
    return PlayFilter(
        text=asked.get("q", "")[:200],
        game=asked.get("game", "") if game is None else game,
        since=day_begin(since),
        until=day_begin(until, 1),
        seats=_parse_number(asked.get("players", "")),
    )


def _parse_day(text: str) -> date | None:
    """None for none. Raises Refused."""
    if not text:
        return None
    try:
        return datetime.strptime(text, "%Y-%m-%d").date()
    except ValueError:
        raise Refused(400, _(_WRONG_DAY)) from None


def _parse_number(text: str) -> int | None:
    text = with_plain_digits(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else None


@dataclass(frozen=True, slots=True)
class SearchForm:
    """games: empty where there is but one; numbers: of players. fold: the attributes of what is folded."""

    games: tuple[Choosable, ...]
    numbers: tuple[Choosable, ...]
    fold: dict[str, str]


def _search_form(searched: dict[str, str]) -> SearchForm:
    titles, most = games.titles(), max(games.load(name).seats[1] for name in games.names())
    named = (("", _("Every game")), *titles) if len(titles) > 1 else ()
    numbers = (("", _("Any number")), *((str(n), str(n)) for n in range(2, most + 1)))
    opened = any(field in searched for field in _SEARCH_FIELDS if field != "q")
    return SearchForm(
        options(named, searched.get("game")),
        options(numbers, searched.get("players")),
        {"open": ""} if opened else {},
    )


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a long list. newer, older: the addresses of its neighbours, "": it is the first or last."""

    words: str
    newer: str
    older: str


def _leaf(page: int, pages: int, searched: dict[str, Any]) -> Leaf | None:
    """None: the list has one page."""
    if pages <= 1:
        return None
    return Leaf(
        _("Page {page} of {pages}", page=page, pages=pages),
        url_for("plays.index", page=page - 1, **searched) if page > 1 else "",
        url_for("plays.index", page=page + 1, **searched) if page < pages else "",
    )


def _own_words(play: PlaySummary) -> str:
    """What people wrote of it: where it was, and a comment."""
    return " · ".join(words for words in (play.location, play.comment) if words)


def _ranked(play: PlaySummary) -> list[tuple[SeatLabel, Result]]:
    """The seats with their results, the first rank first."""
    return sorted(zip(seats_of(play), play.results, strict=True), key=lambda pair: pair[1].rank)


def _game_title(play: PlaySummary) -> str:
    """A play of a game that this version does not have is still a play."""
    try:
        return game_of(play).title
    except games.UnknownGame:
        return play.game


def _deleted_play(play_id: str) -> Play | None:
    """The play that was just deleted, to be put back."""
    try:
        return services().keeper.plays.get(play_id, state=DELETED) if play_id else None
    except NoSuchPlay:
        return None
