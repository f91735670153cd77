"""The tables in memory: one live Table for each id, released when nobody uses it any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from weakref import WeakValueDictionary

from companion.games.contract import State
from companion.table.run_out import RunOutScheduler
from companion.table.table import Table

IDLE_SECONDS = 600.0
"""A table that nobody looks at leaves memory after this; opening it again takes some 20 ms."""
SWEEP_INTERVAL_SECONDS = 60.0
"""Between checks for idle tables."""


class OpenTables:
    """Safe to share by threads. rest: seconds as IDLE_SECONDS; clock: gives seconds that never go back.

    A table that is still referenced (by a slow request) is found again, never opened a second time.
    """

    def __init__(self, rest: float = IDLE_SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._rest = rest
        self._clock = clock
        self._lock = threading.RLock()
        self._kept: dict[str, Table[State]] = {}
        self._alive: WeakValueDictionary[str, Table[State]] = WeakValueDictionary()
        self._used: dict[str, float] = {}
        self._schedulers: dict[str, RunOutScheduler] = {}
        self._swept = clock()

    def get(self, table_id: str) -> Table[State] | None:
        """The table if it is in memory; counts as a use."""
        with self._lock:
            table = self._alive.get(table_id)
            if table is not None:
                self.keep(table)
            return table

    def peek(self, table_id: str) -> Table[State] | None:
        """The table if it is in memory; does not count as a use."""
        return self._alive.get(table_id)

    def keep(self, table: Table[State]) -> None:
        """Keeps a table in memory and runs its clocks; counts as a use."""
        with self._lock:
            self._used[table.id] = self._clock()
            if table.id in self._kept:
                if table.id in self._schedulers:
                    self._schedulers[table.id].start()  # where no thread was left when the table was opened
                return
            self._kept[table.id] = self._alive[table.id] = table
            if table.game.timing is not None:
                scheduler = self._schedulers[table.id] = RunOutScheduler(table)
                scheduler.start()

    def all(self) -> tuple[Table[State], ...]:
        """The tables in memory."""
        with self._lock:
            return tuple(self._alive.values())

    def sweep(self) -> tuple[str, ...]:
        """Releases the tables that nobody has used for `rest` seconds. Returns their ids. A table stays while
        a page, a referee or the lights follow it, or a clock runs."""
        gone, ended = [], []
        with self._lock:
            now = self._clock()
            self._swept = now
            for table_id, table in tuple(self._kept.items()):
                own = 1 if table_id in self._schedulers else 0
                watched = table.watchers > own or any(c.since is not None for c in table.now.clocks)
                if watched:
                    self._used[table_id] = now
                elif now - self._used[table_id] >= self._rest:
                    del self._kept[table_id], self._used[table_id]
                    ended.append(self._schedulers.pop(table_id, None))
                    gone.append(table_id)
        for scheduler in ended:
            if scheduler is not None:
                scheduler.close()
        return tuple(gone)

    @property
    def sweep_due(self) -> bool:
        """Whether SWEEP_INTERVAL_SECONDS have passed since the last sweep."""
        return self._clock() - self._swept >= SWEEP_INTERVAL_SECONDS

    def close(self) -> None:
        """Ends the clocks and all tables' subscriptions."""
        with self._lock:
            schedulers, tables = tuple(self._schedulers.values()), self.all()
            self._schedulers.clear()
            self._kept.clear()
            self._used.clear()
        for scheduler in schedulers:
            scheduler.close()
        for table in tables:
            table.close()
