"""Finds known tags of which a part is hidden: a cube on a corner, a finger, glare.

Three clues say where one may be: that it was read there before; two corner squares that stand as a tag's do
on the table's plane, and say where the third must be; a single one beside something burnt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from companion.vision.burnt_tags import BurntMatcher
from companion.vision.camera import Image
from companion.vision.finder import Floats
from companion.vision.flat_search import Box, StraightenedPicture
from companion.vision.part_matcher import PartMatcher
from companion.vision.sightings import Sighting, sighting_of
from companion.vision.tag_memory import TagMemory
from companion.vision.tag_samples import PartialMatch
from companion.vision.tags import Tag

MAX_COMPARED = 12
"""In a search, tags are compared finely at so many places, the likeliest first."""
MAX_CONSIDERED = 48
"""In a search, so many places (the likeliest) are looked up among those that were compared before."""
MAX_CORNERS = 10
"""In a search, so many lone corner squares beside something burnt are looked at."""
MAX_WAYS = 3
"""The ways in which a tag may lie at such a square that are compared finely, the likeliest first."""

Named = list[tuple[str, Floats]]
"""Texts of tags, each with its outer corners."""


class HiddenTags:
    """The search for them. tags: by their texts, those whose names are given."""

    def __init__(self, parts: PartMatcher, burnt: BurntMatcher, tags: Mapping[str, Tag]) -> None:
        self._parts, self._burnt, self._tags = parts, burnt, tags

    def find(
        self,
        plain: Image,
        straightened: StraightenedPicture,
        read: Sequence[Sighting],
        box: Box | None,
        memory: TagMemory,
    ) -> list[Sighting]:
        """The hidden tags; they and those that were read are remembered. read: what was read there; box:
        where; None: everywhere."""
        memory.begin_search()
        quads = [s.corners for s in read]
        found = self._where_they_lay(plain, memory, memory.missed(read, box))
        names = {s.tag.text for s in read} | {text for text, _ in found}
        pairs = straightened.pairs(_stacked(quads, found))
        found += self._at_two_corners(plain, memory, pairs, names)
        corners, ways = straightened.burnt(plain, _stacked(quads, found))
        found += self._at_one_corner(plain, memory, corners, ways, names)
        hidden = [sighting_of(self._tags[text], quad) for text, quad in found if text in self._tags]
        memory.remember([*read, *hidden])
        return hidden

    def _where_they_lay(self, plain: Image, memory: TagMemory, missed: Sequence[Sighting]) -> Named:
        """Those of the missed tags that still are where they were last read."""
        matches = (self._parts.match(plain, _corner_squares(s), refined=False) for s in missed)
        return [(m.text, m.corners) for m in matches if m is not None and self._lay_there(m, memory)]

    def _at_two_corners(self, plain: Image, memory: TagMemory, points: Floats, names: set[str]) -> Named:
        """The tags at the likeliest of these places (number by 3 by 2), but not those with these names, to
        which theirs are added."""
        ranked, scores = self._parts.rank(plain, points)
        ranked, scores = ranked[:MAX_CONSIDERED], scores[:MAX_CONSIDERED]
        new = ~memory.were_rejected(points[ranked], scores)
        found: Named = []
        rejected = []
        for n, score in zip(ranked[new][:MAX_COMPARED], scores[new], strict=False):
            match = self._parts.match(plain, points[n])
            if match is None or match.text in names or not (match.sure or self._lay_there(match, memory)):
                rejected.append((points[n], score))
            else:
                found.append((match.text, match.corners))
                names.add(match.text)
        memory.reject(rejected)
        return found

    def _at_one_corner(
        self, plain: Image, memory: TagMemory, corners: Floats, ways: Floats, names: set[str]
    ) -> Named:
        """The tags of which a lamp's image leaves one of these squares and some more, but not those with
        these names. corners, ways: as `StraightenedPicture.burnt` gives them."""
        new = np.flatnonzero(~memory.were_corners_rejected(corners))[:MAX_CORNERS]
        if not len(new):
            return []
        each = ways.shape[1]
        points = ways[new].reshape(-1, 3, 2)
        ranked, _scores = self._burnt.rank(plain, points)
        found: Named = []
        tried = Counter[int]()
        done: set[int] = set()
        for n in ranked:
            corner = int(n) // each
            if corner in done or tried[corner] >= MAX_WAYS:
                continue
            tried[corner] += 1
            match = self._parts.match(plain, points[n])
            if match is not None and match.text not in names and match.sure:
                found.append((match.text, match.corners))
                names.add(match.text)
                done.add(corner)
        memory.reject_corners([corners[n] for at, n in enumerate(new) if at not in done])
        return found

    def _lay_there(self, match: PartialMatch, memory: TagMemory) -> bool:
        return memory.lay_there(self._tags.get(match.text), match.corners)


def _stacked(read: Sequence[object], found: Named) -> np.ndarray:
    """The corners of all of these, number by 4 by 2."""
    return np.array([*read, *(quad for _, quad in found)], np.float64).reshape(-1, 4, 2)


def _corner_squares(s: Sighting) -> Floats:
    """The middles of a tag's three corner squares, which lie 3.5 of 21 modules in from each side."""
    corners = np.array(s.corners, np.float32)
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners[[0, 1, 3]] - middle) * np.float32(2 / 3), np.float32)
