"""Scoring a finished table that nobody tracked: its pages, and what people say on them.

A scan is a draft that several phones share; every change is in the database before its page says so.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, request, url_for

from companion import games
from companion.games.contract import Game, ScoreSheet, untracked_of
from companion.games.contract.untracked import FinalBook
from companion.plays.near_misses import near_misses
from companion.plays.play import Play, Seated, in_every_language, sheets_of
from companion.scan import changes
from companion.scan.changes import Change
from companion.scan.draft import Draft, ScanPlayer
from companion.scan.drafts import Drafts, Moment, NoSuchScan, Outdated
from companion.scan.finished import FinishedScan, ScannedSeat, finished, moved_key
from companion.scan.found import Read
from companion.scan.roles import Roles
from companion.translation import SOURCE, _, speaking
from companion.web import join
from companion.web.box import boxed
from companion.web.errors import answer, wants_json
from companion.web.guard import Refused, whole_number
from companion.web.play import room
from companion.web.plays import keeper
from companion.web.scan_forms import loads, said
from companion.web.score import sheet_parts
from companion.web.setup import known_names, usual_players
from companion.web.views import MARKS
from companion.web.views import SeatLabel as Shown

pages = Blueprint("scan", __name__)


@dataclass(frozen=True, slots=True)
class Here:
    """A scan as a page shows it."""

    moment: Moment
    game: Game[Any]
    book: FinalBook
    done: FinishedScan
    reads: dict[str, Read]

    @property
    def roles(self) -> Roles:
        return Roles(self.book.roles)

    @property
    def draft(self) -> Draft:
        return self.moment.draft

    @property
    def shown(self) -> tuple[Shown, ...]:
        """The players as all pages name them."""
        shapes = tuple(MARKS.values())
        return tuple(
            Shown(n, who.called, who.colour, MARKS.get(who.colour, shapes[n % len(shapes)]))
            for n, who in enumerate(self.draft.players)
        )


@pages.app_errorhandler(NoSuchScan)
def missing(wrong: NoSuchScan) -> Any:
    return answer(404, wrong.sentence)


def drafts() -> Drafts:
    """The scans of this room's journal."""
    found: Drafts | None = current_app.extensions.get("drafts")
    if found is None:
        found = current_app.extensions["drafts"] = Drafts(room().tables.journal)
    return found


def here(scan_id: str, moment: Moment | None = None) -> Here:
    """The scan as it is now. Raises NoSuchScan."""
    from companion.web.scan_photos import reads_of  # its own pages stand on this module

    moment = moment or drafts().get(scan_id)
    game = boxed(moment.draft.game)
    reads = reads_of(moment, game)
    return Here(moment, game, untracked_of(game).final(), finished(moment.draft, reads, game), reads)


def seat_of(scan: Here, seat: str) -> ScannedSeat:
    """Raises Refused."""
    number = whole_number(seat, 0, len(scan.done.seats) - 1)
    if number is None:
        raise Refused(404, _("There is no such player: go back to the scan."))
    return scan.done.seats[number]


def page(template: str, scan: Here, **more: Any) -> str:
    undo, redo = scan.moment.change, scan.moment.undone
    return render_template(
        template,
        scan=scan.moment,
        draft=scan.draft,
        game=scan.game,
        book=scan.book,
        roles=scan.roles,
        done=scan.done,
        reads=scan.reads,
        seats=scan.shown,
        undo=changes.words(undo, scan.draft, scan.book) if undo else "",
        redo=changes.words(redo, scan.draft, scan.book) if redo else "",
        key=secrets.token_hex(12),
        here=request.path,
        **more,
    )


# --- looking ---------------------------------------------------------------------------------------------


@pages.get("/scan")
def index() -> str:
    """A new scan, and those begun. ?gone: one just deleted, to be brought back."""
    game = games.load(request.args.get("game") or games.usual("untracked"))
    return render_template(
        "scan_index.html",
        game=game,
        games=games.titles("untracked"),
        scans=drafts().list(),
        gone=request.args.get("gone", ""),
    )


@pages.get("/scan/<scan_id>")
def scan(scan_id: str) -> str:
    from companion.web.scan_photos import get_ready

    scan = here(scan_id)
    if not scan.draft.shots:
        get_ready(scan.game)
    eyes = _eyes(scan.game)
    return page("scan.html", scan, camera=eyes is not None, names=known_names(), troubles=())


@pages.get("/scan/<scan_id>/seat/<seat>")
def seat(scan_id: str, seat: str) -> str:
    """One player's mat: its tiles, what is not sure, the numbers."""
    scan = here(scan_id)
    return page("scan_seat.html", scan, seat=seat_of(scan, seat), troubles=())


@pages.get("/scan/<scan_id>/seat/<seat>/add/<role>")
def add(scan_id: str, seat: str, role: str) -> str:
    """Choosing a tile for a player. ?doubt: the question that this answers; ?back: the page to go back to."""
    scan = here(scan_id)
    player = seat_of(scan, seat)
    if role not in scan.roles.names:
        raise Refused(404, _("There is no such page: go back to the list of tables."))
    asked = request.args.get("doubt", "")
    offers = []
    for offer in scan.book.offers(scan.done.final, player.number, role):
        change: Change = {"do": "tile", "player": player.number, "tile": offer.id, "role": role}
        if asked:
            change = {**change, "doubt": asked}
        elif scan.book.unique(offer.id) and (other := _holder(scan, offer.id)) is not None:
            # Whoever takes a tile from another here knows it: the photo's word is not asked for again.
            change = {**change, "doubt": moved_key(offer.id, player.number, other)}
        offers.append((offer, change))
    return page("scan_add.html", scan, seat=player, role=role, offers=offers, doubt=asked)


def _holder(scan: Here, tile: str) -> int | None:
    found = (n for n, holding in enumerate(scan.done.final.players) if tile in holding.tiles)
    return next(found, None)


@pages.get("/scan/<scan_id>/sheet")
def sheet(scan_id: str) -> str:
    """The score as the table stands, and what of it is not sure."""
    scan = here(scan_id)
    score = scan.book.score(scan.done.final)
    return page(
        "scan_sheet.html",
        scan,
        play_id=play_id(scan_id),
        provisional=not scan.done.sure,
        nearly=_nearly(scan, score) if scan.done.sure else (),
        unconfirmed=_unconfirmed(scan),
        page={"face": scan.book.face},
        **{k: v for k, v in sheet_parts(score, scan.shown, ()).items() if k != "seats"},
    )


@pages.get("/scan/<scan_id>/join")
def joined(scan_id: str) -> str:
    """Another phone scans this and goes on with the same scan."""
    drafts().get(scan_id)
    return join.page(None, url_for("scan.scan", scan_id=scan_id).lstrip("/"))


@pages.get("/scan/<scan_id>/state")
def state(scan_id: str) -> Response:
    """`{"number"}`: a page that shows another number asks for itself again."""
    return jsonify({"number": drafts().get(scan_id).number})


# --- changing --------------------------------------------------------------------------------------------


@pages.post("/scan")
def create() -> Any:
    """A new scan of a `game` for so many `players`, with the names of those who played last, if as many."""
    game = boxed(request.form.get("game", ""))
    fewest, most = game.seats
    count = whole_number(request.form.get("players", ""), fewest, most)
    if count is None:
        raise Refused(
            422, _("{game} is for {fewest} to {most} players.", game=game.title, fewest=fewest, most=most)
        )
    usual = usual_players(game)
    if len(usual) != count:
        usual = [("", colour) for colour in game.colours[:count]]
    draft = Draft(game.name, tuple(ScanPlayer(name, colour) for name, colour in usual))
    return redirect(url_for("scan.scan", scan_id=drafts().create(draft).id), 303)


@pages.post("/scan/<scan_id>/say")
def say(scan_id: str) -> Any:
    """One change: `{"seen", "key", "change"}` as JSON, or the same as a form."""
    moment = drafts().get(scan_id)
    game = boxed(moment.draft.game)
    change, seen, key = said(moment)
    if change.get("do") not in changes.BY_PEOPLE:
        raise Refused(400, _("There is no such change: load the page again."))
    return _told(scan_id, lambda: drafts().change(scan_id, change, seen, key, game))


@pages.post("/scan/<scan_id>/undo")
def undo(scan_id: str) -> Any:
    """Takes back the last change, which the device has seen as the last."""
    _change, seen, key = said(None)
    return _told(scan_id, lambda: drafts().undo(scan_id, seen, f"{key}-undo"[:80]))


@pages.post("/scan/<scan_id>/redo")
def redo(scan_id: str) -> Any:
    """Makes again what was taken back last, as long as nothing else was said since."""
    _change, seen, key = said(None)
    return _told(scan_id, lambda: drafts().redo(scan_id, seen, f"{key}-redo"[:80]))


@pages.post("/scan/<scan_id>/score")
def score(scan_id: str) -> Any:
    """Asks for the score. A result of which everything is sure is kept; another when `keep` says so.
    counted: the marks of the seats whose tiles were counted just now and are right, as JSON."""
    scan = here(scan_id)
    key = (request.form.get("key") or secrets.token_hex(8))[:60]
    if marks := loads(request.form.get("counted", "")):
        counted: Change = {"do": "counted", "all": marks}
        moment = drafts().change(scan_id, counted, scan.moment.number, f"{key}-counted", scan.game)
        scan = here(scan_id, moment)
    keep = bool(request.form.get("keep")) or scan.done.sure
    at = datetime.now(UTC).isoformat(timespec="seconds")
    change: Change = {"do": "score", "at": at, "keep": keep}
    keep_play(drafts().change(scan_id, change, scan.moment.number, f"{key}-score", scan.game))
    return redirect(url_for("scan.sheet", scan_id=scan_id), 303)


@pages.post("/scan/<scan_id>/delete")
def delete(scan_id: str) -> Any:
    drafts().delete(scan_id)
    return redirect(url_for("scan.index", gone=scan_id), 303)


@pages.post("/scan/<scan_id>/restore")
def restore(scan_id: str) -> Any:
    drafts().restore(scan_id)
    return redirect(url_for("scan.index"), 303)


def play_id(scan_id: str) -> str:
    """The id of a scan's play: changed later, it is the same play."""
    return f"scan-{scan_id}"


def keep_play(moment: Moment) -> None:
    """Brings the history of plays up to this moment, if its result is to be there. Raises JournalError."""
    if not moment.draft.kept:
        return
    scan = here(moment.id, moment)
    final, book = scan.done.final, scan.book
    with speaking(SOURCE):
        near = near_misses(book.score(final), [book.what_ifs(final, n) for n in range(len(final.players))])
        players = tuple(
            Seated(
                who.called,
                who.colour,
                {
                    book.title(role): tuple(map(book.name, holding.on(role)))
                    for role in scan.roles.names
                    if scan.roles[role].scores
                },
            )
            for who, holding in zip(scan.draft.players, final.players, strict=True)
        )
    keeper().plays.keep(
        Play(
            id=play_id(moment.id),
            game=scan.game.name,
            ended=datetime.fromisoformat(scan.draft.ended),
            players=players,
            sheets=sheets_of(lambda: book.score(final)),
            nearly=in_every_language(lambda: tuple(map(_, near))),
            whence="scan",
            source=moment.id,
        )
    )


# --- within ----------------------------------------------------------------------------------------------


def _nearly(scan: Here, sheet: ScoreSheet) -> tuple[str, ...]:
    """What would have changed the result."""
    final = scan.done.final
    return near_misses(sheet, (scan.book.what_ifs(final, seat) for seat in range(len(final.players))))


def _unconfirmed(scan: Here) -> int:
    """How many of the tiles that score nobody has held against a printed one."""
    counted = {
        tile
        for holding in scan.done.final.players
        for tile, role in holding.tiles.items()
        if scan.roles[role].scores
    }
    return sum(
        bool(info and info.unverified) for tile in counted for info in (scan.game.tracking.tile(tile),)
    )


def _eyes(game: Game[Any]) -> Any:
    """The room's camera, opened if it was not; None where there is none."""
    room().look(game)
    return room().eyes


def _told(scan_id: str, make: Any) -> Any:
    """Makes a change and answers it: to a script as JSON, to a form with the page that it came from."""
    try:
        moment = make()
    except Outdated as wrong:
        return outdated(scan_id, wrong)
    keep_play(moment)
    if wants_json():
        return jsonify({"number": moment.number})
    return redirect(back(scan_id), 303)


def outdated(scan_id: str, wrong: Outdated) -> Any:
    moment = drafts().get(scan_id)
    book = untracked_of(boxed(moment.draft.game)).final()
    news = []
    for change in wrong.news:
        undone = change.get("undo")
        words = changes.words(undone or change, moment.draft, book)
        news.append(_("taken back: {what}", what=words) if undone else words)
    sentence = _(
        "Another phone was faster ({news}): look at it as it is now, and say it again.", news="; ".join(news)
    )
    return answer(409, sentence, {"sentence": sentence, "number": wrong.number, "news": news})


def back(scan_id: str) -> str:
    """The page of this scan that a form came from."""
    to, begin = request.form.get("back", ""), url_for("scan.scan", scan_id=scan_id)
    return to if to == begin or to.startswith(begin + "/") else begin
