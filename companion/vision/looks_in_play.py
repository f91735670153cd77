"""Looks for tiles without a tag while people play: once a table has come to rest, by the tiles' own look.

It takes a second or so of a processor, so it has a thread of its own, one in a process at a time, and looks
once after each motion. What it found holds until it has looked again.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import cv2
import numpy as np

from companion.games.contract import Spot
from companion.vision.camera import Frame, Image, Point
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.plane import Plane
from companion.vision.table_mapping import TableMapping
from companion.vision.tags import parse_tag
from companion.vision.tile_looks import MIN_TAGS, SeenLook, TileLookReader

log = logging.getLogger(__name__)

REST_SECONDS = 1.0
"""Seconds without motion after which it looks."""

_one_at_a_time = threading.Lock()


class LooksInPlay:
    """The bare tiles that one camera sees. reader: what knows the tiles' looks now, and may take long; None:
    nothing does. `update` is for the camera's thread."""

    def __init__(self, reader: Callable[[], TileLookReader | None]) -> None:
        self._reader = reader
        self._looked_at = -1e9
        self._thread: threading.Thread | None = None
        self._found: Mapping[str, Spot] = MappingProxyType({})

    def update(self, frame: Frame, view: CameraPipeline) -> Mapping[str, Spot]:
        """Looks, where it is time to; gives what was found last: tiles and where one lies that looks like
        it."""
        last = max(view.motion.last_motion, view.tracker.changed_at)
        resting = view.ready and not view.tracker.pending and frame.time - last >= REST_SECONDS
        busy = self._thread is not None and self._thread.is_alive()
        if resting and not busy and self._looked_at < last + REST_SECONDS and view.mapping.is_located:
            tags = [sighting.corners for _at, sighting in view.sightings.values()]
            if len(tags) >= MIN_TAGS:
                self._looked_at = frame.time
                self._thread = threading.Thread(
                    target=self._look, args=(frame.image, tags, view.mapping, view.prefix), daemon=True
                )
                self._thread.start()
        return self._found

    def wait(self) -> None:
        """Until it has looked."""
        if self._thread is not None:
            self._thread.join()

    def _look(self, image: Image, tags: list[tuple[Point, ...]], mapping: TableMapping, prefix: str) -> None:
        try:
            with _one_at_a_time:
                reader = self._reader()
                seen = () if reader is None else reader.read(image, tags, plane_of(mapping))
            self._found = MappingProxyType(spots_of(seen, mapping, prefix))
        except Exception:  # no picture may end the looking for good
            log.exception("a picture's bare tiles could not be looked for")


def spots_of(seen: Sequence[SeenLook], mapping: TableMapping, prefix: str) -> dict[str, Spot]:
    """Where they lie on the table; none that seems to lie in two places."""
    found = []
    for one in seen:
        named = parse_tag(f"{prefix}:{one.tag}", {prefix})
        x, y = (sum(values) / len(one.outline) for values in zip(*one.outline, strict=True))
        zone = mapping.zone_at(*mapping.to_mm(x, y))
        if named is not None and zone is not None:
            found.append((named.tile, Spot(zone, named.face)))
    times = Counter(tile for tile, _spot in found)
    return {tile: spot for tile, spot in found if times[tile] == 1}


def plane_of(mapping: TableMapping) -> Plane:
    """The table's plane as the camera has it; a bent lens is taken for a straight one."""
    wide, high = mapping.picture_size
    corners = np.array([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]) * (wide, high)
    on_table = np.array([mapping.to_mm(x, y) for x, y in corners.tolist()])
    to_mm = cv2.getPerspectiveTransform(corners.astype(np.float32), on_table.astype(np.float32))
    return Plane(np.asarray(to_mm, np.float64))
