"""Holds what one photo of a table shows: the tiles that were read, and what may be missing."""

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
