"""Backups of a journal: one SQLite file each, taken while the journal is in use, checked, rotated, restored.

SQLite's own backup interface reads one moment of the file whatever is written meanwhile; copying the file and
its `-wal` by hand does not. A journal on PostgreSQL is copied row by row out of one transaction, into the
same form of file.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from companion.system.private_files import begin_private, close_to_others, make_private_folder
from companion.table.journal import Journal
from companion.table.journal_engine import refuse_foreign
from companion.table.journal_errors import JournalError, as_journal_error, move_aside
from companion.table.journal_file import refuse_emptied

NEWEST_KEPT = 24
DAYS_KEPT = 30
"""Besides the newest backups, the last one of each of this many days (UTC) is kept."""

BATCH_ROWS = 500
"""Rows copied at a time."""

_TIMESTAMP_FORMAT = "%Y%m%d-%H%M%S"
_UNFINISHED_SUFFIX = ".unfinished"
_ABANDONED_SECONDS = 3600.0
"""An unfinished backup to which nothing was written for so long is nobody's."""


def backup_folder(journal: Path) -> Path:
    """The default folder for backups of a journal's file."""
    return journal.with_name("backups")


def backup_name(stem: str, now: datetime) -> str:
    """The file name of a backup: "tables-20261122-110800.db"."""
    return f"{stem}-{now.astimezone(UTC).strftime(_TIMESTAMP_FORMAT)}.db"


def new_backup(folder: Path, stem: str, now: datetime) -> Path:
    """The path of a backup taken now. One of the same second, taken or being taken by the service or a
    person, keeps its name; then it is the next second's."""
    while True:
        target = folder / backup_name(stem, now)
        if not target.exists() and not list(folder.glob(f"{target.name}*{_UNFINISHED_SUFFIX}")):
            return target
        now += timedelta(seconds=1)


def backup_time(backup: Path, stem: str) -> datetime | None:
    """When a backup was taken, by its file name, UTC; None: the file is no backup of this journal."""
    if not backup.name.startswith(f"{stem}-") or backup.suffix != ".db":
        return None
    try:
        return datetime.strptime(backup.stem[len(stem) + 1 :], _TIMESTAMP_FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None


def backups_in(folder: Path, stem: str) -> list[tuple[datetime, Path]]:
    """The backups of this journal, the newest first."""
    try:
        files = list(folder.iterdir())
    except OSError:
        return []
    return sorted(((at, it) for it in files if (at := backup_time(it, stem)) is not None), reverse=True)


def surplus(times: Iterable[datetime], newest: int = NEWEST_KEPT, days: int = DAYS_KEPT) -> set[datetime]:
    """Which of these backups rotation removes."""
    ordered = sorted(times, reverse=True)
    if not ordered:
        return set()
    kept, since = set(ordered[:newest]), ordered[0] - timedelta(days=days)
    last_of_day: dict[object, datetime] = {}
    for at in ordered:
        last_of_day.setdefault(at.date(), at)
    return set(ordered) - kept - {at for at in last_of_day.values() if at > since}


def rotate(folder: Path, stem: str, keep: Path | None = None) -> None:
    """Removes this journal's surplus backups and abandoned ones, and closes the rest to others. keep: is
    never removed; after a clock was set back the newest backup has not the latest date. Another program may
    be writing one now: that stays."""
    found = dict(backups_in(folder, stem))
    for backup in found.values():
        close_to_others(backup)
    for at in surplus(found):
        if found[at] != keep:
            found[at].unlink(missing_ok=True)
    for left in folder.glob(f"{stem}-*{_UNFINISHED_SUFFIX}"):
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()


def back_up(journal: Path, target: Path) -> None:
    """Writes a backup of the SQLite journal to `target`, atomically. Raises JournalError."""
    url = sa.URL.create("sqlite", database=str(journal))
    if not journal.is_file() and not journal.is_dir():
        raise JournalError("unreachable", f"There is no journal {journal}: name another one with --database.")
    refuse_emptied(journal)
    with _AtomicBackup(target) as unfinished:
        try:
            with closing(sqlite3.connect(journal)) as source, closing(sqlite3.connect(unfinished)) as copy:
                refuse_foreign(source, url)
                copy.execute("PRAGMA synchronous=FULL")
                source.backup(copy)
        except sqlite3.Error as wrong:
            raise as_journal_error(wrong, url) from None


def back_up_rows(journal: Journal, target: Path) -> None:
    """Writes a backup of a journal in any database to `target`, atomically. Raises JournalError."""
    with _AtomicBackup(target) as unfinished, journal.transaction() as source:
        if source.dialect.name == "postgresql":
            source.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        copy = sa.create_engine(sa.URL.create("sqlite", database=str(unfinished)))
        try:
            with copy.begin() as connection:
                _copy_rows(source, connection)
        except sqlite3.Error as wrong:
            raise as_journal_error(wrong, copy.url) from None
        finally:
            copy.dispose()


def restore_file(backup: Path, journal: Path, now: datetime) -> Path | None:
    """Replaces a SQLite journal by a backup. Returns the path to which the old journal was moved; None: there
    was none. Raises JournalError and changes nothing when the backup is damaged or from a newer program, or
    another program has the journal open."""
    _check_backup(backup)
    make_private_folder(journal.parent)
    ready = journal.with_name(f"{journal.name}{_UNFINISHED_SUFFIX}")
    back_up(backup, ready)
    try:
        Journal(ready).close()  # brings the copy up to this program's form, or refuses it
        aside = None
        if journal.exists():
            _refuse_in_use(journal)
            aside = move_aside(journal, "before-restore", now)
        try:
            os.replace(ready, journal)
        except OSError:
            if aside is not None:
                os.replace(aside, journal)
            raise
        _sync(journal.parent)
    except BaseException:
        for end in ("", "-wal", "-shm"):
            Path(f"{ready}{end}").unlink(missing_ok=True)
        raise
    return aside


def restore_rows(backup: Path, journal: Journal) -> None:
    """Copies a backup into an empty journal in any database. Raises JournalError where it has tables."""
    _check_backup(backup)
    if journal.tables():
        raise JournalError(
            "unreachable",
            "This database has tables already: restore into a new one, so that nothing is overwritten.",
        )
    ready = backup.with_name(f"{backup.name}{_UNFINISHED_SUFFIX}")
    back_up(backup, ready)
    try:
        Journal(ready).close()
        source = sa.create_engine(sa.URL.create("sqlite", database=str(ready)))
        try:
            with source.connect() as rows, journal.transaction(exclusive=True) as connection:
                _copy_rows(rows, connection)
        finally:
            source.dispose()
    finally:
        for end in ("", "-wal", "-shm"):
            Path(f"{ready}{end}").unlink(missing_ok=True)


def check_file(path: Path) -> None:
    """Raises JournalError for a file that is no whole SQLite database."""
    url = sa.URL.create("sqlite", database=str(path))
    try:
        found, _ = _looked_through(path)
    except sqlite3.Error as wrong:
        raise as_journal_error(wrong, url) from None
    if found != "ok":
        raise as_journal_error(str(found), url)


# --- within


def _check_backup(path: Path) -> None:
    """Raises JournalError for a file that is no backup, OSError for one that cannot be read. To SQLite a file
    without a byte is a whole database without a table."""
    try:
        found, holds = _looked_through(path)
    except sqlite3.Error as wrong:
        found, holds = str(wrong), 0
    if found == "ok" and not holds:
        found = "it is empty"
    if found != "ok":
        raise JournalError("damaged", f"{path} is no whole backup ({found}): nothing was changed.")


def _looked_through(path: Path) -> tuple[str, int]:
    """What SQLite finds wrong in a file, or "ok", and how many tables and indexes it has. Raises
    sqlite3.Error, JournalError where there is none, OSError."""
    if not path.is_file() and not path.is_dir():
        raise JournalError("unreachable", f"There is no file {path}.")
    path.open("rb").close()  # the system's reason, where SQLite has none
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        found = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
        return found, int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


class _AtomicBackup:
    """Context manager: gives a temporary path to write; on success the file is checked, synced and renamed to
    `target`."""

    def __init__(self, target: Path) -> None:
        self._target = target
        own = f"{target.name}.{secrets.token_hex(4)}{_UNFINISHED_SUFFIX}"
        self._unfinished = target.with_name(own)

    def __enter__(self) -> Path:
        try:
            make_private_folder(self._target.parent)
            begin_private(self._unfinished)
        except OSError as wrong:
            raise self._write_error(wrong) from None
        return self._unfinished

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        try:
            if kind is None:
                with closing(sqlite3.connect(self._unfinished)) as connection:
                    # A backup is one file, without a log file beside it.
                    connection.execute("PRAGMA journal_mode=DELETE")
                check_file(self._unfinished)
                os.replace(self._unfinished, self._target)
                _sync(self._target.parent)
        except OSError as wrong:
            raise self._write_error(wrong) from None
        except sqlite3.Error as wrong:
            url = sa.URL.create("sqlite", database=str(self._target))
            raise as_journal_error(wrong, url) from None
        finally:
            with suppress(OSError):
                self._unfinished.unlink(missing_ok=True)

    def _write_error(self, wrong: OSError) -> JournalError:
        return JournalError(
            "unreachable",
            f"The backup {self._target} cannot be written ({wrong.strerror}): choose another place.",
        )


def _refuse_in_use(journal: Path) -> None:
    """Raises JournalError while another program has the journal open: it would go on writing into the file
    that is moved away. SQLite leaves WAL mode only for the file's sole user, which is what is tested."""
    url = sa.URL.create("sqlite", database=str(journal))
    try:
        with closing(sqlite3.connect(journal, timeout=1.0)) as connection:
            refuse_foreign(connection, url)
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError as wrong:
        raise as_journal_error(wrong, url) from None
    except sqlite3.DatabaseError:
        return  # a damaged journal may be replaced; it is kept aside as it is


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    """Copies all tables and rows of `source`; tables that `target` has are emptied first."""
    found = sa.MetaData()
    found.reflect(source)
    for table in found.tables.values():
        for column in table.columns:
            column.type = column.type.as_generic()
            column.server_default = None
    found.create_all(target)
    for table in reversed(found.sorted_tables):
        target.execute(table.delete())
    for table in found.sorted_tables:
        rows = source.execution_options(stream_results=True).execute(table.select()).mappings()
        for part in rows.partitions(BATCH_ROWS):
            target.execute(table.insert(), [dict(row) for row in part])


def _sync(folder: Path) -> None:
    """Syncs the folder's entries to the disk, where a folder can be opened (not on Windows)."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
