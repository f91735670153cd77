"""Pictures that come and say nothing of the table: the same one to the last bit for long, or black ones.

A sensor's noise makes any two pictures of a live camera differ. What gives one and the same picture goes on
sending what it saw last: a phone in a call, an app that hangs, a stream that has ended.
"""

from __future__ import annotations

import time
from datetime import datetime

import numpy as np

from companion.translation import marked
from companion.vision.advice import is_black
from companion.vision.camera import CameraLost, Frame, Image, Source

PHONE_STILL_SECONDS = 6.0
"""Seconds of one and the same picture after which a phone's stands still; it sends two a second at least."""
LIVE_STILL_SECONDS = 30.0
"""The same for other cameras: some streams of a still table repeat a picture from one key frame to the next,
and some addresses give a new one every ten seconds."""
BLACK_SECONDS = 3.0
"""Seconds of black after which it is no dark moment of the lights, nor a hand before the lens."""
SAMPLE_STEP = 8


class LiveSource:
    """A source that takes pictures of what is there now: no two are the same. still_after: seconds of one and
    the same picture after which it stands still."""

    still_after = LIVE_STILL_SECONDS


class CameraStill(CameraLost):
    """The camera gives pictures, but it is the same one, or a black one."""

    def __init__(self, state: str, sentence: str) -> None:
        super().__init__(sentence)
        self.state = state


def still_sentence(camera: str, seconds: float) -> str:
    """What is said of a camera whose picture has been the same for so many seconds."""
    return marked(
        "The picture of {camera} stands still since {time}: what it shows is not what lies on the table now.",
        camera=camera,
        time=local_time(seconds),
    )


def local_time(seconds_ago: float) -> str:
    """The time of day so many seconds ago, "20:41", in the companion's time zone."""
    return datetime.fromtimestamp(time.time() - seconds_ago).astimezone().strftime("%H:%M")


class PictureWatch:
    """Watches the pictures of one camera, also across its being opened again."""

    def __init__(self) -> None:
        self._last: Image | None = None
        self._new_at = 0.0
        self._still_sentence = ""
        self._lit_at: float | None = None
        self._is_black = False

    def check(self, frame: Frame, source: Source) -> None:
        """Raises CameraStill for a picture that says nothing of the table now."""
        self._is_black = is_black(frame.image, self._is_black)
        if not self._is_black or self._lit_at is None:
            self._lit_at = frame.time
        if frame.time - self._lit_at >= BLACK_SECONDS:
            raise CameraStill("black", _black_sentence(source.describe()))
        is_new = self._last is None or not _same(self._last, frame.image)
        self._last = frame.image  # of two alike the one that the camera keeps anyway
        if is_new:
            self._new_at, self._still_sentence = frame.time, ""
        elif isinstance(source, LiveSource) and not self._is_black:
            seconds = frame.time - self._new_at
            if seconds >= source.still_after:
                # Said once: the minute in it stays, however the clocks tremble.
                self._still_sentence = self._still_sentence or still_sentence(source.describe(), seconds)
                raise CameraStill("still", self._still_sentence)


def _black_sentence(camera: str) -> str:
    return marked(
        "{camera} gives black pictures: take the cap off its lens, see that its cable sits firmly at both "
        "ends, and switch a lamp on.",
        camera=camera,
    )


def _same(one: Image, other: Image) -> bool:
    """To the last bit; a part of the rows is compared first, which nearly always tells."""
    if one.shape != other.shape or not np.array_equal(one[::SAMPLE_STEP], other[::SAMPLE_STEP]):
        return False
    return bool(np.array_equal(one, other))
