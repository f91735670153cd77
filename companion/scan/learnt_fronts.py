"""The fronts without tags that an owner took pictures of, and readers that name them in photos."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2
import numpy as np

from companion.box.kept_pictures import FRONTS, KeptPictures
from companion.games.contract import Game, State
from companion.games.contract.looks import Looks
from companion.vision.looks import FrontFeatures, FrontReader


class Fronts:
    """The pictures of fronts, and readers made of them. For any number of threads."""

    def __init__(self, folder: Path) -> None:
        self.pictures = KeptPictures(folder, FRONTS)
        self._lock = threading.Lock()
        self._features: dict[tuple[str, str, str], FrontFeatures] = {}
        self._readers: dict[str, tuple[str, FrontReader]] = {}

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
