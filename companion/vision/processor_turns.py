"""Shares this machine's processors among cameras: only so many are processed at once, and of those that wait
the one that has used least processor time recently goes first.

So a table with a hand over it takes no time from another that is as busy, however many stations there are,
and what answers taps keeps a processor.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

HALF_LIFE_SECONDS = 2.0
"""Seconds after which processor time that was used counts half."""


class ProcessorUse:
    """How much processor time one camera has used, in seconds, all of it and recently."""

    def __init__(self) -> None:
        self.total = 0.0
        """Seconds in all."""
        self._recent = 0.0
        self._at = time.monotonic()

    def recent(self, now: float) -> float:
        return self._recent * 0.5 ** ((now - self._at) / HALF_LIFE_SECONDS)

    def add(self, seconds: float, now: float) -> None:
        self._recent, self._at = self.recent(now) + seconds, now
        self.total += seconds


class ProcessorTurns:
    """at_once: how many cameras are processed at the same moment; None: one fewer than this machine
    has processors. Safe to share by threads."""

    def __init__(self, at_once: int | None = None) -> None:
        self.at_once = at_once or max(1, (os.cpu_count() or 1) - 1)
        self._turn_changed = threading.Condition()
        self._running = 0
        self._waiting: list[ProcessorUse] = []

    @contextmanager
    def turn(self, use: ProcessorUse) -> Iterator[None]:
        """Waits for this camera's turn; what is done within is counted as its own."""
        with self._turn_changed:
            self._waiting.append(use)
            self._turn_changed.wait_for(lambda: self._running < self.at_once and self._next() is use)
            self._waiting.remove(use)
            self._running += 1
            if self._running < self.at_once:
                self._turn_changed.notify_all()  # another place is free: the next one may look, too
        begun = time.thread_time()
        try:
            yield
        finally:
            with self._turn_changed:
                use.add(time.thread_time() - begun, time.monotonic())
                self._running -= 1
                self._turn_changed.notify_all()

    def _next(self) -> ProcessorUse:
        """The camera that waits and has used least; of equal ones the one that came first. Call with the lock
        held."""
        now = time.monotonic()
        return min(self._waiting, key=lambda use: use.recent(now))
