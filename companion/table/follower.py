"""A follower of all tables that must lose nothing: it has a place of its own in the journal.

It takes ranges of entries. What it cannot take now (a full disk, a locked file, a receiver that is away) is
tried again by itself and after a restart, and `trouble` says so, for a page.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import monotonic

from companion.games import UnknownGame
from companion.games.contract import State
from companion.system.spare_threads import began
from companion.table.following import News
from companion.table.journal_errors import JournalError
from companion.table.journal_rows import TableRow
from companion.table.places import Places
from companion.table.snapshot import NoSuchTable
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import marked

_log = logging.getLogger(__name__)

RETRY_SECONDS = (2.0, 10.0, 60.0, 300.0)
"""The wait before each further try of what failed; the last again and again."""
SETUP = 1
"""The place at a table of which nothing was taken yet: its first entry, the setup, holds nothing to take."""


class Later(Exception):
    """A range cannot be taken now. sentence: why, marked for translation, with what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


_PAUSE_SECONDS = 0.05
"""Between two tables that nobody waits for."""
_ALL = ""
"""Among the tables that wait: those with entries that were not taken."""


@dataclass(frozen=True, slots=True)
class _Wait:
    """due: when it is tried, by `monotonic`. why: a sentence, marked for translation; "": it was not tried
    yet. tries: how often it failed when it was tried again."""

    due: float
    why: str = ""
    tries: int = 0


Take = Callable[[Table[State], int, int], bool]
"""Takes what the entries after the first number up to the second one ask for, and returns whether that was
anything, so that the place is worth a write. It is the same done twice: after a kill a range comes again.
Raises Later, JournalError and OSError where it may go better later."""


class Follower:
    """Has `take` called with every range of entries of every table of a journal. Safe to share by threads.

    name: of its places in the journal. says: what a page says while something waits, given why; both marked
    for translation. wants: which tables are looked through for what came while no program ran. at_once: in
    the thread that wrote the entries, with the table held still; otherwise in a thread of its own. from_now:
    a journal that does not know this follower yet has for it only what comes from now on; otherwise all that
    there is. retry: as RETRY_SECONDS.
    """

    def __init__(
        self,
        tables: Tables,
        name: str,
        take: Take,
        says: Callable[[str], str],
        *,
        wants: Callable[[TableRow], bool] = lambda _row: True,
        at_once: bool = True,
        from_now: bool = True,
        retry: Sequence[float] = RETRY_SECONDS,
    ) -> None:
        self.name = name
        self._tables = tables
        self._take = take
        self._says = says
        self._wants = wants
        self._at_once = at_once
        self._from_now = from_now
        self._retry = retry
        self._places = Places(tables.journal, name)
        self._taken: dict[str, int] | None = None
        """By table; None: the places were not read yet."""
        self._reading = threading.Lock()
        self._waits: dict[str, _Wait] = {}
        """By table, and for all tables that may have more."""
        self._lock = threading.Lock()
        """Of `_waits`; never held while something is taken."""
        self._ended = threading.Event()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None
        try:
            self._known()
        except JournalError as wrong:  # whoever uses the journal is told; the next entry tries this again
            _log.warning("%s: %s", name, wrong.sentence)
        self._stop = tables.listen(self._on_news)

    def start(self) -> None:
        """Begins to take, in the background, what came while no program ran."""
        self._put(_ALL, _Wait(monotonic()))

    def close(self) -> None:
        """Ends the thread; what waits is taken up at the next start."""
        self._stop()
        self._ended.set()
        self._wake.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(2.0)

    @property
    def trouble(self) -> str:
        """What could not be taken yet, in a sentence marked for translation; "": nothing."""
        with self._lock:
            reasons = [wait.why for id, wait in self._waits.items() if wait.why and id != _ALL]
        return self._says(reasons[-1]) if reasons else ""

    # --- taking

    def look(self, table: Table[State], since: int | None = None) -> bool:
        """Takes what this table has that was not taken yet; False: it waits. since: an entry from which on it
        is certainly to be taken, whatever another program took."""
        try:
            self._attempt(table, since)
        except Exception as wrong:  # any of a game's own code too: play goes on, and this is tried again
            self._put_off(table.id, wrong)
            return False
        return True

    def _attempt(self, table: Table[State], since: int | None = None) -> int:
        """Returns the table's place. Raises what `take` raises, and JournalError."""
        with table.still() if self._at_once else nullcontext():
            taken, last = self._known(), table.number
            after = taken.get(table.id, SETUP)
            after = after if since is None else min(after, since - 1)
            taken[table.id] = after  # a range that fails is not shorter the next time
            with self._lock:
                waited = self._waits.get(table.id)
            done = after < last and self._take(table, after, last)
            taken[table.id] = last
            self._keep({table.id: last} if done else {})
        with self._lock:
            if self._waits.get(table.id) is waited:  # else there is news that came meanwhile
                self._waits.pop(table.id, None)
        return last

    def catch_up(
        self,
        seconds: float | None = None,
        begun: Callable[[], float] = monotonic,
        gently: bool = False,
    ) -> int:
        """Looks at every table with entries that were not taken yet, the newest first, for up to `seconds`.
        Returns how many are left. gently: answers come first. Skips deleted tables, tables that cannot be
        opened (until they change) and those of games that are not installed. Raises JournalError."""
        if not self._tables.journal.up_to_date:
            return 0  # no place can be kept there, nor anything else
        until = None if seconds is None else begun() + seconds
        places = self._read_places()
        wanted = [
            (row, number)
            for row, number in self._tables.journal.numbers()
            if row.deleted is None and places.get(row.id, SETUP) < number and self._wants(row)
        ]
        passed: dict[str, int] = {}
        try:
            for done, (row, number) in enumerate(wanted):
                if self._ended.is_set() or (until is not None and begun() > until):
                    return len(wanted) - done
                if (place := self._look_again(row.id, number)) is not None:
                    passed[row.id] = place
                if gently:
                    self._ended.wait(_PAUSE_SECONDS)
        finally:
            self._keep(passed)
        return 0

    def _look_again(self, table_id: str, number: int | None = None) -> int | None:
        """Looks at a table; its place, None: it waits, or may be opened one day. What fails by itself a
        second time is passed over, up to `number`. Raises JournalError."""
        try:
            return self._attempt(self._tables.open_unshared(table_id))
        except JournalError:
            raise
        except (Later, OSError) as wrong:
            self._put_off(table_id, wrong)
            return None
        except Exception as wrong:
            _log.warning("%s: the table %s is passed over: %s", self.name, table_id, wrong)
            with self._lock:
                self._waits.pop(table_id, None)
            # Another version may know the game.
            return None if isinstance(wrong, UnknownGame | NoSuchTable) else number

    def _on_news(self, news: News[State] | None) -> None:
        if news is None:
            self.close()
        elif news.entries and not self._ended.is_set():
            if not self._at_once:
                self._put(news.table, _Wait(monotonic()))
                return
            try:
                table = self._tables.open_unshared(news.table)
            except JournalError as wrong:
                self._put_off(news.table, wrong)
            else:
                self.look(table, news.first)

    # --- places

    def _known(self) -> dict[str, int]:
        with self._reading:
            if self._taken is None:
                if self._from_now and self._tables.journal.up_to_date:
                    self._places.begin()
                self._taken = dict(self._read_places())
            return self._taken

    def _read_places(self) -> Mapping[str, int]:
        return self._places.all() if self._tables.journal.up_to_date else {}

    def _keep(self, places: Mapping[str, int]) -> None:
        try:
            self._places.keep(places)
        except JournalError as wrong:  # what was taken comes again after a restart, and is the same
            _log.warning("%s: its place is not kept: %s", self.name, wrong.sentence)

    # --- what waits, in the background

    def _put_off(self, table_id: str, wrong: Exception) -> None:
        _log.warning("%s: table %s waits: %r", self.name, table_id, wrong)
        with self._lock:
            before = self._waits.get(table_id, _Wait(0.0))
        due = monotonic() + self._retry[min(before.tries, len(self._retry) - 1)]
        if before.why and before.due > monotonic():
            due = before.due  # an entry came meanwhile: the pace of trying stays
        self._put(table_id, _Wait(due, _why(wrong), before.tries))

    def _put(self, table_id: str, wait: _Wait) -> None:
        with self._lock:
            before = self._waits.get(table_id)
            # News do not hurry what is to be tried again, but are known to have come.
            self._waits[table_id] = replace(before) if before and before.why and not wait.why else wait
            if self._thread is None and not self._ended.is_set():
                thread = threading.Thread(target=self._run, name=f"follower {self.name}", daemon=True)
                self._thread = thread if began(thread) else None
        self._wake.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._wake.clear()
            with self._lock:
                due = [id for id, wait in self._waits.items() if wait.due <= monotonic()]
            for table_id in due:
                self._try(table_id)
            with self._lock:
                ends = [wait.due for wait in self._waits.values()]
            self._wake.wait(max(min(ends) - monotonic(), 0.0) if ends else None)

    def _try(self, table_id: str) -> None:
        with self._lock:
            wait = self._waits.get(table_id)
            if wait is None or self._ended.is_set():
                return
            self._waits[table_id] = replace(wait, tries=wait.tries + bool(wait.why))
        try:
            if table_id != _ALL:
                self._look_again(table_id)
                return
            self.catch_up(gently=True)
            with self._lock:
                self._waits.pop(_ALL, None)
        except Exception as wrong:  # without memory, say: the thread goes on
            self._put_off(table_id, wrong)


def _why(wrong: Exception) -> str:
    """A sentence for a page, marked for translation."""
    if (sentence := getattr(wrong, "sentence", None)) is not None:
        return sentence  # type: ignore[no-any-return]
    if isinstance(wrong, OSError):
        return marked("The disk refuses it ({why}): make room or give access to it.", why=wrong.strerror)
    return marked("The companion's log says what is wrong.")
