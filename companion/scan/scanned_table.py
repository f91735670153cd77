"""Holds a table put together of photos: mats with their tiles, loose tiles, and the doubts about them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.scan.doubts import Doubt


@dataclass(frozen=True, slots=True)
class ScannedTile:
    """A tile on the table. id: as a score request calls it; photos: the numbers of those that show it, from
    0; why: what a person must be asked about it."""

    id: str
    role: str
    photos: tuple[int, ...]
    why: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Mat:
    """One player's tiles. player: the seat that the photos were taken for, None where nobody said so; marker:
    the tile that marks the mat; pieces: all others; doubts: all that concern this mat, those of its pieces
    among them."""

    player: int | None
    marker: ScannedTile | None
    pieces: tuple[ScannedTile, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def all_pieces(self) -> tuple[ScannedTile, ...]:
        return self.pieces if self.marker is None else (self.marker, *self.pieces)

    @property
    def photos(self) -> tuple[int, ...]:
        return tuple(sorted({n for piece in self.all_pieces for n in piece.photos}))


@dataclass(frozen=True, slots=True)
class ScannedTable:
    """mats: seats first, in their order; loose: tiles that belong to no mat surely, each with its doubt;
    doubts: those of no one mat, and of the loose tiles."""

    mats: tuple[Mat, ...]
    loose: tuple[ScannedTile, ...] = ()
    doubts: tuple[Doubt, ...] = ()
