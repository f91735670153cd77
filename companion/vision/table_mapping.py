"""Maps pixels to places on the table: a layout of zones in millimetres, and the transform to them.

The table's origin is its upper left corner as the picture shows it, x to the right, y down. Place tags
("NF:Z1" ...) lie at known points and tie the picture to it; without them the picture as a whole counts as
the table, or a person drags four corners on it once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Point
from companion.vision.lens import Lens
from companion.vision.table_fit import carry_places, fit_homography
from companion.vision.table_layout import TableLayout

OFF_MM = 30.0
"""How far off a piece may seem to lie where three place tags of four are seen: under tilted cameras whose
lenses bend, up to 32 mm at the fourth's corner and 24 mm where a tile lay."""


class TableMapping:
    """A layout tied to a picture: millimetres for pixels and back.

    picture: width and height in pixels. corners: where a person said that the table's corners are, as parts
    of the picture's width and height, clockwise from the upper left one; place tags know better once they
    are seen. Without either the picture counts as the whole table. lens: what bends the picture.
    """

    def __init__(
        self,
        layout: TableLayout,
        picture: tuple[int, int] = (1920, 1080),
        corners: Sequence[Point] | None = None,
        lens: Lens | None = None,
    ) -> None:
        self.layout, self.lens = layout, lens
        self.version = 0
        """Counts the mappings to millimetres: what was computed with an earlier one is out of date."""
        self._corners = corners
        self._reset(picture)

    def _reset(self, picture: tuple[int, int]) -> None:
        self._picture = picture
        self._place_positions: dict[int, Point] = {}
        self._place_corners: dict[int, NDArray[np.float64]] = {}
        wide, high = picture
        if self._corners is not None:
            self._fit_corners([(x * wide, y * high) for x, y in self._corners])
        else:
            self._fit_corners([(0, 0), (wide, 0), (wide, high), (0, high)])

    def _fit_corners(self, corners: Sequence[Point]) -> None:
        wide, high = self.layout.size_mm
        table = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], dtype=np.float32)
        px = self._undistorted(corners).astype(np.float32)
        self._set_homography(np.asarray(cv2.getPerspectiveTransform(px, table)))

    def _undistorted(self, points: Sequence[Point]) -> NDArray[np.float64]:
        if self.lens is None:
            return np.asarray(points, dtype=np.float64).reshape(-1, 2)
        return self.lens.undistort(points, *self._picture)

    @property
    def picture_size(self) -> tuple[int, int]:
        """The picture's width and height in pixels."""
        return self._picture

    @property
    def visible_places(self) -> frozenset[int]:
        """The place tags that the way to millimetres goes by."""
        return frozenset(self._place_positions)

    @property
    def is_located(self) -> bool:
        """Whether place tags or a person say where the table is; otherwise the whole picture is taken."""
        return self._corners is not None or self.located_by_tags

    @property
    def located_by_tags(self) -> bool:
        """Whether place tags say where the table is; one alone says nothing."""
        return len(self._place_positions) >= 2

    @property
    def is_surrounded(self) -> bool:
        """Whether a place far from the tags is right, too: by two of them alone one was 9 cm off."""
        return self._corners is not None or len(self._place_positions) >= min(3, len(self.layout.places))

    def is_zone_sure(self, x_mm: float, y_mm: float) -> bool:
        """Whether what seems to lie there lies in that zone: by three place tags it may lie OFF_MM off."""
        if self._corners is not None or len(self._place_positions) >= min(4, len(self.layout.places)):
            return True
        beside = ((OFF_MM, 0.0), (-OFF_MM, 0.0), (0.0, OFF_MM), (0.0, -OFF_MM))
        return {self.zone_at(x_mm + x, y_mm + y) for x, y in beside} == {self.zone_at(x_mm, y_mm)}

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre in the middle of the table."""
        x, y = self.layout.size_mm[0] / 2, self.layout.size_mm[1] / 2
        a, b = self.to_px(x - 5, y), self.to_px(x + 5, y)
        return float(np.hypot(a[0] - b[0], a[1] - b[1])) / 10

    def set_picture_size(self, wide: int, high: int) -> None:
        """The camera's picture has this size; another size than before begins anew."""
        if (wide, high) != self._picture:
            self._reset((wide, high))

    def update_places(
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
        shifts = {
            n: math.dist(self._place_positions[n], p) for n, p in known.items() if n in self._place_positions
        }
        moved = bool(shifts) and float(np.median(list(shifts.values()))) > same_px
        if moved:  # a place tag under a hand moved with the others
            self._place_corners = carry_places(self._place_corners, corners)
        elif not shifts or max(shifts.values()) > 0.2 or known.keys() - self._place_positions.keys():
            self._place_corners |= corners
        else:
            return False
        middles = {n: tuple(quad.mean(axis=0)) for n, quad in self._place_corners.items()}
        self._place_positions = {n: (float(x), float(y)) for n, (x, y) in middles.items()} | known
        self._fit(squares)
        return moved

    def apply_shift(self, shift: NDArray[np.float64]) -> None:
        """The camera was pushed: what seems to lie at a point lies where `way` (3 by 3, mm) brings it."""
        self._set_homography(shift @ self._to_mm)
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
        numbers = sorted(self._place_positions)
        px = self._undistorted([self._place_positions[n] for n in numbers])
        mm = np.array([self.layout.places[n] for n in numbers], dtype=np.float64)
        way: NDArray[np.float64] | None = None
        if len(numbers) >= 4:
            found, _ = cv2.findHomography(px, mm)
            way = None if found is None else np.asarray(found, dtype=np.float64)
        elif len(numbers) >= 2:
            own = [self._place_corners[n] for n in numbers if np.ptp(self._place_corners[n]) > 0]
            points = [p for quad in (*own, *squares) for p in quad]
            way = fit_homography(px, mm, self._undistorted(points).reshape(-1, 4, 2))
        if way is not None and abs(np.linalg.det(way)) > 1e-12:
            self._set_homography(way)

    def _set_homography(self, to_mm: NDArray[Any]) -> None:
        self.version += 1
        self._to_mm = np.asarray(to_mm, dtype=np.float64)
        self._to_px = np.linalg.inv(self._to_mm)

    def to_mm(self, x: float, y: float) -> Point:
        if self.lens is not None:
            x, y = self.lens.undistort_point(x, y, *self._picture)
        return _transformed_point(self._to_mm, x, y)

    def to_px(self, x_mm: float, y_mm: float) -> Point:
        x, y = _transformed_point(self._to_px, x_mm, y_mm)
        if self.lens is not None:
            x, y = self.lens.distort([(x, y)], *self._picture)[0]
        return float(x), float(y)

    def is_visible(self, x_mm: float, y_mm: float) -> bool:
        """Whether a point of the table is in the picture; what sticks out by a sixteenth of it counts."""
        wide, high = self._picture
        x, y = self.to_px(x_mm, y_mm)
        return -wide / 16 <= x <= wide * 17 / 16 and -high / 16 <= y <= high * 17 / 16

    def zone_at(self, x_mm: float, y_mm: float) -> str | None:
        return self.layout.zone_at(x_mm, y_mm)

    def visible_zones(self) -> frozenset[str]:
        """The zones that the picture shows; one that sticks out by a sixteenth of the picture counts."""
        return frozenset(
            name
            for name, polygon in self.layout.zones.items()
            if all(self.is_visible(*point) for point in polygon)
        )


def _transformed_point(transform: NDArray[Any], x: float, y: float) -> Point:
    u, v, w = transform @ (x, y, 1.0)
    return float(u / w), float(v / w)
