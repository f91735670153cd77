"""Tells whether a face lies where its features say. The face is laid upon the place, and both are compared in
small squares, in light and in colour, by what not all faces have in common. A square that is covered is like
no face, so only the squares that are clearly alike count: of the face that lies there these are all that is
seen, of any other face they are few. A face whose rival has nearly as many is not told from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image
from companion.vision.fronts_on_plane import Floats
from companion.vision.learnt_faces import PATTERN_PX_PER_MM, Features, LearntFace, pattern_of, square
from companion.vision.plane import transformed

MAX_OFF_MM = 0.8
"""How far off an agreeing feature may be when a face is laid upon a place."""
MIN_AGREEING = 6
"""Features by which a face is laid more closely than by its place and turn."""
MAX_BENT_MM = 6.0
"""How far a face's features and corners may lie from where its place and its turn alone would put them: a
cut-out is seldom quite square."""
CLOSER_STEPS = 15
"""Steps by which a face is laid upon a place more closely by its pattern."""
SQUARE_MM, STEP_MM = 6.0, 3.0
"""The squares that are compared, and how far they lie apart."""
MIN_FILLED = 0.6
"""The part of a square that must be the face's, and under no sticker."""
MIN_ALIKE = 0.6
"""Least correlation in a square that counts as alike, in light and in colour each."""
MIN_SHARE = 0.4
"""The part of a face's squares that must be alike for it to be named. With every second face not learnt, of
ones that lay elsewhere at most 0.19 were alike; of 240 that lay there none had less than 0.56 (1080p in three
lights, other styles than those of BENCHMARKS.md)."""
MIN_GAP = 0.2
"""How much larger a face's part must be than each rival's. Because of this, tiles that share their art and
differ in their figures alone are not proposed."""
PROMISING = 0.12
"""The part below which a face is not laid more closely: it is another one."""
SHARED_ART, MAX_SHARED = 0.35, 16
"""Similarity (1: equal), in what not all faces have in common, from which two faces count as sharing their
art; and how many of these are compared with the one that is named."""


@dataclass(frozen=True, eq=False, slots=True)
class Fit:
    """A face laid upon a place. way: from its millimetres to the photo; share: the part of its squares that
    are alike."""

    face: LearntFace
    way: Floats
    share: float


class Patterns:
    """The patterns of all faces of one size, and what they have in common."""

    def __init__(self, faces: Sequence[LearntFace]) -> None:
        self.faces = tuple(faces)
        counts = sum(face.counts[:, :, None] for face in faces)
        common = np.asarray(sum(face.pattern for face in faces) / np.maximum(1, counts), np.float32)
        if len(faces) < 3:  # of two faces, half of each would count as common
            common *= 0
        self._common = [common * face.counts[:, :, None] for face in faces]
        self._own = [face.pattern - shared for face, shared in zip(faces, self._common, strict=True)]
        self._strengths = [_sums(own * own) for own in self._own]
        self._filled = [_sums(face.counts) > MIN_FILLED * _sums(np.ones_like(face.counts)) for face in faces]
        rows = np.stack([_coarse(own) for own in self._own])
        rows /= np.maximum(1e-6, np.linalg.norm(rows, axis=1, keepdims=True))
        self._shared = rows @ rows.T

    def laid(self, n: int, place: Floats, pixels: Floats, looks: Floats, photo: Image) -> Fit:
        """A face upon a place, by the features there. place: from the face's millimetres to the photo; photo:
        light and colours (Lab)."""
        return self._fit(
            n, _way_onto(self.faces[n].features, place, pixels, looks, self.faces[n].face.size_mm), photo
        )

    def closer(self, n: int, fit: Fit, photo: Image) -> Fit:
        """The same face laid upon the place as closely as its pattern tells."""
        part = self._part(n, fit.way, photo)
        try:
            _, bent = cv2.findTransformECC(  # type: ignore[call-overload]
                np.ascontiguousarray(fit.face.pattern[:, :, 0]),
                np.ascontiguousarray(part[:, :, 0]),
                np.eye(3, dtype=np.float32),
                cv2.MOTION_HOMOGRAPHY,
                (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, CLOSER_STEPS, 1e-4),
                None,
                3,
            )
        except cv2.error:  # they have nothing in common that could be followed
            return fit
        to_px = _to_px(part.shape[0])
        closer = self._fit(n, fit.way @ np.linalg.inv(to_px) @ bent.astype(np.float64) @ to_px, photo)
        return closer if closer.share > fit.share else fit

    def sharing(self, n: int) -> list[int]:
        """The faces that share its art, those most like it first."""
        likely = np.argsort(-self._shared[n])[: MAX_SHARED + 1]
        return [int(other) for other in likely if other != n and self._shared[n][other] > SHARED_ART]

    def _part(self, n: int, way: Floats, photo: Image) -> Floats:
        return pattern_of(_laid_flat(way, self.faces[n].face.size_mm, photo), self.faces[n].counts)

    def _fit(self, n: int, way: Floats, photo: Image) -> Fit:
        seen = self._part(n, way, photo) - self._common[n]
        both, strength = _sums(seen * self._own[n]), _sums(seen * seen)
        alike = self._filled[n].copy()
        for channels in ([0], [1, 2]):
            one, other = strength[..., channels].sum(axis=2), self._strengths[n][..., channels].sum(axis=2)
            alike &= both[..., channels].sum(axis=2) > MIN_ALIKE * np.sqrt(np.maximum(1e-6, one * other))
        return Fit(self.faces[n], way, float(alike.sum() / max(1, self._filled[n].sum())))


def _way_onto(face: Features, place: Floats, pixels: Floats, looks: Floats, size_mm: float) -> Floats:
    """The transform from a face's millimetres to the photo that brings most of its features onto those of the
    place."""
    near = np.asarray(looks @ face.descriptors.T).argmax(axis=1)
    ours = face.places[near]
    rough = transformed(np.linalg.inv(place), pixels)
    kept = np.hypot(*(rough - ours).T) < MAX_BENT_MM
    if kept.sum() < MIN_AGREEING:
        return place
    bent, inside = cv2.findHomography(ours[kept], rough[kept], cv2.USAC_MAGSAC, MAX_OFF_MM, maxIters=500)
    if bent is None or int(inside.sum()) < MIN_AGREEING:
        return place
    corners = square(size_mm)
    if np.hypot(*(transformed(bent, corners) - corners).T).max() > MAX_BENT_MM * 1.5:
        return place
    return np.asarray(place @ bent)


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
    """The sums over squares of SQUARE_MM, STEP_MM apart."""
    side, step = round(SQUARE_MM * PATTERN_PX_PER_MM), round(STEP_MM * PATTERN_PX_PER_MM)
    found = cv2.boxFilter(values, cv2.CV_32F, (side, side), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(found[side // 2 :: step, side // 2 :: step])


def _to_px(side: int) -> Floats:
    """From a face's millimetres to the pixels of its pattern."""
    return np.array([[PATTERN_PX_PER_MM, 0, side / 2], [0, PATTERN_PX_PER_MM, side / 2], [0, 0, 1]])
