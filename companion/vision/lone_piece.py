"""Pieces without a tag that lie apart on a plain ground, photographed from above and the right way up: each
cut out upright, as `cut_outs` cuts one.

The person holds the phone, so which way is up is the photo's; what a hand laid a little aslant is turned by
its lines of text.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np

from companion.games.contract.box_proposals import SeenFace
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.cut_outs import MARGIN_MM, MIN_PX_PER_MM, PX_PER_MM
from companion.vision.piece_outlines import MAX_SIZE_RATIO, SEARCH_SIDE_PX, Quad, square_pieces
from companion.vision.printed_marks import read_face
from companion.vision.round_outlines import round_pieces

MIN_PART, MAX_PART = 0.006, 0.9
"""The part of the photo that a piece covers."""
NO_TAG = (1e4, 1e4, 0.0)
"""Where the tag of a piece without one is: nowhere."""
MIN_LINE_RATIO = 4.0
"""A line of text so much longer than high tells how its piece is turned."""
MAX_TURN, LEAST_TURN = 25.0, 1.0
"""Degrees by which a piece is turned back."""


class LonePiece(NamedTuple):
    """x, y: its middle, in the photo's pixels; across: how wide it is there."""

    x: float
    y: float
    across: float
    picture: Image


def cut_outs(photo: Image, size_mm: float, round: bool) -> list[LonePiece]:
    """The pieces of this shape and about one size, upright, MARGIN_MM wider than they are on each side, row
    by row. photo: blue, green, red; size_mm: across a piece; round: they are, or else square."""
    scale = SEARCH_SIDE_PX / max(photo.shape[:2])
    small: Any = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    find = round_pieces if round else square_pieces
    found = find(small, MIN_PART, MAX_PART)
    if not found:
        return []
    typical = float(np.median([cv2.contourArea(quad) for quad in found]))
    pieces = (q for q in found if 1 / MAX_SIZE_RATIO < cv2.contourArea(q) / typical < MAX_SIZE_RATIO)
    return [_cut(photo, q / scale, size_mm) for q in pieces if _across(q) / scale >= MIN_PX_PER_MM * size_mm]


def read(picture: Image, size_mm: float) -> SeenFace:
    """What a piece shows, by its straightened cut-out."""
    return read_face(picture, NO_TAG, size_mm)


def straightened(picture: Image) -> Image:
    """A cut-out turned so that its lines of text run from left to right."""
    turns = []
    for corners in ocr.boxes_of(picture):
        along, across = corners[1] - corners[0], corners[3] - corners[0]
        if np.linalg.norm(along) > MIN_LINE_RATIO * np.linalg.norm(across):
            turns.append(float(np.degrees(np.arctan2(along[1], along[0]))))
    turn = float(np.median(turns)) if turns else 0.0
    if not LEAST_TURN < abs(turn) < MAX_TURN:
        return picture
    high, wide = picture.shape[:2]
    way = cv2.getRotationMatrix2D((wide / 2, high / 2), turn, 1.0)
    turned = cv2.warpAffine(
        picture, way, (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(turned, np.uint8)


def _across(quad: Quad) -> float:
    return float(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1).mean())


def _cut(photo: Image, quad: Quad, size_mm: float) -> LonePiece:
    start = int(np.argmin(quad.sum(axis=1)))
    low, high = MARGIN_MM * PX_PER_MM, (MARGIN_MM + size_mm) * PX_PER_MM
    to = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    way = cv2.getPerspectiveTransform(np.roll(quad, -start, axis=0).astype(np.float32), to)
    side = int((size_mm + 2 * MARGIN_MM) * PX_PER_MM + 0.5)
    picture = cv2.warpPerspective(
        photo, way, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    x, y = quad.mean(axis=0)
    return LonePiece(float(x), float(y), _across(quad), np.asarray(picture, np.uint8))
