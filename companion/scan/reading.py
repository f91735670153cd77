"""One photo of a table: which tiles it shows, where, and what in it might be a tile that was not read."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.games.game import Game
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.vision.camera import Image
from companion.vision.reader import Point, Reader
from companion.vision.tags import all_tags

Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class Found:
    """A tag that was read. tag: its text; tile, face: what it says; id, name, role: of the game's Part.

    corners: the tag's, in pixels of the opened photo, clockwise in print from its upper left. sure is False
    where a person must confirm it; `why` says so.
    """

    tag: str
    tile: str
    face: str
    corners: Quad
    id: str
    name: str
    role: str
    sure: bool = True
    why: Doubt | None = None

    @property
    def doubt(self) -> str:
        """The question for a person, in the language that holds; "" where there is none."""
        return self.why.words if self.why else ""

    @property
    def middle(self) -> Point:
        return sum(x for x, _ in self.corners) / 4, sum(y for _, y in self.corners) / 4


@dataclass(frozen=True, slots=True)
class Read:
    """A photo read. size: width and height in pixels; mats: the ids of the homes seen, from the left."""

    size: tuple[int, int]
    found: tuple[Found, ...]
    mats: tuple[str, ...]
    doubts: tuple[Doubt, ...]


_reading = threading.Lock()
"""A photo at a time: reading takes memory, and two at once are not faster on two cores."""


def read_photo(image: Image, game: Game[Any]) -> Read:
    """What the photo shows of the game's tiles. image: as `open_photo` gives it."""
    tags = tuple(all_tags(game.tag_prefix, game.tiles()))
    with _reading:
        sightings = _reader(game.tag_prefix, tags).read_hard(image)
    found, wrong = [], []
    for s in sorted(sightings, key=lambda s: (s.x, s.y)):
        if s.tag.place is not None:
            continue
        part = game.part(s.tag.tile, s.tag.face)
        if part is None:
            wrong.append(Doubt(doubts.STRANGE, (("tile", s.tag.text),), s.corners))
        else:
            found.append(Found(s.tag.text, s.tag.tile, s.tag.face, s.corners, part.id, part.name, part.role))
    mats = tuple(f.id for f in found if f.role == "home")
    if not found:
        wrong.append(Doubt(doubts.NOTHING))
    return Read((image.shape[1], image.shape[0]), tuple(found), mats, tuple(wrong))


@lru_cache(maxsize=4)
def _reader(prefix: str, tags: tuple[str, ...]) -> Reader:
    """The reader of a game's tags; read_hard has no memory, so that one serves every photo."""
    return Reader({prefix}, tags)
