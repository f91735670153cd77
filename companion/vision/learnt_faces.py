"""What is learnt of a tile's face from its kept cut-out: features (SIFT) and a small pattern."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM
from companion.vision.fronts_on_plane import Floats, transformed
from companion.vision.looks import described
from companion.vision.preparation import gray

FEATURE_PX_PER_MM = 5.0
"""Pixels a millimetre of a cut-out when its features are taken: photos of tables show tiles no finer."""
MAX_FACE_FEATURES, MIN_FACE_FEATURES = 500, 40
PATTERN_PX_PER_MM = 2.0
PATTERN_REACH_MM = 5.0
"""How far around a spot brightness is evened out: light on a table differs, prints do not."""
FAINT = 10.0
"""Least contrast (gray values) by which a spot's pattern is scaled: what is fainter is mostly noise and is
not amplified."""


@dataclass(frozen=True, slots=True)
class TileFace:
    """A face as its cut-out shows it (`cut_outs.py`). tag: tile and face ("W07A"); part: what it counts as:
    faces of one part are no rivals; hidden: outlines of stickers, in pixels of the picture."""

    tag: str
    part: str
    picture: Image
    size_mm: float
    round: bool
    hidden: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """Where features are, in the picture and in millimetres, how turned (radians) and large they are, and
    what they look like."""

    pixels: Floats
    places: Floats
    turns: Floats
    sizes: Floats
    descriptors: Floats


@dataclass(frozen=True, eq=False, slots=True)
class LearntFace:
    """A face's features, from its middle, and its pattern with what of it counts."""

    face: TileFace
    features: Features
    pattern: Floats
    counts: Floats


def learn_face(face: TileFace) -> LearntFace:
    """Raises ValueError when the picture shows too little to be told from others."""
    plain = gray(face.picture)
    shown = _shown(face, plain.shape[0])
    fine = round((face.size_mm + 2 * MARGIN_MM) * FEATURE_PX_PER_MM)
    small = cv2.resize(plain, (fine, fine), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(shown, (fine, fine), interpolation=cv2.INTER_NEAREST)
    middle = face.size_mm / 2 + MARGIN_MM
    to_mm = np.array(
        [
            [1 / FEATURE_PX_PER_MM, 0, 0.5 / FEATURE_PX_PER_MM - middle],
            [0, 1 / FEATURE_PX_PER_MM, 0.5 / FEATURE_PX_PER_MM - middle],
            [0, 0, 1],
        ]
    )
    features = features_of(small, MAX_FACE_FEATURES, mask, to_mm)
    if len(features.places) < MIN_FACE_FEATURES:
        raise ValueError(face.tag)
    coarse = round((face.size_mm + 2 * MARGIN_MM) * PATTERN_PX_PER_MM)
    counts = (cv2.resize(shown, (coarse, coarse), interpolation=cv2.INTER_AREA) > 250).astype(np.float32)
    pattern = pattern_of(cv2.resize(plain, (coarse, coarse), interpolation=cv2.INTER_AREA), counts)
    rim = round(MARGIN_MM * PATTERN_PX_PER_MM)
    inner = (slice(rim, -rim), slice(rim, -rim))
    return LearntFace(
        face, features, np.ascontiguousarray(pattern[inner]), np.ascontiguousarray(counts[inner])
    )


def features_of(plain: Floats, most: int, where: Floats, to_mm: Floats) -> Features:
    """The features of a picture, on the plane to which `to_mm` leads."""
    points, descriptors = described(plain, most, where)
    at = np.array([point.pt for point in points], np.float64).reshape(-1, 2)
    turns = np.deg2rad([point.angle for point in points])
    sizes = np.array([point.size for point in points])
    if not len(at):
        return Features(at, at, turns, sizes, descriptors)
    tips = transformed(to_mm, at + np.stack([np.cos(turns), np.sin(turns)], axis=1) * sizes[:, None])
    places = transformed(to_mm, at)
    across = tips - places
    return Features(at, places, np.arctan2(across[:, 1], across[:, 0]), np.hypot(*across.T), descriptors)


def outline_of(face: TileFace) -> Floats:
    """A face's outline in millimetres from its middle, clockwise."""
    if not face.round:
        return square(face.size_mm)
    turns = np.arange(16) * np.pi / 8
    return np.asarray(face.size_mm / 2 * np.stack([np.cos(turns), np.sin(turns)], axis=1))


def square(size_mm: float) -> Floats:
    half = size_mm / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _shown(face: TileFace, side: int) -> Image:
    """Where a cut-out shows the face, and no sticker and no rim."""
    shown: Image = np.zeros((side, side), np.uint8)
    inner = (outline_of(face) * (1 - 2 / face.size_mm) + face.size_mm / 2 + MARGIN_MM) * PX_PER_MM
    cv2.fillPoly(shown, [inner.round().astype(np.int32)], 255)
    for outline in face.hidden:
        cv2.fillPoly(shown, [np.array(outline).round().astype(np.int32)], 0)
    return shown


def pattern_of(picture: Floats, counts: Floats) -> Floats:
    """What is printed where it counts, with light and contrast evened out around each spot."""
    plain, reach = picture.astype(np.float32), 2 * round(PATTERN_REACH_MM * PATTERN_PX_PER_MM) + 1

    def around(values: Floats) -> Floats:
        return np.asarray(cv2.blur(values * counts, (reach, reach)) / there)

    there = np.maximum(cv2.blur(counts, (reach, reach)), 1e-3)
    high = (plain - around(plain)) * counts
    return np.asarray(high / (np.sqrt(np.maximum(0, around(high * high))) + FAINT), np.float32)
