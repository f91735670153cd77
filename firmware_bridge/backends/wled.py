"""Drives a WLED strip over its serial line.

WLED confirms nothing and hides its errors, so every picture is sent as a JSON object and then read back with
`l`. WLED does not know our motions, so the host renders them at ten pictures per second. The whole picture is
sent again each second, in case the strip fell back to an effect of its own.

The strip has the lights in the order of `counts`. WLED's serial protocol (0.13 and later, 115200 8N1):
`v` is answered by `WLED <build>`, `l` by a JSON list of the LEDs' colours as numbers, and `{` begins an
object of its JSON API, which WLED silently drops if it is incomplete after 100 ms.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from firmware_bridge import frames
from firmware_bridge.backends.pixels import pixels_of, share_of, strip_of
from firmware_bridge.backends.wled_kept import KeptStates
from firmware_bridge.backends.wled_state import is_ours, restorable_state, restore_message, take_over_message
from firmware_bridge.bridge import Bridge
from firmware_bridge.foreign_json import read_json
from firmware_bridge.frames import Scene
from firmware_bridge.link import (
    HEARTBEAT_SECONDS,
    HELLO_INTERVAL_SECONDS,
    SILENT_SECONDS,
    BoardInfo,
    Link,
)

FRAME_INTERVAL_SECONDS = 0.1
"""Minimum time between two frames of a moving scene."""
COLOURS_TIMEOUT_SECONDS = 0.3
"""Timeout of a request for colours: WLED parses JSON, redraws and writes a list."""
STATE_TIMEOUT_SECONDS = 1.0
"""Timeout of a request for the state: about 3 KB, a quarter of a second on the line."""
MAX_STATE_REQUESTS = 2
"""After these the strip is used without its state, which is then not restored at the end."""
DOUBTS = 2
"""After so many pictures in a row that are not shown its state is read: segments may lie over ours."""
COLOUR_TOLERANCE = 6
"""Of 255, for a colour read back: WLED stores dimmed colours and scales them back."""
SETUP_MESSAGE = b'{"on":true,"bri":255,"transition":0,"mainseg":0}\n'
"""For a strip whose state could not be read. Our pictures include the brightness. A newline follows each
object: WLED drops the byte after it."""

_VERSION = re.compile(rb"WLED (\S+)")


class WledLink(Link):
    """The connection to one WLED. `acked` is a scene whose colours were read back correctly."""

    def __init__(
        self,
        now: float,
        counts: Mapping[str, int],
        owner: dict[str, Any] | None = None,
        kept: KeptStates | None = None,
        name: str = "",
    ) -> None:
        """owner: the strip's original state, filled once and shared by all connections to it. kept: keeps it
        under `name` until it is given back."""
        super().__init__(now)
        self._owner = {} if owner is None else owner
        self._kept = kept or KeptStates()
        self._name = name
        self._present: Mapping[str, Any] = self._owner
        """The strip's state as it was last read."""
        self._mismatches = 0
        self._state_requests = 0
        self._state_requested_at = 0.0
        self._counts = dict(counts)
        self._strip = strip_of(counts)
        self._heard_text = b""
        self._shown: Scene | None = None
        self._pixels: list[int] = []
        self._colours_requested_at: float | None = None
        self._version = ""

    def require(self, counts: Mapping[str, int]) -> None:
        if dict(counts) != self._counts:
            self._counts = dict(counts)
            self._strip = strip_of(counts)
            self._pixels = []
            if self.board is not None:  # the next answer gives its number of LEDs
                self.board = BoardInfo(self.board.firmware, frames.PROTOCOL, self._counts)

    def closing_bytes(self) -> bytes:
        """Restores the strip's original state."""
        if not self._owner:
            return b""
        self._kept.drop(self._name)
        return json.dumps(restore_message(self._owner, self._present)).encode() + b"\n"

    def receive(self, data: bytes, now: float) -> None:
        self._heard_text = (self._heard_text + data)[-20_000:]
        *lines, self._heard_text = self._heard_text.split(b"\n")
        for line in lines:
            version = _VERSION.search(line)
            if version:
                self._version = version[1].decode(errors="replace")
                self.heard = now
                if self.board is None:
                    self.board = BoardInfo(f"WLED {self._version}", frames.PROTOCOL, self._counts)
                    self.acked = self._colours_requested_at = None
                    self._pixels = []
            elif line.lstrip(b"v").startswith(b'{"on"') or b'{"seg":{"i":[' in line:
                self.echoed += 1
            elif self.board is not None and line.lstrip().startswith(b'{"state"'):
                self._keep_owner_state(line, now)
            elif self.board is not None and line.lstrip().startswith(b"["):
                self._check_colours(line, now)
        if self.board is None and self._heard_text and not self._heard_text.strip(b"v"):
            self.echoed = len(self._heard_text)
        if self.board is not None and now - self.heard >= SILENT_SECONDS:
            self.silent(now)

    def _keep_owner_state(self, line: bytes, now: float) -> None:
        try:
            state = read_json(line)["state"]
        except (ValueError, KeyError, TypeError):
            return  # damaged: it will be asked for again
        self.heard = now
        if not isinstance(state, dict):
            return
        if not self._owner:
            before = self._kept.of(self._name)
            self._owner.update(before if before and is_ours(state) else restorable_state(state))
            self._kept.keep(self._name, self._owner)
        self._present = state
        self._state_requests = self._mismatches = 0

    def _check_colours(self, line: bytes, now: float) -> None:
        try:
            colours = read_json(line)
        except ValueError:
            return  # damaged: it will be asked for again
        if not isinstance(colours, list) or not all(isinstance(colour, int) for colour in colours):
            return
        self.heard = now
        self._colours_requested_at = None
        self.board = BoardInfo(f"WLED {self._version}", frames.PROTOCOL, share_of(self._counts, len(colours)))
        if len(colours) >= len(self._pixels) and all(map(_is_near, self._pixels, colours)):
            if self.acked != self._shown:
                self.acked = self._shown
                self.frame = frames.encode(1, "S", frames.encode_state(self._shown)) if self._shown else b""
            self._mismatches = 0
        else:
            self.resent += 1
            self.acked = None
            self._pixels = []
            self._mismatches += 1

    def due(self, now: float) -> float:
        return HEARTBEAT_SECONDS  # no deadline before the loop's next turn

    def send(self, now: float) -> bytes:
        if self.board is None:
            if now - self._sent < HELLO_INTERVAL_SECONDS:
                return b""
            self._sent = now
            return b"v"
        unknown = not self._owner or self._mismatches >= DOUBTS
        if unknown and self._state_requests <= MAX_STATE_REQUESTS:
            if self._state_requests and now - self._state_requested_at < STATE_TIMEOUT_SECONDS:
                return b""
            self._state_requests += 1
            self._state_requested_at = now
            if self._state_requests <= MAX_STATE_REQUESTS:
                return b'{"v":true}\n'
        if self._colours_requested_at is not None:
            if now - self._colours_requested_at < COLOURS_TIMEOUT_SECONDS:
                return b""
            self._pixels = []  # it may have received only a part
            self.resent += 1
        if self.target is None or not self._counts:
            if now - self._sent < HEARTBEAT_SECONDS:
                return b""
            self._sent = now
            return b"v"
        pixels = pixels_of(self.target, self._counts, self._strip, now)
        new = self.target != self._shown or not self._pixels
        moved = pixels != self._pixels and now - self._sent >= FRAME_INTERVAL_SECONDS
        if not new and not moved and now - self._sent < HEARTBEAT_SECONDS:
            return b""
        begin = self._setup_message(len(pixels)) if new or now - self._sent >= HEARTBEAT_SECONDS else b""
        self._shown, self._pixels, self._sent, self._colours_requested_at = self.target, pixels, now, now
        return begin + _json(pixels) + b"l"

    def _setup_message(self, lights: int) -> bytes:
        if not self._owner:  # what could not be read cannot be given back: its segments stay as they are
            return SETUP_MESSAGE
        leds = sum(self.board.counts.values()) if self.board is not None else lights
        return (
            json.dumps(take_over_message(self._present, min(lights, leds)), separators=(",", ":")).encode()
            + b"\n"
        )


class Wled(Bridge):
    """A WLED strip on a serial port, as a backend. `port` must be its name; there is no search."""

    def __init__(
        self, port: str, counts: Mapping[str, int] | None = None, kept: KeptStates | None = None
    ) -> None:
        """kept: keeps what the owner had until it is given back."""
        owner: dict[str, Any] = {}
        super().__init__(port, counts=counts, link=lambda now: WledLink(now, {}, owner, kept, port))


def _json(pixels: list[int]) -> bytes:
    colours = ",".join(f'"{pixel:06X}"' for pixel in pixels)
    return b'{"seg":{"i":[' + colours.encode() + b"]}}\n"


def _is_near(wanted: int, shown: int) -> bool:
    return all(
        abs((wanted >> shift & 255) - (shown >> shift & 255)) <= COLOUR_TOLERANCE for shift in (0, 8, 16)
    )
