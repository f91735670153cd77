"""Writes what was told of tiles in play into the box of the table, with who told it and when.

A table's journal has it anyway; the box has it for the next game. What the entries on the way to the table's
state say is in the box, no matter by which of them it came there: taken back at the table, it is taken out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from weakref import WeakKeyDictionary

from companion.box.met_elsewhere import Numbers, has_name
from companion.box.shelf import BoxTrouble, Shelf
from companion.box.told_beside import ToldTile, beside
from companion.box.unread import pieces_in, pieces_of, with_piece, without_piece
from companion.games.contract import BoxTile, Game, Illegal, State, box_of, game_at
from companion.games.contract.one_piece import is_same, made_same
from companion.games.contract.piece_names import plain_name
from companion.games.contract.told import IN_BOX, ToldBy, at_table
from companion.table.follower import SETUP, Follower, Later
from companion.table.journal import Entry
from companion.table.journal_rows import TableRow
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.timeline import correction_from_json
from companion.translation import marked

_NOTHING = BoxTile("", {})
_Told = Mapping[str, ToldTile]
"""What a table tells, by tile."""


class ToldFacts:
    """Keeps the boxes up to date with all tables of this house. Safe to share by threads. branch: which
    of several houses on one journal this is; tables from before a house had a name are its own, too."""

    def __init__(self, tables: Tables, shelf: Shelf, branch: str = "") -> None:
        self._tables = tables
        self._shelf = shelf
        self._branch = branch
        self._said: WeakKeyDictionary[Table[State], _Said] = WeakKeyDictionary()
        whose = hashlib.sha256(f"{branch}\n{shelf.folder.absolute()}".encode()).hexdigest()[:16]
        self.follower = Follower(
            tables,
            f"box {whose}",
            self._take,
            lambda why: marked(
                "What was told at the table is not in your box yet: {why} Nothing is lost: the table has it, "
                "and it is tried again by itself.",
                why=why,
            ),
            wants=self._wants,
        )

    def _wants(self, row: TableRow) -> bool:
        return self._is_here(str(row.settings.get("branch", "")))

    def _is_here(self, branch: str) -> bool:
        return branch in ("", self._branch)

    def _take(self, table: Table[State], after: int, last: int) -> bool:
        if table.game.box is None or not table.setup.told or not self._is_here(table.settings.branch):
            return False
        said = self._of(table)
        old, new = said.at(table, after), said.at(table, last)
        changed = [id for id in dict.fromkeys((*old, *new)) if old.get(id) != new.get(id)]
        if not changed:
            return False

        # Not the table's own game: there a number of the box may stand for another piece, which lies beneath.
        rules = self._tables.rules(table.game.name)

        def edit(text: str) -> str:
            kept = pieces_in(rules, text)
            for one, before, now in said.steps(changed, old, new, text, kept):
                kept = pieces_in(rules, text)
                id = said.numbers.in_box(one, (_tiles(before), _tiles(now)), text, kept)
                told = (_as(before.get(one), id), _as(now.get(one), id))
                tile = beside(rules, said.place, kept.get(id), said.begun.get(id), *told)
                if tile is not kept.get(id):
                    text = without_piece(rules, text, id) if tile is None else with_piece(rules, text, tile)
            return text

        try:
            self._shelf.change(table.game.name, edit, table.settings.copy)
        except BoxTrouble as wrong:
            raise Later(wrong.marked) from wrong
        return True

    def _of(self, table: Table[State]) -> _Said:
        said = self._said.get(table)
        if said is None:
            said = self._said[table] = _Said(table, self._tables.rules(table.game.name))
        return said

    def told_by(self, table: Table[State], id: str) -> tuple[str, ...]:
        """Who told which facts of a tile and when, one line each, before this table and at it."""
        told = self._of(table).at(table, table.number).get(id)
        if told is None:
            return ()
        return (*self._of(table).begun.get(id, _NOTHING).told, *told.by)


class _Said:
    """What a table's entries tell of its tiles, by the entry up to which they are read. begun: the tiles of
    the box that the table began with."""

    def __init__(self, table: Table[State], rules: Game[State]) -> None:
        self.begun: Mapping[str, BoxTile] = pieces_of(table.game, table.setup.box or "")
        self.place = at_table(table.id)
        self._box = table.game.box
        self._state = table.state_at(SETUP)
        self._blank = box_of(game_at(table.game, self._state)).book()
        self.numbers = Numbers(rules, game_at(table.game, self._state), self._blank, self.begun, self.place)
        self._at: dict[int, Mapping[str, ToldTile]] = {SETUP: {}}

    def at(self, table: Table[State], number: int) -> Mapping[str, ToldTile]:
        """What the entries say that the state after entry `number` results from, by tile."""
        path = table.path(number)
        known = max((n for n, (entry, _node) in enumerate(path) if entry.number in self._at), default=0)
        said = self._at.get(path[known][0].number, {})
        for entry, node in path[known + 1 :]:
            said = self._at[entry.number] = self._after(said, entry, node.state)
        return said

    def _after(self, before: Mapping[str, ToldTile], entry: Entry, state: State) -> Mapping[str, ToldTile]:
        assert self._box is not None
        tiles = self._box.told_tiles(self._state, state)
        gone = [id for id, told in before.items() if told.tile is None]
        if entry.kind == "correction" and is_same(correction := correction_from_json(entry.data)):
            gone.append(made_same(correction)[0])
        found = {id: ToldTile(None) for id in gone}
        found |= {id: self._told(before.get(id), tile, entry) for id, tile in tiles.items()}
        return before if found == before else found

    def _told(self, before: ToldTile | None, tile: BoxTile, entry: Entry) -> ToldTile:
        if before is not None and before.tile == tile:
            return before
        begun = before.tile if before is not None else self.begun.get(tile.id)
        was = begun or _NOTHING
        # The form of a whole piece says itself what was told otherwise.
        lines = tuple(self._placed(line) for line in tile.told if line not in was.told)
        if not lines and entry.by:
            left = self._never_told(tile.id) if begun is None else was.untold
            facts = tuple(fact for fact in left if fact not in tile.untold)
            facts = (*facts, *self._in_part(tile, was))
            lines = (ToldBy(entry.at.date(), entry.by, facts, self.place).line,)
        return ToldTile(tile, (*(before.by if before is not None else ()), *lines))

    def _placed(self, line: str) -> str:
        """Told here, unless the line itself says where."""
        read = ToldBy.read(line)
        return line if read is None or read.at else replace(read, at=self.place).line

    def steps(
        self, changed: Sequence[str], old: _Told, new: _Told, text: str, kept: Mapping[str, BoxTile]
    ) -> list[tuple[str, _Told, _Told]]:
        """What changed of these pieces, in the box's turn: first what is told no more. A number that means
        another piece now, as after a jump to another course, is two of them."""
        gone: list[tuple[str, _Told, _Told]] = []
        told: list[tuple[str, _Told, _Told]] = []
        for id in changed:
            two = self._is_another(id, old, new, text, kept)
            if two or id not in new:
                gone.append((id, old, {}))
            if two or id in new:
                told.append((id, {} if two else old, new))
        return [*gone, *told]

    def _is_another(self, id: str, old: _Told, new: _Told, text: str, kept: Mapping[str, BoxTile]) -> bool:
        """It is called otherwise now, and another table tells the piece of the old name, or the box has the
        new name elsewhere."""
        was, now = _tiles(old).get(id), _tiles(new).get(id)
        if was is None or now is None or not has_name(was) or not has_name(now):
            return False
        name = plain_name(now.name)
        if was.type != now.type or plain_name(was.name) == name:
            return was.type != now.type
        row = self.numbers.in_box(id, (_tiles(old),), text, kept)
        at = {told.at for told in ToldBy.all(kept[row].told)} if row in kept else set()
        others = (tile for n, tile in kept.items() if n != row and has_name(tile))
        return bool(at - {"", IN_BOX, self.place}) or any(plain_name(tile.name) == name for tile in others)

    def _in_part(self, tile: BoxTile, was: BoxTile) -> tuple[str, ...]:
        """The parts of which something more is told, though not yet all."""
        found: set[str] = set()
        with suppress(Illegal, TypeError, ValueError, LookupError):
            of = self._blank.printed_on(self._blank.piece(tile.id))
            for row in of.rows:
                if len(of.parts(row.key)) > 1:
                    before = row.unboxed(was.fields) or ()
                    found |= {row.part(one) for one in row.unboxed(tile.fields) or () if one not in before}
        return tuple(part for part in tile.untold if part in found)

    def _never_told(self, id: str) -> tuple[str, ...]:
        """What nobody had told of a tile that the box had not when the table began."""
        with suppress(Illegal):
            return tuple(self._blank.piece(id).untold)
        return ()


def _tiles(told: Mapping[str, ToldTile]) -> dict[str, BoxTile]:
    return {id: one.tile for id, one in told.items() if one.tile is not None}


def _as(told: ToldTile | None, id: str) -> ToldTile | None:
    """With the id that its box has for it."""
    if told is None or told.tile is None or told.tile.id == id:
        return told
    return ToldTile(BoxTile(told.tile.type, {**told.tile.fields, "id": id}), told.by)
