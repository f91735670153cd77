"""Plays as files: CSV and JSON of many or of one, the PDF, the picture, and the file for BG Stats."""

from __future__ import annotations

from datetime import timedelta, timezone
from functools import partial

from flask import Blueprint, Response, request

from companion.plays import bgstats
from companion.plays.export import SEPARATORS, json_text, to_csv, to_json, usual_separator
from companion.plays.near_misses import closest_round
from companion.plays.picture import SHAPES
from companion.printing.printing import result_picture, score_pdf
from companion.translation import _
from companion.web.box.box import game_with_box
from companion.web.play.score import local_moment, pdf_response
from companion.web.plays.plays import catch_up, game_of, nearly_of, search_from_address, seats_of
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.transport.long_work import long_work

pages = Blueprint("plays_files", __name__)

DAY_MINUTES = 24 * 60


@pages.get("/plays.<form>")
@long_work
def many(form: str) -> Response:
    """The plays that the search of the list finds: csv or json."""
    if form not in ("csv", "json"):
        raise Refused(404, _("Plays can be had as plays.csv and plays.json."))
    catch_up()
    plays = services().keeper.plays
    if form == "csv":
        text = to_csv(plays.briefs(search_from_address()), _separator())
        return _download_response(text, "text/csv", "plays.csv")
    return _download_response(
        json_text(to_json(plays.list(search_from_address()))), "application/json", "plays.json"
    )


@pages.get("/plays/<play_id>/play.<form>")
@long_work
def one(play_id: str, form: str) -> Response:
    """One play: csv, json, or bgsplay for BG Stats. zone: of the device, whose day that has."""
    play = services().keeper.plays.get(play_id)
    if form == "bgsplay":
        return _download_response(
            bgstats.bgsplay(play, game_of(play), _zone()), "application/json", f"{play.id}.bgsplay"
        )
    if form not in ("csv", "json"):
        raise Refused(404, _("A play can be had as play.csv, play.json and play.bgsplay."))
    if form == "csv":
        return _download_response(to_csv((play.brief,), _separator()), "text/csv", f"{play.id}.csv")
    return _download_response(json_text(to_json((play,))), "application/json", f"{play.id}.json")


def _zone() -> timezone | None:
    """Of the device, as it says: minutes east of UTC. None: it does not, or there is none such."""
    minutes = request.args.get("zone", type=int)
    return None if minutes is None or abs(minutes) >= DAY_MINUTES else timezone(timedelta(minutes=minutes))


@pages.get("/plays/<play_id>/score.pdf")
@long_work
def pdf(play_id: str) -> Response:
    play = services().keeper.plays.get(play_id)
    sheet = partial(
        score_pdf,
        title=game_of(play).title,
        players=[(p.name, p.colour) for p in play.players],
        sheet=play.sheet,
        nearly=nearly_of(play),
        course=play.course,
        notes=tuple(filter(None, (local_moment(play.ended), play.location, play.comment))),
    )
    return pdf_response(services().work_processes.run(sheet), f"score-{play.id}")


@pages.get("/plays/<play_id>/picture.png")
@long_work
def picture(play_id: str) -> Response:
    """The result to share. shape: wide, or tall."""
    play = services().keeper.plays.get(play_id)
    shape = request.args.get("shape", "wide")
    if shape not in SHAPES:
        raise Refused(400, _("A picture is wide or tall."))
    seats = [(seat.name, seat.colour, seat.mark) for seat in seats_of(play)]
    game, sheet = game_with_box(play.game), play.sheet
    had = (play.players[p.player].owned for p in sheet.players if p.winner)
    art = [drawn for owned in had for drawn in game.display.art(owned)]
    told = (*nearly_of(play)[:1], *closest_round([p.name for p in sheet.players], play.course))
    made = services().work_processes.run(
        result_picture, shape, game.title, local_moment(play.ended), seats, sheet, art, told
    )
    name = f"{play.id}-{shape}.png"
    disposition = "attachment" if request.args.get("save") else "inline"
    headers = {"Content-Disposition": f'{disposition}; filename="{name}"'}
    return Response(made, mimetype="image/png", headers=headers)


def _separator() -> str:
    """The address's `separator`; none: as spreadsheets of the device's language have it. Raises Refused."""
    separator = request.args.get("separator") or usual_separator()
    if separator not in SEPARATORS:
        raise Refused(400, _('"separator" is comma or semicolon.'))
    return separator


def _download_response(text: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, content_type=f"{kind}; charset=utf-8", headers=headers)
