"""What is said to a WLED in the network, and what its answers mean. No I/O and no thread: requests and times.

The strip's own state is restored at the end (wled_state.py). A picture counts as shown when the state that is
read back after it shows nothing in its way. WLED does not know our motions, so the host renders them, a few
pictures per second. The whole picture is sent again each second, in case somebody chose an effect or loaded a
preset: segments that came to lie over ours are then taken away.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_bridge import frames
from firmware_bridge.backend import Sentence
from firmware_bridge.backends.pixels import pixels_of, share_of, strip_of
from firmware_bridge.backends.wled_state import in_the_way, take_over_message
from firmware_bridge.frames import Scene
from firmware_bridge.link import HEARTBEAT_SECONDS, misfit

FRAME_INTERVAL_SECONDS = 0.2
"""Minimum time between two frames of a moving scene: each is a request, and some WLEDs are slow."""
INFO_SECONDS = 10.0
"""Time between two questions whether another program streams to the strip."""
DOUBTS = 2
"""So many times in a row something must be in the way before a person is told: it may be cleared by then."""


class WledTalk:
    """The connection to one WLED. Times are seconds of any monotonic clock."""

    def __init__(
        self,
        address: str,
        info: Mapping[str, Any],
        owner: Mapping[str, Any],
        present: Mapping[str, Any] | None = None,
    ) -> None:
        """info: what it says about itself; owner: the parts of its state that it gets back at the end;
        present: the state that it has; None: the owner's."""
        self.target: Scene | None = None
        self.acked: Scene | None = None
        self.frame = b""
        self._address = address
        self._leds, self._version = info["leds"]["count"], str(info.get("ver", ""))
        self._counts: dict[str, int] = {}
        self._sent: tuple[list[int], Scene] | None = None
        """The last picture, and of what."""
        self._sent_at = 0.0
        self.was_whole = False
        """Whether what was sent last was a whole picture, after which the state is to be read back."""
        self._present: Mapping[str, Any] = owner if present is None else present
        """The strip's state as it was last read."""
        self._info = info
        self._asked_info_at: float | None = None
        self._problem: Sentence | None = None
        self._doubts = 0

    def require(self, counts: Mapping[str, int]) -> None:
        self._counts = dict(counts)

    def status(self) -> tuple[str, str]:
        """(state, sentence), as backend.LightStatus has them."""
        if wrong := misfit(self.target, share_of(self._counts, self._leds), self._counts):
            return "wrong counts", wrong
        if self._problem is not None and self._doubts >= DOUBTS:
            return "busy", self._problem
        return "online", Sentence(
            "The lights are on, at {port}, by WLED {version}.", port=self._address, version=self._version
        )

    def send(self, now: float) -> dict[str, Any] | None:
        """The change of its state that is due now; None: none is."""
        if self.target is None or not self._counts:
            return None
        pixels = pixels_of(self.target, self._counts, strip_of(self._counts), now)
        before, since = self._sent, now - self._sent_at
        doubted = 0 < self._doubts < DOUBTS and since >= FRAME_INTERVAL_SECONDS
        due = before is None or before[1] != self.target or since >= HEARTBEAT_SECONDS or doubted
        if not due and (before is None or before[0] == pixels or since < FRAME_INTERVAL_SECONDS):
            return None
        self._sent, self._sent_at, self.was_whole = (pixels, self.target), now, due
        return _picture(pixels, take_over_message(self._present, self._lit()) if due else {})

    def info_due(self, now: float) -> bool:
        """Whether it is time to ask what the strip says about itself, too."""
        return self._asked_info_at is None or now - self._asked_info_at >= INFO_SECONDS

    def read_back(self, state: Mapping[str, Any], now: float, info: Mapping[str, Any] | None = None) -> None:
        """The state that the strip has after a whole picture, and what it says about itself, where that was
        asked for."""
        assert self._sent is not None
        if info is not None:
            self._info, self._asked_info_at = info, now
        self._present = state
        self._problem = in_the_way(self._info, state, self._lit(), self._address)
        self._doubts = self._doubts + 1 if self._problem is not None else 0
        scene = self._sent[1]
        self.frame = frames.encode(1, "S", frames.encode_state(scene))
        self.acked = scene if self._problem is None else None

    def _lit(self) -> int:
        """The number of its LEDs that show the last picture."""
        return min(len(self._sent[0]), self._leds) if self._sent is not None else 0


def _picture(pixels: list[int], take_over: Mapping[str, Any]) -> dict[str, Any]:
    """The request that shows these colours; take_over: what is to be set with them."""
    first, *others = take_over.get("seg", [{"id": 0}])
    return {**take_over, "seg": [{**first, "i": [f"{pixel:06X}" for pixel in pixels]}, *others]}
