"""The path-traced photos in `tests/vision/path_traced`, their true tags, and the result of reading one.

They share only the printed stickers with the companion's own drawing: `scripts/trace_photos.py` rendered
them with another program's light, lens and shadows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion import games
from companion.vision.camera import Image
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from companion.vision.tags import all_tags

FOLDER = Path(__file__).parent.parent / "vision" / "path_traced"
HIDDEN = 0.5
"""A tag that is covered more than this counts as hidden; so does one with two corner squares so covered."""
BURNT = 0.1


@dataclass(frozen=True)
class TracedTag:
    """corners: clockwise as printed from the upper left, in pixels; covered, burnt: fractions of the tag;
    squares: the covered fractions of its three corner squares."""

    tag: str
    corners: tuple[tuple[float, float], ...]
    finish: str
    covered: float
    squares: tuple[float, float, float]
    burnt: float

    @property
    def middle(self) -> tuple[float, float]:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners
        p, q, r, s = cx - ax, cy - ay, dx - bx, dy - by
        along = ((bx - ax) * s - (by - ay) * r) / (p * s - q * r)
        return ax + along * p, ay + along * q

    @property
    def side(self) -> float:
        a, b, c, d = (np.array(corner) for corner in self.corners)
        return float(sum(np.linalg.norm(one - two) for one, two in ((a, b), (b, c), (c, d), (d, a))) / 4)

    @property
    def module(self) -> float:
        return self.side / 21

    @property
    def state(self) -> str:
        """clear, cube (a corner square covered), touched (covered elsewhere), burnt, or hidden."""
        if self.covered > HIDDEN or sum(part > HIDDEN for part in self.squares) > 1:
            return "hidden"
        if self.burnt > BURNT:
            return "burnt"
        if max(self.squares) > 0.15:
            return "cube"
        return "touched" if self.covered > 0.02 else "clear"


@dataclass(frozen=True)
class TracedPhoto:
    """cut_off: tags that extend over the picture's edge; to read one is no error."""

    photo: str
    light: str
    tilt: float
    cloth: str
    symbol_mm: float
    hands: int
    noise: float
    tags: tuple[TracedTag, ...]
    cut_off: frozenset[str]

    def picture(self) -> Image:
        seen = cv2.imread(str(FOLDER / self.photo))
        assert seen is not None, f"{self.photo} is missing"
        return np.asarray(seen, np.uint8)


@dataclass(frozen=True)
class TracedReading:
    """read: the tags found at their places, with the error of their middles in pixels; wrong: tags found
    where there is none, or elsewhere."""

    photo: TracedPhoto
    read: dict[str, float]
    wrong: tuple[str, ...]


@lru_cache(maxsize=1)
def traced_photos() -> tuple[TracedPhoto, ...]:
    found = []
    for one in json.loads((FOLDER / "truth.json").read_text("utf-8")):
        tags = tuple(
            TracedTag(
                tag["tag"],
                tuple((x, y) for x, y in tag["corners"]),
                tag["finish"],
                tag["covered"],
                tuple(tag["squares"]),
                tag["burnt"],
            )
            for tag in one["tags"]
        )
        found.append(
            TracedPhoto(
                one["photo"],
                one["light"],
                one["tilt"],
                one["cloth"],
                one["symbol_mm"],
                one["hands"],
                one["noise"],
                tags,
                frozenset(one["cut_off"]),
            )
        )
    return tuple(found)


def judged(photo: TracedPhoto, found: Sequence[Sighting]) -> TracedReading:
    truths = {tag.tag: tag for tag in photo.tags}
    read: dict[str, float] = {}
    wrong = []
    for seen in found:
        truth = truths.get(seen.tag.text)
        if truth is None:
            wrong += [] if seen.tag.text in photo.cut_off else [seen.tag.text]
            continue
        off = float(np.hypot(seen.x - truth.middle[0], seen.y - truth.middle[1]))
        if off > truth.side / 2:
            wrong.append(seen.tag.text)
        else:
            read[truth.tag] = off
    return TracedReading(photo, read, tuple(wrong))


def known_tags() -> list[str]:
    """The tags of the game whose stickers are on the tables."""
    game = games.load("new-frontiers")
    return all_tags(game.tag_prefix, game.tracking.tiles())


def settled_reading(reader: Reader, photo: TracedPhoto, looks: int = 3) -> TracedReading:
    """The reading of a picture after the reader has adapted to the camera."""
    picture = photo.picture()
    for _ in range(looks):
        reader.read(picture)
    return judged(photo, reader.read(picture))
