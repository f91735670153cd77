"""Picture sources: the protocol of all of them, and those that need no live camera: a video, a folder of
pictures, an uploaded photo. (`live_camera.py` and `devices.py` have live ones, `sources.py` opens any.)

A source never waits longer than it was told to, and says in one sentence what is wrong.
"""

from __future__ import annotations

import io
import os
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures

from companion.translation import marked
from companion.vision.jpeg_damage import with_end_marker
from companion.vision.picture_budget import MAX_COEFFICIENT_BYTES, coefficient_bytes, reduction
from companion.vision.picture_files import decode_with_pillow, foreign_kind, on_white

Image = NDArray[np.uint8]
"""A picture: height by width by 3 (blue, green, red), or height by width (gray)."""
Point = tuple[float, float]
Rect = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""

MAX_PIXELS = 120_000_000
PHOTO_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})

# What does not work is told in our sentences: OpenCV's own lines (a dozen for a camera that is not there)
# would bury them. Who looks for a driver's fault sets OPENCV_LOG_LEVEL, as its documentation says.
if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """A picture, its number in its source from 1, and when it came (seconds, monotonic)."""

    image: Image
    number: int
    time: float


class CameraLost(Exception):
    """There is no picture; `sentence` says why and what to do; it is English and marked."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class CameraEnded(CameraLost):
    """A recording has come to its end: waiting will bring no more pictures."""


class Source(Protocol):
    """Something that gives pictures of a table."""

    def read(self, timeout: float = 1.0) -> Frame:
        """The next picture, within `timeout` seconds. Raises CameraLost."""

    def describe(self) -> str:
        """What it is, in a few words for a person."""

    def close(self) -> None: ...


@runtime_checkable
class SentPictures(Source, Protocol):
    """A source that pictures are sent to, each of which is decoded when it is read."""

    def wait_for_picture(self, timeout: float) -> None:
        """Until `read` has one at once: the newest by then. Raises CameraLost after `timeout` seconds."""


def decode_image(
    data: bytes, name: str = "The picture", broken: bool = False, most: int = MAX_PIXELS
) -> Image:
    """The picture in a JPEG, PNG or other image file, on white where it is transparent. broken: a part of it
    is known to be. most: pixels; a larger JPEG is decoded to a half, a quarter or an eighth of its sides.
    Raises CameraLost for what is none, and for what is larger."""
    kind = foreign_kind(data)
    if kind == "video":
        raise CameraLost(marked("{name} is a video: give a picture.", name=name))
    wrong = CameraLost(
        marked(
            "{name} is in the {kind} format, which cannot be read here: save it as JPEG.",
            name=name,
            kind=kind,
        )
        if kind
        else marked("{name} cannot be read as a picture: use a whole JPEG or PNG file.", name=name)
    )
    try:
        # Pillow reads no more than the head here. OpenCV takes its word for the size and sets aside as much
        # memory, which for a damaged file may be more than there is.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; we refuse them
            with Pictures.open(io.BytesIO(data)) as head:
                pixels = head.width * head.height
                needs = coefficient_bytes(head)
                smaller = reduction(pixels, most) if head.format in ("JPEG", "MPO") and not broken else 1
                transparent = "A" in head.getbands() or "transparency" in head.info
    except Exception:  # what a damaged file raises there is anything
        raise wrong from None
    if pixels > min(MAX_PIXELS, most * smaller**2) or (most < MAX_PIXELS and needs > MAX_COEFFICIENT_BYTES):
        most //= 10**6
        raise CameraLost(marked("{name} is too large: {most} megapixels at most.", name=name, most=most))
    how = cv2.IMREAD_UNCHANGED if transparent else _REDUCED[smaller]
    try:
        if kind or broken:
            image = decode_with_pillow(data)
        else:
            image = cv2.imdecode(np.frombuffer(with_end_marker(data), np.uint8), how)
            image = on_white(image) if transparent and image is not None else image
    except (cv2.error, MemoryError):
        image = None
    if image is None:
        raise wrong
    return np.ascontiguousarray(image, dtype=np.uint8)


_REDUCED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


def read_bytes(path: Path) -> bytes:
    """What is in a file. Raises CameraLost."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise _cannot_be_opened(path, error) from None


def refuse_unreadable(path: Path) -> None:
    """Raises CameraLost with the system's reason, where others would say that the file is of another kind."""
    try:
        path.open("rb").close()
    except OSError as error:
        raise _cannot_be_opened(path, error) from None


def _cannot_be_opened(path: Path, error: OSError) -> CameraLost:
    why = error.strerror or "reading failed"
    return CameraLost(marked("{path} cannot be opened: {why}.", path=path, why=why))


def load_image(path: Path) -> Image:
    """The picture in a file. Raises CameraLost."""
    return decode_image(read_bytes(path), str(path))


class FileCamera:
    """A video file, at its own speed (pace) or as fast as it is asked; again from the start with `loop`."""

    def __init__(self, path: Path, pace: bool = True, loop: bool = False) -> None:
        if not path.is_file():
            raise CameraLost(marked("There is no video {path}: check the name.", path=path))
        refuse_unreadable(path)
        self._path, self._pace, self._loop = path, pace, loop
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            sentence = marked("{path} is no video that can be played: use an MP4 or AVI file.", path=path)
            raise CameraLost(sentence)
        rate: float = self._capture.get(cv2.CAP_PROP_FPS)
        self.interval = 1 / rate if 1 <= rate <= 240 else 1 / 15
        """Seconds from picture to picture."""
        self._number = 0
        self._due = time.monotonic()

    def read(self, timeout: float = 1.0) -> Frame:
        good, image = self._capture.read()
        if not good and self._loop and self._number:
            self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
            good, image = self._capture.read()
        if not good or image is None:
            raise CameraEnded(marked("The video {path} has ended.", path=self._path))
        if self._pace:
            now = time.monotonic()
            self._due = max(self._due + self.interval, now - 1)
            time.sleep(max(0.0, min(timeout, self._due - now)))
        self._number += 1
        return Frame(np.asarray(image, dtype=np.uint8), self._number, time.monotonic())

    def describe(self) -> str:
        return marked("The video {name}", name=self._path.name)

    def close(self) -> None:
        self._capture.release()


class FolderCamera:
    """The pictures of a folder in the order of their names, each for `seconds`; the last one stays."""

    def __init__(self, folder: Path, seconds: float = 2.0, rate: float = 10.0) -> None:
        if not folder.is_dir():
            raise CameraLost(marked("There is no folder {path}: check the name.", path=folder))
        self._files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PHOTO_ENDINGS)
        if not self._files:
            sentence = marked(
                "The folder {path} holds no pictures: put JPEG or PNG files into it.", path=folder
            )
            raise CameraLost(sentence)
        self._folder, self._seconds, self._rate = folder, seconds, rate
        self._started: float | None = None
        self._shown: tuple[Path, Image] | None = None
        self._number = 0

    def read(self, timeout: float = 1.0) -> Frame:
        if self._started is None:
            self._started = time.monotonic()
        else:
            time.sleep(min(timeout, 1 / self._rate))
        passed = (time.monotonic() - self._started) / self._seconds if self._seconds else float(self._number)
        path = self._files[min(int(passed), len(self._files) - 1)]
        if self._shown is None or self._shown[0] != path:
            self._shown = (path, load_image(path))
        self._number += 1
        return Frame(self._shown[1], self._number, time.monotonic())

    def describe(self) -> str:
        return marked(
            "The folder {name} ({number} pictures)", name=self._folder.name, number=len(self._files)
        )

    def close(self) -> None:
        self._shown = None


class UploadedPhoto:
    """One photo, again and again until `show` gives another: a table without a camera, a phone in hand."""

    def __init__(self, image: Image, name: str = "The photo", rate: float = 8.0) -> None:
        self._image, self._name, self._rate = image, name, rate
        self._number = 0

    def show(self, image: Image) -> None:
        self._image = image

    def read(self, timeout: float = 1.0) -> Frame:
        if self._number:
            time.sleep(min(timeout, 1 / self._rate))
        self._number += 1
        return Frame(self._image, self._number, time.monotonic())

    def describe(self) -> str:
        return self._name

    def close(self) -> None:
        """Nothing to let go."""
