"""The pages of a table as devices have them: rendered once, and the way from one rendering to the next."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from flask import Flask, render_template

from companion.games.contract import State
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import language
from companion.web.live.regions import Rendering, split_regions
from companion.web.live.views import context
from companion.web.transport.root_path import root_path

if TYPE_CHECKING:
    from companion.room.room import Room


KEPT_RENDERINGS = 12
"""Per page; a device whose rendering is older gets the whole page again."""


MAX_CACHED_PAGES = 400
"""Pages whose renderings are kept: forty tables with all their seats."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page at one moment."""

    number: int
    rendering: Rendering


@dataclass
class _Page:
    """One page's latest rendering and a few before it. made: the `beat` of the snapshot it was made of."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made: int | None = None
    shown: Shown | None = None
    events: dict[str, bytes] = field(default_factory=dict)
    before: deque[Rendering] = field(default_factory=lambda: deque(maxlen=KEPT_RENDERINGS))


class Views:
    """The pages of all live tables, rendered when first asked for at each moment; each in the language and
    below the root path that hold where it is asked for."""

    def __init__(self, app: Flask, room: Room, follow: Callable[[Table[State]], None]) -> None:
        """follow: told every table whose pages are rendered; it must not wait."""
        self._app = app
        self._room = room
        self._follow = follow
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[str, int | None, str, str], _Page] = OrderedDict()

    def show(self, table: Table[State], player: int | None) -> Shown:
        """The page as it is now."""
        page = self._page(table.id, player)
        with page.lock:
            return self._now(page, table, player)

    def event(self, table: Table[State], player: int | None, stamp: str) -> tuple[str, bytes]:
        """The page's current stamp, and the event that updates a device with the rendering `stamp`; empty
        when it is up to date. All devices with the same stamp get the same bytes."""
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

    def _now(self, page: _Page, table: Table[State], player: int | None) -> Shown:
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
            name = (table_id, player, language(), root_path())
            page = self._pages.setdefault(name, _Page())
            self._pages.move_to_end(name)
            while len(self._pages) > MAX_CACHED_PAGES:
                self._pages.popitem(last=False)
            return page

    def forget(self, table_id: str) -> None:
        """Drops the renderings of this table's pages."""
        with self._lock:
            for name in [name for name in self._pages if name[0] == table_id]:
                del self._pages[name]

    def _render(self, table: Table[State], player: int | None, now: Now[State]) -> Shown:
        self._follow(table)
        kind = "table" if player is None else "seat"
        own = self._app.jinja_env.select_template([f"{table.game.name}/{kind}.html", "_plain_game.html"])
        # In a request of its own, since a page shared by all devices must not depend on the first one's.
        with self._app.test_request_context(environ_overrides={"SCRIPT_NAME": root_path()}):
            html = render_template(f"_{kind}.html", own=own, **context(self._room, table, player, now))
        made = split_regions(html)
        # With the number: a page that looks the same after an undo and a redo needs the new number for taps.
        return Shown(now.number, replace(made, stamp=f"{now.number}-{made.stamp}"))


def _event(shown: Shown, before: Rendering | None) -> bytes:
    """The event that updates a device from `before`; None: with the whole page."""
    changed = shown.rendering.changes_since(before)
    data = {
        "number": shown.number,
        "stamp": shown.rendering.stamp,
        "regions": changed and changed.regions,
        "lists": changed and changed.lists,
        "html": shown.rendering.html if changed is None else None,
    }
    return f"event: view\ndata: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}\n\n".encode()
