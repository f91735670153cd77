"""Under which id a box has a piece that a table met by its name alone.

Each table numbers what it meets, so that two tables of a house give one number to two pieces, and two numbers
to one. In the box a name is one piece, whatever number its table has for it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import product
from typing import Any

from companion.games.contract import Box, BoxTile, Game, Illegal, State, box_of
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.piece_names import plain_name
from companion.games.contract.told import IN_BOX, ToldBy

NEARLY = 0.86
"""How much of two names is the same (difflib's ratio) where they may be two spellings of one."""

_NO_FACT = frozenset(("id", "name", "told", "untold", "source", "assumed"))

_NOBODYS_NAME = "?" * 9


def has_name(tile: BoxTile) -> bool:
    """Somebody told it."""
    told = "name" in tile.fields and tile.fields.get("source") != "stand-in"
    return told and "name" not in (*tile.untold, *tile.assumed)


@dataclass(frozen=True, slots=True)
class Numbers:
    """rules: the game as it comes; game: of the table; blank: its pieces as it began; begun: those of the box
    that it began with; at: the table, as in `ToldBy`."""

    rules: Game[State]
    game: Game[State]
    blank: PieceBook[Any]
    begun: Mapping[str, BoxTile]
    at: str

    def in_box(
        self, id: str, told: Sequence[Mapping[str, BoxTile]], text: str, kept: Mapping[str, BoxTile]
    ) -> str:
        """The id in the box, whose text and pieces are these. told: all pieces as the table told them at one
        time and another."""
        named = [tiles[id] for tiles in told if id in tiles and has_name(tiles[id])]
        if not named:
            return id
        tile, names = named[-1], {plain_name(one.name) for one in named}
        there = kept.get(tile.id)
        moves = self._is_another(there, id, names) if id in self.begun else self._is_met(tile)
        if not moves:
            return id
        if there is not None and (not has_name(there) or plain_name(there.name) in names):
            return id
        # Copies of a card have one name: the first of them here is the first there.
        before = [*dict.fromkeys(n for tiles in told for n in _of_name(tiles, tile.type, names))].index(id)
        same = _of_name(kept, tile.type, names)
        if before < len(same):
            return same[before]
        others = [one for tiles in told for n, one in tiles.items() if n != id and has_name(one)]
        taken = {plain_name(one.name) for one in others}
        # What is met only now nobody renamed before: after a backup its number may have been another piece's.
        met = id in told[0] and has_name(told[0][id])
        renamed = there is not None and met and self._is_renamed(there, names, taken)
        return id if there is None or renamed else self._free(tile, text)

    def _is_another(self, there: BoxTile | None, id: str, names: Collection[str]) -> bool:
        """The box has another piece there than the one that the table began with: it is another box by now,
        or was written anew. A piece that its owner only calls otherwise has something as it was."""
        shipped, begun = box_of(self.rules).book().tile(id), self.begun[id]
        if there is None or not has_name(there) or (shipped is not None and has_name(shipped)):
            return False
        names = {*names, plain_name(begun.name)} if has_name(begun) else names
        if any(_alike(there.name, name) for name in names):
            return False
        if begun.told:
            return _nameless(begun).isdisjoint(_nameless(there))
        both = (begun.fields.keys() & there.fields.keys()) - _NO_FACT
        return not both or any(begun.fields[field] != there.fields[field] for field in both)

    def _is_renamed(self, there: BoxTile, names: Collection[str], others: Collection[str]) -> bool:
        """The box has this piece under another spelling, as its owner corrected it: this table told it, and
        it is none of its other pieces. What the owner alone wrote there is a piece of its own."""
        told_at = {told.at for told in ToldBy.all(there.told)} - {IN_BOX}
        if self.at not in told_at and told_at != {""}:  # of before, when no line said a place
            return False
        return plain_name(there.name) not in others and any(_alike(there.name, name) for name in names)

    def _is_met(self, tile: BoxTile) -> bool:
        """Its number says nothing but when it was met: none is printed, or stands for a place in the box."""
        known = self.blank.pieces()
        if tile.id not in known:
            return True
        new = self._new(box_of(self.game), tile)
        return "name" in self.blank.piece(tile.id).untold and new is not None and new.id in known

    def _free(self, tile: BoxTile, text: str) -> str:
        new = self._new(box_of(box_of(self.game).with_box(text)), tile)
        return tile.id if new is None else new.id

    def _new(self, box: Box[State], tile: BoxTile) -> BoxTile | None:
        """A piece of this sort that is met now; None: it is none that is met by its name."""
        names = (tile.name, _NOBODYS_NAME)  # a piece of another sort may have its name
        for sort, name in product((sort for sort, _words in box.sorts()), names):
            with suppress(Illegal):
                new = box.newly_named(sort, name)
                if new.type == tile.type:
                    return new
        return None


def _nameless(tile: BoxTile) -> set[ToldBy]:
    """Who told what of it, as far as it can be read, whether names are forgotten by now or not."""
    return {told.nameless for told in ToldBy.all(tile.told)}


def _of_name(tiles: Mapping[str, BoxTile], type: str, names: Container[str]) -> list[str]:
    return [n for n, it in tiles.items() if it.type == type and has_name(it) and plain_name(it.name) in names]


def _alike(one: str, other: str) -> bool:
    return SequenceMatcher(None, plain_name(one), plain_name(other)).ratio() >= NEARLY
