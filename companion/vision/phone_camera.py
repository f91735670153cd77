"""A phone as a camera: its page sends JPEGs, and the newest is what the camera shows."""

from __future__ import annotations

import threading
import time

from companion.translation import marked
from companion.vision.camera import CameraLost, Frame, decode_image

MOVING_EVERY, STILL_EVERY = 0.1, 0.5
"""Seconds from picture to picture that a phone is asked for: while something moves, and while nothing does.
(The phone looks for changes by itself, and sends at once when it sees one.)"""
MOVED_WITHIN = 3.0
"""Seconds since the last motion for which the table counts as in motion."""


class PhoneCamera:
    """One phone. id: what its browser keeps; name: what people call it. Every method may be called from any
    thread. Called as a function it gives itself, so that it opens again after it was lost."""

    def __init__(self, id: str, name: str) -> None:
        self.id, self.name = id, name
        self._news = threading.Condition()
        self._jpeg = b""
        self._number = self._given = 0
        self._time = 0.0

    def __call__(self) -> PhoneCamera:
        return self

    def give(self, jpeg: bytes) -> None:
        """Takes a picture that the phone sent; the one before it is forgotten if nobody has looked at it."""
        with self._news:
            self._jpeg, self._time = jpeg, time.monotonic()
            self._number += 1
            self._news.notify_all()

    @property
    def silent_for(self) -> float:
        """Seconds since the last picture."""
        return time.monotonic() - self._time

    def read(self, timeout: float = 1.0) -> Frame:
        with self._news:
            self._news.wait_for(lambda: self._number > self._given, timeout)
            if self._number <= self._given:
                told = marked(
                    "{phone} sends no pictures: is its page open, and is it awake?", phone=self.name
                )
                raise CameraLost(told)
            jpeg, number, at = self._jpeg, self._number, self._time
            self._given = number
        return Frame(decode_image(jpeg, self.name), number, at)

    def _silent(self) -> str:
        return marked("{phone} sends no pictures: is its page open, and is it awake?", phone=self.name)

    def describe(self) -> str:
        return self.name

    def close(self) -> None:
        """Nothing to let go: the phone goes on sending, or not."""


def every(last_motion: float) -> float:
    """Seconds until the next picture is wanted. last_motion: when something last moved, monotonic."""
    return MOVING_EVERY if time.monotonic() - last_motion < MOVED_WITHIN else STILL_EVERY
