"""The ASGI application: Flask answers in a bounded pool of threads, live streams run as coroutines.

a2wsgi runs Flask. The whole body of a request is read before a thread is taken, so that a slow or vanished
uploader holds none. An answer whose view called `continue_with_stream` is continued as a coroutine after the
view's thread is free again, so that a stream costs no thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from urllib.parse import parse_qs

from flask import Flask, Request, Response, request
from werkzeug.exceptions import BadHost, HTTPException
from werkzeug.routing import MapAdapter

from companion.web.transport.long_work import (
    LONG_WORK_THREADS,
    TooMuchWork,
    View,
    WorkQueue,
    check_address,
    is_long,
    max_upload_bytes,
)
from companion.web.transport.root_path import path_below
from companion.web.transport.trusted_hosts import NO_HOST, NamedRequest
from companion.web.transport.view_threads import ViewThreads

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Write = Callable[[bytes], Awaitable[None]]
Stream = Callable[[Write], Awaitable[None]]
"""Writes the rest of an answer; it is cancelled when the client disconnects."""

VIEW_THREADS = 32
STREAM_START_THREADS = 2
"""Threads that start live streams: each renders a page, and after a restart all devices reconnect at once."""

CLIENT_TIMEOUT_SECONDS = 60.0
"""Time in which a client must send some of its body, or take some of its answer."""

MAX_IN_MEMORY_BODY_BYTES = 1 << 20
"""A larger body waits in a temporary file."""

MAX_BODY_BYTES = 1 << 20
"""Larger bodies are not read, except for views marked `takes_upload`. A view's own limit (Flask's
`max_content_length`) is below this."""
UPLOAD_TIMEOUT_SECONDS = 300.0
"""Time in which the whole of a large body must arrive."""

TOO_LARGE = "companion.too_large"
"""In a request's environ: its body was not read, because it is too large. `guard` refuses it."""
TOO_BUSY = "companion.too_busy"
"""In a request's environ: too much long work is waiting already. `guard` refuses it."""
_PREFLIGHT = "companion.preflight"
"""In a request's environ: only checks whether its body would be accepted; the view is not called."""
_UPLOAD_ACCEPTED = "companion.upload_accepted"
_BODY = "companion.body"
_STREAM = "companion.stream"
_STARTS_STREAM = "_companion_starts_stream"


class Stalled(Exception):
    """The client took nothing of its answer for CLIENT_TIMEOUT_SECONDS: its connection is closed."""


def continue_with_stream(environ: MutableMapping[str, Any], stream: Stream) -> None:
    """Continues the answer to the request of `environ` by `stream` after the view's own body is sent.

    Under another WSGI server the answer ends with the view's own body.
    """
    scope = environ.get("asgi.scope")
    if scope is not None:
        scope[_STREAM] = stream


def taken_stream(scope: MutableMapping[str, Any]) -> Stream | None:
    """The stream by which the answer to a request within another is to be continued; None: it has ended."""
    stream: Stream | None = scope.pop(_STREAM, None)
    return stream


def starts_stream(view: View) -> View:
    """Marks a view (below its route) that starts a live stream."""
    setattr(view, _STARTS_STREAM, True)
    return view


class Application:
    """app: the Flask application; queue: of its long work. Called by the server for every request."""

    def __init__(self, app: Flask, queue: WorkQueue) -> None:
        self._app = app
        self._url_map = app.url_map.bind("")
        self._view_pool = ViewThreads(self._call_flask, workers=VIEW_THREADS)  # type: ignore[arg-type]
        self._stream_start_pool = ViewThreads(self._call_flask, workers=STREAM_START_THREADS)  # type: ignore[arg-type]
        self._long_work_pool = ViewThreads(self._call_flask, workers=LONG_WORK_THREADS)  # type: ignore[arg-type]
        self.queue = queue

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        view = self._view(scope)
        if not is_long(view):
            pool = self._stream_start_pool if getattr(view, _STARTS_STREAM, False) else self._view_pool
            await self._answer(scope, receive, send, view, pool)
            return
        try:
            async with self.queue.turn((scope.get("client") or ("", 0))[0], _ticket(scope)):
                await self._answer(scope, receive, send, view, self._long_work_pool)
        except TooMuchWork:
            scope[TOO_BUSY] = True
            await self._run(scope, receive, send, None, 0, self._view_pool)

    def _view(self, scope: Message) -> Any:
        """The view at this address; None: there is none."""
        try:
            endpoint, _parts = self._url_map.match(path_below(scope), scope["method"])
        except HTTPException:
            return None
        return self._app.view_functions.get(endpoint)

    async def _answer(
        self, scope: Message, receive: Receive, send: Send, view: Any, pool: ViewThreads
    ) -> None:
        largest = max(MAX_BODY_BYTES, max_upload_bytes(view))
        declared = _declared_length(scope)
        if (declared is None or declared > MAX_IN_MEMORY_BODY_BYTES) and max_upload_bytes(view):
            if not await self._accepts_upload(scope, receive, send):
                return
        elif declared is not None and declared > MAX_IN_MEMORY_BODY_BYTES:
            # No view at this address takes so large a body: the refusal is sent without reading it.
            await self._run(scope, receive, send, None, declared, pool)
            return
        with SpooledTemporaryFile(MAX_IN_MEMORY_BODY_BYTES) as body:
            try:
                async with asyncio.timeout(UPLOAD_TIMEOUT_SECONDS):
                    length = await _read_body(receive, body, declared, largest)
            except TimeoutError:
                await _send_request_timeout(send)
                return
            if length is None:
                return
            body.seek(0)
            # A view that takes uploads has a sentence of its own.
            too_large = length > largest and not max_upload_bytes(view)
            await self._run(scope, receive, send, body, length, pool, too_large)
        if (stream := scope.get(_STREAM)) is not None:
            await _run_stream(stream, receive, send)

    async def _accepts_upload(self, scope: Message, receive: Receive, send: Send) -> bool:
        """Whether a large body passes the checks of its address, its sender and its headers, before any of it
        is read; False: it was refused, and the refusal is sent."""
        refusal: list[Message] = []

        async def collect(message: Message) -> None:
            refusal.append(message)

        scope[_PREFLIGHT] = True
        await self._run(scope, receive, collect, None, _declared_length(scope) or 0, self._view_pool)
        del scope[_PREFLIGHT]
        if scope.pop(_UPLOAD_ACCEPTED, False):
            return True
        for message in refusal:
            await send(message)
        return False

    async def _run(
        self,
        scope: Message,
        receive: Receive,
        send: Send,
        body: IO[bytes] | None,
        length: int,
        pool: ViewThreads,
        too_large: bool | None = None,
    ) -> None:
        """Runs Flask. body None: it was not read; length: its declared length."""
        if too_large is None:
            too_large = body is None and length > MAX_IN_MEMORY_BODY_BYTES and _PREFLIGHT not in scope
        scope[_BODY] = (body or BytesIO(), length if body is not None else 0)
        scope[TOO_LARGE] = too_large
        sender = _TimedSender(scope, send)
        await pool(scope, receive, sender.send)
        if sender.stalled:
            raise Stalled

    def close(self) -> None:
        """Takes no more requests; the threads finish what they are doing."""
        for pool in (self._view_pool, self._stream_start_pool, self._long_work_pool):
            pool.executor.shutdown(wait=False, cancel_futures=True)

    def _call_flask(self, environ: dict[str, Any], start_response: Any) -> Any:
        scope = environ["asgi.scope"]
        body, length = scope[_BODY]
        environ["wsgi.input"] = body
        environ["CONTENT_LENGTH"] = str(length)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ[TOO_LARGE] = scope[TOO_LARGE]
        environ[TOO_BUSY] = TOO_BUSY in scope
        environ[_PREFLIGHT] = _PREFLIGHT in scope
        return self._app(environ, start_response)


class PreflightFlask(Flask):
    """Flask that checks a request with a large body before the body is read: by everything that runs before a
    view (`before_request`), and by the view's own check of its address."""

    request_class = NamedRequest

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        try:
            return super().create_url_adapter(request)
        except BadHost:
            # The page that refuses it names addresses, as every page does.
            assert request is not None
            request.environ["HTTP_HOST"] = NO_HOST
            return super().create_url_adapter(request)

    def dispatch_request(self) -> Any:
        environ = request.environ
        if not environ.get(_PREFLIGHT):
            return super().dispatch_request()
        if request.routing_exception is not None:
            self.raise_routing_exception(request)
        check_address(self.view_functions.get(request.endpoint or ""), request.view_args or {})
        environ["asgi.scope"][_UPLOAD_ACCEPTED] = True
        return Response(status=204)


def _declared_length(scope: Message) -> int | None:
    """The Content-Length of a request; None: not declared (chunked)."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    declared = headers.get(b"content-length", b"0")
    return int(declared) if declared.isdigit() and len(declared) < 20 else 0


def _ticket(scope: Message) -> str:
    """The `ticket` of a request's address, by which its device asks for its place in the queue."""
    fields = parse_qs(scope["query_string"].decode("latin-1"))
    return fields.get("ticket", [""])[0]


async def _read_body(receive: Receive, body: IO[bytes], declared: int | None, largest: int) -> int | None:
    """Reads a request's body. Returns its length, or None when the client disconnected. Reading stops where a
    body is too large; the length is then the declared one or what was read. Raises TimeoutError."""
    if declared is not None and declared > largest:
        return declared
    length = 0
    while True:
        async with asyncio.timeout(CLIENT_TIMEOUT_SECONDS):
            message = await receive()
        if message["type"] != "http.request":
            return None
        body.write(message["body"])
        length += len(message["body"])
        if length > largest or not message["more_body"]:
            return length


async def _send_request_timeout(send: Send) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body"})


class _TimedSender:
    """Sends the view's answer until the client takes nothing for CLIENT_TIMEOUT_SECONDS; the rest is dropped,
    so that the view's thread never waits longer for the client. An answer that a stream continues stays open.
    """

    def __init__(self, scope: Message, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.stalled = False

    async def send(self, message: Message) -> None:
        ends = message["type"] == "http.response.body" and not message.get("more_body")
        if self.stalled or (ends and _STREAM in self._scope):
            return
        try:
            async with asyncio.timeout(CLIENT_TIMEOUT_SECONDS):
                await self._send(message)
        except TimeoutError:
            self.stalled = True


async def _run_stream(stream: Stream, receive: Receive, send: Send) -> None:
    """Runs the stream until it ends or the client disconnects. Raises Stalled."""
    writer = _Writer(send)
    writing = asyncio.ensure_future(stream(writer.write))
    gone = asyncio.ensure_future(_wait_for_disconnect(receive))
    try:
        while not writing.done() and not gone.done():
            # A write that is still pending at the next check has waited for CLIENT_TIMEOUT_SECONDS or more.
            # (A timer for each write would cost more than the write.)
            pending = writer.pending
            await asyncio.wait(
                (writing, gone), timeout=CLIENT_TIMEOUT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            if pending is not None and writer.pending is pending:
                raise Stalled
        if writing.done():
            writing.result()
            await send({"type": "http.response.body"})
    finally:
        for task in (writing, gone):
            task.cancel()
        await asyncio.gather(writing, gone, return_exceptions=True)


class _Writer:
    def __init__(self, send: Send) -> None:
        self._send = send
        self.pending: object | None = None
        """The write that the client has not taken yet."""

    async def write(self, data: bytes) -> None:
        self.pending = message = {"type": "http.response.body", "body": data, "more_body": True}
        await self._send(message)
        self.pending = None


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
