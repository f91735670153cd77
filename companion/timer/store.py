"""Timers in the journal's own database, so that they survive a restart of the companion."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from companion.system.steady_time import moment, moment_of
from companion.table.journal import Journal
from companion.table.sql_tables import TIMERS
from companion.timer.clock import Timer, from_json, to_json
from companion.translation import marked

MAX_KEYS = 30
"""Keys of the last requests that are kept with a timer: the same request twice is done once."""
MAX_TIMERS = 20
"""With one more the oldest is deleted."""


class NoSuchTimer(LookupError):
    """No timer has this id."""

    message = marked("There is no timer {timer}: begin a new one.")

    def __init__(self, timer_id: str) -> None:
        self.timer_id = timer_id[:40]
        self.sentence = self.message.format(timer=self.timer_id)
        super().__init__(self.sentence)


@dataclass(frozen=True, slots=True)
class StoredTimer:
    """number: of its last change, from 1; changed: when, ms since 1970 by the machine's clock, and after
    every change of any timer before, to which that clock may have been set back."""

    id: str
    number: int
    changed: int
    timer: Timer


class Timers:
    """Safe to share by threads. Every method raises JournalError when the database cannot be used."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def create(self, timer: Timer) -> StoredTimer:
        with self._journal.transaction(exclusive=True) as connection:
            kept = StoredTimer(secrets.token_hex(4), 1, _change(connection), timer)
            connection.execute(TIMERS.insert(), _values(kept, []))
            old = connection.execute(
                sa.select(TIMERS.c.id).order_by(TIMERS.c.changed.desc()).offset(MAX_TIMERS)
            ).scalars()
            for timer_id in list(old):
                connection.execute(TIMERS.delete().where(TIMERS.c.id == timer_id))
        return kept

    def get(self, timer_id: str) -> StoredTimer:
        """Raises NoSuchTimer."""
        with self._journal.reading() as connection:
            return self._read(connection, timer_id)[0]

    def recent(self) -> tuple[StoredTimer, ...]:
        """The last changed first."""
        with self._journal.reading() as connection:
            rows = connection.execute(TIMERS.select().order_by(TIMERS.c.changed.desc())).all()
        return tuple(_kept(row) for row in rows)

    def change(self, timer_id: str, key: str, action: Callable[[Timer], Timer]) -> StoredTimer:
        """Does `action`, unless a request with this key did already or nothing comes of it. Raises
        NoSuchTimer, and what `action` raises."""
        with self._journal.transaction(exclusive=True) as connection:
            kept, keys = self._read(connection, timer_id)
            after = kept.timer if key in keys else action(kept.timer)
            if after != kept.timer:
                kept = StoredTimer(timer_id, kept.number + 1, _change(connection), after)
                connection.execute(
                    TIMERS.update().where(TIMERS.c.id == timer_id), _values(kept, [*keys, key][-MAX_KEYS:])
                )
        return kept

    def _read(self, connection: sa.Connection, timer_id: str) -> tuple[StoredTimer, list[str]]:
        row = connection.execute(TIMERS.select().where(TIMERS.c.id == timer_id)).one_or_none()
        if row is None:
            raise NoSuchTimer(timer_id)
        return _kept(row), json.loads(row.keys)


def _change(connection: sa.Connection) -> int:
    """The `changed` of what is changed now."""
    last = connection.execute(sa.select(sa.func.max(TIMERS.c.changed))).scalar()
    return max(round(1000 * time.time()), (last or 0) + 1)


def _kept(row: sa.Row[tuple[object, ...]]) -> StoredTimer:
    return StoredTimer(row.id, row.number, row.changed, _timer(json.loads(row.data)))


def _timer(data: dict[str, Any]) -> Timer:
    """As it runs by this process's steady clock."""
    counter = data.pop("counter", None)
    timer = from_json(data)
    if timer.ends is None:
        return timer
    now = moment()
    left = now.until(moment_of(timer.ends / 1000, counter))
    return replace(timer, ends=round(1000 * (now.counted + left)))


def _values(kept: StoredTimer, keys: list[str]) -> dict[str, object]:
    """ends: by the machine's clock, and beside it the counter at that moment."""
    data, ends = to_json(kept.timer), kept.timer.ends
    if ends is not None:
        now = moment()
        data |= {"ends": ends + round(1000 * (now.wall - now.counted)), "counter": [now.whose, ends / 1000]}
    return {
        "id": kept.id,
        "number": kept.number,
        "data": json.dumps(data, ensure_ascii=False),
        "keys": json.dumps(keys),
        "changed": kept.changed,
    }
