"""Gives answers that never change (scripts, styles, fonts) again without a thread or a view.

A first page asks for some thirty of them, and a room may open its pages all at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

MOST_BYTES = 16 << 20
"""Of all answers that are kept."""

_ASKS_FOR_ITSELF = frozenset((b"range", b"if-none-match", b"if-modified-since"))
"""Headers of a request whose answer is not everybody's."""


class AnswerCache:
    """An ASGI middleware. Keeps what `app` answers 200 and calls immutable, by address and encoding."""

    def __init__(self, app: Asgi) -> None:
        self._app = app
        self._kept: dict[tuple[str, bytes, bytes], tuple[Message, Message]] = {}
        self._bytes = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if headers is None or not _ASKS_FOR_ITSELF.isdisjoint(headers):
            await self._app(scope, receive, send)
            return
        key = (scope["path"], scope["query_string"], headers.get(b"accept-encoding", b""))
        if (kept := self._kept.get(key)) is not None:
            for message in kept:
                await send(message)
            return
        start: Message = {}
        body: list[bytes] | None = None

        async def note(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start, body = message, [] if _immutable(message) else None
            elif body is not None:
                body.append(message.get("body", b""))
                if not message.get("more_body"):
                    self._keep(key, start, b"".join(body))
            await send(message)

        await self._app(scope, receive, note)

    def _keep(self, key: tuple[str, bytes, bytes], start: Message, body: bytes) -> None:
        if self._bytes + len(body) > MOST_BYTES:
            self._kept.clear()
            self._bytes = 0
        if len(body) <= MOST_BYTES and key not in self._kept:
            self._kept[key] = (start, {"type": "http.response.body", "body": body})
            self._bytes += len(body)


def _immutable(start: Message) -> bool:
    return start["status"] == 200 and b"immutable" in dict(start["headers"]).get(b"cache-control", b"")
