"""Adds to what was read of a photo the pieces without tags: fronts known by their looks or names, and for
bare tiles a question, never more, what each may be by its own look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.games.contract import Game, Part, State, part_of
from companion.games.contract.looks import Looks
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents, Quad
from companion.scan.learnt_looks import looks_of
from companion.vision.camera import Image, Point
from companion.vision.looks import FrontReader, SeenFront, without_overlaps
from companion.vision.printed_names import NameReader
from companion.vision.tags import parse_tag
from companion.vision.tile_looks import SeenLook, TileLookReader

MIN_TAGS = 4
"""Tags that must have been read for their plane to hold all over a photo."""
ANSWERED = frozenset({doubts.BARE, doubts.MAYBE, doubts.UNREAD, doubts.CUT, doubts.GLARE})
"""What may be asked of a place until a tile is proposed there."""


@dataclass(frozen=True, slots=True)
class LookReaders:
    """What tells a game's pieces by their looks. by_look: names those without tags whose fronts were learnt;
    by_name: the others, by what is printed on them, where no tag is read, for that needs all of a photo's
    pixels, and seconds; tiles: proposes bare ones. None: nothing was learnt, or it cannot be."""

    by_look: FrontReader | None = None
    by_name: NameReader | None = None
    tiles: TileLookReader | None = None

    def add(self, image: Image, read: PhotoContents, game: Game[State]) -> PhotoContents:
        seen = () if self.by_look is None else self.by_look.read(image)
        if self.by_name is not None and not read.found:
            seen = without_overlaps((*seen, *self.by_name.read(image)))
        if seen and (looks := looks_of(game)) is not None:
            read = _with_fronts(seen, read, game, looks)
        return read if self.tiles is None else _with_proposals(image, read, game, self.tiles)


def _with_fronts(
    fronts: Sequence[SeenFront], read: PhotoContents, game: Game[State], looks: Looks
) -> PhotoContents:
    """Where a tag was read on a piece, the tag holds."""
    tagged = [found.middle for found in read.found]
    found = list(read.found)
    seen = []
    for front in fronts:
        part = part_of(game, front.front, "")
        if part is None or any(_contains(front.corners, *middle) for middle in tagged):
            continue
        seen.append(front)
        corners = _middle_square(front, looks, read.symbol_mm)
        tag = f"{game.tag_prefix}:{front.front}"
        why = None if front.sure else Doubt(doubts.HARD, outline=corners, tiles=(part.id,))
        found.append(FoundTile(tag, front.front, "", corners, part.id, part.role, front.sure, why))
    if not seen:
        return read
    # Doubts about places where a front is, and about missing tags where none are, are answered.
    places = [front.corners for front in seen]
    needless = {doubts.NOTHING} if tagged else {doubts.NOTHING, doubts.SMALL}
    left = (doubt for doubt in read.doubts if doubt.kind not in needless and not _lies_on(doubt, places))
    return replace(read, found=tuple(found), doubts=tuple(left))


def _with_proposals(
    image: Image, read: PhotoContents, game: Game[State], reader: TileLookReader
) -> PhotoContents:
    """A tile of which there is but one is not proposed where its tag was read, nor in two places."""
    if len(read.found) < MIN_TAGS:
        return read
    seen = reader.read(image, [found.corners for found in read.found], read.plane)
    parts = [
        (one, part) for one in seen if not one.rivals and (part := _part(game, one)) is not None and part.role
    ]
    copies = Counter(part.id for _, part in parts) + Counter(found.id for found in read.found)
    asked = [
        Doubt(doubts.LOOKS, (("role", part.role),), one.outline, (part.id,))
        for one, part in parts
        if copies[part.id] <= part.copies
    ]
    places = [doubt.outline for doubt in asked]
    left = (doubt for doubt in read.doubts if doubt.kind not in ANSWERED or not _lies_on(doubt, places))
    return replace(read, doubts=(*left, *asked))


def _part(game: Game[State], seen: SeenLook) -> Part | None:
    tag = parse_tag(f"{game.tag_prefix}:{seen.tag}", {game.tag_prefix})
    return None if tag is None else part_of(game, tag.tile, tag.face)


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


def _lies_on(doubt: Doubt, places: Collection[Sequence[Point]]) -> bool:
    """Whether its middle is in one of the places; of one without a place it is not."""
    if not doubt.outline:
        return False
    x, y = (sum(values) / len(doubt.outline) for values in zip(*doubt.outline, strict=True))
    return any(_contains(place, x, y) for place in places)


def _contains(place: Sequence[Point], x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(place, np.float32), (x, y), False) >= 0
