"""The background of a result's poster: stars in the winner's light, and what the winners had, in the game's
small drawings (`Display.art`)."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from random import Random

from PIL import Image, ImageDraw

from companion.plays.colours import DARK, Rgb

MOST_DRAWN = 14
_PAGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="{size}" height="{size}" '
    'fill="none">{drawing}</svg>'
)
"""A shape without a colour of its own is not filled."""
_PLANET = (
    '<circle cx="50" cy="50" r="38" fill="{colour}"/>'
    '<path fill="#ffffff40" d="M16 32Q50 44 84 32L86 42Q50 54 13 42Z"/>'
    '<path fill="#00000038" d="M13 58Q50 70 87 58L84 67Q50 78 16 67Z"/>'
    '<path fill="#04070d7a" d="M77 23A38 38 0 0 1 23 77A50 50 0 0 0 77 23"/>'
    '<path stroke="#fff9" stroke-width="3" d="M18 44A33 33 0 0 1 40 19"/>'
)
"""Of an empire that was scored by numbers; `colour` is its player's."""


def paint_sky(picture: Image.Image, colour: Rgb, seed: str) -> None:
    """Stars, and the winner's light from above at the right."""
    width, height = picture.size
    glow = Image.new("L", (32, 32))
    for x in range(32):
        for y in range(32):
            away = math.hypot((31 - x) / 31, y / 31)
            glow.putpixel((x, y), round(110 * max(0.0, 1 - away) ** 1.5))
    picture.paste(Image.new("RGB", picture.size, colour), (0, 0), glow.resize(picture.size))
    rng, draw = Random(seed), ImageDraw.Draw(picture)
    for _star in range(130):
        x, y = rng.randrange(8, width), rng.randrange(8, height)
        size = rng.choice((0, 0, 1))
        draw.ellipse((x, y, x + size, y + size), DARK["quiet"] if size else DARK["line"])


def paint_empire(
    picture: Image.Image, art: Sequence[str], colour: Rgb, box: tuple[float, float, float, float]
) -> None:
    """The drawings in rows, the first the largest; without any, one planet in the winner's colour."""
    x0, y0, x1, y1 = box
    wide, high = x1 - x0, y1 - y0
    if high < 60:
        return
    if not art:
        size = round(min(wide, high))
        tint = "#{:02x}{:02x}{:02x}".format(*colour)
        drawn = painted(_PLANET.format(colour=tint), size)
        picture.paste(drawn, (round(x1 - size), round(y0 + (high - size) / 2)), drawn)
        return
    shown = list(art[:MOST_DRAWN])
    rows = max(1, min(len(shown), round(math.sqrt(len(shown) * high / wide))))
    each = math.ceil(len(shown) / rows)
    cell = min(wide / (each + (0.5 if rows > 1 else 0)), high / rows)
    for n, drawing in enumerate(shown):
        row, at = divmod(n, each)
        size = round(cell * (0.98 if n == 0 else 0.84))
        x = x1 - cell * (each - at) + (cell - size) / 2 - (cell / 2 if row % 2 else 0)
        y = y0 + (high - rows * cell) / 2 + row * cell + (cell - size) / 2
        drawn = painted(drawing, size)
        picture.paste(drawn, (round(x), round(y)), drawn)


def painted(drawing: str, size: int) -> Image.Image:
    """The drawing, whose picture is 100 units wide and high, as RGBA of `size` pixels."""
    import resvg_py  # for pictures alone: the pages start without it

    svg = _PAGE.format(size=size, drawing=drawing)
    with Image.open(io.BytesIO(resvg_py.svg_to_bytes(svg, skip_system_fonts=True))) as picture:
        return picture.convert("RGBA")
