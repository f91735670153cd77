"""When the eyes ask the lights for a moment of dark: a tile that lies there cannot be read, and light on the
table may be why. It is asked for seldom, and not again where it did not help.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.vision.camera_pipeline import View

SECONDS = 0.4
"""How long the dark lasts: some pictures, and hardly seen."""
UNREAD = 6.0
"""Seconds that a tile at rest must have stayed unread: in passes over the whole picture, one may miss it."""
EVERY = 20.0
"""Seconds from one dark pause to the next at least."""


class DarkPauses:
    """Asks for them. pause: makes it dark for so many seconds; False: it did not get dark, or there are no
    lights."""

    def __init__(self, pause: Callable[[float], bool]) -> None:
        self._pause = pause
        self._asked_at = -1e9
        self._hopeless: frozenset[str] = frozenset()
        self._hoping: frozenset[str] = frozenset()

    def tend(self, view: View, now: float) -> None:
        """To be called after each look: asks when it may help."""
        unread = frozenset(
            tile
            for tile in view.tracker.steady
            if now - view.read_at.get(tile, now) > UNREAD and not view.covered(tile)
        )
        if self._hoping and now - self._asked_at > UNREAD:
            # What stayed unread in the dark is not blinded by lights: a good lies on it, or a lamp shines.
            self._hopeless |= self._hoping & unread
            self._hoping = frozenset()
        self._hopeless &= unread
        if unread - self._hopeless and not self._hoping and now - self._asked_at >= EVERY:
            self.ask(view, now)
            self._hoping = unread

    def ask(self, view: View, now: float) -> None:
        """Dark now, and a close look meanwhile."""
        self._asked_at = now
        if self._pause(SECONDS):
            view.look_closely()
