"""Strips that speak Adalight, as their sources have it: Adafruit's sketch and its kin, and ESPHome's effect.

Both take `Ada`, a number of LEDs less one in two bytes, a check byte, then three bytes an LED. The sketch
waits for as many bytes as were announced, says `Ada` after each second without a byte, dark after 15.
ESPHome says `Ada` each second while its effect is on, drops a picture that is not complete after a second
(and goes dark then), and reads nothing while the effect is off.
"""

from __future__ import annotations

ACK_SECONDS = 1.0
DARK_SECONDS = 15.0


class AdalightStrip:
    """`take` the bytes that came by `now`, in seconds; returns what the strip says. leds: what it shows."""

    def __init__(self, count: int = 13, boots: float = 2.0) -> None:
        """boots: seconds until it listens, since opening its port restarts an Arduino."""
        self.leds = [0] * count
        self.pictures = 0
        self.deaf = False
        self._boots = boots
        self._buffer = b""
        self._last_byte = self._last_said = boots
        self._spoke = False

    def take(self, data: bytes, now: float) -> bytes:
        if self.deaf or now < self._boots:
            return b""
        if data:
            self._last_byte = self._last_said = now
            self._buffer += data
            self._read()
        if now - self._last_byte > DARK_SECONDS:
            self.leds = [0] * len(self.leds)
        if self._spoke and now - self._last_said <= ACK_SECONDS:
            return b""
        self._spoke, self._last_said = True, now
        return b"Ada\n"

    def _read(self) -> None:
        while (start := self._buffer.find(b"Ada")) >= 0 and len(self._buffer) >= start + 6:
            high, low, check = self._buffer[start + 3 : start + 6]
            if check != high ^ low ^ 0x55:
                self._buffer = self._buffer[start + 3 :]
                continue
            end = start + 6 + 3 * (high * 256 + low + 1)
            if len(self._buffer) < end:
                return
            self._show(self._buffer[start + 6 : end])
            self._buffer = self._buffer[end:]

    def _show(self, colours: bytes) -> None:
        self.pictures += 1
        shown = [int.from_bytes(colours[at : at + 3], "big") for at in range(0, len(colours), 3)]
        self.leds[: len(shown)] = shown[: len(self.leds)]


class EsphomeStrip(AdalightStrip):
    def __init__(self, count: int = 13, effect: bool = True) -> None:
        super().__init__(count, boots=0.0)
        self.effect = effect

    def take(self, data: bytes, now: float) -> bytes:
        if not self.effect:
            return b""
        if data:
            self._last_byte = now
            self._buffer += data
            self._read()
        elif self._buffer and now - self._last_byte >= ACK_SECONDS:
            self._buffer, self.leds = b"", [0] * len(self.leds)
        if self._spoke and now - self._last_said < ACK_SECONDS:
            return b""
        self._spoke, self._last_said = True, now
        return b"Ada\n"
