"""The protocol with one board over a line that damages, loses and doubles bytes. No I/O: bytes and times.

One frame is in flight at a time. It is sent again when the board asks for it, when its answer arrives
damaged, and when no answer arrives. Each frame has the whole state, so repetitions are harmless and a board
that lost its state is corrected by the next heartbeat.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_bridge import frames
from firmware_bridge.backend import Sentence
from firmware_bridge.frames import Scene

ACK_TIMEOUT_SECONDS = 0.15
"""A frame without an answer is sent again after so long."""
HEARTBEAT_SECONDS = 1.0
"""Time between two frames when nothing changes."""
HELLO_INTERVAL_SECONDS = 0.25
SILENT_SECONDS = 1.5
"""A board counts as silent after so long without a good frame."""
PARTIAL_LINE_SECONDS = 0.02
"""An incomplete line counts as damaged after so long."""
MIN_RESEND_SECONDS = 0.003
"""Minimum time between two copies of a frame, so that noise does not trigger a flood of them."""

HOST_VERBS = frozenset({"HELLO", "S", "PING"})
"""Verbs that only the host sends."""


@dataclass(frozen=True)
class BoardInfo:
    """A board's own description. counts: its lights by segment."""

    firmware: str
    protocol: int
    counts: dict[str, int]


class Link:
    """The connection to one board, from HELLO on. Times are seconds of any monotonic clock."""

    def __init__(self, now: float) -> None:
        self.board: BoardInfo | None = None
        self.target: Scene | None = None
        self.acked: Scene | None = None
        self.frame = b""
        """The bytes of the frame of `acked`."""
        self.refused: Scene | None = None
        """A scene that the board answered with an error; it is not sent again until another was sent."""
        self.resent = 0
        self.echoed = 0
        """The number of the host's own lines that came back; a board never sends them."""
        self.heard = now
        self._lines = frames.Lines()
        self._last_byte = now
        self._sequence = 0
        self._in_flight: bytes = b""
        self._scene: Scene | None = None
        self._sent = now - HELLO_INTERVAL_SECONDS
        self._resend_now = False

    def require(self, counts: Mapping[str, int]) -> None:
        """Set the game's lights by segment. Ignored here, since a lights board reports its own."""

    def closing_bytes(self) -> bytes:
        """What to write before the port is closed."""
        return b""

    # --- in ---------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: float) -> None:
        """Handle bytes from the board; call it without any when time has passed."""
        if data:
            self._last_byte = now
            for frame in self._lines.feed(data):
                self._handle_frame(frame, now)
        elif now - self._last_byte >= PARTIAL_LINE_SECONDS and self._lines.drop():
            self._handle_frame(None, now)
        if self.board is not None and now - self.heard >= SILENT_SECONDS:
            self.silent(now)

    def silent(self, now: float) -> None:
        """Start again with HELLO, since the board has stopped answering."""
        self.board = None
        self.acked = None
        self._in_flight = b""
        self._sent = now - HELLO_INTERVAL_SECONDS

    def _handle_frame(self, frame: tuple[int, str, str] | None, now: float) -> None:
        if frame is None:
            self._resend_now = self.board is not None
            return
        sequence, verb, args = frame
        if verb in HOST_VERBS:
            self.echoed += 1
        elif verb == "NAK":
            self._resend_now = True
        elif verb == "HI":
            try:
                board = BoardInfo(*frames.decode_hi(args))
            except ValueError:
                return
            self.heard = now
            if sequence == 0 or self.board is None:
                # It has just started or was just found, so it shows no scene of ours.
                self.acked = self.refused = None
                self._in_flight = b""
            self.board = board
        elif self._in_flight and sequence == self._sequence:
            if verb == "OK":
                self.heard = now
                if self._scene is not None:
                    self.acked, self.frame = self._scene, self._in_flight
                self._in_flight = b""
            elif verb == "ERR":
                self.heard = now
                self.refused = self._scene
                self._in_flight = b""
        elif verb == "ERR":
            self._resend_now = True

    # --- out --------------------------------------------------------------------------------------------

    def send(self, now: float) -> bytes:
        """The bytes to write now; empty if none are due."""
        if self.board is None:
            if now - self._sent < HELLO_INTERVAL_SECONDS and not (
                self._resend_now and now - self._sent >= MIN_RESEND_SECONDS
            ):
                return b""
            return self._new("HELLO", None, now)
        if self.board.protocol != frames.PROTOCOL:
            return b""
        if self._in_flight:
            if now - self._sent < (MIN_RESEND_SECONDS if self._resend_now else ACK_TIMEOUT_SECONDS):
                return b""
            self.resent += 1
            if self._scene in (None, self.target):
                self._sent, self._resend_now = now, False
                return self._in_flight
        if self.target is not None and self.target not in (self.acked, self.refused):
            return self._state(now)
        if now - self._sent >= HEARTBEAT_SECONDS or self._in_flight:
            return self._new("PING", None, now) if self.target in (None, self.refused) else self._state(now)
        return b""

    def due(self, now: float) -> float:
        """Seconds until `send` has bytes, if nothing happens before."""
        if self.board is None:
            wait = HELLO_INTERVAL_SECONDS
        elif self._in_flight:
            wait = MIN_RESEND_SECONDS if self._resend_now else ACK_TIMEOUT_SECONDS
        else:
            wait = 0 if self.target not in (None, self.acked, self.refused) else HEARTBEAT_SECONDS
        return max(0.0, self._sent + wait - now)

    def _state(self, now: float) -> bytes:
        assert self.target is not None
        return self._new("S", self.target, now)

    def _new(self, verb: str, scene: Scene | None, now: float) -> bytes:
        self._sequence = self._sequence % 255 + 1
        args = frames.encode_state(fitted(scene, self.board.counts)) if scene and self.board else ""
        self._in_flight = frames.encode(self._sequence, verb, args)
        self._scene, self._sent, self._resend_now = scene, now, False
        return self._in_flight


def fitted(scene: Scene, counts: dict[str, int]) -> Scene:
    """The part of a scene that a board with these counts can show."""
    return Scene(
        scene.brightness,
        tuple((name, lamps[: counts[name]]) for name, lamps in scene.segments if counts.get(name, 0)),
    )


def misfit(scene: Scene | None, counts: dict[str, int], required: dict[str, int]) -> str:
    """A sentence about wrong numbers of lights; empty if all fit. A segment of 0 lights is not built."""
    for name, count in required.items():
        if counts.get(name, 0) != count:
            return _miscount(name, counts.get(name, 0), count)
    for name, lamps in scene.segments if scene else ():
        if 0 < counts.get(name, 0) < len(lamps):
            return _miscount(name, counts[name], len(lamps))
    return ""


def _miscount(name: str, has: int, needs: int) -> str:
    return Sentence(
        "The board has {has} lights in the segment {name} and the table needs {needs}: "
        "correct SEGMENTS in its config.py (of a WLED strip, its number of LEDs).",
        has=has,
        name=repr(name),
        needs=needs,
    )
