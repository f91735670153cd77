"""The last two minutes that the eyes saw, kept so that a person who wonders can save them; and played again.

A recording is a zip file: `index.json` (the times of the pictures, what was noticed when, and the layout) and
the pictures as JPEG. Played again, the same pictures at the same times go through the same eyes.
"""

from __future__ import annotations

import json
import threading
import time
import zipfile
from collections import deque
from pathlib import Path
from typing import Any

import cv2

from companion.vision.camera import CameraEnded, CameraLost, Frame, Image, decode_image
from companion.vision.zones import Layout

FORMAT = "table-companion eyes 1"
SECONDS = 120.0
MOST_BYTES = 64 * 2**20
MOVING, STILL = 0.1, 1.0
"""Seconds from picture to picture that are kept while something moves, and while nothing does."""
QUALITY = 85


class Recorder:
    """Keeps pictures and events, the latest ones, within `seconds` and `most_bytes`. Safe from any thread."""

    def __init__(self, seconds: float = SECONDS, most_bytes: int = MOST_BYTES) -> None:
        self._seconds, self._most = seconds, most_bytes
        self._lock = threading.Lock()
        self._pictures: deque[tuple[float, bytes]] = deque()
        self._events: deque[tuple[float, str]] = deque(maxlen=5000)
        self._bytes = 0

    def picture(self, image: Image, now: float, moving: bool) -> None:
        """Keeps a picture, unless one was kept only just before."""
        last = self._pictures[-1][0] if self._pictures else -1e9
        if now - last < (MOVING if moving else STILL):
            return
        good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good:
            return
        with self._lock:
            self._pictures.append((now, data.tobytes()))
            self._bytes += len(data)
            while self._bytes > self._most or now - self._pictures[0][0] > self._seconds:
                self._bytes -= len(self._pictures.popleft()[1])
                if not self._pictures:
                    break

    def event(self, words: str, now: float) -> None:
        """Keeps what was noticed, for a person who reads the recording."""
        self._events.append((now, words))

    def save(self, path: Path, layout: Layout, prefix: str) -> int:
        """Writes what is kept; gives the number of pictures. Raises OSError where it cannot be written."""
        with self._lock:
            pictures = list(self._pictures)
        first = pictures[0][0] if pictures else 0.0
        index = {
            "format": FORMAT,
            "prefix": prefix,
            "layout": layout.to_json(),
            "pictures": [round(at - first, 4) for at, _ in pictures],
            "events": [[round(at - first, 4), words] for at, words in tuple(self._events) if at >= first],
        }
        # Beside it first: a disk that fills up leaves no half recording under the name.
        part = path.with_name(path.name + ".part")
        try:
            with zipfile.ZipFile(part, "w") as out:
                out.writestr("index.json", json.dumps(index))
                for n, (_, data) in enumerate(pictures):
                    out.writestr(f"{n:06}.jpg", data)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return len(pictures)


class Recording:
    """A recording as a Source: pictures with the times at which they came. pace: wait as long between them.
    Raises CameraLost for a file that is none."""

    def __init__(self, path: Path, pace: bool = False) -> None:
        self._name, self._pace = path.name, pace
        try:
            self._zip = zipfile.ZipFile(path)
            index: dict[str, Any] = json.loads(self._zip.read("index.json"))
            if index["format"] != FORMAT:
                raise ValueError
            self.times = [float(t) for t in index["pictures"]]
            self.events = [(float(t), str(words)) for t, words in index["events"]]
            self.layout = Layout.from_json(index["layout"])
            self.prefix = str(index["prefix"])
        except (OSError, zipfile.BadZipFile, KeyError, TypeError, ValueError):
            raise CameraLost(
                f"{path} is no recording of this companion: save one on the camera page."
            ) from None
        self._number = 0

    def read(self, timeout: float = 1.0) -> Frame:
        if self._number >= len(self.times):
            raise CameraEnded(f"The recording {self._name} has ended.")
        at = self.times[self._number]
        if self._pace and self._number:
            time.sleep(max(0.0, min(timeout, at - self.times[self._number - 1])))
        name = f"{self._number:06}.jpg"
        try:
            data = self._zip.read(name)
        except (OSError, KeyError, zipfile.BadZipFile, ValueError):
            raise CameraLost(
                f"The recording {self._name} is damaged at picture {self._number + 1}."
            ) from None
        self._number += 1
        return Frame(decode_image(data, f"Picture {self._number} of {self._name}"), self._number, at)

    def describe(self) -> str:
        return f"The recording {self._name}"

    def close(self) -> None:
        self._zip.close()
