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

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image, Rect
from companion.vision.finder import MAX_WHOLE_PIXELS, CornerTriples, find_triples
from companion.vision.flat_search import (
    SEARCH_SHRINK,
    TagPlane,
    fit_tag_plane,
    straighten,
)
from companion.vision.hidden_tags import Box, HiddenTags
from companion.vision.preparation import gray, sharpened_doubled
from companion.vision.sightings import Sighting, diagonal_crossing, shifted, without_duplicates
from companion.vision.tag_decoder import decode_tags
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import MODULES, parse_tag

LARGE_PX_PER_MODULE = 4.0
"""Pixels a module from which enlarging does harm."""
SIZES_TRIED = (1.3, 1.6, 2.0, 2.6, 3.3, 4.3, 5.5, 7.1, 9.2)
"""Pixels a module to try when nothing is known: the search bears an eighth more or less."""
NEARBY_FACTORS = (0.86, 1.16)
"""Other sizes to try beside those seen, while too few tags are read to tell the table's plane."""
SIZES_PER_PICTURE = 3
"""How many of these are tried in one picture, after the first ones."""
COLD_PASSES = 6
"""Passes over the first pictures of a camera in which all sizes are tried: about two seconds."""
MIN_KEPT_PART = 0.7
"""When fewer than this part of the last pass's tags are read, the plane may be wrong."""
HIDDEN_INTERVAL = 2
"""Hidden tags are looked for once in so many readings of parts of the picture."""
BOX_MARGIN_MODULES = 40.0
"""Margin around a part of the picture, in modules: comparing a tag needs no pixels farther out."""
DECODER_BANDS = 8
"""The decoder looks at one of so many bands of the picture in each pass over the whole of it."""
MIN_BAND_OVERLAP_PX = 110
"""Pixels by which bands overlap at least: a tag of this height is whole in one of them."""
DOUBLED_OVERLAP_PX = 256
"""The same for single photos that are sharpened and doubled: a tag of 9 pixels a module with its white."""
MIN_UNKNOWN_CORRELATION = 1.5
"""Three corner squares whose clearness adds up to less than this (of 3) belong to no tag that a decoder could
read."""
MIN_PLANE_TAGS = 4
PLANE_FIT_INTERVAL = 4
"""Passes between two fits of the plane, while no fewer tags are read than it was fitted to."""
THOROUGH_LOOKS = 5
"""Looks at a photo's plane at most: as long as each finds another tag."""
MAX_DECODED_PLACES = 6
"""Places a pass at which something like an unknown tag is given to the decoder."""


class Reader:
    """Reads tags. One reader serves one camera: it remembers how large its tags are.

    prefixes: the games whose tags count (None: any). known: the tags that there are, where that is known;
    they are found by their looks too, in light and at sizes in which no decoder reads.
    """

    def __init__(self, prefixes: Collection[str] | None = None, known: Iterable[str] = ()) -> None:
        self._prefixes = prefixes
        self.matcher = TagMatcher(known)
        tags = {text: parse_tag(text, prefixes) for text in self.matcher.texts}
        self._tags = {text: tag for text, tag in tags.items() if tag is not None}
        self._hidden = HiddenTags(self.matcher, self._tags)
        self.module_sizes: tuple[float, ...] = ()
        """Pixels a module of the tags read last, a number for each size of sticker, the commonest first."""
        self.plane: TagPlane | None = None
        """The table's plane as the tags show it; None: too few were read."""
        self._plane_doubts = 0
        self._pass_count = self._region_pass_count = 0
        self._cold_passes_left = COLD_PASSES

    @property
    def module_px(self) -> float | None:
        """Pixels a module of most tags in the last pass over a whole picture, or None."""
        return self.module_sizes[0] if self.module_sizes else None

    def reset(self) -> None:
        """The camera looks elsewhere now: sizes and plane are found anew."""
        self.module_sizes, self.plane, self._plane_doubts = (), None, 0
        self._cold_passes_left = COLD_PASSES
        self._hidden.reset()

    def read(self, image: Image) -> list[Sighting]:
        """Every tag in the picture. Takes most of its time from the known tags' search when their size is
        known, and from the decoder when it is not."""
        plain = gray(image)
        self._pass_count += 1
        if not self.matcher.texts:
            found = without_duplicates(self._decode_prepared(plain))
            self.module_sizes = _sticker_sizes([s.module for s in found]) or self.module_sizes
            return found
        found = self._search_known_sizes(plain)
        # The decoder finds what the search cannot: tags that are new, and stickers of another size. It takes
        # longer than the search, so where that finds something it looks at a part of the picture each time.
        if found:
            found = without_duplicates(found + self._decode_band(plain, self._pass_count % DECODER_BANDS))
        else:
            found = without_duplicates(self._decode_prepared(plain))
        if self.plane is None or self._plane_doubts or len(found) < MIN_KEPT_PART * self.plane.tags:
            found = self._search_sizes_around(plain, found)
        found = self._update_plane(plain, found)
        if not found and self.module_px is not None and self.module_px >= LARGE_PX_PER_MODULE:
            self.reset()
        return found

    def _search_sizes_around(self, plain: Image, found: list[Sighting]) -> list[Sighting]:
        """More sizes than those of the last pass, while the plane is not known or doubted."""
        if self.plane is None and self._cold_passes_left:
            self._cold_passes_left -= 1
            return without_duplicates(found + self._search_sizes(plain, SIZES_TRIED))
        sizes = _sticker_sizes([s.module for s in found])
        if self.plane is not None:
            if self._plane_doubts:
                found = without_duplicates(found + self._search_plane(plain, self.plane, NEARBY_FACTORS))
            if len(found) >= MIN_KEPT_PART * self.plane.tags:
                return found
            sizes = _sticker_sizes([s.module for s in found]) or self.module_sizes
        if sizes:
            other = (
                NEARBY_FACTORS[self._pass_count % 2 :: 2]
                if len(found) < MIN_PLANE_TAGS and self.plane is None
                else NEARBY_FACTORS
            )
            factors = (1.0, *other)
            return without_duplicates(
                found + self._search_sizes(plain, [size * f for size in sizes for f in factors])
            )
        first = self._pass_count * SIZES_PER_PICTURE % len(SIZES_TRIED)
        return self._search_sizes(plain, SIZES_TRIED[first : first + SIZES_PER_PICTURE])

    def _update_plane(self, plain: Image, found: list[Sighting]) -> list[Sighting]:
        """Takes sizes and plane from what was found, and what a better plane finds besides."""
        if (
            self.plane is not None
            and not self._plane_doubts
            and len(found) == self.plane.tags
            and self._pass_count % PLANE_FIT_INTERVAL
        ):
            return found
        for _ in range(2):
            self.module_sizes = _sticker_sizes([s.module for s in found]) or self.module_sizes
            previous = self.plane
            plane = fit_tag_plane([s.corners for s in found], plain.shape[1], plain.shape[0])
            if plane is None or (
                previous is not None
                and plane.tags < MIN_KEPT_PART * previous.tags
                and previous.agrees_with(plane)
            ):
                return found
            self.plane = plane
            if previous is not None and previous.agrees_with(plane):
                self._plane_doubts = max(0, self._plane_doubts - 1)
                return found
            self._plane_doubts = 2
            before = len(found)
            found = without_duplicates(found + self._search_plane(plain, plane))
            if len(found) == before:
                return found
        return found

    def read_regions(self, image: Image, regions: Iterable[Rect]) -> list[Sighting]:
        """The tags in parts of a picture; a tag in two parts comes once."""
        height, width = image.shape[:2]
        boxes = _clipped(regions, width, height)
        self._region_pass_count += 1
        plain = self._gray_around(image, boxes)
        found: list[Sighting] = []
        for x0, y0, x1, y1 in boxes:
            if self.plane is not None and self.matcher.texts:
                found += self._search_plane(plain, self.plane, box=(x0, y0, x1, y1))
                continue
            part = np.ascontiguousarray(plain[y0:y1, x0:x1])
            if self.matcher.texts and self.module_sizes:
                sizes = [size * f for size in self.module_sizes for f in (1.0, *NEARBY_FACTORS)]
                found += [shifted(s, x0, y0) for s in self._search_sizes(part, sizes)]
            else:
                found += [shifted(s, x0, y0) for s in self._decode_prepared(part)]
        return without_duplicates(found)

    def _gray_around(self, image: Image, boxes: Sequence[Box]) -> Image:
        """The picture in gray, as far as tags in these parts reach; black elsewhere."""
        if image.ndim == 2 or image.shape[2] != 3:
            return gray(image)
        reach = round(BOX_MARGIN_MODULES * max(self.module_sizes, default=LARGE_PX_PER_MODULE))
        plain = np.zeros(image.shape[:2], np.uint8)
        for x0, y0, x1, y1 in boxes:
            part = np.s_[max(0, y0 - reach) : y1 + reach, max(0, x0 - reach) : x1 + reach]
            plain[part] = gray(image[part])
        return plain

    def read_thoroughly(self, image: Image) -> list[Sighting]:
        """Every tag that any of several preparations gives: slower, for single photos. It knows nothing
        of earlier ones, which may show another table, and remembers nothing."""
        plain = gray(image)
        found = decode_tags(plain, self._prefixes)
        if plain.size <= 13_000_000:  # a larger one has pixels enough, and doubling it takes seconds
            found += self._decode_doubled(plain)
        if min(plain.shape) >= 8 * MODULES:
            half = cv2.resize(plain, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            found += decode_tags(np.asarray(half, dtype=np.uint8), self._prefixes, scale=0.5)
        if self.matcher.texts:
            sizes = _sticker_sizes([s.module for s in found])
            tried = [size * f for size in sizes for f in (1.0, *NEARBY_FACTORS)] or list(SIZES_TRIED)
            found = without_duplicates(found + self._search_sizes(plain, tried))
            plane = fit_tag_plane([s.corners for s in found], plain.shape[1], plain.shape[0])
            hidden = HiddenTags(self.matcher, self._tags)
            # Each look compares some of the places where a hidden tag may be: a live camera has many looks.
            for _ in range(THOROUGH_LOOKS if plane is not None else 0):
                assert plane is not None
                before = len(found)
                found = without_duplicates(found + self._search_plane(plain, plane, hidden=hidden))
                if len(found) == before:
                    break
        return without_duplicates(found)

    def _decode_doubled(self, plain: Image) -> list[Sighting]:
        """What the decoder reads in the picture sharpened and doubled: a large one in bands, as it takes
        eight times the picture's memory. A tag too high for the overlap is read without doubling."""
        if plain.size <= MAX_WHOLE_PIXELS:
            return decode_tags(sharpened_doubled(plain), self._prefixes, scale=2.0)
        high = MAX_WHOLE_PIXELS // plain.shape[1] // 8 * 8  # the decoder looks at squares of 8 pixels
        bands = [(top, plain[top : top + high + DOUBLED_OVERLAP_PX]) for top in range(0, len(plain), high)]
        seen = [
            shifted(sighting, 0, top)
            for top, band in bands
            for sighting in decode_tags(sharpened_doubled(band), self._prefixes, scale=2.0)
        ]
        return without_duplicates(seen)

    def _search_known_sizes(self, plain: Image) -> list[Sighting]:
        """The known tags of the sizes that were seen before."""
        if self.plane is not None:
            return self._search_plane(plain, self.plane)
        return self._search_sizes(plain, self.module_sizes)

    def _search_sizes(self, plain: Image, sizes: Iterable[float]) -> list[Sighting]:
        """The known tags of these sizes (pixels a module), each the same in the whole picture."""
        found: list[Sighting] = []
        unmatched: list[CornerTriples] = []
        for size in sizes:
            matched, others = self.matcher.match_all(plain, find_triples(plain, size * SEARCH_SHRINK))
            unmatched.append(others)
            found += self._sightings(matched)
        return self._with_unknown_tags(plain, without_duplicates(found), unmatched)

    def _search_plane(
        self,
        plain: Image,
        plane: TagPlane,
        factors: Sequence[float] = (1.0,),
        box: Box | None = None,
        hidden: HiddenTags | None = None,
    ) -> list[Sighting]:
        """The known tags on the table's plane, of the sizes of stickers that lie there. factors: to try
        besides; box: left, top, right, bottom in pixels; None: the whole picture; hidden: what is remembered
        of covered tags; None: by this camera."""
        remembered = hidden or self._hidden
        found: list[Sighting] = []
        unmatched: list[CornerTriples] = []
        for ratio in plane.ratios:
            for factor in factors:
                straightened = straighten(plain, plane, ratio * factor, box)
                if straightened is None:
                    return self._search_sizes(plain, self.module_sizes) if box is None else found
                triples = straightened.triples()
                matched, others = self.matcher.match_all(plain, triples)
                unmatched.append(others)
                found += self._sightings(matched)
                if factor == 1.0:
                    if box is None or self._region_pass_count % HIDDEN_INTERVAL == 0:
                        found += self._sightings(remembered.find(plain, straightened, found, box))
                    remembered.remember(found)
        return self._with_unknown_tags(plain, without_duplicates(found), unmatched)

    def _sightings(self, matched: Iterable[tuple[str, NDArray[np.float32]]]) -> list[Sighting]:
        found = []
        for text, quad in matched:
            if (tag := self._tags.get(text)) is not None:
                a, b, c, d = ((x, y) for x, y in quad.tolist())
                found.append(Sighting(tag, *diagonal_crossing(a, b, c, d), (a, b, c, d)))
        return found

    def _with_unknown_tags(
        self, plain: Image, found: list[Sighting], unmatched: Sequence[CornerTriples]
    ) -> list[Sighting]:
        """With what the decoder reads where something has a tag's corners and is none that is known."""
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
                seen = (
                    decode_tags(part, self._prefixes)
                    if size >= LARGE_PX_PER_MODULE
                    else decode_tags(sharpened_doubled(part), self._prefixes, 2.0)
                )
                found = without_duplicates(found + [shifted(s, x0, y0) for s in seen])
        return found

    def _decode_band(self, plain: Image, number: int) -> list[Sighting]:
        high = plain.shape[0]
        over = max(MIN_BAND_OVERLAP_PX, round(30 * max(self.module_sizes, default=0.0)))
        top, low = high * number // DECODER_BANDS, min(high, high * (number + 1) // DECODER_BANDS + over)
        return [shifted(s, 0, top) for s in self._decode_prepared(plain[top:low])]

    def _decode_prepared(self, plain: Image) -> list[Sighting]:
        """What the decoder reads with the preparation that suits the size last seen."""
        if self.module_px is not None and self.module_px >= LARGE_PX_PER_MODULE:
            return decode_tags(plain, self._prefixes)
        return decode_tags(sharpened_doubled(plain), self._prefixes, scale=2.0)


def _clipped(regions: Iterable[Rect], width: int, height: int) -> list[Box]:
    """The regions within the picture, without those that lie within another and those too small for a tag."""
    boxes = [
        (max(0, left), max(0, top), min(width, left + wide), min(height, top + high))
        for left, top, wide, high in regions
    ]
    boxes = [box for box in dict.fromkeys(boxes) if min(box[2] - box[0], box[3] - box[1]) >= MODULES]
    return [box for box in boxes if not any(_contains(other, box) for other in boxes if other != box)]


def _contains(outer: Box, inner: Box) -> bool:
    return outer[0] <= inner[0] and outer[1] <= inner[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def _sticker_sizes(measured: list[float]) -> tuple[float, ...]:
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
