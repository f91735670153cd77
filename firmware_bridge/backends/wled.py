"""A strip that WLED drives, over its serial line: light for those who have WLED already.

WLED confirms nothing and hides its errors, so every picture is read back: it is said as a JSON object, and
then asked for with `l`. WLED knows none of our motions, so the host draws them, ten pictures a second. All
is said again each second, so that a strip that fell back to an effect of its own is put right.

The lights lie along the strip in the order of `counts`. Known of WLED's dialect (0.13 and later, 115200 8N1):
`v` is answered `WLED <build>`, `l` by a JSON list of the LEDs' colours as numbers, and a `{` begins an object
of its JSON API, which is dropped without a word when it is not whole within 100 ms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from firmware_bridge import frames
from firmware_bridge.bridge import Bridge
from firmware_bridge.firmware.scene import Picture, Strip
from firmware_bridge.frames import Scene
from firmware_bridge.link import BEAT, GIVE_UP, GREETING, Board, Link, fitted

PICTURES = 0.1
"""The least seconds between two pictures of a moving scene."""
ANSWER = 0.3
"""Seconds to wait for the colours that were asked for: JSON, a redraw and a list take WLED their time."""
NEAR = 6
"""How far a colour read back may be off, of 255: WLED keeps colours dimmed and computes them back."""
READY = b'{"on":true,"bri":255,"transition":0,"mainseg":0}\n'
"""Our pictures carry their own brightness. Each object ends with a line end: WLED drops the byte after it."""

_VERSION = re.compile(rb"WLED (\S+)")


class WledLink(Link):
    """The talk with one WLED. `acked` is a scene whose colours were read back right."""

    def __init__(self, now: float, counts: Mapping[str, int]) -> None:
        super().__init__(now)
        self._counts = dict(counts)
        self._strip = Strip([(name, lights, 1) for name, lights in counts.items()])
        self._heard_text = b""
        self._shown: Scene | None = None
        self._pixels: list[int] = []
        self._asked: float | None = None
        self._version = ""

    def receive(self, data: bytes, now: float) -> None:
        self._heard_text = (self._heard_text + data)[-20_000:]
        *lines, self._heard_text = self._heard_text.split(b"\n")
        for line in lines:
            version = _VERSION.search(line)
            if version:
                self._version = version[1].decode(errors="replace")
                self.heard = now
                if self.board is None:
                    self.board = Board(f"WLED {self._version}", frames.PROTOCOL, self._counts)
                    self.acked = self._asked = None
                    self._pixels = []
            elif self.board is not None and line.lstrip().startswith(b"["):
                self._read_back(line, now)
        if self.board is not None and now - self.heard >= GIVE_UP:
            self.silent(now)

    def _read_back(self, line: bytes, now: float) -> None:
        try:
            colours = json.loads(line)
        except ValueError:
            return  # damaged: it will be asked for again
        if not isinstance(colours, list) or not all(isinstance(colour, int) for colour in colours):
            return
        self.heard = now
        self._asked = None
        self.board = Board(f"WLED {self._version}", frames.PROTOCOL, _share(self._counts, len(colours)))
        if len(colours) >= len(self._pixels) and all(map(_near, self._pixels, colours)):
            if self.acked != self._shown:
                self.acked = self._shown
                self.frame = frames.encode(1, "S", frames.encode_state(self._shown)) if self._shown else b""
        else:
            self.resent += 1
            self.acked = None
            self._pixels = []

    def due(self, now: float) -> float:
        return BEAT  # whatever there is to say can wait for the next look

    def send(self, now: float) -> bytes:
        if self.board is None:
            if now - self._sent < GREETING:
                return b""
            self._sent = now
            return b"v"
        if self._asked is not None:
            if now - self._asked < ANSWER:
                return b""
            self._pixels = []  # it heard only half, perhaps
            self.resent += 1
        if self.wanted is None:
            if now - self._sent < BEAT:
                return b""
            self._sent = now
            return b"v"
        picture = Picture(frames.encode_state(fitted(self.wanted, self._counts)), self._strip)
        pixels = _numbers(picture.render(int(now * 1000)))
        new = self.wanted != self._shown or not self._pixels
        moved = pixels != self._pixels and now - self._sent >= PICTURES
        if not new and not moved and now - self._sent < BEAT:
            return b""
        begin = READY if new or now - self._sent >= BEAT else b""
        self._shown, self._pixels, self._sent, self._asked = self.wanted, pixels, now, now
        return begin + _json(pixels) + b"l"


class Wled(Bridge):
    """A WLED strip on a serial port, as a backend. There is no looking for one: `port` names it."""

    def __init__(self, port: str, counts: Mapping[str, int]) -> None:
        super().__init__(port, counts=counts, link=lambda now: WledLink(now, counts))


def _numbers(leds: bytes | bytearray) -> list[int]:
    return [leds[i] << 16 | leds[i + 1] << 8 | leds[i + 2] for i in range(0, len(leds), 3)]


def _json(pixels: list[int]) -> bytes:
    colours = ",".join(f'"{pixel:06X}"' for pixel in pixels)
    return b'{"seg":{"i":[' + colours.encode() + b"]}}\n"


def _near(wanted: int, shown: int) -> bool:
    return all(abs((wanted >> shift & 255) - (shown >> shift & 255)) <= NEAR for shift in (0, 8, 16))


def _share(counts: Mapping[str, int], leds: int) -> dict[str, int]:
    """How many lights each segment gets of a strip with so many LEDs."""
    shares = {}
    for name, count in counts.items():
        shares[name] = min(count, leds)
        leds -= shares[name]
    return shares
