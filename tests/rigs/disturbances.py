"""Disturbances in pictures of a table: LEDs, lamps that flicker row by row, a pushed camera, hands.

Each is drawn over a lit scene of `drawn_scenes.prove` with its own seed, so that the same scene is available
with and without it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Lit = NDArray[np.float32]
"""A scene in linear light: height by width by 3."""

LED_MM = 5.0
"""Side of an LED of a strip."""
PITCH_MM = 16.7
"""From one LED to the next: 60 per metre."""
STRIP_POSITIONS = (0.31, 0.69)
"""Positions of the strips, as fractions of the picture's height."""
LED_COLOURS = ((0.1, 0.2, 1.0), (0.2, 1.0, 0.2), (1.0, 0.35, 0.1), (0.2, 0.9, 1.0), (1.0, 1.0, 1.0))


@dataclass(frozen=True, slots=True)
class Trouble:
    """leds: "", "dim", "full" or "animated", in strips between the tiles. rolling: the change of light from
    row to row, of 1. nudge: the most pixels that the camera is pushed between pictures; a push during a
    picture leans it. hands: number of arms in the picture."""

    leds: str = ""
    rolling: float = 0.0
    nudge: float = 0.0
    hands: int = 0


NONE = Trouble()
TROUBLES = {
    "leds dim": Trouble(leds="dim"),
    "leds full": Trouble(leds="full"),
    "leds animated": Trouble(leds="animated"),
    "rolling exposure": Trouble(rolling=0.35),
    "nudged": Trouble(nudge=6.0),
    "hands": Trouble(hands=2),
    "all": Trouble("animated", 0.25, 4.0, 2),
}


class Disturbed:
    """A scene with its disturbances: a lit picture for each frame, and the pixels that hands hide."""

    def __init__(self, trouble: Trouble, lit: Lit, px_per_mm: float, seed: int) -> None:
        self._trouble, self._px_per_mm = trouble, px_per_mm
        self._random = np.random.default_rng(seed)
        self._lit = lit
        self.hidden = np.zeros(lit.shape[:2], np.bool_)
        """Pixels that lie under a hand in every frame."""
        self._hues = [LED_COLOURS[int(n)] for n in self._random.integers(len(LED_COLOURS), size=400)]
        for _ in range(trouble.hands):
            self._draw_arm()
        self._glow = self._leds(0) if trouble.leds in ("dim", "full") else None

    def on_led(self, y: float, reach: float) -> bool:
        """Whether an LED may lie on an object that reaches so far from row y."""
        high = self._lit.shape[0]
        near = reach + LED_MM * self._px_per_mm
        return bool(self._trouble.leds) and any(abs(y - part * high) < near for part in STRIP_POSITIONS)

    def frame(self, number: int) -> tuple[Lit, NDArray[np.float64]]:
        """The scene in frame `number`, from 0, and the 2 by 3 matrix of where its pixels have moved."""
        lit = self._lit
        trouble = self._trouble
        if trouble.leds:
            lit = lit + (self._glow if self._glow is not None else self._leds(number))
        if trouble.rolling:
            rows = np.arange(lit.shape[0], dtype=np.float32)
            phase = self._random.uniform(0, 2 * np.pi)
            swing = 1 + trouble.rolling * np.sin(rows * (2 * np.pi / (lit.shape[0] * 0.23)) + phase)
            lit = lit * swing[:, None, None].astype(np.float32)
        way = np.eye(3)[:2]
        if trouble.nudge:
            shift = self._random.uniform(-trouble.nudge, trouble.nudge, 2)
            lean = self._random.uniform(-trouble.nudge, trouble.nudge) / lit.shape[0]
            way = np.array([[1.0, lean, shift[0]], [0.0, 1.0, shift[1]]])
            size = (lit.shape[1], lit.shape[0])
            lit = np.asarray(cv2.warpAffine(lit, way, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        return np.asarray(lit, dtype=np.float32), way

    def _leds(self, number: int) -> Lit:
        """The light of two strips across the table, each LED with its bloom."""
        high, wide = self._lit.shape[:2]
        scale = self._px_per_mm / 4  # bloom is soft, so a low resolution is enough
        small = np.zeros((max(2, round(high / 4)), max(2, round(wide / 4)), 3), np.float32)
        strength = {"dim": 0.5, "full": 4.0, "animated": 4.0}[self._trouble.leds]
        side = max(1, round(LED_MM * scale))
        lamp = 0
        for part in STRIP_POSITIONS:
            y = round(high / 4 * part)
            for x in np.arange(side, wide / 4 - side, max(2.0, PITCH_MM * scale)):
                lamp += 1
                pulse = 0.5 + 0.5 * np.sin(lamp * 0.7 + number * 1.3)
                power = strength * (pulse if self._trouble.leds == "animated" else 1.0)
                hue = self._hues[(lamp + (number if self._trouble.leds == "animated" else 0)) % 400]
                small[y : y + side, int(x) : int(x) + side] = np.array(hue, np.float32) * power
        bloom = cv2.GaussianBlur(small, (0, 0), 6 * scale) * 0.6 + cv2.GaussianBlur(small, (0, 0), 25 * scale)
        both = cv2.resize(small + bloom, (wide, high), interpolation=cv2.INTER_LINEAR)
        return np.asarray(both, dtype=np.float32)

    def _draw_arm(self) -> None:
        """Draws an arm from an edge, with its shadow."""
        high, wide = self._lit.shape[:2]
        scale = self._px_per_mm
        x, y = self._random.uniform(0.2, 0.8) * wide, self._random.uniform(0.3, 0.7) * high
        edge = (x + self._random.uniform(-0.2, 0.2) * wide, high + 80 if self._random.random() < 0.5 else -80)
        off = 10 * scale
        mask = np.zeros((high, wide), np.uint8)
        for dx in (off, 0.0):
            mask[:] = 0
            at, to = (int(x + dx), int(y + dx)), (int(edge[0] + dx), int(edge[1] + dx))
            cv2.line(mask, at, to, 255, int(70 * scale))
            cv2.ellipse(mask, at, (int(48 * scale), int(40 * scale)), 0, 0, 360, 255, -1)
            if dx:
                soft = cv2.GaussianBlur(mask, (0, 0), 4 * scale).astype(np.float32)[:, :, None] / 255
                self._lit = np.asarray(self._lit * (1 - 0.35 * soft), np.float32)
            else:
                level = float(np.median(self._lit)) + 0.05
                skin = np.array([0.55, 0.75, 1.1], np.float32) * level
                self._lit = np.where(mask[:, :, None] > 0, skin, self._lit).astype(np.float32)
                self.hidden |= mask > 0
