"""Guesses by colour whether a piece lies on a tile: only ever a question for a person, never a fact.

The tile's tag gives its pose, so the rest of its face can be searched for a patch of the right colour and the
size of a piece. A tile's own art may have the same colour, which is why the patch must be plain, compact and
unlike what lies around it. The colours are those that the game names, moved by samples from the camera.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera import Image, Point
from companion.vision.drawing import rgb_of

PX_PER_MM = 3.0
"""How finely a tile's face is looked at."""
PIECE_WIDTHS_MM = (7.0, 15.0)
"""A piece's width, the least and the most."""
MIN_TOP_MM = 5.0
"""The least width of a piece's upper face, where the light falls. On a tile of the piece's own colour nothing
else of it shows."""
MIN_FILLED_PART = 0.62
"""The part of its circumscribed square that a piece fills at least: a cube fills 0.64 of the one around its
corners' circle, and a line of art far less."""
MIN_ASKED_CONFIDENCE = 0.5
"""From this on a person is asked."""
MAX_COLOUR_DISTANCE = 22.0
"""Distance in a and b of CIELAB within which a patch has a colour."""

Colour = tuple[float, float]
"""The a and b of CIELAB: a colour without its brightness, which the room decides."""


@dataclass(frozen=True, slots=True)
class GoodsColours:
    """What the pieces look like beside white paper. colours: kind to a and b of CIELAB."""

    colours: Mapping[str, Colour]

    @staticmethod
    def from_hex(colours: Mapping[str, str]) -> GoodsColours:
        """From "#rrggbb" by kind, as a game names them."""
        return GoodsColours({kind: _lab_ab(rgb_of(text)) for kind, text in colours.items()})

    def from_samples(self, samples: Mapping[str, Sequence[tuple[int, int, int]]]) -> GoodsColours:
        """The same with the kinds for which there are samples (red, green and blue beside white paper of 255)
        taken from them."""
        taken = dict(self.colours)
        for kind, some in samples.items():
            if some:
                a, b = np.median([_lab_ab(rgb) for rgb in some], axis=0)
                taken[kind] = float(a), float(b)
        return GoodsColours(taken)

    def to_json(self) -> dict[str, Any]:
        return {"colours": {k: list(c) for k, c in self.colours.items()}}

    @staticmethod
    def from_json(data: Any) -> GoodsColours:
        """The reverse. Raises ValueError with a sentence."""
        try:
            colours = {str(k): (float(c[0]), float(c[1])) for k, c in data["colours"].items()}
        except (TypeError, KeyError, ValueError, IndexError, AttributeError):
            raise ValueError("Goods' colours are two numbers each, by kind.") from None
        return GoodsColours(colours)


@dataclass(frozen=True, slots=True)
class GoodsGuess:
    """kind: whose colour it is, None: no piece is seen; sure: 0 to 1; at: where, in pixels of the picture."""

    kind: str | None
    confidence: float
    position: Point | None = None

    @property
    def likely(self) -> bool:
        """Whether it is worth asking a person."""
        return self.kind is not None and self.confidence >= MIN_ASKED_CONFIDENCE


@dataclass(frozen=True, eq=False, slots=True)
class _StraightenedFace:
    """A tile's face straightened: a, b and brightness of each pixel, and where a piece may lie."""

    lab: NDArray[np.float32]
    free: NDArray[np.uint8]
    to_px: NDArray[np.float64] = field(repr=False)


def guess_good(
    image: Image,
    quad: Sequence[Point],
    symbol_mm: float,
    colours: GoodsColours,
    tile_mm: float,
    kinds: Iterable[str] | None = None,
    face_colour: str | None = None,
) -> GoodsGuess:
    """Whether a piece of one of `kinds` (None: of any) lies on the tile that has this tag.

    image: blue, green, red; quad: pixels, clockwise in print from the upper left; symbol_mm: the tag's side;
    tile_mm: the tile's width; own: the face's own colour, "#rrggbb": a piece of that colour must stand out
    by its brightness.
    """
    wanted = {k: c for k, c in colours.colours.items() if kinds is None or k in set(kinds)}
    if not wanted or image.ndim != 3:
        return GoodsGuess(None, 0.0)
    face = _straighten_face(image, quad, symbol_mm, tile_mm)
    if face is None:
        return GoodsGuess(None, 0.0)
    ground = _lab_ab(rgb_of(face_colour)) if face_colour else None
    best = GoodsGuess(None, 0.0)
    for kind, (a, b) in wanted.items():
        same_as_face = ground is not None and math.dist(ground, (a, b)) < 1.6 * MAX_COLOUR_DISTANCE
        confidence, at = _best_patch(face, (a, b), same_as_face)
        if confidence > best.confidence:
            best = GoodsGuess(kind, confidence, at)
    return best


def _straighten_face(
    image: Image, quad: Sequence[Point], symbol_mm: float, tile_mm: float
) -> _StraightenedFace | None:
    """The face around the tag, wherever on the tile the tag is: as far as a tile may reach from it."""
    reach = tile_mm / 2 + symbol_mm / 2
    side = round(2 * reach * PX_PER_MM)
    half = symbol_mm / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)], np.float32)
    from_px = cv2.getPerspectiveTransform(
        np.array(quad, np.float32), ((square + reach) * PX_PER_MM - 0.5).astype(np.float32)
    )
    if abs(np.linalg.det(from_px)) < 1e-12:
        return None
    edges = np.array([[(0, 0)], [(side, 0)], [(side, side)], [(0, side)]], np.float32)
    box = cv2.perspectiveTransform(edges, np.linalg.inv(from_px))[:, 0]
    if not np.isfinite(box).all():
        return None
    left, top = np.clip(box.min(axis=0), 0, (image.shape[1], image.shape[0])).astype(int).tolist()
    right, low = np.clip(box.max(axis=0) + 1, 0, (image.shape[1], image.shape[0])).astype(int).tolist()
    part = image[top:low, left:right]
    if min(part.shape[:2]) < 8:
        return None
    from_part = from_px @ np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])
    straight = cv2.warpPerspective(part, from_part, (side, side), flags=cv2.INTER_AREA)
    shown = cv2.warpPerspective(np.full(part.shape[:2], 255, np.uint8), from_part, (side, side))
    soft = cv2.GaussianBlur(straight, (0, 0), 0.5 * PX_PER_MM).astype(np.float32)
    even = np.minimum(soft / _paper_white(soft, symbol_mm), 1.0)
    lab = cv2.cvtColor(even.astype(np.float32), cv2.COLOR_BGR2LAB)
    free = (shown > 250).astype(np.uint8)
    middle = side / 2
    # The sticker with its white is no place for colour; and beyond a tile's width is another's tile.
    keep = round((symbol_mm * 1.2 / 2) * PX_PER_MM)
    low, high = round(middle) - keep, round(middle) + keep
    free[low:high, low:high] = 0
    ys, xs = np.mgrid[:side, :side]
    free[np.hypot(xs - middle, ys - middle) > (tile_mm * 0.72) * PX_PER_MM] = 0
    return _StraightenedFace(np.asarray(lab, np.float32), free, np.asarray(np.linalg.inv(from_px)))


def _paper_white(straight: NDArray[np.float32], symbol_mm: float) -> NDArray[np.float32]:
    """What the sticker's white is in the picture: what the room's light and the camera do to every colour."""
    middle, reach = straight.shape[0] // 2, round(symbol_mm * 0.6 * PX_PER_MM)
    part = straight[middle - reach : middle + reach, middle - reach : middle + reach].reshape(-1, 3)
    light = part.sum(axis=1)
    white = np.median(part[light >= np.percentile(light, 75)], axis=0)
    return np.asarray(np.maximum(white, 20.0), np.float32)


def _best_patch(face: _StraightenedFace, target: Colour, same_as_face: bool) -> tuple[float, Point | None]:
    """The likeliest piece of a colour: how sure, and where in the picture. alike: the face has that colour
    itself, so that only an edge all around tells a piece."""
    off = np.hypot(face.lab[:, :, 1] - target[0], face.lab[:, :, 2] - target[1])
    near = ((off < MAX_COLOUR_DISTANCE) & (face.free > 0)).astype(np.uint8)
    if same_as_face:
        bright = face.lab[:, :, 0]
        ground = float(np.median(bright[near > 0])) if near.any() else 0.0
        near &= (np.abs(bright - ground) > max(2.0, 0.09 * ground)).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    near = np.asarray(cv2.morphologyEx(near, cv2.MORPH_OPEN, kernel), np.uint8)
    near = np.asarray(cv2.morphologyEx(near, cv2.MORPH_CLOSE, kernel), np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(near)
    best: tuple[float, Point | None] = (0.0, None)
    for n in range(1, count):
        patch = (labels == n).astype(np.uint8)
        outlines = cv2.findContours(patch, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
        (_, (wide, high), _) = cv2.minAreaRect(max(outlines, key=len))
        area = float(stats[n, cv2.CC_STAT_AREA])
        long, short = max(wide, high) / PX_PER_MM, min(wide, high) / PX_PER_MM
        least = MIN_TOP_MM if same_as_face else PIECE_WIDTHS_MM[0]
        if not (least <= short and long <= PIECE_WIDTHS_MM[1] * 1.25):
            continue
        filled_part = area / max(wide * high, 1.0)
        if filled_part < MIN_FILLED_PART:
            continue
        square = short / max(long, 1e-6)
        colour = 1 - float(off[labels == n].mean()) / MAX_COLOUR_DISTANCE
        confidence = (0.45 + 0.55 * colour) * min(1.0, filled_part + 0.15) * min(1.0, square + 0.2)
        if same_as_face:
            confidence *= 0.8
        if confidence > best[0]:
            x, y, w = face.to_px @ (middles[n][0], middles[n][1], 1.0)
            best = confidence, (float(x / w), float(y / w))
    return best


def _lab_ab(rgb: Sequence[int]) -> Colour:
    """The a and b of a colour (red, green, blue)."""
    lab = cv2.cvtColor(np.array([[rgb]], np.float32) / 255, cv2.COLOR_RGB2LAB)
    return float(lab[0, 0, 1]), float(lab[0, 0, 2])
