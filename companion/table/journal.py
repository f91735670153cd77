"""The journal: every table's entries, in order, kept for good.

Entries are only ever added. A committed entry is on the disk: it survives a killed process and a power cut.
SQLite by default, PostgreSQL by URL; one (table, number) each and one (table, key) each are held by the
database itself, so two servers on one journal cannot write the same line either.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from companion.games.contract import Json
from companion.table.journal_errors import JournalError, as_journal_error
from companion.table.journal_file import JournalFile, refuse_emptied
from companion.table.journal_schema import ALONE, ENTRIES, TABLES, prepare

__all__ = ["Entry", "Journal", "JournalError", "Kind", "TableRow", "Taken"]

BUSY_SECONDS = 5.0
"""How long a write waits for another program that holds the database."""

VIRTUAL_BAG = "virtual bag"
"""`Entry.by` of a draw that the companion made from the table's seed."""
VIRTUAL_DICE = "virtual dice"
"""`Entry.by` of a roll that the companion made from the table's seed."""
CLOCK = "clock"
"""`Entry.by` of the answer that a run-out clock gave."""

Kind = Literal["setup", "decision", "draw", "correction", "undo", "redo", "jump", "clock"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's journal.

    number: from 1 by table. kind "draw": an outcome of chance, drawn or rolled; "clock": an action on the
    questions' clocks. data: the decision, correction, setup or clock action as JSON. words: the line in a
    sentence. player: the seat that decided, from 0. by: who told it: a device's name, "camera", "virtual
    bag", "virtual dice" or "clock". key: the request's own name; the same twice is one entry. at: UTC.
    target: for undo, redo and jump the entry whose state holds from here on.
    """

    number: int
    kind: Kind
    data: Json
    words: str
    player: int | None
    by: str
    key: str
    at: datetime
    target: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in the list of tables. settings: a JSON object. archived, deleted: since when, UTC."""

    id: str
    game: str
    title: str
    created: datetime
    settings: Mapping[str, Json] = field(default_factory=dict)
    archived: datetime | None = None
    deleted: datetime | None = None


class Taken(Exception):
    """Another writer has this entry's number or key already: read the journal again."""


_READ = (
    sa.select(*(c for c in ENTRIES.c if c.name != "table_id"))
    .where(ENTRIES.c.table_id == sa.bindparam("id"), ENTRIES.c.number > sa.bindparam("after"))
    .order_by(ENTRIES.c.number)
)


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
            # A file's name may hold what means something in an address ("Friday? 100%.db").
            is_file = isinstance(url, Path) or "://" not in text
            self.url = sa.URL.create("sqlite", database=text) if is_file else sa.make_url(text)
            if self.url.get_backend_name() not in ALONE:
                raise JournalError("unreachable", "A journal lies in a SQLite file or in PostgreSQL.")
            if self.url.drivername == "postgresql":  # SQLAlchemy would take psycopg2, which is not ours
                self.url = self.url.set(drivername="postgresql+psycopg")
            self._engine = _engine(self.url)
        except ImportError:
            raise JournalError(
                "unreachable",
                "PostgreSQL's driver is not installed: run `pip install 'table-companion[postgresql]'`, "
                "and give an address that begins with postgresql://.",
            ) from None
        except SQLAlchemyError as wrong:
            raise JournalError(
                "unreachable", f"The database address cannot be used ({_first_line(wrong)})."
            ) from None
        self._lock = threading.Lock()
        self._file: JournalFile | None = None
        name = self.url.database if self.url.get_backend_name() == "sqlite" else None
        in_file = name and name != ":memory:" and not name.startswith("file:")
        try:
            if name and in_file:
                refuse_emptied(name)
            with self._doing():
                self._prepare()
            if name and in_file:
                self._file = JournalFile(name)
        except BaseException:
            self._engine.dispose()
            raise

    def close(self) -> None:
        self._engine.dispose()

    # --- tables

    def create(self, row: TableRow, entries: Sequence[Entry]) -> None:
        """A new table with its first entries, both or neither. Raises Taken when the id is in use."""
        with self._writing() as connection:
            connection.execute(TABLES.insert(), _row_values(row))
            connection.execute(ENTRIES.insert(), [_values(row.id, e) for e in entries])

    def tables(self) -> tuple[TableRow, ...]:
        """Every table, archived and deleted ones too, the newest first."""
        with self._doing(), self._engine.connect() as connection:
            rows = connection.execute(TABLES.select().order_by(TABLES.c.created.desc(), TABLES.c.id))
            return tuple(_row(r) for r in rows)

    def table(self, table_id: str) -> TableRow | None:
        with self._doing(), self._engine.connect() as connection:
            row = connection.execute(TABLES.select().where(TABLES.c.id == table_id)).one_or_none()
            return None if row is None else _row(row)

    def numbers(self) -> tuple[tuple[TableRow, int], ...]:
        """Every table, the newest first, with the number of its last entry."""
        last = sa.select(sa.func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == TABLES.c.id)
        wanted = sa.select(*TABLES.c, last.scalar_subquery().label("last")).order_by(
            TABLES.c.created.desc(), TABLES.c.id
        )
        with self._doing(), self._engine.connect() as connection:
            return tuple((_row(r), r.last or 0) for r in connection.execute(wanted))

    def update(self, table_id: str, **changes: Any) -> None:
        """Changes a table's title, settings, archived or deleted; what is not named stays as it is."""
        values = {name: _COLUMN.get(name, _same)(value) for name, value in changes.items()}
        with self._writing() as connection:
            connection.execute(TABLES.update().where(TABLES.c.id == table_id).values(**values))

    # --- entries

    def append(self, table_id: str, entries: Sequence[Entry]) -> None:
        """Adds entries, all or none; they are on the disk when this returns. Raises Taken."""
        with self._writing() as connection:
            connection.execute(ENTRIES.insert(), [_values(table_id, e) for e in entries])

    def entries(self, table_id: str, after: int = 0) -> tuple[Entry, ...]:
        """The table's entries with a number greater than `after`, in order."""
        with self._doing(), self._engine.connect() as connection:
            rows = connection.execute(_READ, {"id": table_id, "after": after})
            return tuple(_entry(row) for row in rows)

    # --- beside the entries

    @contextmanager
    def transaction(self, alone: bool = False) -> Iterator[sa.Connection]:
        """A transaction for what else lies in this database; its troubles are JournalErrors too, and Taken.
        alone: no other program writes meanwhile."""
        with self._writing() as connection:
            if alone:
                connection.exec_driver_sql(ALONE[self._engine.dialect.name])
            yield connection

    # --- within

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction that is not acknowledged unless it is in the file that a restart would open."""
        with self._doing():
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
    def _doing(self) -> Iterator[None]:
        """Turns a database's trouble into our own words. SQLite gets one writer at a time from us, so
        that threads of one process never wait in its busy loop."""
        with self._lock:
            try:
                yield
            except IntegrityError:
                raise Taken from None
            except DBAPIError as wrong:
                raise as_journal_error(wrong.orig, self.url) from wrong

    def _prepare(self) -> None:
        if self.url.get_backend_name() == "sqlite":
            self._check_sqlite()
        prepare(self._engine)

    def _check_sqlite(self) -> None:
        """A damaged file is found at the door rather than in the middle of an evening."""
        with self._engine.connect() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if found != "ok":
            raise as_journal_error(str(found), self.url)


def _engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_pre_ping=True)
    memory = url.database in (None, "", ":memory:")
    more: dict[str, Any] = {"poolclass": StaticPool} if memory else {}
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, **more)

    @sa.event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: object) -> None:
        # FULL syncs at every commit, which takes a word more on macOS and means nothing elsewhere.
        _write_ahead(connection)
        for pragma in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """WAL lets `companion record` read while a table writes. Two programs that change a new file to it at
    once are refused without SQLite's own waiting, since each holds what the other waits for."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as wrong:
            if not wrong.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _first_line(wrong: BaseException) -> str:
    return str(wrong).partition("\n")[0].rstrip(".")


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _load(text: str) -> Json:
    """A line that is no JSON is no decision either: the table opens up to it and says so."""
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text}


def _time(text: str) -> datetime:
    """A time that somebody spoiled by hand keeps nobody from a table."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def _values(table_id: str, e: Entry) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": e.number,
        "kind": e.kind,
        "data": _dump(e.data),
        "words": e.words,
        "player": e.player,
        "by": e.by,
        "key": e.key,
        "at": e.at.isoformat(),
        "target": e.target,
    }


def _entry(row: Iterable[Any]) -> Entry:
    number, kind, data, words, player, by, key, at, target = row
    return Entry(number, kind, _load(data), words, player, by, key, _time(at), target)


def _same(value: Any) -> Any:
    return value


def _when(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


_COLUMN: dict[str, Callable[[Any], Any]] = {
    "created": _when,
    "settings": lambda value: _dump(dict(value)),
    "archived": _when,
    "deleted": _when,
}


def _row_values(row: TableRow) -> dict[str, Any]:
    return {f.name: _COLUMN.get(f.name, _same)(getattr(row, f.name)) for f in fields(row)}


def _row(row: Any) -> TableRow:
    return TableRow(
        row.id,
        row.game,
        row.title,
        _time(row.created),
        _load(row.settings),
        row.archived and _time(row.archived),
        row.deleted and _time(row.deleted),
    )
