"""The journal: every table's entries, in order, kept for good.

Entries are only ever added. A committed entry is on the disk: it survives a killed process and a power cut.
SQLite by default, PostgreSQL by URL. The database itself keeps (table, number) and (table, key) unique, so
two servers on one journal cannot write the same entry.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from companion.games.scanned.game import FINISHED
from companion.system.private_files import begin_private, close_to_others
from companion.table.journal_engine import BUSY_SECONDS, in_memory, make_engine, make_no_file
from companion.table.journal_errors import JournalError, as_journal_error, locked_error, refuse_torn_password
from companion.table.journal_file import JournalFile, refuse_emptied
from companion.table.journal_rows import (
    COLUMN,
    Entry,
    Kind,
    TableRow,
    TableStamp,
    entry_of,
    entry_values,
    row_of,
    row_values,
    unchanged,
)
from companion.table.journal_schema import EXCLUSIVE_SQL, prepare
from companion.table.notes import Note
from companion.table.sql_tables import ENTRIES, NOTES, TABLES

__all__ = [
    "CAUGHT_UP_AFTER",
    "Entry",
    "EntryConflict",
    "Journal",
    "JournalError",
    "Kind",
    "TableRow",
]

NOTIFY_CHANNEL = "companion_entries"
"""On PostgreSQL each write to a table notifies here, with "ORIGIN TABLE" (see `journal_watch`)."""

VIRTUAL_BAG = "virtual bag"
"""`Entry.by` of a draw that the companion made from the table's seed."""
VIRTUAL_DICE = "virtual dice"
"""`Entry.by` of a roll that the companion made from the table's seed."""
CLOCK = "clock"
"""`Entry.by` of the answer that a run-out clock gave."""


CAUGHT_UP_AFTER = "/caught/"
"""In the keys of all such entries of one proposal but the first: before the place in it."""


class EntryConflict(Exception):
    """Another writer already used this entry's number or key: read the journal again."""


_SELECT_AFTER = (
    sa.select(*(c for c in ENTRIES.c if c.name != "table_id"))
    .where(ENTRIES.c.table_id == sa.bindparam("id"), ENTRIES.c.number > sa.bindparam("after"))
    .order_by(ENTRIES.c.number)
)


_LAST_NUMBER = (
    sa.select(sa.func.max(ENTRIES.c.number))
    .where(ENTRIES.c.table_id == TABLES.c.id)
    .scalar_subquery()
    .label("last")
)


def _of_scans(scans: bool) -> sa.ColumnElement[bool]:
    marked = TABLES.c.game.startswith(FINISHED, autoescape=True)
    return marked if scans else ~marked


def utc_now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """All tables' entries. url: a SQLAlchemy URL, or the path of a SQLite file. Safe to share by threads.

    Raises JournalError, one sentence that says what is wrong and what to do, on opening and on every use.
    A damaged file is left exactly as it is; `journal_errors.set_aside` moves it away when a person asks.
    """

    def __init__(self, url: str | Path) -> None:
        text = str(url)
        try:
            # A file name may contain characters that a URL would interpret ("Friday? 100%.db").
            is_file = isinstance(url, Path) or "://" not in text
            if not is_file:
                refuse_torn_password(text)
            self.url = sa.URL.create("sqlite", database=text) if is_file else sa.make_url(text)
            if self.url.get_backend_name() not in EXCLUSIVE_SQL:
                raise JournalError("unreachable", "A journal lies in a SQLite file or in PostgreSQL.")
            if self.url.drivername == "postgresql":  # SQLAlchemy's default is psycopg2
                self.url = self.url.set(drivername="postgresql+psycopg")
            self._engine = make_engine(self.url)
        except ImportError:
            raise JournalError(
                "unreachable",
                "PostgreSQL's driver is not installed: install the companion with its extra postgresql "
                "(docs/install.md), and give an address that begins with postgresql://.",
            ) from None
        except (SQLAlchemyError, ValueError):
            # What they say may hold a part of the address, and with it of the password.
            raise JournalError(
                "unreachable",
                "The database address cannot be used: write it as postgresql://USER:PASSWORD@HOST/DATABASE.",
            ) from None
        self.path: Path | None = None
        """The SQLite file; None: in memory or on a server."""
        self.origin = secrets.token_hex(4)
        """Marks this journal's own notices among those of others on the same database."""
        self.up_to_date = True
        """False: it is older and may not be written; some of what lies beside the entries is missing."""
        self._lock = threading.Lock()
        self._file: JournalFile | None = None
        self._in_memory = in_memory(self.url)
        name = self.url.database if self.url.get_backend_name() == "sqlite" else None
        in_file = name and name != ":memory:" and not name.startswith("file:")
        try:
            if name and in_file:
                refuse_emptied(name)
                if not Path(name).exists():
                    _keep_private(Path(name))
            with self._guarded():
                self._prepare()
            if name and in_file:
                _keep_private(Path(name))  # an older one too, now that it is known to be ours
                self._file = JournalFile(name)
                self.path = Path(name)
                make_no_file(self._engine, self.path)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        self._engine.dispose()
        if self._file is not None:
            self._file.close()

    def ping(self) -> None:
        """Raises JournalError while the database does not answer, or is not the one that a restart opens."""
        self.refuse_removed()
        with self._guarded(), self._engine.connect() as connection:
            connection.execute(sa.select(TABLES.c.id).limit(1)).all()

    def refuse_removed(self) -> None:
        """Raises JournalError while the file is not the one that was opened; cheap, and waits for nobody."""
        if self._file is not None:
            self._file.refuse_removed()

    def refuse_read_only(self) -> None:
        """Raises JournalError where nothing can be written."""
        with self._write_transaction() as connection:
            connection.exec_driver_sql(EXCLUSIVE_SQL[self._engine.dialect.name])
            # Some drivers find out with the first change only.
            connection.execute(TABLES.update().where(sa.false()).values(title=""))

    # --- tables

    def create(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """A new table with its first entries, both or neither. Raises EntryConflict when the id is in use."""
        with self._write_transaction() as connection:
            connection.execute(TABLES.insert(), row_values(row))
            connection.execute(ENTRIES.insert(), [entry_values(row.id, e) for e in entries])
            self._notify(connection, row.id)

    def tables(self, scans: bool = False) -> tuple[TableRow, ...]:
        """Every table, archived and deleted ones too, the newest first. scans: the finished ones that people
        scan, which are no others' business, instead of those that were played here."""
        wanted = TABLES.select().where(_of_scans(scans)).order_by(TABLES.c.created.desc(), TABLES.c.id)
        with self._guarded(), self._engine.connect() as connection:
            return tuple(row_of(r) for r in connection.execute(wanted))

    def table(self, table_id: str) -> TableRow | None:
        with self._guarded(), self._engine.connect() as connection:
            row = connection.execute(TABLES.select().where(TABLES.c.id == table_id)).one_or_none()
            return None if row is None else row_of(row)

    def numbers(self, scans: bool = False) -> tuple[tuple[TableRow, int], ...]:
        """All tables, the newest first, with the number of the last entry. scans: as for `tables`."""
        wanted = sa.select(*TABLES.c, _LAST_NUMBER).where(_of_scans(scans))
        wanted = wanted.order_by(TABLES.c.created.desc(), TABLES.c.id)
        with self._guarded(), self._engine.connect() as connection:
            return tuple((row_of(r), r.last or 0) for r in connection.execute(wanted))

    def stamps(self, ids: Sequence[str]) -> tuple[TableStamp, ...]:
        """What differs once another program wrote to one of these tables."""
        known = TABLES.c
        wanted = sa.select(known.id, _LAST_NUMBER, known.title, known.settings, known.deleted)
        with self._guarded(), self._engine.connect() as connection:
            found = connection.execute(wanted.where(known.id.in_(ids)))
            return tuple(
                TableStamp(id, n or 0, title, kept, away is not None) for id, n, title, kept, away in found
            )

    def first_decisions(self) -> dict[str, datetime]:
        """When the first decision at each table was taken, by table."""
        first = (
            sa.select(ENTRIES.c.table_id, sa.func.min(ENTRIES.c.number).label("number"))
            .where(ENTRIES.c.kind == "decision")
            .group_by(ENTRIES.c.table_id)
            .subquery()
        )
        wanted = sa.select(ENTRIES.c.table_id, ENTRIES.c.at).join(
            first, (ENTRIES.c.table_id == first.c.table_id) & (ENTRIES.c.number == first.c.number)
        )
        with self._guarded(), self._engine.connect() as connection:
            return {row.table_id: datetime.fromisoformat(row.at) for row in connection.execute(wanted)}

    def update(self, table_id: str, **changes: object) -> None:
        """Changes a table's title, settings, archived or deleted; what is not named stays as it is."""
        values = {name: COLUMN.get(name, unchanged)(value) for name, value in changes.items()}
        with self._write_transaction() as connection:
            connection.execute(TABLES.update().where(TABLES.c.id == table_id).values(**values))
            self._notify(connection, table_id)

    # --- entries

    def append(self, table_id: str, entries: Sequence[Entry], notes: Sequence[Note] = ()) -> None:
        """Adds entries, and notes beside them, all or none; they are on the disk when this returns. Raises
        EntryConflict."""
        with self._write_transaction() as connection:
            connection.execute(ENTRIES.insert(), [entry_values(table_id, e) for e in entries])
            if notes:
                connection.execute(NOTES.insert(), [_note_values(table_id, note) for note in notes])
            self._notify(connection, table_id)

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The table's entries with a number greater than `after`, in order."""
        with self._guarded(), self._engine.connect() as connection:
            rows = connection.execute(_SELECT_AFTER, {"id": table_id, "after": after})
            return tuple(entry_of(row) for row in rows)

    def setup(self, table_id: str) -> Entry | None:
        """The table's first entry."""
        wanted = sa.select(*(c for c in ENTRIES.c if c.name != "table_id"))
        wanted = wanted.where(ENTRIES.c.table_id == table_id).order_by(ENTRIES.c.number).limit(1)
        with self._guarded(), self._engine.connect() as connection:
            row = connection.execute(wanted).one_or_none()
            return None if row is None else entry_of(row)

    # --- beside the entries

    def note(self, table_id: str, note: Note) -> None:
        with self._write_transaction() as connection:
            connection.execute(NOTES.insert(), _note_values(table_id, note))

    def notes(self, table_id: str) -> tuple[Note, ...]:
        """The table's notes, by number and kind."""
        wanted = sa.select(NOTES.c.number, NOTES.c.what, NOTES.c.player)
        wanted = wanted.where(NOTES.c.table_id == table_id).order_by(NOTES.c.number, NOTES.c.what)
        with self._guarded(), self._engine.connect() as connection:
            return tuple(Note(row.number, row.what, row.player) for row in connection.execute(wanted))

    @contextmanager
    def transaction(self, exclusive: bool = False) -> Iterator[sa.Connection]:
        """A transaction for other tables in this database. Raises JournalError and EntryConflict.
        exclusive: no other program writes meanwhile."""
        with self._write_transaction() as connection:
            if exclusive:
                connection.exec_driver_sql(EXCLUSIVE_SQL[self._engine.dialect.name])
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """For reading from other tables in this database. It waits for nobody who writes. Raises
        JournalError."""
        with self._guarded(), self._engine.connect() as connection:
            yield connection

    # --- within

    def _notify(self, connection: sa.Connection, table_id: str) -> None:
        """Notifies every other server process of this transaction when it is committed (PostgreSQL)."""
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_notify(NOTIFY_CHANNEL, f"{self.origin} {table_id}")))

    @contextmanager
    def _write_transaction(self) -> Iterator[sa.Connection]:
        """A transaction that succeeds only if it is in the file that a restart would open."""
        with self._guarded(write=True):
            self._check_file()
            with self._engine.begin() as connection:
                yield connection
            self._check_file()

    def _check_file(self) -> None:
        if self._file is not None and not self._file.check(self._count):
            self._engine.dispose()

    def _count(self) -> int:
        with self._engine.connect() as connection:
            count: int = connection.execute(sa.select(sa.func.count()).select_from(ENTRIES)).scalar_one()
            return count

    @contextmanager
    def _guarded(self, write: bool = False) -> Iterator[None]:
        """Converts database errors to JournalError and EntryConflict. On SQLite only one thread of this
        process writes at a time, so that none waits in SQLite's busy loop; one that would wait longer than
        BUSY_SECONDS is refused, so that answers do not queue on a locked file. Reads do not wait."""
        alone = self._in_memory or (write and self.url.get_backend_name() == "sqlite")
        if alone and not self._lock.acquire(timeout=BUSY_SECONDS):
            raise locked_error(self.url)
        try:
            yield
        except IntegrityError:
            raise EntryConflict from None
        except DBAPIError as wrong:
            raise as_journal_error(wrong.orig, self.url) from wrong
        except PoolTimeout:
            raise locked_error(self.url) from None
        finally:
            if alone:
                self._lock.release()

    def _prepare(self) -> None:
        if self.url.get_backend_name() == "sqlite":
            self._check_sqlite()
        self.up_to_date = prepare(self._engine)

    def _check_sqlite(self) -> None:
        """Detects a damaged file on opening."""
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise as_journal_error(str(found), self.url)


def _note_values(table_id: str, note: Note) -> dict[str, object]:
    return {"table_id": table_id, "number": note.number, "what": note.what, "player": note.player}


def _keep_private(file: Path) -> None:
    """Names, secret answers and the key of all codes lie there. SQLite gives its log the file's mode."""
    with suppress(OSError):  # SQLite has the sentence
        begin_private(file)
        for end in ("-wal", "-shm"):
            close_to_others(Path(f"{file}{end}"))
