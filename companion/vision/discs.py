"""Finds round tiles by their outlines in a straightened photo, to notice one whose tag is not read.

The size is known, so each point of an edge votes for a middle: a radius away, at a right angle to the edge.
Where many votes agree there is a disc. Discs that the photo's edge cuts off are judged by the part in the
photo. The images of lamps look like tiles, or hide some.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image, Point
from companion.vision.plane import Plane, TopView

PX_PER_MM = 1.5
"""How fine the outlines are looked at."""
AGREEMENT_PX = 5
"""Pixels, each way together, within which edges agree on a middle."""
MIN_SHOWN_PART = 0.22
"""The part of an outline that must be in the photo for it to be judged."""
LAMP_GRAY = 215
"""Gray value that a lamp's image has at least."""
MIN_LAMP_MM2 = 60.0
"""Its least area: smaller ones hide no tag."""
OVEREXPOSED_GRAY = 245
"""Gray value from which a place is burnt out."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Disc:
    """x, y: its middle in mm; like: the part of its visible outline that is an edge; shown: the part of its
    outline that is in the photo."""

    x: float
    y: float
    edge_part: float
    shown_part: float


class EdgeMap:
    """The edges in a photo from above. above: at PX_PER_MM."""

    def __init__(self, above: TopView) -> None:
        self._above = above
        soft = cv2.GaussianBlur(above.image, (0, 0), 1.4)
        # Brightness is evened out, so that edges in a dim corner count as much as in a bright one.
        even = cv2.createCLAHE(3.0, (8, 8)).apply(soft)
        dx, dy = cv2.Scharr(even, cv2.CV_32F, 1, 0), cv2.Scharr(even, cv2.CV_32F, 0, 1)
        size = cv2.magnitude(dx, dy)
        strong = float(np.percentile(size[above.shown > 0][::7], 88)) if above.shown.any() else 1.0
        edges = cv2.Canny(dx.astype(np.int16), dy.astype(np.int16), strong * 0.5, strong, L2gradient=True)
        inner = cv2.erode(above.shown, np.ones((5, 5), np.uint8), borderValue=0)
        self._ys, self._xs = np.nonzero(cv2.bitwise_and(edges, inner))
        length = np.maximum(size[self._ys, self._xs], 1e-6)
        self._nx, self._ny = dx[self._ys, self._xs] / length, dy[self._ys, self._xs] / length

    def disc_likeness(self, radius_mm: float) -> tuple[Floats, Floats]:
        """For each pixel, `pad` more on every side: the part of the visible circle around it that is an edge,
        and the part of the circle that is visible."""
        radius = radius_mm * self._above.px_per_mm
        shown = self._shown_part(radius, self.margin(radius_mm))
        around = np.float32(2 * np.pi * radius)
        like = self._centre_votes(radius_mm) / (around * np.maximum(shown, MIN_SHOWN_PART))
        return np.asarray(like, np.float32), shown

    def _centre_votes(self, radius_mm: float) -> Floats:
        """For each pixel, `pad` more on every side: how many points of edges have it for their middle."""
        radius = radius_mm * self._above.px_per_mm
        pad = self.margin(radius_mm)
        high, wide = (n + 2 * pad for n in self._above.image.shape)
        total = np.zeros(high * wide, np.float32)
        for sign in (1.0, -1.0):
            x = np.round(self._xs + sign * radius * self._nx).astype(np.int64) + pad
            y = np.round(self._ys + sign * radius * self._ny).astype(np.int64) + pad
            inside = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
            total += np.bincount(y[inside] * wide + x[inside], minlength=high * wide).astype(np.float32)
        return np.asarray(
            cv2.boxFilter(total.reshape(high, wide), -1, (AGREEMENT_PX, AGREEMENT_PX), normalize=False),
            np.float32,
        )

    def best_disc_near(self, points: Sequence[Point], radius_mm: float) -> list[float]:
        """For each point (mm) how like a disc of that radius is the likest around whose middle it may lie."""
        like = self._centre_votes(radius_mm) / np.float32(2 * np.pi * radius_mm * self._above.px_per_mm)
        pad, reach = self.margin(radius_mm), round(0.7 * radius_mm * self._above.px_per_mm)
        best = []
        for point in points:
            x, y = (round(v) + pad for v in self._above.pixel(*point))
            part = like[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
            best.append(float(part.max()) if part.size else 0.0)
        return best

    def margin(self, radius_mm: float) -> int:
        """Pixels around the picture in which middles are looked for too."""
        return round(radius_mm * self._above.px_per_mm)

    def _shown_part(self, radius: float, pad: int) -> Floats:
        """The part of a circle around each pixel that the photo shows."""
        mask = cv2.copyMakeBorder(self._above.shown, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
        small = (
            cv2.resize(mask, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        )
        reach = int(radius / 4) + 2
        ring = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        cv2.circle(ring, (reach, reach), round(radius / 4), 1.0, 1)
        part = cv2.filter2D(small, -1, ring / ring.sum(), borderType=cv2.BORDER_CONSTANT)
        return np.asarray(cv2.resize(part, mask.shape[::-1], interpolation=cv2.INTER_LINEAR), np.float32)

    def discs(self, radius_mm: float, least: float) -> list[Disc]:
        """The discs of that radius whose outline is an edge for `least` of it, the likest first. Two stand at
        least a radius apart."""
        like, shown = self.disc_likeness(radius_mm)
        pad = self.margin(radius_mm)
        like = np.where(shown >= MIN_SHOWN_PART, like, 0).astype(np.float32)
        reach = 2 * (pad // 2) + 1
        ys, xs = np.nonzero((like >= least) & (like >= cv2.dilate(like, np.ones((reach, reach), np.uint8))))
        found = [
            Disc(*self._above.mm(x - pad, y - pad), float(like[y, x]), float(shown[y, x]))
            for x, y in zip(xs.tolist(), ys.tolist(), strict=True)
        ]
        return sorted(found, key=lambda disc: -disc.edge_part)


def shows_lamp(plain: Image, plane: Plane, disc: Disc) -> bool:
    """Whether the disc is a lamp's image on the table and no tile. plain: the photo, in gray."""
    around = [(0.0, 0.0), (8.0, 0.0), (-8.0, 0.0), (0.0, 8.0), (0.0, -8.0)]
    points = [plane.px(disc.x + dx, disc.y + dy) for dx, dy in around]
    high, wide = plain.shape
    values = [plain[round(y), round(x)] for x, y in points if 0 <= x < wide - 1 and 0 <= y < high - 1]
    return bool(values) and min(values) >= OVEREXPOSED_GRAY


def lamps_beside(rough: TopView, quads: NDArray[np.float64], tile_mm: float) -> Iterator[Point]:
    """Where lamps' images lie near tiles that were read, but on none, in mm. rough: the table from above;
    quads: the corners of the tags read, in mm (number by 4 by 2); tile_mm: a tile's width."""
    middles = quads.mean(axis=1)
    paper = [
        rough.image[round(y), round(x)]
        for x, y in (rough.pixel(*p) for p in quads.reshape(-1, 2).tolist())
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
