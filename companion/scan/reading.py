"""Reads one photo of a table: which tiles it shows, where, and what might be a tile that was not read.

First the photo is read as any other. The tags found give the table's plane, and the photo is straightened:
from above, at a known size, tags that are half hidden are read too, and what looks like a tile or a tag but
was not read is noticed. So a tile is missed in silence only where nothing of it is to be seen.
"""

from __future__ import annotations

import threading
from contextlib import nullcontext
from dataclasses import replace
from functools import lru_cache

from companion.games.contract import Game, State
from companion.games.scanned.draft import roles_of
from companion.scan import doubts
from companion.scan.by_looks import LookReaders
from companion.scan.doubts import Doubt
from companion.scan.found import PhotoContents
from companion.scan.second_pass import PhotoReader
from companion.vision.camera import Image
from companion.vision.goods_seen import guess_on_tile
from companion.vision.picture_budget import unpacking
from companion.vision.preparation import gray
from companion.vision.reader import Reader
from companion.vision.sent_photos import (
    USEFUL_PIXELS,
    open_again,
    open_gray_photo,
    open_photo,
    pixel_count,
)
from companion.vision.tags import all_tags

NO_LOOKS = LookReaders()
TWO_STEP_PIXELS = 6_000_000
"""Pixels from which a photo is looked at more coarsely first: that takes a third of the time."""
COARSE_PIXELS = USEFUL_PIXELS // 4
ENOUGH_PX_PER_MODULE = 2.4
"""Pixels a module that are enough then, when nothing is doubtful."""

_readers_lock = threading.Lock()
"""Two photos that come first make one reader."""


def read_sent_photo(
    data: bytes, game: Game[State], looks: LookReaders = NO_LOOKS
) -> tuple[PhotoContents, Image]:
    """What a photo shows, from the bytes that were sent, and the picture in which that was read: a large one
    brought down to COARSE_PIXELS pixels, where that is plenty. Raises BadPicture."""
    large = pixel_count(data) > TWO_STEP_PIXELS
    if large:
        image = open_photo(data, COARSE_PIXELS)
        look = PhotoReader(gray(image), game, _reader_of(game))
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
        read = PhotoReader(plain, game, _reader_of(game)).read()
        del plain
        image = open_again(data)
        return _with_the_rest(image, read, game, looks), image


def read_photo(image: Image, game: Game[State], looks: LookReaders = NO_LOOKS) -> PhotoContents:
    """What a picture shows of the game's tiles. image: blue, green, red, upright."""
    return _with_the_rest(image, PhotoReader(gray(image), game, _reader_of(game)).read(), game, looks)


def prepare_readers(game: Game[State]) -> None:
    """Makes what reading needs, which takes longer than a photo: so that the first one need not wait."""
    _reader_of(game)


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


def _reader_of(game: Game[State]) -> Reader:
    tags = tuple(all_tags(game.tag_prefix, game.tracking.tiles()))
    with _readers_lock:
        return _reader(game.tag_prefix, tags)


@lru_cache(maxsize=4)
def _reader(prefix: str, tags: tuple[str, ...]) -> Reader:
    """`read_thoroughly` has no memory, so that one serves every photo and thread."""
    return Reader({prefix}, tags)
