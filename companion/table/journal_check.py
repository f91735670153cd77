"""Proves that every table of a journal replays: each entry follows by the rules, and no number is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.table.journal import TableRow
from companion.table.tables import Tables


@dataclass(frozen=True, slots=True)
class Checked:
    """A table that was replayed. trouble: why it does not replay, in one sentence; empty: it does."""

    row: TableRow
    entries: int
    trouble: str


def check_tables(tables: Tables) -> Iterator[Checked]:
    """Every table of the journal, archived and deleted ones too, the newest first. Raises JournalError."""
    for row, last in tables.journal.numbers():
        numbers = [entry.number for entry in tables.journal.entries(row.id)]
        missing = sorted(set(range(1, last + 1)) - set(numbers))
        if missing:
            yield Checked(row, len(numbers), f"Entry {missing[0]} is missing.")
            continue
        try:
            table = tables.open_unshared(row.id)
        except LookupError as wrong:  # no such game here, or no entries
            yield Checked(row, len(numbers), getattr(wrong, "sentence", None) or str(wrong))
            continue
        yield Checked(row, len(numbers), table.unreadable or "")
