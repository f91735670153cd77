"""The bridge to a lights board: finds it, keeps its lights current, and reconnects after a pulled cable.

The driver's thread owns the serial port and is the only caller of its methods. It blocks in `read`, which
fails at once when the cable is pulled.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Mapping

import serial

from firmware_bridge import frames, ports, sentences
from firmware_bridge.backend import LightStatus, Sentence
from firmware_bridge.driver import RETRY_SECONDS, Driver
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
MAX_ECHOES = 3
"""A port that returns so many of our own lines counts as an echo."""


class Bridge(Driver[Link]):
    """A lights board on a serial port.

    port: a name, or "auto". lister: returns the existing ports like pyserial's comports.
    counts: the lights by segment that the board must have. link: makes the protocol object of a connection.
    """

    greeting_seconds = HELLO_TIMEOUT_SECONDS

    def __init__(
        self,
        port: str = "auto",
        lister: ports.Lister = ports.comports,
        counts: Mapping[str, int] | None = None,
        link: Callable[[float], Link] = Link,
    ) -> None:
        self._named = None if port == "auto" else port
        super().__init__(
            LightStatus("looking", Sentence("Looking for the lights board."), self._named), counts
        )
        self._spec = port
        self._lister = lister
        self._new_link = link
        self._serial: serial.Serial | None = None
        self._thread.start()

    def board(self) -> BoardInfo | None:
        """The board's own description; None while no board answers."""
        with self._lock:
            return self._link.board if self._link else None

    def resent(self) -> int:
        """The number of frames sent again on this connection."""
        with self._lock:
            return self._link.resent if self._link else 0

    def _wake_thread(self) -> None:
        super()._wake_thread()
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
                self._rest(SEARCH_INTERVAL_SECONDS)
                continue
            try:
                line = serial.Serial(
                    port, 115200, timeout=READ_TIMEOUT_SECONDS, write_timeout=1.0, exclusive=_exclusive()
                )
            except (*PORT_ERRORS, ValueError) as fault:
                self._set_status(*ports.refusal(port, fault), port)
                self._rest(SEARCH_INTERVAL_SECONDS)
                continue
            link = self._new_link(time.monotonic())
            rest, gone = SEARCH_INTERVAL_SECONDS, False
            with self._connected(link):
                with self._lock:
                    self._serial = line
                try:
                    rest = self._serve_board(port, line, link)
                except PORT_ERRORS:
                    gone = True
                except Exception:  # the port is taken for ourselves alone: the next try needs it free
                    with contextlib.suppress(*PORT_ERRORS):
                        line.close()
                    raise
                finally:
                    with self._lock:
                        self._serial = None
            # If the port stays open while unplugged, the device comes back under another number.
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
            self._rest(rest)

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
                if now - greeted > self.greeting_seconds:
                    self._set_status("stranger", self._stranger(port, seen), port)
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
                self._set_status("online", self._online(port, link.board), port)
        return 0.0

    def _online(self, port: str, board: BoardInfo) -> str:
        return sentences.online(port, board)

    def _stranger(self, port: str, seen: bytes) -> str:
        return sentences.stranger(port, seen)

    def _set_status(self, state: str, sentence: str, port: str | None = None) -> None:
        super()._set_status(state, sentence, port or self._named)


def _read_available(line: serial.Serial) -> bytes:
    """All that has come, at least one byte; empty after READ_TIMEOUT_SECONDS without any."""
    data: bytes = line.read(1)
    if data and (waiting := line.in_waiting):
        data += line.read(waiting)
    return data


def _exclusive() -> bool | None:
    """None on Windows, which opens ports exclusively anyway and where pyserial refuses the argument."""
    return True if os.name == "posix" else None
