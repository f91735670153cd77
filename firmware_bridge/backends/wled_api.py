"""WLED's JSON API over HTTP: one request at a time, without threads or memory.

API: https://kno.wled.ge/interfaces/json-api/
"""

from __future__ import annotations

import http
import http.client
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from firmware_bridge.foreign_json import read_json

TIMEOUT_SECONDS = 2.0
"""Of a request."""
MAX_ANSWER_BYTES = 100_000
CONNECTION_ERRORS = (OSError, http.client.HTTPException)
"""Raised by requests to an absent strip."""


class NotWled(Exception):
    """The answer is not what WLED answers when all is well. error: WLED's own number of what is wrong. said:
    the HTTP status, in numbers and words; "": it is that of a good answer."""

    def __init__(self, error: int | None = None, said: str = "") -> None:
        super().__init__(error, said)
        self.error = error
        self.said = said


class WledApi:
    """A strip at an address. Every request raises CONNECTION_ERRORS and NotWled, the constructor OSError for
    a malformed address."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._place = urlsplit(address if "//" in address else f"//{address}").netloc
        except ValueError as wrong:
            raise OSError(str(wrong)) from None

    def info(self) -> dict[str, Any]:
        """About the strip; `leds.count` is a whole number."""
        info = self._ask("GET", "/json/info")
        leds = info.get("leds")
        if not isinstance(leds, dict) or not isinstance(leds.get("count"), int):
            raise NotWled
        return info

    def state(self) -> dict[str, Any]:
        return self._ask("GET", "/json/state")

    def send(self, state: Mapping[str, Any]) -> bytes:
        """Changes parts of the state, and returns the request's body."""
        body = json.dumps(state, separators=(",", ":")).encode()
        if not self._ask("POST", "/json/state", body).get("success"):
            raise NotWled
        return body

    def _ask(self, method: str, path: str, body: bytes | None = None) -> dict[str, Any]:
        line = http.client.HTTPConnection(self._place, timeout=TIMEOUT_SECONDS)
        try:
            line.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = line.getresponse()
            data = answer.read(MAX_ANSWER_BYTES)
        except ValueError as wrong:  # a malformed address
            raise OSError(str(wrong)) from None
        finally:
            line.close()
        said = "" if answer.status == 200 else _words(answer.status)
        try:
            reply = read_json(data)
        except ValueError:
            raise NotWled(said=said) from None
        if not isinstance(reply, dict):
            raise NotWled(said=said)
        error = reply.get("error")
        if type(error) is int and error:
            raise NotWled(error)
        if said:
            raise NotWled(said=said)
        return reply


def _words(status: int) -> str:
    """ "503 Service Unavailable"."""
    try:
        return f"{status} {http.HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)
