"""From a picture to the tags in it: OpenCV prepares, zxing-cpp decodes, the tag grammar filters.

Small tags (below 4 pixels a module) read far better from a picture that was sharpened and doubled; large
ones read worse from it. So a reader goes by the size that it last saw. OpenCV's own QR detector is not
used: at these sizes it finds a third of the tags at best.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp

from companion.vision.camera import Image
from companion.vision.tags import MODULES, Tag, parse_tag

Point = tuple[float, float]
Rect = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""

# Not QRCode: that is a group with Micro QR in it, which invents short reads out of tile art.
_FORMATS = zxingcpp.barcode_formats_from_str("QRCodeModel2")

LARGE = 4.0
"""Pixels a module from which enlarging does harm."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tag read in a picture. x, y: its centre; corners: clockwise in print from its upper left; pixels."""

    tag: Tag
    x: float
    y: float
    corners: tuple[Point, Point, Point, Point]

    @property
    def module(self) -> float:
        """Pixels a module: what decides how well a tag reads."""
        sides = [np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(self.corners, self._next, strict=True)]
        return float(np.mean(sides)) / MODULES

    @property
    def _next(self) -> tuple[Point, ...]:
        return (*self.corners[1:], self.corners[0])


def gray(image: Image) -> Image:
    """The picture in gray, contiguous; a picture with one or four channels is understood too."""
    if image.ndim == 2:
        plain = image
    elif image.shape[2] == 1:
        plain = image[:, :, 0]
    else:
        plain = np.asarray(
            cv2.cvtColor(image, cv2.COLOR_BGRA2GRAY if image.shape[2] == 4 else cv2.COLOR_BGR2GRAY)
        )
    return np.ascontiguousarray(plain)


def sharpened_doubled(plain: Image) -> Image:
    """Unsharp mask (amount 1, sigma 1), then twice the size: the best from 2 to 3 pixels a module."""
    soft = cv2.GaussianBlur(plain, (0, 0), 1.0)
    return np.asarray(
        cv2.resize(
            cv2.addWeighted(plain, 2.0, soft, -1.0, 0), None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC
        ),
        dtype=np.uint8,
    )


class Reader:
    """Reads tags. prefixes: the games whose tags count (None: any). One reader serves one camera."""

    def __init__(self, prefixes: Collection[str] | None = None) -> None:
        self._prefixes = prefixes
        self.module: float | None = None
        """Pixels a module in the last full pass: the median of what was read, or None."""

    def read(self, image: Image) -> list[Sighting]:
        """Every tag in the picture, by the preparation that suits the size last seen."""
        plain = gray(image)
        large = self.module is not None and self.module >= LARGE
        found = self._decode(plain) if large else self._decode(sharpened_doubled(plain), scale=2.0)
        if found:
            self.module = float(np.median([s.module for s in found]))
        else:
            self.module = None if large else self.module
        return found

    def read_regions(self, plain: Image, regions: Iterable[Rect]) -> list[Sighting]:
        """The tags in parts of a gray picture; a tag in two parts comes once."""
        found: list[Sighting] = []
        height, width = plain.shape
        for left, top, wide, high in regions:
            x0, x1 = max(0, left), min(width, left + wide)
            y0, y1 = max(0, top), min(height, top + high)
            if x1 - x0 < MODULES or y1 - y0 < MODULES:
                continue
            part = np.ascontiguousarray(plain[y0:y1, x0:x1])
            large = self.module is not None and self.module >= LARGE
            seen = self._decode(part) if large else self._decode(sharpened_doubled(part), scale=2.0)
            found += [_moved(s, x0, y0) for s in seen]
        return once(found)

    def read_hard(self, image: Image) -> list[Sighting]:
        """Every tag that any of several preparations gives: slower, for single photos."""
        plain = gray(image)
        found = self._decode(plain)
        if plain.size <= 13_000_000:  # a larger one has pixels enough, and doubling it takes seconds
            found += self._decode(sharpened_doubled(plain), scale=2.0)
        if min(plain.shape) >= 8 * MODULES:
            half = cv2.resize(plain, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            found += self._decode(np.asarray(half, dtype=np.uint8), scale=0.5)
        return once(found)

    def _decode(self, plain: Image, scale: float = 1.0) -> list[Sighting]:
        codes = zxingcpp.read_barcodes(
            plain,
            formats=_FORMATS,
            try_invert=False,
            try_downscale=False,
        )
        found = []
        for code in codes:
            tag = parse_tag(code.text, self._prefixes)
            if tag is None:
                continue
            where = code.position
            points = (where.top_left, where.top_right, where.bottom_right, where.bottom_left)
            # A pixel's centre is at a whole number, so that scaling must go by pixel edges.
            a, b, c, d = (((p.x + 0.5) / scale - 0.5, (p.y + 0.5) / scale - 0.5) for p in points)
            x, y = _crossing(a, b, c, d)
            found.append(Sighting(tag, x, y, (a, b, c, d)))
        return found


def once(found: Sequence[Sighting]) -> list[Sighting]:
    """The sightings without those of the same tag at the same place; one tag in two places stays twice."""
    kept: list[Sighting] = []
    for s in found:
        reach = s.module * MODULES / 2
        if not any(s.tag == k.tag and abs(s.x - k.x) < reach and abs(s.y - k.y) < reach for k in kept):
            kept.append(s)
    return kept


def _moved(s: Sighting, dx: int, dy: int) -> Sighting:
    a, b, c, d = ((x + dx, y + dy) for x, y in s.corners)
    return Sighting(s.tag, s.x + dx, s.y + dy, (a, b, c, d))


def _crossing(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where the diagonals a-c and b-d cross: the true centre, also of a tag seen at a slant."""
    acx, acy, bdx, bdy = c[0] - a[0], c[1] - a[1], d[0] - b[0], d[1] - b[1]
    across = acx * bdy - acy * bdx
    if abs(across) < 1e-9:
        return (a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4
    along = ((b[0] - a[0]) * bdy - (b[1] - a[1]) * bdx) / across
    return a[0] + along * acx, a[1] + along * acy
