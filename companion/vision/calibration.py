"""Stores the calibration of each camera: the table's corners in its picture, the zones as a person shaped
them, the lens, the colours of goods.
"""

from __future__ import annotations

import json
import logging
import math
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.translation import marked
from companion.vision.lens import Lens
from companion.vision.table_layout import TableLayout
from companion.vision.table_mapping import Point

log = logging.getLogger(__name__)

MIN_SIDE_MM, MAX_SIDE_MM = 200.0, 5000.0
"""Millimetres that a table's side may have."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """size_mm: the table's width and depth. corners: its corners in the picture, clockwise from the upper
    left one, as parts of the picture's width and height. zones: in mm, for as many seats as they name.
    goods: what the goods' colours were told to be. All but the defaults was told or measured."""

    size_mm: Point | None = None
    corners: tuple[Point, Point, Point, Point] | None = None
    zones: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    lens: Lens | None = None
    goods: Mapping[str, Any] = field(default_factory=dict)

    def with_changes(self, **changes: Any) -> Calibration:
        return replace(self, **changes)

    def applied_to(self, layout: TableLayout) -> TableLayout:
        """The layout with this camera's zones, where they are of the same seats."""
        if self.zones.keys() != layout.zones.keys():
            return layout
        return replace(layout, zones=dict(self.zones))

    def to_json(self) -> dict[str, Any]:
        return {
            "size_mm": list(self.size_mm) if self.size_mm else None,
            "corners": [list(p) for p in self.corners] if self.corners else None,
            "zones": {name: [list(p) for p in polygon] for name, polygon in self.zones.items()},
            "lens": self.lens.to_json() if self.lens else None,
            "goods": dict(self.goods),
        }

    @staticmethod
    def from_json(data: Any) -> Calibration:
        """The reverse of `to_json`. Raises ValueError with a sentence for what cannot be."""
        try:
            size, corners, lens = data.get("size_mm"), data.get("corners"), data.get("lens")
            goods = data.get("goods") or {}
            if not isinstance(goods, Mapping):
                raise TypeError
            zones = {
                str(name): tuple(_point(p) for p in polygon)
                for name, polygon in (data.get("zones") or {}).items()
            }
            return Calibration(
                checked_size(_point(size)) if size else None,
                checked_corners([_point(p) for p in corners]) if corners else None,
                {name: checked_zone(polygon) for name, polygon in zones.items()},
                Lens.from_json(lens) if lens else None,
                dict(goods),
            )
        except (TypeError, KeyError, AttributeError):
            raise ValueError(
                "What is kept of a camera has a size, corners, zones, a lens and goods."
            ) from None


def _point(values: Any) -> Point:
    x, y = values
    if isinstance(x, bool) or isinstance(y, bool) or isinstance(x, str) or isinstance(y, str):
        raise TypeError
    return float(x), float(y)


def checked_size(size: Point) -> Point:
    """Raises ValueError with a sentence."""
    if not all(MIN_SIDE_MM <= side <= MAX_SIDE_MM for side in size):
        raise ValueError(marked("A table is 20 to 500 cm wide and deep: measure it again."))
    return size


def checked_corners(corners: list[Point]) -> tuple[Point, Point, Point, Point]:
    """Four corners, clockwise, around something. They may lie a little outside the picture. Raises ValueError
    with a sentence."""
    if len(corners) != 4 or not all(math.isfinite(v) and -0.5 <= v <= 1.5 for p in corners for v in p):
        raise ValueError(marked("A table has four corners, in the picture or just beside it."))
    a, b, c, d = corners
    turns = [_turn_direction(p, q, r) for p, q, r in ((a, b, c), (b, c, d), (c, d, a), (d, a, b))]
    if min(turns) < 0.005:
        raise ValueError(
            marked("Those corners are no table's: drag them clockwise, from the upper left one, far apart.")
        )
    return a, b, c, d


def _turn_direction(a: Point, b: Point, c: Point) -> float:
    """Above 0 where the way a, b, c turns clockwise in the picture."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def checked_zone(polygon: tuple[Point, ...]) -> tuple[Point, ...]:
    """Raises ValueError with a sentence."""
    if not 3 <= len(polygon) <= 24 or not all(
        math.isfinite(v) and abs(v) <= 2 * MAX_SIDE_MM for p in polygon for v in p
    ):
        raise ValueError(marked("A zone has three corners or more, on the table."))
    around = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    if abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in around)) / 2 < 30 * 30:
        raise ValueError(marked("A zone must have room for a piece: drag its corners apart."))
    return polygon


class Calibrations:
    """All cameras' calibrations, in one file. Every method may be called from any thread.

    A file that cannot be read counts as none, and is left alone until something new is kept.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()

    def load(self, camera: str, before: str = "", shown: str = "") -> Calibration:
        """What is kept for the camera of this name. before: the name under which it was kept once; shown:
        what the log calls it, where that is not its name."""
        everything = self._all()
        try:
            return Calibration.from_json(everything.get(camera) or everything.get(before) or {})
        except ValueError as wrong:
            log.warning("what %s keeps of the camera %s is left aside: %s", self.path, shown or camera, wrong)
            return Calibration()

    def save(self, camera: str, calibration: Calibration, before: str = "") -> None:
        """before: the name under which it was kept once, and is no more. Raises OSError where it cannot be
        written."""
        with self._lock:
            kept = {name: each for name, each in self._all().items() if not before or name != before}
            kept[camera] = calibration.to_json()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            part = self.path.with_name(self.path.name + ".part")
            part.write_text(json.dumps(kept, indent=1, ensure_ascii=False), encoding="utf-8")
            part.replace(self.path)

    def _all(self) -> dict[str, Any]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as wrong:
            log.warning("%s cannot be read (%s): the cameras' calibrations are left aside", self.path, wrong)
            return {}
        return data if isinstance(data, dict) else {}
