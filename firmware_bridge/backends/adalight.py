"""Drives a strip that speaks Adalight over its serial line: the sketches of that name, ESPHome's effect.

Adalight confirms nothing and does not tell its number of LEDs. All that such a strip says is `Ada`: when it
has started, and each second in which it is sent nothing (ESPHome: each second). So it counts as there once it
has said so, a picture counts as shown once it is written, and a still one is repeated seldom enough for the
strip to say that it is still there. The host renders the motions at ten pictures a second.

A picture: `Ada`, the number of LEDs less one in two bytes, these two and 0x55 combined by exclusive or, then
red, green and blue of each LED. https://github.com/adafruit/Adalight
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge import frames
from firmware_bridge.backend import Sentence
from firmware_bridge.backends.pixels import pixels_of, strip_of
from firmware_bridge.bridge import Bridge
from firmware_bridge.frames import Scene
from firmware_bridge.link import HEARTBEAT_SECONDS, BoardInfo, Link

GREETING = b"Ada\n"
FRAME_INTERVAL_SECONDS = 0.1
"""Minimum time between two frames of a moving scene."""
REPEAT_SECONDS = 2.0
"""Time between two frames of a still scene: a strip that is sent nothing for a second says it is there."""
SILENT_SECONDS = 7.0
"""A strip that should have spoken counts as gone after so long."""
GREETING_SECONDS = 6.0
"""Wait for a strip to speak: opening its port restarts an Arduino, and some sketches show colours first."""


class AdalightLink(Link):
    """The connection to one strip. `acked` is a scene that was written."""

    def __init__(self, now: float, counts: Mapping[str, int]) -> None:
        super().__init__(now)
        self._counts = dict(counts)
        self._heard_text = b""
        self._written: Scene | None = None
        self._pixels: list[int] = []
        self._lit = 0
        """The number of LEDs that were ever sent a colour: those of a game before stay lit unless told."""

    def require(self, counts: Mapping[str, int]) -> None:
        self._counts, self._pixels = dict(counts), []
        if self.board is not None:
            self.board = BoardInfo("", frames.PROTOCOL, self._counts)

    def closing_bytes(self) -> bytes:
        """Switches off all that was lit; twice, as a byte of the picture before may have been lost, and the
        strip would then take the first for its rest."""
        return 2 * picture([0] * self._lit)

    def receive(self, data: bytes, now: float) -> None:
        self._heard_text = (self._heard_text + data)[-200:]
        if GREETING in self._heard_text:
            self._heard_text = self._heard_text.rpartition(GREETING)[2]
            self.heard = now
            if self.board is None:
                self.board = BoardInfo("", frames.PROTOCOL, self._counts)
                self._pixels = []
        if self.board is not None and self._written != self.acked and self._written is not None:
            self.acked = self._written
            self.frame = frames.encode(1, "S", frames.encode_state(self.acked))
        if self.board is not None and now - self.heard >= SILENT_SECONDS:
            self.silent(now)

    def silent(self, now: float) -> None:
        super().silent(now)
        self._written, self._pixels = None, []

    def due(self, now: float) -> float:
        return HEARTBEAT_SECONDS  # no deadline before the loop's next turn

    def send(self, now: float) -> bytes:
        if self.board is None or self.target is None or not self._counts:
            return b""
        pixels = pixels_of(self.target, self._counts, strip_of(self._counts), now)
        pixels += [0] * (self._lit - len(pixels))
        since = now - self._sent
        new = self.target != self._written or not self._pixels
        moved = pixels != self._pixels and since >= FRAME_INTERVAL_SECONDS
        if not new and not moved and since < REPEAT_SECONDS:
            return b""
        if since < REPEAT_SECONDS:
            self.heard = now  # kept from speaking, so its silence says nothing
        self._written, self._pixels, self._sent = self.target, pixels, now
        self._lit = len(pixels)
        return picture(pixels)


class Adalight(Bridge):
    """A strip on a serial port, as a backend. `port` must be its name; there is no search."""

    greeting_seconds = GREETING_SECONDS

    def __init__(self, port: str, counts: Mapping[str, int] | None = None) -> None:
        super().__init__(port, counts=counts, link=lambda now: AdalightLink(now, {}))

    def _online(self, port: str, board: BoardInfo) -> str:
        return Sentence(
            "Pictures go to the Adalight strip at {port}, which does not say what it shows.", port=port
        )

    def _stranger(self, port: str, seen: bytes) -> str:
        return Sentence(
            "What is at {port} does not answer as an Adalight strip: name another port with --lights; in "
            "ESPHome, switch the light on with its effect Adalight.",
            port=port,
        )


def picture(pixels: list[int]) -> bytes:
    """The bytes that show these colours, 0xRRGGBB. Empty without any."""
    if not pixels:
        return b""
    high, low = divmod(len(pixels) - 1, 256)
    return (
        b"Ada"
        + bytes((high, low, high ^ low ^ 0x55))
        + b"".join(pixel.to_bytes(3, "big") for pixel in pixels)
    )
