"""What one camera sees, without a thread: give it pictures, it gives what has changed on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.games.contract import Spot, TileInfo
from companion.table.observation import SeenTable
from companion.vision.calibration import Calibration
from companion.vision.camera import Image
from companion.vision.camera_shift import STAYED_MM, push
from companion.vision.motion import Scene
from companion.vision.reader import Reader, Sighting, gray
from companion.vision.tags import Tag, all_tags
from companion.vision.tracker import Change, Placed, Steady, Tracker
from companion.vision.zones import Layout, Point, Zones

THIN = 960
"""Pixels across that a picture is thinned out to before it is looked at for changes."""
WHOLE_EVERY = 1.0
"""Seconds between passes over the whole picture while something happens."""
WHOLE_FIRST = 4
"""Passes over the whole picture at the start, and when the camera was pushed."""
READY_AT_LAST = 1.5
"""Seconds after the first picture from which the table counts as known, though some tags are in doubt."""
WHOLE_IDLE = 2.0
"""The same while nothing has happened for a while."""


@dataclass
class View:
    """What one camera sees, without a thread: give it frames, it gives changes.

    tiles: what the game has; a tag of its prefix that is none of these is reported as unknown. calibration:
    what is kept of this camera.
    """

    layout: Layout
    prefix: str
    tiles: Iterable[TileInfo]
    calibration: Calibration = field(default_factory=Calibration)
    reader: Reader = field(init=False)
    zones: Zones = field(init=False)
    tracker: Tracker = field(init=False)
    scene: Scene = field(init=False)

    def __post_init__(self) -> None:
        infos = tuple(self.tiles)
        self._size_mm = float(np.median([info.size_mm for info in infos])) if infos else self.layout.piece_mm
        self.know(infos)
        self.scene = Scene()
        self.sightings: dict[Tag, tuple[float, Sighting]] = {}
        self.read_at: dict[str, float] = {}
        """When each tile's tag was last read."""
        self._px: dict[str, tuple[Point, int, Point]] = {}
        self._tie()
        self._whole_at = -1e9
        self._whole_left = WHOLE_FIRST
        self._begun: float | None = None
        self._ready = False

    def _tie(self, picture: tuple[int, int] = (1920, 1080)) -> None:
        laid = self.calibration.laid_over(self.layout)
        self.zones = Zones(laid, picture, self.calibration.corners, self.calibration.lens)
        # By the zones alone: through this view it would hold itself, and wait for the collector when stopped.
        self.tracker = Tracker(self.zones.zone_at)

    def calibrate(self, layout: Layout, calibration: Calibration) -> None:
        """The table lies otherwise in the picture than was thought: everything is found anew. Until it is,
        nothing is watched, so nothing is missing."""
        self.layout, self.calibration = layout, calibration
        self._tie(self.zones.picture)
        self.begin_again()

    def look_closely(self) -> None:
        """The next pictures are read as wholes, whatever has changed in them: `closely` is True meanwhile."""
        self._whole_left = WHOLE_FIRST

    @property
    def ready(self) -> bool:
        """Whether it has looked long enough to know what lies there; before, nothing is watched."""
        return self._ready

    @property
    def closely(self) -> bool:
        return self._whole_left > 0

    def know(self, tiles: Iterable[TileInfo]) -> None:
        """Takes these for the tiles of the game from now on: one was registered in play."""
        infos = tuple(tiles)
        self._known = {info.id: info.faces for info in infos}
        self.reader = Reader({self.prefix}, all_tags(self.prefix, infos, self.layout.places))

    def look(self, image: Image, now: float) -> tuple[Change, ...]:
        """Takes in a picture at `now` seconds; gives what has become certain."""
        high, wide = image.shape[:2]
        self.zones.picture_is(wide, high)
        self.scene.tile_px = self._size_mm * self.zones.px_per_mm
        thin = thinned(image)
        self.scene.look(thin, now, (wide, high))
        self._begun = now if self._begun is None else self._begun
        every = WHOLE_EVERY if now - self.scene.last_motion < 3 else WHOLE_IDLE
        if now - self._whole_at >= every or self.scene.changed > 0.4 or self._whole_left:
            found = self.reader.read(image)
            self._whole_at = now
            self._whole_left = max(0, self._whole_left - 1)
        else:
            found = self._read_again(image)
            if not self.zones.by_places and sum(off > STAYED_MM for off, _, _ in self._resting(found)) > 1:
                found = self.reader.read(image)  # was it hands, or the camera? All tags together tell
                self._whole_at = now
        if self._observed(found) or self._pushed(found):
            # The camera was pushed: what a place looked like is no help any more, where tiles lie still is.
            self.scene.forget()
            self.scene.look(thin, now, (wide, high))
            self._whole_left = WHOLE_FIRST
        placed = []
        # A new dictionary each time: the page draws from the last one in a thread of its own.
        recent = {t: (at, s) for t, (at, s) in self.sightings.items() if now - at < 5}
        self.sightings = recent | {s.tag: (now, s) for s in found}
        for s in found:
            if s.tag.place is None:
                self.read_at[s.tag.tile] = now
                placed.append(Placed(s.tag.tile, s.tag.face, *self.zones.to_mm(s.x, s.y)))
        changes = self.tracker.update(now, placed, self._vacant({p.tile for p in placed}))
        self._remember(found, changes)
        first_done = not self._whole_left and not self.tracker.pending
        self._ready = self._ready or first_done or now - self._begun > READY_AT_LAST
        return changes

    def _observed(self, found: list[Sighting]) -> bool:
        """Whether the place tags say that the camera was pushed."""
        places = {n: s for s in found if (n := s.tag.place) is not None}
        return self.zones.observe(
            {n: (s.x, s.y) for n, s in places.items()},
            {n: s.corners for n, s in places.items()},
            [s.corners for s in found if s.tag.place is None],
        )

    def _resting(self, found: list[Sighting]) -> list[tuple[float, Point, Point]]:
        """Of the tiles at rest that were read: how far off they seem to be, where, and where they lay; mm."""
        resting = []
        for s in found:
            steady = self.tracker.steady.get(s.tag.tile)
            if steady is not None and steady.face == s.tag.face:
                now, before = self.zones.to_mm(s.x, s.y), (steady.x_mm, steady.y_mm)
                resting.append((math.dist(now, before), now, before))
        return resting

    def _pushed(self, found: list[Sighting]) -> bool:
        """Whether the camera was pushed where no place tag tells it; the way to millimetres follows."""
        if self.zones.by_places:
            return False
        pairs = [(now, before) for _, now, before in self._resting(found)]
        way = push(pairs, len(self.tracker.steady))
        if way is None:
            return False
        self.zones.pushed(way)
        if self.calibration.corners is not None:
            self.calibration = self.calibration.but(corners=self.zones.corners)
        return True

    def _read_again(self, image: Image) -> list[Sighting]:
        regions = self.scene.regions()
        # Where a tile turned up, and where it lay before: one tag in two places must be seen at once.
        reach = self.scene.tile_px * 0.6
        for x_mm, y_mm in self.tracker.doubtful():
            x, y = self.zones.to_px(x_mm, y_mm)
            regions.append((int(x - reach), int(y - reach), int(2 * reach), int(2 * reach)))
        if not regions:
            return []
        if sum(w * h for _, _, w, h in regions) > 0.6 * image.shape[0] * image.shape[1]:
            return self.reader.read(image)
        return self.reader.read_regions(gray(image), regions)

    def _vacant(self, read: set[str]) -> list[str]:
        vacant = []
        for tile, steady in self.tracker.steady.items():
            if tile not in read and self.scene.vacant(tile, *self._where(tile, steady)):
                vacant.append(tile)
        return vacant

    def _where(self, tile: str, steady: Steady) -> Point:
        """A steady tile's tag in pixels; worked out once for as long as nothing moves it."""
        at, version, px = self._px.get(tile, ((0.0, 0.0), -1, (0.0, 0.0)))
        if version != self.zones.version or at != (steady.x_mm, steady.y_mm):
            px = self.zones.to_px(steady.x_mm, steady.y_mm)
            self._px[tile] = ((steady.x_mm, steady.y_mm), self.zones.version, px)
        return px

    def covered(self, tile: str) -> bool:
        """Whether an arm is over the place of a steady tile."""
        steady = self.tracker.steady.get(tile)
        return steady is not None and self.scene.reaches(*self._where(tile, steady))

    def unread(self, image: Image, since: float) -> frozenset[str]:
        """The tiles at rest whose tags were not read since then, and are not read now with more patience."""
        unread = set()
        reach = self.scene.tile_px * 0.6
        plain = gray(image)
        for tile, steady in tuple(self.tracker.steady.items()):
            if self.read_at.get(tile, -1e9) >= since:
                continue
            x, y = self._where(tile, steady)
            x0, y0 = max(0, int(x - reach)), max(0, int(y - reach))
            part = np.ascontiguousarray(plain[y0 : int(y + reach), x0 : int(x + reach)])
            if min(part.shape, default=0) < 21 or not any(
                s.tag.tile == tile and s.tag.face == steady.face for s in self.reader.read_hard(part)
            ):
                unread.add(tile)
        return frozenset(unread)

    def _remember(self, found: list[Sighting], changes: tuple[Change, ...]) -> None:
        for change in changes:
            if change.after is None:
                self.scene.drop(change.tile)
        for s in found:
            steady = self.tracker.steady.get(s.tag.tile)
            if steady is not None and steady.face == s.tag.face:
                x, y = self.zones.to_mm(s.x, s.y)
                if abs(x - steady.x_mm) < 4 and abs(y - steady.y_mm) < 4:
                    self.scene.remember(s.tag.tile, s.corners)

    def begin_again(self) -> None:
        """Pictures come again after a while without: what lies where is kept, how it looked is not."""
        self.scene.forget()
        self._whole_left = WHOLE_FIRST
        self._begun, self._ready = None, False

    def seen(self, now: float, number: int) -> SeenTable:
        """The table as it is known at `now`. It watches nothing until it has looked long enough to know."""
        spots, unknown = {}, []
        conflicts = self.tracker.conflicts
        for tile, steady in self.tracker.steady.items():
            if tile in conflicts:
                continue
            if tile not in self._known or not _has_face(self._known[tile], steady.face):
                unknown.append(Tag(self.prefix, tile, steady.face).text)
            elif steady.zone is not None:
                # A tile with one face may go without its letter on the tag.
                spots[tile] = Spot(steady.zone, steady.face or self._known[tile])
        last = max(self.scene.last_motion, self.tracker.changed_at)
        still = 0.0 if self.tracker.pending else max(0.0, now - last)
        watching = self.zones.watching() if self._ready else frozenset()
        laid = dict(self.tracker.laid)
        return SeenTable(
            spots, still, tuple(sorted(unknown)), tuple(sorted(conflicts)), watching, number, laid
        )


def thinned(image: Image) -> Image:
    """The picture in gray, about THIN pixels across: enough to see that nothing happens, and most pictures
    show just that. Pixels are averaged, for noise in single ones looks like motion: all of a 1080p picture's;
    of a larger one two in each square, which costs a fifth of it."""
    step = max(1, image.shape[1] // THIN)
    green = image[:, :, 1] if image.ndim == 3 else image
    if step == 1:
        return np.ascontiguousarray(green)
    if step == 2:
        size = (image.shape[1] // 2, image.shape[0] // 2)
        whole = image[: size[1] * 2, : size[0] * 2]
        small = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.uint8)
        return np.ascontiguousarray(small[:, :, 1] if small.ndim == 3 else small)
    high, wide = (side // step for side in green.shape)
    first = np.ascontiguousarray(green[::step, ::step][:high, :wide])
    second = np.ascontiguousarray(green[step // 2 :: step, step // 2 :: step][:high, :wide])
    return np.asarray(cv2.addWeighted(first, 0.5, second, 0.5, 0), np.uint8)


def _has_face(faces: str, face: str) -> bool:
    """A tile with one face may leave its letter out on the tag, and in the list of its faces."""
    return face in faces if face else len(faces) <= 1
