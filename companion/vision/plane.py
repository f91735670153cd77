"""The table's plane in a photo, from the tags alone: they are squares, all of one size.

A camera held at a slant shows far squares smaller than near ones, and squares as other quadrangles. How their
areas fall off over the picture gives the horizon. When that is taken out, the sides give the stretch that is
left. Both are small least-squares fits, so a badly measured tag is left out and the rest fitted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image, Point
from companion.vision.preparation import halved

Floats = NDArray[np.float64]

MIN_TAGS_FOR_HORIZON = 4
"""From fewer tags no horizon can be computed: the table then counts as seen from straight above, but for the
stretch."""
FROM_HALF = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
"""From the pixels of a picture at half its size to its own."""


@dataclass(frozen=True, eq=False)
class Plane:
    """to_mm: from pixels to millimetres on the table, whose origin and turn mean nothing."""

    to_mm: Floats

    @property
    def to_px(self) -> Floats:
        return np.asarray(np.linalg.inv(self.to_mm))

    def mm(self, x: float, y: float) -> Point:
        return _transformed_point(self.to_mm, x, y)

    def px(self, x_mm: float, y_mm: float) -> Point:
        return _transformed_point(self.to_px, x_mm, y_mm)

    def outline(self, x_mm: float, y_mm: float, radius: float, corners: int = 16) -> tuple[Point, ...]:
        """A circle on the table as it lies in the photo, or a square when it has four corners."""
        turns = np.arange(corners) * 2 * np.pi / corners + np.pi / corners
        return tuple(
            self.px(x_mm + radius * float(np.cos(t)), y_mm + radius * float(np.sin(t))) for t in turns
        )

    def before_horizon(self, x: float, y: float, known_x: float, known_y: float) -> bool:
        """Whether a pixel shows the table, as a known one does, and not what lies beyond its horizon."""
        beyond, known = self.to_mm[2] @ (x, y, 1.0), self.to_mm[2] @ (known_x, known_y, 1.0)
        return bool(beyond / known > 0)


def fit_plane(quads: Sequence[Sequence[Point]], symbol_mm: float) -> Plane | None:
    """The plane on which each quad is a square with sides of `symbol_mm`; None for no quads, or for quads
    that are no tags on one table. The plane's x runs as the picture's does."""
    if not quads:
        return None
    points = np.array(quads, np.float64)
    middle = points.reshape(-1, 2).mean(axis=0)
    # Numbers near 1 keep the least squares well behaved.
    reach = max(1.0, float(np.abs(points - middle).max()))
    points = (points - middle) / reach
    kept = np.ones(len(points), bool)
    transform: Floats | None = None
    for _ in range(3):
        transform = _fit_squares(points[kept])
        if transform is None:
            return None
        sides = _sides(transformed(transform, points))
        errors = np.abs(sides - 1).max(axis=1)
        kept_now = errors < max(0.12, 2.5 * float(np.median(errors)))
        if kept_now.sum() < 1 or (kept_now == kept).all():
            break
        kept = kept_now
    assert transform is not None
    scale = np.diag([symbol_mm, symbol_mm, 1.0])
    to_unit = np.array([[1 / reach, 0, -middle[0] / reach], [0, 1 / reach, -middle[1] / reach], [0, 0, 1]])
    return Plane(np.asarray(scale @ transform @ to_unit))


def _fit_squares(points: Floats) -> Floats | None:
    """The way that makes each quad a unit square, as well as it can be."""
    horizon = np.zeros(2)
    if len(points) >= MIN_TAGS_FOR_HORIZON:
        areas = np.abs(_areas(points))
        middles = points.mean(axis=1)
        # Dividing coordinates by 1 + ax + by shrinks an area by its cube; a and b are those that make all
        # areas equal.
        columns = np.column_stack([np.ones(len(points)), middles])
        solution = np.linalg.lstsq(columns, areas ** (1 / 3), rcond=None)[0]
        if abs(solution[0]) > 1e-9:
            horizon = solution[1:] / solution[0]
    tilt = np.array([[1, 0, 0], [0, 1, 0], [horizon[0], horizon[1], 1]])
    flat_points = transformed(tilt, points)
    edges = np.concatenate([flat_points[:, 1] - flat_points[:, 0], flat_points[:, 2] - flat_points[:, 3]])
    downs = np.concatenate([flat_points[:, 3] - flat_points[:, 0], flat_points[:, 2] - flat_points[:, 1]])
    rows = np.concatenate([_quadratic(edges, edges), _quadratic(downs, downs), _quadratic(edges, downs)])
    targets = np.concatenate([np.ones(len(edges)), np.ones(len(downs)), np.zeros(len(edges))])
    size = float(np.sqrt((edges**2).sum(axis=1).mean()))
    if size < 1e-6:
        return None
    a, b, c = np.linalg.lstsq(rows / size**2, targets, rcond=None)[0]
    metric = np.array([[a, b], [b, c]]) / size**2
    if a <= 0 or a * c - b * b <= 0:
        return None
    upper = np.linalg.cholesky(metric).T
    turn = np.arctan2(upper[1, 0], upper[0, 0])
    cos, sin = np.cos(-turn), np.sin(-turn)
    stretch = np.array([[cos, -sin], [sin, cos]]) @ upper
    return np.asarray(np.block([[stretch, np.zeros((2, 1))], [np.zeros((1, 2)), np.ones((1, 1))]]) @ tilt)


def _quadratic(u: Floats, v: Floats) -> Floats:
    return np.column_stack([u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]])


def _areas(points: Floats) -> Floats:
    x, y = points[:, :, 0], points[:, :, 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))


def _sides(points: Floats) -> Floats:
    return np.asarray(np.linalg.norm(np.roll(points, -1, axis=1) - points, axis=2))


def transformed(way: NDArray[Any], points: NDArray[Any]) -> Floats:
    """Points (any shape whose last axis is x and y) as a perspective (3 by 3) brings them."""
    flat = points.reshape(-1, 2) @ way[:, :2].T + way[:, 2]
    return np.asarray((flat[:, :2] / flat[:, 2:]).reshape(points.shape), np.float64)


def _transformed_point(way: Floats, x: float, y: float) -> Point:
    u, v, w = way @ (x, y, 1.0)
    return float(u / w), float(v / w)


@dataclass(frozen=True, eq=False)
class TopView:
    """The photo as seen from straight above. image: gray; shown: 255 where the photo shows something;
    px_per_mm: of `image`; left, top: its corner in the plane's mm."""

    image: Image
    shown: Image
    px_per_mm: float
    left: float
    top: float
    plane: Plane

    def mm(self, x: float, y: float) -> Point:
        """The plane's mm of a pixel of `image`."""
        return (x + 0.5) / self.px_per_mm + self.left, (y + 0.5) / self.px_per_mm + self.top

    def pixel(self, x_mm: float, y_mm: float) -> Point:
        """The pixel of `image` at a point of the plane."""
        return (x_mm - self.left) * self.px_per_mm - 0.5, (y_mm - self.top) * self.px_per_mm - 0.5


def view_from_above(
    plain: Image, plane: Plane, px_per_mm: float, box: tuple[float, float, float, float], margin: float = 0.0
) -> TopView:
    """Straightens the part of a gray photo that shows the box (left, top, right, bottom in mm), `margin` mm
    around it included."""
    left, top, right, low = box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin
    size = max(1, round((right - left) * px_per_mm)), max(1, round((low - top) * px_per_mm))
    to_image = np.array(
        [
            [px_per_mm, 0, -left * px_per_mm - 0.5],
            [0, px_per_mm, -top * px_per_mm - 0.5],
            [0, 0, 1.0],
        ]
    )
    transform = to_image @ plane.to_mm
    # Picking single pixels out of a much finer photo would take its noise along: halve it first.
    middle = ((left + right) / 2, (top + low) / 2)
    at_middle, beside = plane.px(*middle), plane.px(middle[0] + 5, middle[1] + 5)
    fine = float(np.hypot(at_middle[0] - beside[0], at_middle[1] - beside[1])) / (5 * 2**0.5)
    while fine / px_per_mm >= 1.7 and min(plain.shape) >= 64:
        plain, transform = halved(plain), transform @ FROM_HALF
        fine /= 2
    image = cv2.warpPerspective(
        plain, transform, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    whole = np.full(plain.shape, 255, np.uint8)
    shown = cv2.warpPerspective(whole, transform, size, flags=cv2.INTER_NEAREST)
    return TopView(np.asarray(image, np.uint8), np.asarray(shown, np.uint8), px_per_mm, left, top, plane)
