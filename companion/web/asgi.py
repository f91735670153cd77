"""The ASGI application: Flask answers in a bounded pool of threads, live streams go on as coroutines.

a2wsgi runs Flask. Around it, a request's body is read whole before a thread is taken, so that a slow or
vanished uploader holds none; and an answer whose view called `go_on` is continued as a coroutine after the
view's thread is free again. A stream therefore costs no thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from a2wsgi import WSGIMiddleware
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.web.long_work import (
    THREADS as LONG_THREADS,
)
from companion.web.long_work import (
    TooMuchWork,
    View,
    WorkQueue,
    check_place,
    is_long,
    largest_upload,
)

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Write = Callable[[bytes], Awaitable[None]]
Stream = Callable[[Write], Awaitable[None]]
"""Writes the rest of an answer; it is cancelled when the client hangs up."""

THREADS = 32
"""Threads that run views."""
BEGINNING = 2
"""Threads that begin live lines: each renders a page, and after a restart a whole house comes at once."""

PATIENCE = 60.0
"""Seconds in which a client must send some of its body, or take some of its answer."""

IN_MEMORY = 1 << 20
"""Bytes of a body that are kept in memory; more waits in a temporary file."""

LARGEST_BODY = 1 << 20
"""Bytes of a body that are read at all, but for views marked `takes_upload`; a view's own limit (Flask's
`max_content_length`) is below this."""
UPLOAD_SECONDS = 300.0
"""Seconds that the whole of a large body may take."""

TOO_LARGE = "companion.too_large"
"""In a request's environ: its body was not read, since it is too large. `guard` refuses it."""
TOO_BUSY = "companion.too_busy"
"""The same: there is too much long work already."""
_ASKED_FIRST = "companion.asked_first"
"""In a request's environ: whether its body would be welcome is asked; the view is not called."""
_WELCOME = "companion.welcome"
_BODY = "companion.body"
_STREAM = "companion.stream"
_BEGINS = "_companion_begins_stream"


class Stalled(Exception):
    """The client took nothing of its answer for PATIENCE seconds: its connection is closed."""


def go_on(environ: MutableMapping[str, Any], stream: Stream) -> None:
    """Has the answer to the request of `environ` continued by `stream` after the view's own body is sent.

    Under a WSGI server that is not ours the answer ends with the view's own body.
    """
    scope = environ.get("asgi.scope")
    if scope is not None:
        scope[_STREAM] = stream


def begins_stream(view: View) -> View:
    """Marks a view (below its route) that begins a live line."""
    setattr(view, _BEGINS, True)
    return view


class Application:
    """app: the Flask application. Called by the server for every request."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._urls = app.url_map.bind("")
        self._pages = WSGIMiddleware(self._page, workers=THREADS)  # type: ignore[arg-type]
        self._beginning = WSGIMiddleware(self._page, workers=BEGINNING)  # type: ignore[arg-type]
        self._long = WSGIMiddleware(self._page, workers=LONG_THREADS)  # type: ignore[arg-type]
        self.queue: WorkQueue = app.extensions["long_work"]

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        view = self._view(scope)
        if not is_long(view):
            pages = self._beginning if getattr(view, _BEGINS, False) else self._pages
            await self._answer(scope, receive, send, view, pages)
            return
        try:
            async with self.queue.turn((scope.get("client") or ("", 0))[0]):
                await self._answer(scope, receive, send, view, self._long)
        except TooMuchWork:
            scope[TOO_BUSY] = True
            await self._run(scope, receive, send, None, 0, self._pages)

    def _view(self, scope: Message) -> Any:
        """The view that will answer; None: there is none at this address."""
        try:
            endpoint, _parts = self._urls.match(scope["path"], scope["method"])
        except HTTPException:
            return None
        return self._app.view_functions.get(endpoint)

    async def _answer(
        self, scope: Message, receive: Receive, send: Send, view: Any, pages: WSGIMiddleware
    ) -> None:
        largest = max(LARGEST_BODY, largest_upload(view))
        claimed = _claimed(scope)
        if (claimed is None or claimed > IN_MEMORY) and largest_upload(view):
            if not await self._welcome(scope, receive, send):
                return
        elif claimed is not None and claimed > IN_MEMORY:
            # No view takes so much here: what there is to say is said without reading it.
            await self._run(scope, receive, send, None, claimed, pages)
            return
        with SpooledTemporaryFile(IN_MEMORY) as body:
            try:
                async with asyncio.timeout(UPLOAD_SECONDS):
                    length = await _read(receive, body, claimed, largest)
            except TimeoutError:
                await _refuse(send)
                return
            if length is None:
                return
            body.seek(0)
            too_large = length > largest and not largest_upload(view)  # that view has a sentence of its own
            await self._run(scope, receive, send, body, length, pages, too_large)
        if (stream := scope.get(_STREAM)) is not None:
            await _continue(stream, receive, send)

    async def _welcome(self, scope: Message, receive: Receive, send: Send) -> bool:
        """Asks whether a large body would be refused for its address, its owner or its headers, before any of
        it is read; False: it was, and that is answered."""
        held: list[Message] = []

        async def hold(message: Message) -> None:
            held.append(message)

        scope[_ASKED_FIRST] = True
        await self._run(scope, receive, hold, None, _claimed(scope) or 0, self._pages)
        del scope[_ASKED_FIRST]
        if scope.pop(_WELCOME, False):
            return True
        for message in held:
            await send(message)
        return False

    async def _run(
        self,
        scope: Message,
        receive: Receive,
        send: Send,
        body: IO[bytes] | None,
        length: int,
        pages: WSGIMiddleware,
        too_large: bool | None = None,
    ) -> None:
        """Has the application answer. body None: it was not read, and has or claims this length."""
        if too_large is None:
            too_large = body is None and length > IN_MEMORY and _ASKED_FIRST not in scope
        scope[_BODY] = (body or BytesIO(), length if body is not None else 0)
        scope[TOO_LARGE] = too_large
        patient = _Patient(scope, send)
        await pages(scope, receive, patient.send)  # type: ignore[arg-type]
        if patient.stalled:
            raise Stalled

    def close(self) -> None:
        """Takes no more requests; the threads end with what they are doing."""
        for pages in (self._pages, self._beginning, self._long):
            pages.executor.shutdown(wait=False, cancel_futures=True)

    def _page(self, environ: dict[str, Any], start_response: Any) -> Any:
        scope = environ["asgi.scope"]
        body, length = scope[_BODY]
        environ["wsgi.input"] = body
        environ["CONTENT_LENGTH"] = str(length)
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ[TOO_LARGE] = scope[TOO_LARGE]
        environ[TOO_BUSY] = TOO_BUSY in scope
        environ[_ASKED_FIRST] = _ASKED_FIRST in scope
        return self._app(environ, start_response)


class AskedFirst(Flask):
    """Flask, which for a large body answers first whether it is welcome: everything that is checked before a
    view is called is checked (`before_request`), and the view's own place."""

    def dispatch_request(self) -> Any:
        environ = request.environ
        if not environ.get(_ASKED_FIRST):
            return super().dispatch_request()
        if request.routing_exception is not None:
            self.raise_routing_exception(request)
        check_place(self.view_functions.get(request.endpoint or ""), request.view_args or {})
        environ["asgi.scope"][_WELCOME] = True
        return Response(status=204)


def _claimed(scope: Message) -> int | None:
    """The length of the body by the request's head; None: it does not say (chunked)."""
    headers = dict(scope["headers"])
    if b"transfer-encoding" in headers:
        return None
    claimed = headers.get(b"content-length", b"0")
    return int(claimed) if claimed.isdigit() and len(claimed) < 20 else 0


async def _read(receive: Receive, body: IO[bytes], claimed: int | None, largest: int) -> int | None:
    """Reads a request's body. Returns its length, or None when the client hung up. Of a body that is too
    large nothing more is read, and the length is what it claims or has reached. Raises TimeoutError."""
    if claimed is not None and claimed > largest:
        return claimed
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
