"""The counts of how many requests each address and device sent, bounded however many addresses send some.

The package `limits` counts in memory too, but keeps each address for a minute however many there are, and
begins a thread with a request to forget them: without threads left it would answer nobody.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from limits.storage import MemoryStorage

MAX_COUNTED = 10_000
"""Addresses and devices; a home's network has 250. Of more, those whose minute began first are forgotten."""


class RequestCounts(MemoryStorage):
    """For a strategy of fixed windows. Safe to share by threads."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._counts: OrderedDict[str, tuple[int, float]] = OrderedDict()
        """By key: the requests of its window, and when that ends; those that end first are the first."""

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._lock:
            now = time.monotonic()
            count, ends = self._counts.get(key, (0, 0.0))
            if ends <= now:
                count, ends = 0, now + expiry
                self._counts.pop(key, None)
            self._counts[key] = count + amount, ends
            while len(self._counts) > MAX_COUNTED or next(iter(self._counts.values()))[1] <= now:
                self._counts.popitem(last=False)
            return count + amount

    def get(self, key: str) -> int:
        with self._lock:
            count, ends = self._counts.get(key, (0, 0.0))
            return count if time.monotonic() < ends else 0

    def clear(self, key: str) -> None:
        with self._lock:
            self._counts.pop(key, None)
