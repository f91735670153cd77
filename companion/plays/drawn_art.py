"""Paints a game's small drawings into a picture: SVG of circles, ellipses and paths with direct colours.

That is what `Display.art` gives; anything else in a drawing is left out. Painted finer than it is shown, so
that edges are smooth.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

from PIL import Image, ImageColor, ImageDraw

FINER = 3
"""A drawing is painted this many times as large, and brought down."""
STEPS = 14
"""Straight pieces for a curve."""
_TOKENS = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.\d*|\.\d+|\d+)")
_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}

Point = tuple[float, float]


def painted(drawing: str, size: int) -> Image.Image:
    """The drawing, whose picture is 100 units wide and high, as RGBA of `size` pixels."""
    picture = Image.new("RGBA", (size * FINER, size * FINER))
    root = ElementTree.fromstring(f'<svg xmlns="">{drawing}</svg>')
    _paint(root, picture, size * FINER / 100, None)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def _paint(
    parent: ElementTree.Element,
    picture: Image.Image,
    scale: float,
    turned: tuple[float, float, float] | None,
) -> None:
    """turned: degrees and the point about which everything within is turned."""
    for element in parent:
        match element.tag:
            case "g":
                found = _TOKENS.findall(element.get("transform", ""))
                numbers = [float(one) for one in found if not one.isalpha()]
                within = (numbers[0], numbers[1], numbers[2]) if len(numbers) == 3 else turned
                _paint(element, picture, scale, within)
            case "circle" | "ellipse":
                _shape(picture, element, [_round(element)], scale, turned)
            case "path":
                _shape(picture, element, list(_lines(element.get("d", ""))), scale, turned)


def _shape(
    picture: Image.Image,
    element: ElementTree.Element,
    lines: list[list[Point]],
    scale: float,
    turned: tuple[float, float, float] | None,
) -> None:
    placed = [[_placed(point, scale, turned) for point in line] for line in lines]
    for part in ("fill", "stroke"):
        colour = element.get(part)
        if not colour or colour == "none":
            continue
        mask = Image.new("L", picture.size)
        draw = ImageDraw.Draw(mask)
        for line in placed:
            if part == "fill" and len(line) > 2:
                draw.polygon(line, 255)
            elif part == "stroke" and len(line) > 1:
                closed = line[0] == line[-1]
                line = [*line, line[1]] if closed else line  # else the ends leave a notch
                draw.line(line, 255, max(1, round(float(element.get("stroke-width", "1")) * scale)), "curve")
        red, green, blue, *rest = ImageColor.getrgb(colour)
        alpha = rest[0] if rest else 255
        over = Image.new("RGBA", picture.size, (red, green, blue, 0))
        over.putalpha(mask.point([value * alpha // 255 for value in range(256)]))
        picture.alpha_composite(over)


def _placed(point: Point, scale: float, turned: tuple[float, float, float] | None) -> Point:
    x, y = point
    if turned is not None:
        degrees, cx, cy = turned
        angle = math.radians(degrees)
        dx, dy = x - cx, y - cy
        x = cx + dx * math.cos(angle) - dy * math.sin(angle)
        y = cy + dx * math.sin(angle) + dy * math.cos(angle)
    return x * scale, y * scale


def _round(element: ElementTree.Element) -> list[Point]:
    def number(name: str, other: str = "r") -> float:
        return float(element.get(name, element.get(other, "0")))

    x, y, rx, ry = number("cx"), number("cy"), number("rx"), number("ry")
    turns = [2 * math.pi * n / 60 for n in range(61)]
    return [(x + rx * math.cos(angle), y + ry * math.sin(angle)) for angle in turns]


def _lines(path: str) -> Iterator[list[Point]]:
    """A path's lines, curves as straight pieces."""
    at: Point = (0.0, 0.0)
    line: list[Point] = []
    for command, numbers in _commands(path):
        own = command.upper()
        if command.islower():
            numbers = _from(at, own, numbers)
        match own:
            case "M":
                if len(line) > 1:
                    yield line
                line = [(numbers[0], numbers[1])]
            case "H" | "V":
                line.append((numbers[0], at[1]) if own == "H" else (at[0], numbers[0]))
            case "L":
                line.append((numbers[0], numbers[1]))
            case "C" | "Q":
                corners = [at, *zip(numbers[::2], numbers[1::2], strict=True)]
                line += [_on_curve(corners, step / STEPS) for step in range(1, STEPS + 1)]
            case "A":
                line += _arc(at, numbers)
            case "Z" if line:
                line.append(line[0])
        if line:
            at = line[-1]
    if len(line) > 1:
        yield line


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Each command once with its numbers: repeated ones stand alone, and lines follow a move."""
    command = ""
    numbers: list[float] = []
    for token in _TOKENS.findall(path):
        if token.isalpha():
            command, numbers = token, []
            if token in "Zz":
                yield token, []
        elif command:
            numbers.append(float(token))
            if len(numbers) == _NUMBERS.get(command.upper(), 2):
                yield command, numbers
                numbers = []
                command = {"M": "L", "m": "l"}.get(command, command)


def _from(at: Point, command: str, numbers: list[float]) -> list[float]:
    """Relative numbers as those of the picture."""
    if command == "A":
        return [*numbers[:5], numbers[5] + at[0], numbers[6] + at[1]]
    if command == "V":
        return [numbers[0] + at[1]]
    return [number + at[n % 2] for n, number in enumerate(numbers)]


def _on_curve(corners: list[Point], share: float) -> Point:
    """De Casteljau."""
    while len(corners) > 1:
        pairs = pairwise(corners)
        corners = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairs]
    return corners[0]


def _arc(at: Point, numbers: list[float]) -> list[Point]:
    """Of a circle; an ellipse's second radius is not looked at."""
    radius, _ry, _turn, large, sweep, x, y = numbers
    dx, dy = x - at[0], y - at[1]
    chord = math.hypot(dx, dy)
    if not chord:
        return [(x, y)]
    radius = max(radius, chord / 2)
    away = math.sqrt(max(0.0, radius * radius - chord * chord / 4))
    side = 1 if bool(large) == bool(sweep) else -1
    cx = (at[0] + x) / 2 + side * away * dy / chord
    cy = (at[1] + y) / 2 - side * away * dx / chord
    begin, end = math.atan2(at[1] - cy, at[0] - cx), math.atan2(y - cy, x - cx)
    if sweep and end < begin:
        end += 2 * math.pi
    elif not sweep and end > begin:
        end -= 2 * math.pi
    angles = [begin + (end - begin) * step / STEPS for step in range(1, STEPS + 1)]
    return [(cx + radius * math.cos(angle), cy + radius * math.sin(angle)) for angle in angles]
