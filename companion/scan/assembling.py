"""From the photos of a table to its mats: what each player owns, and what a person must be asked."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.game import Game
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.reading import Found, Read


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile on the table. id: as a score request calls it; photos: the numbers of those that show it, from
    0; why: what a person must be asked about it."""

    tile: str
    face: str
    id: str
    name: str
    role: str
    photos: tuple[int, ...]
    why: Doubt | None = None

    @property
    def sure(self) -> bool:
        return self.why is None

    @property
    def doubt(self) -> str:
        return self.why.words if self.why else ""


@dataclass(frozen=True, slots=True)
class Mat:
    """One player's tiles. player: the seat that the photos were taken for, None where nobody said so.

    explored lie there and do not count. doubts: all that concern this mat, those of its pieces among them.
    """

    player: int | None
    home: Piece | None
    colonies: tuple[Piece, ...] = ()
    explored: tuple[Piece, ...] = ()
    developments: tuple[Piece, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    photos: tuple[int, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether nothing but a hint about a photo is left to ask."""
        return all(doubt.kind in doubts.HINTS for doubt in self.doubts)


@dataclass(frozen=True, slots=True)
class Table:
    """mats: seats first, in their order; loose: tiles that belong to no mat surely, each with its doubt;
    doubts: those of no one mat."""

    mats: tuple[Mat, ...]
    loose: tuple[Piece, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def assemble(photos: Sequence[tuple[Read, int | None]], game: Game[Any]) -> Table:
    """The table that the photos show. Each comes with the seat it was taken for; None: of the whole table, or
    whose it is must be found out."""
    pieces: dict[int | str, dict[tuple[str, str], Piece]] = {}
    about: dict[int | str, list[Doubt]] = {}
    loose: list[Piece] = []
    rest: list[Doubt] = []
    for number, (read, player) in enumerate(photos):
        homes = [f for f in read.found if f.role == "home"]
        for found in read.found:
            if found.role == "":
                continue
            piece = Piece(found.tile, found.face, found.id, found.name, found.role, (number,), found.why)
            near = min(homes, key=lambda home: math.dist(home.middle, found.middle), default=None)
            key: int | str | None = player if player is not None else near.id if near else None
            if key is None:
                loose.append(replace(piece, why=_about(doubts.APART, found)))
                continue
            mine = pieces.setdefault(key, {})
            before = mine.get((piece.tile, piece.face))
            mine[piece.tile, piece.face] = (
                replace(piece, photos=(*before.photos, number)) if before else piece
            )
        for doubt in read.doubts:
            placed = replace(doubt, photo=number, player=player)
            if player is None:
                rest.append(placed)
            else:
                about.setdefault(player, []).append(placed)
    mats = []
    for key, mine in sorted(pieces.items(), key=lambda item: (isinstance(item[0], str), str(item[0]))):
        by_role = {
            role: tuple(p for p in mine.values() if p.role == role)
            for role in ("home", "colony", "explored", "development")
        }
        wrong = about.get(key, [])
        if not by_role["home"]:
            wrong.append(Doubt(doubts.NO_HOME, player=key if isinstance(key, int) else None))
        wrong += [p.why for p in mine.values() if p.why]
        mats.append(
            Mat(
                key if isinstance(key, int) else None,
                next(iter(by_role["home"]), None),
                by_role["colony"],
                by_role["explored"],
                by_role["development"],
                tuple(wrong),
                tuple(sorted({n for p in mine.values() for n in p.photos})),
            )
        )
    return Table(tuple(mats), tuple(loose), tuple(rest))


def _about(kind: str, found: Found) -> Doubt:
    return Doubt(kind, (("tile", found.name),), found.corners, (found.id,))
