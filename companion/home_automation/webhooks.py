"""Webhooks: POSTs the play of each game that has ended, and each change of a station, to each address.

Each address has its own threads, so that an unreachable receiver blocks nobody. A play waits until its
address takes it, over restarts too: each address has its own place in the journal. A change of a station is
news only while it is new: after a few retries it is dropped with a line in the log.
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
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from companion import __version__
from companion.games.contract import State
from companion.plays.play import play_to_json
from companion.plays.tracked import PlayKeeper
from companion.system.addresses import is_password_cut, request_target, without_password
from companion.table.follower import Follower, Later
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import marked

RETRY_SECONDS = (2.0, 10.0, 60.0, 300.0)
"""The wait before each further attempt; for a play the last again and again."""
TIMEOUT_SECONDS = 10.0
SIGNATURE = "X-Companion-Signature"
"""The header of a signed post: the HMAC of its body by SHA-256."""
MAX_QUEUED = 100
"""For each address."""

_log = logging.getLogger(__name__)


class BadAddress(ValueError):
    """An invalid address; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """Where to post. address: without a login. shown: without path and query, too, which often hold keys.
    key: names its place in the journal."""

    address: str = field(repr=False)
    shown: str
    login: str = field(repr=False)
    key: str


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
        self._receivers = tuple(receiver(address) for address in addresses)
        self._followers: list[Follower] = []
        self._missed: dict[Receiver, str] = {}
        """Why it did not take what changed last at a station."""
        self._ended = threading.Event()
        self._wait = self._ended.wait if wait is None else wait
        self._queues = [queue.Queue[Message | None](MAX_QUEUED) for _ in addresses]
        self._threads = [
            threading.Thread(target=self._run, args=(to, messages), name="webhook", daemon=True)
            for to, messages in zip(self._receivers, self._queues, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def trouble(self) -> str:
        """Who is not told what changes at stations, a sentence marked for translation; "": nobody."""
        for to, why in tuple(self._missed.items()):
            return marked(
                "{receiver} does not take what changes at a table ({why}). The next change is told again.",
                receiver=to.shown,
                why=why,
            )
        return ""

    def follow(
        self, tables: Tables, keeper: PlayKeeper, retry: Sequence[float] = RETRY_SECONDS
    ) -> tuple[Follower, ...]:
        """From now on posts every play as its game ends, and again, with the same id, when its result
        changes. Returns the follower of each address; `close` ends them."""
        self._followers += [_follower(to, self._secret, tables, keeper, retry) for to in self._receivers]
        return tuple(self._followers)

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
        """Ends the threads; queued messages are dropped, plays wait for the next start."""
        self._ended.set()
        for follower in self._followers:
            follower.close()
        for messages in self._queues:
            while not messages.empty():
                messages.get_nowait()
            messages.put(None)

    def _run(self, to: Receiver, messages: queue.Queue[Message | None]) -> None:
        while (message := messages.get()) is not None:
            for wait in (*RETRY_SECONDS, None):
                trouble = _post(to, message, self._secret)
                if not trouble:
                    self._missed.pop(to, None)
                    break
                self._missed[to] = trouble
                if wait is None:
                    tries = len(RETRY_SECONDS) + 1
                    _log.warning(
                        "webhook: %s did not take %s (%s); given up after %d attempts",
                        to.shown,
                        message.name,
                        trouble,
                        tries,
                    )
                elif self._wait(wait):
                    return


def _follower(
    to: Receiver, secret: bytes, tables: Tables, keeper: PlayKeeper, retry: Sequence[float]
) -> Follower:
    """Posts the plays of all tables to this receiver."""

    def take(table: Table[State], _after: int, last: int) -> bool:
        if not table.game.phase(table.state_at(last)).over:
            return False
        if not keeper.follower.look(table):
            raise Later(keeper.follower.trouble)
        play = keeper.kept(table)
        if play is None:  # taken out by a person, or the table has gone on
            return False
        body = {"event": "game-over", "play": play_to_json(play)}
        if trouble := _post(to, Message(body, f"the play {play.id}"), secret):
            raise Later(trouble)
        return True

    return Follower(
        tables,
        f"webhook {to.key}",
        take,
        lambda why: marked(
            "{receiver} was not told of a finished game yet ({why}). It is tried again by itself.",
            receiver=to.shown,
            why=why,
        ),
        at_once=False,
        retry=retry,
    )


def receiver(address: str) -> Receiver:
    """Raises BadAddress, which shows no secret. A user and a password in the address are sent as HTTP's basic
    authentication has them; what an address may not hold, a space or an "é", is encoded.

    >>> receiver("https://me:se:cret@example.org:8443/a hook?key=é").address
    'https://example.org:8443/a%20hook?key=%C3%A9'
    """
    if is_password_cut(address):
        raise BadAddress(
            "The address in --webhook can be read in two ways: in its password write / as %2F, ? as %3F, "
            "# as %23 and % as %25; after the host, write @ as %40."
        )
    try:
        parts = urlsplit(address)
        known = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, a bracket that belongs to no IPv6 address
        known = False
    if not known:
        shown = without_password(address)
        raise BadAddress(f"--webhook wants an address like https://example.org/hook, not {shown!r:.80}.")
    login, at, place = parts.netloc.rpartition("@")
    proof = b64encode(unquote(login).encode()).decode()
    return Receiver(
        f"{parts.scheme}://{place}{request_target(address)}",
        f"{parts.scheme}://{place}",
        f"Basic {proof}" if at else "",
        hashlib.sha256(address.encode()).hexdigest()[:16],
    )


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is an error: urllib would ask there without the body, in this network
    too, and count that as taken."""

    def redirect_request(self, *_request: object) -> None:
        return None


def signature(secret: bytes, body: bytes) -> str:
    """The value of the header SIGNATURE for a body."""
    return "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()


def _post(to: Receiver, message: Message, secret: bytes) -> str:
    """Why it was not taken; "": it was."""
    headers = {"Content-Type": "application/json", "User-Agent": f"table-companion/{__version__}"}
    try:
        data = json.dumps(message.body, ensure_ascii=False).encode()
        if secret:
            headers[SIGNATURE] = signature(secret, data)
        if to.login:
            headers["Authorization"] = to.login
        request = urllib.request.Request(to.address, data, headers)
        urllib.request.build_opener(_NoRedirects()).open(request, timeout=TIMEOUT_SECONDS).close()
    except urllib.error.HTTPError as wrong:
        return marked("it answered {code}", code=wrong.code)
    except Exception as wrong:  # whatever a receiver answers, the next message is still to be told
        return str(getattr(wrong, "reason", wrong)) or type(wrong).__name__
    return ""
