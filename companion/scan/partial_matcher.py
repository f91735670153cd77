"""Which tag stands at a place that is known well, though a part of it is hidden.

All tags have most of their looks in common: corner squares, white, the lines between. Here only the modules
in which tags differ are compared, each against its own neighbourhood, so that a shadow, a lamp's shine or a
cube on a corner does not outweigh what is left.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.tags import MODULES, modules

Floats = NDArray[np.float32]

SAMPLES = 2
"""Samples a module, each way."""
SIDE = MODULES * SAMPLES
LIKE, AHEAD = 0.47, 0.2
"""Correlation that a tag must have in what tells it from others, and its lead over the next likest: right
ones that are half hidden have 0.5 and 0.28, places without a tag 0.42 or a lead of 0.19, never both."""
GUESS, GUESS_AHEAD = 0.36, 0.13
"""The same for asking a person whether it is that tag."""
WORTH = 0.16
"""Correlation at a first look below which there is no better one."""
NEIGHBOURS = 3.0
"""Modules: how far the neighbourhood reaches that a module is held against."""
_STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 10, 1e-3)


@dataclass(frozen=True, eq=False, slots=True)
class Guess:
    """corners: the tag's in pixels, clockwise in print from the upper left; like: a correlation, of 1."""

    text: str
    corners: Floats
    like: float
    sure: bool


class Teller:
    """Tells tags apart. texts: all that there are; others with the same prefix compete too, so that a tag of
    no tile is not taken for the likest one."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(dict.fromkeys(texts))
        prefix = self.texts[0][:2] if self.texts else "XX"
        strangers = [f"{prefix}:{kind}{n}{face}" for n in range(61, 98) for kind in "XY" for face in "AB"]
        self._looks = [_look(text) for text in (*self.texts, *strangers)]
        even = np.stack([_even(look)[_TELLING] for look in self._looks])
        self._common = even.mean(axis=0)
        self._rows = _normal(even - self._common)

    def tell(self, image: Image, points: Floats) -> Guess | None:
        """The tag whose upper left, upper right and lower left squares have their middles at these points
        (pixels), moved so that it fits best; None where none can even be guessed."""
        reach = int(np.abs(points[1:] - points[0]).max()) + 8
        left, top = np.maximum(points.min(axis=0).astype(int) - reach, 0)
        right, low = points.max(axis=0).astype(int) + reach
        part = np.ascontiguousarray(image[top:low, left:right])
        if min(part.shape, default=0) < MODULES:
            return None
        corner = np.array([left, top], np.float32)
        way = np.asarray(cv2.getAffineTransform(_MIDDLES, (points - corner).astype(np.float32)), np.float32)
        which, like, ahead = self._compare(part, way)
        if like < WORTH:
            return None
        better = self._moved(which, part, way)
        if better is not None:
            again = self._compare(part, better)
            if again[1] > like:
                (which, like, ahead), way = again, better
        if which >= len(self.texts) or like < GUESS or ahead < GUESS_AHEAD:
            return None
        corners = np.asarray(_OUTER @ way[:, :2].T + way[:, 2] + corner, np.float32)
        return Guess(self.texts[which], corners, like, like >= LIKE and ahead >= AHEAD)

    def tell_around(self, image: Image, corner: tuple[float, float], leg: float) -> Guess | None:
        """The same where only one corner square is seen: its middle, and the pixels from one square to the
        next. Every turn is tried, and each of the three that it may be."""
        tried: list[tuple[float, Floats]] = []
        x, y = corner
        reach = int(2.2 * leg) + 4
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        part = np.ascontiguousarray(image[top : int(y) + reach, left : int(x) + reach])
        if min(part.shape, default=0) < MODULES:
            return None
        here = np.array([x - left, y - top], np.float32)
        for turn in np.arange(0, 2 * np.pi, np.deg2rad(3)):
            right = np.array([np.cos(turn), np.sin(turn)], np.float32) * leg
            down = np.array([-right[1], right[0]])
            for first in (here, here - right, here - down):
                points = np.stack([first, first + right, first + down]).astype(np.float32)
                way = np.asarray(cv2.getAffineTransform(_MIDDLES, points), np.float32)
                tried.append((self._compare(part, way)[1], points))
        tried.sort(key=lambda one: -one[0])
        low = np.array([left, top], np.float32)
        guesses = [g for _, points in tried[:4] if (g := self.tell(image, points + low)) is not None]
        return max(guesses, key=lambda g: (g.sure, g.like), default=None)

    def _moved(self, which: int, part: Image, way: Floats) -> Floats | None:
        """The way from samples to pixels on which that tag fits best."""
        mask = np.full_like(part, 255)
        try:
            _, moved = cv2.findTransformECC(
                self._looks[which], part.astype(np.float32), way.copy(), cv2.MOTION_AFFINE, _STEPS, mask, 3
            )
        except cv2.error:  # it does not converge on what is no tag
            return None
        return np.asarray(moved, np.float32)

    def _compare(self, part: Image, way: Floats) -> tuple[int, float, float]:
        seen = cv2.warpAffine(
            part,
            way,
            (SIDE, SIDE),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        row = _normal((_even(seen.astype(np.float32))[_TELLING] - self._common)[None])[0]
        like = self._rows @ row
        second, first = np.argpartition(like, -2)[-2:]
        if like[second] > like[first]:
            first, second = second, first
        return int(first), float(like[first]), float(like[first] - like[second])


def _look(text: str) -> Floats:
    large = np.repeat(np.repeat(~modules(text), SAMPLES, axis=0), SAMPLES, axis=1).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 0.5 * SAMPLES), np.float32)


def _even(part: Floats) -> Floats:
    """Each sample against its neighbourhood: about -1 dark to 1 bright."""
    mean = cv2.GaussianBlur(part, (0, 0), NEIGHBOURS * SAMPLES)
    off = part - mean
    spread = np.sqrt(cv2.GaussianBlur(off * off, (0, 0), NEIGHBOURS * SAMPLES))
    return np.asarray(np.clip(off / (spread + 1e-3 + 0.02 * float(np.ptp(part))), -1.5, 1.5), np.float32)


def _normal(rows: Floats) -> Floats:
    rows = rows - rows.mean(axis=1, keepdims=True)
    return np.asarray(rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6), np.float32)


def _telling() -> NDArray[np.bool_]:
    """Where tags differ: all but the corner squares with their white, and the timing lines."""
    differ = np.ones((MODULES, MODULES), bool)
    differ[:8, :8] = differ[:8, -8:] = differ[-8:, :8] = False
    differ[6, :] = differ[:, 6] = False
    return np.repeat(np.repeat(differ, SAMPLES, axis=0), SAMPLES, axis=1)


def _sample(x: float, y: float) -> tuple[float, float]:
    return x * SAMPLES - 0.5, y * SAMPLES - 0.5


_TELLING = _telling()
_MIDDLES = np.array([_sample(3.5, 3.5), _sample(17.5, 3.5), _sample(3.5, 17.5)], np.float32)
_OUTER = np.array(
    [_sample(0, 0), _sample(MODULES, 0), _sample(MODULES, MODULES), _sample(0, MODULES)], np.float32
)
