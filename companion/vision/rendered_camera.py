"""A camera over a drawn table: a picture source like any other."""

from __future__ import annotations

import threading
import time

import numpy as np

from companion.vision.camera import CameraLost, Frame, Image
from companion.vision.rendered import RenderedTable


class RenderedCamera:
    """A camera over a rendered table: a Source like any other.

    rate: pictures a second. noise: standard deviation of the gray values' noise, 0 for none. light: factor.
    """

    def __init__(
        self, table: RenderedTable, rate: float = 12.0, noise: float = 0.0, light: float = 1.0
    ) -> None:
        self.table, self.rate, self.noise, self.light = table, rate, noise, light
        self._number = 0
        self._due = time.monotonic()
        self._random = np.random.default_rng(1)
        self._grain: Image | None = None
        self._shut = threading.Event()

    def read(self, timeout: float = 1.0) -> Frame:
        now = time.monotonic()
        self._due = max(self._due + 1 / self.rate, now - 1 / self.rate)
        if self._shut.wait(max(0.0, min(timeout, self._due - now))):
            raise CameraLost("The drawn camera is switched off.")
        self._number += 1
        return Frame(self.snap(), self._number, time.monotonic())

    def snap(self) -> Image:
        """A picture at once, however long ago the last one was."""
        image = self.table.picture()
        if self.light != 1.0:
            image = np.clip(image * np.float32(self.light), 0, 255).astype(np.uint8)
        return self._noisy(image) if self.noise else image

    def _noisy(self, image: Image) -> Image:
        """One field of noise, shifted by a random amount for each picture: making new noise takes longer than
        all the rest."""
        high, wide = image.shape[:2]
        if self._grain is None:
            self._grain = (self._random.normal(128, self.noise, (high + 64, wide + 64, 1))).astype(np.uint8)
        y, x = self._random.integers(0, 64, 2)
        shifted = image.astype(np.int16) + self._grain[y : y + high, x : x + wide] - 128
        return np.clip(shifted, 0, 255).astype(np.uint8)

    def describe(self) -> str:
        return "A drawn table"

    def close(self) -> None:
        self._shut.set()
