"""Where and when cameras last saw each tagged tile of a table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.table.journal import utc_now
from companion.table.observation import SeenTable


@dataclass(frozen=True, slots=True)
class Sighting:
    """zone: of the game's table plan."""

    zone: str
    at: datetime


class Sightings:
    """Of one table, from its cameras' reports. Every method may be called from any thread."""

    def __init__(self, clock: Callable[[], datetime] = utc_now) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last: dict[str, Sighting] = {}

    def on_seen(self, seen: SeenTable) -> None:
        now = self._clock()
        with self._lock:
            for tile, spot in seen.spots.items():
                self._last[tile] = Sighting(spot.zone, now)

    def last(self) -> dict[str, Sighting]:
        """By tile."""
        with self._lock:
            return dict(self._last)
