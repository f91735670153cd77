"""Scoring a finished table that nobody tracked: its pages, and what people say on them.

A scan is a draft that several phones share; every change is in the database before its page says so.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import games
from companion.games.contract import Game, Illegal, Player, State, box_of
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.rules import check_seats
from companion.games.scanned.moves import SAYABLE, said_from_json, said_to_json
from companion.games.scanned.player_moves import ConfirmCounts
from companion.games.scanned.tile_moves import LayTile
from companion.scan.finished import moved_question
from companion.scan.scans import BY_HAND, score_asked
from companion.table.journal import utc_now
from companion.table.table import Table
from companion.translation import _
from companion.web.access import join
from companion.web.box.box import game_with_box
from companion.web.box.box_names import (
    known_pieces,
    meant,
    named_in_box,
    page_of_meant,
    piece_meant,
    sorts_of,
)
from companion.web.play.finale import finale_context
from companion.web.play.score import sheet_context
from companion.web.request.at_station import station_here
from companion.web.request.errors import wants_json
from companion.web.request.form_body import form_post, json_or_form_post
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.scan.scan_bodies import CreateForm, NewTileForm, SayBody, ScanStep, ScoreForm
from companion.web.scan.scan_reading import prepare_reading
from companion.web.scan.scan_view import keep_play, render_scan, scan_view, seat_of
from companion.web.setup.setup_form import known_names, usual_players
from companion.web.setup.which_game import game_asked_for

pages = Blueprint("scan", __name__)

# --- looking ---------------------------------------------------------------------------------------------


@pages.get("/scan")
def index() -> str:
    """A new scan, and those begun. ?gone: one just deleted, to be brought back."""
    game = games.load(game_asked_for("untracked"))
    scans = services().scans.list()
    return render_template(
        "scan_index.html",
        game=game,
        games=games.titles("untracked"),
        scans=scans,
        kept=[scan.id for scan in scans if score_asked(scan)[1]],
        gone=request.args.get("gone", ""),
    )


@pages.get("/scan/<scan_id>")
def scan(scan_id: str) -> str:
    scan = scan_view(scan_id)
    if scan.draft.by_numbers:
        totals = [player.total for player in scan.score.players]
        return render_scan("scan_numbers.html", scan, totals=totals, names=known_names(), troubles=())
    if not scan.draft.shots:
        prepare_reading(scan.game)
    eyes = open_camera(scan.game)
    return render_scan("scan.html", scan, camera=eyes is not None, names=known_names(), troubles=())


@pages.get("/scan/<scan_id>/seat/<int:seat>")
def seat(scan_id: str, seat: int) -> str:
    """One player's mat: its tiles, what is not sure, the numbers."""
    scan = scan_view(scan_id)
    return render_scan("scan_seat.html", scan, seat=seat_of(scan, seat), troubles=())


@pages.get("/scan/<scan_id>/seat/<int:seat>/add/<role>")
def add(scan_id: str, seat: int, role: str) -> str:
    """Choosing a tile for a player. ?doubt: the question that this answers; ?back: the page to go back to."""
    scan = scan_view(scan_id)
    player = seat_of(scan, seat)
    if role not in scan.roles.names:
        raise Refused(404, _("There is no such page: go back to the list of tables."))
    asked = request.args.get("doubt", "")
    holders = {tile: n for n, holding in enumerate(scan.done.final.players) for tile in holding.tiles}
    offers = []
    for offer in scan.book.offers(scan.done.final, player.number, role):
        doubt = asked
        if not asked and scan.book.unique(offer.id) and (other := holders.get(offer.id)) is not None:
            # Whoever takes a tile from another here knows it: the photo's word is not asked for again.
            doubt = moved_question(offer.id, player.number, other)
        says = LayTile(player=player.number, tile=offer.id, role=role, doubt=doubt)
        offers.append((offer, said_to_json(says)))
    new = [pair for pair in sorts_of(scan.game) if pair[0] == scan.roles[role].sort]
    return render_scan("scan_add.html", scan, seat=player, role=role, offers=offers, doubt=asked, new=new)


@form_post(pages, "/scan/<scan_id>/seat/<int:seat>/add/<role>", NewTileForm)
def add_new(scan_id: str, seat: int, role: str, form: NewTileForm) -> ResponseReturnValue:
    """A tile that the box does not know yet lies with a player: its name is told, and it is in the box from
    then on."""
    scan = scan_view(scan_id)
    player = seat_of(scan, seat)
    if role not in scan.roles.names or not scan.roles[role].sort:
        raise Refused(404, _("There is no such page: go back to the list of tables."))
    sort, book = scan.roles[role].sort, box_of(scan.game).book()
    if not form.meant and (near := _meant_there(scan.game, book, sort, form.name)):
        back = url_for("scan.add", scan_id=scan_id, seat=player.number, role=role, doubt=form.doubt or None)
        return page_of_meant(scan.game, form, near, back)
    known, called = piece_meant(book, form.name, form.meant)
    tile = known or named_in_box(games.load(scan.game.name), sort, called)
    says = LayTile(player=player.number, tile=tile.id, role=role, doubt=form.doubt)
    game = game_with_box(scan.game.name)
    keep_play(services().scans.say(scan_id, says, scan.now.number, f"new-{tile.id}", game))
    return redirect(url_for("scan.seat", scan_id=scan_id, seat=player.number), 303)


def _meant_there(
    game: Game[State], book: PieceBook[Any], sort: str, name: str
) -> tuple[tuple[str, str], ...]:
    """As `meant`, but for pieces of another sort, which cannot lie where one of this is told."""
    others = {each for each, _words in sorts_of(game)} - {sort}
    cannot = {id for id, piece in known_pieces(book).items() if piece.type in others}
    return tuple(pair for pair in meant(game, None, sort, name) if pair[0] not in cannot)


@pages.get("/scan/<scan_id>/sheet")
def sheet(scan_id: str) -> str:
    """The score as the table stands, and what of it is not sure."""
    scan = scan_view(scan_id)
    return render_scan(
        "scan_sheet.html",
        scan,
        play_id=scan.play_id,
        provisional=not scan.done.sure,
        nearly=scan.near_misses if scan.done.sure else (),
        kept=score_asked(scan.table)[1],
        unconfirmed=scan.unconfirmed,
        at_least={seat.number: seat.unknown for seat in scan.done.seats},
        page={"face": scan.book.face},
        **{k: v for k, v in sheet_context(scan.score, scan.shown, ()).items() if k != "seats"},
    )


@pages.get("/scan/<scan_id>/finale")
def finale(scan_id: str) -> ResponseReturnValue:
    """The result, counted up, as at the end of a tracked game. While something is not sure: to the sheet."""
    scan = scan_view(scan_id)
    ended, kept = score_asked(scan.table)
    if ended is None or not kept or not scan.done.sure:
        return redirect(url_for("scan.sheet", scan_id=scan_id), 303)
    again = {f"name-{n}": who.name for n, who in enumerate(scan.draft.players)}
    again |= {f"colour-{n}": who.colour for n, who in enumerate(scan.draft.players)}
    return render_template(
        "finale.html",
        table=None,
        title=scan.game.title,
        seat=None,
        place="",
        nearly=[_(sentence) for sentence in scan.near_misses],
        again=again,
        play_id=scan.play_id,
        sheet_page=url_for("scan.sheet", scan_id=scan_id),
        back=url_for("scan.scan", scan_id=scan_id),
        back_words=_("Change"),
        **finale_context(scan.game, scan.score, scan.shown, (utc_now() - ended).total_seconds()),
    )


@pages.get("/scan/<scan_id>/join")
def joined(scan_id: str) -> str:
    """Another phone scans this and goes on with the same scan."""
    services().scans.get(scan_id)
    return join.join_page(None, url_for("scan.scan", scan_id=scan_id).lstrip("/"))


@pages.get("/scan/<scan_id>/state")
def state(scan_id: str) -> Response:
    """`{"number"}`: a page that shows another number asks for itself again."""
    return jsonify({"number": services().scans.get(scan_id).number})


# --- changing --------------------------------------------------------------------------------------------


@form_post(pages, "/scan", CreateForm)
def create(form: CreateForm) -> ResponseReturnValue:
    """A new scan, with the names of those who played last, if as many."""
    game = game_with_box(form.game)
    check_seats(game.title, game.seats, form.players)
    usual = usual_players(game)
    if len(usual) != form.players:
        usual = [("", colour) for colour in game.colours[: form.players]]
    players = tuple(Player(*who) for who in usual)
    begun = services().scans.create(game.name, players, by_numbers=form.way == "numbers")
    return redirect(url_for("scan.scan", scan_id=begun.id), 303)


@json_or_form_post(pages, "/scan/<scan_id>/say", SayBody)
def say(scan_id: str, said: SayBody) -> ResponseReturnValue:
    """One change."""
    draft = services().scans.get(scan_id).state
    game = game_with_box(draft.game)
    try:
        says = said_from_json(said.whole_change(draft), SAYABLE)
    except Illegal as wrong:
        raise Refused(400, wrong.sentence) from None
    return _said(services().scans.say(scan_id, says, said.seen, said.request_key(), game), said)


@json_or_form_post(pages, "/scan/<scan_id>/undo", ScanStep)
def undo(scan_id: str, said: ScanStep) -> ResponseReturnValue:
    """Takes back the last change, which the device has seen as the last."""
    scan = services().scans.get(scan_id)
    scan.undo(said.seen, said.request_key("undo"), BY_HAND)
    return _said(scan, said)


@json_or_form_post(pages, "/scan/<scan_id>/redo", ScanStep)
def redo(scan_id: str, said: ScanStep) -> ResponseReturnValue:
    """Makes again what was taken back last, as long as nothing else was said since."""
    scan = services().scans.get(scan_id)
    scan.redo(said.seen, said.request_key("redo"), BY_HAND)
    return _said(scan, said)


@form_post(pages, "/scan/<scan_id>/score", ScoreForm)
def score(scan_id: str, form: ScoreForm) -> ResponseReturnValue:
    """Asks for the score. A result of which everything is sure is kept; another when the form says so."""
    scans, scan = services().scans, scan_view(scan_id)
    if form.counted:
        says, key = ConfirmCounts(all=form.counted), form.request_key("counted")
        scans.say(scan_id, says, scan.now.number, key, scan.game)
        scan = scan_view(scan_id)
    keep, (_ended, before) = form.keep or scan.done.sure, score_asked(scan.table)
    keep_play(scans.ask_score(scan.table, keep, form.request_key("score"), scan.game))
    first = scan.done.sure and not before
    return redirect(url_for("scan.finale" if first else "scan.sheet", scan_id=scan_id), 303)


@form_post(pages, "/scan/<scan_id>/delete")
def delete(scan_id: str) -> ResponseReturnValue:
    services().scans.delete(scan_id)
    return redirect(url_for("scan.index", gone=scan_id), 303)


@form_post(pages, "/scan/<scan_id>/restore")
def restore(scan_id: str) -> ResponseReturnValue:
    services().scans.tables.restore(scan_id)
    return redirect(url_for("scan.index"), 303)


# --- within ----------------------------------------------------------------------------------------------


def open_camera(game: Game[State]) -> Any:
    """The room's camera, opened if it was not; None where there is none."""
    station_here().open_cameras(game)
    return station_here().eyes


def _said(scan: Table[Any], said: ScanStep) -> ResponseReturnValue:
    """What a change is answered with: a script's by JSON, a form's by the page that it came from."""
    keep_play(scan)
    if wants_json():
        return jsonify({"number": scan.number})
    return redirect(said.return_address(scan.id), 303)
