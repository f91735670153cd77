"""The pages of live tables: the context of their templates, and renderings that all devices share.

Two hundred devices may watch one table: each of its pages (the table's, and one a seat, in each language that
somebody reads) is rendered once for each moment, and the latest few renderings are kept, so that a device
gets just what differs from what it has.
"""

from __future__ import annotations

import json
import math
import threading
from collections import OrderedDict, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from flask import Flask, render_template

from companion.games.contract import Allocation, Amount, Option, Question, Refusal, Subset
from companion.lessons import teaching
from companion.table.question_clock import QuestionClock
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, language, marked
from companion.web.regions import Rendering, split
from companion.web.seating import seating
from companion.web.status import status_of

if TYPE_CHECKING:
    from companion.room import Room

KEPT = 12
"""Renderings kept of each page: a device that missed more gets the whole page again."""

MOST_PAGES = 400
"""Pages of which renderings are kept: forty tables with all their seats."""

MARKS = {"blue": "circle", "green": "triangle", "red": "square", "yellow": "star", "purple": "diamond"}
FORMS = {Subset: "subset", Amount: "amount", Allocation: "allocation"}
"""The page component of each answer form (templates/_answer_forms.html)."""

COLOURS = (marked("Blue"), marked("Green"), marked("Red"), marked("Yellow"), marked("Purple"))
"""Beside its colour every seat has a shape; a colour that is not among these takes the next shape."""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A player as every page names them. number: the seat, from 0. mark: the shape that goes with it."""

    number: int
    name: str
    colour: str
    mark: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of an open question as a page shows it.

    mark: for element ids; seconds: the whole time; ends: when it runs out, in seconds since 1970, None: it
    stands still; left: the time left ("0:42") when it last stopped; time_outs: this game gives the seat some.
    """

    mark: str
    seat: SeatLabel | None
    seconds: float
    ends: float | None
    left: str
    time_outs: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """An open question with its answers. seat None: the table is asked, for a draw.

    open: this page may answer it (a secret question is answered on its own seat's page only).
    """

    seat: SeatLabel | None
    question: Question
    options: tuple[Option, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    open: bool = True
    clock: Clock | None = None

    @property
    def player(self) -> int | None:
        return None if self.seat is None else self.seat.number

    @property
    def form(self) -> str:
        """The component that answers it; "": a choice from its options, a draw or a roll."""
        return FORMS.get(type(self.question.form), "")

    @property
    def aside(self) -> bool:
        """Nobody waits for it, so that it calls nobody."""
        return self.question.optional or self.question.answered


@dataclass(frozen=True, slots=True)
class Shown:
    """A page at one moment."""

    number: int
    rendering: Rendering


def waited_for(question: Question, player: str) -> str:
    """What the table waits for: "Waiting for Ben: stockpile goods"."""
    text = question.text
    named = next((start for start in (f"{player}, ", f"{player}: ") if player and text.startswith(start)), "")
    if not named:
        return _("Waiting: {question}", question=text)
    what = text.removeprefix(named).rstrip("?.! \u00a0\u202f")
    return _("Waiting for {player}: {question}", player=player, question=what)


def seats(table: Table[Any]) -> tuple[SeatLabel, ...]:
    shapes = tuple(MARKS.values())
    return tuple(
        SeatLabel(n, p.name, p.colour, MARKS.get(p.colour, shapes[n % len(shapes)]))
        for n, p in enumerate(table.setup.players)
    )


def context(room: Room, table: Table[Any], player: int | None, now: Now[Any]) -> dict[str, Any]:
    """What the templates of a table's page (player None) or of a seat's page are rendered with."""
    game, now = table.game, table.spoken(now)
    view, status = game.view(now.state, player), status_of(now.around, table.id)
    everyone = seats(table)
    asks = asks_of(game, view, now.clocks, everyone, player)
    asks = tuple(_with_proposal(table, now, ask) for ask in asks)
    mine = tuple(a for a in asks if player is None or a.player in (player, None))
    phase = game.phase(now.state)
    referee = room.referee if room.active == table.id else None
    return {
        "table": table,
        "game": game,
        "state": view,
        "player": player,
        "seat": None if player is None else everyone[player],
        "seats": everyone,
        "questions": tuple(ask.question for ask in asks),
        "options": tuple(a for a in mine if not a.aside),
        "asides": tuple(a for a in mine if a.aside),
        "others": tuple(a for a in asks if a not in mine and not a.aside),
        "refusals": tuple(r for a in mine for r in a.refusals),
        "page": game.display.page(view, player),
        "number": now.number,
        "last": now.last.words,
        "undo_words": now.undo,
        "redo_words": now.redo,
        "settings": now.settings,
        "status": status,
        "newer": room.tables.open(status.newer) if status.newer else None,
        "referee": referee,
        "doubts": game.check(view),
        "phase": phase,
        "teaching": teaching.shown(table, player, now),
        "clocks_paused": now.paused,
        "over": phase.over,
        "seating": seating(everyone, (a.player for a in asks if not a.aside), now.settings.pages),
    }


def asks_of(
    game: Any,
    view: Any,
    clocks: tuple[QuestionClock, ...],
    everyone: tuple[SeatLabel, ...],
    player: int | None,
) -> tuple[Ask, ...]:
    """The open questions for this player's page (None: the table's). view: the state as this player may know
    it; clocks: of the questions that have one."""
    asks = tuple(_ask(game, view, q, everyone, player) for q in game.questions(view))
    if not clocks:
        return asks
    known = {(clock.player, clock.kind): clock for clock in clocks}
    return tuple(_with_clock(ask, known.get((ask.player, ask.question.kind)), game, view) for ask in asks)


def _ask(
    game: Any, view: Any, question: Question, everyone: tuple[SeatLabel, ...], player: int | None
) -> Ask:
    """An open question as this page shows it. view: the state as the page's player may know it."""
    seat = None if question.player is None else everyone[question.player]
    if seat is None:
        audience = None if question.chance is None else question.chance.audience
        if audience is not None and audience != player:
            return Ask(everyone[audience], question, open=False)
        return Ask(None, question)
    if player != seat.number and (player is not None or question.secret or question.private):
        return Ask(seat, question, open=False)
    return Ask(
        seat,
        question,
        game.options(view, seat.number),
        game.refusals(view, seat.number),
    )


def _with_proposal(table: Table[Any], now: Now[Any], ask: Ask) -> Ask:
    if ask.player is None or not ask.options or now.settings.teaching != teaching.LESSONS:
        return ask
    return replace(ask, options=teaching.proposes(table, now, ask.player, ask.options))


def _with_clock(ask: Ask, clock: QuestionClock | None, game: Any, view: Any) -> Ask:
    if clock is None:
        return ask
    has_time_outs = ask.player is not None and game.timing is not None
    shown = Clock(
        f"{'table' if ask.player is None else ask.player}-{clock.kind}",
        ask.seat,
        clock.seconds,
        None if clock.ends is None else clock.ends.timestamp(),
        "{}:{:02}".format(*divmod(math.ceil(max(0.0, clock.seconds - clock.used)), 60)),
        has_time_outs and game.timing.time_outs(view, ask.player) > 0,
    )
    return replace(ask, clock=shown)


@dataclass
class _Page:
    """One page's latest rendering and a few before it. made: the beat of the moment it was made of."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made: int | None = None
    shown: Shown | None = None
    events: dict[str, bytes] = field(default_factory=dict)
    before: deque[Rendering] = field(default_factory=lambda: deque(maxlen=KEPT))


class Views:
    """The pages of all live tables, rendered when first asked for at each moment; each in the language that
    holds where it is asked for."""

    def __init__(self, app: Flask, room: Room) -> None:
        self._app = app
        self._room = room
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[str, int | None, str], _Page] = OrderedDict()

    def show(self, table: Table[Any], player: int | None) -> Shown:
        """The page as it is now."""
        page = self._page(table.id, player)
        with page.lock:
            return self._now(page, table, player)

    def event(self, table: Table[Any], player: int | None, stamp: str) -> tuple[str, bytes]:
        """The page's stamp now, and the event that brings a device with the rendering `stamp` there; empty
        when it is there. All devices that have the same get the same bytes."""
        page = self._page(table.id, player)
        with page.lock:
            shown = self._now(page, table, player)
            now = shown.rendering.stamp
            if stamp == now:
                return now, b""
            if stamp not in page.events:
                before = next((r for r in page.before if r.stamp == stamp), None)
                page.events[stamp] = _event(shown, before)
            return now, page.events[stamp]

    def _now(self, page: _Page, table: Table[Any], player: int | None) -> Shown:
        now = table.now
        if page.shown is None or page.made != now.beat:
            page.shown = self._render(table, player, now)
            page.made = now.beat
            page.events = {}
            if not page.before or page.before[-1].stamp != page.shown.rendering.stamp:
                page.before.append(page.shown.rendering)
        return page.shown

    def _page(self, table_id: str, player: int | None) -> _Page:
        with self._lock:
            name = (table_id, player, language())
            page = self._pages.setdefault(name, _Page())
            self._pages.move_to_end(name)
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
            return page

    def forget(self, table_id: str) -> None:
        """Lets go what is kept of this table's pages."""
        with self._lock:
            for name in [name for name in self._pages if name[0] == table_id]:
                del self._pages[name]

    def _render(self, table: Table[Any], player: int | None, now: Now[Any]) -> Shown:
        kind = "table" if player is None else "seat"
        own = self._app.jinja_env.select_template([f"{table.game.name}/{kind}.html", "_plain_game.html"])
        # A request of its own: what all devices share must not hang on the one that happened to ask first.
        with self._app.test_request_context():
            html = render_template(f"_{kind}.html", own=own, **context(self._room, table, player, now))
        made = split(html)
        # With the number: what looks as before, after an undo and a redo, is not that to a device's next tap.
        return Shown(now.number, replace(made, stamp=f"{now.number}-{made.stamp}"))


def _event(shown: Shown, before: Rendering | None) -> bytes:
    """What brings a device that has `before` there; before None: the whole page."""
    changed = shown.rendering.since(before)
    data = {
        "number": shown.number,
        "stamp": shown.rendering.stamp,
        "regions": changed and changed.regions,
        "lists": changed and changed.lists,
        "html": shown.rendering.html if changed is None else None,
    }
    return f"event: view\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
