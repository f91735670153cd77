"""Reads place tags that a tilted camera shows too small: enlarged, and only where they must lie.

Two place tags near the camera leave the far end of the table up to a decimetre off, and nothing that lies
there is certain. They say well enough where the others are, so while the table is at rest the picture is
enlarged there and read with patience. What is read so twice at one place counts like any place tag.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.preparation import gray
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from companion.vision.table_mapping import TableMapping

REST_SECONDS = 0.3
"""Seconds without motion after which it looks."""
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.2, 60.0
"""Seconds between two looks, doubled after each: a place tag that lies under a mat is never read."""
REACH_MM = 110.0
"""How far from where it should lie a tag is looked for: two others alone were 9 cm wrong."""
ENLARGED_MODULE_PX, MIN_ENLARGED = 3.0, 1.3
"""Pixels a module to which the picture is enlarged; what is large enough is read without."""
MAX_ENLARGED = 4.0
SAME_PX = 2.0
"""How near the two readings must be."""


class FarPlaces:
    """The place tags of one camera that are too small for it. reader: one for this alone."""

    def __init__(self, prefix: str, known: Iterable[str]) -> None:
        self._prefix, self._known = prefix, tuple(known)
        self._reader: Reader | None = None
        self._once: dict[int, Point] = {}
        self._pause, self._next_at = FIRST_PAUSE_SECONDS, -math.inf

    def read(
        self, image: Image, now: float, last_motion: float, mapping: TableMapping, found: Iterable[Sighting]
    ) -> list[Sighting]:
        """The place tags read for the second time. found: the tags of this picture, of which place tags say
        how large one is."""
        missing = mapping.layout.places.keys() - mapping.visible_places
        if not missing or not mapping.located_by_tags:
            return []
        if now - last_motion < REST_SECONDS or now < self._next_at:
            return []
        module_mm = _module_mm(found, mapping)
        if module_mm is None:
            return []
        self._pause, self._next_at = min(MAX_PAUSE_SECONDS, 2 * self._pause), now + self._pause
        twice = []
        for number in sorted(missing):
            sighting = self._look(image, number, module_mm, mapping)
            if sighting is None:
                continue
            before, here = self._once.get(number), (sighting.x, sighting.y)
            self._once[number] = here
            if before is not None and math.dist(before, here) <= SAME_PX:
                twice.append(sighting)
        return twice

    def _look(self, image: Image, number: int, module_mm: float, mapping: TableMapping) -> Sighting | None:
        """The place tag of this number, if the picture shows it, enlarged, about where it must lie."""
        x, y = mapping.layout.places[number]
        enlarged = min(MAX_ENLARGED, ENLARGED_MODULE_PX / (module_mm * _px_per_mm(mapping, x, y)))
        if enlarged < MIN_ENLARGED:
            return None
        corners = [
            mapping.to_px(x + dx, y + dy) for dx in (-REACH_MM, REACH_MM) for dy in (-REACH_MM, REACH_MM)
        ]
        high, wide = image.shape[:2]
        (left, top), (right, low) = np.min(corners, axis=0), np.max(corners, axis=0)
        x0, x1 = max(0, int(left)), min(wide, math.ceil(right))
        y0, y1 = max(0, int(top)), min(high, math.ceil(low))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        part = np.ascontiguousarray(gray(image[y0:y1, x0:x1]))
        large = cv2.resize(part, None, fx=enlarged, fy=enlarged, interpolation=cv2.INTER_CUBIC)
        self._reader = self._reader or Reader({self._prefix}, self._known)
        read = [s for s in self._reader.read_thoroughly(np.asarray(large, np.uint8)) if s.tag.place == number]
        if len(read) != 1:
            return None
        a, b, c, d = (_reduced(corner, enlarged, x0, y0) for corner in read[0].corners)
        return Sighting(read[0].tag, *_reduced((read[0].x, read[0].y), enlarged, x0, y0), (a, b, c, d))


def _reduced(point: Point, enlarged: float, x0: int, y0: int) -> Point:
    """A pixel of the enlarged part, in the picture: pixels count from their middles."""
    return x0 + (point[0] + 0.5) / enlarged - 0.5, y0 + (point[1] + 0.5) / enlarged - 0.5


def _module_mm(found: Iterable[Sighting], mapping: TableMapping) -> float | None:
    """A place tag's module in millimetres, by those read."""
    each = [
        s.module / _px_per_mm(mapping, *mapping.layout.places[s.tag.place])
        for s in found
        if s.tag.place in mapping.visible_places
    ]
    return float(np.median(each)) if each else None


def _px_per_mm(mapping: TableMapping, x: float, y: float) -> float:
    """Pixels a millimetre at a place of the table, the two directions together."""
    across = math.dist(mapping.to_px(x - 5, y), mapping.to_px(x + 5, y))
    down = math.dist(mapping.to_px(x, y - 5), mapping.to_px(x, y + 5))
    return (across + down) / 20
