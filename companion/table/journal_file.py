"""Whether the journal's SQLite file is still the one that a restart would open.

A file that is removed or replaced under a running program goes on taking writes through the open handle, and
all of them are gone at the next start. SQLite does not notice; the file's number and its first bytes tell.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.table.journal_errors import JournalError
from companion.translation import marked

_HEADER = b"SQLite format 3\0"

BEGINNING_SECONDS = 1.0
"""How long a file may be empty while another program begins a journal in it; that takes milliseconds."""


def refuse_emptied(path: str | Path) -> None:
    """Raises JournalError for a file that is there with nothing in it. SQLite would take it for a new one,
    and nobody would learn that its tables are gone."""
    path, until = Path(path), time.monotonic() + BEGINNING_SECONDS
    while path.is_file() and path.stat().st_size == 0:
        if time.monotonic() > until:
            raise JournalError(
                "damaged",
                marked(
                    "The journal {name} is there but empty, and was left as it is: restore a copy, or set it "
                    "aside to begin a new one.",
                    name=str(path),
                ),
            )
        time.sleep(0.01)


class JournalFile:
    """The file as it was when the journal was opened. Raises JournalError where it cannot be looked at."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._log = Path(f"{path}-wal")
        self._opened = _number(self._path)
        self._opened_log = _number(self._log)

    def check(self, entries: Callable[[], int]) -> bool:
        """Raises JournalError unless the file and its first bytes are those of the open journal. False: the
        log is another one, and must be opened anew. entries: how many the open journal has.
        """
        if self._opened is None or _number(self._path) != self._opened or not self._has_header():
            raise self._gone()
        log, before = _number(self._log), self._opened_log
        self._opened_log = log
        if before is None or log == before:  # SQLite begins the log with the first write
            return True
        if self._entries_there() != entries():
            self._opened = None
            raise self._gone()
        self._opened_log = None
        return False

    def _entries_there(self) -> int:
        """How many entries somebody finds who opens the file now; -1: none can be read."""
        try:
            with closing(sqlite3.connect(self._path)) as fresh:
                found: int = fresh.execute("SELECT count(*) FROM entries").fetchone()[0]
                return found
        except sqlite3.Error:
            return -1

    def _has_header(self) -> bool:
        try:
            with self._path.open("rb") as file:
                return file.read(len(_HEADER)) == _HEADER
        except OSError:
            return False

    def _gone(self) -> JournalError:
        return JournalError(
            "unreachable",
            marked(
                "The journal {name} was removed, replaced or emptied while this program ran, so nothing more "
                "is kept: put the file back, then stop and start this program.",
                name=str(self._path),
            ),
        )


def _number(path: Path) -> tuple[int, int] | None:
    """The file's device and number there; None: there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
