"""The fronts without tags, and what names them in photos: the pictures that their owner took of them, and the
names that are printed on them."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.box.kept_pictures import FRONTS, KeptPictures
from companion.games.contract import Game, State
from companion.games.contract.looks import Looks
from companion.vision import ocr
from companion.vision.camera import Image
from companion.vision.looks import FrontFeatures, FrontReader, SeenFront, without_overlaps
from companion.vision.printed_names import NameReader


@dataclass(frozen=True, slots=True)
class FrontsInPhotos:
    """Names fronts in photos of tables. by_look: those whose pictures were learnt; None: there are none.
    by_name: the others; None: nothing is printed on them, no OCR engine is installed, or all were learnt.
    Names need all of a photo's pixels, and seconds: they are read where no tag is."""

    by_look: FrontReader | None
    by_name: NameReader | None

    def read(self, photo: Image, tagged: bool = False) -> tuple[SeenFront, ...]:
        """tagged: a tag was read in the photo."""
        seen = () if self.by_look is None else self.by_look.read(photo)
        if self.by_name is None or tagged:
            return seen
        return without_overlaps((*seen, *self.by_name.read(photo)))


class Fronts:
    """The pictures of fronts, and readers made of them. For any number of threads."""

    def __init__(self, folder: Path) -> None:
        self.pictures = KeptPictures(folder, FRONTS)
        self._lock = threading.Lock()
        self._features: dict[tuple[str, str, str], FrontFeatures] = {}
        self._readers: dict[str, tuple[str, FrontReader]] = {}

    def in_photos(self, game: Game[State]) -> FrontsInPhotos | None:
        """What names this game's fronts in photos of tables; None: nothing can."""
        looks, by_look, by_name = looks_of(game), self.reader(game), None
        if looks is None:
            return None
        left = {front.id for front in looks.fronts} - set(self.pictures.stamps(game.name))
        if looks.title is not None and left and ocr.installed():
            by_name = NameReader(looks, looks.title)
        return FrontsInPhotos(by_look, by_name) if by_look or by_name else None

    def reader(self, game: Game[State]) -> FrontReader | None:
        """A reader that names this game's fronts in photos; None: it has none, or none has a picture yet."""
        looks = looks_of(game)
        stamps = self.pictures.stamps(game.name) if looks is not None else {}
        if looks is None or not stamps:
            return None
        with self._lock:
            mark = repr(stamps)
            before = self._readers.get(game.name)
            if before is not None and before[0] == mark:
                return before[1]
            learnt = FrontFeatures(looks.ratio)
            for front in looks.fronts:
                if front.id in stamps and (
                    one := self._learn_front(game.name, front.id, stamps[front.id], looks)
                ):
                    learnt = learnt.with_all(one)
            reader = FrontReader(learnt)
            self._readers[game.name] = (mark, reader)
            return reader

    def _learn_front(self, game: str, front: str, stamp: str, looks: Looks) -> FrontFeatures | None:
        """The features of a front, from its kept picture; None: the picture cannot be read any more."""
        key = (game, front, stamp)
        if key not in self._features:
            jpeg = self.pictures.get(game, front)
            picture = None if jpeg is None else cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
            if picture is None:
                return None
            try:
                self._features[key] = FrontFeatures(looks.ratio).learn(front, picture)
            except ValueError:
                return None
        return self._features[key]


def looks_of(game: Game[State]) -> Looks | None:
    return None if game.untracked is None else game.untracked.looks()
