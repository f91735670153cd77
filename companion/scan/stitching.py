"""Lays photos of the same tiles over each other, by the tags that they share.

Each photo has a plane of its own, in mm but turned and shifted anyhow. A tag that two of them show says how
to turn and shift the one onto the other; several say it better. Those that share no tag
are maps of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents
from companion.vision.fronts_on_plane import rigid
from companion.vision.plane import Plane, transformed

Floats = NDArray[np.float64]
What = TypeVar("What")
Laid = tuple[PhotoContents, Plane]
"""A photo with the plane whose mm are its map's."""

STEP_MM = 112.0
"""The longest step from a tag to its neighbour's on the same mat: two tiles side by side, turned as badly as
can be, and a finger between them."""
MARKER_MM = 60.0
"""The tag that marks a mat lies at the edge of a mat, farther from its first tile by up to this."""
SAME_TILE_MM = 24.0
"""Two sightings of a tag within this distance are of the same tile: the middles of two tiles are never so
near."""
MIN_SHARED_FOR_HOMOGRAPHY = 5
"""Tags that two photos must share for more than a turn and a shift to be had from them."""
MAX_OFFSET_MM = 18.0
"""A tag farther than this from where the others put it was moved between the photos, or is there twice."""


@dataclass(frozen=True, eq=False, slots=True)
class Spot(Generic[What]):
    """A tag or a doubt of a photo, on its map. photo: the number, from 0; x, y: its middle in mm."""

    photo: int
    what: What
    x: float
    y: float


@dataclass(frozen=True, eq=False, slots=True)
class PhotoMap:
    """Photos that share tags, by their number."""

    photos: Mapping[int, Laid]
    tiles: tuple[Spot[FoundTile], ...]
    doubts: tuple[Spot[Doubt], ...]

    def shows(self, photo: int, x: float, y: float) -> bool:
        """Whether a photo shows a point (mm) well within its edges."""
        read, plane = self.photos[photo]
        (px, py), (wide, high) = plane.px(x, y), read.size
        edge = 0.02 * max(wide, high)
        return edge < px < wide - edge and edge < py < high - edge


def build_maps(
    reads: Sequence[PhotoContents], single: Callable[[FoundTile], bool], players: Sequence[int | None] = ()
) -> list[PhotoMap]:
    """The photos with a plane as maps, in the order of their first photo. single: whether there is but one
    tile with that tag, so that seeing it twice is seeing the same. players: for whom each photo was taken; a
    lone shared tag, which a nudge may turn, ties photos for the same one only."""
    waiting = {n: (read, plane) for n, read in enumerate(reads) if (plane := read.plane) is not None}
    maps: list[PhotoMap] = []
    while waiting:
        first = next(iter(waiting))
        group, grown = {first: waiting.pop(first)}, True
        while grown:
            grown = False
            for n, photo in list(waiting.items()):
                mates = [each for o, each in group.items() if not players or players[o] == players[n]]
                way = _fit(photo, mates, single, 1)
                if way is None:
                    way = _fit(photo, group.values(), single, 2)
                if way is not None:
                    read, plane = waiting.pop(n)
                    group[n], grown = (read, Plane(way @ plane.to_mm)), True
        maps.append(_map_of({n: group[n] for n in sorted(group)}))
    return maps


def _fit(
    photo: Laid, group: Iterable[Laid], single: Callable[[FoundTile], bool], least: int
) -> Floats | None:
    """How a photo's plane lies on the map of the group; None where fewer than `least` tags tie them."""
    there: dict[str, Floats] = {}
    for read, plane in group:
        for found in read.found:
            if found.sure and single(found) and found.tag not in there:
                there[found.tag] = _corners(found, plane)
    read, plane = photo
    pairs = [(_corners(f, plane), there[f.tag]) for f in read.found if f.sure and f.tag in there]
    while len(pairs) >= least:
        a, b = np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])
        way = _way_onto(a, b)
        off = [float(np.abs(transformed(way, a) - b).max()) for a, b in pairs]
        worst = int(np.argmax(off))
        if off[worst] <= MAX_OFFSET_MM:
            return way
        if len(pairs) < 3:  # two that disagree: nothing tells which of them was moved
            return None
        del pairs[worst]
    return None


def _corners(found: FoundTile, plane: Plane) -> Floats:
    return transformed(plane.to_mm, np.array(found.corners))


def _way_onto(a: Floats, b: Floats) -> Floats:
    """The way (3 by 3) that brings points a onto points b: where they are many by a perspective, since two
    planes are each off by a percent or two, else by a turn and a shift."""
    if len(a) >= 4 * MIN_SHARED_FOR_HOMOGRAPHY:
        way, _used = cv2.findHomography(a, b)
        if way is not None:
            return np.asarray(way, np.float64)
    turned, shift = rigid(a, b)
    return np.vstack([np.column_stack([turned, shift]), [0, 0, 1]])


def _map_of(photos: Mapping[int, Laid]) -> PhotoMap:
    spots, doubted = [], []
    for n, (read, plane) in photos.items():
        spots += [Spot(n, found, *plane.mm(*found.middle)) for found in read.found]
        for doubt in read.doubts:
            if doubt.outline:
                x, y = np.mean([plane.mm(*point) for point in doubt.outline], axis=0).tolist()
                doubted.append(Spot(n, doubt, x, y))
    return PhotoMap(photos, tuple(spots), tuple(doubted))


Sightings = list[Spot[FoundTile]]
"""The sightings of one tile."""


def group_by_tile(spots: Sequence[Spot[FoundTile]]) -> list[Sightings]:
    """The sightings by the tile they are of: the same tag at the same place."""
    tiles: list[Sightings] = []
    for spot in spots:
        for tile in tiles:
            if tile[0].what.tag == spot.what.tag and distance_mm(tile[0], spot) < SAME_TILE_MM:
                tile.append(spot)
                break
        else:
            tiles.append([spot])
    return tiles


def longest_steps(tiles: Sequence[Sightings], markers: Sequence[int]) -> Floats:
    """From each tile to each: of all ways between them that avoid other markers, the one whose longest step
    is shortest; the length of that step."""
    points = np.array([np.mean([(s.x, s.y) for s in tile], axis=0) for tile in tiles]).reshape(-1, 2)
    longest = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1))
    for n in markers:
        longest[n] = longest[:, n] = np.maximum(longest[n] - MARKER_MM, 0)
    for via in set(range(len(tiles))) - set(markers):
        longest = np.minimum(longest, np.maximum(longest[:, via, None], longest[via]))
    return np.asarray(longest)


def connected_groups(tiles: Sequence[Sightings]) -> list[list[Sightings]]:
    """The tiles of a map in groups that short steps join."""
    joined = longest_steps(tiles, ()) <= STEP_MM
    groups = dict.fromkeys(tuple(np.flatnonzero(row).tolist()) for row in joined)
    return [[tiles[n] for n in group] for group in groups]


def distance_mm(a: Spot[Any], b: Spot[Any]) -> float:
    return float(np.hypot(a.x - b.x, a.y - b.y))
