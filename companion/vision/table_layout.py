"""Lays a game's zones and place tags out on a table, in millimetres.

The table's origin is its upper left corner as the picture shows it, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract.place import PIECE_MM, TablePlan, Zone
from companion.vision.camera import Point

PLACE_INSET_MM = 22.0
"""From a table's corner to the centre of its place tag, both ways."""


@dataclass(frozen=True)
class TableLayout:
    """A table: its size, its zones (name to polygon) and the centres of its place tags, in mm. piece_mm: the
    width of the game's largest tagged piece."""

    size_mm: tuple[float, float]
    zones: Mapping[str, tuple[Point, ...]]
    places: Mapping[int, Point] = field(default_factory=dict)
    piece_mm: float = PIECE_MM

    def zone_at(self, x_mm: float, y_mm: float) -> str | None:
        """The zone that the point lies in, or None."""
        for name, polygon in self.zones.items():
            if is_inside(polygon, x_mm, y_mm):
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
    def from_json(data: Any) -> TableLayout:
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
        return TableLayout((wide, high), zones, places, piece_mm)


def _point(values: Any) -> Point:
    x, y = (float(v) for v in values)
    return x, y


def is_inside(polygon: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon (even-odd rule; points on its left and upper edges do)."""
    result = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            result = not result
        ax, ay = bx, by
    return result


def layout_of(plan: TablePlan, size_mm: tuple[float, float] | None = None, cameras: int = 1) -> TableLayout:
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
    return TableLayout((wide, high), zones, corners, piece_mm)


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
