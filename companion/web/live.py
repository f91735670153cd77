"""Live pages: every device hears at once what has changed, as ready HTML, over server-sent events.

Events of a stream:
  view   {number, stamp, regions: {id: html} or null, html: the whole or null, last: what just happened}
  beat   a sign of life every BEAT seconds, so that a device knows a dead line from a quiet table
  gone   the table or the server is closing
A device says by `stamp` which rendering it has; it gets what differs from that, or the whole page.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from typing import Any

from flask import Blueprint, Response, current_app, request

from companion.table.table import Table
from companion.translation import _, language, speaking
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
"""Live connections at once; the server keeps threads beyond these to answer requests."""

pages = Blueprint("live", __name__)


class Bell:
    """Rung when anything at a table changed; who waits learns that, and looks for itself what."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._rings = 0

    @property
    def rings(self) -> int:
        return self._rings

    def ring(self) -> None:
        with self._changed:
            self._rings += 1
            self._changed.notify_all()

    def wait(self, heard: int, timeout: float) -> int:
        """Waits until it has rung more than `heard` times, or for `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._rings != heard, timeout)
            return self._rings


class Live:
    """Who is connected, and the bells that wake them: one a table, rung by its entries and by `_look`."""

    def __init__(self, room: Any, views: Views) -> None:
        self.views = views
        self._room = room
        self._lock = threading.Lock()
        self._bells: dict[str, tuple[Table[Any], Bell]] = {}
        self._closing = threading.Event()
        self._looker: threading.Thread | None = None
        self.connected = 0

    def bell(self, table: Table[Any]) -> Bell:
        with self._lock:
            known, bell = self._bells.get(table.id, (None, None))
            if bell is None or known is not table:
                bell = Bell()
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
        self._closing.set()
        with self._lock:
            bells = tuple(bell for _, bell in self._bells.values())
        for bell in bells:
            bell.ring()

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

    def stream(self, table: Table[Any], player: int | None, stamp: str) -> Iterator[bytes]:
        """The events of one connection, until it is closed by either side."""
        bell, spoken = self.bell(table), language()
        with self._counted():
            yield b"retry: 500\n\n"
            heard, last_sent = bell.rings, 0.0
            while not self.closing:
                with speaking(spoken):
                    stamp, news = self.views.event(table, player, stamp)
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
        with self._counted():
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
    def _counted(self) -> Iterator[None]:
        with self._lock:
            if self.connected >= MOST or self.closing:
                raise Refused(
                    503, _("Too many devices are watching: close the page on one that is not needed.")
                )
            self.connected += 1
        try:
            yield
        finally:
            with self._lock:
                self.connected -= 1


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
    return _streamed(hub.stream(table, player, request.args.get("stamp", "")))


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
