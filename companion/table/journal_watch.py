"""Watches a journal for writes of other programs.

On PostgreSQL each write notifies (LISTEN / NOTIFY). A SQLite file is polled for its `data_version`, one
number.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.table.journal import NOTIFY_CHANNEL, Journal
from companion.table.journal_errors import JournalError

_log = logging.getLogger(__name__)

POLL_SECONDS = 0.1
"""Interval at which a file is polled."""
NOTIFY_WAIT_SECONDS = 0.5
"""How long one wait for a notice lasts, and so how long `close` takes at most."""
RECONNECT_SECONDS = 1.0

OnWrite = Callable[[str | None], None]
"""Called in the watcher's thread with the id of the table that was written to; None: any may have been."""


class JournalWatcher:
    """A thread that calls `on_write` until `close`. following: whether a write would be noticed now."""

    def __init__(self, on_write: OnWrite) -> None:
        self._on_write = on_write
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal watch", daemon=True)
        self.following = False

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception as wrong:  # of any driver: the next connection reports all that was missed
                if self.following:
                    _log.warning("what other programs write is not heard of for now: %s", wrong)
            self.following = False
            self._stop.wait(RECONNECT_SECONDS)

    def _listen(self) -> None:
        """Reports writes until `close`; raises when the connection is lost."""
        raise NotImplementedError

    def _notify(self, table_id: str | None) -> None:
        try:
            self._on_write(table_id)
        except JournalError as wrong:
            _log.warning("%s", wrong.sentence)


class SqliteWatcher(JournalWatcher):
    """Watches a SQLite file."""

    def __init__(self, path: Path, on_write: OnWrite) -> None:
        super().__init__(on_write)
        self._path = path

    def _listen(self) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            before: int | None = None
            while not self._stop.is_set():
                version = connection.execute("PRAGMA data_version").fetchone()[0]
                if version != before:
                    before, self.following = version, True
                    self._notify(None)
                self._stop.wait(POLL_SECONDS)


class PostgresWatcher(JournalWatcher):
    """Watches a PostgreSQL database. origin: notices from this journal are ignored."""

    def __init__(self, address: str, origin: str, on_write: OnWrite) -> None:
        super().__init__(on_write)
        self._address = address
        self._origin = origin

    def _listen(self) -> None:
        import psycopg

        more: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
        with psycopg.connect(self._address, autocommit=True, connect_timeout=5, **more) as connection:
            connection.execute(f"LISTEN {NOTIFY_CHANNEL}")
            self.following = True
            self._notify(None)  # for all that was written before LISTEN
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=NOTIFY_WAIT_SECONDS):
                    origin, _, table_id = notice.payload.partition(" ")
                    if origin != self._origin:
                        self._notify(table_id)
                    if self._stop.is_set():
                        break


def make_watcher(journal: Journal, on_write: OnWrite) -> JournalWatcher | None:
    """A watcher of this journal; None: it is in memory, where no other program writes."""
    if journal.url.get_backend_name() == "postgresql":
        address = journal.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return PostgresWatcher(address, journal.origin, on_write)
    return None if journal.path is None else SqliteWatcher(journal.path, on_write)
