"""Reads cards without tags by their own looks: local features with a geometric check.

An owner photographs each card once; its features (SIFT) are kept, not its picture. In a photo of a tableau
every feature votes for the card it resembles, unless another card resembles it about as much. A card is named
where enough votes agree on one perspective view of a whole card of the right shape; what falls short of that
stays unnamed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
Points = NDArray[Any]

KD_TREES = 1
"""FLANN's number for its k-d trees."""
WIDTH, HEIGHT = 300, 420
"""A card's picture when its features are taken, in pixels; its corners clockwise from the upper left."""
CORNERS = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
FEATURES = 500
"""Features kept of a card."""
PHOTO_SIDE, PHOTO_FEATURES = 1900, 7000
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
ALIKE = 0.86
"""A vote counts when the best card's feature is nearer than this share of the distance to another card's."""
AGREEING = 10
"""Votes that must agree on one view of a card."""
OFF = 4.0
"""Pixels, in the photo made smaller, by which an agreeing vote may be off."""
SHARED = 0.55
"""Two cards cannot share more than this of the smaller one's area: less than half of a card is covered."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card in a photo. corners: clockwise from its upper left one, in its pixels; votes: that agree."""

    card: str
    corners: tuple[tuple[float, float], ...]
    votes: int


@dataclass(frozen=True)
class CardLooks:
    """The features of the cards photographed so far, by card key."""

    points: Mapping[str, Points]
    descriptors: Mapping[str, Points]

    @staticmethod
    def none() -> CardLooks:
        return CardLooks({}, {})

    def learn(self, card: str, picture: Image) -> CardLooks:
        """With this card. picture: upright and filled by it. Raises ValueError when it shows too little to be
        told from others."""
        upright = cv2.resize(_gray(picture), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        points, found = _features(upright, FEATURES)
        if found is None or len(found) < 4 * AGREEING:
            raise ValueError(card)
        return CardLooks({**self.points, card: points}, {**self.descriptors, card: found})

    def save(self, path: Path) -> None:
        """Writes the features, from which no picture can be made, as a NumPy archive."""
        arrays: dict[str, Any] = {f"points {card}": points for card, points in self.points.items()}
        arrays |= {f"features {card}": found for card, found in self.descriptors.items()}
        np.savez_compressed(path, **arrays)

    @staticmethod
    def load(path: Path) -> CardLooks:
        with np.load(path) as kept:
            cards = [name.removeprefix("points ") for name in kept.files if name.startswith("points ")]
            points = {card: kept[f"points {card}"] for card in cards}
            return CardLooks(points, {card: kept[f"features {card}"] for card in cards})

    def reader(self) -> Reader:
        return Reader(self)


class Reader:
    """Names the cards in photos; made once for the cards learned."""

    def __init__(self, looks: CardLooks) -> None:
        self._cards = tuple(looks.descriptors)
        self._all = np.vstack([looks.descriptors[card] for card in self._cards]) if self._cards else None
        self._points = [looks.points[card] for card in self._cards]
        counts = [len(points) for points in self._points]
        self._owner = np.repeat(np.arange(len(counts)), counts)
        self._first = np.cumsum([0, *counts])
        self._matcher = cv2.FlannBasedMatcher({"algorithm": KD_TREES, "trees": 4}, {"checks": 48})
        if self._all is not None:
            self._matcher.add([self._all])
            self._matcher.train()

    def read(self, photo: Image) -> tuple[Sighting, ...]:
        """The cards that can be named, those with most votes first."""
        if self._all is None:
            return ()
        gray = _gray(photo)
        scale = min(1.0, PHOTO_SIDE / max(gray.shape[:2]))
        if scale < 1:
            gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        points, found = _features(gray, PHOTO_FEATURES)
        if found is None:
            return ()
        seen: list[Sighting] = []
        for card, ours, theirs in self._votes(points, found):
            seen += self._views(self._cards[card], ours, theirs)
        return tuple(_scaled(sighting, 1 / scale) for sighting in _apart(seen))

    def _votes(self, points: Points, found: Points) -> list[tuple[int, Points, Points]]:
        """For each card with enough votes: the places on the card, and in the photo."""
        matches = self._matcher.knnMatch(found, k=4)
        by_card: dict[int, list[tuple[int, int]]] = {}
        for near in matches:
            best = near[0]
            owner = int(self._owner[best.trainIdx])
            other = next((m.distance for m in near[1:] if self._owner[m.trainIdx] != owner), np.inf)
            if best.distance <= ALIKE * other:
                by_card.setdefault(owner, []).append((best.queryIdx, best.trainIdx))
        votes = []
        for card, pairs in by_card.items():
            if len(pairs) >= AGREEING:
                ours = self._points[card][[train - self._first[card] for _query, train in pairs]]
                votes.append((card, ours, points[[query for query, _train in pairs]]))
        return votes

    def _views(self, card: str, ours: Points, theirs: Points) -> list[Sighting]:
        """The views of this card that enough votes agree on: one a copy."""
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
            corners = cv2.perspectiveTransform(CORNERS[None], view)[0]
            if _is_card(corners):
                found.append(Sighting(card, tuple(map(tuple, corners.tolist())), votes))
            ours, theirs = ours[~inside], theirs[~inside]
        return found


def _gray(picture: Image) -> Image:
    return picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)


def _features(gray: Image, most: int) -> tuple[Points, Points | None]:
    points, found = cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02).detectAndCompute(gray, None)
    if found is not None:  # the square root makes the distance one of distributions
        found = np.sqrt(found / np.maximum(found.sum(axis=1, keepdims=True), 1e-6))
    return np.array([point.pt for point in points], np.float32).reshape(-1, 2), found


def _is_card(corners: Points) -> bool:
    """Whether these corners can be a card in perspective: convex, not mirrored, of its proportions."""
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
    return bool(sines.min() > 0.7 and alike < 1.6 and 0.95 < along / across < 2.1)


def _apart(seen: list[Sighting]) -> list[Sighting]:
    """Without those that lie where another with more votes lies."""
    kept: list[Sighting] = []
    for sighting in sorted(seen, key=lambda one: -one.votes):
        if all(_shared(sighting, other) <= SHARED for other in kept):
            kept.append(sighting)
    return kept


def _shared(one: Sighting, other: Sighting) -> float:
    """The area that both cover, of the smaller one's."""
    first, second = (np.array(sighting.corners, np.float32) for sighting in (one, other))
    area, _shape = cv2.intersectConvexConvex(first, second)
    return float(area / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _scaled(sighting: Sighting, factor: float) -> Sighting:
    corners = tuple((x * factor, y * factor) for x, y in sighting.corners)
    return Sighting(sighting.card, corners, sighting.votes)
