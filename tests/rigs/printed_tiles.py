"""Draws tiles as a printed copy might look, and photos of a dozen of them on a table.

The layout follows the rulebook (pp. 6, 7 and 9: black circle and number for a cost, red circle and outlined
red number for a defense, a diamond on a development, VP in a hexagon, a solid circle in the kind's colour for
production and a halo for windfall, the action in bold before a power's words). Fonts, places, sizes, colours,
art and panels are random, seeded by a style's name. Neither the companion's reading code nor a publisher's
art is used.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import cv2
import numpy as np
import qrcode
from PIL import Image, ImageDraw, ImageFont
from qrcode.constants import ERROR_CORRECT_H

PX_PER_MM = 12
FIT_FONTS = (
    "DejaVuSans",
    "DejaVuSans-Bold",
    "DejaVuSerif",
    "DejaVuSansMono-Bold",
    "DejaVuSansCondensed-Oblique",
)
TEST_FONTS = (
    "",
    "DejaVuSansCondensed-Bold",
    "DejaVuSerif-Bold",
    "DejaVuSerifCondensed-BoldItalic",
    "DejaVuSansMono",
    "DejaVuSansCondensed",
    "DejaVuSerifCondensed",
)
""" "" is the default font of Pillow."""
Colour = tuple[int, int, int]
KIND_COLOURS: Mapping[str, Colour] = {
    "Novelty": (40, 175, 210),
    "Rare": (140, 88, 45),
    "Genes": (70, 155, 70),
    "Alien": (230, 195, 40),
    "any": (165, 145, 205),
}


@dataclass(frozen=True)
class Style:
    """One way of printing a whole box; random, seeded by its name."""

    name: str
    lettering: tuple[str, str, str]
    swapped: bool
    number_mm: float
    ring_mm: float
    body_mm: float
    name_mm: float
    capitals: bool
    panel: tuple[Colour, Colour]
    number_ground: Colour
    hexagon: tuple[Colour, Colour]
    red: Colour
    kinds: Mapping[str, Colour]
    planet_mm: float
    halo_mm: float
    busy: int
    figure: str
    long_words: bool
    arrow: str


def style(name: str) -> Style:
    rng = Random(f"style {name}")
    pool = FIT_FONTS if name.startswith("fit") else TEST_FONTS
    dark = rng.random() < 0.5
    jitter = lambda colour, by: tuple(max(0, min(255, c + rng.randint(-by, by))) for c in colour)  # noqa: E731
    paper = jitter((236, 232, 224), 16)
    return Style(
        name,
        (rng.choice(pool), rng.choice(pool), rng.choice(pool)),
        rng.random() < 0.3,
        rng.uniform(3.6, 5.2),
        rng.uniform(0.5, 1.1),
        rng.uniform(2.1, 2.6),
        rng.uniform(2.7, 3.4),
        rng.random() < 0.3,
        (jitter((28, 32, 42), 12), (240, 240, 236)) if dark else (paper, (20, 20, 24)),
        jitter((246, 244, 240), 9),
        (((20, 20, 30), (250, 250, 250)) if rng.random() < 0.5 else ((250, 248, 240), (20, 20, 30))),
        jitter((200, 30, 36), 22),
        {kind: jitter(colour, 18) for kind, colour in KIND_COLOURS.items()},
        rng.uniform(4.6, 6.4),
        rng.uniform(1.0, 1.8),
        rng.randint(10, 60),
        rng.choice(("pawn", "helmet", "bust")),
        rng.random() < 0.5,
        rng.choice(("->", "→", "->")),
    )


@lru_cache(maxsize=128)
def _font(name: str, mm: float) -> Any:
    try:
        return (
            ImageFont.truetype(f"{name}.ttf", int(mm * PX_PER_MM))
            if name
            else ImageFont.load_default(mm * PX_PER_MM)
        )
    except OSError:
        return ImageFont.load_default(mm * PX_PER_MM)


def tile_picture(look: Style, type: str, fields: Mapping[str, Any]) -> np.ndarray:
    """A face without its sticker: square, BGRA, PX_PER_MM pixels per millimetre."""
    rng = Random(f"{look.name} {fields['id']}")
    size = 120.0 if type == "home" else 58.0
    scale = 1.6 if type == "home" else 1.0
    side = int(size * PX_PER_MM)
    ground = _ground_colour(look, type, fields, rng)
    picture = Image.fromarray(_random_art(side, ground, look.busy, rng))
    draw = ImageDraw.Draw(picture)
    middle = side / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return middle + x * PX_PER_MM * scale, middle + y * PX_PER_MM * scale

    flip = -1 if look.swapped else 1
    if type != "development":
        _draw_planet(draw, look, fields, at(rng.uniform(-1, 1), -9 + rng.uniform(-0.5, 0.5)), scale)
    _draw_name(draw, look, str(fields["name"]), at(0, -20.5), scale)
    price = at(-17.5 * flip, -10.5)
    if type == "development":
        _draw_diamond(draw, look, str(fields["cost"]), price, scale)
    elif "defense" in fields:
        _draw_circle(draw, look, str(fields["defense"]), price, scale, True)
    elif "cost" in fields:
        _draw_circle(draw, look, str(fields["cost"]), price, scale, False)
    worth = "?" if fields.get("bonus") else str(fields.get("vp", 0))
    _draw_hexagon(draw, look, worth, at(17.5 * flip, -10.5), scale)
    for n in range(fields.get("colonists", 0) if type != "development" else 0):
        _draw_colonist(draw, look, at((-19.5 + 3.6 * n) * flip, -4.0), scale)
    _draw_paragraphs(draw, look, _paragraphs(look, fields), at, scale)
    alpha = Image.new("L", (side, side), 0)
    shape = ImageDraw.Draw(alpha)
    if type == "world":
        shape.ellipse((0, 0, side - 1, side - 1), fill=255)
    else:
        shape.rounded_rectangle((0, 0, side - 1, side - 1), 2 * PX_PER_MM, fill=255)
    rgba = np.dstack([np.asarray(picture)[:, :, ::-1], np.asarray(alpha)])
    return np.ascontiguousarray(rgba)


def _ground_colour(look: Style, type: str, fields: Mapping[str, Any], rng: Random) -> Colour:
    if type == "development":
        return tuple(rng.randint(60, 120) for _ in range(3))  # type: ignore[return-value]
    base = rng.choice(((40, 44, 66), (70, 60, 80), (96, 100, 108), (52, 74, 92)))
    return tuple(max(0, c + rng.randint(-14, 14)) for c in base)  # type: ignore[return-value]


def _random_art(whole: int, ground: Colour, busy: int, rng: Random) -> np.ndarray:
    side = whole // 3
    noise = np.random.default_rng(rng.randrange(1 << 30))
    art = np.full((side, side, 3), ground, np.float32)
    for cells, by in ((5, 22.0), (14, 12.0), (60, 5.0)):
        patch = noise.normal(0, by, (cells, cells, 3)).astype(np.float32)
        art += cv2.resize(patch, (side, side), interpolation=cv2.INTER_CUBIC)
    art = np.ascontiguousarray(art)
    for _ in range(busy):
        x, y, r = rng.randrange(side), rng.randrange(side), rng.randint(2, side // 22)
        shade = [float(max(0, min(255, c + rng.randint(-45, 45)))) for c in ground]
        cv2.circle(art, (x, y), r, shade, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA)
    drawn = np.clip(art, 0, 255).astype(np.uint8)
    return cv2.resize(drawn, (whole, whole), interpolation=cv2.INTER_LINEAR)


def _draw_disc(draw: ImageDraw.ImageDraw, at: tuple[float, float], r: float, **ink: Any) -> None:
    draw.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), **ink)


def _draw_planet(
    draw: Any, look: Style, fields: Mapping[str, Any], at: tuple[float, float], scale: float
) -> None:
    kind, good = fields.get("kind"), fields.get("good")
    r = look.planet_mm * PX_PER_MM * scale
    gray = (140, 144, 150)
    colour = look.kinds[kind] if kind else gray
    if good == "windfall":
        _draw_disc(draw, at, r, fill=(72, 72, 80))
        _draw_disc(draw, at, r, outline=colour, width=int(look.halo_mm * PX_PER_MM * scale))
    else:
        _draw_disc(draw, at, r, fill=colour)
    shade = tuple(max(0, c - 30) for c in ((72, 72, 80) if good == "windfall" else colour))
    inner = r * 0.35
    _draw_disc(draw, (at[0] + inner * 0.4, at[1] + inner * 0.5), inner, fill=shade)


def _draw_name(draw: Any, look: Style, name: str, at: tuple[float, float], scale: float) -> None:
    words = name.upper() if look.capitals else name
    size = look.name_mm * scale
    while draw.textlength(words, font=_font(look.lettering[1], size)) > 36 * PX_PER_MM * scale:
        size *= 0.94
    left, top, right, low = draw.textbbox(at, words, font=_font(look.lettering[1], size), anchor="mm")
    pad = 0.7 * PX_PER_MM
    draw.rectangle((left - pad, top - pad, right + pad, low + pad), fill=look.panel[0])
    draw.text(at, words, font=_font(look.lettering[1], size), fill=look.panel[1], anchor="mm")


def _draw_circle(
    draw: Any, look: Style, digit: str, at: tuple[float, float], scale: float, red: bool
) -> None:
    r = look.number_mm * 0.86 * PX_PER_MM * scale
    ink = look.red if red else (16, 16, 18)
    _draw_disc(draw, at, r, fill=look.number_ground, outline=ink, width=int(look.ring_mm * PX_PER_MM * scale))
    font = _font(look.lettering[0], look.number_mm * scale)
    if red:  # an outlined red number
        stroke = max(2, int(0.22 * PX_PER_MM * scale))
        draw.text(
            at, digit, font=font, fill=look.number_ground, anchor="mm", stroke_width=stroke, stroke_fill=ink
        )
    else:
        draw.text(at, digit, font=font, fill=ink, anchor="mm")


def _draw_diamond(draw: Any, look: Style, digit: str, at: tuple[float, float], scale: float) -> None:
    r = look.number_mm * 1.25 * PX_PER_MM * scale
    points = [(at[0], at[1] - r), (at[0] + r, at[1]), (at[0], at[1] + r), (at[0] - r, at[1])]
    draw.polygon(points, fill=look.number_ground)
    draw.line([*points, points[0], points[1]], fill=(16, 16, 18), width=int(look.ring_mm * PX_PER_MM * scale))
    draw.text(
        at, digit, font=_font(look.lettering[0], look.number_mm * scale), fill=(16, 16, 18), anchor="mm"
    )


def _draw_hexagon(draw: Any, look: Style, digit: str, at: tuple[float, float], scale: float) -> None:
    r = look.number_mm * PX_PER_MM * scale
    turn = 0 if look.swapped else math.pi / 6
    points = [
        (at[0] + r * math.cos(turn + n * math.pi / 3), at[1] + r * math.sin(turn + n * math.pi / 3))
        for n in range(6)
    ]
    ground, ink = look.hexagon
    draw.polygon(points, fill=ground)
    draw.line([*points, points[0], points[1]], fill=ink, width=int(look.ring_mm * 0.7 * PX_PER_MM * scale))
    draw.text(at, digit, font=_font(look.lettering[0], look.number_mm * scale), fill=ink, anchor="mm")


def _draw_colonist(draw: Any, look: Style, at: tuple[float, float], scale: float) -> None:
    u, pale = PX_PER_MM * scale, (245, 245, 245)
    x, y = at
    _draw_disc(draw, (x, y - 1.1 * u), 0.75 * u, fill=pale, outline=(20, 20, 20), width=3)
    if look.figure == "pawn":
        draw.polygon(
            [(x, y - 0.6 * u), (x + 1.2 * u, y + 1.7 * u), (x - 1.2 * u, y + 1.7 * u)],
            fill=pale,
            outline=(20, 20, 20),
        )
    elif look.figure == "bust":
        draw.pieslice(
            (x - 1.3 * u, y - 0.3 * u, x + 1.3 * u, y + 3.2 * u), 180, 360, fill=pale, outline=(20, 20, 20)
        )
    else:
        draw.rounded_rectangle(
            (x - 1.1 * u, y - 0.3 * u, x + 1.1 * u, y + 1.7 * u), 0.5 * u, fill=pale, outline=(20, 20, 20)
        )


def _paragraphs(look: Style, fields: Mapping[str, Any]) -> list[tuple[str, str]]:
    """(bold, plain) of each paragraph under the picture."""
    paragraphs = (
        [(" ".join(word.upper() for word in fields["keywords"]), "")] if fields.get("keywords") else []
    )
    for line in (*fields.get("powers", ()), *([fields["bonus"]] if fields.get("bonus") else [])):
        action, _, rest = line.partition(": ")
        rest = rest.replace("->", look.arrow)
        if look.long_words:
            rest = rest.replace("Rare", "Rare Elements").replace("Alien world", "Alien Technology world")
        paragraphs.append((f"{action}:", rest))
    return paragraphs


def _draw_paragraphs(
    draw: Any, look: Style, paragraphs: Sequence[tuple[str, str]], at: Any, scale: float
) -> None:
    if not paragraphs:
        return
    size = look.body_mm * scale
    while True:
        rows = _wrapped_rows(draw, look, paragraphs, size, 46 * PX_PER_MM * scale)
        if len(rows) * size * 1.25 <= 8.6 * scale or size < 1.5 * scale:
            break
        size *= 0.95
    height = len(rows) * size * 1.25
    top, left = at(0, 1.6 - height / 2 / scale + 0.6)[1], at(-23.6, 0)[0]
    draw.rectangle(
        (left, top - 0.5 * PX_PER_MM, at(23.6, 0)[0], top + height * PX_PER_MM + 0.5 * PX_PER_MM),
        fill=look.panel[0],
    )
    for n, row in enumerate(rows):
        x = left + 0.8 * PX_PER_MM
        for bold, word in row:
            font = _font(look.lettering[2], size)
            stroke = 1 if bold else 0
            draw.text(
                (x, top + (n + 0.5) * size * 1.25 * PX_PER_MM),
                word,
                font=font,
                fill=look.panel[1],
                anchor="lm",
                stroke_width=stroke,
                stroke_fill=look.panel[1],
            )
            x += draw.textlength(word + " ", font=font)


def _wrapped_rows(
    draw: Any, look: Style, paragraphs: Sequence[tuple[str, str]], size: float, wide: float
) -> list[list[tuple[bool, str]]]:
    rows: list[list[tuple[bool, str]]] = []
    font = _font(look.lettering[2], size)
    for bold, plain in paragraphs:
        row: list[tuple[bool, str]] = []
        for is_bold, word in [*((True, w) for w in bold.split()), *((False, w) for w in plain.split())]:
            line = " ".join(w for _, w in [*row, (is_bold, word)])
            if row and draw.textlength(line, font=font) > wide - 1.6 * PX_PER_MM:
                rows.append(row)
                row = []
            row.append((is_bold, word))
        rows.append(row)
    return rows


# --- a photo of several tiles ---------------------------------------------------------------------------


@dataclass(frozen=True)
class PhotographedTile:
    """A tile that lies in a photo. middle: of the tile, in the photo's pixels."""

    tag: str
    middle: tuple[float, float]


def sticker(text: str, side: int) -> np.ndarray:
    code = qrcode.QRCode(1, ERROR_CORRECT_H, border=2)
    code.add_data(text)
    code.make(fit=False)
    modules = np.where(np.array(code.get_matrix()), 18, 250).astype(np.uint8)
    whole = np.kron(modules, np.ones((8, 8), np.uint8))
    return cv2.resize(whole, (side, side), interpolation=cv2.INTER_AREA)


def photo(
    tiles: Sequence[tuple[str, np.ndarray]],
    rng: Random,
    *,
    columns: int = 4,
    symbol_mm: float = 16.0,
    stickers: bool = True,
    wide_px: int = 4000,
    tilt: float = 18.0,
    turn: float = 12.0,
    light: float = 0.3,
    blur: float = 1.0,
) -> tuple[np.ndarray, list[PhotographedTile]]:
    """Tiles (a tag's text and a picture each; without text, no sticker) in rows on a table, turned by up to
    `turn` degrees, photographed by hand: tilted by up to `tilt` degrees, light uneven by up to `light`, out
    of focus by up to `blur` pixels, noise, JPEG."""
    rows = -(-len(tiles) // columns)
    large = max(picture.shape[0] for _, picture in tiles) / PX_PER_MM
    step = large + 14
    across, down = columns * step + 20, rows * step + 20
    fine = wide_px / across * 1.05
    table = _table_surface(round(across * fine), round(down * fine), rng)
    places = []
    for n, (text, picture) in enumerate(tiles):
        row, column = divmod(n, columns)
        x = 10 + step * (column + 0.5) + rng.uniform(-3, 3)
        y = 10 + step * (row + 0.5) + rng.uniform(-3, 3)
        face = picture.copy()
        if stickers and text:
            _put_sticker(face, text, symbol_mm, rng)
        _paste_tile(table, face, x * fine, y * fine, rng.uniform(-turn, turn), fine / PX_PER_MM)
        places.append((x * fine, y * fine))
    high, wide = table.shape[:2]
    homography = _tilted_view(wide, high, rng, tilt)
    seen = cv2.warpPerspective(
        table, homography, (wide, high), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    seen = _light_and_noise(seen, rng, light, blur)
    middles = cv2.perspectiveTransform(np.array([places], np.float32), homography)[0]
    return seen, [
        PhotographedTile(text, (float(x), float(y))) for (text, _), (x, y) in zip(tiles, middles, strict=True)
    ]


def _table_surface(wide: int, high: int, rng: Random) -> np.ndarray:
    base = rng.choice(((62, 92, 130), (150, 160, 168), (58, 74, 52), (40, 40, 44), (110, 120, 150)))
    noise = np.random.default_rng(rng.randrange(1 << 30))
    table = np.full((high, wide, 3), base, np.float32)
    grain = noise.normal(0, 9, (max(2, high // 12), max(2, wide // 160), 1)).astype(np.float32)
    table += cv2.resize(grain, (wide, high), interpolation=cv2.INTER_CUBIC)[:, :, None]
    return np.clip(table, 0, 255).astype(np.uint8)


def _put_sticker(face: np.ndarray, text: str, symbol_mm: float, rng: Random) -> None:
    side = round(symbol_mm * 25 / 21 * PX_PER_MM)
    mark = cv2.cvtColor(sticker(text, side), cv2.COLOR_GRAY2BGR)
    size = face.shape[0] / PX_PER_MM
    low = 16.6 if size < 100 else size / 2 - symbol_mm * 0.6 - 8
    x, y = size / 2 + rng.uniform(-1.5, 1.5), size / 2 + low + rng.uniform(-0.7, 0.7)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(-4, 4), 1.0)
    turn[:, 2] += (x * PX_PER_MM - side / 2, y * PX_PER_MM - side / 2)
    high, wide = face.shape[:2]
    there = cv2.warpAffine(np.full((side, side), 255, np.uint8), turn, (wide, high)) > 127
    face[there, :3] = cv2.warpAffine(mark, turn, (wide, high))[there]


def _paste_tile(table: np.ndarray, face: np.ndarray, x: float, y: float, turn: float, scale: float) -> None:
    reach = int(face.shape[0] * scale * 0.72) + 2
    homography = cv2.getRotationMatrix2D((face.shape[1] / 2, face.shape[0] / 2), turn, scale)
    left, top = round(x) - reach, round(y) - reach
    homography[:, 2] += (x - left - face.shape[1] / 2, y - top - face.shape[0] / 2)
    soft = cv2.GaussianBlur(face, (0, 0), max(0.1, 0.35 / scale)) if scale < 1 else face
    laid = cv2.warpAffine(soft, homography, (2 * reach, 2 * reach), flags=cv2.INTER_LINEAR).astype(np.float32)
    shadow = cv2.GaussianBlur(np.roll(laid[:, :, 3], (4, 5), (0, 1)), (0, 0), 5)[:, :, None] / 255 * 0.45
    y0, y1 = max(0, top), min(table.shape[0], top + 2 * reach)
    x0, x1 = max(0, left), min(table.shape[1], left + 2 * reach)
    cut = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    part = laid[cut]
    opaque = part[:, :, 3:] / 255
    below = table[y0:y1, x0:x1].astype(np.float32) * (1 - shadow[cut])
    table[y0:y1, x0:x1] = np.clip(below * (1 - opaque) + part[:, :, :3] * opaque, 0, 255)


def _tilted_view(wide: int, high: int, rng: Random, tilt: float) -> np.ndarray:
    lean, side, roll = (np.radians(rng.uniform(-tilt, tilt)) for _ in range(3))
    turn = (
        cv2.Rodrigues(np.array([lean, side * 0.6, 0.0]))[0] @ cv2.Rodrigues(np.array([0, 0, roll * 0.4]))[0]
    )
    far = 1.5 * wide
    plane = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 0]], float)
    camera = np.array([[far, 0, wide / 2], [0, far, high / 2], [0, 0, 1]])
    homography = camera @ (turn @ plane + np.array([[0, 0, 0], [0, 0, 0], [0, 0, far]]))
    corners = np.array([[[0, 0], [wide, 0], [wide, high], [0, high]]], np.float32)
    there = cv2.perspectiveTransform(corners, homography)[0]
    low, top = there.min(axis=0), there.max(axis=0)
    fit = min(wide / (top[0] - low[0]), high / (top[1] - low[1]))
    middle = (low + top) / 2
    back = np.array([[fit, 0, wide / 2 - fit * middle[0]], [0, fit, high / 2 - fit * middle[1]], [0, 0, 1]])
    return back @ homography


def _noise(rng: Random, shape: tuple[int, ...]) -> np.ndarray:
    random = np.random.default_rng(rng.randrange(1 << 30))
    strip = random.standard_normal((257, *shape[1:]), dtype=np.float32) * rng.uniform(1, 4)
    return np.resize(strip, shape)


def _light_and_noise(seen: np.ndarray, rng: Random, light: float, blur: float) -> np.ndarray:
    high, wide = seen.shape[:2]
    soft = rng.uniform(0.3, max(0.31, blur))
    picture = cv2.GaussianBlur(seen, (0, 0), soft).astype(np.float32)
    bright = rng.uniform(0.75, 1.05)
    angle, depth = rng.uniform(0, 2 * math.pi), rng.uniform(0.05, light)
    y, x = np.mgrid[-0.5 : 0.5 : high * 1j, -0.5 : 0.5 : wide * 1j].astype(np.float32)
    picture *= (bright * (1 + 2 * depth * (x * math.cos(angle) + y * math.sin(angle))))[:, :, None]
    picture *= np.array([rng.uniform(0.92, 1.04), 1.0, rng.uniform(0.96, 1.06)], np.float32)
    picture += _noise(rng, picture.shape)
    jpeg = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    return cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
