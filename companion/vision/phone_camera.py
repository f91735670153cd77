"""A phone as a camera: its page sends JPEGs, and the newest is what the camera shows."""

from __future__ import annotations

import threading
import time

from companion.translation import marked
from companion.vision.camera import CameraLost, Frame, decode_image
from companion.vision.picture_budget import MAX_LIVE_PIXELS
from companion.vision.untrue_pictures import PHONE_STILL_SECONDS, CameraStill, LiveSource, still_sentence

MOVING_INTERVAL_SECONDS, STILL_INTERVAL_SECONDS = 0.1, 0.5
"""Seconds from picture to picture that a phone is asked for: while something moves, and while nothing does.
(The phone looks for changes by itself, and sends at once when it sees one.)"""
MOTION_MEMORY_SECONDS = 3.0
"""Seconds since the last motion for which the table counts as in motion."""


class PhoneCamera(LiveSource):
    """One phone. id: what its browser keeps; name: what people call it. Every method may be called from any
    thread. Called as a function it gives itself, so that it opens again after it was lost."""

    SPEC = "phone:"
    """Begins what is kept of a phone that is a station's camera."""
    still_after = PHONE_STILL_SECONDS

    def __init__(self, id: str, name: str) -> None:
        self.id, self.name = id, name
        self._new_picture = threading.Condition()
        self._jpeg = b""
        self._number = self._last_read = 0
        self._time = time.monotonic()
        self._most_pixels = MAX_LIVE_PIXELS
        self._still_sentence = ""

    def __call__(self) -> PhoneCamera:
        return self

    def receive(self, jpeg: bytes, most_pixels: int = MAX_LIVE_PIXELS, still_seconds: float = 0.0) -> None:
        """Takes a picture that the phone sent; the one before it is forgotten if nobody has looked at it.
        most_pixels: a larger one is decoded more coarsely. still_seconds: for how long its video has stood
        still, as the phone knows; 0: it runs."""
        with self._new_picture:
            self._jpeg, self._time, self._most_pixels = jpeg, time.monotonic(), most_pixels
            if not still_seconds:
                self._still_sentence = ""
            elif not self._still_sentence:
                self._still_sentence = still_sentence(self.name, still_seconds)
            self._number += 1
            self._new_picture.notify_all()

    @property
    def silent_seconds(self) -> float:
        """How long it has sent no picture; before the first, how long it has been known."""
        return time.monotonic() - self._time

    @property
    def silent_sentence(self) -> str:
        """What is said of it while it sends nothing; the phone itself is not told so with a picture."""
        return marked("{phone} sends no pictures: is its page open, and is it awake?", phone=self.name)

    @property
    def picture(self) -> bytes:
        """The newest one as the phone sent it; empty before the first."""
        return self._jpeg

    def wait_for_picture(self, timeout: float) -> None:
        with self._new_picture:
            self._new_picture.wait_for(lambda: self._number > self._last_read, timeout)
            if self._number <= self._last_read:
                raise CameraLost(self.silent_sentence)

    def read(self, timeout: float = 1.0) -> Frame:
        self.wait_for_picture(timeout)
        with self._new_picture:
            jpeg, number, at, most = self._jpeg, self._number, self._time, self._most_pixels
            self._last_read = number
            if self._still_sentence:
                raise CameraStill("still", self._still_sentence)
        return Frame(decode_image(jpeg, self.name, most=most), number, at)

    def describe(self) -> str:
        return self.name

    def close(self) -> None:
        """Nothing to let go: the phone goes on sending, or not."""


def picture_interval(last_motion: float) -> float:
    """Seconds until the next picture is wanted. last_motion: when something last moved, monotonic."""
    return (
        MOVING_INTERVAL_SECONDS
        if time.monotonic() - last_motion < MOTION_MEMORY_SECONDS
        else STILL_INTERVAL_SECONDS
    )
