"""Serves the pages: waitress, whose connections are taken over by the live pages (`channels`).

Chosen by measurement (BENCHMARKS.md) among servers that are plain Python and run the same on Windows, macOS
and Linux: a live connection costs no thread, and one thread writes to all of them.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import socket
import threading
from dataclasses import dataclass
from typing import Any

from flask import Flask
from waitress import create_server, wasyncore

from companion.certificates import Authority, CannotVouch
from companion.network import NAME, Announced, addresses
from companion.web.channels import Channel, secure

THREADS = 32
"""To answer requests with; a drawn strip that is watched holds one."""

KEPT_BYTES = 128 * 1024
"""Bytes of its output that a connection holds at most, sent ones included."""

LARGEST_REQUEST = 1 << 20
"""Bytes of a request's body; photos may be more (`channels`)."""

CONNECTIONS = 900
"""Open sockets, kept-alive ones included."""
FEWER_CONNECTIONS = 400
"""The same where there is `select` alone (Windows): it takes 512 at most."""


RENEW = 60.0
"""Seconds between looks whether the certificate still names this machine's addresses."""


@dataclass(frozen=True, slots=True)
class Https:
    """That these pages are served over https, too: for the pages that lead there."""

    authority: Authority
    port: int


class CannotServe(Exception):
    """The server cannot start. The message is one sentence that says what to do."""


class Server:
    """A server that is bound to its port: `run` blocks until `stop` is called from another thread."""

    def __init__(
        self, app: Flask, host: str, port: int, authority: Authority | None = None, https_port: int = 8443
    ) -> None:
        """Binds; port 0 takes a free one. authority: https is served, too, on `https_port`, with its
        certificate. Raises CannotServe."""
        bound = _bind(host, port)
        self.port: int = bound.getsockname()[1]
        self.https_port: int | None = None
        # Waitress warns of requests that wait for a thread; here most threads wait by design.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        logging.getLogger("waitress").setLevel(logging.WARNING)
        self._app = app
        self._host = host
        self._everywhere = host in ("0.0.0.0", "::", "")
        self._authority = authority
        self._stopping = threading.Event()
        self._waking = threading.Lock()
        self._vouching = threading.Lock()
        self._sockets: dict[int, Any] = {}
        self._server: Any = self._waitress(bound)
        self._server.channel_class = Channel
        if authority is not None:
            try:
                self._secure(authority, https_port)
            except CannotServe:
                bound.close()
                raise

    def _waitress(self, bound: socket.socket, **more: Any) -> Any:
        polls = hasattr(select, "poll")
        return create_server(
            self._app,
            map=self._sockets,
            sockets=[bound],
            threads=THREADS,
            connection_limit=CONNECTIONS if polls else FEWER_CONNECTIONS,
            asyncore_use_poll=polls,
            channel_timeout=120,
            # Waitress keeps what it has sent until this much is through: left at 16 MB, every live
            # connection would grow towards that.
            outbuf_high_watermark=KEPT_BYTES,
            max_request_body_size=LARGEST_REQUEST,
            ident="companion",
            clear_untrusted_proxy_headers=True,
            **more,
        )

    def _secure(self, authority: Authority, port: int) -> None:
        """The same pages over TLS: one more door to the same threads and the same loop."""
        try:
            context = authority.vouch(self._hosts())
        except CannotVouch as wrong:
            raise CannotServe(str(wrong)) from None
        bound = _bind(self._host, port, "--https-port")
        self.https_port = bound.getsockname()[1]
        door = self._waitress(bound, _dispatcher=self._server.task_dispatcher, url_scheme="https")
        door.channel_class = secure(context)
        self._app.extensions["https"] = Https(authority, bound.getsockname()[1])

    def _hosts(self) -> frozenset[str]:
        named = () if self._everywhere else (self._host,)
        announced = self._app.extensions.get("announced")
        given = (announced.name,) if announced is not None and announced.known else ()
        return frozenset((*named, *given, *(address.ip for address in addresses())))

    def _renew(self) -> None:
        """Keeps the certificate good for the addresses that this machine has, and for the days to come."""
        while not self._stopping.wait(RENEW):
            self._vouch()

    def _vouch(self) -> None:
        if self._authority is None:
            return
        with self._vouching:
            try:
                self._authority.vouch(self._hosts())
            except CannotVouch as wrong:
                logging.getLogger(__name__).warning("%s", wrong)

    def run(self) -> None:
        """Serves until `stop` is called, or Ctrl-C is pressed."""
        if self._everywhere:
            # Beside the serving: a network takes a second to agree to a name.
            threading.Thread(target=self._announce, name="announce", daemon=True).start()
        if self._authority is not None:
            threading.Thread(target=self._renew, name="certificate", daemon=True).start()
        try:
            while not self._stopping.is_set():
                wasyncore.loop(timeout=1.0, use_poll=hasattr(select, "poll"), map=self._sockets, count=1)
        finally:
            # The live connections end first, saying so, and with them the threads that they hold.
            self._app.extensions["live"].close()
            self._server.task_dispatcher.shutdown(timeout=3)
            with self._waking:
                wasyncore.close_all(self._sockets)
            announced = self._app.extensions.pop("announced", None)
            if announced is not None:
                announced.close()

    def _announce(self) -> None:
        ips = [address.ip for address in addresses() if address.likely > 0]
        announced = self._app.extensions["announced"] = Announced(self.port, ips)
        if announced.known and announced.name != NAME:
            self._vouch()

    def stop(self) -> None:
        """Ends `run`, from any thread; a second call does nothing."""
        with self._waking:
            # Its loop may see this and be through before it is woken: then nothing is left to wake.
            if not self._stopping.is_set():
                self._stopping.set()
                self._server.pull_trigger()


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
    """Binds and serves until interrupted. Raises CannotServe."""
    try:
        Server(app, host, port).run()
    except KeyboardInterrupt:
        return


def _bind(host: str, port: int, option: str = "--port") -> socket.socket:
    if not 0 <= port <= 65535:
        raise CannotServe(f"A port is a number from 0 to 65535: choose another with {option}.")
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (socket.gaierror, UnicodeError):
        raise CannotServe(
            f"There is no network address {host!r} on this machine: choose another with --host."
        ) from None
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Lets a restarted server take its port back at once; on Windows the option would share the port.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as wrong:
        bound.close()
        raise CannotServe(_why_not(wrong, host, port, option)) from None
    return bound


def _why_not(wrong: OSError, host: str, port: int, option: str) -> str:
    if wrong.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: close it, or choose another port with {option}."
    if wrong.errno == errno.EACCES:
        return f"This user may not open port {port}: choose one from 1024 on with {option}."
    if wrong.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no network address {host}: choose another with --host."
    return f"The server cannot listen on {host}:{port} ({wrong.strerror}): choose another --host or {option}."
