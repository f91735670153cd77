"""Tags read in a picture: where each lies, in pixels, and the same tag counted once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Point
from companion.vision.tags import MODULES, Tag


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tag read in a picture. x, y: its centre; corners: clockwise in print from its upper left; pixels."""

    tag: Tag
    x: float
    y: float
    corners: tuple[Point, Point, Point, Point]

    @property
    def module(self) -> float:
        """Pixels a module: what decides how well a tag reads."""
        a, b, c, d = self.corners
        return (math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(d, a)) / 4 / MODULES


def without_duplicates(found: Sequence[Sighting]) -> list[Sighting]:
    """The sightings without those of the same tag at the same place; one tag in two places stays twice."""
    distinct: dict[Tag, list[Sighting]] = {}
    for s in found:
        others = distinct.get(s.tag)
        if others is None:
            distinct[s.tag] = [s]
            continue
        reach = s.module * MODULES / 2
        if not any(abs(s.x - k.x) < reach and abs(s.y - k.y) < reach for k in others):
            others.append(s)
    return [s for same in distinct.values() for s in same]


def shifted(s: Sighting, dx: int, dy: int) -> Sighting:
    a, b, c, d = ((x + dx, y + dy) for x, y in s.corners)
    return Sighting(s.tag, s.x + dx, s.y + dy, (a, b, c, d))


def flipped(s: Sighting, wide: int) -> Sighting:
    """The sighting in the mirror image of a picture so wide; its corners go on clockwise in the picture, as a
    decoder gives those of a mirrored tag."""
    a, b, c, d = ((wide - 1 - x, y) for x, y in s.corners)
    return Sighting(s.tag, wide - 1 - s.x, s.y, (a, d, c, b))


def diagonal_crossing(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where the diagonals a-c and b-d cross: the true centre, also of a tag seen at a slant."""
    acx, acy, bdx, bdy = c[0] - a[0], c[1] - a[1], d[0] - b[0], d[1] - b[1]
    across = acx * bdy - acy * bdx
    if abs(across) < 1e-9:
        return (a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4
    along = ((b[0] - a[0]) * bdy - (b[1] - a[1]) * bdx) / across
    return a[0] + along * acx, a[1] + along * acy


def sighting_of(tag: Tag, quad: NDArray[np.float32]) -> Sighting:
    """A tag with these outer corners (4 by 2, clockwise in print from the upper left one)."""
    a, b, c, d = ((x, y) for x, y in quad.tolist())
    return Sighting(tag, *diagonal_crossing(a, b, c, d), (a, b, c, d))
