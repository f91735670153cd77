"""Caches answers that never change (scripts, styles, fonts), so that they need neither a thread nor a view.

A first page requests some thirty of them, and a whole room may open its pages at the same time. What is kept
is bounded by what there is, not by what is asked: an answer is kept only where its address has the digest of
a file that exists (`transport/assets.py`), once for each encoding that the server knows.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]
Key = tuple[str, str, bytes, bytes]
"""Root path, path, query, encoding."""

ENCODINGS = (b"zstd", b"br", b"gzip")
"""Those that the server knows, the smallest answer first; an answer is made in one of them or in none."""
MAX_CACHED_BYTES = 16 << 20
"""Of all cached answers together, with their headers and keys."""
MAX_CACHED_ANSWERS = 1_000
BYTES_AROUND = 1_000
"""What Python's objects around a cached answer take at most."""

_INDIVIDUAL_REQUEST_HEADERS = frozenset((b"range", b"if-none-match", b"if-modified-since"))
"""Headers of requests whose answer depends on the client, so that it is not cached."""


class AnswerCache:
    """An ASGI middleware. Caches answers of `app` with status 200 and Cache-Control immutable, by address and
    by the encoding that the server chooses."""

    def __init__(self, app: Asgi) -> None:
        self._app = app
        self._cached: dict[Key, tuple[Message, Message]] = {}
        self._cached_bytes = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if headers is None or not _INDIVIDUAL_REQUEST_HEADERS.isdisjoint(headers):
            await self._app(scope, receive, send)
            return
        encoding = chosen_encoding(headers.get(b"accept-encoding", b""))
        key = (scope.get("root_path", ""), scope["path"], scope["query_string"], encoding)
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

        # The application chooses among what it is told: with one encoding, it is the one of the key.
        others = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        narrowed = {**scope, "headers": [*others, (b"accept-encoding", encoding or b"identity")]}
        await self._app(narrowed, receive, record_and_send)

    def _store(self, key: Key, start: Message, body: bytes) -> None:
        named = sum(len(part) for part in key) + sum(len(n) + len(v) for n, v in start["headers"])
        size = len(body) + named + BYTES_AROUND
        if self._cached_bytes + size > MAX_CACHED_BYTES or len(self._cached) >= MAX_CACHED_ANSWERS:
            self._cached.clear()
            self._cached_bytes = 0
        if size <= MAX_CACHED_BYTES and key not in self._cached:
            self._cached[key] = (start, {"type": "http.response.body", "body": body})
            self._cached_bytes += size


def chosen_encoding(accepted: bytes) -> bytes:
    """The one of ENCODINGS that a client likes best, of several the smallest; b"": none of them.

    >>> chosen_encoding(b"gzip, deflate, br"), chosen_encoding(b"gzip;q=1, br;q=0"), chosen_encoding(b"")
    (b'br', b'gzip', b'')
    """
    liked: dict[bytes, float] = {}
    for part in accepted.lower().split(b","):
        name, _, parameters = part.partition(b";")
        quality = parameters.strip().removeprefix(b"q=")
        try:
            liked[name.strip()] = float(quality) if quality else 1.0
        except ValueError:
            liked[name.strip()] = 0.0
    best = max(ENCODINGS, key=lambda name: liked.get(name, 0.0))
    return best if liked.get(best, 0.0) > 0 else b""


def _is_immutable(start: Message) -> bool:
    return start["status"] == 200 and b"immutable" in dict(start["headers"]).get(b"cache-control", b"")
