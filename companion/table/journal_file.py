"""Checks that the journal's SQLite file is still the one that a restart would open.

A file that is removed or replaced while in use still takes writes through the open handle, and they are lost
at the next start. SQLite does not notice; the file's device, inode and first bytes show it. The same holds of
a log (`-wal`) that is cut: what is written behind the cut is not read again. A log only grows until SQLite
begins it anew, with another salt in its header (https://www.sqlite.org/fileformat2.html#walformat).

The file is opened once and stays open: on POSIX a process that closes any handle of a file loses all its
locks on it, SQLite's included. The next program that only reads the journal would then think it the last user
and remove the log that this program still reads and writes.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import time
import weakref
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from companion.table.journal_engine import existing
from companion.table.journal_errors import JournalError
from companion.translation import marked

_HEADER = b"SQLite format 3\0"
_LOG_STARTS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
_SALT = slice(16, 24)
"""In a log's header."""

MAX_EMPTY_SECONDS = 1.0
"""How long a file may be empty while another program begins a journal in it; this takes milliseconds."""


def refuse_emptied(path: str | Path) -> None:
    """Raises JournalError for an existing file of 0 bytes. SQLite would take it for a new one, and nobody
    would learn that its tables are gone."""
    path, until = Path(path), time.monotonic() + MAX_EMPTY_SECONDS
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


@dataclass
class _Handles:
    """The handles of one file. users: how many journals have it open; all handles are closed with the
    last."""

    descriptors: list[int] = field(default_factory=list)
    users: int = 0


_handles: dict[tuple[int, int], _Handles] = {}
_handles_lock = threading.Lock()


class JournalFile:
    """The file as it was when the journal was opened; `close` it after the journal's connections. Raises
    JournalError where it cannot be looked at."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._log = Path(f"{path}-wal")
        self._opened, self._descriptor = _open_handle(self._path)
        self._opened_log = _file_id(self._log)
        self._log_salt, self._log_size = b"", 0
        """Of the log when it was looked at last."""
        self._finalizer = weakref.finalize(self, _release_handle, self._opened)

    def close(self) -> None:
        with _handles_lock:
            self._descriptor = -1  # the descriptor's number may be reused
        self._finalizer()

    def check(self, entries: Callable[[], int]) -> bool:
        """Raises JournalError unless the file and its first bytes are those of the open journal. False: the
        log is another one, and must be opened anew. entries: how many the open journal has.
        """
        self.refuse_removed()
        log, before = _file_id(self._log), self._opened_log
        self._opened_log = log
        if before is None or log == before:  # SQLite begins the log with the first write
            if self._log_is_cut(entries):
                raise self._removed_error()
            return True
        self._log_salt, self._log_size = b"", 0
        if self._count_entries() != entries():
            self._opened = None
            raise self._removed_error()
        self._opened_log = None
        return False

    def refuse_removed(self) -> None:
        """Raises JournalError unless the file is still the one that was opened. Does not look at its log."""
        if self._opened is None or _file_id(self._path) != self._opened or not self._has_header():
            raise self._removed_error()

    def _log_is_cut(self, entries: Callable[[], int]) -> bool:
        """Whether the log has lost something since it was looked at last."""
        try:
            with self._log.open("rb") as log:
                header = log.read(_SALT.stop)
                size = os.fstat(log.fileno()).st_size
        except OSError:
            header, size = b"", 0
        salt = header[_SALT]
        if size and not header.startswith(_LOG_STARTS):
            return True
        if self._log_size and not size:
            # Another program may have folded it into the file; then all is there.
            if self._count_in_file_alone() != _count(entries):
                return True
        elif salt == self._log_salt and size < self._log_size:
            return True
        self._log_salt, self._log_size = salt, size
        return False

    def _count_in_file_alone(self) -> int:
        """How many entries are in the file without its log; -1: it cannot be read. It is copied through the
        handle that is open, because no other may be closed."""
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder, "copy.db")
            try:
                with _handles_lock, copy.open("wb") as out:
                    os.lseek(self._descriptor, 0, os.SEEK_SET)
                    while part := os.read(self._descriptor, 1 << 20):
                        out.write(part)
                with closing(sqlite3.connect(copy)) as alone:
                    found: int = alone.execute("SELECT count(*) FROM entries").fetchone()[0]
                    return found
            except (OSError, sqlite3.Error):
                return -1

    def _count_entries(self) -> int:
        """How many entries a newly opened connection finds; -1: it cannot read them."""
        try:
            with closing(sqlite3.connect(existing(self._path), uri=True)) as fresh:
                found: int = fresh.execute("SELECT count(*) FROM entries").fetchone()[0]
                return found
        except sqlite3.Error:
            return -1

    def _has_header(self) -> bool:
        with _handles_lock:
            try:
                os.lseek(self._descriptor, 0, os.SEEK_SET)
                return os.read(self._descriptor, len(_HEADER)) == _HEADER
            except OSError:
                return False

    def _removed_error(self) -> JournalError:
        return JournalError(
            "unreachable",
            marked(
                "The journal {name} was removed, replaced, emptied or cut while this program ran, so nothing "
                "more is kept: stop this program, then run `companion restore` with a backup.",
                name=str(self._path),
            ),
        )


def _count(entries: Callable[[], int]) -> int:
    """How many entries the open journal has; -2: it cannot be read."""
    try:
        return entries()
    except sa.exc.DBAPIError:
        return -2


def _open_handle(path: Path) -> tuple[tuple[int, int] | None, int]:
    """The file's id and a handle for one more journal; None and -1: it cannot be opened."""
    with _handles_lock:
        try:
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except OSError:
            return None, -1
        found = os.fstat(descriptor)
        handles = _handles.setdefault((found.st_dev, found.st_ino), _Handles())
        handles.descriptors.append(descriptor)
        handles.users += 1
        return (found.st_dev, found.st_ino), descriptor


def _release_handle(number: tuple[int, int] | None) -> None:
    with _handles_lock:
        if number is None or number not in _handles:
            return
        _handles[number].users -= 1
        if not _handles[number].users:
            for descriptor in _handles.pop(number).descriptors:
                os.close(descriptor)


def _file_id(path: Path) -> tuple[int, int] | None:
    """The file's (device, inode); None: there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
