"""Reads pieces without tags by what is printed on them: local features with a geometric check.

A picture of each front is learnt once, as its features (SIFT). In a photo of a table every feature votes for
the front it resembles, unless another front resembles it about as much. A front is named where enough votes
agree on one perspective view of a whole piece of the right proportions; what falls short stays unnamed.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
Points = NDArray[Any]

KD_TREES = 1
"""FLANN's number for its k-d trees."""
WIDTH = 300
"""Pixels across a front's picture when its features are taken."""
FEATURES = 600
"""Features kept of a front."""
PHOTO_SIDE, PHOTO_FEATURES = 2300, 8500
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
ALIKE = 0.88
"""A vote counts when the best front's feature is nearer than this share of the distance to another's."""
AGREEING = 10
"""Votes that must agree on one view of a front."""
OFF = 4.0
"""Pixels, in the photo made smaller, by which an agreeing vote may be off."""
SHARED = 0.55
"""Two pieces cannot share more than this of the smaller one's area: less than half of a piece is covered."""


@dataclass(frozen=True, slots=True)
class SeenFront:
    """A front in a photo. corners: clockwise from its upper left one, in the photo's pixels; votes: that
    agree."""

    front: str
    corners: tuple[tuple[float, float], ...]
    votes: int


@dataclass(frozen=True)
class LearntLooks:
    """The features of the fronts learnt so far, by their ids. ratio: a front's height to its width."""

    ratio: float
    points: Mapping[str, Points] = field(default_factory=dict)
    descriptors: Mapping[str, Points] = field(default_factory=dict)

    def learn(self, front: str, picture: Image) -> LearntLooks:
        """With this front. picture: upright and filled by it. Raises ValueError when it shows too little to
        be told from others."""
        size = (WIDTH, round(WIDTH * self.ratio))
        upright = cv2.resize(_gray(picture), size, interpolation=cv2.INTER_AREA)
        points, found = _features(upright, FEATURES)
        if found is None or len(found) < 4 * AGREEING:
            raise ValueError(front)
        return replace(
            self,
            points={**self.points, front: points},
            descriptors={**self.descriptors, front: found},
        )

    def with_all(self, others: LearntLooks) -> LearntLooks:
        """With the fronts that `others` knows, too."""
        return replace(
            self,
            points={**self.points, **others.points},
            descriptors={**self.descriptors, **others.descriptors},
        )


class LooksReader:
    """Names the fronts in photos; made once for those learnt. For any number of threads."""

    def __init__(self, looks: LearntLooks) -> None:
        self._lock = threading.Lock()
        self._ratio = looks.ratio
        high = round(WIDTH * looks.ratio)
        self._corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, high], [0, high]], np.float32)
        self._fronts = tuple(looks.descriptors)
        self._all = np.vstack([looks.descriptors[front] for front in self._fronts]) if self._fronts else None
        self._points = [looks.points[front] for front in self._fronts]
        counts = [len(points) for points in self._points]
        self._owner = np.repeat(np.arange(len(counts)), counts)
        self._first = np.cumsum([0, *counts])
        self._matcher = cv2.FlannBasedMatcher({"algorithm": KD_TREES, "trees": 4}, {"checks": 48})
        if self._all is not None:
            self._matcher.add([self._all])
            self._matcher.train()

    def read(self, photo: Image) -> tuple[SeenFront, ...]:
        """The fronts that can be named, those with most votes first."""
        if self._all is None:
            return ()
        gray = _gray(photo)
        scale = min(1.0, PHOTO_SIDE / max(gray.shape[:2]))
        if scale < 1:
            gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        points, found = _features(gray, PHOTO_FEATURES)
        if found is None:
            return ()
        seen: list[SeenFront] = []
        with self._lock:
            votes = self._votes(points, found)
        for front, ours, theirs in votes:
            seen += self._views(self._fronts[front], ours, theirs)
        return tuple(_scaled(sighting, 1 / scale) for sighting in _apart(seen))

    def _votes(self, points: Points, found: Points) -> list[tuple[int, Points, Points]]:
        """For each front with enough votes: the places on it, and in the photo."""
        matches = self._matcher.knnMatch(found, k=4)
        by_front: dict[int, list[tuple[int, int]]] = {}
        for near in matches:
            best = near[0]
            owner = int(self._owner[best.trainIdx])
            other = next((m.distance for m in near[1:] if self._owner[m.trainIdx] != owner), np.inf)
            if best.distance <= ALIKE * other:
                by_front.setdefault(owner, []).append((best.queryIdx, best.trainIdx))
        votes = []
        for front, pairs in by_front.items():
            if len(pairs) >= AGREEING:
                ours = self._points[front][[train - self._first[front] for _query, train in pairs]]
                votes.append((front, ours, points[[query for query, _train in pairs]]))
        return votes

    def _views(self, front: str, ours: Points, theirs: Points) -> list[SeenFront]:
        """The views of this front that enough votes agree on: one a copy."""
        found = []
        while len(ours) >= AGREEING:
            view, agreeing = cv2.findHomography(ours, theirs, cv2.USAC_MAGSAC, OFF, maxIters=2000)
            if view is None:
                break
            inside = agreeing.ravel().astype(bool)
            # Several features of one spot are one witness.
            votes = len(np.unique(np.round(theirs[inside] / 3), axis=0))
            if votes < AGREEING:
                break
            corners = cv2.perspectiveTransform(self._corners[None], view)[0]
            if is_whole(corners, self._ratio):
                found.append(SeenFront(front, tuple(map(tuple, corners.tolist())), votes))
            ours, theirs = ours[~inside], theirs[~inside]
        return found


def _gray(picture: Image) -> Image:
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def _features(gray: Image, most: int) -> tuple[Points, Points | None]:
    points, found = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(gray, None)
    if found is not None:  # the square root makes the distance one of distributions
        found = np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))
    return np.array([point.pt for point in points], np.float32).reshape(-1, 2), found


def is_whole(corners: Points, ratio: float) -> bool:
    """Whether these corners can be a whole front in perspective: convex, not mirrored, of its proportions."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if (turns <= 0).any() or lengths.min() < 40:
        return False
    sines = turns / (lengths * np.roll(lengths, -1))
    across, along = (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2
    alike = max(
        lengths[0] / lengths[2], lengths[2] / lengths[0], lengths[1] / lengths[3], lengths[3] / lengths[1]
    )
    return bool(sines.min() > 0.7 and alike < 1.6 and 0.68 < along / across / ratio < 1.5)


def _apart(seen: list[SeenFront]) -> list[SeenFront]:
    """Without those that lie where another with more votes lies."""
    kept: list[SeenFront] = []
    for sighting in sorted(seen, key=lambda one: -one.votes):
        if all(_shared(sighting, other) <= SHARED for other in kept):
            kept.append(sighting)
    return kept


def _shared(one: SeenFront, other: SeenFront) -> float:
    """The area that both cover, of the smaller one's."""
    first, second = (np.array(sighting.corners, np.float32) for sighting in (one, other))
    area, _shape = cv2.intersectConvexConvex(first, second)
    return float(area / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _scaled(sighting: SeenFront, factor: float) -> SeenFront:
    corners = tuple((x * factor, y * factor) for x, y in sighting.corners)
    return SeenFront(sighting.front, corners, sighting.votes)
