"""Looks for tiles without a tag while people play: once a table has come to rest, by the tiles' own look.

It takes a second or so of a processor, so it has a thread of its own, one in a process at a time, and looks
once after each motion. What that picture shows is compared with another one, some time later: a face is
certain where both show it clearly, nothing else is near, and the table's tags tell where that is. What is
not, is told as no more than a likeness.
"""

from __future__ import annotations

import logging
import math
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract import Spot
from companion.vision.bare_discs import BareDisc, bare_discs
from companion.vision.camera import Frame, Image, Point
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.plane import Plane
from companion.vision.table_mapping import TableMapping
from companion.vision.tags import Tag, parse_tag
from companion.vision.tile_looks import SeenLook, TileLookReader
from companion.vision.tiles_by_look import CertainLook
from companion.vision.tracker import AT_REST_MM, TileReading

log = logging.getLogger(__name__)

REST_SECONDS = 0.6
"""Seconds without motion after which it looks."""
SETTLED_SECONDS = 0.2
"""Seconds without motion from which pictures of the table are alike, so that their mean has less noise."""
APART_SECONDS = 0.2
"""Seconds between the two pictures: noise and flicker differ, what lies there does not."""
MIN_CERTAIN = 0.5
"""The part of a face that must be seen, and look as it should, in both pictures."""

LAID_LATELY_SECONDS = 60.0
"""What has lain longer is no tile that somebody has just named: a coaster, say."""
MIN_AMONG = 6
"""Faces of one size that must have been learnt: what all tiles of a game have in common, be they learnt or
not, is known only then."""

Meet = Callable[[Callable[[float, float], str | None], Callable[[], Sequence[BareDisc]]], None]
"""Gets what tells the zone of a place, and what finds the round pieces laid lately that nothing names."""

_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True)
class FirstLook:
    """What a picture showed, and when it was taken; view: how often the camera had been pushed by then."""

    seen: tuple[SeenLook, ...]
    time: float
    view: int


class LooksInPlay:
    """The bare tiles that one camera sees. reader: what knows the tiles' looks now, and may take long; None:
    nothing does. meet: what learns those that nothing names. `update` is for the camera's thread."""

    def __init__(self, reader: Callable[[], TileLookReader | None], meet: Meet | None = None) -> None:
        self._make_reader, self._meet = reader, meet
        self._reader: TileLookReader | None = None
        self._looked_at = -1e9
        self._thread: threading.Thread | None = None
        self._mean = _Mean()
        self._first: FirstLook | None = None
        self._second: tuple[SeenLook, ...] | None = None
        self.alike: Mapping[str, Spot] = MappingProxyType({})
        """Tiles that are not certain, and where one lies that looks like each, as the last look showed."""
        self.either: tuple[frozenset[str], ...] = ()
        """Of these, the groups of which one lies at one place."""

    def update(self, frame: Frame, view: CameraPipeline) -> None:
        """Looks, where it is time to, and tells the pipeline what is certain."""
        last = view.motion.last_large_motion
        due = self._first is not None or (self._looked_at < last + REST_SECONDS and view.mapping.is_located)
        if due and frame.time - last >= SETTLED_SECONDS:
            self._mean.add(frame.image, last)
        else:
            self._mean.forget()
        if self._thread is not None and self._thread.is_alive():
            return
        if self._first is not None and self._second is not None:
            self._tell(self._first, self._second, view)
            self._first = self._second = None
        elif self._first is not None:
            if frame.time - self._first.time >= APART_SECONDS:
                self._begin(self._look_again, self._mean.take(frame), plane_of(view.mapping), self._first)
        elif self._is_due(frame, view):
            self._looked_at = frame.time
            rested = Frame(self._mean.take(frame), frame.number, frame.time)
            self._begin(self._look, rested, _Surroundings.of(view))

    def wait(self) -> None:
        """Until it has looked."""
        if self._thread is not None:
            self._thread.join()

    def _is_due(self, frame: Frame, view: CameraPipeline) -> bool:
        last = view.motion.last_large_motion
        resting = view.ready and not view.tracker.pending and frame.time - last >= REST_SECONDS
        return resting and self._looked_at < last + REST_SECONDS and view.mapping.is_located

    def _begin(self, what: Callable[..., None], *about: object) -> None:
        self._thread = threading.Thread(target=what, args=about, daemon=True)
        self._thread.start()

    def _look(self, frame: Frame, around: _Surroundings) -> None:
        try:
            with _one_at_a_time:
                self._reader = reader = self._make_reader()
                seen = () if reader is None else reader.read(frame.image, around.tags, around.plane)
                self._first = FirstLook(seen, frame.time, around.view)
                if self._meet is not None:
                    self._meet(around.mapping.zone_at, lambda: _met(frame, around, seen))
        except Exception:  # no picture may end the looking for good
            log.exception("a picture's bare tiles could not be looked for")

    def _look_again(self, image: Image, plane: Plane, first: FirstLook) -> None:
        try:
            with _one_at_a_time:
                reader = self._reader
                self._second = () if reader is None else reader.again(image, first.seen, plane)
        except Exception:
            log.exception("a picture's bare tiles could not be looked at again")
            self._first = None

    def _tell(self, first: FirstLook, second: Sequence[SeenLook], view: CameraPipeline) -> None:
        if first.view != view.tiles_by_look.view:
            return
        certain = [
            look
            for one in first.seen
            if (look := _certain(one, second, first.time, view.mapping, view.prefix)) is not None
        ]
        copies = Counter(look.reading.tile for look in certain)
        mapping = view.mapping
        certain = [
            look
            for look in certain
            if mapping.is_surrounded
            and copies[look.reading.tile] == 1
            and mapping.is_zone_sure(look.reading.x_mm, look.reading.y_mm)
        ]
        likely = [
            TileReading(tag.tile, tag.face, *_middle_mm(one, view.mapping))
            for one in first.seen
            for text in (one.tag, *one.rivals)
            if (tag := _tag(text, view.prefix)) is not None
        ]
        view.tiles_by_look.take(certain, likely, first.time)
        named = {look.reading.tile + look.reading.face for look in certain}
        left = [one for one in first.seen if one.tag not in named]
        self.alike = MappingProxyType(spots_of(left, view.mapping, view.prefix))
        groups = ((_tag(text, view.prefix) for text in (one.tag, *one.rivals)) for one in left if one.rivals)
        tiles = (frozenset(tag.tile for tag in group if tag is not None) for group in groups)
        self.either = tuple(group for group in tiles if len(group) > 1)


class _Mean:
    """The mean of the pictures since the table came to rest. It takes four times a picture's memory, so it is
    kept only for a look that comes."""

    def __init__(self) -> None:
        self._sum: NDArray[np.float32] | None = None
        self._count, self._since = 0, -math.inf

    def add(self, image: Image, since: float) -> None:
        """since: when something last moved: pictures from before are left out."""
        if self._sum is None or self._since != since or self._sum.shape != image.shape:
            self._sum, self._count, self._since = np.zeros(image.shape, np.float32), 0, since
        cv2.accumulate(image, self._sum)
        self._count += 1

    def forget(self) -> None:
        self._sum = None

    def take(self, frame: Frame) -> Image:
        """The mean, and begins anew; the frame where there is none."""
        total, count, self._sum = self._sum, self._count, None
        if total is None or count < 2:
            return frame.image
        return np.asarray(cv2.convertScaleAbs(total, alpha=1 / count), np.uint8)


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What the camera's thread knows of the table as a look begins. tags: the corners of those read; known:
    where the middles of tiles at rest lie, in mm; moved_near: when something last moved at a pixel."""

    tags: list[tuple[Point, ...]]
    known: list[Point]
    plane: Plane
    mapping: TableMapping
    moved_near: Callable[[float, float], float]
    view: int

    @classmethod
    def of(cls, view: CameraPipeline) -> _Surroundings:
        return cls(
            [sighting.corners for _at, sighting in view.sightings.values()],
            [(steady.x_mm, steady.y_mm) for steady in view.tracker.steady.values()],
            plane_of(view.mapping),
            view.mapping,
            view.motion.moved_near,
            view.tiles_by_look.view,
        )


def _met(frame: Frame, around: _Surroundings, seen: Sequence[SeenLook]) -> list[BareDisc]:
    """The round pieces that were laid lately and that neither a tag nor their look names."""
    known = [*around.known, *(_middle_mm(one, around.mapping) for one in seen)]
    layout = around.mapping.layout
    discs = bare_discs(frame.image, around.plane, layout.size_mm, layout.piece_mm, known)
    moved = [around.moved_near(*around.mapping.to_px(disc.x_mm, disc.y_mm)) for disc in discs]
    return [disc for disc, at in zip(discs, moved, strict=True) if frame.time - at <= LAID_LATELY_SECONDS]


def _certain(
    one: SeenLook, second: Sequence[SeenLook], time: float, mapping: TableMapping, prefix: str
) -> CertainLook | None:
    """What both pictures show clearly at one place, if they do and no other face is near in either."""
    again = next((other for other in second if other.tag == one.tag and _is_near(one, other, mapping)), None)
    if again is None or one.rivals or again.rivals or one.among < MIN_AMONG:
        return None
    if min(one.alike, again.alike) < MIN_CERTAIN:
        return None
    tag = _tag(one.tag, prefix)
    if tag is None:
        return None
    return CertainLook(TileReading(tag.tile, tag.face, *_middle_mm(again, mapping)), again.outline, time)


def _is_near(one: SeenLook, other: SeenLook, mapping: TableMapping) -> bool:
    return math.dist(_middle_mm(one, mapping), _middle_mm(other, mapping)) <= AT_REST_MM


def _middle_mm(one: SeenLook, mapping: TableMapping) -> Point:
    x, y = (sum(values) / len(one.outline) for values in zip(*one.outline, strict=True))
    return mapping.to_mm(x, y)


def _tag(text: str, prefix: str) -> Tag | None:
    return parse_tag(f"{prefix}:{text}", {prefix})


def spots_of(seen: Sequence[SeenLook], mapping: TableMapping, prefix: str) -> dict[str, Spot]:
    """Where they lie on the table, and each rival of one; none that seems to lie in two places."""
    found = []
    for one in seen:
        zone = mapping.zone_at(*_middle_mm(one, mapping))
        for text in (one.tag, *one.rivals):
            named = _tag(text, prefix)
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
