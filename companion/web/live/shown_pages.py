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
from companion.web.live.regions import Outline, Rendering, split_regions
from companion.web.live.views import context
from companion.web.transport.kept_names import names_are_kept
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
    """One page's latest rendering and outlines of a few before it: their HTML would be most of what a table
    takes. made: the `beat` of the snapshot it was made of, and for the table's page the seats that had phones
    then."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made: tuple[int, frozenset[int]] | None = None
    shown: Shown | None = None
    events: dict[str, bytes] = field(default_factory=dict)
    before: deque[Outline] = field(default_factory=lambda: deque(maxlen=KEPT_RENDERINGS))


class Views:
    """The pages of all live tables, rendered when first asked for at each moment; each in the language,
    below the root path and with its names kept or not, as holds where it is asked for."""

    def __init__(self, app: Flask, room: Room, follow: Callable[[Table[State]], None]) -> None:
        """follow: told every table whose pages are rendered; it must not wait. `on_phones` is set once it is
        known who shows what: the seats of a table that have a phone of their own."""
        self._app = app
        self._room = room
        self._follow = follow
        self.on_phones: Callable[[str], frozenset[int]] = lambda _table: frozenset()
        self._lock = threading.Lock()
        self._pages: OrderedDict[tuple[str, int | None, str, str, bool], _Page] = OrderedDict()

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
            before = next((r for r in page.before if r.stamp == stamp), None)
            known = "" if before is None else stamp
            # All stamps that the server does not know are one: whoever invents them gets the whole page.
            if known not in page.events:
                page.events[known] = _event(shown, before)
            return now, page.events[known]

    def _now(self, page: _Page, table: Table[State], player: int | None) -> Shown:
        now = table.now
        made = now.beat, self.on_phones(table.id) if player is None else frozenset()
        if page.shown is None or page.made != made:
            page.shown = self._render(table, player, now, made[1])
            page.made = made
            page.events = {}
            last = page.before[-1] if page.before else None
            if last is None or last.stamp != page.shown.rendering.stamp:
                page.before.append(page.shown.rendering.outline(last))
        return page.shown

    def _page(self, table_id: str, player: int | None) -> _Page:
        with self._lock:
            name = (table_id, player, language(), root_path(), names_are_kept())
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

    def _render(
        self, table: Table[State], player: int | None, now: Now[State], on_phones: frozenset[int]
    ) -> Shown:
        self._follow(table)
        kind = "table" if player is None else "seat"
        own = self._app.jinja_env.select_template([f"{table.game.name}/{kind}.html", "_plain_game.html"])
        # In a request of its own, since a page shared by all devices must not depend on the first one's.
        with self._app.test_request_context(environ_overrides={"SCRIPT_NAME": root_path()}):
            shown = context(self._room, table, player, now, on_phones)
            html = render_template(f"_{kind}.html", own=own, **shown)
        made = split_regions(html)
        # With the number: a page that looks the same after an undo and a redo needs the new number for taps.
        return Shown(now.number, replace(made, stamp=f"{now.number}-{made.stamp}"))


def _event(shown: Shown, before: Outline | None) -> bytes:
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
