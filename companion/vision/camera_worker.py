"""One camera's eyes: a thread that looks, reads, follows tiles and reports the table.

It owns the camera and gets it back by itself when it is lost. What it reports goes to a callback, in its own
thread; a slow callback slows the looking, never queues it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from companion.games.contract import TileInfo
from companion.table.observation import SeenTable
from companion.translation import language, marked
from companion.vision.advice import LEVELS, Finding, examine, pace
from companion.vision.blackout import DarkPauses
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded, CameraLost, Frame, Source
from companion.vision.camera_pipeline import View
from companion.vision.overlay import annotated
from companion.vision.recorder import Recorder
from companion.vision.sources import open_camera
from companion.vision.zones import Layout

__all__ = ["Eyes", "Look", "Status", "View"]

log = logging.getLogger(__name__)

REPORT_EVERY = 0.25
"""Seconds between reports while nothing changes: a still table grows stiller."""
RETRY = 1.0
"""Seconds between attempts to get a lost camera back."""
PATIENCE = 0.9
"""Seconds without a picture after which the camera is lost."""
LATER = 10.0
"""Seconds that a look asked for may wait for its turn at most."""


@dataclass(frozen=True, slots=True)
class Status:
    """state: "starting", "online", "lost" or "ended". sentence: what is said of it to a person; English and
    marked."""

    state: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Look:
    """A fresh look at the whole table. unread: tiles that lie there as far as is known, and were not read."""

    seen: SeenTable
    unread: frozenset[str]


def _tell_nobody(_seen: SeenTable) -> None:
    pass


class Eyes:
    """Looks through a camera in a thread of its own, from `start` to `stop`.

    camera: a source, what `open_camera` takes, or a function that opens a source. on_table: gets every
    report. on_status: gets every change of its `status`. recorder: keeps the last minutes, where wished.
    name: what the camera is called, for people and for what is kept of it. dark: makes the table's lights
    dark for so many seconds; False: they did not get dark.
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
        name: str = "",
        calibration: Calibration | None = None,
        dark: Callable[[float], bool] | None = None,
    ) -> None:
        if isinstance(camera, str):
            spec = camera
            self._open: Callable[[], Source] | None = lambda: open_camera(spec)
            self._source: Source | None = None
        elif callable(camera):
            self._open, self._source = camera, None
        else:
            self._open, self._source = None, camera
        self.name = name
        self.view = View(layout, prefix, tiles, calibration or Calibration())
        self._on_table, self._on_status = on_table, on_status
        self.recorder = recorder
        self._dark = DarkPauses(dark) if dark is not None else None
        self._status = Status("starting", marked("The camera is being opened."))
        self._number = 0
        self._reported: SeenTable | None = None
        self._reported_at = -1e9
        self._frame: Frame | None = None
        self._times: deque[float] = deque(maxlen=30)
        self._drawn: tuple[int, int, bool, bytes] = (0, 0, False, b"")
        self._found: tuple[tuple[int, str], list[Finding]] = ((0, ""), [])
        self.wanted = self.view.calibration
        """What it looks by, or will from the next picture on."""
        self._wanted: tuple[Layout, Calibration] | None = None
        self._looks = threading.Condition()
        self._asked = 0
        self._looking: tuple[int, float] | None = None
        self._looked: tuple[int, Look] | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name=f"eyes {self.name}".strip(), daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 3.0) -> None:
        """Ends the thread and lets the camera go."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)
        # What it told leads back to it: without this, its pictures and its recorder would wait for the
        # collector of cycles.
        self._on_table, self._on_status = _tell_nobody, None

    # --- what others ask

    def status(self) -> Status:
        """How the camera is, as last said to `on_status`."""
        return self._status

    def know(self, tiles: Iterable[TileInfo]) -> None:
        """Takes these for the tiles of the game from now on."""
        self.view.know(tiles)

    def calibrate(self, layout: Layout, calibration: Calibration) -> None:
        """Looks by these from the next picture on."""
        self.wanted = calibration
        self._wanted = (layout, calibration)

    def look_again(self, timeout: float = LATER) -> Look | None:
        """Reads the whole table anew, whatever is remembered of it. None: no picture came in time."""
        with self._looks:
            self._asked += 1
            mine = self._asked
            self._looks.wait_for(lambda: self._looked is not None and self._looked[0] >= mine, timeout)
            return self._looked[1] if self._looked is not None and self._looked[0] >= mine else None

    # --- the thread

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if self._source is None:
                    assert self._open is not None
                    self._source = self._open()
                frame = self._source.read(PATIENCE)
            except CameraEnded as ended:
                self._say(Status("ended", ended.sentence))
                break
            except CameraLost as lost:
                self._lost(Status("lost", lost.sentence))
                continue
            told = marked("{camera} gives pictures.", camera=self._source.describe())
            self._say(Status("online", told))
            try:
                self._step(frame)
            except Exception:
                # Whatever is wrong with one picture, the next may be better: a table must not go blind.
                log.exception("a picture could not be understood")
        if self._source is not None:
            self._source.close()

    def _lost(self, status: Status) -> None:
        self._say(status)
        if self._open is not None and self._source is not None:
            self._source.close()
            self._source = None
        self.view.begin_again()
        self._looking = None
        # A table that nobody watches has no tiles missing.
        self._report(SeenTable(watching=frozenset(), number=self._number + 1))
        self._stop.wait(RETRY if self._open is not None else 0.2)

    def _say(self, status: Status) -> None:
        if status != self._status:
            self._status = status
            if self._on_status is not None:
                self._on_status(status)

    def _step(self, frame: Frame) -> None:
        self._times.append(frame.time)
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.view.calibrate(*wanted)
        if self._looking is None and self._asked > (self._looked[0] if self._looked else 0):
            self._looking = (self._asked, frame.time)
            self.view.look_closely()
            if self._dark is not None:
                self._dark.ask(self.view, frame.time)
        calibration = self.view.calibration
        changes = self.view.look(frame.image, frame.time)
        if self.view.calibration is not calibration and self._wanted is None:
            self.wanted = self.view.calibration  # the camera was pushed: the corners went with it
        if self.recorder is not None:
            moving = frame.time - self.view.scene.last_motion < 1
            self.recorder.picture(frame.image, frame.time, moving)
            for change in changes:
                self.recorder.event(f"{change.tile} {change.kind}", frame.time)
        self._frame = frame
        if self._dark is not None:
            self._dark.tend(self.view, frame.time)
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
        self._answer(frame, seen)

    def _answer(self, frame: Frame, seen: SeenTable) -> None:
        """A look that was asked for is done when the whole picture was read often enough since."""
        if self._looking is None:
            return
        number, since = self._looking
        undone = self.view.closely or self.view.tracker.pending or not seen.watching
        if undone and frame.time - since < LATER / 2:
            return
        self._looking = None
        with self._looks:
            self._looked = (number, Look(seen, self.view.unread(frame.image, since)))
            self._looks.notify_all()

    def _report(self, seen: SeenTable) -> None:
        self._number, self._reported = seen.number, seen
        self._on_table(seen)

    # --- for the page

    @property
    def frame(self) -> Frame | None:
        """The newest picture; None before the first."""
        return self._frame

    @property
    def module(self) -> float | None:
        """Pixels a module in the last pass over the whole picture (`advice` says what is enough)."""
        return self.view.reader.module

    def findings(self) -> list[Finding]:
        """What a person should do about the picture, the worst first; empty before the first picture."""
        frame, view = self._frame, self.view
        if frame is None:
            return []
        made = (frame.number, language())
        if self._found[0] != made:
            found = [s for _, s in view.sightings.values()]
            by_hand = view.calibration.corners is not None
            about = examine(frame.image, found, view.layout, view.zones.px_per_mm, by_hand=by_hand)
            rate = pace(tuple(self._times))
            ordered = sorted([*about, rate], key=lambda finding: LEVELS.index(finding.level))
            self._found = (made, ordered)
        return self._found[1]

    def jpeg(self, wide: int = 1280, outlined: bool = True) -> bytes | None:
        """The newest picture as a JPEG of this width at most, its tags outlined; None before the first."""
        frame = self._frame
        if frame is None:
            return None
        if self._drawn[:3] != (frame.number, wide, outlined):
            self._drawn = (frame.number, wide, outlined, annotated(frame, self.view, wide, outlined))
        return self._drawn[3]
