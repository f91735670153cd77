"""Reads an owner's tiles by their looks, learnt from kept cut-outs: an experiment, off by default."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import cv2
import numpy as np

from companion.box.atomic_file import write_atomically
from companion.box.kept_pictures import KeptPictures
from companion.box.shelf import write_error
from companion.games.contract import Game, State, part_of
from companion.vision.camera import Point
from companion.vision.learnt_faces import LearntFace, TileFace, learn_face
from companion.vision.reader import Reader
from companion.vision.tags import parse_tag
from companion.vision.tile_looks import TileLookReader

SWITCH_FILE = "own-looks"
"""The file beside a game's boxes that exists while the experiment is on."""
STICKER_TO_TAG = 1.3
"""Ratio of a sticker's size to its tag's: its white margin and a little more."""


class TileLooks:
    """The switch, and readers made of kept cut-outs. For any number of threads."""

    def __init__(self, folder: Path, pictures: KeptPictures) -> None:
        self._folder = folder
        self._pictures = pictures
        self._lock = threading.Lock()
        self._faces: dict[tuple[str, str, str], LearntFace | None] = {}
        self._readers: dict[str, tuple[str, TileLookReader]] = {}

    def is_on(self, game: str) -> bool:
        return (self._folder / game / SWITCH_FILE).is_file()

    def switch(self, game: str, on: bool) -> None:
        """Raises BoxTrouble."""
        file = self._folder / game / SWITCH_FILE
        try:
            if on:
                write_atomically(file, b"on\n")
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise write_error(file, error) from None

    def stamp(self, game: str) -> str:
        """A text that differs with what the reader knows; "" while the experiment is off."""
        return self._pictures.stamp(game) if self.is_on(game) else ""

    def reader(self, game: Game[State]) -> TileLookReader | None:
        """A reader that names this game's bare tiles in photos; None: off, or no cut-out is kept."""
        stamps = self._pictures.stamps(game.name) if self.is_on(game.name) else {}
        if not stamps:
            return None
        with self._lock:
            mark = repr(stamps)
            before = self._readers.get(game.name)
            if before is not None and before[0] == mark:
                return before[1]
            learnt = [self._learn_face(game, tag, stamp) for tag, stamp in stamps.items()]
            reader = TileLookReader(face for face in learnt if face is not None)
            self._readers[game.name] = (mark, reader)
            return reader

    def _learn_face(self, game: Game[State], tag: str, stamp: str) -> LearntFace | None:
        """A face learnt from its cut-out; None: it shows too little, or is no tile of a finished table."""
        key = (game.name, tag, stamp)
        if key not in self._faces:
            self._faces[key] = None
            with contextlib.suppress(ValueError):
                if (face := self._tile_face(game, tag)) is not None:
                    self._faces[key] = learn_face(face)
        return self._faces[key]

    def _tile_face(self, game: Game[State], tag: str) -> TileFace | None:
        named = parse_tag(f"{game.tag_prefix}:{tag}", {game.tag_prefix})
        jpeg = self._pictures.get(game.name, tag)
        if named is None or jpeg is None:
            return None
        info, part = game.tracking.tile(named.tile), part_of(game, named.tile, named.face)
        opened = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if info is None or part is None or not part.role or opened is None:
            return None
        picture = np.asarray(opened, np.uint8)
        seen = Reader({game.tag_prefix}).read_thoroughly(picture)
        hidden = tuple(_enlarged(sighting.corners) for sighting in seen)
        return TileFace(tag, part.id, picture, float(info.size_mm), info.round, hidden)


def _enlarged(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return tuple((x + (a - x) * STICKER_TO_TAG, y + (b - y) * STICKER_TO_TAG) for a, b in corners)
