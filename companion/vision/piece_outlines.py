"""Finds whole rectangular pieces that lie apart on a plain ground, and brings each upright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image

Quad = NDArray[np.float32]

SEARCH_SIDE_PX = 1000
"""Pixels of the longer side of the picture in which outlines are looked for."""
MAX_RATIO_ERROR = 1.22
"""How far a piece's sides may be from its proportions, seen at a slant."""
MAX_ASLANT = 0.3
"""Cosine of the angle at a corner of a piece that is seen at a slant. One that is further from square is not
its rim: of a tile cut out by such an outline a wrong price was read."""
MIN_FILLED_PART = 0.93
"""The part of its outline's rectangle that a piece fills at least: its corners are round."""
MIN_SINGLE_PART = 0.08
"""The part of the photo that a single piece covers at least."""
MIN_PART_OF_MANY = 0.012
MAX_SIZE_RATIO = 1.5
"""How much larger the largest of several pieces may look than the smallest."""
UPRIGHT_WIDTH_PX = 500
"""Pixels across a piece brought upright."""


def upright_pieces(photo: Image, ratio: float, count: int) -> list[Image]:
    """The `count` pieces that the photo shows, row by row, each upright and filled by it; fewer, or more,
    where not just so many are found. ratio: a piece's height to its width; its long sides are taken for
    upright. photo: blue, green, red."""
    scale = SEARCH_SIDE_PX / max(photo.shape[:2])
    small: Any = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    area = float(small.shape[0] * small.shape[1])
    least, most = (MIN_SINGLE_PART, 0.97) if count == 1 else (MIN_PART_OF_MANY, 1.2 / count)
    found = [quad for quad in _quads(small, ratio) if least * area <= cv2.contourArea(quad) <= most * area]
    pieces = _without_overlaps(found)
    if count == 1:
        pieces = pieces[:1]
    elif len(pieces) > 1:
        typical = float(np.median([cv2.contourArea(quad) for quad in pieces[:count]]))
        pieces = [
            quad for quad in pieces if 1 / MAX_SIZE_RATIO < cv2.contourArea(quad) / typical < MAX_SIZE_RATIO
        ]
    return [_upright(photo, quad / scale, ratio) for quad in in_rows(pieces)]


def square_pieces(small: Any, least: float, most: float) -> list[Quad]:
    """Square outlines that lie apart and cover such a part of the photo, row by row. small: of
    SEARCH_SIDE_PX."""
    area = float(small.shape[0] * small.shape[1])
    found = [quad for quad in _quads(small, 1.0) if least * area <= cv2.contourArea(quad) <= most * area]
    return in_rows(_without_overlaps(found))


def masks(small: Any) -> Iterator[Any]:
    """Black and white pictures in which a piece may stand out as a whole, in several ways."""
    soft = cv2.GaussianBlur(small, (5, 5), 0)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB)
    # The ground is what the edge of the photo shows: how unlike it each pixel is.
    edge = np.concatenate([lab[:8].reshape(-1, 3), lab[-8:].reshape(-1, 3), lab[:, :8].reshape(-1, 3)])
    away = np.linalg.norm(lab.astype(np.float32) - np.median(edge, axis=0), axis=2)
    unlike = np.clip(away * 2, 0, 255).astype(np.uint8)
    for plain in (unlike, lab[:, :, 0]):
        _threshold, mask = cv2.threshold(plain, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield mask
        yield 255 - mask
    yield cv2.threshold(unlike, 24, 255, cv2.THRESH_BINARY)[1]
    # Uneven light changes how bright the ground is, not its colour.
    tinted = np.linalg.norm((lab.astype(np.float32) - np.median(edge, axis=0))[:, :, 1:], axis=2)
    yield cv2.threshold(np.clip(tinted * 4, 0, 255).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)[1]
    lines = cv2.Canny(soft, 30, 90)
    yield cv2.dilate(lines, np.ones((3, 3), np.uint8))


def _quads(small: Any, ratio: float) -> Iterator[Quad]:
    for mask in masks(small):
        contours, _nested = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if cv2.contourArea(contour) < 2000:
                continue
            quad = _quad_of(cv2.convexHull(contour))
            if quad is None or _is_aslant(quad):
                continue
            sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
            across, along = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
            if across and 1 / MAX_RATIO_ERROR < along / across / ratio < MAX_RATIO_ERROR:
                yield quad


def _is_aslant(quad: Quad) -> bool:
    """A corner of it is far from square."""
    ways = np.roll(quad, -1, axis=0) - quad
    ways = ways / np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-6)
    return bool((np.abs((ways * np.roll(ways, 1, axis=0)).sum(axis=1)) > MAX_ASLANT).any())


def _quad_of(hull: Any) -> Quad | None:
    """The four corners of an outline, clockwise; None: it has none."""
    box = cv2.boxPoints(cv2.minAreaRect(hull))
    for part in (0.02, 0.035, 0.05):
        corners = cv2.approxPolyDP(hull, part * cv2.arcLength(hull, True), True)
        if len(corners) == 4:
            quad = corners.reshape(4, 2).astype(np.float32)
            if cv2.contourArea(hull) >= MIN_FILLED_PART * cv2.contourArea(quad):
                return _clockwise(quad)
    if cv2.contourArea(hull) >= MIN_FILLED_PART * cv2.contourArea(box):
        return _clockwise(box.astype(np.float32))
    return None


def _clockwise(quad: Quad) -> Quad:
    middle = quad.mean(axis=0)
    turns = np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0])
    return quad[np.argsort(turns)]


def _without_overlaps(quads: list[Quad]) -> list[Quad]:
    """The largest first, without those that lie in one that is kept."""
    kept: list[Quad] = []
    for quad in sorted(quads, key=lambda one: -cv2.contourArea(one)):
        area = cv2.contourArea(quad)
        if all(cv2.intersectConvexConvex(quad, other)[0] < 0.2 * area for other in kept):
            kept.append(quad)
    return kept


def in_rows(quads: list[Quad]) -> list[Quad]:
    """From the left, row by row: the next row begins below the middle of the last one's pieces."""
    left = sorted(quads, key=lambda quad: float(quad[:, 1].mean()))
    found: list[Quad] = []
    while left:
        first = left[0]
        low = float(first[:, 1].mean()) + (float(first[:, 1].max()) - float(first[:, 1].min())) / 2
        row = [quad for quad in left if float(quad[:, 1].mean()) < low]
        left = [quad for quad in left if float(quad[:, 1].mean()) >= low]
        found += sorted(row, key=lambda quad: float(quad[:, 0].mean()))
    return found


def _upright(photo: Image, quad: Quad, ratio: float) -> Image:
    """The piece in the photo, its upper left corner first; one that lies on its side is turned clockwise. No
    square does."""
    start = int(np.argmin(quad.sum(axis=1)))
    corners = np.roll(quad, -start, axis=0)
    if ratio > 1 and np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
        corners = np.roll(corners, 1, axis=0)
    high = round(UPRIGHT_WIDTH_PX * ratio)
    to = np.array([[0, 0], [UPRIGHT_WIDTH_PX, 0], [UPRIGHT_WIDTH_PX, high], [0, high]], np.float32)
    way = cv2.getPerspectiveTransform(corners.astype(np.float32), to)
    return np.asarray(
        cv2.warpPerspective(photo, way, (UPRIGHT_WIDTH_PX, high), flags=cv2.INTER_AREA), np.uint8
    )
