"""Pictures of a table that are bad for one reason, drawn from a seed, and tables at which nothing is wrong.

Each is a few pictures of a still table, as `drawn_scenes` draws it, without a lamp's image on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from companion.games.contract import TileInfo
from companion.vision.advice import Finding
from companion.vision.calibration import Calibration
from companion.vision.camera import CameraEnded, Frame, Image
from companion.vision.camera_check import check_source
from tests.rigs.disturbances import Trouble
from tests.rigs.drawn_scenes import HARD, TYPICAL, Light, prove
from tests.rigs.plans import laid_out

PICTURES = 6
"""Pictures of a table, as many as are looked at at least: two in turn, or six that differ."""
TILES = [TileInfo(f"W{n:02d}", f"World {n}", "AB", ("#8d9299", "#96643a")) for n in range(1, 61)]
BARE = replace(TYPICAL, glare=0)
DIM = replace(HARD, glare=0)

Pictures = tuple[Image, ...]


def _light(seed: int) -> Light:
    return DIM if seed % 2 else BARE


def _pictures(light: Light, module: float, seed: int, **more: Any) -> Pictures:
    return prove(light, module, seed, 2, **more).images * (PICTURES // 2)


def _random(seed: int) -> np.random.Generator:
    return np.random.default_rng(7_000 + seed)


def small(seed: int) -> Pictures:
    """640 x 480 pixels of a whole table."""
    module = _random(seed).uniform(0.5, 1.1)
    return _pictures(BARE, module, seed, size=(640, 480))


def slanted(seed: int) -> Pictures:
    """From the side, as from a laptop's lid or, every fourth time, a screen beside the table."""
    random = _random(seed)
    tilt = random.uniform(55, 65)
    images = _pictures(_light(seed), random.uniform(1.8, 3.2), seed, tilt=tilt, least_tilt=tilt)
    return images if seed % 4 else tuple(np.ascontiguousarray(np.rot90(image)) for image in images)


def mirrored(seed: int) -> Pictures:
    images = _pictures(_light(seed), _random(seed).uniform(1.6, 4.0), seed)
    return tuple(np.ascontiguousarray(image[:, ::-1]) for image in images)


def negative(seed: int) -> Pictures:
    images = _pictures(_light(seed), _random(seed).uniform(1.6, 4.0), seed)
    return tuple(255 - image for image in images)


def far(seed: int) -> Pictures:
    """A large picture in which tags come out at less than a pixel a module, in good light."""
    return _pictures(BARE, _random(seed).uniform(0.6, 0.9), seed, size=(1280, 720))


def flickering(seed: int) -> Pictures:
    """A lamp whose light swings with the mains by 15 to 40 %: other rows are dark in each picture."""
    random = _random(seed)
    trouble = Trouble(rolling=random.uniform(0.15, 0.4))
    return prove(BARE, random.uniform(1.8, 3.0), seed, PICTURES, trouble=trouble).images


def too_bright(seed: int) -> Pictures:
    level = _random(seed).uniform(2.0, 3.0)
    light = replace(BARE, level=(level, level), shadow=0.1)
    return _pictures(light, _random(seed).uniform(1.8, 3.0), seed)


def out_of_focus(seed: int) -> Pictures:
    """Blurred by 0.8 to 2 modules."""
    random = _random(seed)
    module = random.uniform(1.8, 3.0)
    blur = random.uniform(0.8, 2.0) * module
    return _pictures(replace(_light(seed), blur=(blur, blur)), module, seed)


def dark(seed: int) -> Pictures:
    level = _random(seed).uniform(0.06, 0.14)
    return _pictures(replace(BARE, level=(level, level)), 2.0, seed)


def no_tag(seed: int) -> Pictures:
    """A table, sharp and lit, without any tag."""
    return _pictures(BARE, 2.0, seed, tiles=0)


def good(seed: int) -> Pictures:
    return _pictures(_light(seed), _random(seed).uniform(2.0, 3.0), seed)


BY_CAUSE: dict[str, Callable[[int], Pictures]] = {
    "small": small,
    "slant": slanted,
    "mirrored": mirrored,
    "negative": negative,
    "far": far,
    "flicker": flickering,
    "bright": too_bright,
    "blur": out_of_focus,
    "dark": dark,
    "none": no_tag,
    "": good,
}
"""By the cause that must be named first; "none": no tag is read, the cause is unknown; "": all is well."""


class Shown:
    """A source that gives these pictures once, fifteen a second."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures, self._number = pictures, 0

    def read(self, timeout: float = 1.0) -> Frame:
        if self._number == len(self._pictures):
            raise CameraEnded("That was all.")
        self._number += 1
        return Frame(self._pictures[self._number - 1], self._number, self._number / 15)

    def describe(self) -> str:
        return "Made pictures"

    def close(self) -> None:
        """Nothing to let go."""


def first_advice(pictures: Pictures) -> Finding:
    """The first that the doctor says of a camera with these pictures; "good" if it is content. The table's
    corners are marked by hand, since place tags are not drawn."""
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    kept = Calibration(corners=corners)
    first = check_source(Shown(pictures), laid_out(3), "NF", TILES, kept, seconds=0)[0]
    if first.sentence.startswith("No tag is read: "):
        return replace(first, cause="none")
    return first
