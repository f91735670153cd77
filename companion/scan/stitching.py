"""Lays photos of the same tiles over each other, by the tags that they share.

Each photo has a plane of its own, in mm but turned and shifted anyhow. A tag that two of them show says how
to turn and shift the one onto the other; several say it better. Those that share no tag
are maps of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents
from companion.vision.plane import Plane

Floats = NDArray[np.float64]
What = TypeVar("What")

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
    """Photos that share tags. photos: by their number, each with its plane, whose mm are the map's."""

    photos: Mapping[int, tuple[PhotoContents, Plane]]
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
            for n, (read, plane) in list(waiting.items()):
                mates = [each for o, each in group.items() if not players or players[o] == players[n]]
                way = _fit(read, plane, mates, single, 1)
                if way is None:
                    way = _fit(read, plane, list(group.values()), single, 2)
                if way is not None:
                    del waiting[n]
                    group[n], grown = (read, Plane(way @ plane.to_mm)), True
        maps.append(_map_of({n: group[n] for n in sorted(group)}))
    return maps


def _fit(
    read: PhotoContents,
    plane: Plane,
    group: Sequence[tuple[PhotoContents, Plane]],
    single: Callable[[FoundTile], bool],
    least: int,
) -> Floats | None:
    """How a photo's plane lies on the map of the group; None where fewer than `least` tags tie them."""
    there: dict[str, Floats] = {}
    for other, its_plane in group:
        for found in other.found:
            if found.sure and single(found) and found.tag not in there:
                there[found.tag] = _corners(found, its_plane)
    pairs = [(_corners(f, plane), there[f.tag]) for f in read.found if f.sure and f.tag in there]
    while len(pairs) >= least:
        a, b = np.concatenate([a for a, _ in pairs]), np.concatenate([b for _, b in pairs])
        way = _homography(a, b) if len(pairs) >= MIN_SHARED_FOR_HOMOGRAPHY else _rigid_transform(a, b)
        off = [float(np.abs(_transformed(way, a) - b).max()) for a, b in pairs]
        worst = int(np.argmax(off))
        if off[worst] <= MAX_OFFSET_MM:
            return way
        if len(pairs) < 3:  # two that disagree: nothing tells which of them was moved
            return None
        del pairs[worst]
    return None


def _corners(found: FoundTile, plane: Plane) -> Floats:
    return np.array([plane.mm(*corner) for corner in found.corners])


def _homography(a: Floats, b: Floats) -> Floats:
    """The perspective that brings points a onto points b: two planes are each off by a percent or two."""
    way, _ = cv2.findHomography(a, b)
    return _rigid_transform(a, b) if way is None else np.asarray(way, np.float64)


def _rigid_transform(a: Floats, b: Floats) -> Floats:
    """The turn and shift that bring points a onto points b, with the least error."""
    ma, mb = a.mean(axis=0), b.mean(axis=0)
    u, _, v = np.linalg.svd((a - ma).T @ (b - mb))
    turn = v.T @ np.diag([1, np.linalg.det(v.T @ u.T)]) @ u.T
    way = np.eye(3)
    way[:2, :2], way[:2, 2] = turn, mb - turn @ ma
    return way


def _transformed(transform: Floats, points: Floats) -> Floats:
    flat = points @ transform[:, :2].T + transform[:, 2]
    return np.asarray(flat[:, :2] / flat[:, 2:])


def _map_of(photos: Mapping[int, tuple[PhotoContents, Plane]]) -> PhotoMap:
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
