"""Adds to what was read of a photo the pieces without tags that are known by their looks or names."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.games.contract import Game, State, part_of
from companion.games.contract.looks import Looks
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents, Quad
from companion.scan.learnt_fronts import FrontsInPhotos
from companion.vision.camera import Image
from companion.vision.looks import SeenFront


def add_fronts(
    image: Image, read: PhotoContents, game: Game[State], looks: Looks, reader: FrontsInPhotos
) -> PhotoContents:
    """The reading with the fronts that `reader` names. Where a tag was read on a piece, the tag holds."""
    tagged = [found.middle for found in read.found]
    found = list(read.found)
    seen = []
    for front in reader.read(image, bool(read.found)):
        part = part_of(game, front.front, "")
        if part is None or any(_contains(front, *middle) for middle in tagged):
            continue
        seen.append(front)
        corners = _middle_square(front, looks, read.symbol_mm)
        tag = f"{game.tag_prefix}:{front.front}"
        why = None if front.sure else Doubt(doubts.HARD, (("tile", part.name),), corners, (part.id,))
        found.append(FoundTile(tag, front.front, "", corners, part.id, part.name, part.role, front.sure, why))
    if not seen:
        return read
    left = tuple(doubt for doubt in read.doubts if not _is_answered(doubt, seen, bool(tagged)))
    return replace(read, found=tuple(found), doubts=left)


def _middle_square(front: SeenFront, looks: Looks, side_mm: float) -> Quad:
    """A square as large as a tag in the middle of the piece, as it lies in the photo, because planes and maps
    are computed from such squares."""
    wide, high = looks.width_mm, looks.height_mm
    piece = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    way = cv2.getPerspectiveTransform(piece, np.array(front.corners, np.float32))
    half = side_mm / 2
    square = np.array([[(-half, -half), (half, -half), (half, half), (-half, half)]], np.float32)
    a, b, c, d = cv2.perspectiveTransform(square + np.array((wide / 2, high / 2), np.float32), way)[
        0
    ].tolist()
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def _contains(front: SeenFront, x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(front.corners, np.float32), (x, y), False) >= 0


def _is_answered(doubt: Doubt, seen: list[SeenFront], tags: bool) -> bool:
    """Whether the doubt is about a place where a front was named, or about missing tags where none are."""
    if doubt.kind == doubts.NOTHING or (doubt.kind == doubts.SMALL and not tags):
        return True
    if not doubt.outline:
        return False
    x = sum(point[0] for point in doubt.outline) / len(doubt.outline)
    y = sum(point[1] for point in doubt.outline) / len(doubt.outline)
    return any(_contains(front, x, y) for front in seen)
