"""Limits the rate of a loop."""

from __future__ import annotations

import time
from collections.abc import Callable

TURNS_PER_SECOND = 300.0
"""Maximum average rate."""
MAX_BURST_TURNS = 60
"""Turns allowed without a wait after a pause."""


class Pace:
    """Call `turn` once per loop: it sleeps if the loop exceeds TURNS_PER_SECOND."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        """The time of the next turn at exactly TURNS_PER_SECOND."""

    def turn(self) -> None:
        now = self._clock()
        self._next = max(self._next, now - MAX_BURST_TURNS / TURNS_PER_SECOND) + 1 / TURNS_PER_SECOND
        if self._next > now:
            self._sleep(self._next - now)
