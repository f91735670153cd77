"""Passes lesson steps that wait for the table: once the camera sees it as the tracker has it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.games.contract import State
from companion.lessons.kept import choices_from_json, choices_to_json
from companion.lessons.teaching import Waiting, waiting_for_table
from companion.table.journal_errors import JournalError
from companion.table.settings import Settings
from companion.table.snapshot import Now
from companion.table.table import Table

AGREEMENT_SECONDS = 1.5
"""How long table and tracker must agree: the camera reports a moved tile only after a moment."""
POLL_SECONDS = 0.5


class TableWaits:
    """Follows one table that a camera watches. `start` lets it look by itself; without it, `tick` does."""

    def __init__(
        self,
        table: Table[State],
        clock: Callable[[], float] = time.monotonic,
        waiting: Callable[[Table[State], Now[State]], Waiting] = waiting_for_table,
    ) -> None:
        self._table = table
        self._waiting = waiting
        self._clock = clock
        self._since: tuple[int, float] | None = None
        self._watch = table.subscribe()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Raises RuntimeError where the system has no thread left."""
        thread = threading.Thread(target=self._follow, name=f"lessons {self._table.id}", daemon=True)
        thread.start()
        self._thread = thread

    def close(self) -> None:
        self._watch.close()
        if self._thread is not None:
            self._thread.join()

    def tick(self) -> None:
        """Looks once, at the time it is now."""
        now = self._table.now
        waiting = self._waiting(self._table, now)
        if not waiting or not agrees(now):
            self._since = None
            return
        if self._since is None or self._since[0] != now.number:
            self._since = (now.number, self._clock())
        if self._clock() - self._since[1] < AGREEMENT_SECONDS:
            return

        def read(settings: Settings) -> Settings:
            kept = choices_from_json(settings.taught)
            for seat, lesson, step, book in waiting:
                kept = kept.with_read(seat, lesson, step, book)
            return settings.with_changes(taught=choices_to_json(kept))

        self._table.change(read)

    def _follow(self) -> None:
        while not self._watch.closed:
            try:
                self.tick()
            except JournalError:  # the next look tries again; the tablet says what is wrong with the journal
                self._since = None
            self._watch.get(POLL_SECONDS)


def agrees(now: Now[State]) -> bool:
    """Whether a camera sees this table, and sees it as the tracker has it."""
    view = now.around.referee
    if view is None or not view.watching:
        return False
    return not (view.to_do or view.waiting or view.disagreement or view.proposal or view.conflicts)
