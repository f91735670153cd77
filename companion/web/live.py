"""Live pages: every device hears at once what has changed, as ready HTML, over server-sent events.

Events of a stream:
  view    {number, stamp, regions: {id: edits} or null, pieces: their HTML, lists, html: the whole or null}
  broken  {sentence}: this page cannot be rendered as the table is now; the line is well
  beat    a sign of life every BEAT seconds, so that a device knows a dead line from a quiet table
  gone    the table or the server is closing
A device says by `stamp` which rendering it has; it gets what differs from that, or the whole page.

One thread writes to all devices: each of a table's pages is rendered once and the same bytes go out to all
who show it, while no thread waits for any of them. A server that cannot hand its connections over (the
tests' client, another WSGI server) gets each stream as an iterator that waits.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from flask import Blueprint, Response, current_app, request

from companion.table.table import Table
from companion.translation import _, language, speaking
from companion.web.channels import HAND_OVER, Line
from companion.web.guard import Refused
from companion.web.play import seat_number, table_of
from companion.web.status import Status, status_of
from companion.web.views import Views

BEAT = 2.0
"""Seconds."""

LOOK = 0.1
"""Seconds between looks at what tells nobody when it changes: how the camera and the lights are."""

FRAME = 1 / 15
"""Seconds between pictures of the drawn strip."""

MOST = 240
"""Live connections at once."""
MOST_STRIPS = 16
"""Drawn strips watched at once: each holds a thread of the server."""

_log = logging.getLogger(__name__)

pages = Blueprint("live", __name__)


class Bell:
    """Rung when anything at a table changed; who waits learns that, and looks for itself what."""

    def __init__(self, heard: threading.Event | None = None) -> None:
        """heard: set whenever it is rung, for one who waits for many bells."""
        self._changed = threading.Condition()
        self._rings = 0
        self._heard = heard or threading.Event()

    @property
    def rings(self) -> int:
        return self._rings

    def ring(self) -> None:
        with self._changed:
            self._rings += 1
            self._changed.notify_all()
        self._heard.set()

    def wait(self, heard: int, timeout: float) -> int:
        """Waits until it has rung more than `heard` times, or for `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._rings != heard, timeout)
            return self._rings


@dataclass(slots=True, eq=False)
class _Listener:
    """A connection that was handed over, and the rendering that it has."""

    table: Table[Any]
    player: int | None
    spoken: str
    line: Line
    stamp: str
    last_sent: float = field(default_factory=time.monotonic)


class Live:
    """Who is connected, and the bells that wake them: one a table, rung by its entries and by `_look`."""

    def __init__(self, room: Any, views: Views) -> None:
        self.views = views
        self._room = room
        self._lock = threading.Lock()
        self._bells: dict[str, tuple[Table[Any], Bell]] = {}
        self._closing = threading.Event()
        self._looker: threading.Thread | None = None
        self._writer: threading.Thread | None = None
        self._rung = threading.Event()
        self._listeners: list[_Listener] = []
        self._broken: dict[tuple[str, int | None], int] = {}
        self.connected = 0
        """Streams that hold a thread; the others are `_listeners`."""
        self.strips = 0

    def bell(self, table: Table[Any]) -> Bell:
        with self._lock:
            known, bell = self._bells.get(table.id, (None, None))
            if bell is None or known is not table:
                bell = Bell(self._rung)
                self._bells[table.id] = (table, bell)
                threading.Thread(
                    target=self._follow, args=(table, bell), name="live-table", daemon=True
                ).start()
            if self._looker is None:
                self._looker = threading.Thread(target=self._look, name="live-look", daemon=True)
                self._looker.start()
            return bell

    def close(self) -> None:
        """Ends all streams."""
        with self._lock:
            self._closing.set()  # under the lock: who comes later is told by `follow` itself
            bells = tuple(bell for _, bell in self._bells.values())
        for bell in bells:
            bell.ring()
        self._rung.set()
        if self._writer is not None:
            self._writer.join(timeout=3)

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    def _follow(self, table: Table[Any], bell: Bell) -> None:
        with table.subscribe() as subscription:
            while not self.closing and not subscription.closed:
                if subscription.get(timeout=30) is not None:
                    bell.ring()
        bell.ring()

    def _look(self) -> None:
        seen: dict[str, Status] = {}
        while not self._closing.wait(LOOK):
            with self._lock:
                bells = {name: bell for name, (_, bell) in self._bells.items()}
            for name, bell in bells.items():
                with suppress(Exception):  # a device that fails to tell its status must not end the looking
                    now = status_of(self._room, name)
                    if seen.setdefault(name, now) != now:
                        seen[name] = now
                        bell.ring()

    # --- one thread for all who handed their connection over

    def follow(self, table: Table[Any], player: int | None, stamp: str, line: Line) -> None:
        """From now on `line`, which shows the rendering `stamp`, gets what is new, in the language that
        holds here."""
        self.bell(table)
        with self._lock:
            late = self.closing
            if not late:
                self._listeners.append(_Listener(table, player, language(), line, stamp))
            if self._writer is None and not late:
                self._writer = threading.Thread(target=self._write, name="live-write", daemon=True)
                self._writer.start()
        if late:
            _send_off(line)
        self._rung.set()  # what came between its first event and now

    def room_for_one(self) -> None:
        """Raises Refused."""
        with self._lock:
            if self.connected + len(self._listeners) >= MOST or self.closing:
                raise Refused(
                    503, _("Too many devices are watching: close the page on one that is not needed.")
                )

    def _write(self) -> None:
        while not self.closing:
            with self._lock:
                listeners = tuple(self._listeners)
            oldest = min((one.last_sent for one in listeners), default=time.monotonic())
            self._rung.wait(max(0.0, oldest + BEAT - time.monotonic()))
            self._rung.clear()
            with self._lock:
                listeners = tuple(self._listeners)
            pages: dict[tuple[str, int | None, str], list[_Listener]] = {}
            for one in listeners:
                pages.setdefault((one.table.id, one.player, one.spoken), []).append(one)
            gone = set()
            for page in pages.values():
                try:
                    gone |= set(self._write_page(page))
                except Exception:  # one page's failure must not silence all the others
                    _log.exception("the devices of a page were not written to")
            if gone:
                with self._lock:
                    self._listeners = [one for one in self._listeners if one not in gone]
        with self._lock:
            listeners = tuple(self._listeners)
        for one in listeners:
            _send_off(one.line)

    def _write_page(self, listeners: list[_Listener]) -> Iterator[_Listener]:
        """Brings all who show one page up to date; gives those that are gone."""
        news: dict[str, tuple[str, bytes]] = {}
        now = time.monotonic()
        for one in listeners:
            if one.stamp not in news:
                with speaking(one.spoken):
                    news[one.stamp] = self.news(one.table, one.player, one.stamp)
            one.stamp, data = news[one.stamp]
            if not data and now - one.last_sent >= BEAT:
                data = _event("beat", {})
            if data:
                one.last_sent = now
                if not one.line.send(data):
                    yield one

    def news(self, table: Table[Any], player: int | None, stamp: str) -> tuple[str, bytes]:
        """The page's stamp now, and the event that brings a device with the rendering `stamp` there; empty
        when it is there. A page that cannot be rendered says so, and why is in the log, once."""
        try:
            return self.views.event(table, player, stamp)
        except Exception:
            number = table.number
            if self._broken.get((table.id, player)) != number:
                self._broken[table.id, player] = number
                _log.exception("the page of table %s, player %s, cannot be rendered", table.id, player)
            sentence = _(
                "This page cannot show what the table is now. What was played is kept: undo the last step, "
                "or look at another page; the companion's log says why."
            )
            return stamp, _event("broken", {"sentence": sentence})

    # --- a thread for each

    def stream(self, table: Table[Any], player: int | None, stamp: str) -> Iterator[bytes]:
        """The events of one connection, until it is closed by either side."""
        bell, spoken = self.bell(table), language()
        with self._counted():
            yield BEGIN
            heard, last_sent = bell.rings, 0.0
            while not self.closing:
                with speaking(spoken):
                    stamp, news = self.news(table, player, stamp)
                if news:
                    yield news
                    last_sent = time.monotonic()
                if time.monotonic() - last_sent >= BEAT:
                    yield _event("beat", {})
                    last_sent = time.monotonic()
                heard = bell.wait(heard, max(0.05, BEAT - (time.monotonic() - last_sent)))
            yield _event("gone", {})

    def strip(self, table_id: str) -> Iterator[bytes]:
        """The drawn strip of a table: its colours as often as a screen needs them, while they change."""
        with self._counted(strip=True):
            before, last_sent = None, time.monotonic()
            while not self._closing.wait(FRAME):
                lights = self._room.lights if self._room.active == table_id else None
                colours = "".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in lights.strip()) if lights else ""
                if colours != before:
                    before, last_sent = colours, time.monotonic()
                    yield _event("strip", {"colours": colours})
                elif time.monotonic() - last_sent >= BEAT:
                    last_sent = time.monotonic()
                    yield _event("beat", {})

    @contextmanager
    def _counted(self, strip: bool = False) -> Iterator[None]:
        self.room_for_one()
        with self._lock:
            if strip and self.strips >= MOST_STRIPS:
                raise Refused(
                    503, _("Too many devices are watching: close the page on one that is not needed.")
                )
            self.connected += 1
            self.strips += strip
        try:
            yield
        finally:
            with self._lock:
                self.connected -= 1
                self.strips -= strip


BEGIN = b"retry: 500\n\n"


def _send_off(line: Line) -> None:
    line.send(_event("gone", {}))
    line.close()


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


@pages.get("/t/<table_id>/live")
def live(table_id: str) -> Response:
    """The stream of a table's page, or with view=seat&seat=N of a seat's."""
    table = table_of(table_id)
    player = None
    if request.args.get("view") == "seat":
        player = seat_number(table, request.args.get("seat", ""))
    hub: Live = current_app.extensions["live"]
    stamp = request.args.get("stamp", "")
    hand_over = request.environ.get(HAND_OVER)
    if request.method == "HEAD":
        return Response(mimetype="text/event-stream")
    if hand_over is None:
        return _streamed(hub.stream(table, player, stamp))
    hub.room_for_one()
    spoken = language()
    shown, news = hub.news(table, player, stamp)

    def start(line: Line) -> None:
        with speaking(spoken):
            hub.follow(table, player, shown, line)

    hand_over(start)
    # A device that missed nothing knows by the beat that its line is there again.
    return _streamed(iter([BEGIN + (news or _event("beat", {}))]))


@pages.get("/t/<table_id>/strip")
def strip(table_id: str) -> Response:
    """Events `strip {colours: "rrggbb..."}`: the lights as a page draws them, from what was really sent."""
    hub: Live = current_app.extensions["live"]
    return _streamed(hub.strip(table_of(table_id).id))


def _streamed(events: Iterator[bytes]) -> Response:
    """The first event is made before the answer begins, so that a refusal is still an answer of its own."""
    first = next(events)
    return Response(
        chain([first], events),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
