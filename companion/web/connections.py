"""The connections of a server: how many there may be, of one device too, and when an idle one is closed."""

from __future__ import annotations

import asyncio
import select
import socket
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from companion.web.client_address import is_this_machine
from companion.web.listening import BACKLOG

CONNECTIONS = 900
"""Open connections, kept-alive ones included; a process may often hold no more than 1024 files open."""


FEWER_CONNECTIONS = 400
"""The same where there is `select` alone (Windows): it waits for 512 sockets at most."""


OF_ONE = 100
"""Open connections of one device; a browser holds some eight."""


KEEP_ALIVE = 20
"""Seconds that a connection stays open for a next request."""


SILENT = 0.1
"""Seconds after which a connection without a request gives way to a new one, where there is no more room. Who
has something to ask says it at once; with 2 s a crowd of 500 a second kept everybody out."""

TAKEN_AT_ONCE = 16
"""Waiting connections that are taken before what is open gets its turn again."""
FIRST_REQUEST = 60.0
"""Seconds that a connection stays open for its first one."""

UNWANTED = 128 << 20
"""Bytes of a refused upload that are read and dropped, since a browser shows an answer only when it could
send all; whoever sends more is cut off."""

STOPPING = 2
"""Seconds that devices have to take what was sent to them when the server stops."""


class Connection(H11Protocol):
    """uvicorn's connection with limits: how many there are, how long one may send no request, and how much it
    may send after it was answered.

    h11 rather than httptools: it limits the size of a request's head, and is plain Python.
    """

    _idle: asyncio.TimerHandle | None = None
    _unwanted = 0
    since = 0.0
    """When it was made, in the loop's time."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, *more: Any, **named: Any) -> None:
        super().__init__(config, server_state, *more, **named)
        self._silent: dict[Connection, None] = vars(server_state).setdefault("silent", {})
        """The open connections of this server that may not have asked yet, the oldest first."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.since = self.loop.time()
        address = (transport.get_extra_info("peername") or ("",))[0]
        full = len(self.connections) > most_connections()
        if self._too_many_of(address) or (full and not self._make_room()):
            transport.abort()
        else:
            self._silent[self] = None
            self._idle = self.loop.call_later(FIRST_REQUEST, self._close_unless_used)

    def _make_room(self) -> bool:
        """Closes the connection that has waited longest without a whole request, SILENT seconds at least;
        False: there is none. So a crowd that says nothing keeps nobody out who asks for something."""
        while self._silent:
            other = next(iter(self._silent))
            if other.cycle is None and other.since > self.loop.time() - SILENT:
                return False
            del self._silent[other]
            if other.cycle is None and other is not self:
                other.transport.abort()
                return True
        return False

    def _too_many_of(self, address: str) -> bool:
        """Whether one device holds more than OF_ONE; behind this machine's own address may be a proxy."""
        if is_this_machine(address) or len(self.connections) <= OF_ONE:
            return False
        peers = (it.transport.get_extra_info("peername") for it in self.connections if it.transport)
        return sum(peer is not None and peer[0] == address for peer in peers) > OF_ONE

    def data_received(self, data: bytes) -> None:
        if self.cycle is not None and self.cycle.response_complete and self.conn.their_state is h11.SEND_BODY:
            self._unwanted += len(data)
            if self._unwanted > UNWANTED:
                self.transport.abort()
                return
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._silent.pop(self, None)
        super().connection_lost(exc)

    def _close_unless_used(self) -> None:
        if self.cycle is None:
            self.transport.close()


class UvicornServer(uvicorn.Server):
    """uvicorn's server, which when it stops gives devices STOPPING seconds to take what was sent to them, and
    lets more connections wait to be taken than it takes at once."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # The loop takes as many connections in one go as it was told may wait: for a crowd's 512 all live
        # pages stood still. So few at once, and then the system is told how many may wait.
        await super().startup(sockets)
        for bound in sockets or ():
            bound.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(STOPPING, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in tuple(self.server_state.connections):
            connection.transport.abort()


def most_connections() -> int:
    return CONNECTIONS if hasattr(select, "poll") or hasattr(select, "kqueue") else FEWER_CONNECTIONS
