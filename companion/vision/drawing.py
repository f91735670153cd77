"""Draws tiles and tables: a face with its name, its sticker, and the cloth.

These are our own plain faces, made of what `TileInfo` says. No printed tile is copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, copysign
from random import Random

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw, ImageFont

from companion.games.contract import TileInfo
from companion.vision.camera import Image
from companion.vision.table_layout import TableLayout
from companion.vision.table_mapping import Point
from companion.vision.tags import MODULES, modules

QUIET_MODULES = 2
"""Modules of white around a tag: 2 read as well as 4, and 0 hardly at all."""
CLOTH_RGB = (46, 54, 44)
"""The colour of the cloth in the zones: red, green, blue."""
PLANKS_RGB = ((98, 66, 42), (104, 72, 47), (92, 60, 36), (100, 69, 44), (88, 56, 34))
"""The colours of the table's planks."""
PLANK_MM, SEAM_RGB = 66.0, (54, 34, 19)
WOOD_EDGE_MM = 2.5
"""How much wood shows round each zone."""
STICKER_OFFSET = 0.08
"""How far below the tile's middle its sticker's middle sits, as a part of the tile's size."""

REFERENCE_TILE_MM = 58.0
"""A tile of this width has letters of the sizes given here; larger ones have larger letters."""
LINE_HEIGHT = 1.22
"""Line height as a part of the letters' size."""
NAME_MM = 14.0
"""The strip along a seat's outer edge that its player's name fills, to be read on a laptop."""

Colour = tuple[int, int, int]


def rgb_of(text: str, otherwise: Colour = (120, 120, 120)) -> Colour:
    """Red, green and blue of "#rrggbb"."""
    try:
        value = int(text.lstrip("#"), 16)
    except ValueError:
        return otherwise
    return (value >> 16 & 255, value >> 8 & 255, value & 255)


@lru_cache(maxsize=64)
def font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font that comes with the picture library: it is there on every machine."""
    return ImageFont.load_default(size)


def sticker_side(symbol_mm: float) -> float:
    """The side of a sticker with its quiet zone, in mm."""
    return symbol_mm * (MODULES + 2 * QUIET_MODULES) / MODULES


def sticker_image(text: str, side_px: int) -> Image:
    """A tag with its quiet zone, gray, as a square of `side_px`."""
    whole = np.full((MODULES + 2 * QUIET_MODULES,) * 2, 255, np.uint8)
    whole[QUIET_MODULES:-QUIET_MODULES, QUIET_MODULES:-QUIET_MODULES][modules(text)] = 16
    # Blown up in whole steps and then brought down by area: every module keeps its share of the light.
    step = max(1, -(-side_px // whole.shape[0]) * 2)
    large = np.kron(whole, np.ones((step, step), np.uint8))
    return np.asarray(cv2.resize(large, (side_px, side_px), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def face_sprite(tile: TileInfo, face: str, text: str, px_per_mm: float, symbol_mm: float) -> Image:
    """A tile's face: square, blue, green, red and opacity; its sticker lies in the middle, a little low."""
    side = round(tile.size_mm * px_per_mm)
    index = max(tile.faces.find(face), 0) if face else 0
    ground = rgb_of(tile.colour[min(index, len(tile.colour) - 1)]) if tile.colour else (120, 120, 120)
    picture = Pictures.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    edge = max(1, round(0.9 * px_per_mm))
    dark = sum(ground) < 300
    rim = tuple(min(255, c + 50) for c in ground) if dark else tuple(c * 6 // 10 for c in ground)
    box = (0, 0, side - 1, side - 1)
    if tile.round:
        draw.ellipse(box, fill=(*ground, 255), outline=(*rim, 255), width=edge)
    else:
        draw.rounded_rectangle(
            box, round(3 * px_per_mm), fill=(*ground, 255), outline=(*rim, 255), width=edge
        )
    ink = (240, 240, 236, 255) if dark else (24, 26, 28, 255)
    middle = side * (0.5 + STICKER_OFFSET)
    stuck = round(sticker_side(symbol_mm) * px_per_mm)
    corner = round(side / 2 - stuck / 2), round(middle - stuck / 2)
    _draw_words(draw, tile, side, corner[1], ink, px_per_mm)
    picture.paste(Pictures.fromarray(sticker_image(text, stuck)).convert("RGBA"), corner)
    return np.ascontiguousarray(np.asarray(picture)[:, :, [2, 1, 0, 3]])


def _draw_words(
    draw: ImageDraw.ImageDraw, tile: TileInfo, side: int, below: int, ink: tuple[int, ...], scale: float
) -> None:
    """The tile's name in one or two lines, and its caption, in the space above its sticker."""
    lines = [(line, 4.2) for line in in_two_lines(tile.name)] + (
        [(tile.caption, 3.2)] if tile.caption else []
    )
    scale *= min(2.0, tile.size_mm / REFERENCE_TILE_MM)
    y = below - scale - sum(size * scale * LINE_HEIGHT for _, size in lines)
    for line, size in lines:
        # A round tile is narrow at its top: shrink what would stick out.
        half = side / 2 - max(0.0, y + size * scale / 2)
        room = 2 * ((side / 2) ** 2 - half**2) ** 0.5 if tile.round and abs(half) < side / 2 else side
        used = font(size * scale)
        wide = draw.textlength(line, used)
        if wide > room * 0.92:
            used = font(max(4.0, size * scale * room * 0.92 / wide))
        draw.text((side / 2, y), line, fill=ink, font=used, anchor="ma")
        y += size * scale * LINE_HEIGHT


def in_two_lines(name: str, most: int = 14) -> list[str]:
    """A name in one line, or, with more letters than `most`, in two of about the same length."""
    words = name.split()
    if len(name) <= most or len(words) < 2:
        return [name]
    cut = min(range(1, len(words)), key=lambda i: max(len(" ".join(words[:i])), len(" ".join(words[i:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def rotated(sprite: Image, angle: float, scale: int) -> Image:
    """The sprite turned clockwise by `angle` degrees and brought down `scale` times, in a box to fit."""
    side = sprite.shape[0]
    turn = np.deg2rad(angle)
    grown = int(np.ceil(side * (abs(np.cos(turn)) + abs(np.sin(turn))) / scale / 2) * 2 + 2) * scale
    way = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), -angle, 1.0)
    way[:, 2] += (grown - side) / 2
    # Colour that a clear pixel hides would bleed in at the edges: weigh colour by opacity first.
    weighed = sprite.astype(np.float32)
    weighed[:, :, :3] *= weighed[:, :, 3:] / 255
    large = cv2.warpAffine(weighed, way, (grown, grown), flags=cv2.INTER_LINEAR)
    small = cv2.resize(large, (grown // scale, grown // scale), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8)


def table_background(
    layout: TableLayout,
    size: tuple[int, int],
    px_per_mm: float,
    seats: dict[str, tuple[str, Colour]],
    place_texts: dict[int, str],
    symbol_mm: float,
) -> Image:
    """The empty table: wood, zones of cloth with their names (zone: words and colour), and the place tags."""
    picture = Pictures.new("RGB", size, SEAM_RGB)
    draw = ImageDraw.Draw(picture)
    _draw_planks(draw, size, px_per_mm)
    for zone, polygon in layout.zones.items():
        words, colour = seats.get(zone, ("", (90, 100, 96)))
        points: list[Point] = [(x * px_per_mm, y * px_per_mm) for x, y in polygon]
        tinted = tuple((5 * c + t) // 6 for c, t in zip(CLOTH_RGB, colour, strict=True))
        cloth = _inset(points, WOOD_EDGE_MM * px_per_mm)
        draw.polygon(cloth, fill=tinted, outline=colour, width=max(1, round(px_per_mm)))
        if words:
            x = (min(p[0] for p in points) + max(p[0] for p in points)) / 2
            low = min(p[1] for p in points) > size[1] / 2
            y = (
                max(p[1] for p in points) - 3 * px_per_mm
                if low
                else min(p[1] for p in points) + 3 * px_per_mm
            )
            draw.text(
                (x, y), words, fill=colour, font=font(NAME_MM * px_per_mm), anchor="ms" if low else "mt"
            )
    stuck = round(sticker_side(symbol_mm) * px_per_mm)
    for number, text in place_texts.items():
        x, y = (round(v * px_per_mm - stuck / 2) for v in layout.places[number])
        picture.paste(Pictures.fromarray(sticker_image(text, stuck)).convert("RGB"), (x, y))
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])


def _draw_planks(draw: ImageDraw.ImageDraw, size: tuple[int, int], px_per_mm: float) -> None:
    """Planks from side to side, each a little lighter or darker than the last, with a few lines of grain."""
    high, thin = PLANK_MM * px_per_mm, max(1, round(px_per_mm / 2))
    rng = Random(1)
    for n in range(ceil(size[1] / high)):
        y, colour = n * high, PLANKS_RGB[n % len(PLANKS_RGB)]
        draw.rectangle((0, y, size[0], y + high - max(1.0, px_per_mm)), fill=colour)
        grain = (colour[0] * 9 // 10, colour[1] * 9 // 10, colour[2] * 9 // 10)
        for _line in range(6):
            x, at = rng.uniform(-0.2, 0.8) * size[0], y + rng.uniform(0.1, 0.9) * high
            draw.line((x, at, x + rng.uniform(0.1, 0.4) * size[0], at), fill=grain, width=thin)


def _inset(points: Sequence[Point], by: float) -> list[Point]:
    """The corners drawn in towards the middle by this much both ways."""
    x = (min(p[0] for p in points) + max(p[0] for p in points)) / 2
    y = (min(p[1] for p in points) + max(p[1] for p in points)) / 2
    return [(px - copysign(by, px - x), py - copysign(by, py - y)) for px, py in points]
