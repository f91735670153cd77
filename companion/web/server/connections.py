"""The connections of a server: limits in all and per device, and when an idle one is closed.

uvicorn has no such limits; "One guest's floods" in BENCHMARKS.md needs them. With 1,024 files for a process
and 20 stations of five devices (`benchmarks/house.py --attack connections`), 10,000 connections that ask for
nothing leave a decision 133 ms (p99) to be on all screens. uvicorn's own connections run out of files: 792
ms, and a third of the decisions. Of refused 2 GB uploads (`--attack upload`) they read all, 20 GB in 16 s at
63 % of a core, in place of 128 MB each.
"""

from __future__ import annotations

import asyncio
import select
import socket
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.server.listening import BACKLOG
from companion.web.transport.client_address import is_this_machine

MAX_CONNECTIONS = 900
"""Includes kept-alive ones; a process may often hold no more than 1024 files open."""


MAX_CONNECTIONS_WITH_SELECT = 400
"""The limit where only `select` exists (Windows), which waits for 512 sockets at most."""


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


class Connection(H11Protocol):
    """uvicorn's connection with limits: how many there are, how long one may send no request, and how much it
    may send after it was answered.

    h11 rather than httptools: it limits the size of a request's head, and is plain Python.
    """

    _first_request_timer: asyncio.TimerHandle | None = None
    _discarded_bytes = 0
    opened_at = 0.0
    """When it was made, in the loop's time."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._silent: dict[Connection, None] = vars(server_state).setdefault("silent", {})
        """The open connections of this server that may have sent no request yet, the oldest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.opened_at = self.loop.time()
        address = (transport.get_extra_info("peername") or ("",))[0]
        full = len(self.connections) > max_connections()
        if self._exceeds_device_limit(address) or (full and not self._close_silent_connection()):
            transport.abort()
        else:
            self._silent[self] = None
            self._first_request_timer = self.loop.call_later(
                FIRST_REQUEST_TIMEOUT_SECONDS, self._close_if_no_request
            )

    def _close_silent_connection(self) -> bool:
        """Closes the oldest connection without a complete request, MIN_SILENT_SECONDS old at least; False:
        there is none. A crowd that sends nothing therefore keeps out nobody who sends a request."""
        while self._silent:
            other = next(iter(self._silent))
            if other.cycle is None and other.opened_at > self.loop.time() - MIN_SILENT_SECONDS:
                return False
            del self._silent[other]
            if other.cycle is None and other is not self:
                other.transport.abort()
                return True
        return False

    def _exceeds_device_limit(self, address: str) -> bool:
        """Whether one device holds more than MAX_CONNECTIONS_PER_DEVICE. This machine may be a proxy and has
        no such limit."""
        if is_this_machine(address) or len(self.connections) <= MAX_CONNECTIONS_PER_DEVICE:
            return False
        peers = (it.transport.get_extra_info("peername") for it in self.connections if it.transport)
        return sum(peer is not None and peer[0] == address for peer in peers) > MAX_CONNECTIONS_PER_DEVICE

    def data_received(self, data: bytes) -> None:
        if self.cycle is not None and self.cycle.response_complete and self.conn.their_state is h11.SEND_BODY:
            self._discarded_bytes += len(data)
            if self._discarded_bytes > MAX_DISCARDED_BYTES:
                self.transport.abort()
                return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._first_request_timer is not None:
            self._first_request_timer.cancel()
        self._silent.pop(self, None)
        super().connection_lost(exc)

    def _close_if_no_request(self) -> None:
        if self.cycle is None:
            self.transport.close()


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
    has_poll = hasattr(select, "poll") or hasattr(select, "kqueue")
    return MAX_CONNECTIONS if has_poll else MAX_CONNECTIONS_WITH_SELECT
