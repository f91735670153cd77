"""Finds the four sides of a square piece by its edges, near an outline that is only nearly its own."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.fronts_on_plane import Floats
from companion.vision.outline_edges import MAX_OFF_PX, REACHES, clearest_edges

Quad = Floats
POINTS = np.linspace(0.12, 0.88, 30)
"""Along a side: its corners may be round."""
MIN_ON_SIDE, MIN_ON_SIDES = 0.5, 0.75
"""On which part of a side, and of all sides, there must be an edge."""
MIN_GROWTH, MAX_GROWTH = 0.75, 1.35
"""How much smaller or larger the piece may be than the outline near which it was looked for."""


def by_edges(lab: Floats, outline: Quad) -> Quad | None:
    """The quad near this one on whose sides edges lie; None: too few do. outline: four corners, clockwise."""
    quad: Quad = outline.astype(np.float64)
    for reach in REACHES:
        lines = []
        for side in range(4):
            edges, there = _edges(lab, quad, side, reach)
            near = edges[there]
            if len(near) < len(POINTS) // 4:
                return None
            x0, x1, at0, at1 = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
            lines.append((np.array([at0, at1], np.float64), np.array([x0, x1], np.float64)))
        corners = [_crossing(lines[side - 1], lines[side]) for side in range(4)]
        if any(corner is None for corner in corners):
            return None
        quad = np.array(corners)
    on = []
    for side in range(4):
        edges, there = _edges(lab, quad, side, REACHES[-1])
        on.append(float((there & (np.abs((edges - quad[side]) @ _out(quad, side)) <= MAX_OFF_PX)).mean()))
    grown = cv2.contourArea(quad.astype(np.float32)) / max(1.0, cv2.contourArea(outline.astype(np.float32)))
    right = min(on) >= MIN_ON_SIDE and sum(on) / 4 >= MIN_ON_SIDES and MIN_GROWTH < grown < MAX_GROWTH
    return quad.astype(np.float32) if right else None


def _edges(lab: Floats, quad: Quad, side: int, reach: float) -> tuple[Floats, Floats]:
    start, end = quad[side], quad[(side + 1) % 4]
    rim = start + (end - start) * POINTS[:, None]
    out = np.tile(_out(quad, side), (len(POINTS), 1))
    return clearest_edges(lab, rim, out, reach * float(np.hypot(*(end - start))) / 2)


def _out(quad: Quad, side: int) -> Floats:
    along = quad[(side + 1) % 4] - quad[side]
    return np.array([along[1], -along[0]]) / max(1e-6, float(np.hypot(*along)))


def _crossing(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats | None:
    """Where two lines, each a point and a way, cross."""
    ways = np.stack([one[1], -other[1]], axis=1)
    if abs(np.linalg.det(ways)) < 0.1:
        return None
    return np.asarray(one[0] + one[1] * np.linalg.solve(ways, other[0] - one[0])[0])
