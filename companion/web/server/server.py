"""Serves the pages over http and https with uvicorn, in an event loop of its own thread.

uvicorn was chosen among the servers that are plain Python and alike on Windows, macOS and Linux
(`benchmarks/live.py` compares it with hypercorn). The loop is asyncio's selector loop everywhere: Windows'
own default (proactor) closes its listening socket when a phone drops its connection at the wrong moment
(cpython issue 93821).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

import uvicorn
from flask import Flask

from companion.system.network import MDNS_NAME, MdnsAnnouncement, addresses, announced_addresses
from companion.vision.picture_memory import free_large_blocks_at_once
from companion.web.request.services import Https, services_of
from companion.web.server.answer_cache import AnswerCache
from companion.web.server.connections import (
    ACCEPT_BATCH,
    KEEP_ALIVE_SECONDS,
    Connection,
    PrivateConnection,
    UvicornServer,
)
from companion.web.server.listening import EVERYWHERE, CannotServe, bind
from companion.web.transport.asgi import Application, Stalled
from companion.web.transport.root_path import BehindProxies

if TYPE_CHECKING:
    from companion.system.certificates import Authority


GRACEFUL_SHUTDOWN_SECONDS = 5
"""Requests that still run after this time are aborted."""

CERTIFICATE_CHECK_SECONDS = 60.0
"""Time between checks that the certificate still names this machine's addresses."""

_log = logging.getLogger(__name__)


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
        root_path: str = "",
    ) -> None:
        """Binds; port 0 takes a free one. authority: https is served, too, on `https_port`, with its
        certificate. proxies: addresses whose X-Forwarded headers are trusted. root_path: below which the
        pages are seen. Raises CannotServe."""
        free_large_blocks_at_once()
        self.app = app
        self._services = services_of(app)
        self._host = host
        self._on_all_interfaces = host in ("0.0.0.0", "::", "")
        self._authority = authority
        self._stopping = threading.Event()
        self._certificate_lock = threading.Lock()
        self._application = Application(app, self._services.long_work)
        self.kept_answers = AnswerCache(self._application)
        self._answers = BehindProxies(self.kept_answers, proxies, root_path)
        bound = bind(host, port)
        self.port: int = bound.getsockname()[1]
        self.https_port: int | None = None
        self._servers = [(self._uvicorn(), bound)]
        if authority is not None:
            try:
                self._add_https(authority, https_port)
            except CannotServe:
                bound.close()
                raise

    def _uvicorn(self, **more: Any) -> UvicornServer:
        config = uvicorn.Config(
            self._answers,
            http=Connection if self._services.house.public else PrivateConnection,
            ws="none",
            lifespan="off",
            interface="asgi3",
            proxy_headers=False,  # BehindProxies does it
            server_header=False,
            headers=[("Server", "companion")],
            backlog=ACCEPT_BATCH,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=GRACEFUL_SHUTDOWN_SECONDS,
            log_config=None,
            access_log=False,
            **more,
        )
        uvicorn_log = logging.getLogger("uvicorn.error")
        uvicorn_log.setLevel(logging.ERROR)
        uvicorn_log.addFilter(_is_not_stalled_client)
        return UvicornServer(config)

    def _add_https(self, authority: Authority, port: int) -> None:
        """The same pages over TLS: one more port to the same application, threads and loop."""
        from companion.system.certificates import (
            CertificateError,  # imports cryptography, needed only for https
        )

        try:
            context = authority.server_context(self._certificate_names())
        except CertificateError as wrong:
            raise CannotServe(str(wrong)) from None
        bound = bind(self._host, port, "--https-port")
        self.https_port = bound.getsockname()[1]
        server = self._uvicorn(ssl_context_factory=lambda *_: context)
        server.server_state = self._servers[0][0].server_state  # connections are counted together
        self._servers.append((server, bound))
        self._services.https = Https(authority, bound.getsockname()[1])

    def _certificate_names(self) -> frozenset[str]:
        named = () if self._on_all_interfaces else (self._host,)
        announced = self._services.announced
        given = (announced.name,) if announced is not None and announced.known else ()
        return frozenset((*named, *given, *(address.ip for address in addresses())))

    def _keep_certificate_valid(self) -> None:
        """Renews the certificate before it expires and when this machine's addresses change."""
        while not self._stopping.wait(CERTIFICATE_CHECK_SECONDS):
            self._update_certificate()

    def _update_certificate(self) -> None:
        if self._authority is None:
            return
        from companion.system.certificates import CertificateError

        with self._certificate_lock:
            try:
                self._authority.server_context(self._certificate_names())
            except CertificateError as wrong:
                _log.warning("%s", wrong)

    def run(self) -> None:
        """Serves until `stop` is called, or Ctrl-C is pressed."""
        if self._on_all_interfaces:
            # In a thread, because announcing a name takes a second.
            threading.Thread(target=self._announce, name="announce", daemon=True).start()
        if self._authority is not None:
            threading.Thread(target=self._keep_certificate_valid, name="certificate", daemon=True).start()
        try:
            # Not in this thread: in the main thread uvicorn would install its own signal handlers.
            thread = ThreadPoolExecutor(1, "serve")
            # A signal may arrive while the thread starts; without `stop` the executor would wait for ever.
            try:
                self._services.work_processes.open()
                serving = thread.submit(self._serve)
                while not serving.done():
                    wait([serving], 0.5)  # short, because Ctrl-C does not end a wait on Windows
                serving.result()
            finally:
                self.stop()
                thread.shutdown()
        finally:
            announced, self._services.announced = self._services.announced, None
            if announced is not None:
                announced.close()

    def _serve(self) -> None:
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            try:
                runner.run(self._serve_all())
            finally:
                self._application.close()
                self._services.work_processes.close()

    async def _serve_all(self) -> None:
        await asyncio.gather(*(server.serve([bound]) for server, bound in self._servers))

    def _announce(self) -> None:
        announced = self._services.announced = MdnsAnnouncement(self.port, announced_addresses())
        if announced.known and announced.name != MDNS_NAME:
            self._update_certificate()

    def drain(self, seconds: float) -> None:
        """Reports not ready on `/readyz` from now on, so that no new devices are sent here, and stops after
        `seconds`."""
        self._services.health.draining = True
        stopping = threading.Timer(seconds, self.stop)
        stopping.daemon = True
        stopping.start()

    def stop(self) -> None:
        """Ends `run`, from any thread; a second call does nothing."""
        self._stopping.set()
        self._services.live.close()
        for server, _bound in self._servers:
            server.should_exit = True


def _is_not_stalled_client(record: logging.LogRecord) -> bool:
    """A log filter: leaves out that a client stopped reading, which is no fault of the program."""
    return not (record.exc_info and isinstance(record.exc_info[1], Stalled))


def serve(app: Flask, host: str = EVERYWHERE, port: int = 8000) -> None:
    """Binds and serves until interrupted. Raises CannotServe."""
    try:
        Server(app, host, port).run()
    except KeyboardInterrupt:
        return
