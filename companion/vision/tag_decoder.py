"""The third stage of a pass: zxing-cpp decodes what is no known tag, and what the tag grammar allows is kept.

Small tags (below 4 pixels a module) read far better from a picture that was sharpened and doubled; large ones
read worse from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

import cv2
import numpy as np
import zxingcpp

from companion.vision.camera import Image
from companion.vision.finder import MAX_WHOLE_PIXELS, CornerTriples
from companion.vision.flat_search import Box
from companion.vision.preparation import sharpened_doubled
from companion.vision.sightings import Sighting, diagonal_crossing, shifted, without_duplicates
from companion.vision.tag_matcher import NamedPart
from companion.vision.tags import MODULES, parse_tag

LARGE_PX_PER_MODULE = 4.0
"""Pixels a module from which enlarging does harm."""
BANDS = 8
"""A known table's decoder looks at one of so many bands of the picture in each pass over the whole of it."""
MIN_BAND_OVERLAP_PX = 110
"""Pixels by which bands overlap at least: a tag of this height is whole in one of them."""
DOUBLED_OVERLAP_PX = 256
"""The same for single photos that are sharpened and doubled: a tag of 9 pixels a module with its white."""
MAX_DOUBLED_PIXELS = 13_000_000
"""A larger photo has pixels enough, and doubling it takes seconds."""
MIN_UNKNOWN_CORRELATION = 1.5
"""Three corner squares whose clearness adds up to less than this (of 3) belong to no tag that a decoder could
read."""
MAX_DECODED_PLACES = 6
"""Places a pass at which something like an unknown tag is given to the decoder."""


class TagDecoder:
    """Decodes the tags of one camera. prefixes: the games whose tags count; None: any. Sizes are pixels a
    module."""

    def __init__(self, prefixes: Collection[str] | None = None) -> None:
        self._prefixes = prefixes

    def read_rest(
        self, plain: Image, named: Iterable[NamedPart], sizes: Sequence[float], turn: int | None = None
    ) -> list[Sighting]:
        """The known tags of all parts, in the picture's own pixels, with what is read where something has a
        tag's corners and is none that is known. sizes: of stickers, the commonest first. turn: counts the
        passes in which a part of the whole picture is read, too, or all of it where nothing was found; None:
        this is no such pass."""
        found: list[Sighting] = []
        for part in named:
            here = self._with_unknown(part.plain, part.found, part.unmatched)
            found += here if part.at == (0, 0) else [shifted(s, *part.at) for s in here]
        found = without_duplicates(found)
        if turn is None:
            return found
        rest = (
            self._in_band(plain, turn % BANDS, sizes)
            if found
            else self.in_picture(plain, next(iter(sizes), None))
        )
        return without_duplicates(found + rest)

    def in_boxes(self, plain: Image, boxes: Iterable[Box], size: float | None) -> list[Sighting]:
        """In these parts of the picture, as `in_picture` reads it."""
        found: list[Sighting] = []
        for x0, y0, x1, y1 in boxes:
            part = np.ascontiguousarray(plain[y0:y1, x0:x1])
            found += [shifted(s, x0, y0) for s in self.in_picture(part, size)]
        return without_duplicates(found)

    def in_picture(self, plain: Image, size: float | None) -> list[Sighting]:
        """With the preparation that suits tags of this size; None: it is not known."""
        if size is not None and size >= LARGE_PX_PER_MODULE:
            return decode_tags(plain, self._prefixes)
        return decode_tags(sharpened_doubled(plain), self._prefixes, scale=2.0)

    def _in_band(self, plain: Image, number: int, sizes: Sequence[float]) -> list[Sighting]:
        """In one of BANDS bands of the picture. sizes: of stickers, the commonest first."""
        high = plain.shape[0]
        over = max(MIN_BAND_OVERLAP_PX, round(30 * max(sizes, default=0.0)))
        top, low = high * number // BANDS, min(high, high * (number + 1) // BANDS + over)
        size = sizes[0] if sizes else None
        return [shifted(s, 0, top) for s in self.in_picture(plain[top:low], size)]

    def in_photo(self, plain: Image) -> list[Sighting]:
        """With every preparation in turn; a tag may come several times."""
        found = decode_tags(plain, self._prefixes)
        if plain.size <= MAX_DOUBLED_PIXELS:
            found += self._in_doubled(plain)
        if min(plain.shape) >= 8 * MODULES:
            half = cv2.resize(plain, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            found += decode_tags(np.asarray(half, dtype=np.uint8), self._prefixes, scale=0.5)
        return found

    def _in_doubled(self, plain: Image) -> list[Sighting]:
        """What is read in the picture sharpened and doubled: a large one in bands, as it takes eight times
        the picture's memory. A tag too high for the overlap is read without doubling."""
        if plain.size <= MAX_WHOLE_PIXELS:
            return decode_tags(sharpened_doubled(plain), self._prefixes, scale=2.0)
        high = MAX_WHOLE_PIXELS // plain.shape[1] // 8 * 8  # the decoder looks at squares of 8 pixels
        bands = [(top, plain[top : top + high + DOUBLED_OVERLAP_PX]) for top in range(0, len(plain), high)]
        return without_duplicates(
            [
                shifted(sighting, 0, top)
                for top, band in bands
                for sighting in decode_tags(sharpened_doubled(band), self._prefixes, scale=2.0)
            ]
        )

    def _with_unknown(
        self, plain: Image, found: list[Sighting], unmatched: Sequence[CornerTriples]
    ) -> list[Sighting]:
        """What was found, with what is read where something has a tag's corners and is none that is known."""
        decoded = 0
        clear = [triples.filtered(triples.correlation > MIN_UNKNOWN_CORRELATION) for triples in unmatched]
        for corners in chain.from_iterable(clear):
            size = corners.module
            middle = (corners.points[1] + corners.points[2]) / 2
            x, y, reach = float(middle[0]), float(middle[1]), 16 * size
            if decoded < MAX_DECODED_PLACES and not any(abs(s.x - x) + abs(s.y - y) < reach for s in found):
                decoded += 1
                x0, y0 = max(0, round(x - reach)), max(0, round(y - reach))
                part = np.ascontiguousarray(plain[y0 : round(y + reach), x0 : round(x + reach)])
                found = without_duplicates(found + [shifted(s, x0, y0) for s in self.in_picture(part, size)])
        return found


def decode_tags(plain: Image, prefixes: Collection[str] | None = None, scale: float = 1.0) -> list[Sighting]:
    """The tags that a decoder reads in a gray picture. prefixes: the games whose tags count; None: any.
    scale: how much the picture was enlarged; positions are given in pixels of the one before."""
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
        tag = parse_tag(code.text, prefixes)
        if tag is None:
            continue
        where = code.position
        points = (where.top_left, where.top_right, where.bottom_right, where.bottom_left)
        # A pixel's centre is at a whole number, so that scaling must go by pixel edges.
        a, b, c, d = (((p.x + 0.5) / scale - 0.5, (p.y + 0.5) / scale - 0.5) for p in points)
        x, y = diagonal_crossing(a, b, c, d)
        found.append(Sighting(tag, x, y, (a, b, c, d)))
    return found
