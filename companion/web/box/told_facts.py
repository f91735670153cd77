"""Writes what was told of tiles in play into the owner's box, with who told it and when.

A table's journal has it anyway; the box has it for the next game. Taken back at the table, it is taken out of
the box too.
"""

from __future__ import annotations

import logging

from companion.box.editing import tiles_in, with_tile, without_tile
from companion.box.shelf import BoxTrouble, Shelf
from companion.games.contract import BoxTile, Illegal, Json, State
from companion.table.journal import Entry
from companion.table.table import Table
from companion.table.tables import Tables

_log = logging.getLogger(__name__)
_TOLD, _UNTOLD = "told", "untold"


class ToldFacts:
    """Keeps the box in use up to date with all tables. Safe to share by threads."""

    def __init__(self, tables: Tables, shelf: Shelf) -> None:
        self._tables = tables
        self._shelf = shelf

    def watch(self) -> ToldFacts:
        """From now on after every change of a table, and after whoever else listens. Returns itself."""
        others = self._tables.on_change

        def changed(table: Table[State]) -> None:
            if others is not None:
                others(table)
            self.changed(table)

        self._tables.on_change = changed
        return self

    def changed(self, table: Table[State]) -> None:
        """Call after each change of a table. An error here never disturbs the game."""
        if table.game.box is None or not table.setup.told or table.number < 2:
            return
        try:
            self._keep(table)
        except (BoxTrouble, Illegal, OSError) as wrong:
            _log.warning("what table %s told of its tiles is not in the box: %s", table.id, wrong)

    def _keep(self, table: Table[State]) -> None:
        box = table.game.box
        assert box is not None
        begun, before = table.state_at(1), table.state_at(table.number - 1)
        old, new = box.told_tiles(begun, before), box.told_tiles(begun, table.state)
        changes = {id: (old.get(id), new.get(id)) for id in (*old, *new) if old.get(id) != new.get(id)}
        if not changes:
            return
        entry = table.now.last.entry
        known = tiles_in(table.setup.box) if table.setup.box else {}

        def edit(text: str) -> str:
            for id, (was, now) in changes.items():
                text = _changed(text, was, now, known.get(id), entry, table.game.title)
            return text

        self._shelf.change(table.game.name, edit)


def _changed(
    text: str, was: BoxTile | None, now: BoxTile | None, begun: BoxTile | None, entry: Entry, title: str
) -> str:
    """The box with a tile as it is now. was: before this step; begun: as the table's box began with."""
    if now is None:
        assert was is not None
        return without_tile(text, was.id) if begun is None else with_tile(text, begun, title)
    kept = tiles_in(text).get(now.id) if text else None
    if kept is not None and kept != begun and was is None and len(_untold(kept)) <= len(_untold(now)):
        return text  # another table has told this tile meanwhile
    known = kept or begun
    marks = [] if known is None else list(known.fields.get(_TOLD, ()))
    facts = [fact for fact in _untold(was or known) if fact not in _untold(now)]
    by = entry.by if entry.kind not in ("undo", "redo", "jump") else ""
    if by:
        marks.append(f"{entry.at:%Y-%m-%d} {by}: {', '.join(facts) or 'first told'}")
    fields: dict[str, Json] = {name: value for name, value in now.fields.items() if name != _TOLD}
    return with_tile(text, BoxTile(now.type, fields | ({_TOLD: marks} if marks else {})), title)


def _untold(tile: BoxTile | None) -> tuple[str, ...]:
    return () if tile is None else tuple(tile.fields.get(_UNTOLD, ()))
