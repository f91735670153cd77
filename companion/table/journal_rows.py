"""Entries and tables as values, and their conversion to and from the database's columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from typing import Any, Literal

from companion.games.contract import Json
from companion.games.scanned.game import FINISHED

Kind = Literal["setup", "decision", "draw", "correction", "undo", "redo", "jump", "clock"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's journal.

    number: from 1 by table. kind "draw": an outcome of chance, drawn or rolled; "clock": an action on the
    questions' clocks. data: the decision, correction, setup or clock action as JSON. words: the line in a
    sentence. player: the seat that decided, from 0. by: who entered it: a device's name, "camera", "virtual
    bag", "virtual dice" or "clock". key: the request's idempotency key; the same key twice is one entry. at:
    UTC. target: for undo, redo and jump the entry whose state holds from here on.
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

    @property
    def is_scan(self) -> bool:
        """A finished table that people scan, which is not in play."""
        return self.game.startswith(FINISHED)


@dataclass(frozen=True, slots=True)
class TableStamp:
    """What changes with every write to a table. number: of its last entry; settings: as they are stored."""

    id: str
    number: int
    title: str
    settings: str
    deleted: bool


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def load_json(text: str) -> Json:
    """Stored JSON. Text that is none becomes no valid decision: the table opens up to that entry and reports
    it."""
    try:
        return json.loads(text)
    except ValueError:
        return {"unreadable": text}


def _time(text: str) -> datetime:
    """A time that cannot be parsed becomes 1970, so that the table still opens."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def entry_values(table_id: str, e: Entry) -> dict[str, Any]:
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


def entry_of(row: Iterable[Any]) -> Entry:
    number, kind, data, words, player, by, key, at, target = row
    return Entry(number, kind, load_json(data), words, player, by, key, _time(at), target)


def unchanged(value: Any) -> Any:
    return value


def _when(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


COLUMN: dict[str, Callable[[Any], Any]] = {
    "created": _when,
    "settings": lambda value: _dump(dict(value)),
    "archived": _when,
    "deleted": _when,
}


def row_values(row: TableRow) -> dict[str, Any]:
    return {f.name: COLUMN.get(f.name, unchanged)(getattr(row, f.name)) for f in fields(row)}


def row_of(row: Any) -> TableRow:
    return TableRow(
        row.id,
        row.game,
        row.title,
        _time(row.created),
        load_json(row.settings),
        row.archived and _time(row.archived),
        row.deleted and _time(row.deleted),
    )
