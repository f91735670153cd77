"""Finds known tags of which a part is hidden: a cube on a corner, a finger, glare.

A tag that was read before is looked for where it lay. Others are looked for where two corner squares stand as
a tag's do on the table's plane, and say where the third must be. Places that turned out to be no tag are
remembered, so that the same art and cloth are not compared again in every picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.finder import CORNER_DISTANCE, Floats
from companion.vision.flat_search import StraightenedPicture
from companion.vision.sightings import Sighting, sighting_of
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tag_samples import PartialMatch
from companion.vision.tags import Tag

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

MAX_COMPARED = 12
"""In a search, tags are compared finely at so many places, the likeliest first."""
MAX_CONSIDERED = 48
"""In a search, so many places (the likeliest) are looked up among those that were compared before."""
MAX_RECALLED = 6
"""In a search, so many tags are looked for where they lay, those that were missed the fewest times first."""
SAME_PLACE_MODULES = 3.0
"""Modules from where a tag was last read, within which it lies where it lay."""
COVERING_MODULES = 12.0
"""Modules from the middle of a tag that was read, within which no other tag can lie."""
PATIENT_MISSES, RETRY_INTERVAL = 6, 8
"""After the first number of misses, a tag is looked for where it lay only once in the second number of
searches."""
REJECTED_SEARCHES = 24
"""Searches for which a place that was no tag is remembered."""
REJECTED_MODULES = 0.8
"""Modules by which none of the three corner squares may be off for a place to be the same."""
MAX_CORNERS = 10
"""In a search, so many lone corner squares beside something burnt are looked at."""
MAX_WAYS = 3
"""The ways in which a tag may lie at such a square that are compared finely, the likeliest first."""
REJECTED_CORNER_PX = 1.5
"""Pixels within which a lone corner square is the one that was looked at before."""
MIN_LIKELIER = 0.06
"""By how much likelier a rejected place must look to be compared again."""


@dataclass(slots=True)
class _LastSeen:
    """A tag as it was last read, and how often it was looked for in vain since."""

    sighting: Sighting
    misses: int = 0


class HiddenTags:
    """The search for hidden tags of one camera."""

    def __init__(self, matcher: TagMatcher, tags: dict[str, Tag]) -> None:
        self._matcher = matcher
        self._tags = tags
        self.reset()

    def reset(self) -> None:
        """The camera looks elsewhere now."""
        self._last_seen: dict[Tag, _LastSeen] = {}
        self._rejected: Floats = np.zeros((0, 6), np.float32)
        self._rejected_scores: Floats = np.zeros(0, np.float32)
        self._rejected_at: NDArray[np.int64] = np.zeros(0, np.int64)
        self._rejected_corners: list[tuple[int, Floats]] = []
        self._searches = 0

    def find(
        self,
        plain: Image,
        straightened: StraightenedPicture,
        read: Sequence[Sighting],
        box: Box | None,
    ) -> list[Sighting]:
        """The hidden tags; they and those that were read are remembered. read: what was read there; box:
        where; None: everywhere."""
        hidden = [
            sighting_of(self._tags[text], quad)
            for text, quad in self._search(plain, straightened, read, box)
            if text in self._tags
        ]
        self.remember([*read, *hidden])
        return hidden

    def _search(
        self,
        plain: Image,
        straightened: StraightenedPicture,
        read: Sequence[Sighting],
        box: Box | None,
    ) -> list[tuple[str, Floats]]:
        """Text and outer corners of each."""
        self._searches += 1
        found = self._where_they_lay(plain, read, box)
        names = {s.tag.text for s in read} | {text for text, _ in found}
        quads = np.array([s.corners for s in read] + [quad for _, quad in found], np.float64)
        points = straightened.pairs(quads.reshape(-1, 4, 2))
        ranked, scores = self._matcher.parts.rank(plain, points)
        ranked, scores = ranked[:MAX_CONSIDERED], scores[:MAX_CONSIDERED]
        new = ~self._were_rejected(points[ranked], scores)
        rejected = []
        for n, score in zip(ranked[new][:MAX_COMPARED], scores[new], strict=False):
            match = self._matcher.parts.match(plain, points[n])
            if match is not None and match.text not in names and (match.sure or self._lay_there(match)):
                found.append((match.text, match.corners))
                names.add(match.text)
            else:
                rejected.append((points[n], score))
        self._remember_rejected(rejected)
        return found + self._burnt(plain, straightened, read, found)

    def _burnt(
        self,
        plain: Image,
        straightened: StraightenedPicture,
        read: Sequence[Sighting],
        found: Sequence[tuple[str, Floats]],
    ) -> list[tuple[str, Floats]]:
        """Tags of which a lamp's image leaves a corner square and some more."""
        names = {s.tag.text for s in read} | {text for text, _ in found}
        quads = np.array([s.corners for s in read] + [quad for _, quad in found], np.float64)
        corners, ways = straightened.burnt(plain, quads.reshape(-1, 4, 2))
        new = np.flatnonzero(~self._were_rejected_corners(corners))[:MAX_CORNERS]
        if not len(new):
            return []
        each = ways.shape[1]
        points = ways[new].reshape(-1, 3, 2)
        ranked, _scores = self._matcher.burnt.rank(plain, points)
        named: list[tuple[str, Floats]] = []
        tried = Counter[int]()
        done: set[int] = set()
        for n in ranked:
            corner = int(n) // each
            if corner in done or tried[corner] >= MAX_WAYS:
                continue
            tried[corner] += 1
            match = self._matcher.parts.match(plain, points[n])
            if match is not None and match.text not in names and match.sure:
                named.append((match.text, match.corners))
                names.add(match.text)
                done.add(corner)
        self._rejected_corners += [(self._searches, corners[n]) for at, n in enumerate(new) if at not in done]
        return named

    def _were_rejected_corners(self, corners: Floats) -> NDArray[np.bool_]:
        """Which of these corner squares were looked at lately in vain."""
        recent = self._searches - REJECTED_SEARCHES
        self._rejected_corners = [(at, corner) for at, corner in self._rejected_corners if at > recent]
        before = np.array([corner for _, corner in self._rejected_corners], np.float32).reshape(-1, 2)
        apart = np.abs(corners[:, None] - before[None]).max(axis=2)
        return np.asarray((apart < REJECTED_CORNER_PX).any(axis=1), np.bool_)

    def remember(self, sightings: Sequence[Sighting]) -> None:
        """Notes the tags that were read and where."""
        self._last_seen |= {s.tag: _LastSeen(s) for s in sightings}

    def _where_they_lay(
        self, plain: Image, read: Sequence[Sighting], box: Box | None
    ) -> list[tuple[str, Floats]]:
        """The tags that were not read, but still are where they were last read."""
        read_tags = {s.tag for s in read}
        middles = np.array([(s.x, s.y) for s in read]).reshape(-1, 2)
        missed = []
        for tag, last in self._last_seen.items():
            at = last.sighting
            if tag in read_tags or (box is not None and not _is_whole_in(box, at)):
                continue
            apart = np.abs(middles - (at.x, at.y)).max(axis=1)
            if len(apart) and float(apart.min()) < COVERING_MODULES * at.module:
                continue  # another one lies there now
            last.misses += 1
            if last.misses <= PATIENT_MISSES or last.misses % RETRY_INTERVAL == 0:
                missed.append(last)
        found = []
        for last in sorted(missed, key=lambda last: last.misses)[:MAX_RECALLED]:
            match = self._matcher.parts.match(plain, _corner_squares(last.sighting), refined=False)
            if match is not None and self._lay_there(match):
                found.append((match.text, match.corners))
        return found

    def _lay_there(self, match: PartialMatch) -> bool:
        """Whether this tag was last read at this place."""
        tag = self._tags.get(match.text)
        last = None if tag is None else self._last_seen.get(tag)
        if last is None:
            return False
        x, y = match.corners.mean(axis=0)
        at = last.sighting
        return bool(abs(x - at.x) + abs(y - at.y) < SAME_PLACE_MODULES * at.module)

    def _were_rejected(self, points: Floats, scores: Floats) -> NDArray[np.bool_]:
        """Which of these places were compared lately, and look no likelier now."""
        recent = self._rejected_at > self._searches - REJECTED_SEARCHES
        rows, before = self._rejected[recent], self._rejected_scores[recent]
        if not len(rows) or not len(points):
            return np.zeros(len(points), np.bool_)
        flat = points.reshape(-1, 6)
        modules = np.linalg.norm(flat[:, 2:4] - flat[:, :2], axis=1) / CORNER_DISTANCE
        apart = np.abs(flat[:, None] - rows[None]).max(axis=2)
        same = (apart < REJECTED_MODULES * modules[:, None]) & (scores[:, None] < before[None] + MIN_LIKELIER)
        return np.asarray(same.any(axis=1), np.bool_)

    def _remember_rejected(self, places: Sequence[tuple[Floats, float]]) -> None:
        recent = self._rejected_at > self._searches - REJECTED_SEARCHES
        points = np.array([point.ravel() for point, _ in places], np.float32).reshape(-1, 6)
        scores = np.array([score for _, score in places], np.float32)
        self._rejected = np.concatenate([self._rejected[recent], points])
        self._rejected_scores = np.concatenate([self._rejected_scores[recent], scores])
        self._rejected_at = np.concatenate(
            [self._rejected_at[recent], np.full(len(places), self._searches, np.int64)]
        )


def _corner_squares(s: Sighting) -> Floats:
    """The middles of a tag's three corner squares, which lie 3.5 of 21 modules in from each side."""
    corners = np.array(s.corners, np.float32)
    middle = corners.mean(axis=0)
    return np.asarray(middle + (corners[[0, 1, 3]] - middle) * np.float32(2 / 3), np.float32)


def _is_whole_in(box: Box, s: Sighting) -> bool:
    """Whether a tag lies in this part of the picture with all its corners."""
    left, top, right, bottom = box
    return all(left <= x < right and top <= y < bottom for x, y in s.corners)
