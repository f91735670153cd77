"""What one camera remembers of hidden tags: where each tag was last read, and which places were compared in
vain, so that the same art and cloth are not compared again in every picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.finder import CORNER_DISTANCE, Floats
from companion.vision.flat_search import Box
from companion.vision.sightings import Sighting
from companion.vision.tags import Tag

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
REJECTED_CORNER_PX = 1.5
"""Pixels within which a lone corner square is the one that was looked at before."""
MIN_LIKELIER = 0.06
"""By how much likelier a rejected place must look to be compared again."""


@dataclass(slots=True)
class _LastSeen:
    """A tag as it was last read, and how often it was looked for in vain since."""

    sighting: Sighting
    misses: int = 0


class TagMemory:
    """The memory of one camera, from search to search."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """The camera looks elsewhere now."""
        self._last_seen: dict[Tag, _LastSeen] = {}
        self._rejected: Floats = np.zeros((0, 6), np.float32)
        self._rejected_scores: Floats = np.zeros(0, np.float32)
        self._rejected_at: NDArray[np.int64] = np.zeros(0, np.int64)
        self._rejected_corners: list[tuple[int, Floats]] = []
        self._searches = 0

    def begin_search(self) -> None:
        """Counts the searches: what was rejected is forgotten after some."""
        self._searches += 1

    def remember(self, sightings: Sequence[Sighting]) -> None:
        """Notes the tags that were read and where."""
        self._last_seen |= {s.tag: _LastSeen(s) for s in sightings}

    def missed(self, read: Sequence[Sighting], box: Box | None) -> list[Sighting]:
        """The tags that were not read now, as they were last read: those that are worth a look. read: all
        that were; box: where; None: everywhere."""
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
        return [last.sighting for last in sorted(missed, key=lambda last: last.misses)[:MAX_RECALLED]]

    def lay_there(self, tag: Tag | None, corners: Floats) -> bool:
        """Whether this tag was last read at this place (its outer corners, 4 by 2, pixels)."""
        last = None if tag is None else self._last_seen.get(tag)
        if last is None:
            return False
        x, y = corners.mean(axis=0)
        at = last.sighting
        return bool(abs(x - at.x) + abs(y - at.y) < SAME_PLACE_MODULES * at.module)

    # --- what was compared in vain

    def were_rejected(self, points: Floats, scores: Floats) -> NDArray[np.bool_]:
        """Which of these places (number by 3 by 2) were compared lately, and look no likelier now."""
        recent = self._rejected_at > self._searches - REJECTED_SEARCHES
        rows, before = self._rejected[recent], self._rejected_scores[recent]
        if not len(rows) or not len(points):
            return np.zeros(len(points), np.bool_)
        flat = points.reshape(-1, 6)
        modules = np.linalg.norm(flat[:, 2:4] - flat[:, :2], axis=1) / CORNER_DISTANCE
        apart = np.abs(flat[:, None] - rows[None]).max(axis=2)
        same = (apart < REJECTED_MODULES * modules[:, None]) & (scores[:, None] < before[None] + MIN_LIKELIER)
        return np.asarray(same.any(axis=1), np.bool_)

    def reject(self, places: Sequence[tuple[Floats, float]]) -> None:
        """No known tag stands out at these places. Each with how likely it looked."""
        recent = self._rejected_at > self._searches - REJECTED_SEARCHES
        points = np.array([point.ravel() for point, _ in places], np.float32).reshape(-1, 6)
        scores = np.array([score for _, score in places], np.float32)
        self._rejected = np.concatenate([self._rejected[recent], points])
        self._rejected_scores = np.concatenate([self._rejected_scores[recent], scores])
        self._rejected_at = np.concatenate(
            [self._rejected_at[recent], np.full(len(places), self._searches, np.int64)]
        )

    def were_corners_rejected(self, corners: Floats) -> NDArray[np.bool_]:
        """Which of these lone corner squares (number by 2) were looked at lately in vain."""
        recent = self._searches - REJECTED_SEARCHES
        self._rejected_corners = [(at, corner) for at, corner in self._rejected_corners if at > recent]
        before = np.array([corner for _, corner in self._rejected_corners], np.float32).reshape(-1, 2)
        apart = np.abs(corners[:, None] - before[None]).max(axis=2)
        return np.asarray((apart < REJECTED_CORNER_PX).any(axis=1), np.bool_)

    def reject_corners(self, corners: Sequence[Floats]) -> None:
        """No known tag stands out at these lone corner squares."""
        self._rejected_corners += [(self._searches, corner) for corner in corners]


def _is_whole_in(box: Box, s: Sighting) -> bool:
    """Whether a tag lies in this part of the picture with all its corners."""
    left, top, right, bottom = box
    return all(left <= x < right and top <= y < bottom for x, y in s.corners)
