"""An event stream connection, as a browser holds it."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from typing import Any

EVENT_TIMEOUT_SECONDS = 60
"""Time after which a missing event fails a test."""


class Stream:
    """The connection opens at once; iterating gives the events as (name, data), and last_id theirs."""

    def __init__(self, port: int, path: str, headers: dict[str, str] | None = None) -> None:
        self.last_id = ""
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=EVENT_TIMEOUT_SECONDS)
        self._connection.request("GET", path, headers=headers or {})
        self.answer = self._connection.getresponse()

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return self

    def __next__(self) -> tuple[str, Any]:
        name = ""
        begin = time.monotonic()
        while line := self.answer.readline():
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"id: "):
                self.last_id = line[4:].strip().decode()
            elif line.startswith(b"data: "):
                return name, json.loads(line[6:])
            # Comments keep a quiet connection open, so the socket's own timeout never ends it.
            elif time.monotonic() - begin > EVENT_TIMEOUT_SECONDS:
                raise TimeoutError(f"no event within {EVENT_TIMEOUT_SECONDS} s")
        raise StopIteration

    def next(self, wanted: str = "view") -> Any:
        """The data of the next event of this name, or None if the stream has ended."""
        begin = time.monotonic()
        for name, data in self:
            if name == wanted:
                return data
            if time.monotonic() - begin > EVENT_TIMEOUT_SECONDS:
                raise TimeoutError(f"no event {wanted} within {EVENT_TIMEOUT_SECONDS} s")
        return None

    def close(self) -> None:
        self.answer.close()
        self._connection.close()
