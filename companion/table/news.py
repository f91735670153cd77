"""Tells a server process of what other programs write to its journal.

On PostgreSQL each write notifies (LISTEN / NOTIFY). A SQLite file is asked a few times a second whether it
changed, which reads one number.
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

LOOK = 0.1
"""Seconds between looks at a file."""
WAIT = 0.5
"""Seconds that one wait for a notice lasts: so long closing takes at most."""
AGAIN = 1.0
"""Seconds until a lost connection is tried again."""

Tell = Callable[[str | None], None]
"""Called in the thread of the news with the table that was written to; None: any may have been."""


class News:
    """A thread that calls `tell` until `close`. following: whether it would hear of a write now."""

    def __init__(self, tell: Tell) -> None:
        self._tell_now = tell
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="news", daemon=True)
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
            except Exception as wrong:  # of any driver: the next try hears of all that was missed
                if self.following:
                    _log.warning("what other programs write is not heard of for now: %s", wrong)
            self.following = False
            self._stop.wait(AGAIN)

    def _listen(self) -> None:
        """Tells of writes until `close`; raises when the connection is lost."""
        raise NotImplementedError

    def _tell(self, table_id: str | None) -> None:
        try:
            self._tell_now(table_id)
        except JournalError as wrong:
            _log.warning("%s", wrong.sentence)


class FileNews(News):
    """Of a SQLite file."""

    def __init__(self, path: Path, tell: Tell) -> None:
        super().__init__(tell)
        self._path = path

    def _listen(self) -> None:
        with closing(sqlite3.connect(self._path, check_same_thread=False)) as connection:
            before: int | None = None
            while not self._stop.is_set():
                version = connection.execute("PRAGMA data_version").fetchone()[0]
                if version != before:
                    before, self.following = version, True
                    self._tell(None)
                self._stop.wait(LOOK)


class PostgresNews(News):
    """Of a PostgreSQL database. origin: whose notices are passed over."""

    def __init__(self, address: str, origin: str, tell: Tell) -> None:
        super().__init__(tell)
        self._address = address
        self._origin = origin

    def _listen(self) -> None:
        import psycopg

        more: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2}
        with psycopg.connect(self._address, autocommit=True, connect_timeout=5, **more) as connection:
            connection.execute(f"LISTEN {NOTIFY_CHANNEL}")
            self.following = True
            self._tell(None)  # of all that was written before it listened
            while not self._stop.is_set():
                for notice in connection.notifies(timeout=WAIT):
                    origin, _, table_id = notice.payload.partition(" ")
                    if origin != self._origin:
                        self._tell(table_id)
                    if self._stop.is_set():
                        break


def news_of(journal: Journal, tell: Tell) -> News | None:
    """What tells of other programs' writes to this journal; None: it is in memory, and there are none."""
    if journal.url.get_backend_name() == "postgresql":
        address = journal.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return PostgresNews(address, journal.origin, tell)
    return None if journal.path is None else FileNews(journal.path, tell)
