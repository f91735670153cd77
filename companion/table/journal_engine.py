"""The connections to a journal's database, and how each is set."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from companion.table.journal_errors import foreign_error
from companion.table.sql_tables import ENTRIES, LEGACY, REVISION_TABLE, TABLES

BUSY_SECONDS = 5.0
"""How long a write waits for other programs that hold the database and for this program's other writes."""

OWN_TABLES = {LEGACY.name, REVISION_TABLE, TABLES.name, ENTRIES.name}
"""Every journal has one of these, a damaged one too."""

MAX_CONNECTIONS = 32
"""To a database server: one for each thread that answers requests."""


def make_engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(
            url, pool_pre_ping=True, pool_size=4, max_overflow=MAX_CONNECTIONS - 4, pool_timeout=BUSY_SECONDS
        )
    memory = in_memory(url)
    more: dict[str, Any] = {"poolclass": StaticPool} if memory else {"pool_timeout": BUSY_SECONDS}
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, **more)

    @sa.event.listens_for(engine, "connect")
    def _settle(connection: Any, _record: object) -> None:
        refuse_foreign(connection, url)
        # FULL syncs at every commit; fullfsync is needed for that on macOS and has no effect elsewhere.
        _write_ahead(connection)
        for pragma in ("synchronous=FULL", "fullfsync=ON", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def make_no_file(engine: sa.Engine, path: Path) -> None:
    """From now on connections open only a file that is there. SQLite would make an empty one in the place of
    a file that was moved, and delete the log that lies beside it: what only the log has would be lost."""

    @sa.event.listens_for(engine, "do_connect")
    def _open(_dialect: object, _record: object, _arguments: object, more: dict[str, Any]) -> Any:
        return sqlite3.connect(existing(path), uri=True, **more)


def existing(path: Path) -> str:
    """The address by which SQLite opens a file that is there, and makes none."""
    return f"{path.absolute().as_uri()}?mode=rw"


def refuse_foreign(connection: sqlite3.Connection, url: sa.URL) -> None:
    """Raises JournalError for a file that has tables and none of a journal's: nothing is written to it, not
    even that its log is to be kept apart. (On a server others may have their tables beside ours.)"""
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if there and not there & OWN_TABLES:
        raise foreign_error(url)


def in_memory(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switches to WAL, so that `companion record` can read while a table writes. SQLite refuses two programs
    that switch a new file at once without waiting, because of a deadlock; hence the retry."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as wrong:
            if not wrong.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > until:
                raise
        time.sleep(0.01)
