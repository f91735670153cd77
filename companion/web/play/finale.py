"""The end of a game: the score counted up category by category, the winner, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct

from companion.games.contract import Game, PlayerScore, ScoreSheet, State
from companion.plays.play import Play, sources_of
from companion.plays.tracked import ended_by, play_id
from companion.room import count_up
from companion.table.table import Table
from companion.translation import _, listed, plural
from companion.web.live.views import SeatLabel
from companion.web.play.play_names import (
    kept_play,
    name_players,
    named_seats,
    unnamed_seats,
    with_given_names,
)
from companion.web.play.score import course_and_near_misses
from companion.web.request.addressed import asked_seat, page_of, table_of
from companion.web.request.form_body import entered, form_post

pages = Blueprint("finale", __name__)


@dataclass(frozen=True, slots=True)
class Column:
    """A player's points as they are counted. parts: (category, points) from the first counted to the last."""

    seat: SeatLabel
    parts: tuple[tuple[int, int], ...]
    total: int
    rank: int
    winner: bool


@pages.get("/t/<table_id>/finale")
def finale(table_id: str) -> ResponseReturnValue:
    """The result, counted up on all devices in step: a page that opens later starts where the others are.
    seat: the device's. While the game goes on: redirects to the game's page."""
    table = table_of(table_id)
    seat = asked_seat(table, request.args.get("seat"))
    if not table.game.phase(table.now.state).over:
        return redirect(page_of(table, seat), 303)
    return _render_finale(table, seat)


@form_post(pages, "/t/<table_id>/finale")
def skip(table_id: str) -> Response:
    """Ends the counting of the lamps, after the table's page was touched to show the result at once."""
    count_up.skip(table_of(table_id))
    return Response(status=204)


class NamesForm(Struct):
    """name: by seat. page: that asked for them: "score", else the end, as `seat` sees it."""

    name: dict[str, str] = {}
    page: str = ""
    seat: str = ""


@form_post(pages, "/t/<table_id>/names", NamesForm)
def name(form: NamesForm, table_id: str) -> ResponseReturnValue:
    """Who played."""
    table = table_of(table_id)
    seat = asked_seat(table, form.seat)
    play = kept_play(table)
    if play is not None and (wrong := name_players(play, form.name)):
        return _render_finale(table, seat, wrong, entered()), 422
    if form.page == "score":
        return redirect(url_for("score.score", table_id=table.id), 303)
    return redirect(url_for("finale.finale", table_id=table.id, seat=seat), 303)


def _render_finale(
    table: Table[State], seat: int | None, wrong: str = "", form_values: Mapping[str, str] | None = None
) -> str:
    """wrong: why the entered names are refused; form_values: the form with them."""
    play = kept_play(table)
    everyone = named_seats(table, play)
    sheet = table.game.score(table.now.state)
    _course, near = course_and_near_misses(table, True)
    return render_template(
        "finale.html",
        table=table,
        title=table.title,
        seat=None if seat is None else everyone[seat],
        place="" if seat is None else place_of(sheet, seat),
        nearly=[with_given_names(table, everyone, _(sentence)) for sentence in near],
        to_name=unnamed_seats(play),
        form_values=form_values or {},
        wrong=wrong,
        again={} if unnamed_seats(play) or play is None else _setup_fields(play),
        play_id=play_id(table.id) if play is None else play.id,
        sheet_page=url_for("score.score", table_id=table.id),
        back=page_of(table, seat),
        back_words=_("Back to the table"),
        **finale_context(table.game, sheet, everyone, table.seconds_since(ended_by(table).number)),
    )


def finale_context(
    game: Game[State], sheet: ScoreSheet, everyone: Sequence[SeatLabel], ago: float
) -> dict[str, Any]:
    """What finale.html counts up, of a tracked game or of one scored at its end. ago: seconds since then."""
    sources = sources_of(sheet)
    winners = [p for p in sheet.players if p.winner]
    return {
        "game": game,
        "seats": everyone,
        "columns": tuple(_column(p, everyone, sources) for p in sheet.players),
        "sources": sources,
        "most": max(1, *(sum(max(0, line.vp) for line in p.lines) for p in sheet.players)),
        "winner": everyone[winners[0].player] if len(winners) == 1 else None,
        "wins": plural(
            "{names} wins",
            "{names} win",
            len(winners),
            names=listed(everyone[p.player].name for p in winners),
        ),
        "points": winners[0].total,
        "times": [
            round(1000 * seconds)
            for seconds in (count_up.LEAD_SECONDS, count_up.CATEGORY_SECONDS, count_up.REVEAL_SECONDS)
        ],
        "ago": round(ago, 1),
    }


def _setup_fields(play: Play) -> dict[str, str]:
    """The players as the form of a new game names them."""
    fields = {f"name-{n}": seat.name for n, seat in enumerate(play.players)}
    return fields | {f"colour-{n}": seat.colour for n, seat in enumerate(play.players)}


def place_of(sheet: ScoreSheet, seat: int) -> str:
    """How the game ended for one player: "You win" or "Place 2, 3 VP behind"."""
    mine = next(p for p in sheet.players if p.player == seat)
    if mine.winner:
        return _("You win!")
    behind = max(p.total for p in sheet.players if p.winner) - mine.total
    if not behind:
        return _("Place {rank}, decided by the tie-break", rank=mine.rank)
    return _("Place {rank}, {number} VP behind", rank=mine.rank, number=behind)


def _column(score: PlayerScore, everyone: Sequence[SeatLabel], sources: tuple[str, ...]) -> Column:
    points = [0] * len(sources)
    for line in score.lines:
        points[sources.index(line.source)] += line.vp
    return Column(everyone[score.player], tuple(enumerate(points)), score.total, score.rank, score.winner)
