"""Limits the rate of a loop, whatever wakes it."""

from __future__ import annotations

import time
from collections.abc import Callable

TURNS_PER_SECOND = 300.0
"""In the long run."""
MAX_BURST_TURNS = 60
"""Turns that may come at once after a pause."""


class Pace:
    """Call `turn` once a loop: it sleeps when the loop turns more often than TURNS_PER_SECOND."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        """When the next turn would come if every turn so far had waited for its share of a second."""

    def turn(self) -> None:
        now = self._clock()
        self._next = max(self._next, now - MAX_BURST_TURNS / TURNS_PER_SECOND) + 1 / TURNS_PER_SECOND
        if self._next > now:
            self._sleep(self._next - now)
