"""Names tiles without a tag by their own look: an experiment, whose answers are proposals and no more.

The kept cut-out of a tile's face gives its features (SIFT) and a small picture of its pattern. The tags that
were read give the table's plane, on which every feature of a photo that resembles one of a face says where
such a face would lie, and how turned. Where enough of them agree and lie apart there is a tile; which one it
is its pattern tells (`face_fits.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.face_fits import MAX_OFF_MM, MIN_VOTES, Patterns, Place
from companion.vision.fronts_on_plane import Floats, transformed
from companion.vision.learnt_faces import Features, LearntFace, features_of, outline_of, square
from companion.vision.looks import KD_TREES
from companion.vision.plane import Plane
from companion.vision.preparation import gray

MIN_TAGS = 4
"""Tags that must have been read for their plane to hold all over the table."""
MAX_PHOTO_SIDE_PX, MAX_PHOTO_FEATURES = 2600, 9000
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
MAX_SIZE_RATIO = 1.6
"""How much larger or smaller a feature may be on the table than on the face."""
BIN_MM, TURN_BINS = 6.0, 24
"""Votes for a place and a turn are counted in bins of this size."""
NEAR_MM, NEAR_TURN = 9.0, 0.45
"""How far from a full bin's place and turn (radians) a vote belongs to it."""
MAX_SCALE_OFF = 0.1
"""How much larger or smaller than itself a tile may seem on the table's plane."""
SPOT_MM = 2.0
"""Votes closer than this are one spot."""
MIN_SPREAD = 0.3
"""How far apart, as a part of a tile's size, the agreeing votes must reach both ways."""
MAX_PLACES = 150


@dataclass(frozen=True, slots=True)
class SeenLook:
    """A tile proposed. outline: of the tile, in the photo's pixels; votes: spots that agreed on its place;
    alike: how well it fits, of 1."""

    tag: str
    outline: tuple[Point, ...]
    votes: int
    alike: float


class TileLookReader:
    """Names bare tiles in photos; made once for the faces learnt. For any number of threads."""

    def __init__(self, faces: Iterable[LearntFace]) -> None:
        self._lock = threading.Lock()
        self._faces = tuple(faces)
        self._patterns = {
            size: Patterns([face for face in self._faces if face.face.size_mm == size])
            for size in {face.face.size_mm for face in self._faces}
        }
        each = [face.features for face in self._faces]
        self._sizes_mm = np.repeat(
            [face.face.size_mm for face in self._faces], [len(one.places) for one in each]
        )
        if each:
            self._places = np.vstack([one.places for one in each])
            self._turns = np.concatenate([one.turns for one in each])
            self._sizes = np.concatenate([one.sizes for one in each])
            self._matcher = cv2.FlannBasedMatcher({"algorithm": KD_TREES, "trees": 4}, {"checks": 32})
            self._matcher.add([np.vstack([one.descriptors for one in each])])
            self._matcher.train()

    def read(
        self, photo: Image, tags: Sequence[Sequence[Point]], plane: Plane | None
    ) -> tuple[SeenLook, ...]:
        """The tiles that can be proposed, those with most votes first. tags: the corners of the tags that
        were read: no tile is proposed where one lies; plane: of the table, from these."""
        if not self._faces or plane is None or len(tags) < MIN_TAGS:
            return ()
        plain = gray(photo)
        scale = min(1.0, MAX_PHOTO_SIDE_PX / max(plain.shape[:2]))
        if scale < 1:
            plain = np.asarray(
                cv2.resize(plain, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        stickers = [np.array(tag, np.float64) * scale for tag in tags]
        to_mm = plane.to_mm @ np.diag([1 / scale, 1 / scale, 1.0])
        features = features_of(plain, MAX_PHOTO_FEATURES, _away_from(stickers, plain.shape), to_mm)
        if not len(features.places):
            return ()
        with self._lock:
            matches = self._matcher.match(features.descriptors)
        seen = []
        for place in self._places_of(features, np.array([match.trainIdx for match in matches]), to_mm):
            there = transformed(place.way, square(place.size_mm))
            if any(_holds(there, sticker.mean(axis=0)) for sticker in stickers):
                continue
            fit = self._patterns[place.size_mm].named(place, features, plain)
            if fit is not None:
                outline = transformed(fit.way, outline_of(fit.face.face)) / scale
                corners = tuple((float(x), float(y)) for x, y in outline)
                seen.append(SeenLook(fit.face.face.tag, corners, place.votes, fit.alike))
        return tuple(sorted(seen, key=lambda one: -one.votes))

    def _places_of(self, features: Features, ours: Floats, to_mm: Floats) -> list[Place]:
        """Where the votes of the features agree. ours: for each, the face's feature that it resembles."""
        ratio = features.sizes / self._sizes[ours]
        kept = (ratio < MAX_SIZE_RATIO) & (ratio > 1 / MAX_SIZE_RATIO)
        theirs, ours = features.places[kept], ours[kept]
        turn = (features.turns[kept] - self._turns[ours]) % (2 * np.pi)
        own, sizes = self._places[ours], self._sizes_mm[ours]
        cos, sin = np.cos(turn), np.sin(turn)
        middles = theirs - np.stack(
            [cos * own[:, 0] - sin * own[:, 1], sin * own[:, 0] + cos * own[:, 1]], axis=1
        )
        found: list[Place] = []
        to_photo = np.linalg.inv(to_mm)
        for middle, about in _full_bins(middles, turn):
            off = np.abs((turn - about + np.pi) % (2 * np.pi) - np.pi)
            near = (np.hypot(*(middles - middle).T) < NEAR_MM) & (off < NEAR_TURN)
            if near.sum() < MIN_VOTES:
                continue
            rigid, inside = cv2.estimateAffinePartial2D(
                own[near], theirs[near], method=cv2.RANSAC, ransacReprojThreshold=MAX_OFF_MM, maxIters=1000
            )
            if rigid is None or abs(float(np.hypot(rigid[0, 0], rigid[1, 0])) - 1) > MAX_SCALE_OFF:
                continue
            agreed = inside.ravel().astype(bool)
            size = float(np.median(sizes[near][agreed]))
            spots = np.unique(np.round(theirs[near][agreed] / SPOT_MM), axis=0) * SPOT_MM
            apart = len(spots) >= MIN_VOTES and (np.ptp(own[near][agreed], axis=0) >= MIN_SPREAD * size).all()
            if apart and size in self._patterns:
                way = np.vstack([rigid, [0, 0, 1]])
                at = transformed(np.linalg.inv(way), features.places)
                there = np.flatnonzero(np.abs(at).max(axis=1) < size / 2)
                found.append(Place(size, to_photo @ way, len(spots), there))
        kept_places: list[Place] = []
        for place in sorted(found, key=lambda one: -one.votes):
            at = transformed(to_mm @ place.way, np.zeros((1, 2)))[0]
            others = [transformed(to_mm @ other.way, np.zeros((1, 2)))[0] for other in kept_places]
            if all(np.hypot(*(at - other)) > place.size_mm * 0.6 for other in others):
                kept_places.append(place)
        return kept_places


def _full_bins(middles: Floats, turns: Floats) -> list[tuple[Floats, float]]:
    """The places and turns for which most votes are, the fullest first."""
    if not len(middles):
        return []
    low = middles.min(axis=0) - BIN_MM
    cells = np.floor((middles - low) / BIN_MM).astype(int)
    angles = np.floor(turns / (2 * np.pi) * TURN_BINS).astype(int) % TURN_BINS
    shape = (*(cells.max(axis=0) + 3), TURN_BINS)
    counts: Floats = np.zeros(shape, np.int32)
    np.add.at(counts, (cells[:, 0], cells[:, 1], angles), 1)
    # The votes for one place are often divided between two neighbouring bins.
    counts = counts[:-1] + counts[1:]
    counts = counts[:, :-1] + counts[:, 1:]
    counts = counts + np.roll(counts, -1, axis=2)
    full: list[tuple[Floats, float]] = []
    for _ in range(MAX_PLACES):
        at = np.unravel_index(int(counts.argmax()), counts.shape)
        if counts[at] < MIN_VOTES:
            break
        full.append((low + (np.array(at[:2]) + 1) * BIN_MM, float((at[2] + 1) / TURN_BINS * 2 * np.pi)))
        counts[max(0, at[0] - 1) : at[0] + 2, max(0, at[1] - 1) : at[1] + 2, :] = 0
    return full


def _away_from(stickers: Sequence[Floats], shape: tuple[int, ...]) -> Image:
    """Where no tag was read: a sticker's features are of no face."""
    mask: Image = np.full(shape[:2], 255, np.uint8)
    for corners in stickers:
        middle = corners.mean(axis=0)
        cv2.fillPoly(mask, [(middle + (corners - middle) * 1.3).round().astype(np.int32)], 0)
    return mask


def _holds(outline: Floats, point: Floats) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0
