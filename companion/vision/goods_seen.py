"""Guesses the goods on tiles from the cameras' pictures; a guess only ever becomes a question to a person."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from companion.games.contract import Game, State, part_of
from companion.translation import marked
from companion.vision.calibration import Calibration
from companion.vision.camera import Image, Point
from companion.vision.camera_rig import CameraRig
from companion.vision.camera_worker import CameraWorker
from companion.vision.goods import GoodsColours, GoodsGuess, guess_good
from companion.vision.sightings import Sighting
from companion.vision.survey import DEFAULT_SYMBOL_MM, symbol_mm

MAX_TAG_AGE_SECONDS = 1.5
"""Seconds since a tag was read, within which its corners say where its tile lies in the picture."""
MAX_SAMPLES = 8
"""Samples of a kind that are kept; the oldest goes first."""
MAX_WHITE_DISTANCE = 6.0
"""A tag this many times its own side away is too far to lend its white to a good."""

Rgb = tuple[int, int, int]


def colours_by_kind(game: Game[State]) -> dict[str, str]:
    """Every kind of good of the game, with its colour ("#rrggbb")."""
    return {good.name: good.colour for good in game.tracking.plan(game.seats[0]).goods}


def colours(game: Game[State], calibration: Calibration) -> GoodsColours:
    """The kinds' colours as the game names them, moved to what this camera was shown."""
    samples = {
        str(kind): [(int(r), int(g), int(b)) for r, g, b in some]
        for kind, some in calibration.goods.items()
        if isinstance(some, list | tuple)
    }
    return GoodsColours.from_hex(colours_by_kind(game)).from_samples(samples)


def with_sample(calibration: Calibration, kind: str, rgb: Rgb) -> Calibration:
    """The calibration with one more sample of a kind."""
    some = [*calibration.goods.get(kind, ()), list(rgb)][-MAX_SAMPLES:]
    return calibration.with_changes(goods={**calibration.goods, kind: some})


def colour_sample(image: Image, sightings: Mapping[Any, tuple[float, Sighting]], x: float, y: float) -> Rgb:
    """Red, green and blue of the good at this pixel, as beside white paper of 255. Raises ValueError with a
    sentence where no tag is near to tell the white."""
    near = min((s for _at, s in sightings.values()), key=lambda s: math.hypot(s.x - x, s.y - y), default=None)
    if near is None or math.hypot(near.x - x, near.y - y) > MAX_WHITE_DISTANCE * near.module * 21:
        raise ValueError(
            marked("No tag is read near there: lay the good on a piece with a tag, and tap it again.")
        )
    reach = max(2, round(2.5 * near.module * 21 / DEFAULT_SYMBOL_MM))
    piece = _pixels_around(image, x, y, reach)
    paper = _pixels_around(image, near.x, near.y, round(near.module * 10))
    light = paper.sum(axis=1)
    white = np.median(paper[light >= np.percentile(light, 80)], axis=0)
    blue, green, red = np.clip(np.median(piece, axis=0) / np.maximum(white, 20) * 255, 0, 255)
    return int(red), int(green), int(blue)


def _pixels_around(image: Image, x: float, y: float, reach: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    x0, y0 = max(0, round(x) - reach), max(0, round(y) - reach)
    part = image[y0 : round(y) + reach + 1, x0 : round(x) + reach + 1].reshape(-1, 3)
    if not len(part):
        raise ValueError(marked("That lies beside the picture: tap the good in it."))
    return part.astype(np.float64)


def guesses(several: CameraRig, game: Game[State]) -> dict[str, GoodsGuess]:
    """By tile: what seems to lie on it, of the tiles whose tags have just been read and that may hold a good.
    Of two cameras, the one that sees the tile larger tells."""
    found: dict[str, tuple[float, GoodsGuess]] = {}
    for eyes in several.cameras:
        for tile, module, guess in _camera_guesses(eyes, game):
            if tile not in found or module > found[tile][0]:
                found[tile] = (module, guess)
    return {tile: guess for tile, (_module, guess) in found.items()}


def _camera_guesses(eyes: CameraWorker, game: Game[State]) -> list[tuple[str, float, GoodsGuess]]:
    frame, view = eyes.frame, eyes.pipeline
    if frame is None:
        return []
    known_colours, side = colours(game, view.calibration), symbol_mm(view) or DEFAULT_SYMBOL_MM
    found = []
    for tag, (at, s) in tuple(view.sightings.items()):
        if frame.time - at <= MAX_TAG_AGE_SECONDS:
            guess = guess_on_tile(frame.image, s.corners, side, game, tag.tile, tag.face, known_colours)
            if guess is not None:
                found.append((tag.tile, s.module, guess))
    return found


def guess_on_tile(
    image: Image,
    corners: Sequence[Point],
    symbol_mm: float,
    game: Game[State],
    tile: str,
    face: str,
    colours: GoodsColours | None = None,
) -> GoodsGuess | None:
    """What seems to lie on a tile by its tag; None: nothing may. colours: of this camera; None: as the game
    names them."""
    part, info = part_of(game, tile, face), game.tracking.tile(tile)
    if part is None or not part.goods or info is None:
        return None
    known = dict(part.goods)
    own = info.colour[max(info.faces.find(face), 0)] if info.colour else None
    colours = colours or GoodsColours.from_hex(known)
    return guess_good(image, corners, symbol_mm, colours, info.size_mm, known, own)
