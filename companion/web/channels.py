"""What a connection of ours can do beyond waitress's: be handed to the live pages, take photos, speak TLS.

A live connection holds no thread: its first event goes out as any answer does, then the connection is handed
to whoever writes to it when there is news. Writing never waits for a device; what its line cannot take at
once is kept for waitress's loop to send, up to `MOST_WAITING`. A device that far behind is hung up on and
comes back by itself, with the stamp of what it shows.
"""

from __future__ import annotations

import copy
import re
import ssl
import threading
import time
from collections.abc import Callable
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import WSGITask

MOST_WAITING = 256 * 1024
"""Bytes that wait for a live connection's line; three whole pages of a full table."""

LARGEST_PHOTOS = 100 << 20
"""Bytes of a request with photos of a finished table; they wait on the disk, not in memory."""
_PHOTOS = re.compile(r"/scan/[a-z]{1,16}/photos")

HAND_OVER = "companion.hand_over"
"""In a request's environ: called with a function of a Line, which gets it when the answer has been sent."""


class Parser(HTTPRequestParser):
    """Lets one address take what a phone's camera makes; waitress knows one size for all."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.command == "POST" and _PHOTOS.fullmatch(self.path):
            roomy: Any = copy.copy(self.adj)
            roomy.max_request_body_size = LARGEST_PHOTOS
            self.adj = roomy


class Task(WSGITask):
    """An answer whose connection may be handed over afterwards."""

    channel: Any

    def __init__(self, channel: Any, request: Any) -> None:
        super().__init__(channel, request)
        self._start: Callable[[Line], None] | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ.setdefault(HAND_OVER, self._hand_over)
        return environ

    def _hand_over(self, start: Callable[[Line], None]) -> None:
        self._start = start

    def finish(self) -> None:
        if self._start is None:
            super().finish()
            return
        # The answer has no end yet; waitress would hang up after one whose length it was not told.
        self.close_on_finish = False
        self.channel.handed = True
        self._start(Line(self.channel, self.chunked_response))


class Line:
    """A connection that was handed over."""

    def __init__(self, channel: Channel, chunked: bool) -> None:
        self._channel = channel
        self._chunked = chunked

    def send(self, data: bytes) -> bool:
        """Sends, or keeps to be sent, without waiting. False: the device is gone, or was too far behind."""
        return self._channel.push(b"%x\r\n%b\r\n" % (len(data), data) if self._chunked else data)

    def close(self) -> None:
        """Ends the answer and hangs up when all is sent."""
        if self._chunked:
            self._channel.push(b"0\r\n\r\n")
        self._channel.hang_up()


class Channel(HTTPChannel):
    parser_class = Parser
    task_class = Task
    will_close: bool
    handed = False
    """Written to by another thread than the one that serves a request."""

    def push(self, data: bytes) -> bool:
        with self.outbuf_lock:
            if not self.connected or self.will_close:
                return False
            waiting = self.total_outbufs_len
            if waiting and waiting + len(data) > MOST_WAITING:
                self.will_close = True
                self.server.pull_trigger()
                return False
            sent = 0
            if not waiting:
                try:
                    sent = self.send(data, do_close=False)
                except OSError:
                    self.will_close = True
                    self.server.pull_trigger()
                    return False
            if sent:
                self.last_activity = time.time()  # or waitress would hang up after two quiet minutes
            if sent < len(data):
                self.outbufs[-1].append(data[sent:])
                self.total_outbufs_len += len(data) - sent
                self.server.pull_trigger()
        return True

    def hang_up(self) -> None:
        self.close_when_flushed = True
        if self.connected:
            self.server.pull_trigger()

    def handle_write(self) -> None:
        if not self.handed:
            super().handle_write()
            return
        # Waitress would take it that nobody else writes, as it serves no request.
        self._flush_exception(self._flush_some_if_lockable)
        if self.close_when_flushed and not self.total_outbufs_len:
            self.will_close = True
        if self.will_close:
            self.handle_close()


class SecureChannel(Channel):
    """The same over TLS, with the handshake beside everything else: a silent device holds up nobody."""

    def __init__(self, server: Any, sock: Any, *args: Any, **kw: Any) -> None:
        # Reading and writing one connection at once is not safe before Python 3.13.
        self._one = threading.Lock()
        super().__init__(server, sock, *args, **kw)

    def send(self, data: Any, do_close: bool = True) -> int:
        sent, rest = 0, memoryview(data)
        try:
            with self._one:
                while sent < len(rest):
                    # What TLS could not send must be offered again whole, so it gets no more than a record.
                    sent += self.socket.send(rest[sent : sent + 16384])
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return sent
        except OSError:
            if not do_close:
                raise
            self.handle_close()
        return sent

    def handle_read(self) -> None:
        parts = []
        try:
            with self._one:
                # What is decrypted already makes no socket readable: all of it is taken.
                while part := self.socket.recv(self.adj.recv_bytes):
                    parts.append(part)
                    if not self.socket.pending():
                        break
                else:
                    self.will_close = True
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError:  # no TLS, a certificate that is not trusted, a line that broke
            self.handle_close()
            return
        if parts:
            self.received(b"".join(parts))


def secure(context: ssl.SSLContext) -> Callable[..., None]:
    """What makes a server's connections: one that is gone before its handshake is no failure."""

    def connect(server: Any, sock: Any, *args: Any, **kw: Any) -> None:
        try:
            sock.setblocking(False)
            secured = context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        except (OSError, ValueError):
            sock.close()
            return
        SecureChannel(server, secured, *args, **kw)

    return connect
