"""Reads one photo of a table: which tiles it shows, where, and what might be a tile that was not read.

First the photo is read as any other. The tags found give the table's plane, and the photo is straightened:
from above, at a known size, tags that are half hidden are read too, and what looks like a tile or a tag but
was not read is noticed. So a tile is missed in silence only where nothing of it is to be seen. Then come the
pieces without tags: fronts known by their looks or names, and for bare tiles a question, never more, what
each may be by its own look.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.games.contract import Game, Part, State, part_of
from companion.games.contract.looks import Looks
from companion.games.scanned.draft import roles_of
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import FoundTile, PhotoContents, Quad
from companion.scan.learnt_looks import looks_of
from companion.scan.second_pass import PhotoReader
from companion.vision.camera import Image, Point
from companion.vision.goods_seen import guess_on_tile
from companion.vision.looks import FrontReader, SeenFront, without_overlaps
from companion.vision.picture_budget import unpacking
from companion.vision.plane import transformed
from companion.vision.preparation import gray
from companion.vision.printed_names import NameReader
from companion.vision.reader import Reader
from companion.vision.sent_photos import (
    USEFUL_PIXELS,
    open_again,
    open_gray_photo,
    open_photo,
    pixel_count,
)
from companion.vision.tags import all_tags, parse_tag
from companion.vision.tile_looks import SeenLook, TileLookReader

TWO_STEP_PIXELS = 6_000_000
"""Pixels from which a photo is looked at more coarsely first: that takes a third of the time."""
COARSE_PIXELS = USEFUL_PIXELS // 4
ENOUGH_PX_PER_MODULE = 2.4
"""Pixels a module that are enough then, when nothing is doubtful."""

MIN_TAGS = 4
"""Tags that must have been read for their plane to hold all over a photo."""
ANSWERED = frozenset({doubts.BARE, doubts.MAYBE, doubts.UNREAD, doubts.CUT, doubts.GLARE})
"""What may be asked of a place until a tile is proposed there."""

_readers_lock = threading.Lock()
"""Two photos that come first make one reader."""


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


NO_LOOKS = LookReaders()


def read_sent_photo(
    data: bytes, game: Game[State], looks: LookReaders = NO_LOOKS
) -> tuple[PhotoContents, Image]:
    """What a photo shows, from the bytes that were sent, and the picture in which that was read: a large one
    brought down to COARSE_PIXELS pixels, where that is plenty. Raises BadPicture."""
    large = pixel_count(data) > TWO_STEP_PIXELS
    if large:
        image = open_photo(data, COARSE_PIXELS)
        look = PhotoReader(gray(image), game, reader_of(game))
        read = look.read()
        if look.module_px >= ENOUGH_PX_PER_MODULE and all(doubt.kind == doubts.DARK for doubt in read.doubts):
            return _with_the_rest(image, read, game, looks), image
        if look.module_px == 0 and looks.by_name is None:
            named = _with_the_rest(image, read, game, looks)
            if named.found:
                return named, image  # no tags at all: a finer picture would show no more
        del image, look
    with unpacking if large else nullcontext():
        # Opened in colour only after it was read in gray: a photo of 12 megapixels is 36 MB.
        plain = gray(open_again(data)) if large else open_gray_photo(data)
        read = PhotoReader(plain, game, reader_of(game)).read()
        del plain
        image = open_again(data)
        return _with_the_rest(image, read, game, looks), image


def read_photo(image: Image, game: Game[State], looks: LookReaders = NO_LOOKS) -> PhotoContents:
    """What a picture shows of the game's tiles. image: blue, green, red, upright."""
    return _with_the_rest(image, PhotoReader(gray(image), game, reader_of(game)).read(), game, looks)


def _with_the_rest(image: Image, read: PhotoContents, game: Game[State], looks: LookReaders) -> PhotoContents:
    """With the questions about goods on tagged tiles, and with the pieces without tags."""
    read = replace(read, doubts=read.doubts + _goods_doubts(image, read, game))
    return looks.add(image, read, game)


def _goods_doubts(image: Image, read: PhotoContents, game: Game[State]) -> tuple[Doubt, ...]:
    """A question for each tile on which something of a good's colour seems to lie."""
    asked, roles = [], roles_of(game)
    for found in read.found:
        role = roles[found.role]
        if not role.goods or role.marks_mat:
            continue
        seen = guess_on_tile(image, found.corners, read.symbol_mm, game, found.tile, found.face)
        if seen is not None and seen.likely and seen.kind is not None:
            asked.append(Doubt(doubts.GOOD, (("good", seen.kind),), found.corners, (found.id,)))
    return tuple(asked)


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
    left, right, top, low = (n / 2 + half for n in (wide, high) for half in (-side_mm / 2, side_mm / 2))
    square = np.array([(left, top), (right, top), (right, low), (left, low)])
    a, b, c, d = transformed(way, square).tolist()
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def _lies_on(doubt: Doubt, places: Collection[Sequence[Point]]) -> bool:
    """Whether its middle is in one of the places; of one without a place it is not."""
    if not doubt.outline:
        return False
    x, y = (sum(values) / len(doubt.outline) for values in zip(*doubt.outline, strict=True))
    return any(_contains(place, x, y) for place in places)


def _contains(place: Sequence[Point], x: float, y: float) -> bool:
    return cv2.pointPolygonTest(np.array(place, np.float32), (x, y), False) >= 0


def reader_of(game: Game[State]) -> Reader:
    """What reading needs. To make it takes longer than a photo, so it is made before the first one comes."""
    tags = tuple(all_tags(game.tag_prefix, game.tracking.tiles()))
    with _readers_lock:
        return _reader(game.tag_prefix, tags)


@lru_cache(maxsize=4)
def _reader(prefix: str, tags: tuple[str, ...]) -> Reader:
    """`read_thoroughly` has no memory, so that one serves every photo and thread."""
    return Reader({prefix}, tags)
