"""A scan as its pages show it: its draft, what its photos show, and what both come to."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from flask import render_template, request, url_for

from companion.games.contract import Game, Player, State
from companion.games.contract.untracked import FinalBook, Roles
from companion.games.scanned.draft import Draft, book_of
from companion.scan.finished import finish_scan, with_photos_kept
from companion.scan.finished_scan import FinishedScan, ScannedSeat
from companion.scan.found import PhotoContents
from companion.scan.outline import Outline, outlines
from companion.scan.questions import Answer, OpenQuestion
from companion.scan.scans import ScanMoment
from companion.translation import _
from companion.web.box.box import game_with_box
from companion.web.live.views import SeatLabel, labelled
from companion.web.request.reading import Refused, whole_number
from companion.web.request.services import services
from companion.web.scan.scan_reading import reads_of


@dataclass(frozen=True, slots=True)
class ScanView:
    """A scan at one moment, with what its photos show and the finished table that follows from them. draft:
    the moment's, with the photos that are there."""

    moment: ScanMoment
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
        return url_for("scan.add", scan_id=self.moment.id, seat=answer.seat, role=role, doubt=doubt)

    def outlines(self, photo: str) -> tuple[Outline, ...]:
        """What is drawn over a photo."""
        return tuple(outlines(self.reads[photo], self.book))


def scan_view(scan_id: str, moment: ScanMoment | None = None) -> ScanView:
    """The scan as it is now. Raises NoSuchTable."""
    moment = moment or services().scans.get(scan_id)
    game = game_with_box(moment.draft.game)
    reads = reads_of(moment, game)
    book = book_of(moment.draft, game)
    done = finish_scan(moment.draft, reads, game)
    return ScanView(moment, with_photos_kept(moment.draft, reads), game, book, done, reads)


def seat_of(scan: ScanView, seat: str) -> ScannedSeat:
    """Raises Refused."""
    return scan.done.seats[seat_number(scan.draft, seat)]


def seat_number(draft: Draft, seat: str) -> int:
    """Raises Refused."""
    number = whole_number(seat, 0, len(draft.players) - 1)
    if number is None:
        raise Refused(404, _("There is no such player: go back to the scan."))
    return number


def render_scan(template: str, scan: ScanView, **more: object) -> str:
    undo, redo = scan.moment.undo, scan.moment.redo
    return render_template(
        template,
        scan=scan.moment,
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
