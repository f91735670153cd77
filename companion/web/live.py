"""Live pages: every device hears at once what has changed, as ready HTML, over server-sent events.

Events of a stream:
  view    {number, stamp, regions: {id: html} or null, lists: {id: [gone ids, new html]}, html: all or null}
  broken  {sentence}: this page cannot be rendered as the table is now; the line is well
  beat    a sign of life every BEAT seconds, so that a device knows a dead line from a quiet table
  gone    the table or the server is closing
  refused this device may not watch this page (any more): it loads it anew, and is told why
A device says by `stamp` which rendering it has; it gets what differs from that, or the whole page.

Each stream is a coroutine of the server's event loop. A page that many devices show is rendered once for all
of them, in a thread beside the loop. A device that is slow to take an update gets the next one against what
it has by then. (Under a WSGI server that is not ours a stream ends after its first event, and the device asks
again.)
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import request

from companion.table.table import Table
from companion.translation import _, speaking
from companion.web.asgi import Write
from companion.web.client_address import DeviceCounts
from companion.web.followed_page import Page
from companion.web.guard import Refused
from companion.web.shown_pages import Views

if TYPE_CHECKING:
    from companion.room import Room

BEAT = 2.0
"""Seconds."""

FRAME = 1 / 15
"""Seconds between pictures of the drawn strip."""

MOST = 240
"""Live connections at once."""
MOST_OF_ONE = 24
"""Live connections of one device."""
MOST_STRIPS = 16
"""Drawn strips watched at once."""

_log = logging.getLogger(__name__)


class Live:
    """Who is connected, and what they show. Each change of a table asks its pages to render anew."""

    def __init__(self, room: Room, views: Views) -> None:
        self.views = views
        self._room = room
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: dict[tuple[str, int | None, str], Page] = {}
        self._asked = asyncio.Event()
        """Set when a page is."""
        self._keeping: asyncio.Task[None] | None = None
        self._watched: dict[str, tuple[Table[Any], Callable[[], None]]] = {}
        self._closing = threading.Event()
        self._at_close: dict[object, Callable[[], None]] = {}
        self._at_refuse: dict[object, tuple[str, int | None, Callable[[], None]]] = {}
        self._renderer = ThreadPoolExecutor(1, "live-render")
        self._broken: dict[tuple[str, int | None], int] = {}
        self.connected = 0
        self.strips = 0
        self.devices = DeviceCounts(MOST_OF_ONE)

    def close(self) -> None:
        """Ends all streams, from any thread."""
        self._closing.set()
        for name in tuple(self._watched):
            self._tell(name)
        for call in tuple(self._at_close.values()):
            call()

    def at_close(self, call: Callable[[], None]) -> Callable[[], None]:
        """Calls `call` when all streams are to end; it must not wait. Returns what ends this."""
        name = object()
        self._at_close[name] = call
        return lambda: self._at_close.pop(name, None) and None

    def at_refuse(self, table_id: str, player: int | None, call: Callable[[], None]) -> Callable[[], None]:
        """Calls `call` when streams of this seat (None: of the table itself) are to end because the tokens
        were revoked; it must not wait. Returns what ends this."""
        name = object()
        self._at_refuse[name] = (table_id, player, call)
        return lambda: self._at_refuse.pop(name, None) and None

    def refuse(self, table_id: str, player: int | None = None, everybody: bool = False) -> None:
        """Ends the streams of this seat's page, or of all seats' pages of the table, from any thread.
        everybody: of the table's own page too."""
        for table, seat, call in tuple(self._at_refuse.values()):
            if table == table_id and (everybody or (seat is not None and player in (None, seat))):
                call()
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and with it the streams
                self._loop.call_soon_threadsafe(self._refuse, table_id, player, everybody)

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    def room_for_one(self, strip: bool = False) -> None:
        """Raises Refused."""
        its_own = self.devices.full(request.remote_addr or "")
        if self.closing or its_own or self.connected >= MOST or (strip and self.strips >= MOST_STRIPS):
            raise Refused(503, _("Too many devices are watching: close the page on one that is not needed."))

    # --- in the loop

    async def follow(
        self, table: Table[Any], player: int | None, spoken: str, stamp: str, write: Write
    ) -> None:
        """Brings a device that shows the rendering `stamp`, in the language `spoken`, what is new."""
        device = object()
        with self.counted():
            page = self._page(table, player, spoken)
            handed_out = page.handed_out
            page.stamps[device] = stamp
            self._ask_for(page)  # for what came since its first event
            try:
                while True:
                    await handed_out.wait()
                    if page.ended:
                        break
                    handed_out = page.handed_out
                    if stamp not in page.news:  # made while this device was still being given the one before
                        self._ask_for(page)
                    stamp, news = page.news.get(stamp, (stamp, b""))
                    page.stamps[device] = stamp
                    if news or page.beats:
                        await write(news or event("beat", {}))
            finally:
                del page.stamps[device]
            if self.closing:
                await write(event("gone", {}))
            elif page.refused:
                await write(event("refused", {}))

    def _page(self, table: Table[Any], player: int | None, spoken: str) -> Page:
        self._loop = asyncio.get_running_loop()
        watched, stop = self._watched.get(table.id, (None, None))
        if watched is not table:
            if stop is not None:
                stop()
            self._watched[table.id] = (table, table.listen(partial(self._tell, table.id)))
        name = (table.id, player, spoken)
        page = self._pages.get(name)
        if page is None or page.table is not table:
            if page is not None:
                page.end()
            page = self._pages[name] = Page(table, player, spoken)
            page.sent = self._loop.time()
        if self._keeping is None or self._keeping.done():
            self._keeping = asyncio.ensure_future(self._keep())
        return page

    async def _keep(self) -> None:
        """Renders the pages that may have changed, while devices show any.

        All of them in one go, and only then is anybody written to: beside a rendering thread each write would
        wait for the interpreter, and each change of threads takes its time on a busy machine.
        """
        loop = asyncio.get_running_loop()
        try:
            while self._pages and not self.closing:
                self._asked.clear()
                due = [it for it in self._pages.values() if it.asked or loop.time() >= it.sent + BEAT]
                shown = [(page, frozenset(page.stamps.values())) for page in due]
                for page in due:
                    page.asked = False
                news = await loop.run_in_executor(self._renderer, self._news_of, shown)
                for page, made in zip(due, news, strict=True):
                    beats = loop.time() >= page.sent + BEAT
                    if beats or all(data for _stamp, data in made.values()):
                        page.sent = loop.time()
                    page.hand_out(made, beats)
                for name, page in tuple(self._pages.items()):
                    if not page.stamps:
                        page.end()
                        del self._pages[name]
                self._watch_less()
                if self._pages:
                    with suppress(TimeoutError):
                        async with asyncio.timeout_at(min(it.sent for it in self._pages.values()) + BEAT):
                            await self._asked.wait()
        finally:
            for page in self._pages.values():
                page.end()
            self._pages.clear()
            self._watch_less()

    def _watch_less(self) -> None:
        """Stops listening to the tables that no device shows: one that nobody looks at leaves memory."""
        shown = {page.table.id for page in self._pages.values()}
        for table_id in [it for it in self._watched if it not in shown]:
            _table, stop = self._watched.pop(table_id)
            stop()

    async def strip(self, table_id: str, write: Write) -> None:
        """The drawn strip of a table: its colours as often as a screen needs them, while they change."""
        loop = asyncio.get_running_loop()
        before, sent = None, loop.time()
        with self.counted(strip=True):
            while not self.closing:
                station = self._room.serving(table_id)
                lights = station.lights if station is not None else None
                colours = "".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in lights.strip()) if lights else ""
                if colours != before or loop.time() - sent >= BEAT:
                    changed = colours != before
                    before, sent = colours, loop.time()
                    await write(event("strip", {"colours": colours}) if changed else event("beat", {}))
                await asyncio.sleep(FRAME)
            await write(event("gone", {}))

    @contextmanager
    def counted(self, strip: bool = False) -> Iterator[None]:
        """While within, one connection more is counted."""
        self.connected += 1
        self.strips += strip
        try:
            yield
        finally:
            self.connected -= 1
            self.strips -= strip

    def _refuse(self, table_id: str, player: int | None, everybody: bool) -> None:
        for name, page in tuple(self._pages.items()):
            meant = page.player is not None and player in (None, page.player)
            if page.table.id == table_id and (meant or everybody):
                page.refused = True
                page.end()
                del self._pages[name]

    def _ask(self, table_id: str) -> None:
        for page in self._pages.values():
            if page.table.id == table_id:
                self._ask_for(page)

    def _ask_for(self, page: Page) -> None:
        page.asked = True
        self._asked.set()

    # --- in threads

    def _tell(self, table_id: str) -> None:
        """Something at this table may have changed."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and with it the streams
                self._loop.call_soon_threadsafe(self._ask, table_id)

    def _news_of(self, shown: list[tuple[Page, frozenset[str]]]) -> list[dict[str, tuple[str, bytes]]]:
        made = []
        for page, stamps in shown:
            with speaking(page.spoken):
                made.append({stamp: self.news(page.table, page.player, stamp) for stamp in stamps})
        return made

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
            return stamp, event("broken", {"sentence": sentence})


BEGIN = b"retry: 500\n\n"


def event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()
