"""Readers of pieces by their looks, made of pictures that an owner keeps: of fronts without tags, and of the
owner's own tiles."""

from __future__ import annotations

import contextlib
import threading
from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Generic, TypeVar

import cv2
import numpy as np

from companion.box.atomic_file import write_atomically
from companion.box.kept_pictures import FRONTS, KeptPictures, LearntLooks, face_of
from companion.box.shelf import write_error
from companion.games.contract import Game, State, part_of
from companion.games.contract.looks import Looks
from companion.vision import ocr
from companion.vision.camera import Image, Point
from companion.vision.learnt_faces import LearntFace, TileFace, learn_face
from companion.vision.looks import FrontFeatures, FrontReader
from companion.vision.picture_files import jpeg_of
from companion.vision.printed_names import NameReader
from companion.vision.reader import Reader
from companion.vision.tags import parse_tag
from companion.vision.tile_looks import TileLookReader

SWITCH_FILE = "no-own-looks"
"""The file beside a game's boxes that exists while tiles are not to be told by their look."""
JPEG_QUALITY = 88
STICKER_TO_TAG = 1.3
"""Ratio of a sticker's size to its tag's: its white margin and a little more."""

Learnt = TypeVar("Learnt")
Made = TypeVar("Made")


class _MadeOfPictures(Generic[Learnt, Made]):
    """A reader a game, made anew when its pictures have changed; each picture is learnt once. For any number
    of threads."""

    def __init__(self, pictures: KeptPictures) -> None:
        self.pictures = pictures
        self._lock = threading.Lock()
        self._games: dict[str, tuple[dict[tuple[str, str], Learnt | None], Made]] = {}
        """By the game's name, what was learnt of each picture, by its piece and stamp, and the reader."""

    def _picture(self, game: str, piece: str) -> bytes | None:
        return self.pictures.get(game, piece)

    @abstractmethod
    def _learn(self, game: Game[State], piece: str, picture: Image) -> Learnt | None:
        """What is learnt of a picture; None: it is of no use. Raises ValueError: it shows too little."""

    @abstractmethod
    def _made(self, game: Game[State], learnt: Iterator[Learnt]) -> Made: ...

    def _reader(self, game: Game[State], stamps: Mapping[str, str]) -> Made | None:
        """stamps: of the pictures to be learnt; None: there are none."""
        if not stamps:
            return None
        with self._lock:
            learnt, reader = self._games.get(game.name, ({}, None))
            if reader is None or [*learnt] != [*stamps.items()]:
                pieces = {
                    at: learnt[at] if at in learnt else self._learn_kept(game, at[0]) for at in stamps.items()
                }
                reader = self._made(game, (one for one in pieces.values() if one is not None))
                self._games[game.name] = pieces, reader
            return reader

    def _learn_kept(self, game: Game[State], piece: str) -> Learnt | None:
        jpeg = self._picture(game.name, piece)
        opened = None if jpeg is None else cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        with contextlib.suppress(ValueError):
            return None if opened is None else self._learn(game, piece, np.asarray(opened, np.uint8))
        return None


class Fronts(_MadeOfPictures[FrontFeatures, FrontReader]):
    """The fronts without tags: the pictures that their owner took of them, and the names that are printed on
    them."""

    def __init__(self, folder: Path) -> None:
        super().__init__(KeptPictures(folder, FRONTS))

    def reader(self, game: Game[State]) -> FrontReader | None:
        """A reader that names this game's fronts in photos; None: it has none, or none has a picture yet."""
        looks = looks_of(game)
        stamps = {} if looks is None else self.pictures.stamps(game.name)
        fronts = () if looks is None else looks.fronts
        return self._reader(game, {front.id: stamps[front.id] for front in fronts if front.id in stamps})

    def name_reader(self, game: Game[State]) -> NameReader | None:
        """A reader of the names that are printed on those without a picture; None: all have one, nothing is
        printed on them, or no OCR engine is installed."""
        looks = looks_of(game)
        if looks is None or looks.title is None or not ocr.installed():
            return None
        left = {front.id for front in looks.fronts} - set(self.pictures.stamps(game.name))
        return NameReader(looks, looks.title) if left else None

    def _learn(self, game: Game[State], piece: str, picture: Image) -> FrontFeatures:
        return FrontFeatures(_ratio(game)).learn(piece, picture)

    def _made(self, game: Game[State], learnt: Iterator[FrontFeatures]) -> FrontReader:
        return FrontReader(reduce(FrontFeatures.with_all, learnt, FrontFeatures(_ratio(game))))


class TileLooks(_MadeOfPictures[LearntFace, TileLookReader]):
    """The owner's tiles, learnt from kept cut-outs and from how cameras saw them, and the switch."""

    def __init__(self, folder: Path, pictures: KeptPictures) -> None:
        super().__init__(pictures)
        self._folder = folder
        self.looks = LearntLooks(folder)

    def is_on(self, game: str) -> bool:
        return not (self._folder / game / SWITCH_FILE).is_file()

    def switch(self, game: str, on: bool) -> None:
        """Raises BoxTrouble."""
        file = self._folder / game / SWITCH_FILE
        try:
            if on:
                file.unlink(missing_ok=True)
            else:
                write_atomically(file, b"off\n")
        except OSError as error:
            raise write_error(file, error) from None

    def stamp(self, game: str) -> str:
        """A text that differs with what the reader knows; "" while tiles are not told by their look."""
        return self.pictures.stamp(game) + self.looks.stamp(game) if self.is_on(game) else ""

    def reader(self, game: Game[State]) -> TileLookReader | None:
        """A reader that names this game's bare tiles in photos; None: off, or no picture is kept."""
        if not self.is_on(game.name):
            return None
        return self._reader(game, self.pictures.stamps(game.name) | self.looks.stamps(game.name))

    def faces(self, game: str) -> frozenset[str]:
        """The faces that have a picture ("W07A")."""
        return frozenset(self.pictures.stamps(game)) | frozenset(self.looks.learnt(game))

    def learn(self, game: str, face: str, picture: Image) -> None:
        """Keeps one more picture of a face without a tag. Raises BoxTrouble."""
        self.looks.learn(game, face, jpeg_of(picture, JPEG_QUALITY))

    def _picture(self, game: str, piece: str) -> bytes | None:
        return (self.looks if "x" in piece else self.pictures).get(game, piece)

    def _learn(self, game: Game[State], piece: str, picture: Image) -> LearntFace | None:
        """None: it is no face of a tile. piece: a cut-out of a tile with its tag ("W07A"; "T3" has one face),
        or one of the pictures that a camera took ("W07Ax2")."""
        bare, face = "x" in piece, face_of(piece)
        named = parse_tag(f"{game.tag_prefix}:{face}", {game.tag_prefix})
        info = None if named is None else game.tracking.tile(named.tile)
        if named is None or info is None:
            return None
        part = part_of(game, named.tile, named.face)
        seen = () if bare else Reader({game.tag_prefix}).read_thoroughly(picture)
        hidden = tuple(_enlarged(sighting.corners) for sighting in seen)
        print_of = part.id if part is not None and part.role else face
        return learn_face(TileFace(face, print_of, picture, float(info.size_mm), info.round, hidden))

    def _made(self, game: Game[State], learnt: Iterator[LearntFace]) -> TileLookReader:
        return TileLookReader(learnt)


def looks_of(game: Game[State]) -> Looks | None:
    return None if game.untracked is None else game.untracked.looks()


def _ratio(game: Game[State]) -> float:
    looks = looks_of(game)
    assert looks is not None
    return looks.ratio


def _enlarged(corners: tuple[Point, ...]) -> tuple[Point, ...]:
    x, y = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    return tuple((x + (a - x) * STICKER_TO_TAG, y + (b - y) * STICKER_TO_TAG) for a, b in corners)
