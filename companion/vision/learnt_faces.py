"""What is learnt of a tile's face from its kept cut-out: features (SIFT) and a small pattern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM
from companion.vision.fronts_on_plane import Floats
from companion.vision.looks import described
from companion.vision.plane import transformed
from companion.vision.preparation import gray

FEATURE_PX_PER_MM = (5.0, 2.5)
"""Pixels a millimetre of a cut-out when its features are taken: photos of tables show tiles no finer, and
many about half as fine."""
MAX_FACE_FEATURES, MIN_FACE_FEATURES = 500, 40
PATTERN_PX_PER_MM = 2.0
PATTERN_REACH_MM = 5.0
"""How far around a spot brightness is evened out: light on a table differs, prints do not."""
FAINT = np.array([10.0, 5.0, 5.0], np.float32)
"""Least contrast, in light and in the two colours of Lab (of 255), by which a spot's pattern is scaled: what
is fainter is mostly noise and is not amplified."""


SOFT_PX = 3.0
"""How much a pattern is softened, so that a face learnt sharp is like itself where a dim room's camera is out
of focus and shows a millimetre by one and a half pixels; colours a photo keeps at half the resolution anyway.
At half of this 1 of 14 such tiles was certain; faces that lay elsewhere were no more alike."""
WHITE, MAX_GAIN = 250.0, 4.0
"""How bright the brightest parts of a picture are made before it is compared, by this factor at most:
features are told apart by whole gray values, of which a dim picture uses few, as is what is FAINT."""
BRIGHTEST_PERCENT = 99.8


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
    """A face's features, from its middle, and its pattern, in light and two colours, with what of it
    counts."""

    face: TileFace
    features: Features
    pattern: Floats
    counts: Floats


def learn_face(face: TileFace) -> LearntFace:
    """Raises ValueError when the picture shows too little to be told from others."""
    plain = gray(face.picture)
    shown = _shown(face, plain.shape[0])
    features = _together([_features_at(fine, plain, shown, face.size_mm) for fine in FEATURE_PX_PER_MM])
    if len(features.places) < MIN_FACE_FEATURES:
        raise ValueError(face.tag)
    coarse = round((face.size_mm + 2 * MARGIN_MM) * PATTERN_PX_PER_MM)
    counts = (cv2.resize(shown, (coarse, coarse), interpolation=cv2.INTER_AREA) > 250).astype(np.float32)
    reduced = cv2.resize(face.picture, (coarse, coarse), interpolation=cv2.INTER_AREA)
    pattern = pattern_of(light_and_colours(np.asarray(reduced, np.uint8)), counts)
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


def _features_at(fine: float, plain: Image, shown: Image, size_mm: float) -> Features:
    """A face's features, in millimetres from its middle, at so many pixels a millimetre."""
    side, middle = round((size_mm + 2 * MARGIN_MM) * fine), size_mm / 2 + MARGIN_MM
    small = cv2.resize(plain, (side, side), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(shown, (side, side), interpolation=cv2.INTER_NEAREST)
    to_mm = np.array([[1 / fine, 0, 0.5 / fine - middle], [0, 1 / fine, 0.5 / fine - middle], [0, 0, 1]])
    return features_of(small, MAX_FACE_FEATURES, mask, to_mm)


def _together(each: Sequence[Features]) -> Features:
    columns = (np.concatenate([getattr(one, name) for one in each]) for name in Features.__slots__)
    return Features(*columns)


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


def well_lit(picture: Image) -> Image:
    """A picture, gray or not, whose brightest parts are white, whatever the room's light."""
    brightest = float(np.percentile(gray(picture[::4, ::4]), BRIGHTEST_PERCENT))
    gain = min(MAX_GAIN, WHITE / max(1.0, brightest))
    return picture if gain <= 1 else np.asarray(cv2.convertScaleAbs(picture, alpha=gain), np.uint8)


def light_and_colours(picture: Image) -> Image:
    """A picture in Lab, which keeps its light apart from its two colours; of a gray one these are even."""
    shown = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture
    return np.asarray(cv2.cvtColor(shown, cv2.COLOR_BGR2Lab), np.uint8)


def pattern_of(picture: Floats, counts: Floats) -> Floats:
    """What is printed where it counts, with light and contrast evened out around each spot. picture: in
    Lab."""
    plain = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), SOFT_PX)
    reach = 2 * round(PATTERN_REACH_MM * PATTERN_PX_PER_MM) + 1
    counted = counts[:, :, None]
    there = np.maximum(cv2.blur(counts, (reach, reach)), 1e-3)[:, :, None]
    high = (plain - cv2.blur(plain * counted, (reach, reach)) / there) * counted
    spread = np.sqrt(np.maximum(0, cv2.blur(high * high, (reach, reach)) / there))
    return np.asarray(high / (spread + FAINT), np.float32)
