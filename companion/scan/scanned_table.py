"""Holds a table put together of photos: mats with their tiles, loose tiles, and the doubts about them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.scan.doubts import Doubt
from companion.scan.stitching import Sightings


@dataclass(frozen=True, slots=True)
class ScannedTile:
    """A tile on the table. id: as a score request calls it; photos: the numbers of those that show it, from
    0; why: what a person must be asked about it."""

    tile: str
    face: str
    id: str
    name: str
    role: str
    photos: tuple[int, ...]
    why: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Mat:
    """One player's tiles. player: the seat that the photos were taken for, None where nobody said so.

    marker: the tile that marks the mat; pieces: all others. doubts: all that concern this mat, those of its
    pieces among them.
    """

    player: int | None
    marker: ScannedTile | None
    pieces: tuple[ScannedTile, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    photos: tuple[int, ...] = ()

    @property
    def all_pieces(self) -> tuple[ScannedTile, ...]:
        return self.pieces if self.marker is None else (self.marker, *self.pieces)


@dataclass(frozen=True, slots=True)
class ScannedTable:
    """mats: seats first, in their order; loose: tiles that belong to no mat surely, each with its doubt;
    doubts: those of no one mat."""

    mats: tuple[Mat, ...]
    loose: tuple[ScannedTile, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def scanned_tile(tile: Sightings, why: Doubt | None) -> ScannedTile:
    found = tile[0].found
    photos = tuple(sorted({s.photo for s in tile}))
    return ScannedTile(found.tile, found.face, found.id, found.name, found.role, photos, why or found.why)


def tile_doubt(kind: str, tile: Sightings) -> Doubt:
    spot = tile[0]
    found = spot.found
    return Doubt(kind, (("tile", found.name),), found.corners, (found.id,), photo=spot.photo)
