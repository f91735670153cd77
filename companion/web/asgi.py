"""The ASGI application: Flask answers in a bounded pool of threads, live streams go on as coroutines.

a2wsgi runs Flask. Around it, a request's body is read whole before a thread is taken, so that a slow or
vanished uploader holds none; and an answer whose view called `go_on` is continued as a coroutine after the
view's thread is free again. A stream therefore costs no thread.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from a2wsgi import WSGIMiddleware
from flask import Flask

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Write = Callable[[bytes], Awaitable[None]]
Stream = Callable[[Write], Awaitable[None]]
"""Writes the rest of an answer; it is cancelled when the client hangs up."""

THREADS = 32
"""Threads that run views."""

PATIENCE = 60.0
"""Seconds in which a client must send some of its body, or take some of its answer."""

IN_MEMORY = 1 << 20
"""Bytes of a body that are kept in memory; more waits in a temporary file."""

LARGEST_BODY = 1 << 20
LARGEST_PHOTOS = 100 << 20
_PHOTOS = re.compile(
    r"/scan/[a-z]{1,16}/photos|/camera/phone/[a-z0-9]{1,24}/frame|/box/[a-z0-9-]{1,60}/fronts/\w{1,24}"
)
"""Bytes of a body that are read at all; a view's own limit (Flask's `max_content_length`) is below this."""

TOO_LARGE = "companion.too_large"
"""In a request's environ: its body was not read, since it is too large. `guard` refuses it."""
_BODY = "companion.body"
_STREAM = "companion.stream"


class Stalled(Exception):
    """The client took nothing of its answer for PATIENCE seconds: its connection is closed."""


def go_on(environ: MutableMapping[str, Any], stream: Stream) -> None:
    """Has the answer to the request of `environ` continued by `stream` after the view's own body is sent.

    Under a WSGI server that is not ours the answer ends with the view's own body.
    """
    scope = environ.get("asgi.scope")
    if scope is not None:
        scope[_STREAM] = stream


class Application:
    """app: the Flask application. Called by the server for every request."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._pages = WSGIMiddleware(self._page, workers=THREADS)  # type: ignore[arg-type]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        with SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                length = await _read(receive, body, scope)
            except TimeoutError:
                await _refuse(send)
                return
            if length is None:
                return
            body.seek(0)
            scope[_BODY] = (body, length)
            patient = _Patient(scope, send)
            await self._pages(scope, receive, patient.send)  # type: ignore[arg-type]
            if patient.stalled:
                raise Stalled
        if (stream := scope.get(_STREAM)) is not None:
            await _continue(stream, receive, send)

    def close(self) -> None:
        """Takes no more requests; the threads end with what they are doing."""
        self._pages.executor.shutdown(wait=False, cancel_futures=True)

    def _page(self, environ: dict[str, Any], start_response: Any) -> Any:
        body, length = environ["asgi.scope"][_BODY]
        environ["wsgi.input"] = body
        environ["CONTENT_LENGTH"] = str(length)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        # Photos that are too large are refused by their view, with a sentence of its own.
        environ[TOO_LARGE] = length > LARGEST_BODY and not _PHOTOS.fullmatch(environ["PATH_INFO"])
        return self._app(environ, start_response)


async def _read(receive: Receive, body: IO[bytes], scope: Message) -> int | None:
    """Reads a request's body. Returns its length, or None when the client hung up. Of a body that is too
    large nothing more is read, and the length is what it claims or has reached. Raises TimeoutError."""
    largest = LARGEST_PHOTOS if _PHOTOS.fullmatch(scope["path"]) else LARGEST_BODY
    claimed = dict(scope["headers"]).get(b"content-length", b"0")
    length = int(claimed) if claimed.isdigit() else 0
    if length > largest:
        return length
    length = 0
    while True:
        async with asyncio.timeout(PATIENCE):
            message = await receive()
        if message["type"] != "http.request":
            return None
        body.write(message["body"])
        length += len(message["body"])
        if length > largest or not message["more_body"]:
            return length


async def _refuse(send: Send) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 408, "headers": headers})
    await send({"type": "http.response.body"})


class _Patient:
    """Sends the view's answer, until the client takes nothing for PATIENCE seconds; what comes then is
    dropped, so that the view's thread never waits longer for the client. Leaves open an answer that goes on.
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
            async with asyncio.timeout(PATIENCE):
                await self._send(message)
        except TimeoutError:
            self.stalled = True


async def _continue(stream: Stream, receive: Receive, send: Send) -> None:
    """Runs the stream until it ends or the client hangs up. Raises Stalled."""
    writer = _Writer(send)
    writing = asyncio.ensure_future(stream(writer.write))
    gone = asyncio.ensure_future(_hung_up(receive))
    try:
        while not writing.done() and not gone.done():
            # A write that was under way at the last look and still is has waited for PATIENCE or more.
            # (A timer for each write would cost more than the write.)
            stuck = writer.under_way
            await asyncio.wait((writing, gone), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            if stuck is not None and writer.under_way is stuck:
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
        self.under_way: object | None = None
        """The write that the client has not taken yet."""

    async def write(self, data: bytes) -> None:
        self.under_way = message = {"type": "http.response.body", "body": data, "more_body": True}
        await self._send(message)
        self.under_way = None


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
