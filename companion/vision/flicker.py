"""Takes the bands of a flickering lamp out of the pictures of a camera."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

MIN_FLICKER, MAX_FLICKER = 0.004, 0.25
"""How much the light must swing from row to row to be lamps that flicker, and how much of it is taken out."""
MIN_FLICKER_ROWS_PART = 0.4
"""The part of the rows that flicker changes at least; an arm along the table covers fewer."""
FLICKER_PICTURES = 20
"""Pictures over which it is averaged how much the light flickers."""
BAND_PICTURES, STEPS_OF_SPREAD = 8, 1.15
"""Bands that go over the picture slowly differ little from one picture to the next, but over so many; and
how far two pictures of bands at any place are apart, in parts of the standard deviation of all."""
SPREAD_EVERY = 4
"""Pictures after which that standard deviation is computed anew: it changes slowly, and is dear."""


class Flicker:
    """One camera's light over time."""

    def __init__(self) -> None:
        self._swings: deque[NDArray[np.float32]] = deque(maxlen=BAND_PICTURES)
        self._count = 0
        self._spread = 0.0
        self.amount = 0.0
        """How much the light of a row differs from picture to picture, as a part of it."""

    def removed(self, small: NDArray[np.float32], average: NDArray[np.float32]) -> NDArray[np.float32]:
        """The picture without the bands. They lie on other rows in each picture, so that everything would
        seem to move. average: of the pictures before."""
        ratio = (small[:, ::8] + 4) / (average[:, ::8] + 4)
        # The median of each row: to sort takes a sixth of the time of numpy's median.
        middle = ratio.shape[1] // 2
        ordered = np.sort(ratio, axis=1)[:, middle - (ratio.shape[1] + 1) % 2 : middle + 1]
        rows = cv2.blur(ordered.mean(axis=1).reshape(-1, 1), (1, 5))
        swing = rows / np.median(rows)
        if self._swings:
            self._count += 1
            apart = float(np.abs(swing - self._swings[-1]).mean())
            if self._count % SPREAD_EVERY == 1:
                self._spread = float(np.std([*self._swings, swing], axis=0).mean())
            step = max(1 / self._count, 1 / FLICKER_PICTURES)
            self.amount += (max(apart, STEPS_OF_SPREAD * self._spread) - self.amount) * step
        self._swings.append(swing)
        if float((np.abs(swing - 1) > MIN_FLICKER).mean()) < MIN_FLICKER_ROWS_PART:
            return small
        return np.asarray(small / np.clip(swing, 1 - MAX_FLICKER, 1 + MAX_FLICKER), dtype=np.float32)
