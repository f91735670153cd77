"""Where pictures come from: a device, a video, a folder, a network stream or an uploaded photo.

All are a `Source`. A source never waits longer than it was told to, and says in one sentence what is wrong.
"""

from __future__ import annotations

import io
import os
import threading
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as Pictures

Image = NDArray[np.uint8]
"""A picture: height by width by 3 (blue, green, red), or height by width (gray)."""

MOST_PIXELS = 120_000_000
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
    """There is no picture; `sentence` says why and what to do."""

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


def decode_image(data: bytes, name: str = "The picture") -> Image:
    """The picture in a JPEG, PNG or other image file. Raises CameraLost for what is none."""
    wrong = CameraLost(f"{name} cannot be read as a picture: use a whole JPEG or PNG file.")
    try:
        # Pillow reads no more than the head here. OpenCV takes its word for the size and sets aside as much
        # memory, which for a damaged file may be more than there is.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures; we refuse them
            with Pictures.open(io.BytesIO(data)) as head:
                wide, high = head.size
    except Exception:  # what a damaged file raises there is anything
        raise wrong from None
    if wide * high > MOST_PIXELS:
        raise CameraLost(f"{name} is too large: {MOST_PIXELS // 10**6} megapixels at most.")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        image = None
    if image is None:
        raise wrong
    return np.ascontiguousarray(image, dtype=np.uint8)


def load_image(path: Path) -> Image:
    """The picture in a file. Raises CameraLost."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CameraLost(f"{path} cannot be opened: {error.strerror or 'reading failed'}.") from None
    return decode_image(data, str(path))


class _Grabber:
    """A thread that keeps the newest picture of a live capture.

    OpenCV's `read` may wait for ever on a device that was pulled out, and queues pictures that nobody
    fetched; so it runs here, and `read` sees the newest picture or gives up in time.
    """

    def __init__(self, open_capture: Callable[[], cv2.VideoCapture], name: str, advice: str) -> None:
        self._open = open_capture
        self.name = name
        self._advice = advice
        self._news = threading.Condition()
        self._image: Image | None = None
        self._number = self._given = 0
        self._time = 0.0
        self._ended = False
        self._closed = False
        self._opened = threading.Event()
        threading.Thread(target=self._run, name=f"camera {name}", daemon=True).start()

    def wait_open(self, timeout: float) -> None:
        """Raises CameraLost unless a first picture comes in time; the capture is then closed."""
        try:
            self._wait(timeout, after=0)
        except CameraLost:
            self.close()
            raise

    def _run(self) -> None:
        capture = self._open()
        try:
            failures = 0
            while not self._closed and failures < 3 and capture.isOpened():
                good, image = capture.read()
                if not good or image is None:
                    failures += 1
                    time.sleep(0.02)
                    continue
                failures = 0
                with self._news:
                    self._image, self._time = np.asarray(image, dtype=np.uint8), time.monotonic()
                    self._number += 1
                    self._news.notify_all()
        finally:
            capture.release()
            with self._news:
                self._ended = True
                self._news.notify_all()

    def _wait(self, timeout: float, after: int) -> Frame:
        with self._news:
            self._news.wait_for(lambda: self._number > after or self._ended, timeout)
            if self._image is None or self._number <= after:
                raise CameraLost(f"{self.name} gives no picture: {self._advice}")
            return Frame(self._image, self._number, self._time)

    def read(self, timeout: float = 1.0) -> Frame:
        frame = self._wait(timeout, self._given)
        self._given = frame.number
        return frame

    def describe(self) -> str:
        return self.name

    def close(self) -> None:
        self._closed = True


class DeviceCamera(_Grabber):
    """A camera at this machine: its index or its path ("/dev/video0"). size: wished for, in pixels."""

    def __init__(
        self, device: int | str, size: tuple[int, int] = (1920, 1080), patience: float = 6.0
    ) -> None:
        def capture() -> cv2.VideoCapture:
            opened = cv2.VideoCapture(device)
            # MJPG first: over USB 2 an uncompressed 1080p picture comes five times a second at most.
            opened.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            opened.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
            opened.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
            opened.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            return opened

        name = f"Camera {device}"
        super().__init__(capture, name, "is it plugged in, and not in use by another program?")
        self.wait_open(patience)


class StreamCamera(_Grabber):
    """A camera on the network: an RTSP or MJPEG address, as phone webcam apps give."""

    def __init__(self, address: str, patience: float = 6.0) -> None:
        def capture() -> cv2.VideoCapture:
            limit = int(patience * 1000)
            wishes = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit]
            return cv2.VideoCapture(address, cv2.CAP_FFMPEG, wishes)

        super().__init__(capture, f"The stream {address}", "is the address right and the phone awake?")
        self.wait_open(patience + 1.0)


class FileCamera:
    """A video file, at its own speed (pace) or as fast as it is asked; again from the start with `loop`."""

    def __init__(self, path: Path, pace: bool = True, loop: bool = False) -> None:
        if not path.is_file():
            raise CameraLost(f"There is no video {path}: check the name.")
        self._path, self._pace, self._loop = path, pace, loop
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraLost(f"{path} is no video that can be played: use an MP4 or AVI file.")
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
            raise CameraEnded(f"The video {self._path} has ended.")
        if self._pace:
            now = time.monotonic()
            self._due = max(self._due + self.interval, now - 1)
            time.sleep(max(0.0, min(timeout, self._due - now)))
        self._number += 1
        return Frame(np.asarray(image, dtype=np.uint8), self._number, time.monotonic())

    def describe(self) -> str:
        return f"The video {self._path.name}"

    def close(self) -> None:
        self._capture.release()


class FolderCamera:
    """The pictures of a folder in the order of their names, each for `seconds`; the last one stays."""

    def __init__(self, folder: Path, seconds: float = 2.0, rate: float = 10.0) -> None:
        if not folder.is_dir():
            raise CameraLost(f"There is no folder {folder}: check the name.")
        self._files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PHOTO_ENDINGS)
        if not self._files:
            raise CameraLost(f"The folder {folder} holds no pictures: put JPEG or PNG files into it.")
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
        return f"The folder {self._folder.name} ({len(self._files)} pictures)"

    def close(self) -> None:
        self._shown = None


class UploadedPhoto:
    """One photo, again and again until `show` gives another: a table without a camera, a phone in hand."""

    def __init__(self, image: Image, name: str = "The photo", rate: float = 5.0) -> None:
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


def devices(root: Path = Path("/sys/class/video4linux")) -> list[tuple[str, str]]:
    """The cameras at this machine as (path, name), where Linux lists them; else an empty list."""
    found = []
    for entry in sorted(root.glob("video*")) if root.is_dir() else ():
        try:
            name = (entry / "name").read_text(errors="replace").strip()
            # A webcam has a second node for its metadata; only the first gives pictures.
            if (entry / "index").read_text().strip() == "0":
                found.append((f"/dev/{entry.name}", name))
        except OSError:
            continue
    return found


def open_camera(spec: str, **options: Any) -> Source:
    """The source that `spec` names: an index ("0"), "auto", a device path or a part of a camera's name, a
    stream's address, a video or picture file, a folder. Raises CameraLost with one sentence."""
    spec = spec.strip()
    if spec.lower().startswith(("rtsp://", "rtsps://", "http://", "https://")):
        return StreamCamera(spec, **options)
    if spec.isdecimal():
        return DeviceCamera(int(spec), **options)
    present = devices()
    if spec == "auto":
        for device, _ in present:
            try:
                return DeviceCamera(device, **options)
            except CameraLost:
                continue
        if present:
            raise CameraLost("No camera gives a picture: is one in use by another program?")
        return DeviceCamera(0, **options)
    path = Path(spec)
    if spec.startswith("/dev/"):
        if not path.exists():
            raise CameraLost(f"There is no camera {spec}: {_present(present)}")
        return DeviceCamera(spec, **options)
    if path.is_dir():
        return FolderCamera(path, **options)
    if path.is_file():
        if path.suffix.lower() in PHOTO_ENDINGS:
            return UploadedPhoto(load_image(path), f"The photo {path.name}", **options)
        return FileCamera(path, **options)
    named = [place for place, name in present if spec and spec.lower() in name.lower()]
    if named:
        return DeviceCamera(named[0], **options)
    raise CameraLost(f"There is no camera, file or folder {spec!r:.80}: {_present(present)}")


def _present(present: list[tuple[str, str]]) -> str:
    if not present:
        return "no camera is plugged in here."
    return "plugged in are " + ", ".join(f"{name} ({path})" for path, name in present) + "."
