"""The end of a game: the score counted up category by category, the winner, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.games.contract import PlayerScore, ScoreSheet
from companion.plays.play import sources_of
from companion.plays.tracked import ended_at, play_id
from companion.table.journal import utc_now
from companion.translation import _, listed, plural
from companion.web.play import seat_number, table_of
from companion.web.score import worked_out
from companion.web.views import SeatLabel, seats

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
def finale(table_id: str) -> Any:
    """The result, counted up on every device at once: a page that opens later begins where the others are.
    seat: whose device it is. While the game goes on there is nothing to count: the game's page."""
    table = table_of(table_id)
    told = request.args.get("seat", "")
    seat = seat_number(table, told) if told else None
    if not table.game.phase(table.now.state).over:
        where = url_for("play.table", table_id=table.id)
        if seat is not None:
            where = url_for("play.seat", table_id=table.id, seat=seat)
        return redirect(where, 303)
    everyone = seats(table)
    sheet = table.game.score(table.now.state)
    sources = sources_of(sheet)
    winners = [p for p in sheet.players if p.winner]
    _course, near = worked_out(table, True)
    return render_template(
        "finale.html",
        table=table,
        seats=everyone,
        seat=None if seat is None else everyone[seat],
        place="" if seat is None else place_of(sheet, seat),
        columns=tuple(_column(p, everyone, sources) for p in sheet.players),
        sources=sources,
        most=max(1, *(sum(max(0, line.vp) for line in p.lines) for p in sheet.players)),
        winner=everyone[winners[0].player] if len(winners) == 1 else None,
        wins=plural(
            "{names} wins",
            "{names} win",
            len(winners),
            names=listed(everyone[p.player].name for p in winners),
        ),
        points=winners[0].total,
        nearly=near,
        ago=round((utc_now() - ended_at(table)).total_seconds(), 1),
        play_id=play_id(table.id),
    )


def place_of(sheet: ScoreSheet, seat: int) -> str:
    """How the game ended for one player: "You win" or "Place 2, 3 VP behind"."""
    mine = next(p for p in sheet.players if p.player == seat)
    if mine.winner:
        return _("You win!")
    behind = max(p.total for p in sheet.players if p.winner) - mine.total
    if not behind:
        return _("Place {rank}, parted by the tie-break", rank=mine.rank)
    return _("Place {rank}, {number} VP behind", rank=mine.rank, number=behind)


def _column(score: PlayerScore, everyone: tuple[SeatLabel, ...], sources: tuple[str, ...]) -> Column:
    points = [0] * len(sources)
    for line in score.lines:
        points[sources.index(line.source)] += line.vp
    return Column(everyone[score.player], tuple(enumerate(points)), score.total, score.rank, score.winner)
