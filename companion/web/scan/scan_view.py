"""A scan as its pages show it: its draft, what its photos show, what both come to, and the play that its
result is kept as."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from flask import render_template, request, url_for

from companion.games.contract import Game, Player, ScoreSheet, State
from companion.games.contract.untracked import FinalBook, Roles
from companion.games.scanned.draft import Draft, book_of
from companion.plays.near_misses import near_misses
from companion.plays.play import Play, Seated, in_every_language, sheets_of
from companion.plays.tracked import told_anew
from companion.scan.finished import GONE_PHOTOS, finish_scan, with_photos_kept
from companion.scan.finished_scan import FinishedScan, ScannedSeat
from companion.scan.found import PhotoContents
from companion.scan.outline import Outline, outlines
from companion.scan.questions import Answer, OpenQuestion
from companion.scan.scans import said_in, score_asked
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import SOURCE, _, speaking
from companion.web.box.box import game_with_box
from companion.web.live.views import SeatLabel, labelled
from companion.web.request.reading import Refused
from companion.web.request.services import services
from companion.web.scan.scan_reading import reads_of


@dataclass(frozen=True, slots=True)
class ScanView:
    """A scan at one moment, with what its photos show and the finished table that follows from them. draft:
    the moment's, with the photos that are there."""

    table: Table[Any]
    now: Now[Draft]
    draft: Draft
    game: Game[State]
    book: FinalBook
    done: FinishedScan
    reads: dict[str, PhotoContents]

    @property
    def roles(self) -> Roles:
        return self.book.roles

    @property
    def shown(self) -> tuple[SeatLabel, ...]:
        """The players as all pages name them."""
        return labelled(Player(who.called, who.colour) for who in self.draft.players)

    def answer_page(self, question: OpenQuestion, answer: Answer) -> str:
        """Where an answer that says nothing leads: to its tag's tile in the box, or to choosing a tile."""
        if answer.tag:
            return url_for("box.find", name=self.game.name, id=answer.tag)
        doubt, role = (None, answer.role) if answer.role else (question.key, self.roles.usual)
        return url_for("scan.add", scan_id=self.table.id, seat=answer.seat, role=role, doubt=doubt)

    def outlines(self, photo: str) -> tuple[Outline, ...]:
        """What is drawn over a photo."""
        return tuple(outlines(self.reads[photo], self.book))

    # --- the result ---

    @property
    def score(self) -> ScoreSheet:
        """Raises Illegal."""
        return self.book.score(self.done.final)

    @property
    def near_misses(self) -> tuple[str, ...]:
        """What would have changed the result."""
        final = self.done.final
        what_ifs = (self.book.what_ifs(final, seat) for seat in range(len(final.players)))
        return near_misses(self.score, what_ifs)

    @property
    def unconfirmed(self) -> int:
        """How many of the tiles that score nobody has held against a printed one; none where the game asks
        for what nobody told."""
        if self.game.asks_facts:
            return 0
        lying = {pair for holding in self.done.final.players for pair in holding.tiles.items()}
        counted = {tile for tile, role in lying if self.roles[role].scores}
        infos = map(self.game.tracking.tile, counted)
        return sum(info is not None and bool(info.unverified) for info in infos)

    @property
    def play_before(self) -> Play | None:
        """The play of the scan whose record this one was made of."""
        plays, (ended, _kept) = services().keeper.plays, score_asked(self.table)
        own = plays.find(f"scan-{self.table.id}")
        return None if ended is None or own else plays.same(self.game.name, None, ended)

    @property
    def play_id(self) -> str:
        """Of the play that its result is kept as: changed later, it is the same play."""
        before = self.play_before
        return f"scan-{self.table.id}" if before is None else before.id


def scan_view(scan_id: str) -> ScanView:
    """The scan as it is now. Raises NoSuchTable."""
    table = services().scans.get(scan_id)
    now = table.now
    game = game_with_box(now.state.game)
    reads = reads_of(scan_id, now.state, game)
    book, done = book_of(now.state, game), finish_scan(now.state, reads, game)
    return ScanView(table, now, with_photos_kept(now.state, reads), game, book, done, reads)


def seat_of(scan: ScanView, seat: int) -> ScannedSeat:
    """Raises Refused."""
    if seat >= len(scan.done.seats):
        raise Refused(404, _("There is no such player: go back to the scan."))
    return scan.done.seats[seat]


def render_scan(template: str, scan: ScanView, **more: object) -> str:
    undo, redo = (said_in(scan.table, number) for number in (scan.now.undo_of, scan.now.redo_of))
    return render_template(
        template,
        scan=scan.table,
        seen=scan.now.number,
        draft=scan.draft,
        game=scan.game,
        book=scan.book,
        roles=scan.roles,
        done=scan.done,
        reads=scan.reads,
        outlines=scan.outlines,
        answer_page=scan.answer_page,
        seats=scan.shown,
        undo=undo.told(scan.draft, scan.book.name) if undo else "",
        redo=redo.told(scan.draft, scan.book.name) if redo else "",
        key=secrets.token_hex(12),
        page_path=request.script_root + request.path,
        **more,
    )


def keep_play(table: Table[Any]) -> None:
    """Brings the history of plays up to date, if the result is to be there. Raises JournalError."""
    ended, kept = score_asked(table)
    if ended is None or not kept:
        return
    scan = scan_view(table.id)
    if any(asked.key == GONE_PHOTOS for asked in scan.done.open):
        return  # what was kept while they were there is nearer to the truth
    with speaking(SOURCE):
        near = scan.near_misses
        headings = {role.name: scan.book.title(role.name) for role in scan.roles if role.scores}
        players = tuple(
            Seated(
                who.called,
                who.colour,
                {words: tuple(map(scan.book.name, holding.on(role))) for role, words in headings.items()},
            )
            for who, holding in zip(scan.draft.players, scan.done.final.players, strict=True)
        )
    play = Play(
        id=f"scan-{table.id}",
        game=scan.game.name,
        ended=ended,
        players=players,
        sheets=sheets_of(lambda: scan.score),
        nearly=in_every_language(lambda: tuple(map(_, near))),
        whence="scan",
        source=table.id,
    )
    before = scan.play_before
    services().keeper.plays.keep(play if before is None else told_anew(before, play))
