"""A single piece without a tag, photographed from above and the right way up: cut out as `cut_outs` cuts one.

The person holds the phone, so which way is up is the photo's; a slant of a few degrees is left as it is.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.vision.camera import Image
from companion.vision.cut_outs import MARGIN_MM, MIN_PX_PER_MM, PX_PER_MM
from companion.vision.piece_outlines import MIN_SINGLE_PART, SEARCH_SIDE_PX, masks, upright_pieces

MIN_ROUND_PART = 0.93
"""The part of the circle around it that a round piece's outline fills at least."""
MAX_SINGLE_PART = 0.9
NO_TAG = (1e4, 1e4, 0.0)
"""Where the tag of a piece without one is, for the reader of faces: nowhere."""


def cut_out(photo: Image, size_mm: float, round: bool) -> Image | None:
    """The piece upright, MARGIN_MM wider than it is on each side; None: no single piece stands out.

    photo: blue, green, red; size_mm: across the piece; round: it is, or else square.
    """
    return _round(photo, size_mm) if round else _square(photo, size_mm)


def _round(photo: Image, size_mm: float) -> Image | None:
    scale = SEARCH_SIDE_PX / max(photo.shape[:2])
    small: Any = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    area = float(small.shape[0] * small.shape[1])
    best: tuple[float, float, float] | None = None
    for mask in masks(small):
        contours, _nested = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            part = cv2.contourArea(hull) / area
            if not MIN_SINGLE_PART <= part <= MAX_SINGLE_PART:
                continue
            (x, y), radius = cv2.minEnclosingCircle(hull)
            filled = cv2.contourArea(hull) / (np.pi * radius * radius)
            if filled >= MIN_ROUND_PART and (best is None or radius > best[2]):
                best = (x, y, radius)
    if best is None:
        return None
    x, y, radius = (value / scale for value in best)
    if 2 * radius / size_mm < MIN_PX_PER_MM:
        return None
    side = whole_px((size_mm + 2 * MARGIN_MM) * PX_PER_MM)
    fine = size_mm * PX_PER_MM / (2 * radius)
    way = np.array([[fine, 0, side / 2 - fine * x], [0, fine, side / 2 - fine * y]])
    picture = cv2.warpAffine(photo, way, (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8)


def _square(photo: Image, size_mm: float) -> Image | None:
    found = upright_pieces(photo, 1.0, 1)
    if len(found) != 1:
        return None
    inner, margin = whole_px(size_mm * PX_PER_MM), whole_px(MARGIN_MM * PX_PER_MM)
    fitted = cv2.resize(found[0], (inner, inner), interpolation=cv2.INTER_CUBIC)
    return np.asarray(
        cv2.copyMakeBorder(fitted, margin, margin, margin, margin, cv2.BORDER_REPLICATE), np.uint8
    )


def whole_px(value: float) -> int:
    return int(value + 0.5)
