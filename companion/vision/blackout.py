"""Asks the lights for a moment of dark when a tile at rest cannot be read, since light on the table may be
why. It asks seldom, and not again where it did not help.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.vision.camera_pipeline import CameraPipeline

PAUSE_SECONDS = 0.4
"""How long the dark lasts: some pictures, and hardly seen."""
UNREAD_SECONDS = 6.0
"""Seconds that a tile at rest must have stayed unread: in passes over the whole picture, one may miss it."""
MIN_INTERVAL_SECONDS = 20.0
"""Seconds from one dark pause to the next at least."""


class DarkPauses:
    """Asks for dark pauses. pause: makes it dark for so many seconds; False: it did not get dark, or there
    are no lights."""

    def __init__(self, pause: Callable[[float], bool]) -> None:
        self._pause = pause
        self._last_pause_at = -1e9
        self._unhelped_tiles: frozenset[str] = frozenset()
        self._awaited_tiles: frozenset[str] = frozenset()

    def update(self, pipeline: CameraPipeline, now: float) -> None:
        """To be called after each look: asks when it may help."""
        unread = frozenset(
            tile
            for tile in pipeline.tracker.steady
            if now - pipeline.read_at.get(tile, now) > UNREAD_SECONDS and not pipeline.is_covered(tile)
        )
        if self._awaited_tiles and now - self._last_pause_at > UNREAD_SECONDS:
            # What stayed unread in the dark is not blinded by lights: a good lies on it, or a lamp shines.
            self._unhelped_tiles |= self._awaited_tiles & unread
            self._awaited_tiles = frozenset()
        self._unhelped_tiles &= unread
        if (
            unread - self._unhelped_tiles
            and not self._awaited_tiles
            and now - self._last_pause_at >= MIN_INTERVAL_SECONDS
        ):
            self.request(pipeline, now)
            self._awaited_tiles = unread

    def request(self, pipeline: CameraPipeline, now: float) -> None:
        """Dark now, and a close look meanwhile."""
        self._last_pause_at = now
        if self._pause(PAUSE_SECONDS):
            pipeline.request_full_reads()
