"""The scheduler of a table's clocks: answers a question as the game says when its time has run out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from companion.games.contract import Illegal, State
from companion.system.logs import current_table_id
from companion.system.spare_threads import SpareThread
from companion.system.steady_time import steady_now
from companion.table.journal_errors import JournalError
from companion.table.question_clock import QuestionClock
from companion.table.snapshot import Now, ReadOnly, Stale
from companion.table.table import Table

_log = logging.getLogger(__name__)

_RETRY_SECONDS = 2.0
"""After the journal could not be written."""
_MAX_WAIT_SECONDS = 30.0
"""Closing the table ends any wait."""


class RunOutScheduler:
    """Follows one table in a thread of its own until `close`, or until the table is closed.

    clock: gives the time by the steady clock. For games with the capability Timing only.
    """

    def __init__(self, table: Table[State], clock: Callable[[], datetime] = steady_now) -> None:
        self._table = table
        self._clock = clock
        self._left_open: set[tuple[int | None, str, datetime | None]] = set()
        self._subscription = table.subscribe()
        self._thread = SpareThread(self._run, f"clock {table.id}")

    def start(self) -> bool:
        """Follows the table from now on, if it does not yet. False: the system has no thread left for it."""
        return self._thread.begin()

    def close(self) -> None:
        self._subscription.close()
        self._thread.join()

    def tick(self) -> float:
        """Answers the questions whose clock has run out. Returns the seconds until the next one may run
        out."""
        now = self._table.now
        ends = self._ends(now)
        if not ends:
            return _MAX_WAIT_SECONDS
        at = self._clock()
        wait = (min(ends) - at).total_seconds()
        if wait > 0:
            return min(wait, _MAX_WAIT_SECONDS)
        try:
            if self._table.run_out(at) is None:
                # The game leaves these open: it is not asked again.
                self._left_open |= {_key(c) for c in now.clocks if c.ends is not None and c.ends <= at}
        except Stale:
            pass  # answered meanwhile
        except Illegal as error:
            _log.warning("the answer of a run-out clock is refused: %s", error.sentence)
            self._left_open |= {_key(c) for c in now.clocks if c.ends is not None and c.ends <= at}
        except (ReadOnly, JournalError) as error:
            _log.warning("a run-out clock cannot be written down: %s", error.sentence)
            return _RETRY_SECONDS
        return 0.0

    def _ends(self, now: Now[State]) -> list[datetime]:
        return [c.ends for c in now.clocks if c.ends is not None and _key(c) not in self._left_open]

    def _run(self) -> None:
        current_table_id.set(self._table.id)
        while not self._subscription.closed:
            wait = self.tick()
            if wait > 0:
                self._subscription.get(wait)


def _key(clock: QuestionClock) -> tuple[int | None, str, datetime | None]:
    return (clock.player, clock.kind, clock.ends)
