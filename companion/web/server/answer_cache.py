"""Caches answers that never change (scripts, styles, fonts), so that they need neither a thread nor a view.

A first page requests some thirty of them, and a whole room may open its pages at the same time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

MAX_CACHED_BYTES = 16 << 20
"""Of the bodies of all cached answers together."""

_INDIVIDUAL_REQUEST_HEADERS = frozenset((b"range", b"if-none-match", b"if-modified-since"))
"""Headers of requests whose answer depends on the client, so that it is not cached."""


class AnswerCache:
    """An ASGI middleware. Caches answers of `app` with status 200 and Cache-Control immutable, by address and
    accepted encoding."""

    def __init__(self, app: Asgi) -> None:
        self._app = app
        self._cached: dict[tuple[str, bytes, bytes], tuple[Message, Message]] = {}
        self._cached_bytes = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if headers is None or not _INDIVIDUAL_REQUEST_HEADERS.isdisjoint(headers):
            await self._app(scope, receive, send)
            return
        key = (scope["path"], scope["query_string"], headers.get(b"accept-encoding", b""))
        if (cached := self._cached.get(key)) is not None:
            for message in cached:
                await send(message)
            return
        start: Message = {}
        body: list[bytes] | None = None

        async def record_and_send(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start, body = message, [] if _is_immutable(message) else None
            elif body is not None:
                body.append(message.get("body", b""))
                if not message.get("more_body"):
                    self._store(key, start, b"".join(body))
            await send(message)

        await self._app(scope, receive, record_and_send)

    def _store(self, key: tuple[str, bytes, bytes], start: Message, body: bytes) -> None:
        if self._cached_bytes + len(body) > MAX_CACHED_BYTES:
            self._cached.clear()
            self._cached_bytes = 0
        if len(body) <= MAX_CACHED_BYTES and key not in self._cached:
            self._cached[key] = (start, {"type": "http.response.body", "body": body})
            self._cached_bytes += len(body)


def _is_immutable(start: Message) -> bool:
    return start["status"] == 200 and b"immutable" in dict(start["headers"]).get(b"cache-control", b"")
