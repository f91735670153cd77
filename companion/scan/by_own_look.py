"""Proposes for bare tiles in a photo what they may be by their own look: each a question, never more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from companion.games.contract import Game, Part, State, part_of
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import PhotoContents
from companion.vision.camera import Image, Point
from companion.vision.tags import parse_tag
from companion.vision.tile_looks import SeenLook, TileLookReader

ANSWERED = frozenset({doubts.BARE, doubts.MAYBE, doubts.UNREAD, doubts.CUT, doubts.GLARE})
"""What may be asked of a place until a tile is proposed there."""


def add_proposals(
    image: Image, read: PhotoContents, game: Game[State], reader: TileLookReader
) -> PhotoContents:
    """The reading with a question for each tile that `reader` proposes. A tile of which there is but one is
    not proposed where its tag was read, nor in two places."""
    seen = reader.read(image, [found.corners for found in read.found], read.plane)
    parts = [(one, part) for one in seen if (part := _part(game, one)) is not None and part.role]
    copies = Counter(part.id for _, part in parts) + Counter(found.id for found in read.found)
    asked, places = [], []
    for one, part in parts:
        if copies[part.id] <= part.copies:
            words = (("tile", part.name), ("role", part.role))
            asked.append(Doubt(doubts.LOOKS, words, one.outline, (part.id,)))
            places.append(np.array(one.outline, np.float32))
    left = tuple(
        doubt
        for doubt in read.doubts
        if doubt.kind not in ANSWERED or not any(_lies_on(doubt.outline, place) for place in places)
    )
    return replace(read, doubts=(*left, *asked))


def _part(game: Game[State], seen: SeenLook) -> Part | None:
    tag = parse_tag(f"{game.tag_prefix}:{seen.tag}", {game.tag_prefix})
    return None if tag is None else part_of(game, tag.tile, tag.face)


def _lies_on(outline: tuple[Point, ...], place: np.ndarray) -> bool:
    if not outline:
        return False
    x, y = (sum(values) / len(outline) for values in zip(*outline, strict=True))
    return cv2.pointPolygonTest(place, (x, y), False) >= 0
