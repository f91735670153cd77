"""Draws the photo for the page, as a JPEG: every tile outlined and named, every doubt called out."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from PIL import Image as Pictures
from PIL import ImageDraw

from companion.games.contract import Game, State, untracked_of
from companion.scan import doubts
from companion.scan.found import FoundTile, PhotoContents
from companion.vision.camera import Image, Point
from companion.vision.drawing import Colour, font, in_two_lines
from companion.vision.picture_files import jpeg_of

MAX_SIDE_PX = 1600
"""Pixels of the longer side: sharp on any phone's screen, and some 300 KB."""
CERTAIN, NOT_COUNTED, DOUBTFUL = (120, 220, 140), (190, 200, 215), (255, 190, 60)
OUTLINE_SCALE = 1.7
"""How much wider than its tag a tile's outline is drawn."""


def outlined_jpeg(image: Image, read: PhotoContents, game: Game[State], most: int = MAX_SIDE_PX) -> bytes:
    """A JPEG, as the photo lies, its longer side of `most` pixels at most. A sure tile has a whole line and
    its name, a doubtful one a dashed line and its name with "?", and a place where something may be missing a
    dashed line and a number: that of its doubt among `read.doubts`, from 1."""
    book = untracked_of(game).final()
    aside = {role.name: book.title(role.name) for role in book.roles if not role.scores}
    scale = min(1.0, MAX_SIDE_PX / max(read.size))
    size = (round(read.size[0] * scale), round(read.size[1] * scale))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
    picture = Pictures.fromarray(np.ascontiguousarray(small[:, :, ::-1]))
    draw = ImageDraw.Draw(picture)
    for found in read.found:
        _draw_tile(draw, found, book.name(found.id), scale, size, aside)
    for number, doubt in enumerate(read.doubts, start=1):
        if doubt.outline:
            points = [(x * scale, y * scale) for x, y in doubt.outline]
            if doubt.kind == doubts.GOOD:  # the tile itself is in no doubt: only the number, above it
                points = [(x, y - 1.4 * abs(points[2][1] - points[0][1])) for x, y in points]
            else:
                _draw_dashed(draw, points, DOUBTFUL)
            _draw_words(draw, f"{number}?", points, DOUBTFUL, size)
    picture.thumbnail((most, most), Pictures.Resampling.BOX)
    return jpeg_of(np.asarray(picture)[:, :, ::-1], 82)


def _draw_tile(
    draw: ImageDraw.ImageDraw,
    found: FoundTile,
    name: str,
    scale: float,
    size: tuple[int, int],
    aside: Mapping[str, str],
) -> None:
    """aside: the titles of the roles that do not score."""
    x, y = found.middle
    points = [
        ((x + (a - x) * OUTLINE_SCALE) * scale, (y + (b - y) * OUTLINE_SCALE) * scale)
        for a, b in found.corners
    ]
    if found.sure:
        colour = NOT_COUNTED if found.role in aside else CERTAIN
        draw.polygon(points, outline=(0, 0, 0), width=6)
        draw.polygon(points, outline=colour, width=4)
    else:
        colour = DOUBTFUL
        _draw_dashed(draw, points, colour)
    words = f"{name} ({aside[found.role]})" if found.role in aside else name
    _draw_words(draw, words if found.sure else f"{words} ?", points, colour, size)


def _draw_dashed(draw: ImageDraw.ImageDraw, points: list[Point], colour: Colour) -> None:
    """A closed line in dashes of twelve pixels, on black so that it shows on anything."""
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        steps = max(1, round(np.hypot(bx - ax, by - ay) / 12))
        for n in range(steps):
            a, b = n / steps, (n + 0.6) / steps
            line = (ax + (bx - ax) * a, ay + (by - ay) * a, ax + (bx - ax) * b, ay + (by - ay) * b)
            draw.line(line, fill=(0, 0, 0), width=8)
            draw.line(line, fill=colour, width=5)


def _draw_words(
    draw: ImageDraw.ImageDraw, words: str, points: list[Point], colour: Colour, size: tuple[int, int]
) -> None:
    """The words on a dark plate, under the outline, within the picture."""
    across = max(p[0] for p in points) - min(p[0] for p in points)
    letters = font(min(24.0, max(12.0, across / 5)))
    words = "\n".join(in_two_lines(words, 12))  # they cover less of the neighbours than a long one
    x, y = sum(p[0] for p in points) / len(points), max(p[1] for p in points) + 3
    left, top, right, low = draw.textbbox((0, 0), words, font=letters, align="center")
    wide, high = right - left + 8, low - top + 5
    x, y = min(max(0, x - wide / 2), size[0] - wide), min(max(0, y), size[1] - high)
    draw.rectangle((x, y, x + wide, y + high), fill=(16, 20, 28))
    draw.text((x + 4 - left, y + 3 - top), words, fill=colour, font=letters, align="center")
