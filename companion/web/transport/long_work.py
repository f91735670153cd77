"""Work that takes seconds (photos, PDFs, exports) and large uploads, apart from the threads that answer taps.

A view marked `long_work` runs in a small pool of its own. Requests for it wait as coroutines, which hold no
thread. One request per device runs at a time, so that fifty photos of one device do not delay the others.
Large bodies are read only when their turn comes, so that few are on the disk at once. Such a view runs
computations in plain Python in a process of its own (`Services.work_processes`).
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from companion.web.transport.client_address import is_this_machine

LONG_WORK_THREADS = 2
"""As many as most hosts have cores."""
MAX_RUNNING_REQUESTS = 6
"""Requests for long work whose bodies may be on the disk at once."""
MAX_REQUESTS = 120
"""Requests for long work, waiting and running; more are refused."""
MAX_REQUESTS_PER_DEVICE = 60

View = TypeVar("View", bound=Callable[..., object])
Result = TypeVar("Result")
_LONG = "_companion_long_work"
_UPLOAD = "_companion_upload"


def long_work(view: View) -> View:
    """Marks a view (below its route) as long work."""
    setattr(view, _LONG, True)
    return view


def takes_upload(max_bytes: int, check: Callable[..., object] | None = None) -> Callable[[View], View]:
    """Marks a view that takes a body of up to `max_bytes`. check: called with the address's parts before any
    of the body is read; it raises what the view would raise for an address that does not exist."""

    def mark(view: View) -> View:
        setattr(view, _UPLOAD, (max_bytes, check))
        return view

    return mark


def is_long(view: Callable[..., object] | None) -> bool:
    return getattr(view, _LONG, False)


def max_upload_bytes(view: Callable[..., object] | None) -> int:
    """The limit of a view marked `takes_upload`; 0: not marked."""
    max_bytes: int = getattr(view, _UPLOAD, (0, None))[0]
    return max_bytes


def check_address(view: Callable[..., object] | None, parts: dict[str, object]) -> None:
    check = getattr(view, _UPLOAD, (0, None))[1]
    if check is not None:
        check(**parts)


class TooMuchWork(Exception):
    """Too many requests are waiting already: this one is refused."""


class WorkQueue:
    """The requests for long work. Used in the event loop; the counts may be read from any thread."""

    def __init__(self) -> None:
        self._slots: asyncio.Semaphore | None = None
        self._device_locks: dict[object, asyncio.Lock] = {}
        self._requests_by_device: Counter[object] = Counter()
        self._unlimited_ids = itertools.count()
        self._unfinished: list[tuple[object, str]] = []
        """Device and ticket of each request, waiting or running, in the order in which they came."""
        self.waiting = 0
        """Requests that wait for their turn."""
        self.running = 0
        """Requests whose turn it is."""

    def before(self, ticket: str) -> int | None:
        """How many requests must be done before the one with this ticket is worked on, as devices take turns;
        None: there is none with it."""
        rounds, requests = Counter[object](), []
        for came, (device, other) in enumerate(tuple(self._unfinished)):
            requests.append((rounds[device], came, other))
            rounds[device] += 1
        for place, (_round, _came, other) in enumerate(sorted(requests)):
            if ticket and other == ticket:
                return max(0, place + 1 - LONG_WORK_THREADS)
        return None

    @asynccontextmanager
    async def turn(self, device: str, ticket: str = "") -> AsyncIterator[None]:
        """Waits until it is this device's turn. ticket: by which the device asks how many are before it.
        Raises TooMuchWork at once."""
        # This machine may be a proxy for everybody: each of its requests counts as a device.
        who: object = next(self._unlimited_ids) if is_this_machine(device) else device
        requests = self.waiting + self.running
        if requests >= MAX_REQUESTS or self._requests_by_device[who] >= MAX_REQUESTS_PER_DEVICE:
            raise TooMuchWork
        if self._slots is None:
            self._slots = asyncio.Semaphore(MAX_RUNNING_REQUESTS)
        device_lock = self._device_locks.setdefault(who, asyncio.Lock())
        self._requests_by_device[who] += 1
        self.waiting += 1
        own = (who, ticket)
        self._unfinished.append(own)
        began = False
        try:
            async with device_lock, self._slots:
                self.waiting -= 1
                self.running += 1
                began = True
                yield
        finally:
            if began:
                self.running -= 1
            else:
                self.waiting -= 1
            self._unfinished.remove(own)
            self._requests_by_device[who] -= 1
            if not self._requests_by_device[who]:
                del self._requests_by_device[who], self._device_locks[who]
