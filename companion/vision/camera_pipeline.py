"""Turns one camera's pictures into changes on the table, in the caller's thread."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.games.contract import TileInfo
from companion.table.observation import SeenTable
from companion.vision.after_images import AfterImages
from companion.vision.calibration import Calibration
from companion.vision.camera import Image, Rect
from companion.vision.camera_shift import STAYED_TOLERANCE_MM, find_shift
from companion.vision.copies import tag_of
from companion.vision.far_places import FarPlaces
from companion.vision.known_pieces import KnownPieces
from companion.vision.motion import MotionDetector
from companion.vision.preparation import downscaled, gray
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from companion.vision.table_layout import TableLayout
from companion.vision.table_mapping import Point, TableMapping
from companion.vision.tags import Tag, all_tags
from companion.vision.tiles_by_look import TilesByLook
from companion.vision.tracker import SteadyTile, TileChange, TileReading, Tracker

FULL_READ_INTERVAL_SECONDS = 1.0
"""Seconds between passes over the whole picture while something happens."""
INITIAL_FULL_READS = 4
"""Passes over the whole picture at the start, and when the camera was pushed."""
MAX_STARTUP_SECONDS = 1.5
"""Seconds after the first picture from which the table counts as known, though some tags are in doubt."""
IDLE_FULL_READ_INTERVAL_SECONDS = 2.0
"""The same while nothing has happened for a while."""
UNEXPLAINED_READ_INTERVAL_SECONDS = 0.4
"""Seconds between readings of a place where something was laid whose tag could not be read yet."""
MAX_UNEXPLAINED_PART = 0.15
"""Where more than this part of the picture is unexplained, that is light, and no tile."""
MIN_AFTER_IMAGES = 3
"""After-images that show that a camera mixes pictures."""
MAX_REGIONS_PART = 0.6
"""Where the parts that changed are together more than this part of the picture, the whole of it is read."""


@dataclass
class CameraPipeline:
    """What one camera sees, without a thread: give it frames, it gives changes.

    tiles: what the game has; a tag of its prefix that is none of these is reported as unknown. calibration:
    what is kept of this camera.
    """

    layout: TableLayout
    prefix: str
    tiles: Iterable[TileInfo]
    calibration: Calibration = field(default_factory=Calibration)
    reader: Reader = field(init=False)
    mapping: TableMapping = field(init=False)
    tracker: Tracker = field(init=False)
    motion: MotionDetector = field(init=False)

    def __post_init__(self) -> None:
        infos = tuple(self.tiles)
        self._typical_tile_mm = (
            float(np.median([info.size_mm for info in infos])) if infos else self.layout.piece_mm
        )
        self.set_tiles(infos)
        self.motion = MotionDetector()
        self._after_images = AfterImages()
        self.sightings: dict[Tag, tuple[float, Sighting]] = {}
        self.read_at: dict[str, float] = {}
        """When each tile's tag was last read."""
        self.tiles_by_look = TilesByLook()
        self._pixel_cache: dict[str, tuple[Point, int, Point]] = {}
        self._reset_mapping()
        self._last_full_read_at = self._unexplained_read_at = -1e9
        self._full_reads_left = INITIAL_FULL_READS
        self._parts_in_doubt = False
        self._started_at: float | None = None
        self._ready = False

    def _reset_mapping(self, picture: tuple[int, int] = (1920, 1080)) -> None:
        camera_layout = self.calibration.applied_to(self.layout)
        self.mapping = TableMapping(camera_layout, picture, self.calibration.corners, self.calibration.lens)
        self._outline: tuple[int, tuple[Point, ...]] = (-1, ())
        # Only the mapping is handed on: a method of this object would make a circle of references, which only
        # garbage collection frees.
        self.tracker = Tracker(self.mapping.zone_at)

    def calibrate(self, layout: TableLayout, calibration: Calibration) -> None:
        """The table lies otherwise in the picture than was thought: everything is found anew. Until it is,
        nothing is watched, so nothing is missing."""
        self.layout, self.calibration = layout, calibration
        self._reset_mapping(self.mapping.picture_size)
        self.restart()

    def request_full_reads(self) -> None:
        """The next pictures are read as wholes, whatever has changed in them: `closely` is True meanwhile."""
        self._full_reads_left = INITIAL_FULL_READS

    @property
    def ready(self) -> bool:
        """Whether it has looked long enough to know what lies there; before, nothing is watched."""
        return self._ready

    @property
    def mixes_pictures(self) -> bool:
        """Whether the camera mixes pictures, as after-images of carried tiles show."""
        return self._after_images.count >= MIN_AFTER_IMAGES

    @property
    def full_reads_pending(self) -> bool:
        return self._full_reads_left > 0

    def set_tiles(self, tiles: Iterable[TileInfo]) -> None:
        """Takes these for the tiles of the game from now on: one was registered in play."""
        infos = tuple(tiles)
        self._pieces = KnownPieces(self.prefix, infos)
        tags = all_tags(self.prefix, infos, self.layout.places)
        self.reader = Reader({self.prefix}, tags)
        self._far_places = FarPlaces(self.prefix, tags)

    def process(self, image: Image, now: float) -> tuple[TileChange, ...]:
        """Takes in a picture at `now` seconds; gives what has become certain."""
        high, wide = image.shape[:2]
        self.mapping.set_picture_size(wide, high)
        self.motion.tile_px = self._typical_tile_mm * self.mapping.px_per_mm
        self.motion.table_outline = self._table_outline()
        downscaled_image = downscaled(image)
        self.motion.update(downscaled_image, now, (wide, high))
        self._started_at = now if self._started_at is None else self._started_at
        read = self._read(image, now)
        # Where copies of a tag fade, the tracker sees each place become empty by itself.
        copies = [s for s in read if s.tag.tile in self._pieces.copies.tiles]
        found = self._after_images.without(image, [s for s in read if s not in copies]) + copies
        lately = [s for _at, s in self.sightings.values()]
        found = found + self._far_places.read(image, now, self.motion.last_large_motion, self.mapping, lately)
        if self._place_tags_moved(found) or self._camera_shifted(found):
            # The camera was pushed: what a place looked like is no help any more, where tiles lie still is.
            self.motion.reset()
            self.tiles_by_look.forget()
            self.motion.update(downscaled_image, now, (wide, high))
            self._full_reads_left = INITIAL_FULL_READS
        # A new dictionary each time: the page draws from the last one in a thread of its own.
        recent = {t: (at, s) for t, (at, s) in self.sightings.items() if now - at < 5}
        self.sightings = recent | {s.tag: (now, s) for s in found}
        of_tiles = [s for s in found if s.tag.place is None]
        readings = (TileReading(s.tag.tile, s.tag.face, *self.mapping.to_mm(s.x, s.y)) for s in of_tiles)
        placed = list(self._pieces.copies.named(readings, self.tracker))
        self.read_at.update(dict.fromkeys((p.tile for p in placed), now))
        names = [p.tile for p in placed]
        vacant = self._vacant_tiles(set(names))
        placed += self.tiles_by_look.readings(self.tracker, self.motion, self.read_at, vacant)
        changes = self.tracker.update(now, placed, vacant)
        self._remember_places(found, dict(zip(of_tiles, names, strict=True)), changes)
        initial_reads_done = not self._full_reads_left and not self.tracker.pending
        self._ready = self._ready or initial_reads_done or now - self._started_at > MAX_STARTUP_SECONDS
        return changes

    def _read(self, image: Image, now: float) -> list[Sighting]:
        """The tags in the whole picture where a pass over it is due, else in the parts that changed."""
        is_due = self._is_full_read_due(now)
        regions = None if is_due else self._changed_regions(image, now)
        found = self.reader.read(image, regions) if regions is None or regions else []
        if regions is None:
            self._last_full_read_at, self._parts_in_doubt = now, False
            self._full_reads_left = max(0, self._full_reads_left - is_due)
        elif self._tiles_moved_together(found):
            # All tags together tell whether hands moved things or the camera was pushed: the next picture is
            # read as a whole, and this one says nothing.
            found, self._parts_in_doubt = [], True
        return found

    def _is_full_read_due(self, now: float) -> bool:
        in_motion = now - self.motion.last_motion < 3
        interval = FULL_READ_INTERVAL_SECONDS if in_motion else IDLE_FULL_READ_INTERVAL_SECONDS
        is_time = now - self._last_full_read_at >= interval
        is_asked = self._full_reads_left > 0 or self._parts_in_doubt
        return is_time or self.motion.changed_part > 0.4 or is_asked

    def _tiles_moved_together(self, found: list[Sighting]) -> bool:
        """Whether more than one tile at rest seems to lie elsewhere, where no place tag tells of a push."""
        offsets = () if self.mapping.located_by_tags else self._steady_offsets(found)
        return sum(off > STAYED_TOLERANCE_MM for off, _, _ in offsets) > 1

    def _place_tags_moved(self, found: list[Sighting]) -> bool:
        """Whether the place tags say that the camera was pushed."""
        places = {n: s for s in found if (n := s.tag.place) is not None}
        return self.mapping.update_places(
            {n: (s.x, s.y) for n, s in places.items()},
            {n: s.corners for n, s in places.items()},
            [s.corners for s in found if s.tag.place is None],
        )

    def _steady_offsets(self, found: list[Sighting]) -> list[tuple[float, Point, Point]]:
        """Of the tiles at rest that were read: how far off they seem to be, where, and where they lay; mm."""
        offsets = []
        for s in found:
            steady = self.tracker.steady.get(s.tag.tile)
            moved_alone = s.tag.tile in self._pieces.copies.tiles  # it may be another piece
            if steady is not None and steady.face == s.tag.face and not moved_alone:
                now, before = self.mapping.to_mm(s.x, s.y), (steady.x_mm, steady.y_mm)
                offsets.append((math.dist(now, before), now, before))
        return offsets

    def _camera_shifted(self, found: list[Sighting]) -> bool:
        """Whether the camera was pushed, told by the tiles where no place tag is in view; then the mapping to
        millimetres is adjusted."""
        if self.mapping.located_by_tags:
            return False
        pairs = [(now, before) for _, now, before in self._steady_offsets(found)]
        shift = find_shift(pairs, len(self.tracker.steady))
        if shift is None:
            return False
        self.mapping.apply_shift(shift)
        if self.calibration.corners is not None:
            self.calibration = self.calibration.with_changes(corners=self.mapping.corners)
        return True

    def _changed_regions(self, image: Image, now: float) -> list[Rect] | None:
        """The parts of the picture in which tags must be read again; None: that is most of it."""
        regions = self.motion.changed_regions()
        # Both where a tile turned up and where it lay before: if its tag is in both places, one reading must
        # show it.
        reach = self.motion.tile_px * 0.6
        for x_mm, y_mm in self.tracker.unconfirmed_places():
            x, y = self.mapping.to_px(x_mm, y_mm)
            regions.append((int(x - reach), int(y - reach), int(2 * reach), int(2 * reach)))
        whole = image.shape[0] * image.shape[1]
        if now - self._unexplained_read_at >= UNEXPLAINED_READ_INTERVAL_SECONDS:
            unexplained = self.motion.unexplained_regions()
            if unexplained and _area(unexplained) <= MAX_UNEXPLAINED_PART * whole:
                self._unexplained_read_at = now
                regions += unexplained
        return None if _area(regions) > MAX_REGIONS_PART * whole else regions

    def _vacant_tiles(self, read: set[str]) -> list[str]:
        vacant = []
        for tile, steady in self.tracker.steady.items():
            if tile in read or self.motion.is_undisturbed(tile):
                continue
            middle = self._steady_pixel(tile, steady)
            may_be_gone = self.tiles_by_look.may_be_gone(steady, middle, self.motion)
            if may_be_gone and self.motion.looks_vacant(tile, *middle):
                vacant.append(tile)
        return vacant

    def _table_outline(self) -> tuple[Point, ...]:
        """The table's corners in pixels, once it is known where it lies; worked out when that changes."""
        version, outline = self._outline
        if version != self.mapping.version and self.mapping.is_located:
            w, h = self.layout.size_mm
            outline = tuple(self.mapping.to_px(x, y) for x, y in ((0, 0), (w, 0), (w, h), (0, h)))
            self._outline = self.mapping.version, outline
        return outline

    def _steady_pixel(self, tile: str, steady: SteadyTile) -> Point:
        """A steady tile's tag in pixels; worked out once for as long as nothing moves it."""
        at, version, px = self._pixel_cache.get(tile, ((0.0, 0.0), -1, (0.0, 0.0)))
        if version != self.mapping.version or at != (steady.x_mm, steady.y_mm):
            px = self.mapping.to_px(steady.x_mm, steady.y_mm)
            self._pixel_cache[tile] = ((steady.x_mm, steady.y_mm), self.mapping.version, px)
        return px

    def is_covered(self, tile: str) -> bool:
        """Whether an arm is over the place of a steady tile."""
        steady = self.tracker.steady.get(tile)
        return steady is not None and self.motion.is_under_arm(*self._steady_pixel(tile, steady))

    def unread_since(self, image: Image, since: float) -> frozenset[str]:
        """The tiles at rest whose tags were not read since then, and are not read now with more patience."""
        unread = set()
        reach = self.motion.tile_px * 0.6
        plain = gray(image)
        for name, steady in tuple(self.tracker.steady.items()):
            if self.read_at.get(name, -1e9) >= since or self.tiles_by_look.knows(name):
                continue
            x, y = self._steady_pixel(name, steady)
            x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
            part = np.ascontiguousarray(plain[y0 : int(y + reach), x0 : int(x + reach)])
            tile = tag_of(name)
            if min(part.shape, default=0) < 21 or not any(
                s.tag.tile == tile and s.tag.face == steady.face for s in self.reader.read_thoroughly(part)
            ):
                unread.add(tile)
        return frozenset(unread)

    def _remember_places(
        self, found: list[Sighting], names: Mapping[Sighting, str], changes: tuple[TileChange, ...]
    ) -> None:
        for change in changes:
            if change.after is None:
                self.motion.forget_place(change.tile)
        for s in found:
            if s.tag.place is not None:
                self.motion.remember_place(s.tag.text, s.corners)
                continue
            steady = self.tracker.steady.get(name := names[s])
            if steady is not None and steady.face == s.tag.face:
                x, y = self.mapping.to_mm(s.x, s.y)
                if abs(x - steady.x_mm) < 4 and abs(y - steady.y_mm) < 4:
                    self.motion.remember_place(name, s.corners)

    def restart(self) -> None:
        """Pictures come again after a while without: what lies where is kept, how it looked is not."""
        self.motion.reset()
        self.tiles_by_look.forget()
        self._full_reads_left = INITIAL_FULL_READS
        self._started_at, self._ready = None, False

    def observation(self, now: float, number: int) -> SeenTable:
        """The table as it is known at `now`. It watches nothing until it has looked long enough to know."""
        last = max(self.motion.last_motion, self.tracker.changed_at)
        still = 0.0 if self.tracker.pending else max(0.0, now - last)
        watching = self.mapping.visible_zones() if self._ready else frozenset()
        return self._pieces.seen(self.tracker, still, watching, number)


def _area(regions: Iterable[Rect]) -> int:
    return sum(wide * high for _, _, wide, high in regions)
