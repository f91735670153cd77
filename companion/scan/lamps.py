"""The images of lamps in a photo of a table: they look like tiles, or hide some."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from companion.scan.discs import Disc
from companion.vision.camera import Image, Point
from companion.vision.plane import Plane, TopView

LAMP_GRAY = 215
"""Gray value that a lamp's image has at least."""
MIN_LAMP_MM2 = 60.0
"""Its least area: smaller ones hide no tag."""
OVEREXPOSED_GRAY = 245
"""Gray value from which a place is burnt out."""


def shows_lamp(plain: Image, plane: Plane, disc: Disc) -> bool:
    """Whether the disc is a lamp's image on the table and no tile. plain: the photo, in gray."""
    around = [(0.0, 0.0), (8.0, 0.0), (-8.0, 0.0), (0.0, 8.0), (0.0, -8.0)]
    points = [plane.px(disc.x + dx, disc.y + dy) for dx, dy in around]
    high, wide = plain.shape
    values = [plain[round(y), round(x)] for x, y in points if 0 <= x < wide - 1 and 0 <= y < high - 1]
    return bool(values) and min(values) >= OVEREXPOSED_GRAY


def lamps_beside(rough: TopView, quads: Sequence[Sequence[Point]], tile_mm: float) -> Iterator[Point]:
    """Where lamps' images lie near tiles that were read, but on none, in mm. rough: the table from above;
    quads: the corners of the tags read, in mm; tile_mm: a tile's width."""
    middles = np.array([np.mean(quad, axis=0) for quad in quads])
    paper = [
        rough.image[round(y), round(x)]
        for x, y in (rough.pixel(*p) for quad in quads for p in quad)
        if 0 <= x < rough.image.shape[1] - 1 and 0 <= y < rough.image.shape[0] - 1
    ]
    white = float(np.percentile(paper, 75)) if paper else 200.0
    soft = cv2.GaussianBlur(rough.image, (0, 0), 1.0 * rough.px_per_mm)
    # A lamp's image is brighter than white paper, by as much as there is room for.
    bright = ((soft > max(LAMP_GRAY, (white + 255) / 2)) & (rough.shown > 0)).astype(np.uint8)
    count, _labels, stats, spots = cv2.connectedComponentsWithStats(bright)
    for n in range(1, count):
        if stats[n, cv2.CC_STAT_AREA] < MIN_LAMP_MM2 * rough.px_per_mm**2:
            continue
        at = rough.mm(float(spots[n][0]), float(spots[n][1]))
        apart = float(np.hypot(middles[:, 0] - at[0], middles[:, 1] - at[1]).min())
        if tile_mm * 0.45 < apart < tile_mm * 1.6:
            yield at
