"""The last two minutes that the eyes saw, kept so that a person who wonders can save them; and played again.

A recording is a zip file: `index.json` (the times of the pictures, what was noticed when, the layout, and
the table's record where there is one) and the pictures as JPEG. Between whole pictures only the parts that
changed are kept: two minutes of hands at work fit into memory so, and an encoder has little to do. Played
again, the same pictures at the same times go through the same eyes.
"""

from __future__ import annotations

import json
import threading
import time
import zipfile
import zlib
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import cv2
import numpy as np

from companion.translation import marked
from companion.vision.camera import (
    CameraEnded,
    CameraLost,
    Frame,
    Image,
    Rect,
    decode_image,
    refuse_unreadable,
)
from companion.vision.table_layout import TableLayout

FORMAT = "table-companion eyes 2"
KEPT_SECONDS = 120.0
MAX_BYTES = 64 * 2**20
MOVING_INTERVAL_SECONDS, STILL_INTERVAL_SECONDS = 0.1, 1.0
"""Seconds from picture to picture that are kept while something moves, and while nothing does."""
WHOLE_PICTURE_INTERVAL_SECONDS = 6.0
"""Seconds from whole picture to whole picture; between them the parts that changed are kept."""
MAX_CHANGED_PART = 0.5
"""A picture of which this part has changed is kept whole."""
MAX_UNPACKED_BYTES = 32 * 2**20
"""Bytes that a file within a recording may unpack to: its index with a table's record has some 2 MB. People
send each other recordings, and a megabyte of a zip file can hold a gigabyte."""
CELL_PX = 8
"""Pixels each way that are compared as one."""
MIN_DIFFERENCE = 5
"""Gray values by which such a place is another than it was."""
JPEG_QUALITY = 85


@dataclass(frozen=True, slots=True)
class _KeptPicture:
    """A picture at a time: whole (one part, at 0, 0), or the parts of it that changed: left, top, JPEG."""

    at: float
    whole: bool
    parts: tuple[tuple[int, int, bytes], ...]

    @property
    def size(self) -> int:
        return sum(len(data) for _, _, data in self.parts)


class Recorder:
    """Keeps pictures and events, the latest ones, within `seconds` and `most_bytes`. Safe from any thread."""

    def __init__(self, seconds: float = KEPT_SECONDS, max_bytes: int = MAX_BYTES) -> None:
        self._seconds, self._max_bytes = seconds, max_bytes
        self._lock = threading.Lock()
        self._pictures: deque[_KeptPicture] = deque()
        self._events: deque[tuple[float, str]] = deque(maxlen=5000)
        self._bytes = 0
        self._last_whole_at = -1e9
        self._last_downscaled: Image | None = None

    @property
    def bytes(self) -> int:
        """What the kept pictures take in memory."""
        return self._bytes

    def picture(self, image: Image, now: float, moving: bool) -> None:
        """Keeps a picture, unless one was kept only just before."""
        last = self._pictures[-1].at if self._pictures else -1e9
        if now - last < (MOVING_INTERVAL_SECONDS if moving else STILL_INTERVAL_SECONDS):
            return
        kept = self._encode_changes(image, now)
        if kept is None:
            return
        with self._lock:
            self._pictures.append(kept)
            self._bytes += kept.size
            self._drop_old(now)

    def _encode_changes(self, image: Image, now: float) -> _KeptPicture | None:
        high, wide = image.shape[:2]
        small = _downscaled(image)
        parts: list[Rect] = [(0, 0, wide, high)]
        whole = (
            now - self._last_whole_at >= WHOLE_PICTURE_INTERVAL_SECONDS
            or self._last_downscaled is None
            or small.shape != self._last_downscaled.shape
        )
        if not whole and self._last_downscaled is not None:
            changed = (cv2.absdiff(small, self._last_downscaled) > MIN_DIFFERENCE).astype(np.uint8)
            differs = np.asarray(cv2.dilate(changed, np.ones((3, 3))), dtype=np.uint8)
            whole = float(differs.mean()) > MAX_CHANGED_PART
            if not whole:
                parts = _changed_parts(differs, wide, high)
                # Each picture is compared with what was kept last, so that a slow change is kept once it has
                # grown.
                self._last_downscaled[differs > 0] = small[differs > 0]
        if whole:
            self._last_whole_at, self._last_downscaled = now, small
        encoded = []
        for x, y, w, h in parts:
            good, data = cv2.imencode(
                ".jpg",
                np.ascontiguousarray(image[y : y + h, x : x + w]),
                [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY],
            )
            if not good:
                return None
            encoded.append((x, y, data.tobytes()))
        return _KeptPicture(now, whole, tuple(encoded))

    def _drop_old(self, now: float) -> None:
        """Drops the oldest pictures, always up to a whole one: parts cannot be shown without the whole
        picture before them."""
        kept = self._pictures
        while kept:
            after = next((n for n, k in enumerate(kept) if n and k.whole), len(kept))
            # A group goes when all of it is too old, or when there is no room.
            old = after < len(kept) and now - kept[after].at >= self._seconds
            if not old and self._bytes <= self._max_bytes:
                return
            for _ in range(after):
                self._bytes -= kept.popleft().size
        self._last_whole_at = -1e9

    def keeps(self, at: float) -> bool:
        """Whether there is a picture of that time: one of twice STILL_INTERVAL_SECONDS before at most."""
        with self._lock:
            return self._index_at(at) is not None

    def until(self, at: float) -> tuple[_KeptPicture, ...]:
        """The whole picture before that time and the parts that changed until then; empty: none is kept."""
        with self._lock:
            last = self._index_at(at)
            if last is None:
                return ()
            kept = tuple(self._pictures)[: last + 1]
        first = next(n for n in range(last, -1, -1) if kept[n].whole)
        return kept[first:]

    def _index_at(self, at: float) -> int | None:
        """The last kept picture at or before a time; None: it is from long before, or there is none."""
        found = next((n for n in range(len(self._pictures) - 1, -1, -1) if self._pictures[n].at <= at), None)
        if found is None or at - self._pictures[found].at > 2 * STILL_INTERVAL_SECONDS:
            return None
        return found

    def event(self, words: str, now: float) -> None:
        """Keeps what was noticed, for a person who reads the recording."""
        self._events.append((now, words))

    def save(
        self, path: Path, layout: TableLayout, prefix: str, about: Mapping[str, object] | None = None
    ) -> int:
        """Writes what is kept; gives the number of pictures. about: more for the index, as JSON. Raises
        OSError where it cannot be written."""
        with self._lock:
            pictures = list(self._pictures)
        first = pictures[0].at if pictures else 0.0
        began = datetime.now(UTC) - timedelta(seconds=time.monotonic() - first)
        index = {
            "format": FORMAT,
            "prefix": prefix,
            "layout": layout.to_json(),
            "began": began.isoformat(),
            "pictures": [
                {"at": round(k.at - first, 4), "whole": k.whole, "parts": [[x, y] for x, y, _ in k.parts]}
                for k in pictures
            ],
            "events": [[round(at - first, 4), words] for at, words in tuple(self._events) if at >= first],
            **(about or {}),
        }
        # Beside it first: a disk that fills up leaves no half recording under the name.
        part = path.with_name(path.name + ".part")
        try:
            with zipfile.ZipFile(part, "w") as out:
                out.writestr("index.json", json.dumps(index))
                for n, k in enumerate(pictures):
                    for m, (_, _, data) in enumerate(k.parts):
                        out.writestr(_entry_name(n, m), data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return len(pictures)


def jpeg_at(recorder: Recorder, at: float) -> bytes | None:
    """The picture as it was at that time, as JPEG; None: none is kept (any more)."""
    kept = recorder.until(at)
    if not kept:
        return None
    canvas = decode_image(kept[0].parts[0][2], "A kept picture")
    for one in kept[1:]:
        for x, y, data in one.parts:
            piece = decode_image(data, "A kept picture")
            canvas[y : y + piece.shape[0], x : x + piece.shape[1]] = piece
    good, jpeg = cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return jpeg.tobytes() if good else None


def _entry_name(picture: int, part: int) -> str:
    return f"{picture:06}-{part}.jpg"


def _downscaled(image: Image) -> Image:
    """A copy, one pixel for each CELL by CELL: a webcam's noise is averaged away, a moving finger is not."""
    plain = np.ascontiguousarray(image[::2, ::2, 1] if image.ndim == 3 else image[::2, ::2])
    size = (max(1, image.shape[1] // CELL_PX), max(1, image.shape[0] // CELL_PX))
    return np.asarray(cv2.resize(plain, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _changed_parts(differs: Image, wide: int, high: int) -> list[Rect]:
    """Rectangles in the picture round what differs."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(differs)
    down, across = differs.shape
    found = []
    for n in range(1, count):
        x, y, w, h = (int(v) for v in stats[n][:4])
        x0, y0 = x * wide // across, y * high // down
        x1, y1 = -(-(x + w) * wide // across), -(-(y + h) * high // down)
        found.append((x0, y0, min(x1, wide) - x0, min(y1, high) - y0))
    return found


_ZIP_ERRORS = (OSError, EOFError, KeyError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged zip file may raise; NotImplementedError, for a form of zip that is none, is a
RuntimeError."""


class Recording:
    """A recording as a Source: pictures with the times at which they came. pace: wait as long between them.

    index: all that was saved beside the pictures. Raises CameraLost for a file that is none.
    """

    def __init__(self, path: Path, pace: bool = False) -> None:
        self._name, self._pace = path.name, pace
        refuse_unreadable(path)
        try:
            self._zip = zipfile.ZipFile(path)
            self.index: dict[str, object] = json.loads(self._unpacked("index.json"))
            if self.index["format"] != FORMAT:
                raise ValueError
            self._pictures = [
                (bool(p["whole"]), [(int(x), int(y)) for x, y in p["parts"]]) for p in self.index["pictures"]
            ]
            self.times = [float(p["at"]) for p in self.index["pictures"]]
            self.events = [(float(t), str(words)) for t, words in self.index["events"]]
            self.layout = TableLayout.from_json(self.index["layout"])
            self.prefix = str(self.index["prefix"])
        except (*_ZIP_ERRORS, TypeError):
            sentence = marked(
                "{path} is no recording of this companion: save one on the camera page.", path=path
            )
            raise CameraLost(sentence) from None
        self._canvas: Image | None = None
        self._number = 0

    def read(self, timeout: float = 1.0) -> Frame:
        if self._number >= len(self.times):
            raise CameraEnded(marked("The recording {name} has ended.", name=self._name))
        at = self.times[self._number]
        if self._pace and self._number:
            time.sleep(max(0.0, min(timeout, at - self.times[self._number - 1])))
        image = self._picture(self._number)
        self._number += 1
        return Frame(image, self._number, at)

    def _unpacked(self, name: str) -> bytes:
        """A file in it. Raises _ZIP_ERRORS."""
        found = self._zip.getinfo(name)  # what it says of its size is where unpacking ends
        if found.file_size > MAX_UNPACKED_BYTES:
            raise ValueError
        return self._zip.read(found)

    def _picture(self, number: int) -> Image:
        whole, places = self._pictures[number]
        sentence = marked(
            "The recording {name} is damaged at picture {number}.", name=self._name, number=number + 1
        )
        damaged = CameraLost(sentence)
        if whole:
            self._canvas = None
        for part, (x, y) in enumerate(places):
            try:
                data = self._unpacked(_entry_name(number, part))
            except _ZIP_ERRORS:
                raise damaged from None
            piece = decode_image(data, f"Picture {number + 1} of {self._name}")
            if self._canvas is None:
                self._canvas = piece
                continue
            high, wide = piece.shape[:2]
            if x < 0 or y < 0 or x + wide > self._canvas.shape[1] or y + high > self._canvas.shape[0]:
                raise damaged
            self._canvas[y : y + high, x : x + wide] = piece
        if self._canvas is None:
            raise damaged
        return self._canvas.copy()

    def describe(self) -> str:
        return marked("The recording {name}", name=self._name)

    def close(self) -> None:
        self._zip.close()
