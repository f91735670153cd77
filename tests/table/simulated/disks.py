"""What the simulated processes stand on: a disk in memory, and for some seeds a real journal in a real file.

In memory a write is a list that grows, so that ten thousand seeds take minutes. In a file everything is the
companion's own: SQLite, its log, backups and restores; a power cut there leaves what was synced by the level
that the companion's own connections have, and a torn page behind it.
"""

from __future__ import annotations

import copy
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from companion.table.backup import back_up, restore_file
from companion.table.journal import Entry, EntryConflict, Journal, JournalError, TableRow, utc_now
from companion.table.journal_rows import entry_of, entry_values
from companion.table.notes import Note
from companion.table.sql_tables import ENTRIES

FULL = 2
"""SQLite's level `synchronous` from which on a commit is on the disk when it returns."""
_ENTRIES = 'SELECT number, kind, data, words, player, "by", "key", at, target FROM entries ORDER BY number'
_NOTES = "SELECT number, what, player FROM notes"


class Crash(BaseException):
    """The process is gone; nobody learns what became of the request."""


@dataclass
class Faults:
    """full: nothing more can be written. crash: when the next write ends the process: "before" it, "within"
    or "after" it; "": it does not."""

    full: bool = False
    crash: str = ""

    def before_write(self) -> None:
        if self.full:
            raise JournalError("full", "The disk is full.")
        if self.crash == "before":
            raise Crash


@dataclass
class Disk:
    """One in memory, that takes each number and key once, and keeps what was written."""

    faults: Faults = field(default_factory=Faults)
    rows: dict[str, TableRow] = field(default_factory=dict)
    kept: list[Entry] = field(default_factory=list)
    counted: list[Note] = field(default_factory=list)

    def journal(self) -> Any:
        return SimulatedJournal(self)

    def entries(self) -> list[Entry]:
        return self.kept

    def notes(self) -> list[Note]:
        return self.counted

    def power_cut(self, rng: Random) -> None:
        pass

    def back_up(self) -> None:
        pass

    def restore(self, rng: Random) -> bool:
        """Whether an earlier backup was put back; all processes have ended before."""
        return False

    def leave(self, journal: Any) -> None:
        """The process of this journal has ended."""

    def close(self) -> None:
        pass


class SimulatedJournal:
    """A journal on a Disk, for one process."""

    path = None

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def create(self, row: TableRow, entries: Sequence[Entry]) -> None:
        self._disk.rows[row.id] = row
        self._disk.kept = list(entries)

    def table(self, table_id: str) -> TableRow | None:
        return self._disk.rows.get(table_id)

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        return tuple(self._disk.kept[after:])

    def update(self, table_id: str, **changes: Any) -> None:
        self._disk.rows[table_id] = replace(self._disk.rows[table_id], **changes)

    def append(self, table_id: str, entries: Sequence[Entry], notes: Sequence[Note] = ()) -> None:
        disk, kept = self._disk, self._disk.kept
        disk.faults.before_write()
        if disk.faults.crash == "within":
            raise Crash
        keys = {entry.key for entry in kept}
        if any(e.number != len(kept) + 1 + n or e.key in keys for n, e in enumerate(entries)):
            raise EntryConflict
        kept.extend(entries)
        disk.counted.extend(notes)
        if disk.faults.crash == "after":
            raise Crash

    def note(self, table_id: str, note: Note) -> None:
        self._disk.faults.before_write()
        self._disk.counted.append(note)

    def close(self) -> None:
        pass


class _Torn(Exception):
    """Ends a transaction that is not to be kept."""


@lru_cache(maxsize=1)
def _empty_journal() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.db")
        Journal(path).close()
        return path.read_bytes()


class FileDisk:
    """A journal in a file, with the companion's own code down to SQLite. Close it."""

    def __init__(self) -> None:
        self.faults = Faults()
        memory = Path("/dev/shm")  # no disk has to be waited for
        self._folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self.path = Path(self._folder.name, "tables.db")
        self.path.write_bytes(_empty_journal())
        self._journals: list[Journal] = []
        self._backups: list[Path] = []
        self._count = 0
        self._open()

    def _open(self) -> None:
        self._reader = sqlite3.connect(self.path)

    def journal(self) -> Any:
        journal = FileJournal(self)
        self._journals.append(journal)
        return journal

    def entries(self) -> list[Entry]:
        return [entry_of(row) for row in self._reader.execute(_ENTRIES)]

    def notes(self) -> list[Note]:
        return [Note(*row) for row in self._reader.execute(_NOTES)]

    def power_cut(self, rng: Random) -> None:
        """What was not synced is lost, and a page that was being written is torn."""
        with self._journals[0].reading() as connection:
            level = int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())
        log = Path(f"{self.path}-wal")
        whole, logged = self.path.read_bytes(), log.read_bytes() if log.exists() else b""
        self._end()
        for end in ("", "-wal", "-shm"):
            Path(f"{self.path}{end}").unlink(missing_ok=True)
        self.path.write_bytes(whole)
        if logged and level >= FULL:
            log.write_bytes(logged + rng.randbytes(rng.randrange(6000)))
        self._open()

    def back_up(self) -> None:
        """One in the middle of another write, which is not in it."""
        self._count += 1
        target = Path(self._folder.name, "backups", f"tables-{self._count}.db")
        there = self.entries()
        half = replace(there[-1], number=there[-1].number + 1, key=f"half/{self._count}")
        with suppress(_Torn), self._journals[0].transaction() as connection:
            connection.execute(ENTRIES.insert(), [entry_values("simula", half)])
            back_up(self.path, target)
            raise _Torn
        with closing(sqlite3.connect(target)) as copied:
            if [entry_of(row) for row in copied.execute(_ENTRIES)] != there:
                raise AssertionError("a backup is not what the journal was")
        self._backups.append(target)

    def restore(self, rng: Random) -> bool:
        if not self._backups:
            return False
        backup = rng.choice(self._backups)
        with closing(sqlite3.connect(backup)) as copied:
            wanted = [entry_of(row) for row in copied.execute(_ENTRIES)]
        self._end()
        restore_file(backup, self.path, utc_now())
        self._open()
        if self.entries() != wanted:
            raise AssertionError("what was restored is not the backup")
        return True

    def leave(self, journal: Any) -> None:
        self._journals.remove(journal)
        journal.close()

    def _end(self) -> None:
        for journal in self._journals:
            journal.close()
        self._journals.clear()
        self._reader.close()

    def close(self) -> None:
        self._end()
        shutil.rmtree(self._folder.name, ignore_errors=True)
        self._folder.cleanup()


class FileJournal(Journal):
    """A process's journal on a FileDisk."""

    def __init__(self, disk: FileDisk) -> None:
        super().__init__(disk.path)
        self._disk = disk

    def append(self, table_id: str, entries: Sequence[Entry], notes: Sequence[Note] = ()) -> None:
        faults = self._disk.faults
        faults.before_write()
        if faults.crash == "within":
            with self.transaction() as connection:
                connection.execute(ENTRIES.insert(), [entry_values(table_id, entries[0])])
                raise Crash
        super().append(table_id, entries, notes)
        if faults.crash == "after":
            raise Crash

    def note(self, table_id: str, note: Note) -> None:
        self._disk.faults.before_write()
        super().note(table_id, note)


class SimulatedStore:
    """The house's values, which all processes share."""

    on_change: Callable[[], None] | None = None

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def get(self, name: str) -> Any:
        return copy.deepcopy(self._values.get(name))

    def change(self, name: str, change: Callable[[Any], Any]) -> Any:
        self._values[name] = copy.deepcopy(change(self.get(name)))
        return self.get(name)

    def named(self, prefix: str) -> dict[str, Any]:
        return {k.removeprefix(prefix): v for k, v in self._values.items() if k.startswith(prefix)}
