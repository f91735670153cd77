"""A live connection as a browser holds it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from typing import Any


class Stream:
    """Opened at once; iterates over the events as (name, data)."""

    def __init__(self, port: int, path: str, headers: dict[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", path, headers=headers or {})
        self.answer = self._connection.getresponse()

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return self

    def __next__(self) -> tuple[str, Any]:
        name = ""
        while line := self.answer.readline():
            if line.startswith(b"event: "):
                name = line[7:].strip().decode()
            elif line.startswith(b"data: "):
                return name, json.loads(line[6:])
        raise StopIteration

    def next(self, wanted: str = "view") -> Any:
        """The data of the next event of this name; None: the stream has ended."""
        return next((data for name, data in self if name == wanted), None)

    def close(self) -> None:
        self.answer.close()
        self._connection.close()
