"""From a picture to the tags in it: OpenCV prepares, zxing-cpp decodes, the tag grammar filters; and tags
that are known to be in the game are found by their looks as well.

Small tags (below 4 pixels a module) read far better from a picture that was sharpened and doubled; large
ones read worse from it. So a reader goes by the size that it last saw. OpenCV's own QR detector is not
used: at these sizes it finds a third of the tags at best.

Under a tilted camera near tags are larger than far ones. Four tags or more tell the table's plane; from then
on the picture is straightened to it (`flat_search`) and every place is searched at its own size. Before that
several sizes are tried.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.vision.camera import Image, Point, Rect
from companion.vision.finder import Corners, find_corners
from companion.vision.flat_search import SMALLER, Flat, TagPlane, plane_of, straightened
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import MODULES, Tag, parse_tag

LARGE = 4.0
"""Pixels a module from which enlarging does harm."""
LADDER = (1.3, 1.6, 2.0, 2.6, 3.3, 4.3, 5.5, 7.1, 9.2)
"""Pixels a module to try when nothing is known: the search bears an eighth more or less."""
AROUND = (0.86, 1.16)
"""Other sizes to try beside those seen, while too few tags are read to tell the table's plane."""
LADDER_STEP = 3
"""Sizes of LADDER that are tried in one picture."""
LOST = 0.7
"""With fewer than this part of the tags of the last pass, the plane is doubted."""
SAME_PLACE = 3.0
"""Modules from where a tag was last read, within which it lies where it lay."""
MOST_PARTIAL = 12
"""Places a pass at which a tag with a hidden corner is looked for, the likeliest first."""
BANDS = 8
"""The decoder looks at one of so many bands of the picture in each pass over the whole of it."""
LARGEST = 110
"""Pixels by which bands overlap at least: a tag of this height is whole in one of them."""
CLEAR = 1.5
"""Corner squares less clear than this together (of 3) are of no tag that a decoder could read."""
FEW = 4
DECODE_MOST = 6
"""Places a pass at which something like an unknown tag is given to the decoder."""


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
        a, b, c, d = self.corners
        return (math.dist(a, b) + math.dist(b, c) + math.dist(c, d) + math.dist(d, a)) / 4 / MODULES


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
    """Reads tags. One reader serves one camera: it remembers how large its tags are.

    prefixes: the games whose tags count (None: any). known: the tags that there are, where that is known;
    they are found by their looks too, in light and at sizes in which no decoder reads.
    """

    def __init__(self, prefixes: Collection[str] | None = None, known: Iterable[str] = ()) -> None:
        self._prefixes = prefixes
        self.matcher = TagMatcher(known)
        self.sizes: tuple[float, ...] = ()
        """Pixels a module of the tags read last, a number for each size of sticker, the commonest first."""
        self.plane: TagPlane | None = None
        """The table's plane as the tags show it; None: too few were read."""
        self._doubted = 0
        self._passes = 0
        self._lay: dict[Tag, Point] = {}
        """Where each tag was last read, pixels: a hidden one that is likest to what lay there is that."""

    @property
    def module(self) -> float | None:
        """Pixels a module of most tags in the last pass over a whole picture, or None."""
        return self.sizes[0] if self.sizes else None

    def forget(self) -> None:
        """The camera looks elsewhere now: sizes and plane are found anew."""
        self.sizes, self.plane, self._doubted = (), None, 0
        self._lay.clear()

    def read(self, image: Image) -> list[Sighting]:
        """Every tag in the picture. Takes most of its time from the known tags' search when their size is
        known, and from the decoder when it is not."""
        plain = gray(image)
        self._passes += 1
        if not self.matcher.texts:
            found = once(self._decode_best(plain))
            self.sizes = _sizes([s.module for s in found]) or self.sizes
            return found
        found = self._search(plain)
        # The decoder finds what the search cannot: tags that are new, and stickers of another size. It takes
        # longer than the search, so where that finds something it looks at a part of the picture each time.
        if found:
            found = once(found + self._decode_band(plain, self._passes % BANDS))
        else:
            found = once(self._decode_best(plain))
        if self.plane is None or self._doubted or len(found) < LOST * self.plane.tags:
            found = self._search_sizes_around(plain, found)
        found = self._learned(plain, found)
        if not found and self.module is not None and self.module >= LARGE:
            self.forget()
        return found

    def _search_sizes_around(self, plain: Image, found: list[Sighting]) -> list[Sighting]:
        """More sizes than those of the last pass, while the plane is not known or doubted."""
        sizes = _sizes([s.module for s in found])
        if self.plane is not None:
            if self._doubted:
                found = once(found + self._search_flat(plain, self.plane, AROUND))
            if len(found) >= LOST * self.plane.tags:
                return found
            sizes = _sizes([s.module for s in found]) or self.sizes
        if sizes:
            other = AROUND[self._passes % 2 :: 2] if len(found) < FEW and self.plane is None else AROUND
            factors = (1.0, *other)
            return once(found + self._search_sizes(plain, [size * f for size in sizes for f in factors]))
        first = self._passes * LADDER_STEP % len(LADDER)
        return self._search_sizes(plain, LADDER[first : first + LADDER_STEP])

    def _learned(self, plain: Image, found: list[Sighting]) -> list[Sighting]:
        """Takes sizes and plane from what was found, and what a better plane finds besides."""
        for _ in range(2):
            self.sizes = _sizes([s.module for s in found]) or self.sizes
            old = self.plane
            fresh = plane_of([s.corners for s in found], plain.shape[1], plain.shape[0])
            if fresh is None or (old is not None and fresh.tags < LOST * old.tags and old.fits(fresh)):
                return found
            self.plane = fresh
            if old is not None and old.fits(fresh):
                self._doubted = max(0, self._doubted - 1)
                return found
            self._doubted = 2
            before = len(found)
            found = once(found + self._search_flat(plain, fresh))
            if len(found) == before:
                return found
        return found

    def read_regions(self, plain: Image, regions: Iterable[Rect]) -> list[Sighting]:
        """The tags in parts of a gray picture; a tag in two parts comes once."""
        found: list[Sighting] = []
        height, width = plain.shape
        for left, top, wide, high in regions:
            x0, y0 = max(0, left), max(0, top)
            x1, y1 = min(width, left + wide), min(height, top + high)
            if x1 - x0 < MODULES or y1 - y0 < MODULES:
                continue
            if self.plane is not None and self.matcher.texts:
                found += self._search_flat(plain, self.plane, box=(x0, y0, x1, y1))
                continue
            part = np.ascontiguousarray(plain[y0:y1, x0:x1])
            if self.matcher.texts and self.sizes:
                sizes = [size * f for size in self.sizes for f in (1.0, *AROUND)]
                found += [_moved(s, x0, y0) for s in self._search_sizes(part, sizes)]
            else:
                found += [_moved(s, x0, y0) for s in self._decode_best(part)]
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
        if self.matcher.texts:
            sizes = _sizes([s.module for s in found])
            tried = [size * f for size in sizes for f in (1.0, *AROUND)] or list(LADDER)
            found = once(found + self._search_sizes(plain, tried))
            plane = plane_of([s.corners for s in found], plain.shape[1], plain.shape[0])
            if plane is not None:
                found += self._search_flat(plain, plane)
        return once(found)

    def _search(self, plain: Image) -> list[Sighting]:
        """The known tags of the sizes that were seen before."""
        if self.plane is not None:
            return self._search_flat(plain, self.plane)
        return self._search_sizes(plain, self.sizes)

    def _search_sizes(self, plain: Image, sizes: Iterable[float]) -> list[Sighting]:
        """The known tags of these sizes (pixels a module), each the same in the whole picture."""
        found: list[Sighting] = []
        unnamed: list[Corners] = []
        for size in sizes:
            named, others = self.matcher.names(plain, find_corners(plain, size * SMALLER))
            unnamed += others
            found += self._sightings(named)
        return self._with_strangers(plain, once(found), unnamed)

    def _search_flat(
        self,
        plain: Image,
        plane: TagPlane,
        factors: Sequence[float] = (1.0,),
        box: tuple[int, int, int, int] | None = None,
    ) -> list[Sighting]:
        """The known tags on the table's plane, of the sizes of stickers that lie there. factors: to try
        besides; box: left, top, right, bottom in pixels; None: the whole picture."""
        found: list[Sighting] = []
        unnamed: list[Corners] = []
        for ratio in plane.ratios:
            for factor in factors:
                flat = straightened(plain, plane, ratio * factor, box)
                if flat is None:
                    return self._search_sizes(plain, self.sizes) if box is None else found
                threes = flat.threes()
                named, others = self.matcher.names(plain, threes)
                unnamed += others
                found += self._sightings(named)
                if factor == 1.0:
                    found += self._hidden(plain, flat, found)
        return self._with_strangers(plain, once(found), unnamed)

    def _hidden(self, plain: Image, flat: Flat, found: Sequence[Sighting]) -> list[Sighting]:
        """The known tags of which one corner square is hidden: two and the plane say where it is."""
        points = flat.pairs([s.corners for s in found])
        read = {s.tag for s in found}
        hidden: list[Sighting] = []
        for n in self.matcher.likely_partial(plain, points)[:MOST_PARTIAL]:
            match = self.matcher.partial(plain, points[n])
            if match is None:
                continue
            for s in self._sightings([(match.text, match.corners)]):
                x, y = self._lay.get(s.tag, (-1e9, -1e9))
                lay_here = abs(s.x - x) + abs(s.y - y) < SAME_PLACE * s.module
                if s.tag not in read and (match.sure or lay_here):
                    hidden.append(s)
        self._lay |= {s.tag: (s.x, s.y) for s in (*found, *hidden)}
        return hidden

    def _sightings(self, named: Iterable[tuple[str, NDArray[np.float32]]]) -> list[Sighting]:
        found = []
        for text, quad in named:
            if (tag := parse_tag(text, self._prefixes)) is not None:
                a, b, c, d = ((float(x), float(y)) for x, y in quad)
                found.append(Sighting(tag, *_crossing(a, b, c, d), (a, b, c, d)))
        return found

    def _with_strangers(
        self, plain: Image, found: list[Sighting], unnamed: Sequence[Corners]
    ) -> list[Sighting]:
        """With what the decoder reads where something has a tag's corners and is none that is known."""
        tried = 0
        for corners in unnamed:
            if corners.like <= CLEAR:
                continue
            size = corners.module
            middle = (corners.points[1] + corners.points[2]) / 2
            x, y, reach = float(middle[0]), float(middle[1]), 16 * size
            if tried < DECODE_MOST and not any(abs(s.x - x) + abs(s.y - y) < reach for s in found):
                tried += 1
                x0, y0 = max(0, round(x - reach)), max(0, round(y - reach))
                part = np.ascontiguousarray(plain[y0 : round(y + reach), x0 : round(x + reach)])
                seen = self._decode(part) if size >= LARGE else self._decode(sharpened_doubled(part), 2.0)
                found = once(found + [_moved(s, x0, y0) for s in seen])
        return found

    def _decode_band(self, plain: Image, number: int) -> list[Sighting]:
        high = plain.shape[0]
        over = max(LARGEST, round(30 * max(self.sizes, default=0.0)))
        top, low = high * number // BANDS, min(high, high * (number + 1) // BANDS + over)
        return [_moved(s, 0, top) for s in self._decode_best(plain[top:low])]

    def _decode_best(self, plain: Image) -> list[Sighting]:
        """What the decoder reads with the preparation that suits the size last seen."""
        if self.module is not None and self.module >= LARGE:
            return self._decode(plain)
        return self._decode(sharpened_doubled(plain), scale=2.0)

    def _decode(self, plain: Image, scale: float = 1.0) -> list[Sighting]:
        codes = zxingcpp.read_barcodes(
            plain,
            # Not QRCode, a group with Micro QR in it, which invents short reads out of tile art. Made for
            # each call (1 us): a module global would live on to the end, and nanobind reports it as leaked.
            formats=zxingcpp.barcode_formats_from_str("QRCodeModel2"),
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
    kept: dict[Tag, list[Sighting]] = {}
    for s in found:
        others = kept.setdefault(s.tag, [])
        reach = s.module * MODULES / 2
        if not any(abs(s.x - k.x) < reach and abs(s.y - k.y) < reach for k in others):
            others.append(s)
    return [s for same in kept.values() for s in same]


def _sizes(measured: list[float]) -> tuple[float, ...]:
    """Sizes of stickers among the modules measured: the largest group first, three at
    most. A tilted camera makes one size of sticker a range, but hardly a wider one."""
    groups: list[list[float]] = []
    for size in sorted(measured):
        if groups and size < groups[-1][0] * 1.5:
            groups[-1].append(size)
        else:
            groups.append([size])
    groups.sort(key=len, reverse=True)
    return tuple(float(np.median(group)) for group in groups[:3])


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
