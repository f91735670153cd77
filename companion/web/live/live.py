"""Live pages: every device gets each change at once, as HTML, over server-sent events.

Events of a stream:
  view    {time, number, stamp, regions: {id: html} or null, lists: {id: [gone ids, new html]}, html: all or
          null}; time: the server's, Unix seconds
  broken  {sentence}: this page cannot be rendered as the table is now; the connection works
  beat    {time}, sent every HEARTBEAT_SECONDS, so that a device can tell a lost connection from a quiet table
  gone    the table or the server is closing
  refused this device may not watch this page (any more): it reloads it, and is told why. Each stream's right
          is asked again every second, so that it ends wherever the right was taken away
A device names the rendering that it has by `stamp`; it gets the difference from that, or the whole page.

Each stream is a coroutine of the server's event loop. A page that many devices show is rendered once for all
of them, in a thread beside the loop. A device that receives an update slowly gets the next one as a
difference from what it then has. (Under another WSGI server a stream ends after its first event, and the
device reconnects.)
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
from typing import TYPE_CHECKING

from companion.games.contract import State
from companion.system.steady_time import steady
from companion.table.journal_errors import JournalError
from companion.table.table import Table
from companion.translation import _, speaking
from companion.web.live.followed_page import Page
from companion.web.live.shown_pages import Views
from companion.web.live.stream_rights import Right, StreamRights
from companion.web.transport.asgi import Write
from companion.web.transport.client_address import DeviceCounts
from companion.web.transport.kept_names import keeping_names
from companion.web.transport.root_path import below

if TYPE_CHECKING:
    from companion.room.room import Room

HEARTBEAT_SECONDS = 2.0
STRIP_FRAME_SECONDS = 1 / 15
"""Time between frames of the drawn strip."""
MAX_LIVE_CONNECTIONS = 240
MAX_LIVE_CONNECTIONS_PER_DEVICE = 24
MAX_STRANGER_CONNECTIONS = 80
"""Of devices that have no seat, no tablet and no staff session, where people are not trusted."""
MAX_STRIP_CONNECTIONS = 16
"""Devices that watch a drawn strip at once."""

_log = logging.getLogger(__name__)


class Live:
    """The connected devices and the pages that they show. Each change of a table has its pages rendered."""

    def __init__(self, room: Room, views: Views) -> None:
        self.views = views
        self._room = room
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pages: dict[tuple[str, int | None, str, str, bool], Page] = {}
        self._render_requested = asyncio.Event()
        """Set when any page is to be rendered."""
        self._render_task: asyncio.Task[None] | None = None
        self._watched: dict[str, tuple[Table[State], Callable[[], None]]] = {}
        self._closing = threading.Event()
        self._close_callbacks: dict[object, Callable[[], None]] = {}
        self._refuse_callbacks: dict[object, tuple[str, int | None, Callable[[], None]]] = {}
        self._renderer = ThreadPoolExecutor(1, "live-render")
        self._broken_at: dict[tuple[str, int | None], int] = {}
        self.connected = 0
        self.strips = 0
        self.devices = DeviceCounts(MAX_LIVE_CONNECTIONS_PER_DEVICE)
        self.strangers = DeviceCounts(MAX_STRANGER_CONNECTIONS)
        self.rights = StreamRights(self._closing)

    def close(self) -> None:
        """Ends all streams, from any thread."""
        self._closing.set()
        for name in tuple(self._watched):
            self._notify_changed(name)
        for call in tuple(self._close_callbacks.values()):
            call()

    def on_close(self, call: Callable[[], None]) -> Callable[[], None]:
        """Calls `call` when all streams are to end; it must not wait. Returns what unsubscribes it."""
        name = object()
        self._close_callbacks[name] = call
        return lambda: self._close_callbacks.pop(name, None) and None

    def on_refuse(self, table_id: str, player: int | None, call: Callable[[], None]) -> Callable[[], None]:
        """Calls `call` when streams of this seat (None: of the table itself) are to end because the tokens
        were revoked; it must not wait. Returns what unsubscribes it."""
        name = object()
        self._refuse_callbacks[name] = (table_id, player, call)
        return lambda: self._refuse_callbacks.pop(name, None) and None

    def refuse(self, table_id: str, player: int | None = None, everybody: bool = False) -> None:
        """Ends the streams of this seat's page, or of all seats' pages of the table, from any thread.
        everybody: of the table's own page too."""
        for table, seat, call in tuple(self._refuse_callbacks.values()):
            if table == table_id and (everybody or (seat is not None and player in (None, seat))):
                call()
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and with it the streams
                self._loop.call_soon_threadsafe(self._end_refused_pages, table_id, player, everybody)

    @property
    def closing(self) -> bool:
        return self._closing.is_set()

    def seats_shown(self, table_id: str) -> frozenset[int]:
        """The seats whose pages are open on some device here; from any thread."""
        pages = tuple(self._pages.values())
        return frozenset(
            it.player for it in pages if it.table.id == table_id and it.player is not None and it.stamps
        )

    def is_full(self, device: str, strip: bool = False, stranger: bool = False, more: int = 0) -> bool:
        """Whether this device may begin no further stream now. stranger: it has no seat, tablet or staff
        session; all of these together leave places to the others. more: streams that are about to begin."""
        full = self.connected + more >= MAX_LIVE_CONNECTIONS
        strips = strip and self.strips + more >= MAX_STRIP_CONNECTIONS
        crowd = stranger and self.strangers.held("all") + more >= MAX_STRANGER_CONNECTIONS
        return full or strips or crowd or self.closing or self.devices.is_full(device, more)

    # --- in the loop

    async def follow(
        self,
        table: Table[State],
        player: int | None,
        made: tuple[str, str, bool],
        stamp: str,
        right: Right,
        write: Write,
    ) -> None:
        """Sends updates to a device that shows the rendering `stamp`, `made` in this language, below this
        root path and with its names kept or not, while it has the right to."""
        device = object()
        page = self._page(table, player, *made)
        with self.count_connection(), self.rights.while_allowed(right, partial(page.refuse, device)):
            published = page.published
            first = player is not None and not page.stamps
            page.stamps[device] = stamp
            self._request_render(page)  # for what came since its first event
            if first:
                self._request_render_of_table(table.id)  # a seat has a phone now: its lessons move there
            try:
                while True:
                    await published.wait()
                    if page.ended or device in page.refused_devices:
                        break
                    published = page.published
                    if stamp not in page.events:  # rendered while this device was still sent the one before
                        self._request_render(page)
                    stamp, update = page.events.get(stamp, (stamp, b""))
                    page.stamps[device] = stamp
                    if update or page.heartbeat_due:
                        await write(with_time(update) or beat())
            finally:
                del page.stamps[device]
                refused = page.refused or device in page.refused_devices
                page.refused_devices.discard(device)
            if self.closing:
                await write(event("gone", {}))
            elif refused:
                await write(event("refused", {}))

    def _page(
        self, table: Table[State], player: int | None, spoken: str, root: str, names_kept: bool
    ) -> Page:
        self._loop = asyncio.get_running_loop()
        watched, stop = self._watched.get(table.id, (None, None))
        if watched is not table:
            if stop is not None:
                stop()
            self._watched[table.id] = (table, table.listen(partial(self._notify_changed, table.id)))
        name = (table.id, player, spoken, root, names_kept)
        page = self._pages.get(name)
        if page is None or page.table is not table:
            if page is not None:
                page.end()
            page = self._pages[name] = Page(table, player, spoken, root, names_kept)
            page.last_sent = self._loop.time()
        if self._render_task is None or self._render_task.done():
            self._render_task = asyncio.ensure_future(self._render_loop())
        return page

    async def _render_loop(self) -> None:
        """Renders the pages that may have changed, while devices show any.

        All are rendered before any device is written to: while a thread renders, each write would wait for
        the interpreter, and each switch of threads takes time on a busy machine.
        """
        loop = asyncio.get_running_loop()
        try:
            while self._pages and not self.closing:
                self._render_requested.clear()
                due = [
                    page
                    for page in self._pages.values()
                    if page.render_requested or loop.time() >= page.last_sent + HEARTBEAT_SECONDS
                ]
                shown = [(page, frozenset(page.stamps.values())) for page in due]
                for page in due:
                    page.render_requested = False
                rendered = await loop.run_in_executor(self._renderer, self._render_events, shown)
                for page, events in zip(due, rendered, strict=True):
                    heartbeat_due = loop.time() >= page.last_sent + HEARTBEAT_SECONDS
                    if heartbeat_due or all(data for _stamp, data in events.values()):
                        page.last_sent = loop.time()
                    page.publish(events, heartbeat_due)
                for name, page in tuple(self._pages.items()):
                    if not page.stamps:
                        page.end()
                        del self._pages[name]
                self._unwatch_unshown_tables()
                if self._pages:
                    next_heartbeat = min(it.last_sent for it in self._pages.values()) + HEARTBEAT_SECONDS
                    with suppress(TimeoutError):
                        async with asyncio.timeout_at(next_heartbeat):
                            await self._render_requested.wait()
        finally:
            for page in self._pages.values():
                page.end()
            self._pages.clear()
            self._unwatch_unshown_tables()

    def _unwatch_unshown_tables(self) -> None:
        """Stops listening to the tables that no device shows, so that they can leave memory."""
        shown = {page.table.id for page in self._pages.values()}
        for table_id in [it for it in self._watched if it not in shown]:
            _table, stop = self._watched.pop(table_id)
            stop()

    async def strip(self, table_id: str, write: Write) -> None:
        """Sends the colours of a table's drawn strip, once a frame while they change."""
        loop = asyncio.get_running_loop()
        before, sent = None, loop.time()
        with self.count_connection(strip=True):
            while not self.closing:
                station = self._room.serving(table_id)
                lights = station.lights if station is not None else None
                colours = "".join(f"{r:02x}{g:02x}{b:02x}" for r, g, b in lights.strip()) if lights else ""
                if colours != before or loop.time() - sent >= HEARTBEAT_SECONDS:
                    changed = colours != before
                    before, sent = colours, loop.time()
                    await write(event("strip", {"colours": colours}) if changed else beat())
                await asyncio.sleep(STRIP_FRAME_SECONDS)
            await write(event("gone", {}))

    @contextmanager
    def count_connection(self, strip: bool = False) -> Iterator[None]:
        """Counts one more connection within the block."""
        self.connected += 1
        self.strips += strip
        try:
            yield
        finally:
            self.connected -= 1
            self.strips -= strip

    def _end_refused_pages(self, table_id: str, player: int | None, everybody: bool) -> None:
        for name, page in tuple(self._pages.items()):
            meant = page.player is not None and player in (None, page.player)
            if page.table.id == table_id and (meant or everybody):
                page.refused = True
                page.end()
                del self._pages[name]

    def _request_render_of_table(self, table_id: str) -> None:
        for page in self._pages.values():
            if page.table.id == table_id:
                self._request_render(page)

    def _request_render(self, page: Page) -> None:
        page.render_requested = True
        self._render_requested.set()

    # --- in threads

    def _notify_changed(self, table_id: str, _news: object = None) -> None:
        """Something at this table may have changed, or it closes."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended, and with it the streams
                self._loop.call_soon_threadsafe(self._request_render_of_table, table_id)

    def _render_events(self, shown: list[tuple[Page, frozenset[str]]]) -> list[dict[str, tuple[str, bytes]]]:
        events = []
        lost = self._why_nothing_is_kept()
        for page, stamps in shown:
            with speaking(page.spoken), below(page.root), keeping_names(page.names_kept):
                if lost:
                    broken = event("broken", {"sentence": _(lost)})
                    events.append({stamp: (stamp, broken) for stamp in stamps})
                    continue
                events.append({stamp: self.latest_event(page.table, page.player, stamp) for stamp in stamps})
        return events

    def _why_nothing_is_kept(self) -> str:
        """A sentence for every page, whether somebody taps or not; "": the journal is there."""
        try:
            self._room.tables.journal.refuse_removed()
        except JournalError as wrong:
            return wrong.sentence
        return ""

    def latest_event(self, table: Table[State], player: int | None, stamp: str) -> tuple[str, bytes]:
        """The page's current stamp, and the event that updates a device with the rendering `stamp`; empty
        when it is up to date. A page that cannot be rendered gives "broken"; the log has the cause, once."""
        try:
            return self.views.event(table, player, stamp)
        except Exception:
            number = table.number
            if self._broken_at.get((table.id, player)) != number:
                self._broken_at[table.id, player] = number
                _log.exception("the page of table %s, player %s, cannot be rendered", table.id, player)
            sentence = _(
                "This page cannot show what the table is now. What was played is kept: undo the last step, "
                "or look at another page; the companion's log says why."
            )
            return stamp, event("broken", {"sentence": sentence})


STREAM_PREAMBLE = b"retry: 500\n\n"
"""Has the browser reconnect after 500 ms."""


def event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def beat() -> bytes:
    """The heartbeat. time: by the server's steady clock, by which a page shows what runs out."""
    return event("beat", {"time": round(steady(), 3)})


def with_time(view: bytes) -> bytes:
    """An event `view`, or nothing, as it is sent now: all devices with the same stamp get the same bytes but
    for the server's time at its end, as in `beat`."""
    begin, end, _nothing = view.rpartition(b"}\n\n")
    return begin + b',"time":%.3f' % steady() + end if end else view
