"""Live cameras: the newest picture of a capture that runs in a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import cv2
import numpy as np

from companion.vision.camera import CameraLost, Frame, Image
from companion.vision.untrue_pictures import LiveSource

# FFmpeg's own messages would bury ours, and a read from a device or a network that is gone must end soon.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")

READ_TIMEOUT_SECONDS = 2.0
"""Seconds after which a capture gives up waiting for a picture by itself."""
MAX_FPS = 15.0
"""Pictures a second that are decoded at most: a hand is followed well with these, and each costs time."""
MAX_FPS_LARGE = 10.0
"""The same for pictures of more than LARGE pixels."""
LARGE_PIXELS = 3_000_000


_log = logging.getLogger(__name__)


class Capture(Protocol):
    """What gives pictures as OpenCV's VideoCapture does."""

    def isOpened(self) -> bool: ...

    def grab(self) -> bool: ...

    def retrieve(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


CaptureT = TypeVar("CaptureT", bound=Capture)


class LiveCapture(LiveSource, Generic[CaptureT]):
    """A thread that keeps the newest picture of a live capture.

    OpenCV's `read` may wait for ever on a device that was pulled out, and queues pictures that nobody
    fetched; so it runs here, and `read` sees the newest picture or gives up in time.

    advice: what to say when there is no picture.
    """

    def __init__(self, open_capture: Callable[[], CaptureT], name: str, no_picture_sentence: str) -> None:
        self._open = open_capture
        self.name = name
        self._no_picture_sentence = no_picture_sentence
        self._new_picture = threading.Condition()
        self._image: Image | None = None
        self._number = self._last_read = 0
        self._time = 0.0
        self._ended = False
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    def wait_open(self, timeout: float) -> None:
        """Raises CameraLost unless a first picture comes in time; the capture is then closed."""
        try:
            self._wait_for_picture(timeout, after=0)
        except CameraLost:
            self.close()
            raise

    def on_picture(self, capture: CaptureT, image: Image, now: float) -> None:
        """Called for every picture, in the capture's thread: a device may want looking after."""

    def on_end(self, capture: CaptureT) -> None:
        """Called in the capture's thread before it is released: it may say why it gives no pictures."""

    def _run(self) -> None:
        try:
            self._take_pictures()
        except Exception:  # whoever reads is told that no picture comes, and opens it again
            _log.exception("the camera %s failed", self.name)
        finally:
            with self._new_picture:
                self._ended = True
                self._new_picture.notify_all()

    def _take_pictures(self) -> None:
        capture = self._open()
        try:
            failures, due = 0, 0.0
            while not self._closed.is_set() and failures < 3 and capture.isOpened():
                if not capture.grab():
                    failures += 1
                    self._closed.wait(0.02)
                    continue
                now = time.monotonic()
                if now < due:
                    continue  # taken off the camera's queue, but not decoded
                good, image = capture.retrieve()
                if not good or image is None:
                    failures += 1
                    continue
                failures = 0
                picture = np.asarray(image, dtype=np.uint8)
                rate = MAX_FPS_LARGE if picture.shape[0] * picture.shape[1] > LARGE_PIXELS else MAX_FPS
                # A quarter earlier is allowed: else a camera with just this rate would lose each picture that
                # comes a little early.
                due = now + 0.75 / rate
                with self._new_picture:
                    self._image, self._time = picture, now
                    self._number += 1
                    self._new_picture.notify_all()
                self.on_picture(capture, picture, now)
        finally:
            if not self._closed.is_set():
                self.on_end(capture)
            with contextlib.suppress(cv2.error):
                capture.release()

    def _wait_for_picture(self, timeout: float, after: int) -> Frame:
        with self._new_picture:
            self._new_picture.wait_for(lambda: self._number > after or self._ended, timeout)
            if self._image is None or self._number <= after:
                raise CameraLost(self._no_picture_sentence)
            return Frame(self._image, self._number, self._time)

    def read(self, timeout: float = 1.0) -> Frame:
        frame = self._wait_for_picture(timeout, self._last_read)
        self._last_read = frame.number
        return frame

    def describe(self) -> str:
        return self.name

    def close(self) -> None:
        """Lets the camera go; waits a little for it, since who opens it next would find it busy."""
        self._closed.set()
        if self._thread is not threading.current_thread():
            self._thread.join(READ_TIMEOUT_SECONDS + 0.5)
