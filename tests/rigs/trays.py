"""Photos of tagged pieces laid out beside their box, to measure putting away with. Everything is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.rigs.drawn_scenes import Light, lay_tile
from tests.rigs.phone_photos import PHONES, shoot

PX_PER_MM = 6.5
SIZE = (3200, 2400)
"""As the page sends a phone's photo."""
PIECES_A_PHOTO = 35
STEP_MM = 62.0
COLUMNS = 7
DAY, UNSTEADY = PHONES[0], PHONES[-1]


def tray_photos(seed: int, tags: Sequence[str], light: Light = DAY) -> list[bytes]:
    """Photos of all pieces with these tags ("NF:W07A"), each of one layer of at most PIECES_A_PHOTO."""
    random = np.random.default_rng(seed)
    shuffled = [tags[at] for at in random.permutation(len(tags))]
    layers = [shuffled[at : at + PIECES_A_PHOTO] for at in range(0, len(tags), PIECES_A_PHOTO)]
    return [_photo(random, layer, light) for layer in layers]


def _photo(random: np.random.Generator, tags: Sequence[str], light: Light) -> bytes:
    rows = -(-len(tags) // COLUMNS)
    wide, high = (COLUMNS + 1) * STEP_MM, (rows + 1) * STEP_MM
    table = np.full((round(high * PX_PER_MM), round(wide * PX_PER_MM), 3), random.integers(30, 90), np.uint8)
    for at, tag in enumerate(tags):
        x, y = (at % COLUMNS + 1) * STEP_MM, (at // COLUMNS + 1) * STEP_MM
        lay_tile(random, table, tag, x * PX_PER_MM, y * PX_PER_MM, PX_PER_MM, 16.0)
    return shoot(random, table, PX_PER_MM, (0.0, 0.0, wide, high), light, SIZE).data
