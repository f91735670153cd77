"""One camera's eyes: a thread that looks, reads, follows tiles and reports the table.

It owns the camera and gets it back by itself when it is lost. What it reports goes to a callback, in its own
thread; a slow callback slows the looking, never queues it.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace

from companion.games.contract import TileInfo
from companion.table.observation import SeenTable
from companion.translation import marked
from companion.vision.advice import Finding
from companion.vision.blackout import DarkPauses
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded, CameraLost, FileCamera, Frame, SentPictures, Source
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.camera_status import CameraStatus, TableReading
from companion.vision.looks_in_play import LooksInPlay, Meet
from companion.vision.processor_turns import ProcessorTurns, ProcessorUse
from companion.vision.recorder import Recorder
from companion.vision.shown_picture import ShownPicture
from companion.vision.sources import open_camera
from companion.vision.table_layout import TableLayout
from companion.vision.tile_looks import TileLookReader
from companion.vision.untrue_pictures import CameraStill, PictureWatch

__all__ = ["CameraPipeline", "CameraStatus", "CameraWorker", "TableReading"]

log = logging.getLogger(__name__)

REPORT_INTERVAL_SECONDS = 0.25
"""Seconds between reports while nothing changes: a still table grows stiller."""
REOPEN_INTERVAL_SECONDS = 1.0
"""Seconds between attempts to get a lost camera back."""
FRAME_TIMEOUT_SECONDS = 0.9
"""Seconds without a picture after which the camera is lost."""
TABLE_READING_TIMEOUT_SECONDS = 10.0
"""Seconds that a look asked for may wait for its turn at most."""
MIN_IDLE_SECONDS = 5.0
"""Seconds without motion after which a table is idle."""
IDLE_FRAME_INTERVAL_SECONDS = 0.25
"""Seconds from picture to picture at an idle table: a hand that comes is seen before it lets go."""


def _ignore_observation(_seen: SeenTable) -> None:
    pass


class CameraWorker:
    """Looks through a camera in a thread of its own, from `start` to `stop`.

    camera: a source, what `open_camera` takes, or a function that opens a source. on_table: gets every
    report. on_status: gets every change of its `status`. recorder: keeps the last minutes, where wished.
    name: what the camera is called, for people and for what is kept of it. dark_pause: makes the table's
    lights dark for so many seconds; False: they did not get dark. turns: shares the processors among all
    cameras of a room; None: this camera has one to itself. processor_use: this camera's processor time.
    looks: what knows the looks of tiles without tags; None: nothing does. meet: what learns those that
    nothing names.
    """

    def __init__(
        self,
        camera: Source | str | Callable[[], Source],
        layout: TableLayout,
        prefix: str,
        tiles: Iterable[TileInfo],
        on_observation: Callable[[SeenTable], None],
        on_status: Callable[[CameraStatus], None] | None = None,
        recorder: Recorder | None = None,
        name: str = "",
        calibration: Calibration | None = None,
        dark_pause: Callable[[float], bool] | None = None,
        turns: ProcessorTurns | None = None,
        looks: Callable[[], TileLookReader | None] | None = None,
        meet: Meet | None = None,
    ) -> None:
        self._turns = turns or ProcessorTurns(1)
        self.processor_use = ProcessorUse()
        if isinstance(camera, str):
            spec = camera
            self._open_source: Callable[[], Source] | None = lambda: open_camera(spec)
            self._source: Source | None = None
        elif callable(camera):
            self._open_source, self._source = camera, None
        else:
            self._open_source, self._source = None, camera
        self.name = name
        self.pipeline = CameraPipeline(layout, prefix, tiles, calibration or Calibration())
        self._on_observation, self._on_status = on_observation, on_status
        self.recorder = recorder
        self._dark_pauses = DarkPauses(dark_pause) if dark_pause is not None else None
        self._looks = LooksInPlay(looks, meet) if looks is not None else None
        self._status = CameraStatus("starting", marked("The camera is being opened."))
        self._shown = ShownPicture(self.pipeline)
        self._report_number = 0
        self._last_report: SeenTable | None = None
        self._last_report_at = -1e9
        self._latest_frame: Frame | None = None
        self._frame_times: deque[float] = deque(maxlen=30)
        self._was_idle = False
        self._watch = PictureWatch()
        self._last_frame_at = self._skipped_seconds = 0.0
        self.calibration = self.pipeline.calibration
        """What it looks by, or will from the next picture on."""
        self._pending_calibration: tuple[TableLayout, Calibration] | None = None
        self._reading_done = threading.Condition()
        self._readings_requested = 0
        self._current_reading: tuple[int, float] | None = None
        self._finished_reading: tuple[int, TableReading] | None = None
        self._stop = threading.Event()
        self._wake = threading.Event()
        """Ends the wait for the next picture of an idle table."""
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Looks from now on, if it does not yet. Raises RuntimeError where the system has no thread left."""
        if self._thread is None:
            thread = threading.Thread(target=self._run, name=f"eyes {self.name}".strip(), daemon=True)
            thread.start()
            self._thread = thread

    def stop(self, timeout: float = 3.0) -> None:
        """Ends the thread and lets the camera go."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout)
        # Those who receive its reports refer to it in turn. Ending this circle frees its pictures and its
        # recorder at once, not at the next garbage collection.
        self._on_observation, self._on_status, self._looks = _ignore_observation, None, None

    # --- what others ask

    def status(self) -> CameraStatus:
        """How the camera is, as last said to `on_status`."""
        return self._status

    def set_tiles(self, tiles: Iterable[TileInfo]) -> None:
        """Takes these for the tiles of the game from now on."""
        self.pipeline.set_tiles(tiles)

    def calibrate(self, layout: TableLayout, calibration: Calibration) -> None:
        """Looks by these from the next picture on."""
        self.calibration = calibration
        self._pending_calibration = (layout, calibration)
        self._wake.set()

    def read_whole_table(self, timeout: float = TABLE_READING_TIMEOUT_SECONDS) -> TableReading | None:
        """Reads the whole table anew, whatever is remembered of it. None: no picture came in time."""
        with self._reading_done:
            self._readings_requested += 1
            request = self._readings_requested
            self._wake.set()
            self._reading_done.wait_for(
                lambda: self._finished_reading is not None and self._finished_reading[0] >= request, timeout
            )
            return (
                self._finished_reading[1]
                if self._finished_reading is not None and self._finished_reading[0] >= request
                else None
            )

    # --- the thread

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                if self._source is None:
                    assert self._open_source is not None
                    self._source = self._open_source()
                moment = self._look(self._source)
            except CameraStill as still:
                self._handle_lost_camera(CameraStatus(still.state, still.sentence), still.state != "black")
                continue
            except CameraEnded as ended:
                self._set_status(CameraStatus("ended", ended.sentence))
                break
            except CameraLost as lost:
                self._handle_lost_camera(CameraStatus("lost", lost.sentence))
                continue
            except Exception as wrong:  # whatever a camera in the network answers, it is tried again
                self._handle_failed_camera(type(wrong).__name__)
                continue
            self._was_idle = self._is_idle(moment)
            if self._was_idle:
                self._wake.wait(IDLE_FRAME_INTERVAL_SECONDS)
                if not self._stop.is_set():
                    self._wake.clear()
        if self._source is not None:
            self._source.close()

    def _look(self, source: Source) -> float:
        """Reads a picture and what it shows; gives when it came. Raises what `source` raises."""
        if isinstance(source, SentPictures):
            # Decoded in its turn: each of six phones that wait would have a picture more in memory.
            source.wait_for_picture(FRAME_TIMEOUT_SECONDS)
            with self._turns.turn(self.processor_use):
                frame = self._read(source)
                self._understand(frame)
        else:
            frame = self._read(source)
            with self._turns.turn(self.processor_use):
                self._understand(frame)
        return frame.time

    def _read(self, source: Source) -> Frame:
        frame = source.read(FRAME_TIMEOUT_SECONDS)
        self._watch_picture(frame, source)
        self._set_status(CameraStatus("online", marked("{camera} gives pictures.", camera=source.describe())))
        return frame

    def _understand(self, frame: Frame) -> None:
        try:
            self._process_frame(frame)
        except Exception:
            # Whatever is wrong with one picture, the next may be better: a table must not go blind.
            log.exception("a picture could not be understood")

    def _watch_picture(self, frame: Frame, source: Source) -> None:
        """Raises CameraStill for a picture that says nothing of the table; a person may see it all the
        same."""
        try:
            self._watch.check(frame, source)
        except CameraStill:
            self._latest_frame = frame
            raise

    def _is_idle(self, now: float) -> bool:
        """Whether nothing happens at the table and nobody waits for a reading. Of a video file no picture is
        skipped."""
        if isinstance(self._source, FileCamera):
            return False
        pipeline = self.pipeline
        if pipeline.full_reads_pending or pipeline.tracker.pending or not pipeline.ready:
            return False
        if self._current_reading is not None or self._pending_calibration is not None:
            return False
        return now - max(pipeline.motion.last_motion, pipeline.tracker.changed_at) > MIN_IDLE_SECONDS

    def _handle_lost_camera(self, status: CameraStatus, reopens: bool = True) -> None:
        """reopens: whether opening it again may help."""
        self._set_status(status)
        if reopens and self._open_source is not None and self._source is not None:
            self._source.close()
            self._source = None
        self.pipeline.restart()
        self._current_reading = None
        # A table that nobody watches has no tiles missing.
        self._report(SeenTable(watching=frozenset(), number=self._report_number + 1))
        self._stop.wait(REOPEN_INTERVAL_SECONDS if reopens and self._open_source is not None else 0.2)

    def _handle_failed_camera(self, why: str) -> None:
        status = CameraStatus(
            "lost", marked("The camera failed ({why}); it is tried again by itself.", why=why)
        )
        if status != self._status:
            log.exception("the camera failed and is tried again")
        self._handle_lost_camera(status)

    def _set_status(self, status: CameraStatus) -> None:
        if status != self._status:
            self._status = status
            if self._on_status is not None:
                self._on_status(status)

    def _process_frame(self, frame: Frame) -> None:
        self._note_frame_time(frame.time)
        if self._pending_calibration is not None:
            pending, self._pending_calibration = self._pending_calibration, None
            self.pipeline.calibrate(*pending)
        if self._current_reading is None and self._readings_requested > (
            self._finished_reading[0] if self._finished_reading else 0
        ):
            self._current_reading = (self._readings_requested, frame.time)
            self.pipeline.request_full_reads()
            if self._dark_pauses is not None:
                self._dark_pauses.request(self.pipeline, frame.time)
        calibration = self.pipeline.calibration
        changes = self.pipeline.process(frame.image, frame.time)
        if self.pipeline.calibration is not calibration and self._pending_calibration is None:
            self.calibration = self.pipeline.calibration  # the camera was pushed: the corners went with it
        if self.recorder is not None:
            moving = frame.time - self.pipeline.motion.last_motion < 1
            self.recorder.picture(frame.image, frame.time, moving)
            for change in changes:
                self.recorder.event(f"{change.tile} {change.kind}", frame.time)
        self._latest_frame = frame
        if self._dark_pauses is not None:
            self._dark_pauses.update(self.pipeline, frame.time)
        observation = self.pipeline.observation(frame.time, self._report_number + 1)
        if self._looks is not None:
            self._looks.update(frame, self.pipeline)
            observation = replace(observation, alike=self._looks.alike, either=self._looks.either)
        previous = self._last_report
        has_news = previous is None or (
            previous.spots,
            previous.unknown,
            previous.conflicts,
            previous.watching,
            previous.copies,
        ) != (
            observation.spots,
            observation.unknown,
            observation.conflicts,
            observation.watching,
            observation.copies,
        )
        if changes or has_news or frame.time - self._last_report_at >= REPORT_INTERVAL_SECONDS:
            self._last_report_at = frame.time
            self._report(observation)
        self._finish_reading(frame, observation)

    def _note_frame_time(self, at: float) -> None:
        """Counts for the picture rate, without the pauses at an idle table."""
        if self._was_idle:
            self._skipped_seconds += at - self._last_frame_at
        else:
            self._frame_times.append(at - self._skipped_seconds)
        self._last_frame_at = at

    def _finish_reading(self, frame: Frame, observation: SeenTable) -> None:
        """A look that was asked for is done when the whole picture was read often enough since."""
        if self._current_reading is None:
            return
        number, since = self._current_reading
        unfinished = (
            self.pipeline.full_reads_pending or self.pipeline.tracker.pending or not observation.watching
        )
        if unfinished and frame.time - since < TABLE_READING_TIMEOUT_SECONDS / 2:
            return
        self._current_reading = None
        with self._reading_done:
            self._finished_reading = (
                number,
                TableReading(observation, self.pipeline.unread_since(frame.image, since)),
            )
            self._reading_done.notify_all()

    def _report(self, observation: SeenTable) -> None:
        self._report_number, self._last_report = observation.number, observation
        self._on_observation(observation)

    # --- for the page

    @property
    def frame(self) -> Frame | None:
        """The newest picture; None before the first."""
        return self._latest_frame

    @property
    def module_px(self) -> float | None:
        """Pixels a module in the last pass over the whole picture (`advice` says what is enough)."""
        return self.pipeline.reader.module_px

    def findings(self) -> list[Finding]:
        """What a person should do about the picture, the worst first; empty before the first picture."""
        frame = self._latest_frame
        return [] if frame is None else self._shown.findings(frame, tuple(self._frame_times))

    def jpeg(self, max_width: int = 1280, outlined: bool = True) -> bytes | None:
        """The newest picture as a JPEG of this width at most, its tags outlined; None before the first."""
        frame = self._latest_frame
        return None if frame is None else self._shown.jpeg(frame, max_width, outlined)
