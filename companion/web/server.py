"""Serves the pages over http and https with uvicorn, in an event loop of its own thread.

uvicorn was chosen among the servers that are plain Python and alike on Windows, macOS and Linux (figures in
BENCHMARKS.md). The loop is asyncio's selector loop everywhere: Windows' own default (proactor) closes its
listening socket when a phone drops its connection at the wrong moment (cpython issue 93821).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import uvicorn
from flask import Flask

from companion.network import MDNS_NAME, MdnsAnnouncement, addresses
from companion.web.answer_cache import AnswerCache
from companion.web.asgi import Application, Stalled
from companion.web.connections import KEEP_ALIVE, TAKEN_AT_ONCE, Connection, UvicornServer
from companion.web.listening import CannotServe, bind

if TYPE_CHECKING:
    from companion.certificates import Authority


ENDING = 5
"""Seconds after which requests that still run then are broken off."""

RENEW = 60.0
"""Seconds between looks whether the certificate still names this machine's addresses."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Https:
    """That these pages are served over https, too: for the pages that lead there."""

    authority: Authority
    port: int


class Server:
    """A server that is bound to its port: `run` blocks until `stop` is called from another thread."""

    def __init__(
        self,
        app: Flask,
        host: str,
        port: int,
        authority: Authority | None = None,
        https_port: int = 8443,
        proxies: Sequence[str] = (),
    ) -> None:
        """Binds; port 0 takes a free one. authority: https is served, too, on `https_port`, with its
        certificate. proxies: addresses whose word on where a request comes from is believed. Raises
        CannotServe."""
        self._proxies = proxies
        self.app = app
        self._host = host
        self._everywhere = host in ("0.0.0.0", "::", "")
        self._authority = authority
        self._stopping = threading.Event()
        self._vouching = threading.Lock()
        self._application = Application(app)
        self._answers = AnswerCache(self._application)
        bound = bind(host, port)
        self.port: int = bound.getsockname()[1]
        self.https_port: int | None = None
        self._servers = [(self._uvicorn(), bound)]
        if authority is not None:
            try:
                self._secure(authority, https_port)
            except CannotServe:
                bound.close()
                raise

    def _uvicorn(self, **more: Any) -> UvicornServer:
        config = uvicorn.Config(
            self._answers,
            http=Connection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            proxy_headers=bool(self._proxies),
            forwarded_allow_ips=list(self._proxies),
            server_header=False,
            headers=[("Server", "companion")],
            backlog=TAKEN_AT_ONCE,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=ENDING,
            log_config=None,
            access_log=False,
            **more,
        )
        uvicorn_log = logging.getLogger("uvicorn.error")
        uvicorn_log.setLevel(logging.ERROR)
        uvicorn_log.addFilter(_no_client_fault)
        return UvicornServer(config)

    def _secure(self, authority: Authority, port: int) -> None:
        """The same pages over TLS: one more port to the same application, threads and loop."""
        from companion.certificates import CertificateError  # cryptography: for https alone

        try:
            context = authority.server_context(self._hosts())
        except CertificateError as wrong:
            raise CannotServe(str(wrong)) from None
        bound = bind(self._host, port, "--https-port")
        self.https_port = bound.getsockname()[1]
        server = self._uvicorn(ssl_context_factory=lambda *_: context)
        server.server_state = self._servers[0][0].server_state  # connections are counted together
        self._servers.append((server, bound))
        self.app.extensions["https"] = Https(authority, bound.getsockname()[1])

    def _hosts(self) -> frozenset[str]:
        named = () if self._everywhere else (self._host,)
        announced = self.app.extensions.get("announced")
        given = (announced.name,) if announced is not None and announced.known else ()
        return frozenset((*named, *given, *(address.ip for address in addresses())))

    def _renew(self) -> None:
        """Keeps the certificate good for the addresses that this machine has, and for the days to come."""
        while not self._stopping.wait(RENEW):
            self._vouch()

    def _vouch(self) -> None:
        if self._authority is None:
            return
        from companion.certificates import CertificateError

        with self._vouching:
            try:
                self._authority.server_context(self._hosts())
            except CertificateError as wrong:
                _log.warning("%s", wrong)

    def run(self) -> None:
        """Serves until `stop` is called, or Ctrl-C is pressed."""
        if self._everywhere:
            # In a thread: a network takes a second to agree to a name.
            threading.Thread(target=self._announce, name="announce", daemon=True).start()
        if self._authority is not None:
            threading.Thread(target=self._renew, name="certificate", daemon=True).start()
        try:
            # Not in this thread, which may be the main one: uvicorn would take the signals over.
            thread = ThreadPoolExecutor(1, "serve")
            # A signal may come while the thread is being started: the executor, left by itself, would then
            # wait for a server that nobody stops.
            try:
                self.app.extensions["work_processes"].open()
                serving = thread.submit(self._serve)
                while not serving.done():
                    wait([serving], 0.5)  # no longer: Ctrl-C does not end a wait on Windows
                serving.result()
            finally:
                self.stop()
                thread.shutdown()
        finally:
            announced = self.app.extensions.pop("announced", None)
            if announced is not None:
                announced.close()

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            try:
                runner.run(self._serve_all())
            finally:
                self._application.close()
                self.app.extensions["work_processes"].close()

    async def _serve_all(self) -> None:
        await asyncio.gather(*(server.serve([bound]) for server, bound in self._servers))

    def _announce(self) -> None:
        ips = [address.ip for address in addresses() if address.likely > 0]
        announced = self.app.extensions["announced"] = MdnsAnnouncement(self.port, ips)
        if announced.known and announced.name != MDNS_NAME:
            self._vouch()

    def drain(self, seconds: float) -> None:
        """Says from now on that no new devices should be sent here (`/readyz`), and stops after so long."""
        self.app.extensions["health"].draining = True
        stopping = threading.Timer(seconds, self.stop)
        stopping.daemon = True
        stopping.start()

    def stop(self) -> None:
        """Ends `run`, from any thread; a second call does nothing."""
        self._stopping.set()
        self.app.extensions["live"].close()
        for server, _bound in self._servers:
            server.should_exit = True


def _no_client_fault(record: logging.LogRecord) -> bool:
    """Leaves out of the log that a client stopped reading; that is no fault of the program."""
    return not (record.exc_info and isinstance(record.exc_info[1], Stalled))


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8000) -> None:
    """Binds and serves until interrupted. Raises CannotServe."""
    try:
        Server(app, host, port).run()
    except KeyboardInterrupt:
        return
