"""The colours of what is printed and drawn: those of the pages' tokens, as numbers. Colour is never alone."""

from __future__ import annotations

Rgb = tuple[int, int, int]

DARK: dict[str, Rgb] = {
    "ground": (10, 16, 28),
    "panel": (19, 28, 46),
    "line": (52, 70, 106),
    "text": (243, 246, 252),
    "quiet": (185, 198, 220),
    "ink": (16, 22, 31),
}
PLAYERS: dict[str, Rgb] = {
    "blue": (111, 180, 255),
    "green": (79, 217, 147),
    "red": (255, 122, 112),
    "yellow": (255, 213, 74),
    "purple": (199, 155, 255),
    "black": (205, 213, 224),
    "white": (255, 255, 255),
    "orange": (255, 172, 92),
}
PAPER: dict[str, Rgb] = {
    "blue": (26, 91, 176),
    "green": (18, 104, 62),
    "red": (179, 38, 30),
    "yellow": (112, 83, 0),
    "purple": (102, 58, 176),
    "black": (26, 34, 48),
    "white": (82, 89, 102),
    "orange": (138, 67, 0),
}
"""On white: the light theme's."""
PARTS: tuple[Rgb, ...] = (
    (69, 196, 222),
    (242, 211, 56),
    (201, 143, 95),
    (118, 196, 86),
    (196, 179, 230),
    (166, 172, 182),
)
"""The sources of points, in the order of the sheet, as the pages' chart has them."""


def part(index: int) -> Rgb:
    return PARTS[index % len(PARTS)]


def player(colour: str, on: dict[str, Rgb], otherwise: Rgb) -> Rgb:
    return on.get(colour, otherwise)
