"""Holds what photos of a table show: each the tiles that were read and what may be missing, and together the
table that is put together of them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.scan.doubts import Doubt
from companion.vision.camera import Point
from companion.vision.plane import Plane, fit_plane

Quad = tuple[Point, Point, Point, Point]

SYMBOL_MM = 16.0
"""The tags' size where the photo does not tell."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tag that was read. tag: its text; tile, face: what it says; id, role: of the game's Part.

    corners: the tag's, in pixels of the opened photo, clockwise in print from its upper left; of a piece
    without a tag, those of a square as large in its middle, and `face` is "" then. sure is False where a
    person must confirm it; `why` says so.
    """

    tag: str
    tile: str
    face: str
    corners: Quad
    id: str
    role: str
    sure: bool = True
    why: Doubt | None = None

    @property
    def middle(self) -> Point:
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


@dataclass(frozen=True, slots=True)
class PhotoContents:
    """A photo read. size: width and height in pixels; symbol_mm: how large its tags were taken to be."""

    size: tuple[int, int]
    found: tuple[FoundTile, ...]
    doubts: tuple[Doubt, ...]
    symbol_mm: float = SYMBOL_MM

    @property
    def plane(self) -> Plane | None:
        """From its pixels to mm on the table; None where no tile was read."""
        return fit_plane([f.corners for f in self.found], self.symbol_mm)


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
