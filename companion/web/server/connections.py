"""The connections of a server: limits in all and per device, and when an idle one is closed.

uvicorn has no such limits; "One guest's floods" in BENCHMARKS.md needs them. With 1,024 files for a process
and 20 stations of five devices (`benchmarks/house.py --attack connections`), 10,000 connections that ask for
nothing leave a decision 133 ms (p99) to be on all screens. uvicorn's own connections run out of files: 792
ms, and a third of the decisions. Of refused 2 GB uploads (`--attack upload`) they read all, 20 GB in 16 s at
63 % of a core, in place of 128 MB each.
"""

from __future__ import annotations

import asyncio
import logging
import select
import socket
import sys
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.access.reach import public
from companion.system.network import plain
from companion.web.server.listening import BACKLOG
from companion.web.transport.client_address import is_this_machine
from companion.web.transport.known_device import KNOWN_DEVICE

if sys.platform != "win32":
    import resource

_log = logging.getLogger(__name__)

MAX_CONNECTIONS = 900
"""Includes kept-alive ones; a process may often hold no more than 1024 files open."""


MAX_CONNECTIONS_WITH_SELECT = 400
"""The limit where only `select` exists (Windows), which waits for 512 sockets at most."""


OTHER_FILES = 124
"""Files that are not for connections: the journal's, logs, workers, what is served; two thirds of few."""


KNOWN_PART = 4
"""Of all connections, one in so many is for devices that the house knows, once it knows one: strangers leave
them free."""


MAX_KNOWN_ADDRESSES = 500
"""Whose device the house knew; the latest."""


MAX_CONNECTIONS_PER_DEVICE = 100
"""A browser opens some eight."""


KEEP_ALIVE_SECONDS = 20
"""Time that a connection stays open for a next request."""


MIN_SILENT_SECONDS = 0.1
"""Age from which a connection without a request is closed in favour of a new one when the server is full.
Clients send their request at once; with 2 s, 500 new connections a second kept everybody out."""

ACCEPT_BATCH = 16
"""Connections that are accepted before the open ones are served again."""
FIRST_REQUEST_TIMEOUT_SECONDS = 60.0
"""Time that a connection stays open for its first request."""

MAX_DISCARDED_BYTES = 128 << 20
"""Bytes of a refused upload that are read and dropped, because a browser shows the answer only after it has
sent everything; a connection that sends more is closed."""

SHUTDOWN_SECONDS = 2
"""Time that devices have to receive what was sent to them when the server stops."""


class Crowd:
    """The open connections of a server, by who gives way first where there is no place left. Used in the
    event loop."""

    def __init__(self) -> None:
        self.silent: dict[Connection, None] = {}
        """Those that may have sent no request yet, the oldest first."""
        self.idle: dict[Connection, None] = {}
        """Those of strangers whose request is answered, the one that has been quiet longest first."""
        self.idle_known: dict[Connection, None] = {}
        """The same of devices that the house knows."""
        self.strangers: set[Connection] = set()
        self._known: dict[str, None] = {}

    def knows(self, address: str) -> bool:
        return address in self._known

    def learn(self, connection: Connection, address: str) -> None:
        """The house knows the device at this address."""
        self.strangers.discard(connection)
        self._known.pop(address, None)
        self._known[address] = None
        if len(self._known) > MAX_KNOWN_ADDRESSES:
            del self._known[next(iter(self._known))]

    def is_over(self, known: bool, open_connections: int) -> bool:
        """Whether there are more than there may be, with the newest, which is of a known device or not."""
        places = max_connections()
        strangers_places = places - places // KNOWN_PART if self._known else places
        return open_connections > places or (not known and len(self.strangers) > strangers_places)

    def make_room(self, newest: Connection, known: bool) -> bool:
        """Closes the oldest connection without a complete request, MIN_SILENT_SECONDS old at least, or else
        the one that has asked for nothing for longest; False: none may be closed. A crowd that sends nothing,
        or nothing more, therefore keeps out nobody who sends a request."""
        while self.silent:
            other = next(iter(self.silent))
            if other.cycle is None and other.opened_at > other.loop.time() - MIN_SILENT_SECONDS:
                break
            del self.silent[other]
            if other.cycle is None and other is not newest:
                other.transport.abort()
                return True
        for idle in (self.idle, self.idle_known) if known else (self.idle,):
            if idle:
                other = next(iter(idle))
                del idle[other]
                other.transport.abort()
                return True
        return False

    def is_busy(self, connection: Connection) -> None:
        self.idle.pop(connection, None)
        self.idle_known.pop(connection, None)

    def forget(self, connection: Connection) -> None:
        self.is_busy(connection)
        self.silent.pop(connection, None)
        self.strangers.discard(connection)


class Connection(H11Protocol):
    """uvicorn's connection with limits: how many there are, how long one may send no request, and how much it
    may send after it was answered.

    h11 rather than httptools: it limits the size of a request's head, and is plain Python.
    """

    _first_request_timer: asyncio.TimerHandle | None = None
    _discarded_bytes = 0
    opened_at = 0.0
    """When it was made, in the loop's time."""
    _address = ""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._crowd: Crowd = vars(server_state).setdefault("crowd", Crowd())

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.opened_at = self.loop.time()
        # A socket for both kinds of address says "::ffff:192.168.1.7" of a device with IPv4.
        if self.client is not None:
            self.client = (plain(self.client[0]), self.client[1])
        self._address = address = self.client[0] if self.client is not None else ""
        known = self._crowd.knows(address)
        if not known:
            self._crowd.strangers.add(self)
        full = self._crowd.is_over(known, len(self.connections))
        if self._exceeds_device_limit(address) or (full and not self._crowd.make_room(self, known)):
            transport.abort()
        else:
            self._crowd.silent[self] = None
            self._first_request_timer = self.loop.call_later(
                FIRST_REQUEST_TIMEOUT_SECONDS, self._close_if_no_request
            )

    def _exceeds_device_limit(self, address: str) -> bool:
        """Whether one device holds more than MAX_CONNECTIONS_PER_DEVICE. This machine may be a proxy and has
        no such limit."""
        if is_this_machine(address) or len(self.connections) <= MAX_CONNECTIONS_PER_DEVICE:
            return False
        held = sum(isinstance(it, Connection) and it._address == address for it in self.connections)
        return held > MAX_CONNECTIONS_PER_DEVICE

    def on_response_complete(self) -> None:
        known = bool(self.scope["state"].get(KNOWN_DEVICE))
        if known:
            self._crowd.learn(self, self._address)
        if not self.transport.is_closing():
            # Before what may begin the next request, if that has come already.
            (self._crowd.idle_known if known else self._crowd.idle)[self] = None
        answered = self.cycle
        super().on_response_complete()
        if self.cycle is not answered:
            self._crowd.is_busy(self)

    def data_received(self, data: bytes) -> None:
        self._crowd.is_busy(self)
        if self.cycle is not None and self.cycle.response_complete and self.conn.their_state is h11.SEND_BODY:
            self._discarded_bytes += len(data)
            if self._discarded_bytes > MAX_DISCARDED_BYTES:
                self.transport.abort()
                return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._first_request_timer is not None:
            self._first_request_timer.cancel()
        self._crowd.forget(self)
        super().connection_lost(exc)

    def _close_if_no_request(self) -> None:
        if self.cycle is None:
            self.transport.close()


class PrivateConnection(Connection):
    """One of a server that was started as one that nobody reaches from the internet, and so perhaps without a
    PIN: at an address of the internet that this machine has besides (most homes' IPv6), or got since, nobody
    is answered."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        here = (transport.get_extra_info("sockname") or ("",))[0]
        super().connection_made(transport)
        if isinstance(here, str) and public([here]):
            _log.debug("nobody is answered at %s, an address of the internet", here)
            transport.abort()


class UvicornServer(uvicorn.Server):
    """uvicorn's server with SHUTDOWN_SECONDS for devices to receive what was sent to them, and with a longer
    queue of waiting connections (BACKLOG) than it accepts at once (ACCEPT_BATCH)."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # The loop accepts as many connections in one go as its backlog: with 512 waiting, all live pages
        # stood still. It therefore gets a small backlog, and the system then a large one.
        await super().startup(sockets)
        for bound in sockets or ():
            bound.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(SHUTDOWN_SECONDS, self._abort_connections)
        await super().shutdown(sockets)

    def _abort_connections(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()


def max_connections() -> int:
    """As many as leave files to the rest of the program: with none left, nobody new is answered, and nothing
    that is kept open gives way."""
    if not (hasattr(select, "poll") or hasattr(select, "kqueue")):
        return MAX_CONNECTIONS_WITH_SELECT
    if sys.platform != "win32":
        files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if files != resource.RLIM_INFINITY:
            return min(MAX_CONNECTIONS, files - min(OTHER_FILES, files * 2 // 3))
    return MAX_CONNECTIONS
