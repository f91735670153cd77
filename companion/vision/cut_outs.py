"""Cuts tagged tiles out of a photo of many: each upright and without tilt, its rim where its size says.

A tag's four corners give the perspective. How large the tag was printed and where on the tile it was stuck
is not known to the millimetre: both are found by the tile's rim, the size for all tiles of a photo together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.games.contract import TileInfo
from companion.vision.camera import Image
from companion.vision.sightings import Sighting
from companion.vision.tags import MODULES

PX_PER_MM = 10.0
"""Pixels a millimetre of a cut-out."""
MARGIN_MM = 2.0
"""What is cut out around a tile: its rim is not found to the millimetre."""
SYMBOLS_MM = (7.6, 9.5, 12.0, 16.0, 20.0, 25.0, 27.0)
"""Sides of printed tags that are tried; the usual labels have these."""
USUAL_SYMBOL_MM = 16.0
USUAL_OFFSET = 0.15
"""How far below the tile's middle its sticker usually sits, as a part of the tile's size."""
SEARCH_PX_PER_MM = 2.5
"""Pixels a millimetre of the picture in which a rim is looked for."""
CLEAR_RIM = 1.7
"""A rim counts from this many times the mean edge strength along the same outline at other places."""
MAX_SAMPLED = 12
"""Tiles of a photo that tell how large its tags are: by four, one photo in ten was taken for another size."""
MIN_OTHERS = 3
"""So many tiles with a clear rim tell where the tag sits on one without."""
MIN_PX_PER_MM = 2.2
"""Pixels of the photo for a millimetre: below it neither numbers nor words can be read."""
SPREAD_MM = 5.0
"""How far apart a hand sticks tags on tiles of one shape."""
MAX_OFF_PART = 0.52
"""How far the tag's middle may lie from the tile's, as a part of the tile's size: it is stuck on the tile."""


@dataclass(frozen=True, slots=True)
class CutOut:
    """A tile as it lies upright. picture: blue, green, red, MARGIN_MM wider than the tile on each side.

    tag_x, tag_y: the tag's middle, in millimetres right of and below the tile's; symbol_mm: the tag's side;
    px_per_mm: how fine the photo shows it; whole: it lies in the photo as a whole; rim: its rim was found.
    """

    tag: str
    picture: Image
    tag_x: float
    tag_y: float
    symbol_mm: float
    px_per_mm: float
    whole: bool
    rim: bool


def cut_outs(photo: Image, found: Sequence[tuple[Sighting, TileInfo]]) -> list[CutOut]:
    """Each of these tiles of a photo (blue, green, red), in the order given."""
    symbol = _symbol_mm(photo, found)
    first = [_middle(photo, sighting, tile, symbol) for sighting, tile in found]
    usual = {
        size: np.median(
            [at[:2] for at, (_, tile) in zip(first, found, strict=True) if tile.size_mm == size], 0
        )
        for size in {tile.size_mm for _, tile in found}
    }
    clear_rims = Counter(
        tile.size_mm for at, (_, tile) in zip(first, found, strict=True) if at[2] >= CLEAR_RIM
    )
    cut = []
    for sighting, tile in found:
        x, y, clear = _middle(photo, sighting, tile, symbol, usual[tile.size_mm])
        rim = clear >= CLEAR_RIM
        if not rim:
            # A hand sticks all tags at about the same place.
            others = clear_rims.get(tile.size_mm, 0) >= MIN_OTHERS
            x, y = usual[tile.size_mm] if others else (0.0, -USUAL_OFFSET * tile.size_mm)
        picture, whole = _upright(photo, sighting, tile, symbol, x, y)
        fine = sighting.module * MODULES / symbol
        cut.append(
            CutOut(f"{sighting.tag.tile}{sighting.tag.face}", picture, -x, -y, symbol, fine, whole, rim)
        )
    return cut


def _symbol_mm(photo: Image, found: Sequence[tuple[Sighting, TileInfo]]) -> float:
    """The printed side of these tags: the one for which the tiles' rims stand out most."""
    some = found[:: max(1, len(found) // MAX_SAMPLED)][:MAX_SAMPLED]
    clear = {
        symbol: float(np.mean([_middle(photo, sighting, tile, symbol)[2] for sighting, tile in some]))
        for symbol in SYMBOLS_MM
    }
    best = max(clear, key=lambda symbol: clear[symbol], default=USUAL_SYMBOL_MM)
    return best if clear.get(best, 0.0) >= CLEAR_RIM else USUAL_SYMBOL_MM


def _way(sighting: Sighting, symbol_mm: float, x: float, y: float, px_per_mm: float, side: int) -> Any:
    """From the photo to a square of `side` pixels whose middle lies `x`, `y` millimetres from the tag's."""
    half = symbol_mm / 2
    corners = [
        ((cx - x) * px_per_mm + side / 2, (cy - y) * px_per_mm + side / 2)
        for cx, cy in ((-half, -half), (half, -half), (half, half), (-half, half))
    ]
    return cv2.getPerspectiveTransform(np.array(sighting.corners, np.float32), np.array(corners, np.float32))


def _upright(
    photo: Image, sighting: Sighting, tile: TileInfo, symbol: float, x: float, y: float
) -> tuple[Image, bool]:
    side = round((tile.size_mm + 2 * MARGIN_MM) * PX_PER_MM)
    way = _way(sighting, symbol, x, y, PX_PER_MM, side)
    picture = cv2.warpPerspective(
        photo, way, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    near, far = MARGIN_MM * PX_PER_MM, side - MARGIN_MM * PX_PER_MM
    if tile.round:
        turns = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        outline = side / 2 + (far - near) / 2 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    else:
        outline = np.array([[near, near], [far, near], [far, far], [near, far]])
    there = cv2.perspectiveTransform(outline.astype(np.float32)[None], np.linalg.inv(way))[0]
    high, wide = photo.shape[:2]
    inside = (there >= 0).all() and (there[:, 0] < wide).all() and (there[:, 1] < high).all()
    return np.asarray(picture, np.uint8), bool(inside)


def _middle(
    photo: Image, sighting: Sighting, tile: TileInfo, symbol: float, usual: Any = None
) -> tuple[float, float, float]:
    """The middle of the tile, in millimetres from the tag's, and how clearly its rim stands out. usual: where
    the middles of such tiles lie: a hand sticks tags at about the same place."""
    reach = tile.size_mm * (1 + MAX_OFF_PART) + 8
    side = round(reach * SEARCH_PX_PER_MM)
    way = _way(sighting, symbol, 0, 0, SEARCH_PX_PER_MM, side)
    near = cv2.warpPerspective(
        photo, way, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    edges = _edges(np.asarray(near, np.uint8))
    # The sticker's own edge is no rim.
    stuck = round(symbol * 0.75 * SEARCH_PX_PER_MM)
    edges[:, side // 2 - stuck : side // 2 + stuck, side // 2 - stuck : side // 2 + stuck] = 0
    best = (0.0, 0.0, 0.0)
    for part in (0.97, 1.0, 1.03):
        outline = _rim(tile.size_mm, tile.round, part)
        along: NDArray[np.float32] = np.zeros((side, side), np.float32)
        for edge, mask in zip(edges, outline, strict=True):
            along += cv2.filter2D(edge, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT)
        far = round(MAX_OFF_PART * tile.size_mm * SEARCH_PX_PER_MM)
        window = along[side // 2 - far : side // 2 + far + 1, side // 2 - far : side // 2 + far + 1]
        typical = float(window.mean()) + 1e-6
        if usual is not None:
            y, x = np.mgrid[-far : far + 1, -far : far + 1] / SEARCH_PX_PER_MM
            window = window * np.exp(-((x - usual[0]) ** 2 + (y - usual[1]) ** 2) / (2 * SPREAD_MM**2))
        row, column = np.unravel_index(int(window.argmax()), window.shape)
        clear = float(window[row, column]) / typical
        if clear > best[2]:
            best = (float(column - far) / SEARCH_PX_PER_MM, float(row - far) / SEARCH_PX_PER_MM, clear)
    return best


def _edges(picture: Image) -> NDArray[np.float32]:
    """How strong edges are across and along: of the colour that changes most, and at most a little."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.2).astype(np.float32)
    across = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)).max(axis=2)
    down = np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1)).max(axis=2)
    # Strengths are limited, so that one strong edge does not outweigh a whole rim.
    return np.asarray(np.sqrt(np.minimum(np.stack([across, down]), 40.0)), np.float32)


@lru_cache(maxsize=12)
def _rim(size_mm: float, is_round: bool, part: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where edges across and along lie on a tile's rim, as weights that add up to 1. A photo of six asks for
    them a hundred times."""
    size = size_mm * part * SEARCH_PX_PER_MM
    half = int(np.ceil(size / 2)) + 2
    y, x = np.mgrid[-half : half + 1, -half : half + 1].astype(np.float32)
    if is_round:
        away = np.hypot(x, y)
        ring = np.clip(1.5 - np.abs(away - size / 2), 0, 1)
        across, down = ring * (x / (away + 1e-6)) ** 2, ring * (y / (away + 1e-6)) ** 2
    else:
        inside_y = (np.abs(y) < size * 0.45).astype(np.float32)
        inside_x = (np.abs(x) < size * 0.45).astype(np.float32)
        across = np.clip(1.5 - np.abs(np.abs(x) - size / 2), 0, 1) * inside_y
        down = np.clip(1.5 - np.abs(np.abs(y) - size / 2), 0, 1) * inside_x
    whole = float(across.sum() + down.sum())
    return (across / whole).astype(np.float32), (down / whole).astype(np.float32)
