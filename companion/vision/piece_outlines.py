"""Finds whole rectangular pieces that lie apart on a plain ground, and brings each upright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image
from companion.vision.outline_edges import lab_of
from companion.vision.square_outlines import by_edges

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
MIN_NEARLY_PART = 0.6
"""And one whose sides are then looked for by its edges."""
MIN_PART_AROUND, MAX_PART_AROUND = 0.25, 0.6
"""How wide a piece is, of a square around several; what is printed on one is smaller than that of it."""
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
    within = lambda quad: least * area <= cv2.contourArea(quad) <= most * area  # noqa: E731
    quads = [quad for quad in _quads(small, 1.0) if within(quad)]
    clear = _without_overlaps([quad for quad in quads if not _is_around_several(quad, quads)])
    lab, nearly = lab_of(small), []
    for box in filter(within, _boxes(small)):
        x, y = map(float, box.mean(axis=0))
        free = all(cv2.pointPolygonTest(quad, (x, y), False) < 0 for quad in clear)
        if free and not _is_around_several(box, quads):
            quad = by_edges(lab, box)
            if quad is not None and not _is_aslant(quad) and _has_ratio(quad, 1.0):
                nearly.append(quad)
    return in_rows(_without_overlaps(clear + nearly))


def _is_around_several(quad: Quad, quads: list[Quad]) -> bool:
    """Several of the others lie apart in it, no smaller than pieces would be: it is what they lie on."""
    side, inside = cv2.contourArea(quad) ** 0.5, list[Quad]()
    for other in quads:
        x, y = middle = other.mean(axis=0)
        width = cv2.contourArea(other) ** 0.5
        if not MIN_PART_AROUND * side < width < MAX_PART_AROUND * side:
            continue
        if cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 and all(
            np.hypot(*(middle - one.mean(axis=0))) > width for one in inside
        ):
            inside.append(other)
    return len(inside) > 1


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
            if _has_ratio(quad, ratio):
                yield quad


def _boxes(small: Any) -> Iterator[Quad]:
    """Squares around outlines that fill them in part, each near a piece that a mask may have bitten into."""
    for mask in masks(small):
        contours, _nested = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            if len(contour) < 4 or cv2.contourArea(contour) < 2000:
                continue
            hull = cv2.convexHull(contour)
            box = _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(np.float32))
            if cv2.contourArea(hull) >= MIN_NEARLY_PART * cv2.contourArea(box) and _has_ratio(box, 1.0):
                yield box


def _has_ratio(quad: Quad, ratio: float) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across, along = sorted(((sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2))
    return bool(across and 1 / MAX_RATIO_ERROR < along / across / ratio < MAX_RATIO_ERROR)


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
