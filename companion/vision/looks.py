"""Reads pieces without tags by what is printed on them: local features with a geometric check.

A picture of each front is learnt once, as its features (SIFT). In a photo of a table every feature votes for
the front it resembles, unless another front resembles it about as much. A front is named where enough votes
agree on one perspective view of a whole piece of the right proportions. Those give the table's plane, on
which fewer votes are enough for a further one (`fronts_on_plane.py`). What falls short stays unnamed.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.fronts_on_plane import (
    MIN_ALIKE,
    MIN_VOTES_ON_PLANE,
    alike_spots,
    place_on_table,
    plane_of_fronts,
)
from companion.vision.plane import transformed

Image = NDArray[Any]
Points = NDArray[Any]

KD_TREES = 1
"""FLANN's number for its k-d trees."""
FRONT_WIDTH_PX = 300
"""Pixels across a front's picture when its features are taken."""
MAX_FRONT_FEATURES = 600
"""Features kept of a front."""
MAX_PHOTO_SIDE_PX, MAX_PHOTO_FEATURES = 2300, 8500
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
MAX_DISTANCE_RATIO = 0.88
"""A vote counts when the best front's feature is nearer than this share of the distance to another's."""
MIN_AGREEING_VOTES = 10
"""Votes that must agree on one view of a front."""
MAX_REPROJECTION_PX = 4.0
"""Pixels, in the photo made smaller, by which an agreeing vote may be off."""
MAX_SHARED_PART = 0.55
"""Two pieces cannot share more than this of the smaller one's area: less than half of a piece is covered."""


@dataclass(frozen=True, slots=True)
class SeenFront:
    """A front in a photo. corners: clockwise from its upper left one, in the photo's pixels; votes: that
    agree; sure: no person need confirm it."""

    front: str
    corners: tuple[tuple[float, float], ...]
    votes: int
    sure: bool = True


@dataclass(frozen=True)
class FrontFeatures:
    """The features of the fronts learnt so far, by their ids. ratio: a front's height to its width."""

    ratio: float
    points: Mapping[str, Points] = field(default_factory=dict)
    descriptors: Mapping[str, Points] = field(default_factory=dict)

    def learn(self, front: str, picture: Image) -> FrontFeatures:
        """With this front. picture: upright and filled by it. Raises ValueError when it shows too little to
        be told from others."""
        size = (FRONT_WIDTH_PX, round(FRONT_WIDTH_PX * self.ratio))
        upright = cv2.resize(_gray(picture), size, interpolation=cv2.INTER_AREA)
        points, found = _features(upright, MAX_FRONT_FEATURES)
        if found is None or len(found) < 4 * MIN_AGREEING_VOTES:
            raise ValueError(front)
        return replace(
            self,
            points={**self.points, front: points},
            descriptors={**self.descriptors, front: found},
        )

    def with_all(self, others: FrontFeatures) -> FrontFeatures:
        """With the fronts that `others` knows, too."""
        return replace(
            self,
            points={**self.points, **others.points},
            descriptors={**self.descriptors, **others.descriptors},
        )


@dataclass(frozen=True, slots=True)
class _Votes:
    """A front's votes: their places on it and in the photo."""

    front: str
    ours: Points
    theirs: Points

    def only(self, which: Points) -> _Votes:
        return _Votes(self.front, self.ours[which], self.theirs[which])


@dataclass(frozen=True, slots=True)
class _View:
    """A front seen, and the votes that agreed on it."""

    seen: SeenFront
    agreed: _Votes


class FrontReader:
    """Names the fronts in photos; made once for those learnt. For any number of threads."""

    def __init__(self, looks: FrontFeatures) -> None:
        self._lock = threading.Lock()
        self._ratio = looks.ratio
        high = round(FRONT_WIDTH_PX * looks.ratio)
        self._corners = np.array([[0, 0], [FRONT_WIDTH_PX, 0], [FRONT_WIDTH_PX, high], [0, high]], np.float32)
        self._fronts = tuple(looks.descriptors)
        self._all = np.vstack([looks.descriptors[front] for front in self._fronts]) if self._fronts else None
        self._points = [looks.points[front] for front in self._fronts]
        self._looks = [looks.descriptors[front] for front in self._fronts]
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
        scale = min(1.0, MAX_PHOTO_SIDE_PX / max(gray.shape[:2]))
        if scale < 1:
            gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        points, found = _features(gray, MAX_PHOTO_FEATURES)
        if found is None:
            return ()
        with self._lock:
            votes = self._votes(points, found)
        views = _without_overlaps([view for one in votes for view in self._views(one)])
        views += self._views_on_plane(views, votes, points, found)
        return tuple(_scaled(view.seen, 1 / scale) for view in views)

    def _votes(self, points: Points, found: Points) -> list[_Votes]:
        """The votes of each front that has enough of them."""
        matches = self._matcher.knnMatch(found, k=4)
        by_front: dict[int, list[tuple[int, int]]] = {}
        for near in matches:
            best = near[0]
            owner = int(self._owner[best.trainIdx])
            other = next((m.distance for m in near[1:] if self._owner[m.trainIdx] != owner), np.inf)
            if best.distance <= MAX_DISTANCE_RATIO * other:
                by_front.setdefault(owner, []).append((best.queryIdx, best.trainIdx))
        votes = []
        for front, pairs in by_front.items():
            if len(pairs) >= MIN_VOTES_ON_PLANE:
                ours = self._points[front][[train - self._first[front] for _query, train in pairs]]
                votes.append(_Votes(self._fronts[front], ours, points[[query for query, _train in pairs]]))
        return votes

    def _views(self, votes: _Votes) -> list[_View]:
        """The views of a front that enough votes agree on: one a copy."""
        found = []
        while len(votes.ours) >= MIN_AGREEING_VOTES:
            way, agreeing = cv2.findHomography(
                votes.ours, votes.theirs, cv2.USAC_MAGSAC, MAX_REPROJECTION_PX, maxIters=2000
            )
            if way is None:
                break
            inside = agreeing.ravel().astype(bool)
            agreed = votes.only(inside)
            # Several features of one spot are one witness.
            count = len(np.unique(np.round(agreed.theirs / 3), axis=0))
            if count < MIN_AGREEING_VOTES:
                break
            corners = transformed(way, self._corners)
            if is_whole_front(corners, self._ratio):
                found.append(
                    _View(SeenFront(votes.front, tuple(map(tuple, corners.tolist())), count), agreed)
                )
            votes = votes.only(~inside)
        return found

    def _views_on_plane(
        self, views: list[_View], votes: list[_Votes], points: Points, descriptors: Points
    ) -> list[_View]:
        """Further views, on the plane of those that are there already, of the votes that these leave over.
        points, descriptors: all of the photo's."""
        high = FRONT_WIDTH_PX * self._ratio
        seen = [(view.agreed.ours, view.agreed.theirs) for view in views]
        to_table = plane_of_fronts(seen, FRONT_WIDTH_PX, high)
        if to_table is None:
            return []
        to_photo, laid = np.linalg.inv(to_table), transformed(to_table, points)
        used = {tuple(place) for _ours, theirs in seen for place in theirs.tolist()}
        found = []
        for one in votes:
            left = one.only(np.array([tuple(place) not in used for place in one.theirs.tolist()], bool))
            if len(left.ours) < MIN_VOTES_ON_PLANE:
                continue
            placed = place_on_table(left.ours, transformed(to_table, left.theirs), FRONT_WIDTH_PX)
            if placed is None:
                continue
            way, count = placed
            at = self._fronts.index(one.front)
            if (
                alike_spots(self._points[at], self._looks[at], laid, descriptors, way, FRONT_WIDTH_PX)
                < MIN_ALIKE
            ):
                continue
            corners = transformed(to_photo, self._corners @ way[:, :2].T + way[:, 2])
            if is_whole_front(corners, self._ratio):
                found.append(_View(SeenFront(one.front, tuple(map(tuple, corners.tolist())), count), left))
        return [view for view in _without_rivals(found) if _lies_free(view, views)]


def _gray(picture: Image) -> Image:
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def described(gray: Image, most: int, where: Image | None = None) -> tuple[Sequence[cv2.KeyPoint], Points]:
    """The strongest features of a picture and their descriptors. where: 0 where none is taken."""
    points, found = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(gray, where)
    if found is None:
        return (), np.zeros((0, 128), np.float32)
    # The square root makes the distance one of distributions.
    return points, np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))


def _features(gray: Image, most: int) -> tuple[Points, Points | None]:
    points, found = described(gray, most)
    places = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
    return places, found if len(found) else None


def is_whole_front(corners: Points, ratio: float) -> bool:
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


def _without_overlaps(views: list[_View]) -> list[_View]:
    """Without those that lie where another with more votes lies, those with most votes first."""
    kept: list[_View] = []
    for view in sorted(views, key=lambda one: -one.seen.votes):
        if _lies_free(view, kept):
            kept.append(view)
    return kept


def _without_rivals(views: list[_View]) -> list[_View]:
    """Without those that share their place with another that has at least half as many votes."""
    return [
        view
        for view in views
        if _lies_free(view, [o for o in views if o is not view and 2 * o.seen.votes >= view.seen.votes])
    ]


def _lies_free(view: _View, others: list[_View]) -> bool:
    return all(_shared_part(view.seen, other.seen) <= MAX_SHARED_PART for other in others)


def _shared_part(one: SeenFront, other: SeenFront) -> float:
    """The area that both cover, of the smaller one's."""
    first, second = (np.array(sighting.corners, np.float32) for sighting in (one, other))
    area, _shape = cv2.intersectConvexConvex(first, second)
    return float(area / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def without_overlaps(seen: Sequence[SeenFront]) -> tuple[SeenFront, ...]:
    """Without those that lie where an earlier one lies."""
    kept: list[SeenFront] = []
    for front in seen:
        if all(_shared_part(front, other) <= MAX_SHARED_PART for other in kept):
            kept.append(front)
    return tuple(kept)


def _scaled(sighting: SeenFront, factor: float) -> SeenFront:
    corners = tuple((x * factor, y * factor) for x, y in sighting.corners)
    return SeenFront(sighting.front, corners, sighting.votes)
