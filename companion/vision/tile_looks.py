"""Names tiles without a tag by their own look.

The kept cut-out of a tile's face gives its features (SIFT) and a small picture of its pattern. The tags that
were read give the table's plane, on which every feature of a photo that resembles one of a face says where
that face would lie, and how turned. Where a few of them agree it may lie, be it mostly covered; whether it
does its pattern tells (`face_fits.py`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.face_fits import MIN_GAP, MIN_SHARE, PROMISING, Fit, Patterns
from companion.vision.fronts_on_plane import Floats, rigid
from companion.vision.learnt_faces import (
    Features,
    LearntFace,
    features_of,
    light_and_colours,
    outline_of,
    well_lit,
)
from companion.vision.looks import KD_TREES
from companion.vision.plane import Plane, transformed
from companion.vision.preparation import gray

MAX_PHOTO_SIDE_PX, MAX_PHOTO_FEATURES = 2600, 9000
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
MAX_SIZE_RATIO = 1.6
"""How much larger or smaller a feature may be on the table than on the face."""
BIN_MM, TURN_BINS = 12.0, 12
"""Votes for a place and a turn are counted in bins of this size, in each direction also half a bin apart."""
SPOT_MM = 2.0
"""Votes closer than this are one spot."""
MIN_SPOTS = 3
"""Spots that must agree on a place and a turn: the pattern tells whether they are right."""
SAME_PLACE = 0.5
"""How near, as a part of a tile's size, two faces must lie to be rivals for one place."""
MAX_RIVALS = 5
"""Faces that are tried at a place, those with most votes first."""


@dataclass(frozen=True, slots=True)
class SeenLook:
    """A tile named. outline: of the tile, in the photo's pixels; votes: spots that agreed on its place;
    alike: the part of it that is seen and looks as it should, of 1; rivals: faces that look nearly as much
    like what lies there: then it is one of these, and a person must say which; among: how many faces of its
    size it was told from; way: from the face's millimetres to the table's (3 by 3)."""

    tag: str
    outline: tuple[Point, ...]
    votes: int
    alike: float
    rivals: tuple[str, ...] = ()
    among: int = 0
    way: Floats | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, eq=False, slots=True)
class _Place:
    """Where a face, by number, may lie. middle: on the table in millimetres; way: from the face's millimetres
    to the table's; votes: spots that agree."""

    face: int
    middle: Floats
    way: Floats
    votes: int


class TileLookReader:
    """Names bare tiles in photos; made once for the faces learnt. For any number of threads."""

    def __init__(self, faces: Iterable[LearntFace]) -> None:
        self._lock = threading.Lock()
        self._faces = tuple(faces)
        by_size: dict[float, list[int]] = {}
        for n, face in enumerate(self._faces):
            by_size.setdefault(face.face.size_mm, []).append(n)
        self._patterns = {
            n: (patterns, at)
            for numbers in by_size.values()
            for patterns in [Patterns([self._faces[n] for n in numbers])]
            for at, n in enumerate(numbers)
        }
        each = [face.features for face in self._faces]
        self._owners = np.repeat(np.arange(len(each)), [len(one.places) for one in each])
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
        """The tiles that can be named, those with most votes first. tags: the corners of the tags that were
        read: no tile is named where one lies; plane: of the table; None: it is not known."""
        if not self._faces or plane is None:
            return ()
        scale = min(1.0, MAX_PHOTO_SIDE_PX / max(photo.shape[:2]))
        if scale < 1:
            photo = np.asarray(
                cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        stickers = [np.array(tag, np.float64) * scale for tag in tags]
        to_mm = plane.to_mm @ np.diag([1 / scale, 1 / scale, 1.0])
        photo = well_lit(photo)
        plain = gray(photo)
        features = features_of(plain, MAX_PHOTO_FEATURES, _away_from(stickers, plain.shape), to_mm)
        if not len(features.places):
            return ()
        with self._lock:
            matches = self._matcher.match(features.descriptors)
        tagged = [transformed(to_mm, corners).mean(axis=0) for corners in stickers]
        table = _Table(light_and_colours(photo), features, np.linalg.inv(to_mm))
        seen: list[SeenLook] = []
        left = self._places_of(features, np.array([match.trainIdx for match in matches]))
        while left:
            size = self._faces[left[0].face].face.size_mm
            here = [it for it in left if np.hypot(*(it.middle - left[0].middle)) < SAME_PLACE * size]
            left = [it for it in left if not any(it is other for other in here)]
            if any(np.hypot(*(middle - here[0].middle)) < SAME_PLACE * size for middle in tagged):
                continue
            named = self._named(here, table)
            if named is not None:
                seen.append(_seen(*named, here[0].votes, table, scale, self._among(named[0])))
        return tuple(sorted(seen, key=lambda one: -one.votes))

    def again(self, photo: Image, seen: Sequence[SeenLook], plane: Plane) -> tuple[SeenLook, ...]:
        """Those of `seen` that another picture of the table shows in the same places, as it shows them."""
        if not seen or not self._faces:
            return ()
        none: Floats = np.zeros((0, 2))
        nothing = Features(none, none, np.zeros(0), np.zeros(0), np.zeros((0, 128)))
        table = _Table(light_and_colours(well_lit(photo)), nothing, np.linalg.inv(plane.to_mm))
        numbers: dict[str, list[int]] = {}
        for n, face in enumerate(self._faces):
            numbers.setdefault(face.face.tag, []).append(n)
        found = []
        for one in seen:
            if one.way is None or one.tag not in numbers:
                continue
            places = [_Place(n, one.way[:2, 2], one.way, one.votes) for n in numbers[one.tag]]
            named = self._named(places, table)
            if named is not None and named[0].face.face.tag == one.tag:
                found.append(_seen(*named, one.votes, table, 1.0, self._among(named[0])))
        return tuple(found)

    def _places_of(self, features: Features, ours: Floats) -> list[_Place]:
        """Where votes of the features agree, the places with most of them first. ours: for each feature, the
        face's feature that it resembles."""
        ratio = features.sizes / self._sizes[ours]
        kept = (ratio < MAX_SIZE_RATIO) & (ratio > 1 / MAX_SIZE_RATIO)
        theirs, ours = features.places[kept], ours[kept]
        turns = (features.turns[kept] - self._turns[ours]) % (2 * np.pi)
        middles = theirs - _turned(self._places[ours], turns)
        found = []
        for agreed in _agreeing(self._owners[ours], middles, turns):
            votes = len(np.unique(np.round(theirs[agreed] / SPOT_MM), axis=0))
            if votes >= MIN_SPOTS:
                way = _laid(self._places[ours[agreed]], theirs[agreed])
                found.append(_Place(int(self._owners[ours[agreed[0]]]), way[:2, 2], way, votes))
        return sorted(found, key=lambda one: -one.votes)

    def _named(self, places: Sequence[_Place], table: _Table) -> tuple[Fit, tuple[str, ...]] | None:
        """The face that lies at these places, which are one, and each rival of which nearly as much is seen;
        None where too little of any is seen."""
        fits: dict[int, Fit] = {}
        for place in places[:MAX_RIVALS]:
            if place.face not in fits:
                fits[place.face] = self._fit(place.face, place.way, table)
        first = max(fits, key=lambda n: fits[n].share)
        if fits[first].share < PROMISING:
            return None
        patterns, at = self._patterns[first]
        fits[first] = best = patterns.closer(at, fits[first], table.photo)
        if best.share < MIN_SHARE:
            return None
        to_table = np.linalg.inv(table.to_photo) @ best.way
        numbers = {at: n for n, (owner, at) in self._patterns.items() if owner is patterns}
        for other in patterns.sharing(at):
            n = numbers[other]
            if n not in fits:
                fits[n] = self._fit(n, to_table, table)
        rivals = []
        for n, fit in fits.items():
            if fit.face.face.part == best.face.face.part:
                continue
            owner, at = self._patterns[n]
            if fit.share > best.share / 3:
                fit = owner.closer(at, fit, table.photo)
            if fit.share > best.share - MIN_GAP:
                rivals.append(fit)
        nearest = sorted(rivals, key=lambda rival: -rival.share)
        return best, tuple(dict.fromkeys(rival.face.face.tag for rival in nearest))

    def _among(self, fit: Fit) -> int:
        size = fit.face.face.size_mm
        return len({face.face.part for face in self._faces if face.face.size_mm == size})

    def _fit(self, face: int, way: Floats, table: _Table) -> Fit:
        patterns, at = self._patterns[face]
        size = self._faces[face].face.size_mm
        there = np.abs(transformed(np.linalg.inv(way), table.features.places)).max(axis=1) < size / 2
        features = table.features
        return patterns.laid(
            at, table.to_photo @ way, features.pixels[there], features.descriptors[there], table.photo
        )


@dataclass(frozen=True, eq=False, slots=True)
class _Table:
    """A photo in light and colours, its features, and the way from the table's millimetres to its pixels."""

    photo: Image
    features: Features
    to_photo: Floats


def _seen(fit: Fit, rivals: tuple[str, ...], votes: int, table: _Table, scale: float, among: int) -> SeenLook:
    """scale: of the photo as it was looked at."""
    outline = transformed(fit.way, outline_of(fit.face.face)) / scale
    corners = tuple((float(x), float(y)) for x, y in outline)
    way = np.linalg.inv(table.to_photo) @ fit.way
    return SeenLook(fit.face.face.tag, corners, votes, fit.share, rivals, among, way / way[2, 2])


def _agreeing(faces: Floats, middles: Floats, turns: Floats) -> list[Floats]:
    """Numbers of votes for one face that agree on a place and a turn: each vote once, where most agree."""
    bins = np.column_stack([middles / BIN_MM, turns * (TURN_BINS / (2 * np.pi))])
    groups: list[Floats] = []
    for shift in product((0.0, 0.5), repeat=3):
        cells = np.floor(bins + shift).astype(np.int64)
        cells[:, 2] %= TURN_BINS
        _, which, counts = np.unique(
            np.column_stack([faces, cells]), axis=0, return_inverse=True, return_counts=True
        )
        order = np.argsort(which.ravel(), kind="stable")
        ends = np.cumsum(counts)
        groups += [
            order[end - count : end] for end, count in zip(ends, counts, strict=True) if count >= MIN_SPOTS
        ]
    free = np.ones(len(faces), bool)
    agreeing = []
    for group in sorted(groups, key=len, reverse=True):
        left = group[free[group]]
        if len(left) >= MIN_SPOTS:
            free[left] = False
            agreeing.append(left)
    return agreeing


def _turned(points: Floats, turns: Floats) -> Floats:
    cos, sin = np.cos(turns), np.sin(turns)
    x, y = points.T
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=1)


def _laid(own: Floats, theirs: Floats) -> Floats:
    """The way (3 by 3) that turns and shifts a face's points onto the table's, as near as most allow."""
    kept = np.ones(len(own), bool)
    for limit in (6.0, 3.0, 1.5):
        turned, shift = rigid(own[kept], theirs[kept])
        off = np.hypot(*(own @ turned.T + shift - theirs).T)
        near = off < max(limit, float(np.median(off)))
        if near.sum() >= 2:
            kept = near
    turned, shift = rigid(own[kept], theirs[kept])
    return np.vstack([np.column_stack([turned, shift]), [0, 0, 1]])


def _away_from(stickers: Sequence[Floats], shape: tuple[int, ...]) -> Image:
    """Where no tag was read: a sticker's features are of no face."""
    mask: Image = np.full(shape[:2], 255, np.uint8)
    for corners in stickers:
        middle = corners.mean(axis=0)
        cv2.fillPoly(mask, [(middle + (corners - middle) * 1.3).round().astype(np.int32)], 0)
    return mask
