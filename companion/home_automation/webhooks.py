"""Webhooks: POSTs the play of each game that has ended, and each change of a station, to each address.

Each address has its own thread, so that an unreachable receiver blocks nobody; after a few retries a message
is dropped with a line in the log. A play is stored in any case (docs/plays.md).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import queue
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from companion import __version__
from companion.plays.play import Play, play_to_json

RETRY_SECONDS = (2.0, 10.0, 60.0, 300.0)
"""The wait before each further attempt."""
TIMEOUT_SECONDS = 10.0
SIGNATURE = "X-Companion-Signature"
"""The header of a signed post: the HMAC of its body by SHA-256."""
MAX_QUEUED = 100
"""For each address."""

_log = logging.getLogger(__name__)


class BadAddress(ValueError):
    """An invalid address; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Message:
    """body: what is posted as JSON; name: for the log."""

    body: Mapping[str, object]
    name: str


class Webhooks:
    """Posts messages to all addresses. Raises BadAddress. wait: sleeps that many seconds; True ends the
    thread. secret: signs each, so that a receiver knows who sent it; "": none."""

    def __init__(
        self, addresses: Sequence[str], wait: Callable[[float], bool] | None = None, secret: str = ""
    ) -> None:
        self._secret = secret.encode()
        for address in addresses:
            parts = urlsplit(address)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise BadAddress(
                    f"--webhook wants an address like https://example.org/hook, not {address!r}."
                )
        self._ended = threading.Event()
        self._wait = self._ended.wait if wait is None else wait
        self._queues = [queue.Queue[Message | None](MAX_QUEUED) for _ in addresses]
        self._threads = [
            threading.Thread(target=self._run, args=(address, messages), name="webhook", daemon=True)
            for address, messages in zip(addresses, self._queues, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def notify(self, play: Play) -> None:
        """Queues the play and returns at once. A corrected play is sent again with the same id."""
        self._tell(Message({"event": "game-over", "play": play_to_json(play)}, f"the play {play.id}"))

    def notify_station(self, station: Mapping[str, object]) -> None:
        """Queues what the API says of a station (docs/api.md) and returns at once."""
        self._tell(Message({"event": "station", "station": station}, f"the station {station['name']}"))

    def _tell(self, message: Message) -> None:
        for messages in self._queues:
            try:
                messages.put_nowait(message)
            except queue.Full:
                _log.warning("webhook: too many messages wait; %s is not told", message.name)

    def close(self) -> None:
        """Ends the threads; queued messages are dropped."""
        self._ended.set()
        for messages in self._queues:
            while not messages.empty():
                messages.get_nowait()
            messages.put(None)

    def _run(self, address: str, messages: queue.Queue[Message | None]) -> None:
        while (message := messages.get()) is not None:
            for wait in (*RETRY_SECONDS, None):
                trouble = _post(address, message, self._secret)
                if not trouble:
                    break
                if wait is None:
                    tries = len(RETRY_SECONDS) + 1
                    _log.warning(
                        "webhook: %s did not take %s (%s); given up after %d attempts",
                        _without_secrets(address),
                        message.name,
                        trouble,
                        tries,
                    )
                elif self._wait(wait):
                    return


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is an error: urllib would ask there without the body, in this network
    too, and count that as taken."""

    def redirect_request(self, *_request: object) -> None:
        return None


def signature(secret: bytes, body: bytes) -> str:
    """The value of the header SIGNATURE for a body."""
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()


def _post(address: str, message: Message, secret: bytes) -> str:
    """Why it was not taken; "": it was."""
    data = json.dumps(message.body, ensure_ascii=False).encode()
    headers = {"Content-Type": "application/json", "User-Agent": f"table-companion/{__version__}"}
    if secret:
        headers[SIGNATURE] = signature(secret, data)
    try:
        request = urllib.request.Request(address, data, headers)
        urllib.request.build_opener(_NoRedirects()).open(request, timeout=TIMEOUT_SECONDS).close()
    except urllib.error.HTTPError as wrong:
        return f"it answered {wrong.code}"
    except (OSError, ValueError) as wrong:
        return str(getattr(wrong, "reason", wrong)) or type(wrong).__name__
    return ""


def _without_secrets(address: str) -> str:
    """The address without user, path and query, which often hold keys, for the log."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}"
