"""A thread for each table at which the coach works: one at most, begun again when it has ended."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.games.contract import State
from companion.system.spare_threads import began
from companion.table.table import Table

FOLLOWER_CHECK_SECONDS = 60.0
"""Between a thread's checks whether anybody still follows its table."""


class TableThreads:
    """The threads of one kind of work, by table. name: of the work, for the threads' names. Used by any
    thread."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.running: dict[str, threading.Thread] = {}
        self.lock = threading.Lock()
        """Held while a thread begins. A thread that takes itself out of `running` decides under it to end, so
        that whoever wants the work now begins another one."""

    def works_at(self, table: Table[State]) -> bool:
        thread = self.running.get(table.id)
        return thread is not None and thread.is_alive()

    def begin(self, table: Table[State], work: Callable[[Table[State]], None]) -> None:
        """Has `work` done at this table in a thread of its own, unless one works at it or no thread can
        be begun: then the next call tries again."""
        with self.lock:
            if self.works_at(table):
                return
            thread = threading.Thread(
                target=work, args=(table,), name=f"{self._name} {table.id}", daemon=True
            )
            self.running[table.id] = thread
            if not began(thread):
                del self.running[table.id]
