"""One photo of a table: which tiles it shows, where, and what in it might be a tile that was not read.

First the photo is read as any other. The tags found give the table's plane, and the photo is straightened:
from above, at a known size, tags that are half hidden are read too, and what looks like a tile or a tag but
was not read is noticed. So a tile is missed in silence only where nothing of it is to be seen.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.games.game import Game
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.scan.found import Found, Quad, Read
from companion.scan.looking import Look
from companion.scan.telling import Teller
from companion.vision.camera import Image
from companion.vision.goods import GoodsColours, good_on
from companion.vision.reader import Point, Reader, gray
from companion.vision.tags import all_tags

__all__ = ["Found", "Quad", "Read", "read_photo"]

HALVED = 6_000_000
"""Pixels from which a photo is read at half its size first: that takes a third of the time."""
PLENTY = 2.4
"""Pixels a module that are enough then, when nothing is doubtful."""

_reading = threading.Lock()
"""A photo at a time: reading takes memory, and two at once are not faster on two cores."""


def read_photo(image: Image, game: Game[Any]) -> Read:
    """What the photo shows of the game's tiles. image: as `open_photo` gives it."""
    tags = tuple(all_tags(game.tag_prefix, game.tiles()))
    readers = _readers(game.tag_prefix, tags)
    plain = gray(image)
    read = _tiles(plain, game, readers)
    return replace(read, doubts=read.doubts + _goods(image, read, game))


def _tiles(plain: Image, game: Game[Any], readers: tuple[Reader, Teller]) -> Read:
    """The tiles; of a large photo at half its size where that is plenty."""
    with _reading:
        if plain.size > HALVED:
            half = cv2.resize(plain, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            quick = Look(np.asarray(half, np.uint8), game, *readers)
            read = quick.done()
            if quick.module >= PLENTY and all(doubt.kind == doubts.DARK for doubt in read.doubts):
                return _doubled(read, (plain.shape[1], plain.shape[0]))
        return Look(plain, game, *readers).done()


def _goods(image: Image, read: Read, game: Game[Any]) -> tuple[Doubt, ...]:
    """A question for each colony on which something of a good's colour seems to lie."""
    asked = []
    for found in read.found:
        part, tile = game.part(found.tile, found.face), game.tile(found.tile)
        if found.role != "colony" or part is None or not part.goods or tile is None:
            continue
        own = tile.colour[max(tile.faces.find(found.face), 0)] if tile.colour else None
        seen = good_on(image, found.corners, read.symbol_mm, GoodsColours.named(dict(part.goods)), own=own)
        if seen.likely and seen.kind is not None:
            words = (("good", seen.kind), ("tile", found.name))
            asked.append(Doubt(doubts.GOOD, words, found.corners, (found.id,)))
    return tuple(asked)


def _doubled(read: Read, size: tuple[int, int]) -> Read:
    """What was read in a photo at half its size, as it lies in the whole one."""

    def up(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((2 * x + 0.5, 2 * y + 0.5) for x, y in points)

    found = []
    for each in read.found:
        a, b, c, d = up(each.corners)
        why = replace(each.why, outline=up(each.why.outline)) if each.why else None
        found.append(replace(each, corners=(a, b, c, d), why=why))
    asked = tuple(replace(doubt, outline=up(doubt.outline)) for doubt in read.doubts)
    return replace(read, size=size, found=tuple(found), doubts=asked)


@lru_cache(maxsize=4)
def _readers(prefix: str, tags: tuple[str, ...]) -> tuple[Reader, Teller]:
    """The readers of a game's tags; read_hard has no memory, so that they serve every photo."""
    return Reader({prefix}, tags), Teller(tags)
