"""Tells which face lies at a place where there is some tile: each likely face is laid upon it and compared. A
face is named only if it fits where it differs from the other faces: against each rival some spot must show
this face and not the rival, and none the rival and not this face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image
from companion.vision.fronts_on_plane import Floats, transformed
from companion.vision.learnt_faces import PATTERN_PX_PER_MM, Features, LearntFace, pattern_of, square

MIN_VOTES = 6
"""Spots that must agree on a place and a turn."""
MAX_OFF_MM = 1.3
"""How far off an agreeing vote may be on the table."""
MIN_RIVALS, MAX_RIVALS, RIVAL_PART = 3, 8, 0.6
"""Faces compared closely at a place: so many, and further ones that are at least this part as likely as the
first."""
SHARED_ART, MAX_SHARED = 0.35, 16
"""Similarity (1: equal), in what not all faces have in common, from which two faces count as sharing their
art; and how many of these are compared where one of them is likeliest."""
MAX_BENT_MM = 6.0
"""How far a face's features may lie from where its place and its turn alone would put them."""
CLOSER_STEPS = 15
"""Steps by which a face is laid upon a place more closely."""
BLOCK_MM = 5.0
MIN_BLOCK_ALIKE = 0.5
"""How like the face a square of a place must be to show it."""
CLOSE = 0.15
"""Faces that fit this much worse than the best, of 1, are no rivals."""
MIN_FIT = 0.52
"""Least similarity of a place and a face, multiplied by the part of the face that is seen."""
MIN_FIT_WITH_RIVALS = 0.7
"""How alike they must be where rivals fit nearly as well: a tile that the box does not know is like
several."""
MIN_GAP = 0.1
"""How much better, of 1, a face must fit than each rival. Because of this, tiles that share their art and
differ in their figures alone are not proposed: named by their figures, 2 of 10 were wrong (BENCHMARKS.md)."""
SOFT_PX, MIN_DIFFERENCE, MIN_TELLING_PX = 0.6, 0.4, 6
"""Two faces are told apart by the pixels in which their patterns, softened a little, differ by at least this;
so many pixels are needed."""
MAX_LEFT = 0.3
"""How much the place may differ from the face in these pixels: a third tile is like neither."""
MIN_AHEAD = 0.25
"""How much nearer (of 1) a place must be to a face than to each rival in what tells them apart."""


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """A place where some tile lies. way: from a face's millimetres to the photo; found: the numbers of the
    features there."""

    size_mm: float
    way: Floats
    votes: int
    found: Floats


@dataclass(frozen=True, eq=False, slots=True)
class Fit:
    """A face laid upon a place. way: from its millimetres to the photo; part: the place's pattern; alike: the
    similarity of the two (1: equal) in what not all faces have in common."""

    face: LearntFace
    way: Floats
    part: Floats
    alike: float


class Patterns:
    """The patterns of all faces of one size, and what they have in common."""

    def __init__(self, faces: Sequence[LearntFace]) -> None:
        self._faces = tuple(faces)
        counts = np.stack([face.counts for face in faces])
        patterns = np.stack([face.pattern for face in faces])
        self._common = np.asarray(patterns.sum(axis=0) / np.maximum(1, counts.sum(axis=0)), np.float32)
        if len(faces) < 3:  # of two faces, half of each would count as common
            self._common *= 0
        self._round = counts.max(axis=0)
        self._own = [face.pattern - self._common * face.counts for face in faces]
        self._coarse = np.stack([_coarse(own) for own in self._own])
        self._coarse_counts = np.stack([_coarse(face.counts) for face in faces])
        self._lengths = np.linalg.norm(self._coarse, axis=1)
        rows = self._coarse / np.maximum(1e-6, self._lengths[:, None])
        self._shared = rows @ rows.T

    def named(self, place: Place, features: Features, photo: Image) -> Fit | None:
        """The face that lies there; None where none fits, or not better than each rival in what tells them
        apart."""
        fits = [
            self._laid(n, _way_onto(self._faces[n].features, place, features), photo)
            for n in self._likely(_laid_flat(place.way, place.size_mm, photo))
        ]
        first = max(fit.alike for fit in fits)
        fits = [self._closer(fit, photo) for fit in fits if fit.alike > first - CLOSE]
        best = max(fits, key=lambda fit: min(_ahead(fit, it) for it in fits) if len(fits) > 1 else fit.alike)
        rivals = [fit for fit in fits if fit.face.face.part != best.face.face.part]
        if best.alike * _shown_part(best) < MIN_FIT or (rivals and best.alike < MIN_FIT_WITH_RIVALS):
            return None
        told_apart = all(
            rival.alike < best.alike - MIN_GAP and _ahead(best, rival) > MIN_AHEAD for rival in rivals
        )
        return best if told_apart else None

    def _likely(self, there: Image) -> list[int]:
        """The faces that may lie at a place, by a coarse look at its pattern, and those that share their
        art."""
        seen = _coarse(pattern_of(there, self._round) - self._common)
        length = np.sqrt(self._coarse_counts @ (seen * seen))
        alike = self._coarse @ seen / np.maximum(1e-6, self._lengths * length)
        order = np.argsort(-alike)[:MAX_RIVALS]
        few = set(order[:MIN_RIVALS]) | {n for n in order if alike[n] > alike[order[0]] * RIVAL_PART}
        shared = self._shared[order[0]]
        few |= {n for n in np.argsort(-shared)[:MAX_SHARED] if shared[n] > SHARED_ART}
        return sorted(map(int, few))

    def _laid(self, n: int, way: Floats, photo: Image) -> Fit:
        face = self._faces[n]
        there = _laid_flat(way, face.face.size_mm, photo)
        return self._fit(face, way, there)

    def _fit(self, face: LearntFace, way: Floats, there: Image) -> Fit:
        common = self._common * face.counts
        part, own = pattern_of(there, face.counts), face.pattern - common
        seen = part - common
        alike = float((seen * own).sum() / max(1e-6, np.linalg.norm(seen) * np.linalg.norm(own)))
        return Fit(face, way, part, alike)

    def _closer(self, fit: Fit, photo: Image) -> Fit:
        """The same face laid upon the place as closely as its pattern tells."""
        try:
            _, bent = cv2.findTransformECC(  # type: ignore[call-overload]
                fit.face.pattern,
                fit.part,
                np.eye(3, dtype=np.float32),
                cv2.MOTION_HOMOGRAPHY,
                (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, CLOSER_STEPS, 1e-4),
                None,
                3,
            )
        except cv2.error:  # they have nothing in common that could be followed
            return fit
        to_px = _to_px(fit.part.shape[0])
        way = fit.way @ np.linalg.inv(to_px) @ bent.astype(np.float64) @ to_px
        closer = self._fit(fit.face, way, _laid_flat(way, fit.face.face.size_mm, photo))
        return closer if closer.alike > fit.alike else fit


def _way_onto(face: Features, place: Place, features: Features) -> Floats:
    """The transform from a face's millimetres to the photo that brings most of its features onto those of the
    place. It fits closer than place and turn alone, since a cut-out is seldom quite square."""
    there = features.descriptors[place.found]
    near = np.asarray(there @ face.descriptors.T).argmax(axis=1)
    ours, theirs = face.places[near], features.pixels[place.found]
    rough = transformed(np.linalg.inv(place.way), theirs)
    kept = np.hypot(*(rough - ours).T) < MAX_BENT_MM
    if kept.sum() < MIN_VOTES:
        return place.way
    bent, inside = cv2.findHomography(
        ours[kept], rough[kept], cv2.USAC_MAGSAC, MAX_OFF_MM * 0.6, maxIters=500
    )
    if bent is None or int(inside.sum()) < MIN_VOTES:
        return place.way
    corners = square(place.size_mm)
    if np.hypot(*(transformed(bent, corners) - corners).T).max() > MAX_BENT_MM * 1.5:
        return place.way
    return np.asarray(place.way @ bent)


def _coarse(pattern: Floats) -> Floats:
    """A pattern at half its size, as a row: a cut-out's rim is off by some of its pixels."""
    return np.asarray(cv2.GaussianBlur(pattern, (0, 0), PATTERN_PX_PER_MM * 0.75)[::2, ::2].ravel())


def _laid_flat(way: Floats, size_mm: float, photo: Image) -> Image:
    """A place as seen from straight above. way: from a face's millimetres to the photo."""
    fine, side = 2 * PATTERN_PX_PER_MM, round(size_mm * PATTERN_PX_PER_MM)
    middle = size_mm / 2 * fine - 0.5
    to_flat = np.array([[fine, 0, middle], [0, fine, middle], [0, 0, 1]])
    flat = cv2.warpPerspective(
        photo,
        to_flat @ np.linalg.inv(way),
        (2 * side, 2 * side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _sums(values: Floats) -> Floats:
    """The sums over squares of BLOCK_MM, a quarter of it apart."""
    block = round(BLOCK_MM * PATTERN_PX_PER_MM)
    found = cv2.boxFilter(values, cv2.CV_32F, (block, block), normalize=False)
    return np.asarray(found[block // 2 :: max(1, block // 4), block // 2 :: max(1, block // 4)])


def _shown_part(fit: Fit) -> float:
    """The part of a face that is seen at its place, by squares."""
    own, filled = fit.face.pattern, _sums(fit.face.counts) > (BLOCK_MM * PATTERN_PX_PER_MM) ** 2 / 2
    alike = _sums(fit.part * own) / np.sqrt(np.maximum(1e-6, _sums(fit.part**2) * _sums(own**2)))
    return float((alike[filled] > MIN_BLOCK_ALIKE).mean()) if filled.any() else 0.0


def _ahead(fit: Fit, rival: Fit) -> float:
    """How much nearer a place is to one face than to another in the pixels that tell the two apart: 1 is
    wholly the first, below 0 the other one, 0 neither or undecided."""
    if rival is fit:
        return 1.0
    pattern = fit.face.pattern
    side = pattern.shape[0]
    to_px = _to_px(side)
    onto = to_px @ np.linalg.inv(fit.way) @ rival.way @ np.linalg.inv(to_px)
    other = cv2.warpPerspective(rival.face.pattern, onto, (side, side), flags=cv2.INTER_CUBIC)
    counts = cv2.warpPerspective(rival.face.counts, onto, (side, side))
    both = ((fit.face.counts > 0.9) & (counts > 0.9)).astype(np.uint8)
    ours, theirs, seen = (cv2.GaussianBlur(it, (0, 0), SOFT_PX) for it in (pattern, other, fit.part))
    apart = ours - theirs
    telling = (cv2.erode(both, np.ones((3, 3), np.uint8)) > 0) & (np.abs(apart) > MIN_DIFFERENCE)
    if telling.sum() < MIN_TELLING_PX:
        return 0.0
    whole = (apart[telling] ** 2).sum()
    left = ((seen - ours)[telling] ** 2).sum()
    if left > MAX_LEFT * whole:
        return 0.0
    return float(((2 * seen - ours - theirs) * apart)[telling].sum() / whole)


def _to_px(side: int) -> Floats:
    """From a face's millimetres to the pixels of its pattern."""
    return np.array([[PATTERN_PX_PER_MM, 0, side / 2], [0, PATTERN_PX_PER_MM, side / 2], [0, 0, 1]])
