"""The bridge to a lights board: finds it, keeps its lights current, and reconnects after a pulled cable.

One thread owns the serial port and is the only caller of its methods; other threads set the wanted scene and
wake it. The thread blocks in `read`, which fails at once when the cable is pulled.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping

import serial

from firmware_bridge import frames, ports, sentences
from firmware_bridge.backend import LightStatus, Sentence, Wire
from firmware_bridge.frames import Scene
from firmware_bridge.link import MIN_RESEND_SECONDS, BoardInfo, Link, misfit
from firmware_bridge.pacing import Pace

try:  # a pulled cable can raise this on POSIX; it is no OSError
    from termios import error as TerminalError
except ImportError:
    TerminalError = OSError  # type: ignore[assignment, misc]

PORT_ERRORS = (OSError, TerminalError, TypeError)
"""What pyserial raises when a port disappears while in use."""

READ_TIMEOUT_SECONDS = 0.02
SEARCH_INTERVAL_SECONDS = 0.05
"""Wait between two searches for an absent board."""
HELLO_TIMEOUT_SECONDS = 3.0
"""Wait for an unknown device to answer HELLO."""
RETRY_SECONDS = 2.0
"""Wait before an unknown device, or a board with other firmware, is tried again."""
MAX_ECHOES = 3
"""A port that returns so many of our own lines counts as an echo."""
DARK_PAUSE_TIMEOUT_SECONDS = 0.05
"""Wait for the board to confirm a dark pause."""


class Bridge:
    """A lights board on a serial port.

    port: a name, or "auto". lister: returns the existing ports like pyserial's comports.
    counts: the lights by segment that the board must have. link: makes the protocol object of a connection.
    """

    def __init__(
        self,
        port: str = "auto",
        lister: ports.Lister = ports.comports,
        counts: Mapping[str, int] | None = None,
        link: Callable[[float], Link] = Link,
    ) -> None:
        self._spec = port
        self._lister = lister
        self._new_link = link
        self._counts = dict(counts or {})
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._serial: serial.Serial | None = None
        self._link: Link | None = None
        self._target: Scene | None = None
        self._dark_until = 0.0
        self._status = LightStatus(
            "looking", Sentence("Looking for the lights board."), None if port == "auto" else port
        )
        self._listeners: list[Callable[[LightStatus], None]] = []
        self._log: deque[Wire] = deque(maxlen=400)
        self._frame = b""
        self._closing = False
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

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

    def board(self) -> BoardInfo | None:
        """The board's own description; None while no board answers."""
        with self._lock:
            return self._link.board if self._link else None

    def resent(self) -> int:
        """The number of frames sent again on this connection."""
        with self._lock:
            return self._link.resent if self._link else 0

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
        with self._lock:
            if self._serial is not None:
                with contextlib.suppress(*PORT_ERRORS):
                    self._serial.cancel_read()

    # --- the thread -------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closing:
            port, why = ports.find(self._spec, self._lister)
            if port is None:
                self._set_status("offline", why)
                self._wait_before_retry(SEARCH_INTERVAL_SECONDS)
                continue
            try:
                line = serial.Serial(
                    port, 115200, timeout=READ_TIMEOUT_SECONDS, write_timeout=1.0, exclusive=_exclusive()
                )
            except (*PORT_ERRORS, ValueError) as fault:
                self._set_status(*ports.refusal(port, fault), port)
                self._wait_before_retry(SEARCH_INTERVAL_SECONDS)
                continue
            link = self._new_link(time.monotonic())
            with self._lock:
                link.require(self._counts)
                self._serial, self._link = line, link
            rest, gone = SEARCH_INTERVAL_SECONDS, False
            try:
                rest = self._serve_board(port, line, link)
            except PORT_ERRORS:
                gone = True
            # If the port stays open while unplugged, the device comes back under another number.
            with self._lock:
                self._serial = self._link = None
                self._changed.notify_all()
            with contextlib.suppress(*PORT_ERRORS):
                if self._closing and not gone and (last := link.closing_bytes()):
                    line.write(last)
                    line.flush()
                line.close()
            if gone:
                self._set_status(
                    "offline",
                    Sentence("The board at {port} was unplugged: plug it in again.", port=port),
                    port,
                )
            self._wait_before_retry(rest)

    def _wait_before_retry(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while not self._closing and time.monotonic() < end:
            self._wake.wait(end - time.monotonic())
            self._wake.clear()

    def _serve_board(self, port: str, line: serial.Serial, link: Link) -> float:
        """Keeps one board up to date until the bridge closes. Returns the seconds to wait before a retry."""
        greeted = time.monotonic()
        answered = False
        granted: Scene | None = None
        seen = b""
        pace = Pace()
        while not self._closing:
            with self._lock:
                now = time.monotonic()
                link.target = self._wanted_scene(now)
                out = link.send(now)
                soon = link.due(now)
            if out:
                line.write(out)
                self._log_wire(True, out)
            elif soon < MIN_RESEND_SECONDS:
                time.sleep(soon)  # a read would block for longer
                continue
            data = _read_available(line)
            with self._lock:
                now = time.monotonic()
                before = link.acked
                link.receive(data, now)
                news = link.acked is not before
                if news:
                    self._changed.notify_all()
            if data:
                self._log_wire(False, data)
                seen = (seen + data)[-200:]
                if news and link.acked not in (None, granted):
                    granted = link.acked  # confirmations of our own frames are not throttled
                else:
                    pace.turn()  # everything else is
            if link.echoed >= MAX_ECHOES:
                self._set_status(
                    "stranger",
                    sentences.stranger(port, seen) if b">>>" in seen else sentences.echo(port),
                    port,
                )
                return RETRY_SECONDS
            if link.board is None:
                if answered:
                    answered, greeted = False, now
                    self._set_status("offline", sentences.silent(port), port)
                if now - greeted > HELLO_TIMEOUT_SECONDS:
                    self._set_status("stranger", sentences.stranger(port, seen), port)
                    return RETRY_SECONDS
                continue
            answered = True
            if link.board.protocol != frames.PROTOCOL:
                self._set_status("wrong firmware", sentences.wrong_firmware(port, link.board), port)
                return RETRY_SECONDS
            wrong = misfit(link.target, link.board.counts, self._counts)
            if wrong:
                self._set_status("wrong counts", wrong, port)
            else:
                self._set_status("online", sentences.online(port, link.board), port)
        return 0.0

    def _wanted_scene(self, now: float) -> Scene | None:
        """The scene that the lights should show at `now`."""
        if self._target is not None and now < self._dark_until:
            return self._target._replace(brightness=0)
        return self._target

    def _log_wire(self, sent: bool, data: bytes) -> None:
        with self._lock:
            self._log.append(Wire(time.monotonic(), sent, data))

    def _set_status(self, state: str, sentence: str, port: str | None = None) -> None:
        status = LightStatus(state, sentence, port or (None if self._spec == "auto" else self._spec))
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


def _read_available(line: serial.Serial) -> bytes:
    """All that has come, at least one byte; empty after READ_TIMEOUT_SECONDS without any."""
    data: bytes = line.read(1)
    if data and (waiting := line.in_waiting):
        data += line.read(waiting)
    return data


def _exclusive() -> bool | None:
    """None on Windows, which opens ports exclusively anyway and where pyserial refuses the argument."""
    return True if os.name == "posix" else None
