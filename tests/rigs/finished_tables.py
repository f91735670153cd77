"""Finished tables, drawn from a seed, for photos (`phone_photos.py`) that the scan is measured on.

A mat lies on the cloth with its developments on it; worlds lie beside it in rows, colonies from the left,
explored ones from the right; goods, chips and colonists lie around, sometimes on a tag.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from companion.games.contract import TileInfo
from companion.vision.camera import Image
from companion.vision.drawing import Colour, font, rgb_of, sticker_image, sticker_side
from companion.vision.table_mapping import Point
from companion.vision.tags import Tag

SYMBOL_MM = 16.0
MAT_MM = (440.0, 132.0)
"""A mat has its home at the left, then spaces for developments."""
SPACE_MM, SPACES = 60.0, 12
ROW_MM = 61.0


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its middle in mm, and its clockwise angle in degrees."""

    info: TileInfo
    face: str
    x: float
    y: float
    angle: float = 0.0
    tagged: bool = True


@dataclass(frozen=True, slots=True)
class Thing:
    """An object on top: "cube", "disc", "chip" or "hexagon", its middle and width in mm."""

    shape: str
    x: float
    y: float
    size: float
    colour: Colour
    angle: float = 0.0


@dataclass
class Scene:
    """Mats and the objects around them, in mm; `tiles` from the lowest to the uppermost."""

    size: tuple[float, float]
    mats: list[tuple[Laid, bool]] = field(default_factory=list)
    tiles: list[Laid] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)


def lay_mat(
    random: np.random.Generator,
    scene: Scene,
    left: float,
    top: float,
    home: tuple[TileInfo, str],
    colonies: Sequence[tuple[TileInfo, str]],
    explored: Sequence[tuple[TileInfo, str]],
    developments: Sequence[TileInfo],
    turned: bool = False,
    tagged: bool = True,
) -> tuple[float, float, float, float]:
    """Lays one player's tiles with the mat's upper left corner at this place.

    turned: laid by a player who sits opposite; tagged: whether developments have tags. Returns the box that
    holds them (left, top, right, bottom).
    """
    middle = (left + MAT_MM[0] / 2, top + MAT_MM[1] / 2)

    def at(x: float, y: float) -> Point:
        return (2 * middle[0] - x, 2 * middle[1] - y) if turned else (x, y)

    def turn() -> float:
        wild = random.random() < 0.12
        return (180.0 if turned else 0.0) + (random.uniform(0, 360) if wild else random.normal(0, 7))

    x, y = at(left + 22, top + MAT_MM[1] / 2)
    scene.mats.append((Laid(home[0], home[1], x, y, 180.0 if turned else 0.0), turned))
    spaces = [
        (left + 74 + SPACE_MM * (n % 6 + 0.5), top + 5 + SPACE_MM * (n // 6 + 0.5)) for n in range(SPACES)
    ]
    for n, info in enumerate(developments[:SPACES]):
        x, y = at(*spaces[n])
        shift = random.normal(0, 1.5, 2)
        scene.tiles.append(Laid(info, info.faces[:1], x + shift[0], y + shift[1], turn(), tagged))
    a_row = int(MAT_MM[0] // ROW_MM)
    rows = max(1, -(-(len(colonies) + len(explored)) // a_row))
    slots = [
        (left + ROW_MM * (c + 0.5), top - ROW_MM * (r + 0.55)) for r in range(rows) for c in range(a_row)
    ]
    free = slots[:]
    for tile, face in colonies:
        _lay_world(random, scene, tile, face, at(*free.pop(0)), turn())
    free.sort(key=lambda slot: (-slot[0], -slot[1]))
    for tile, face in explored:
        _lay_world(random, scene, tile, face, at(*free.pop(0)), turn())
    high = ROW_MM * (rows + 0.1)
    corners = [at(left, top - high), at(left + MAT_MM[0], top + MAT_MM[1])]
    xs, ys = sorted(p[0] for p in corners), sorted(p[1] for p in corners)
    return xs[0], ys[0], xs[1], ys[1]


def _lay_world(
    random: np.random.Generator, scene: Scene, info: TileInfo, face: str, at: Point, angle: float
) -> None:
    shift = random.normal(0, 2.0, 2)
    if random.random() < 0.06:  # pushed over its neighbour
        shift = shift + random.uniform(-7, 7, 2)
    scene.tiles.append(Laid(info, face, at[0] + shift[0], at[1] + shift[1], angle))


STICKER_OFFSET = 0.2
"""Distance of the sticker below a tile's middle, as a fraction of the tile, so that little covers it."""


def tag_middle(laid: Laid) -> Point:
    """The middle of a laid tile's sticker, in mm."""
    turn, down = np.deg2rad(laid.angle), laid.info.size_mm * STICKER_OFFSET
    if laid.info.size_mm > 58:  # a mat's home: the sticker is at its middle
        down = 0.0
    return float(laid.x - np.sin(turn) * down), float(laid.y + np.cos(turn) * down)


# --- drawing the scene ----------------------------------------------------------------------------------


def drawn(random: np.random.Generator, scene: Scene, prefix: str, px_per_mm: float) -> Image:
    """The scene from straight above."""
    wide, high = round(scene.size[0] * px_per_mm), round(scene.size[1] * px_per_mm)
    table = _cloth(random, wide, high)
    for home, turned in scene.mats:
        _mat(random, table, home, turned, prefix, px_per_mm)
    for laid in scene.tiles:
        _lay(table, _face(random, laid, prefix, px_per_mm), laid.x, laid.y, laid.angle, px_per_mm)
    for thing in scene.things:
        _thing(table, thing, px_per_mm)
    return table


def _cloth(random: np.random.Generator, wide: int, high: int) -> Image:
    """Cloth, or wood with a long grain."""
    wood = random.random() < 0.4
    grain = random.normal(
        0, 9 if wood else 7, (high // (2 if wood else 4) + 1, wide // (90 if wood else 4) + 1)
    )
    base = np.array((70, 105, 140) if wood else random.integers(30, 120, 3), np.float32)
    cloth = base + cv2.resize(grain.astype(np.float32), (wide, high))[:, :, None]
    return np.ascontiguousarray(np.clip(cloth, 0, 255).astype(np.uint8))


def _mat(
    random: np.random.Generator, table: Image, home: Laid, turned: bool, prefix: str, scale: float
) -> None:
    """An empire mat: card with a home's round picture at the left, spaces, and a sticker at the edge."""
    wide, high = (round(v * scale) for v in MAT_MM)
    ground = np.array(random.integers(35, 90, 3), np.float32)
    card = np.ones((high, wide, 3), np.float32) * ground
    card += cv2.resize(
        random.normal(0, 10, (high // 30 + 1, wide // 30 + 1)).astype(np.float32), (wide, high)
    )[:, :, None]
    art = np.ascontiguousarray(np.clip(card, 0, 255).astype(np.uint8))
    tint = rgb_of(home.info.colour[max(0, home.info.faces.find(home.face))])[::-1]
    cv2.circle(art, _px(44, 66, scale), round(27 * scale), tint, -1, cv2.LINE_AA)
    for n in range(SPACES):
        x, y = 74 + SPACE_MM * (n % 6), 5 + SPACE_MM * (n // 6)
        line = tuple(int(v) + 28 for v in ground)
        cv2.rectangle(
            art, _px(x + 1, y + 1, scale), _px(x + 59, y + 59, scale), line, max(1, round(0.6 * scale))
        )
    stuck = round(sticker_side(SYMBOL_MM) * scale)
    a, b = round(22 * scale - stuck / 2), round(66 * scale - stuck / 2)
    text = Tag(prefix, home.info.id, home.face).text
    art[b : b + stuck, a : a + stuck] = np.minimum(sticker_image(text, stuck), 238)[:, :, None]
    if turned:
        art = np.ascontiguousarray(art[::-1, ::-1])
    x = home.x - (MAT_MM[0] - 22 if turned else 22)
    left, top = round(x * scale), round((home.y - 66) * scale)
    x0, y0, x1, y1 = (
        max(0, left),
        max(0, top),
        min(table.shape[1], left + wide),
        min(table.shape[0], top + high),
    )
    if x0 < x1 and y0 < y1:
        table[y0:y1, x0:x1] = art[y0 - top : y1 - top, x0 - left : x1 - left]


def _px(x: float, y: float, scale: float) -> tuple[int, int]:
    return round(x * scale), round(y * scale)


def _face(random: np.random.Generator, laid: Laid, prefix: str, scale: float) -> Image:
    """A face with its colour, busy art, name and sticker: blue, green, red and opacity."""
    info = laid.info
    side = round(info.size_mm * scale)
    index = max(info.faces.find(laid.face), 0) if laid.face else 0
    ground = rgb_of(info.colour[index])[::-1] if info.colour else (120, 120, 120)
    art = np.full((side, side, 3), ground, np.uint8)
    for _ in range(18):
        shade = tuple(int(np.clip(c + random.normal(0, 45), 0, 255)) for c in ground)
        a, b = (tuple(int(v) for v in random.integers(0, side, 2)) for _ in range(2))
        kind = random.integers(3)
        if kind == 0:
            cv2.circle(art, a, int(random.integers(side // 30 + 1, side // 6)), shade, -1, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(art, a, b, shade, int(random.integers(1, max(2, side // 40))), cv2.LINE_AA)
        else:
            cv2.rectangle(art, a, (a[0] + side // 9, a[1] + side // 12), shade, -1)
    name = Pictures.new("L", (side, side))
    _write(name, info.name, side, scale)
    ink = np.asarray(name)[:, :, None].astype(np.float32) / 255
    art = (art * (1 - ink) + 240 * ink).astype(np.uint8)
    if laid.tagged:
        stuck = round(sticker_side(SYMBOL_MM) * scale)
        x, y = round((side - stuck) / 2), round(side * (0.5 + STICKER_OFFSET) - stuck / 2)
        paper = sticker_image(Tag(prefix, info.id, laid.face).text, stuck)
        art[y : y + stuck, x : x + stuck] = np.minimum(paper, 238)[:, :, None]
    cover = np.zeros((side, side), np.uint8)
    if info.round:
        cv2.circle(cover, (side // 2, side // 2), side // 2 - 1, 255, -1, cv2.LINE_AA)
        cv2.circle(
            art, (side // 2, side // 2), side // 2 - 2, _rim(ground), max(1, round(scale)), cv2.LINE_AA
        )
    else:
        cover[:] = 255
        cv2.rectangle(art, (1, 1), (side - 2, side - 2), _rim(ground), max(1, round(scale)))
    return np.dstack([art, cover])


def _rim(ground: Sequence[int]) -> tuple[int, ...]:
    return tuple(int(c) * 6 // 10 for c in ground)


def _write(picture: Pictures.Image, words: str, side: int, scale: float) -> None:
    ImageDraw.Draw(picture).text((side / 2, side * 0.2), words, fill=255, font=font(4 * scale), anchor="ma")


def _lay(table: Image, look: Image, x_mm: float, y_mm: float, angle: float, scale: float) -> None:
    """Lays a face with opacity on the table, turned, with the rim of its shadow."""
    side = look.shape[0]
    box = int(side * (1.0 if angle == 0 else 1.45)) + 4
    way = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), -angle, 1.0)
    left, top = round(x_mm * scale - box / 2), round(y_mm * scale - box / 2)
    way[:, 2] += (x_mm * scale - 0.5 - left - (side - 1) / 2, y_mm * scale - 0.5 - top - (side - 1) / 2)
    laid = cv2.warpAffine(look, way, (box, box), flags=cv2.INTER_LINEAR)
    x0, y0, x1, y1 = (
        max(0, left),
        max(0, top),
        min(table.shape[1], left + box),
        min(table.shape[0], top + box),
    )
    if x0 >= x1 or y0 >= y1:
        return
    part = laid[y0 - top : y1 - top, x0 - left : x1 - left]
    cover = part[:, :, 3:].astype(np.float32) / 255
    below = table[y0:y1, x0:x1]
    dark = cv2.GaussianBlur(part[:, :, 3], (0, 0), 0.8 * scale).astype(np.float32)[:, :, None] / 255
    below[:] = (part[:, :, :3] * cover + below * (1 - 0.45 * dark) * (1 - cover)).astype(np.uint8)


def _thing(table: Image, thing: Thing, scale: float) -> None:
    side = round(thing.size * scale * 1.1) + 4
    look = np.zeros((side, side, 4), np.uint8)
    colour = tuple(int(v) for v in thing.colour[::-1])
    light = tuple(min(255, v + 35) for v in colour)
    half, r = side / 2, thing.size * scale / 2
    if thing.shape == "disc":
        cv2.circle(look, (side // 2, side // 2), int(r), (*colour, 255), -1, cv2.LINE_AA)
        cv2.circle(look, (side // 2, side // 2), int(r * 0.6), (*light, 255), -1, cv2.LINE_AA)
    else:
        count = 6 if thing.shape == "hexagon" else 4
        flat = 0.6 if thing.shape == "chip" else 1.0
        turns = np.arange(count) * 2 * np.pi / count + np.pi / count
        grow = r if count == 6 else r * 2**0.5
        points = np.stack([half + grow * np.cos(turns), half + grow * flat * np.sin(turns)], axis=1)
        cv2.fillPoly(look, [points.round().astype(np.int32)], (*colour, 255), cv2.LINE_AA)
        inner = half + (points - half) * 0.65
        cv2.fillPoly(look, [inner.round().astype(np.int32)], (*light, 255), cv2.LINE_AA)
    _lay(table, look, thing.x, thing.y, thing.angle, scale)
