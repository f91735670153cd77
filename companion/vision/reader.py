"""From a picture to the tags in it. A pass over it has three stages: corner squares that stand as a tag's do
(`searching`), the known tags among these by their looks (`tag_matcher`), all others by the decoder
(`tag_decoder`). OpenCV's own QR detector is not used: at these sizes it finds a third of the tags at best.

A reader decides where and for which sizes of tags a pass looks, by what it saw before. Under a tilted camera
near tags are larger than far ones. Four tags or more tell the table's plane; from then on the picture is
straightened to it and every place is searched at its own size. Before that several sizes are tried.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from companion.vision.camera import Image, Rect
from companion.vision.causes import are_mirrored
from companion.vision.flat_search import Box, TagPlane, can_straighten, fit_tag_plane
from companion.vision.preparation import gray
from companion.vision.searching import Aim, search
from companion.vision.sightings import Sighting, flipped, without_duplicates
from companion.vision.tag_decoder import LARGE_PX_PER_MODULE, TagDecoder
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tag_memory import TagMemory
from companion.vision.tags import MODULES

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
MIN_PLANE_TAGS = 4
PLANE_FIT_INTERVAL = 4
"""Passes between two fits of the plane, while no fewer tags are read than it was fitted to."""
MIRROR_CHECKS = 6
"""Passes over the first pictures in which it is tried whether the picture is mirrored."""
MIN_MIRRORED_TAGS = 3
"""Tags that show it."""
UNREAD_MIRROR_PASSES = (2, 6)
"""The passes in which that is tried where no tag is read: small tags are only read in the flipped picture."""
THOROUGH_LOOKS = 5
"""Looks at a photo's plane at most: as long as each finds another tag."""


class Reader:
    """Reads tags. One reader serves one camera: it remembers how large its tags are.

    prefixes: the games whose tags count (None: any). known: the tags that there are, where that is known;
    they are found by their looks too, in light and at sizes in which no decoder reads.
    """

    def __init__(self, prefixes: Collection[str] | None = None, known: Iterable[str] = ()) -> None:
        self.matcher = TagMatcher(known, prefixes)
        self._memory = TagMemory()
        self._decoder = TagDecoder(prefixes)
        self.module_sizes: tuple[float, ...] = ()
        """Pixels a module of the tags read last, a number for each size of sticker, the commonest first."""
        self.plane: TagPlane | None = None
        """The table's plane as the tags show it; None: too few were read."""
        self._plane_doubts = 0
        self._pass_count = self._region_pass_count = 0
        self._cold_passes_left = COLD_PASSES
        self._is_mirrored = False
        self._mirror_checks = 0

    @property
    def module_px(self) -> float | None:
        """Pixels a module of most tags in the last pass over a whole picture, or None."""
        return self.module_sizes[0] if self.module_sizes else None

    def reset(self) -> None:
        """The camera looks elsewhere now: sizes and plane are found anew."""
        self.module_sizes, self.plane, self._plane_doubts = (), None, 0
        self._cold_passes_left, self._mirror_checks = COLD_PASSES, 0
        self._memory.forget()

    def read(self, image: Image, regions: Iterable[Rect] | None = None) -> list[Sighting]:
        """Every tag in the picture, or in parts of it, each once. regions: the parts; None: the whole. A
        mirrored picture is read as well, as if it were seen in a mirror."""
        if regions is None:
            plain = self._as_printed(gray(image))
            found = self._read_whole(plain)
            if self.matcher.texts and self._notices_mirror(plain, found):
                found = self._read_whole(self._as_printed(gray(image)))
        else:
            wide = image.shape[1]
            if self._is_mirrored:
                regions = [(wide - left - across, top, across, down) for left, top, across, down in regions]
            found = self._read_regions(self._as_printed(image), regions)
        return [flipped(s, image.shape[1]) for s in found] if self._is_mirrored else found

    def _as_printed(self, image: Image) -> Image:
        return np.ascontiguousarray(image[:, ::-1]) if self._is_mirrored else image

    def _notices_mirror(self, plain: Image, found: list[Sighting]) -> bool:
        """Whether the other way round is the right one, as is tried in the first passes and while the plane
        is in doubt: from then on pictures are read so."""
        self._mirror_checks += 1
        if self._mirror_checks > MIRROR_CHECKS and not self._plane_doubts:
            return False
        if len(found) >= MIN_MIRRORED_TAGS:
            is_other = are_mirrored(plain, found)
        elif self._mirror_checks in UNREAD_MIRROR_PASSES and not found:
            other = np.ascontiguousarray(plain[:, ::-1])
            (part,) = self.matcher.name(search(other, [Aim(SIZES_TRIED)]), self._memory)
            is_other = len(part.found) >= MIN_MIRRORED_TAGS
        else:
            return False
        if is_other:
            self._is_mirrored = not self._is_mirrored
            self.reset()
        return is_other

    def _read_whole(self, plain: Image) -> list[Sighting]:
        """Takes most of its time from the known tags' search when their size is known, and from the decoder
        when it is not."""
        self._pass_count += 1
        if not self.matcher.texts:
            found = without_duplicates(self._decoder.in_picture(plain, self.module_px))
            self.module_sizes = _sticker_sizes([s.module for s in found]) or self.module_sizes
            return found
        # The decoder finds what the search cannot: tags that are new, and stickers of another size. It takes
        # longer than the search, so where that finds something it looks at a part of the picture each time.
        found = self._pass(plain, self._aims(plain), self._pass_count)
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
            return without_duplicates(found + self._pass(plain, [Aim(SIZES_TRIED)]))
        sizes = _sticker_sizes([s.module for s in found])
        if self.plane is not None:
            if self._plane_doubts:
                nearby = self._on_plane(plain, self.plane, NEARBY_FACTORS, hidden=None)
                found = without_duplicates(found + self._pass(plain, nearby))
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
            aim = Aim(tuple(size * f for size in sizes for f in factors))
            return without_duplicates(found + self._pass(plain, [aim]))
        first = self._pass_count * SIZES_PER_PICTURE % len(SIZES_TRIED)
        return self._pass(plain, [Aim(SIZES_TRIED[first : first + SIZES_PER_PICTURE])])

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
            found = without_duplicates(found + self._pass(plain, self._on_plane(plain, plane)))
            if len(found) == before:
                return found
        return found

    def _read_regions(self, image: Image, regions: Iterable[Rect]) -> list[Sighting]:
        height, width = image.shape[:2]
        boxes = _clipped(regions, width, height)
        self._region_pass_count += 1
        plain = self._gray_around(image, boxes)
        if not self.matcher.texts or not (self.plane or self.module_sizes):
            return self._decoder.in_boxes(plain, boxes, self.module_px)
        hidden = self._region_pass_count % HIDDEN_INTERVAL == 0
        return self._pass(plain, [aim for box in boxes for aim in self._aims(plain, box, hidden)])

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
        found = self._decoder.in_photo(plain)
        if self.matcher.texts:
            sizes = _sticker_sizes([s.module for s in found])
            tried = tuple(size * f for size in sizes for f in (1.0, *NEARBY_FACTORS)) or SIZES_TRIED
            found = without_duplicates(found + self._pass(plain, [Aim(tried)]))
            plane = fit_tag_plane([s.corners for s in found], plain.shape[1], plain.shape[0])
            memory = TagMemory()
            # Each look compares some of the places where a hidden tag may be: a live camera has many looks.
            for _ in range(THOROUGH_LOOKS if plane is not None else 0):
                assert plane is not None
                before = len(found)
                found = without_duplicates(
                    found + self._pass(plain, self._on_plane(plain, plane), memory=memory)
                )
                if len(found) == before:
                    break
        return without_duplicates(found)

    def _pass(
        self, plain: Image, aims: Sequence[Aim], turn: int | None = None, memory: TagMemory | None = None
    ) -> list[Sighting]:
        """The three stages. turn: as for `TagDecoder.read_rest`; memory: of hidden tags; None: the
        camera's."""
        searched = search(plain, aims)
        named = self.matcher.name(searched, memory or self._memory)
        return self._decoder.read_rest(plain, named, self.module_sizes, turn)

    def _aims(self, plain: Image, box: Box | None = None, hidden: bool = True) -> list[Aim]:
        """What is looked for in the picture, or a part of it, by what is known of the camera."""
        if self.plane is not None:
            return self._on_plane(plain, self.plane, box=box, hidden=hidden)
        factors = (1.0,) if box is None else (1.0, *NEARBY_FACTORS)
        return [Aim(tuple(size * f for size in self.module_sizes for f in factors), box=box)]

    def _on_plane(
        self,
        plain: Image,
        plane: TagPlane,
        factors: Sequence[float] = (1.0,),
        box: Box | None = None,
        hidden: bool | None = True,
    ) -> list[Aim]:
        """The sizes of stickers on this plane, and `factors` of them; without it where the straightened
        picture would be too large."""
        sizes = tuple(ratio * f for ratio in plane.ratios for f in factors)
        if all(can_straighten(plain.shape[:2], plane, size, box) for size in sizes):
            return [Aim(sizes, plane, box, hidden)]
        return [Aim(self.module_sizes)] if box is None else []


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
