"""Stores PINs and tokens in the journal's database, so that all servers on one journal agree."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable

import sqlalchemy as sa

from companion.games.contract import Json
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from companion.table.sql_tables import ACCESS

CACHE_SECONDS = 1.0
"""How long a value that was read is used: a change made by another server is seen this late at most."""

MAX_CACHED_VALUES = 4_000


class AccessStore:
    """Named JSON values. Safe to share by threads. Every method raises JournalError when the database cannot
    be used."""

    def __init__(self, journal: Journal, clock: Callable[[], float] = time.monotonic) -> None:
        self._journal = journal
        self._clock = clock
        self._lock = threading.Lock()
        self._read: dict[str, tuple[float, Json]] = {}
        self.on_change: Callable[[], None] | None = None
        """Called after each change that this process made, in its thread."""

    def get(self, name: str) -> Json:
        """The value, at most CACHE_SECONDS old; None: there is none. While the database cannot be read: the
        last value that was."""
        known = self._read.get(name)
        if known is not None and self._clock() - known[0] < CACHE_SECONDS:
            return known[1]
        try:
            with self._journal.reading() as connection:
                value = self._select(connection, name)
        except JournalError:
            if known is None:
                raise
            return known[1]
        self._remember(name, value)
        return value

    def change(self, name: str, change: Callable[[Json], Json]) -> Json:
        """Replaces the value by `change(value)` in an exclusive transaction; None removes it."""
        with self._journal.transaction(exclusive=True) as connection:
            before = self._select(connection, name)
            after = change(before)
            if after != before:
                connection.execute(ACCESS.delete().where(ACCESS.c.name == name))
                if after is not None:
                    connection.execute(ACCESS.insert(), {"name": name, "value": json.dumps(after)})
        self._remember(name, after)
        if self.on_change is not None and after != before:
            self.on_change()
        return after

    def named(self, prefix: str) -> dict[str, Json]:
        """All values whose names begin so, by the rest of the name."""
        with self._journal.reading() as connection:
            rows = connection.execute(
                sa.select(ACCESS.c.name, ACCESS.c.value).where(
                    ACCESS.c.name.startswith(prefix, autoescape=True)
                )
            ).all()
        return {row.name.removeprefix(prefix): json.loads(row.value) for row in rows}

    def _remember(self, name: str, value: Json) -> None:
        with self._lock:
            if len(self._read) >= MAX_CACHED_VALUES:
                self._read.clear()
            self._read[name] = (self._clock(), value)

    def _select(self, connection: sa.Connection, name: str) -> Json:
        text = connection.execute(sa.select(ACCESS.c.value).where(ACCESS.c.name == name)).scalar()
        return None if text is None else json.loads(text)
