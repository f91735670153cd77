"""HTTP clients that play at tables, continue after a server is killed, and record what was acknowledged."""

from __future__ import annotations

import html
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from random import Random

_DECISION = re.compile(r'data-decision="([^"]*)"')
_EVENT_NUMBER = re.compile(rb'data: \{"number":(\d+)')
TIMEOUT = 20.0
"""In seconds."""


@dataclass
class Promises:
    """What servers acknowledged: the entry's number by table and request key."""

    numbers: dict[tuple[str, str], int] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds from request to acknowledgement, of requests that no fault delayed."""
    refused: int = 0
    broken: int = 0
    """Requests whose connection was lost; each was sent again."""


class TableClient(threading.Thread):
    """One device at one table: it takes decisions, corrects, undoes and redoes, until `stop`.

    addresses: of the servers; it keeps to one until that does not answer. pause: seconds between steps.
    """

    def __init__(
        self,
        table: str,
        name: str,
        addresses: Callable[[], Sequence[str]],
        seed: int,
        pause: float = 0.0,
        correction: str = "credits/0",
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.table = table
        self.promises = Promises()
        self.trouble: BaseException | None = None
        self._addresses = addresses
        self._random = Random(seed)
        self._pause = pause
        self._correction = correction
        self._which = seed
        self._line: http.client.HTTPConnection | None = None
        self._stop_asked = threading.Event()

    def stop(self) -> None:
        """Ends the client after the answer to its last request."""
        self._stop_asked.set()

    def run(self) -> None:
        try:
            step = 0
            while not self._stop_asked.is_set():
                step += 1
                self._step(f"{self.name}-{step:06}")
                if self._pause:
                    self._stop_asked.wait(self._random.uniform(0.5, 1.5) * self._pause)
        except BaseException as wrong:
            self.trouble = wrong
        finally:
            self._hang_up()

    def number(self) -> int:
        """The number of the table's last entry, as the server reports it."""
        until = time.monotonic() + 6 * TIMEOUT
        while True:
            status, told = self._ask("GET", f"/t/{self.table}/state")
            if status == 200:
                return int(json.loads(told)["number"])
            # 503: the journal cannot be used now, for example while its server restarts.
            if status != 503 or time.monotonic() > until:
                raise AssertionError(f"the state of {self.table} was answered {status}: {told[:300]}")
            time.sleep(0.1)

    def _step(self, key: str) -> None:
        seen = self.number()
        dice, path, what = self._random.random(), "corrections", {}
        if dice < 0.4:
            _, page = self._ask("GET", f"/t/{self.table}/")
            offered = _DECISION.findall(page)
            if offered:
                path = "decisions"
                what = {"decision": json.loads(html.unescape(self._random.choice(offered)))}
        elif dice < 0.55:
            path = "undo"
        elif dice < 0.65:
            path = "redo"
        if path == "corrections":
            what = {"path": self._correction, "value": self._random.randrange(60)}
        begun, broken = time.perf_counter(), self.promises.broken
        status, told = self._ask("POST", f"/t/{self.table}/{path}", {"seen": seen, "key": key, **what})
        if status == 200:
            self.promises.numbers[self.table, key] = json.loads(told)["number"]
            if broken == self.promises.broken:
                self.promises.waits.append(time.perf_counter() - begun)
        elif status < 500 or status in (503, 507):  # the journal cannot be used; its disk is full
            self.promises.refused += 1
        else:
            raise AssertionError(f"{path} of {self.table} was answered {status}: {told[:300]}")

    def _ask(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """Repeats the request, with the same body, until a server answers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-Device": self.name}
        until = time.monotonic() + 6 * TIMEOUT
        while True:
            try:
                if self._line is None:
                    addresses = self._addresses()
                    where = addresses[self._which % len(addresses)].removeprefix("http://")
                    self._line = http.client.HTTPConnection(where, timeout=TIMEOUT)
                self._line.request(method, path, data, headers)
                answer = self._line.getresponse()
                return answer.status, answer.read().decode()
            except (OSError, http.client.HTTPException):
                self._hang_up()
                if time.monotonic() > until:
                    raise
                self.promises.broken += method == "POST"
                self._which += 1
                time.sleep(0.02)

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class LivePage(threading.Thread):
    """A page of the table that follows its event stream, across killed servers, until `stop`. number: of the
    entry that it shows."""

    def __init__(self, table: str, name: str, addresses: Callable[[], Sequence[str]], which: int) -> None:
        super().__init__(name=name, daemon=True)
        self.table = table
        self.number = 0
        self._addresses = addresses
        self._which = which
        self._stop_asked = threading.Event()
        self._line: http.client.HTTPConnection | None = None

    def stop(self) -> None:
        self._stop_asked.set()
        line = self._line
        if line is not None and line.sock is not None:
            with suppress(OSError):
                line.sock.shutdown(socket.SHUT_RDWR)

    def run(self) -> None:
        while not self._stop_asked.is_set():
            with suppress(OSError, http.client.HTTPException, ValueError, AttributeError):
                self._follow()
            self._which += 1
            self._stop_asked.wait(0.1)

    def _follow(self) -> None:
        addresses = self._addresses()
        where = addresses[self._which % len(addresses)].removeprefix("http://")
        with closing(http.client.HTTPConnection(where, timeout=TIMEOUT)) as self._line:
            self._line.request("GET", f"/t/{self.table}/live")
            told = self._line.getresponse()
            while told.status == 200 and (line := told.readline()) and not self._stop_asked.is_set():
                if found := _EVENT_NUMBER.match(line):
                    self.number = int(found[1])


def lost_or_doubled(
    promised: dict[tuple[str, str], int], entries: Mapping[str, Sequence[tuple[int, str]]]
) -> list[str]:
    """The acknowledgements that do not hold, and numbers or keys of a table that are missing or doubled.

    entries: the (number, key) of every entry in the journal, by table.
    """
    wrong = []
    for table, found in entries.items():
        numbers, keys = [n for n, _ in found], [k for _, k in found]
        if numbers != list(range(1, len(numbers) + 1)):
            wrong.append(f"table {table}: the numbers have a gap or stand twice")
        if len(set(keys)) != len(keys):
            wrong.append(f"table {table}: a key stands twice")
    places = {table: {key: number for number, key in found} for table, found in entries.items()}
    for (table, key), number in promised.items():
        if places.get(table, {}).get(key) != number:
            wrong.append(f"table {table}: {key} was promised as entry {number}")
    return wrong
