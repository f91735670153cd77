"""A strip drawn on the page: it takes the same frames and confirms them at once."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping

from firmware_bridge import frames
from firmware_bridge.backend import LightStatus, Sentence, Wire
from firmware_bridge.frames import Scene

DRAWN = Sentence("The lights are drawn on the page; no board is attached.")


class Screen:
    """The drawn strip. why: a sentence for its status; state: "drawn", or "off" without lights."""

    def __init__(self, why: str = DRAWN, state: str = "drawn") -> None:
        self._status = LightStatus(state, why)
        self._lock = threading.Lock()
        self._scene: Scene | None = None
        self._frame = b""
        self._dark_until = 0.0
        self._log: deque[Wire] = deque(maxlen=400)

    def show(self, scene: Scene) -> None:
        with self._lock:
            self._scene = scene
            self._write(scene)

    def require(self, counts: Mapping[str, int]) -> None:
        """A drawn strip has as many lights as needed."""

    def _write(self, scene: Scene) -> None:
        """Record the frame of this scene, dark during a pause."""
        dark = time.monotonic() < self._dark_until
        shown = scene._replace(brightness=0) if dark else scene
        line = frames.encode(1, "S", frames.encode_state(shown))
        if line != self._frame:
            self._frame = line
            self._log.append(Wire(time.monotonic(), True, line))

    def shown(self) -> Scene | None:
        decoded = frames.decode(self.frame()[:-1])
        return frames.decode_state(decoded[2]) if decoded else None

    def frame(self) -> bytes:
        with self._lock:
            if self._scene is not None:
                self._write(self._scene)
            return self._frame

    def log(self) -> tuple[Wire, ...]:
        with self._lock:
            return tuple(self._log)

    def status(self) -> LightStatus:
        return self._status

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        """The status of a drawn strip never changes."""

    def pause(self, seconds: float) -> bool:
        self._dark_until = time.monotonic() + seconds
        return True

    def wait(self, seconds: float) -> bool:
        return bool(self.frame())

    def close(self) -> None:
        """Nothing to release."""
