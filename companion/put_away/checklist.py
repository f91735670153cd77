"""The list of putting a table away: who puts what into the box, what is seen or counted, what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.contract import BoxPart, BoxPiece, Spot, State, game_at
from companion.put_away.kept import PutAway
from companion.table.table import Table

Status = Literal["open", "seen", "whole", "missing"]
"""Of a piece: seen by a camera or in a photo; looked over by hand; named as missing by somebody; nobody has
checked it."""


@dataclass(frozen=True, slots=True)
class CheckedPiece:
    piece: BoxPiece
    status: Status


@dataclass(frozen=True, slots=True)
class Item:
    """What one player does. id: of the item; part: of the box; who: the seat. pieces: those of the part that
    are this player's to put away; count: how many of a counted part there are, None: nobody has counted.
    """

    id: str
    part: BoxPart
    who: int
    pieces: tuple[CheckedPiece, ...] = ()
    count: int | None = None
    whole: bool = False

    @property
    def found(self) -> int:
        """How many pieces are there."""
        return sum(one.status in ("seen", "whole") for one in self.pieces)

    @property
    def unchecked(self) -> int:
        """How many pieces nobody has said anything of."""
        if self.pieces:
            return sum(one.status == "open" for one in self.pieces)
        return 0 if self.whole or self.count is not None else max(1, self.part.number)

    @property
    def lacks(self) -> int:
        """How many are missing: pieces that somebody named, or those that a count did not find."""
        if self.pieces:
            return sum(one.status == "missing" for one in self.pieces)
        return max(0, self.part.number - self.count) if self.count is not None else 0

    @property
    def done(self) -> bool:
        """All of it is there."""
        return not (self.unchecked or self.lacks)


@dataclass(frozen=True, slots=True)
class Missing:
    """What is not in the box. piece: None for parts that are counted, of which `number` are missing."""

    part: BoxPart
    piece: BoxPiece | None
    number: int = 1


def checklist(table: Table[State], kept: PutAway) -> tuple[Item, ...]:
    """Pieces in a player's area are that player's; of the rest everybody gets about as much to do."""
    seats = len(table.setup.players)
    zones = table.game.tracking.plan(seats).zones
    owners = {zone.name: zone.seat for zone in zones}
    lying = table.game.tracking.layout(table.state)
    items: list[Item] = []
    shared: list[Item] = []
    parts = game_at(table.game, table.state).contents()
    called = {piece.id: piece.name for part in parts for piece in part.pieces}
    for part in table.game.contents():
        pieces = [replace(piece, name=called.get(piece.id, piece.name)) for piece in part.pieces]
        for seat in range(seats):
            own = tuple(piece for piece in pieces if _owner(piece, lying, owners) == seat)
            if own:
                items.append(_item(f"{part.id}-{seat}", part, seat, own, kept))
        rest = tuple(piece for piece in pieces if _owner(piece, lying, owners) is None)
        if rest or not part.pieces:
            shared.append(_item(part.id, part, 0, rest, kept))
    work = [sum(item.who == seat for item in items) for seat in range(seats)]
    for item in shared:
        who = min(range(seats), key=lambda seat: work[seat])
        work[who] += 1
        items.append(Item(item.id, item.part, who, item.pieces, item.count, item.whole))
    return tuple(sorted(items, key=lambda item: item.who))


def missing(items: tuple[Item, ...]) -> tuple[Missing, ...]:
    """What the list says is missing: what a person named or counted as that, never what nobody checked."""
    found = []
    for item in items:
        found += [Missing(item.part, one.piece) for one in item.pieces if one.status == "missing"]
        if item.lacks and not item.pieces:
            found.append(Missing(item.part, None, item.lacks))
    return tuple(found)


def checked(items: tuple[Item, ...]) -> frozenset[str]:
    """The ids of all pieces and counted parts of which the list says whether they are there."""
    pieces = {one.piece.id for item in items for one in item.pieces if one.status != "open"}
    return frozenset(pieces | {item.part.id for item in items if not item.pieces and not item.unchecked})


def _item(id: str, part: BoxPart, who: int, pieces: tuple[BoxPiece, ...], kept: PutAway) -> Item:
    whole = id in kept.whole
    checked = tuple(CheckedPiece(piece, _status(piece, whole, kept)) for piece in pieces)
    return Item(id, part, who, checked, kept.counts.get(part.id), whole)


def _status(piece: BoxPiece, whole: bool, kept: PutAway) -> Status:
    if piece.id in kept.missing:
        return "missing"
    if piece.id in kept.seen:
        return "seen"
    return "whole" if whole else "open"


def _owner(piece: BoxPiece, lying: Mapping[str, Spot], owners: Mapping[str, int | None]) -> int | None:
    """The seat in whose area the tracker has it."""
    return next((owners.get(lying[tag].zone) for tag in piece.tags if tag in lying), None)
