"""Work that takes seconds (photos, PDFs, exports) and large uploads, away from the threads that answer taps.

A view that is marked `long_work` runs in a small pool of its own. Requests for it wait as coroutines, which
hold no thread. Of one device one runs at a time, so that nobody's fifty photos are all that is worked on; and
large bodies are read when it is their turn, so that few lie on the disk at once. What such a view computes in
plain Python it has done in a process of its own (`apart`).
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from flask import current_app

from companion.web.client_address import is_this_machine

THREADS = 2
"""Threads for long work: as most hosts have cores."""
AT_ONCE = 6
"""Requests for long work whose bodies lie on the disk."""
MOST_WAITING = 120
"""Requests for long work in all; MOST_OF_ONE of one device. More are refused."""
MOST_OF_ONE = 60

View = TypeVar("View", bound=Callable[..., Any])
Result = TypeVar("Result")
_LONG = "_companion_long_work"
_UPLOAD = "_companion_upload"


def long_work(view: View) -> View:
    """Marks a view (below its route) as long work."""
    setattr(view, _LONG, True)
    return view


def takes_upload(most: int, check: Callable[..., Any] | None = None) -> Callable[[View], View]:
    """Marks a view that takes a body of up to `most` bytes. check: called with the address's parts before any
    of the body is read; it raises what the view would raise where there is no such place."""

    def mark(view: View) -> View:
        setattr(view, _UPLOAD, (most, check))
        return view

    return mark


def apart(work: Callable[..., Result], *arguments: Any) -> Result:
    """What `work` gives, done in a process of its own while this application is served."""
    made: Result = current_app.extensions["work_processes"].run(work, *arguments)
    return made


def is_long(view: Callable[..., Any] | None) -> bool:
    return getattr(view, _LONG, False)


def largest_upload(view: Callable[..., Any] | None) -> int:
    """Bytes of a body that this view takes beyond the ordinary; 0: none."""
    most: int = getattr(view, _UPLOAD, (0, None))[0]
    return most


def check_place(view: Callable[..., Any] | None, parts: dict[str, Any]) -> None:
    check = getattr(view, _UPLOAD, (0, None))[1]
    if check is not None:
        check(**parts)


class TooMuchWork(Exception):
    """So much is waiting already that this request is refused."""


class WorkQueue:
    """Who waits for long work. Used in the event loop; the counts may be read from any thread."""

    def __init__(self) -> None:
        self._places: asyncio.Semaphore | None = None
        self._turns: dict[object, asyncio.Lock] = {}
        self._of: Counter[object] = Counter()
        self._strangers = itertools.count()
        self.waiting = 0
        """Requests that wait for their turn."""
        self.running = 0
        """Requests that have it."""

    @asynccontextmanager
    async def turn(self, device: str) -> AsyncIterator[None]:
        """Waits until it is this device's turn. Raises TooMuchWork at once."""
        # Behind this machine's own address may be a proxy and with it everybody.
        who: object = next(self._strangers) if is_this_machine(device) else device
        if self.waiting + self.running >= MOST_WAITING or self._of[who] >= MOST_OF_ONE:
            raise TooMuchWork
        if self._places is None:
            self._places = asyncio.Semaphore(AT_ONCE)
        mine = self._turns.setdefault(who, asyncio.Lock())
        self._of[who] += 1
        self.waiting += 1
        began = False
        try:
            async with mine, self._places:
                self.waiting -= 1
                self.running += 1
                began = True
                yield
        finally:
            if began:
                self.running -= 1
            else:
                self.waiting -= 1
            self._of[who] -= 1
            if not self._of[who]:
                del self._of[who], self._turns[who]
