"""The half that all light outputs with a thread of their own share: what is wanted, the status, the thread.

Other threads set the wanted scene and wake the driver's thread, which alone talks to the lights. What to say
to them is the business of a connection: a board's (link.py), or a strip's in the network
(backends/wled_talk.py).
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from firmware_bridge import frames
from firmware_bridge.backend import LightStatus, Sentence, Wire
from firmware_bridge.frames import Scene

DARK_PAUSE_TIMEOUT_SECONDS = 0.05
"""Wait for the lights to confirm a dark pause."""
RETRY_SECONDS = 2.0
"""Wait before lights that are not ours, or do not answer, are tried again."""


class Connection(Protocol):
    """What a driver reads of its connection. acked: the confirmed scene; frame: the bytes of its frame."""

    acked: Scene | None
    frame: bytes

    def require(self, counts: Mapping[str, int]) -> None: ...


Connected = TypeVar("Connected", bound=Connection)


class Driver(ABC, Generic[Connected]):
    """An output for light (backend.Backend) with one thread, which `_run` is; a derived class starts it."""

    def __init__(self, status: LightStatus, counts: Mapping[str, int] | None = None) -> None:
        self._counts = dict(counts or {})
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._link: Connected | None = None
        self._target: Scene | None = None
        self._dark_until = 0.0
        self._status = status
        self._listeners: list[Callable[[LightStatus], None]] = []
        self._log: deque[Wire] = deque(maxlen=400)
        self._closing = False
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._keep_running, name="lights", daemon=True)

    # --- for any thread ---------------------------------------------------------------------------------

    def show(self, scene: Scene) -> None:
        frames.encode(0, "S", frames.encode_state(scene))  # raises here for a scene that cannot be encoded
        with self._lock:
            self._target = scene
        self._wake_thread()

    def require(self, counts: Mapping[str, int]) -> None:
        with self._lock:
            self._counts = dict(counts)
            if self._link is not None:
                self._link.require(counts)
        self._wake_thread()

    def shown(self) -> Scene | None:
        with self._lock:
            return self._link.acked if self._link else None

    def frame(self) -> bytes:
        with self._lock:
            return self._link.frame if self._link and self._link.acked else b""

    def log(self) -> tuple[Wire, ...]:
        with self._lock:
            return tuple(self._log)

    def status(self) -> LightStatus:
        with self._lock:
            return self._status

    def on_status(self, call: Callable[[LightStatus], None]) -> None:
        with self._lock:
            self._listeners.append(call)

    def pause(self, seconds: float) -> bool:
        with self._lock:
            self._dark_until = time.monotonic() + seconds
        self._wake_thread()
        return self.wait(min(DARK_PAUSE_TIMEOUT_SECONDS, seconds))

    def wait(self, seconds: float) -> bool:
        with self._lock:
            return self._changed.wait_for(
                lambda: (
                    self._link is not None
                    and self._link.acked is not None
                    and self._link.acked == self._wanted_scene(time.monotonic())
                ),
                seconds,
            )

    def close(self) -> None:
        self._closing = True
        self._wake_thread()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _wake_thread(self) -> None:
        self._wake.set()

    # --- the thread -------------------------------------------------------------------------------------

    def _keep_running(self) -> None:
        """Runs until the driver closes, whatever is thrown: what comes down a line may be anything."""
        while True:
            closing = self._closing
            try:
                self._run()
                return
            except Exception as wrong:
                before = self.status()
                self._set_status("offline", _failed(type(wrong).__name__))
                if self.status() != before:
                    logging.getLogger(__name__).exception("the lights failed and are tried again")
                if closing:
                    return
            self._rest(RETRY_SECONDS)

    @abstractmethod
    def _run(self) -> None:
        """Finds the lights and keeps them up to date until `_closing`."""

    def _rest(self, seconds: float) -> None:
        """Until the driver closes, at most so long."""
        end = time.monotonic() + seconds
        while not self._closing and time.monotonic() < end:
            self._wake.wait(end - time.monotonic())
            self._wake.clear()

    @contextlib.contextmanager
    def _connected(self, link: Connected) -> Iterator[None]:
        """While its block runs, this connection says what the lights show."""
        with self._lock:
            link.require(self._counts)
            self._link = link
        try:
            yield
        finally:
            with self._lock:
                self._link = None
                self._changed.notify_all()

    def _wanted_scene(self, now: float) -> Scene | None:
        """The scene that the lights should show at `now`."""
        if self._target is not None and now < self._dark_until:
            return self._target._replace(brightness=0)
        return self._target

    def _log_wire(self, sent: bool, data: bytes) -> None:
        with self._lock:
            self._log.append(Wire(time.monotonic(), sent, data))

    def _set_status(self, state: str, sentence: str, port: str | None = None) -> None:
        status = LightStatus(state, sentence, port)
        with self._lock:
            if status == self._status:
                return
            self._status = status
            listeners = list(self._listeners)
        for call in listeners:
            try:
                call(status)
            except Exception:  # a listener's error must not stop the lights
                logging.getLogger(__name__).exception("a listener failed on %r", status.state)


def _failed(why: str) -> str:
    return Sentence("The lights failed ({why}); they are tried again by themselves.", why=why)
