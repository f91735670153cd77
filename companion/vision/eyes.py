"""One camera's eyes: a thread that looks, reads, follows tiles and reports the table.

It owns the camera and gets it back by itself when it is lost. What it reports goes to a callback, in its own
thread; a slow callback slows the looking, never queues it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.games.game import Spot, TileInfo
from companion.table.seen import SeenTable
from companion.vision.advice import LEVELS, Finding, examine, pace
from companion.vision.camera import CameraEnded, CameraLost, Frame, Image, Source, open_camera
from companion.vision.reader import Reader, Sighting, gray
from companion.vision.recorder import Recorder, Recording
from companion.vision.scene import Scene
from companion.vision.tags import Tag, all_tags
from companion.vision.tracker import Change, Placed, Tracker
from companion.vision.zones import Layout, Zones

log = logging.getLogger(__name__)

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
REPORT_EVERY = 0.25
"""Seconds between reports while nothing changes: a still table grows stiller."""
RETRY = 1.0
"""Seconds between attempts to get a lost camera back."""


@dataclass(frozen=True, slots=True)
class Status:
    """state: "starting", "online", "lost" or "ended"; sentence: for a person."""

    state: str
    sentence: str


@dataclass
class View:
    """What one camera sees, without a thread: give it frames, it gives changes.

    tiles: what the game has; a tag of its prefix that is none of these is reported as unknown.
    """

    layout: Layout
    prefix: str
    tiles: Iterable[TileInfo]
    reader: Reader = field(init=False)
    zones: Zones = field(init=False)
    tracker: Tracker = field(init=False)
    scene: Scene = field(init=False)

    def __post_init__(self) -> None:
        infos = tuple(self.tiles)
        self._size_mm = float(np.median([info.size_mm for info in infos])) if infos else 58.0
        self.know(infos)
        self.zones = Zones(self.layout)
        self.tracker = Tracker(self._zone_at)
        self.scene = Scene()
        self.sightings: dict[Tag, tuple[float, Sighting]] = {}
        self._whole_at = -1e9
        self._whole_left = WHOLE_FIRST
        self._begun: float | None = None
        self._ready = False

    def know(self, tiles: Iterable[TileInfo]) -> None:
        """Takes these for the tiles of the game from now on: one was registered in play."""
        infos = tuple(tiles)
        self._known = {info.id: info.faces for info in infos}
        self.reader = Reader({self.prefix}, all_tags(self.prefix, infos, self.layout.places))

    def _zone_at(self, x_mm: float, y_mm: float) -> str | None:
        return self.zones.zone_at(x_mm, y_mm)

    def look(self, image: Image, now: float) -> tuple[Change, ...]:
        """Takes in a picture at `now` seconds; gives what has become certain."""
        high, wide = image.shape[:2]
        self.zones.picture_is(wide, high)
        self.scene.tile_px = self._size_mm * self.zones.px_per_mm
        # Every second pixel's green is enough to see that nothing happens, and most pictures show just that.
        step = max(1, wide // THIN)
        thin = image[::step, ::step, 1] if image.ndim == 3 else image[::step, ::step]
        thin = np.ascontiguousarray(thin)
        self.scene.look(thin, now, (wide, high))
        self._begun = now if self._begun is None else self._begun
        every = WHOLE_EVERY if now - self.scene.last_motion < 3 else WHOLE_IDLE
        if now - self._whole_at >= every or self.scene.changed > 0.4 or self._whole_left:
            found = self.reader.read(image)
            self._whole_at = now
            self._whole_left = max(0, self._whole_left - 1)
        else:
            found = self._read_again(image)
        places = {n: (s.x, s.y) for s in found if (n := s.tag.place) is not None}
        if self.zones.observe(places):
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
                placed.append(Placed(s.tag.tile, s.tag.face, *self.zones.to_mm(s.x, s.y)))
        changes = self.tracker.update(now, placed, self._vacant({p.tile for p in placed}))
        self._remember(found, changes)
        first_done = not self._whole_left and not self.tracker.pending
        self._ready = self._ready or first_done or now - self._begun > READY_AT_LAST
        return changes

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
            if tile not in read and self.scene.vacant(tile, *self.zones.to_px(steady.x_mm, steady.y_mm)):
                vacant.append(tile)
        return vacant

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
        return SeenTable(spots, still, tuple(sorted(unknown)), tuple(sorted(conflicts)), watching, number)


def replay(recording: Recording, tiles: Iterable[TileInfo]) -> list[Change]:
    """What the eyes notice when they see the recording again. Raises CameraLost where it is damaged."""
    view = View(recording.layout, recording.prefix, tiles)
    changes: list[Change] = []
    while True:
        try:
            frame = recording.read()
        except CameraEnded:
            return changes
        changes += view.look(frame.image, frame.time)


def _has_face(faces: str, face: str) -> bool:
    """A tile with one face may leave its letter out on the tag, and in the list of its faces."""
    return face in faces if face else len(faces) <= 1


class Eyes:
    """Looks through a camera in a thread of its own, from `start` to `stop`.

    camera: a source, what `open_camera` takes, or a function that opens a source. on_table: gets every
    report. on_status: gets every change of its `status`. recorder: keeps the last minutes, where wished.
    """

    def __init__(
        self,
        camera: Source | str | Callable[[], Source],
        layout: Layout,
        prefix: str,
        tiles: Iterable[TileInfo],
        on_table: Callable[[SeenTable], None],
        on_status: Callable[[Status], None] | None = None,
        recorder: Recorder | None = None,
    ) -> None:
        if isinstance(camera, str):
            spec = camera
            self._open: Callable[[], Source] | None = lambda: open_camera(spec)
            self._source: Source | None = None
        elif callable(camera):
            self._open, self._source = camera, None
        else:
            self._open, self._source = None, camera
        self.view = View(layout, prefix, tiles)
        self._on_table, self._on_status = on_table, on_status
        self.recorder = recorder
        self._status = Status("starting", "The camera is being opened.")
        self._number = 0
        self._reported: SeenTable | None = None
        self._reported_at = -1e9
        self._frame: Frame | None = None
        self._times: deque[float] = deque(maxlen=30)
        self._drawn: tuple[int, bytes] = (0, b"")
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="eyes", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 3.0) -> None:
        """Ends the thread and lets the camera go."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)

    # --- the thread ---------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if self._source is None:
                    assert self._open is not None
                    self._source = self._open()
                frame = self._source.read(1.0)
            except CameraEnded as ended:
                self._say("ended", ended.sentence)
                break
            except CameraLost as lost:
                self._lost(lost.sentence)
                continue
            self._say("online", f"{self._source.describe()} gives pictures.")
            try:
                self._step(frame)
            except Exception:
                # Whatever is wrong with one picture, the next may be better: a table must not go blind.
                log.exception("a picture could not be understood")
        if self._source is not None:
            self._source.close()

    def _lost(self, sentence: str) -> None:
        self._say("lost", sentence)
        if self._open is not None and self._source is not None:
            self._source.close()
            self._source = None
        self.view.begin_again()
        # A table that nobody watches has no tiles missing.
        self._report(SeenTable(watching=frozenset(), number=self._number + 1))
        self._stop.wait(RETRY if self._open is not None else 0.2)

    def _say(self, state: str, sentence: str) -> None:
        status = Status(state, sentence)
        if status != self._status:
            self._status = status
            if self._on_status is not None:
                self._on_status(status)

    def _step(self, frame: Frame) -> None:
        self._times.append(frame.time)
        changes = self.view.look(frame.image, frame.time)
        if self.recorder is not None:
            self.recorder.picture(frame.image, frame.time, frame.time - self.view.scene.last_motion < 1)
            for change in changes:
                self.recorder.event(f"{change.tile} {change.kind}", frame.time)
        self._frame = frame
        seen = self.view.seen(frame.time, self._number + 1)
        before = self._reported
        news = before is None or (before.spots, before.unknown, before.conflicts, before.watching) != (
            seen.spots,
            seen.unknown,
            seen.conflicts,
            seen.watching,
        )
        if changes or news or frame.time - self._reported_at >= REPORT_EVERY:
            self._reported_at = frame.time
            self._report(seen)

    def _report(self, seen: SeenTable) -> None:
        self._number, self._reported = seen.number, seen
        self._on_table(seen)

    def status(self) -> Status:
        """How the camera is, as last said to `on_status`."""
        return self._status

    # --- for the page -------------------------------------------------------------------------------------

    @property
    def module(self) -> float | None:
        """Pixels a module in the last pass over the whole picture: 2.5 is good, below 2.0 is too small."""
        return self.view.reader.module

    def findings(self) -> list[Finding]:
        """What a person should do about the picture, the worst first; empty before the first picture."""
        frame, view = self._frame, self.view
        if frame is None:
            return []
        found = [s for _, s in view.sightings.values()]
        about = examine(frame.image, found, view.layout, view.zones.px_per_mm)
        rate = pace(tuple(self._times))
        return sorted([*about, rate], key=lambda finding: LEVELS.index(finding.level))

    def jpeg(self, wide: int = 1280, outlined: bool = True) -> bytes | None:
        """The newest picture as a JPEG of this width at most, its tags outlined; None before the first."""
        frame = self._frame
        if frame is None:
            return None
        if self._drawn[0] != frame.number:
            self._drawn = (frame.number, _annotated(frame, self.view, wide, outlined))
        return self._drawn[1]


def _annotated(frame: Frame, view: View, wide: int, outlined: bool) -> bytes:
    high, full = frame.image.shape[:2]
    scale = min(1.0, wide / full)
    picture = cv2.resize(
        frame.image, (round(full * scale), round(high * scale)), interpolation=cv2.INTER_AREA
    )
    for tag, (_, s) in tuple(view.sightings.items()) if outlined else ():
        steady = tag.place is not None or tag.tile in view.tracker.steady
        colour = (80, 200, 80) if steady else (40, 170, 250)
        points = np.array([[round(x * scale), round(y * scale)] for x, y in s.corners], dtype=np.int32)
        cv2.polylines(picture, [points], True, colour, 2, cv2.LINE_AA)
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return data.tobytes() if good else b""
