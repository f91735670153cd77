"""Where on the table something lies: a layout of zones in millimetres, and the way from pixels to them.

The table's origin is its upper left corner as the picture shows it, x to the right, y down. Place tags
("NF:Z1" ...) lie at known points and tie the picture to it; without them the picture as a whole counts as
the table, or a person drags four corners on it once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract.place import PIECE_MM, TablePlan, Zone
from companion.vision.camera import Point
from companion.vision.lens import Lens
from companion.vision.table_fit import carried, fitted

PLACE_INSET_MM = 22.0
"""From a table's corner to the centre of its place tag, both ways."""


@dataclass(frozen=True)
class Layout:
    """A table: its size, its zones (name to polygon) and the centres of its place tags, in mm. piece_mm: the
    width of the game's largest tagged piece."""

    size_mm: tuple[float, float]
    zones: Mapping[str, tuple[Point, ...]]
    places: Mapping[int, Point] = field(default_factory=dict)
    piece_mm: float = PIECE_MM

    def zone_at(self, x_mm: float, y_mm: float) -> str | None:
        """The zone that the point lies in, or None."""
        for name, polygon in self.zones.items():
            if inside(polygon, x_mm, y_mm):
                return name
        return None

    def to_json(self) -> dict[str, Any]:
        return {
            "size_mm": list(self.size_mm),
            "zones": {name: [list(p) for p in polygon] for name, polygon in self.zones.items()},
            "places": {str(n): list(p) for n, p in self.places.items()},
            "piece_mm": self.piece_mm,
        }

    @staticmethod
    def from_json(data: Any) -> Layout:
        """The reverse of `to_json`. Raises ValueError with a sentence."""
        try:
            wide, high = (float(v) for v in data["size_mm"])
            zones = {str(n): tuple(_point(p) for p in polygon) for n, polygon in data["zones"].items()}
            places = {int(n): _point(p) for n, p in data.get("places", {}).items()}
            piece_mm = float(data.get("piece_mm", PIECE_MM))
        except (TypeError, KeyError, ValueError, AttributeError):
            raise ValueError(
                "A table layout has a size in mm, zones as lists of points, and places."
            ) from None
        if not (wide > 0 and high > 0 and piece_mm > 0) or any(len(z) < 3 for z in zones.values()):
            raise ValueError("A table has a size above 0, and a zone has three corners or more.")
        return Layout((wide, high), zones, places, piece_mm)


def _point(values: Any) -> Point:
    x, y = (float(v) for v in values)
    return x, y


def inside(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon (even-odd rule; points on its left and upper edges do)."""
    result = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result = not result
        ax, ay = bx, by
    return result


def lay_out(plan: TablePlan, size_mm: tuple[float, float] | None = None, cameras: int = 1) -> Layout:
    """The zones of a game's plan on a table: the shared ones as strips from side to side across its middle,
    the seats' clockwise from below them on the left. Place tags 1 to 4 clockwise from the upper left corner.

    size_mm: the table's width and depth; None: the plan's. cameras: for more than one, place tags 5 and 6
    half way along the upper and the lower edge, so that each camera sees four.
    """
    wide, high = size_mm or plan.size_mm
    shared = [zone for zone in plan.zones if zone.seat is None]
    seats = sorted((zone for zone in plan.zones if zone.seat is not None), key=lambda zone: zone.seat or 0)
    strips = min(sum(zone.height_mm for zone in shared), high) if seats else high
    top = y = (high - strips) / 2
    zones: dict[str, tuple[Point, ...]] = {}
    for zone in shared:
        low = y + strips * zone.height_mm / sum(each.height_mm for each in shared)
        zones[zone.name] = _box(0, y, wide, low)
        y = low
    zones |= _seat_zones(seats, wide, high, top, top + strips)
    near = PLACE_INSET_MM
    corners = {1: (near, near), 2: (wide - near, near), 3: (wide - near, high - near), 4: (near, high - near)}
    if cameras > 1:
        corners |= {5: (wide / 2, near), 6: (wide / 2, high - near)}
    piece_mm = max((shape.width_mm for shape in plan.shapes), default=PIECE_MM)
    return Layout((wide, high), zones, corners, piece_mm)


def _seat_zones(
    seats: Sequence[Zone], wide: float, high: float, top: float, bottom: float
) -> dict[str, tuple[Point, ...]]:
    """Two rows of seats, one above `top` and one below `bottom`."""
    above = (len(seats) + 1) // 2 if len(seats) > 2 else len(seats) // 2
    below = len(seats) - above
    # Clockwise round the table: the row above runs left to right, then the row below right to left; the
    # first seat is the last of the row below, at the lower left.
    order = (
        [("below", 0)]
        + [("above", i) for i in range(above)]
        + [("below", i) for i in range(below - 1, 0, -1)]
    )
    zones = {}
    for zone, (row, i) in zip(seats, order, strict=False):
        if row == "above":
            zones[zone.name] = _box(wide * i / above, 0, wide * (i + 1) / above, top)
        else:
            zones[zone.name] = _box(wide * i / below, bottom, wide * (i + 1) / below, high)
    return zones


def _box(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


class Zones:
    """A layout tied to a picture: millimetres for pixels and back.

    picture: width and height in pixels. corners: where a person said that the table's corners are, as parts
    of the picture's width and height, clockwise from the upper left one; place tags know better once they
    are seen. Without either the picture counts as the whole table. lens: what bends the picture.
    """

    def __init__(
        self,
        layout: Layout,
        picture: tuple[int, int] = (1920, 1080),
        corners: Sequence[Point] | None = None,
        lens: Lens | None = None,
    ) -> None:
        self.layout, self.lens = layout, lens
        self.version = 0
        """Counts the ways to millimetres: with a new one, what was worked out with the old is out of date."""
        self._corners = corners
        self._begin(picture)

    def _begin(self, picture: tuple[int, int]) -> None:
        self._picture = picture
        self._seen: dict[int, Point] = {}
        self._quads: dict[int, NDArray[np.float64]] = {}
        wide, high = picture
        if self._corners is not None:
            self._tie([(x * wide, y * high) for x, y in self._corners])
        else:
            self._tie([(0, 0), (wide, 0), (wide, high), (0, high)])

    def _tie(self, corners: Sequence[Point]) -> None:
        wide, high = self.layout.size_mm
        table = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=np.float32)
        px = self._straight(corners).astype(np.float32)
        self._set(np.asarray(cv2.getPerspectiveTransform(px, table)))

    def _straight(self, points: Sequence[Point]) -> NDArray[np.float64]:
        if self.lens is None:
            return np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return self.lens.straight(points, *self._picture)

    @property
    def picture(self) -> tuple[int, int]:
        """The picture's width and height in pixels."""
        return self._picture

    @property
    def places_seen(self) -> frozenset[int]:
        """The place tags that the way to millimetres goes by."""
        return frozenset(self._seen)

    @property
    def tied(self) -> bool:
        """Whether place tags or a person say where the table is; otherwise the whole picture is taken."""
        return self._corners is not None or self.by_places

    @property
    def by_places(self) -> bool:
        """Whether place tags say where the table is; one alone says nothing."""
        return len(self._seen) >= 2

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the table."""
        x, y = self.layout.size_mm[0] / 2, self.layout.size_mm[1] / 2
        a, b = self.to_px(x - 5, y), self.to_px(x + 5, y)
        return float(np.hypot(a[0] - b[0], a[1] - b[1])) / 10

    def picture_is(self, wide: int, high: int) -> None:
        """The camera's picture has this size; another size than before begins anew."""
        if (wide, high) != self._picture:
            self._begin((wide, high))

    def drag(self, corners: Sequence[Point]) -> None:
        """A person says where the table's four corners are: pixels, clockwise from the upper left one."""
        wide, high = self._picture
        self._corners = [(x / wide, y / high) for x, y in corners]
        self._seen, self._quads = {}, {}
        self._tie(corners)

    def observe(
        self,
        places: Mapping[int, Point],
        quads: Mapping[int, Sequence[Point]] | None = None,
        squares: Sequence[Sequence[Point]] = (),
        same_px: float = 3.0,
    ) -> bool:
        """Takes in the place tags just seen: number to its middle (pixels), and where known to its corners.
        squares: corners of other tags on the table, which tell its tilt where few places are seen. True when
        the camera has moved against the table: the way from pixels to mm is another now, and nothing on the
        table needs to have moved."""
        known = {n: p for n, p in places.items() if n in self.layout.places}
        if not known:
            return False
        corners = {n: np.asarray((quads or {}).get(n, [p] * 4), np.float64) for n, p in known.items()}
        shifts = {n: math.dist(self._seen[n], p) for n, p in known.items() if n in self._seen}
        moved = bool(shifts) and float(np.median(list(shifts.values()))) > same_px
        if moved:  # a place tag under a hand moved with the others
            self._quads = carried(self._quads, corners)
        elif not shifts or max(shifts.values()) > 0.2 or known.keys() - self._seen.keys():
            self._quads |= corners
        else:
            return False
        middles = {n: tuple(quad.mean(axis=0)) for n, quad in self._quads.items()}
        self._seen = {n: (float(x), float(y)) for n, (x, y) in middles.items()} | known
        self._fit(squares)
        return moved

    def pushed(self, way: NDArray[np.float64]) -> None:
        """The camera was pushed: what seems to lie at a point lies where `way` (3 by 3, mm) brings it."""
        self._set(way @ self._to_mm)
        if self._corners is not None:
            self._corners = self.corners

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Where the table's corners are, as parts of the picture, clockwise from the upper left one."""
        (wide, high), (w, h) = self._picture, self.layout.size_mm
        px = (self.to_px(x, y) for x, y in ((0, 0), (w, 0), (w, h), (0, h)))
        a, b, c, d = ((x / wide, y / high) for x, y in px)
        return a, b, c, d

    def _fit(self, squares: Sequence[Sequence[Point]]) -> None:
        numbers = sorted(self._seen)
        px = self._straight([self._seen[n] for n in numbers])
        mm = np.array([self.layout.places[n] for n in numbers], dtype=np.float64)
        way: NDArray[np.float64] | None = None
        if len(numbers) >= 4:
            found, _ = cv2.findHomography(px, mm)
            way = None if found is None else np.asarray(found, dtype=np.float64)
        elif len(numbers) >= 2:
            own = [self._quads[n] for n in numbers if np.ptp(self._quads[n]) > 0]
            points = [p for quad in (*own, *squares) for p in quad]
            way = fitted(px, mm, self._straight(points).reshape(-1, 4, 2))
        if way is not None and abs(np.linalg.det(way)) > 1e-12:
            self._set(way)

    def _set(self, way: NDArray[Any]) -> None:
        self.version += 1
        self._to_mm = np.asarray(way, dtype=np.float64)
        self._to_px = np.linalg.inv(self._to_mm)

    def to_mm(self, x: float, y: float) -> Point:
        if self.lens is not None:
            x, y = self.lens.straight_at(x, y, *self._picture)
        return _through(self._to_mm, x, y)

    def to_px(self, x_mm: float, y_mm: float) -> Point:
        x, y = _through(self._to_px, x_mm, y_mm)
        if self.lens is not None:
            x, y = self.lens.bent([(x, y)], *self._picture)[0]
        return float(x), float(y)

    def shows(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the table is in the picture; what sticks out by a sixteenth of it counts."""
        wide, high = self._picture
        x, y = self.to_px(x_mm, y_mm)
        return -wide / 16 <= x <= wide * 17 / 16 and -high / 16 <= y <= high * 17 / 16

    def zone_at(self, x_mm: float, y_mm: float) -> str | None:
        return self.layout.zone_at(x_mm, y_mm)

    def watching(self) -> frozenset[str]:
        """The zones that the picture shows; one that sticks out by a sixteenth of the picture counts."""
        return frozenset(
            name
            for name, polygon in self.layout.zones.items()
            if all(self.shows(*point) for point in polygon)
        )


def _through(way: NDArray[Any], x: float, y: float) -> Point:
    u, v, w = way @ (x, y, 1.0)
    return float(u / w), float(v / w)
