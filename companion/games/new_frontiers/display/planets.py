"""Planets drawn from a seed: each kind has a surface of its own, so that kinds are told apart without hue.

Novelty has cloud bands and a storm, Rare craters, Genes continents and ice, Alien a built shell, gray dust
and a fault line. Only paths, circles and ellipses with direct colours: a drawing stands alone on a page, on
paper and in a picture. Translucent parts have colours with an alpha: with `opacity` the browser would lay
each over the others as a group of its own. The same tile always gets the same planet.
"""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

Shades = tuple[str, str, str, str]
"""Base, light, dark and line colour."""


@cache
def colours() -> dict[str, Any]:
    """The colours of drawn tiles by name (tile_colours.toml)."""
    return tomllib.loads(Path(__file__).with_name("tile_colours.toml").read_text("utf-8"))


def shades(kind: str) -> Shades:
    return tuple(colours()["kinds"][kind])


def num(value: float) -> str:
    """A coordinate to a tenth, as short as SVG allows.

    >>> num(0.5), num(-3.0), num(12.34)
    ('.5', '-3', '12.3')
    """
    text = f"{round(value, 1) + 0:g}"
    return text.replace("0.", ".", 1) if abs(value) < 0.95 and "0." in text else text


def nums(*values: float) -> str:
    """Coordinates of a path with as few characters between them as SVG needs.

    >>> nums(1, -2.5, 0.25)
    '1-2.5 .2'
    """
    text = ""
    for value in values:
        one = num(value)
        text += one if not text or one.startswith("-") else f" {one}"
    return text


def point(x: float, y: float, radius: float, angle: float) -> tuple[float, float]:
    """The point at `radius` and `angle` (radians) from x, y."""
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def planet(seed: str, kind: str, x: float, y: float, radius: float, *, windfall: bool, explored: bool) -> str:
    """The planet at x, y. A windfall world is a smaller bare planet within a ring of its kind's colour."""
    rng = Random(f"{seed} {kind}")
    own = shades(kind)
    used = shades("explored") if explored else own
    drawn = ""
    if windfall:
        wide = radius * 0.19
        dashes = ' stroke-dasharray="3.4 6"' if explored else ""
        drawn = _ring(x, y, radius - wide / 2, own[0], wide, dashes)
        radius *= 0.7
        if not explored:
            used = (*shades("bare")[:3], own[0])
    surface = _SURFACES.get(kind, _dusty)
    drawn += f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{used[0]}"/>'
    return drawn + surface(rng, x, y, radius, used) + _light(x, y, radius)


def _ring(x: float, y: float, radius: float, colour: str, width: float, more: str = "") -> str:
    place = f'cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"'
    return f'<circle {place} stroke="{colour}" stroke-width="{num(width)}"{more}/>'


def _light(x: float, y: float, radius: float) -> str:
    """Light from the upper left: a shadow crescent and a bright stroke along the lit edge."""
    reach = radius * math.sqrt(0.5)
    low, high = (num(x - reach), num(y + reach)), (num(x + reach), num(y - reach))
    outer, inner = num(radius), num(radius * 1.28)
    shadow = f"M{high[0]} {high[1]}A{outer} {outer} 0 0 1 {low[0]} {low[1]}"
    shadow += f"A{inner} {inner} 0 0 0 {high[0]} {high[1]}"
    edge = radius * 0.84
    (ax, ay), (bx, by) = point(x, y, edge, 3.33), point(x, y, edge, 4.4)
    glint = f"M{num(ax)} {num(ay)}A{num(edge)} {num(edge)} 0 0 1 {num(bx)} {num(by)}"
    return (
        f'<path fill="#04070d6b" d="{shadow}"/>'
        f'<path stroke="#fff9" stroke-width="{num(radius * 0.08)}" d="{glint}"/>'
    )


def _patch(
    rng: Random, x: float, y: float, radius: float, at: tuple[float, float], size: float, flat: float = 1.0
) -> str:
    """A rounded, uneven patch about `at`, whose points stay on the planet's disc."""
    count = 6 if size > radius * 0.4 else 5
    start = rng.random() * math.pi
    corners = []
    for n in range(count):
        reach = size * rng.uniform(0.62, 1.2)
        px, py = point(*at, reach, start + 2 * math.pi * n / count)
        py = at[1] + (py - at[1]) * flat
        away = math.hypot(px - x, py - y)
        pull = min(1.0, radius * 0.985 / away) if away else 1.0
        corners.append((x + (px - x) * pull, y + (py - y) * pull))
    between = [
        ((ax + bx) / 2, (ay + by) / 2)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    # In relative steps from rounded points, so that the path is short and closes.
    px, py = (round(value, 1) for value in between[-1])
    path = f"M{nums(px, py)}"
    for (cx, cy), (mx, my) in zip(corners, between, strict=True):
        mx, my = round(mx, 1), round(my, 1)
        path += f"q{nums(cx - px, cy - py, mx - px, my - py)}"
        px, py = mx, my
    return path + "z"


def _band(rng: Random, x: float, y: float, radius: float, top: float, bottom: float, wave: float) -> str:
    """A cloud band between two heights (in radii from the middle), its ends on the disc's edge."""
    y1, y2 = y + top * radius, y + bottom * radius
    half1, half2 = (math.sqrt(max(0.0, 1 - part * part)) * radius for part in (top, bottom))
    up, down = rng.uniform(-wave, wave), rng.uniform(-wave, wave)
    edge = num(radius)
    return (
        f"M{num(x - half1)} {num(y1)}C{num(x - half1 / 3)} {num(y1 + up)} "
        f"{num(x + half1 / 3)} {num(y1 - up)} {num(x + half1)} {num(y1)}"
        f"A{edge} {edge} 0 0 1 {num(x + half2)} {num(y2)}"
        f"C{num(x + half2 / 3)} {num(y2 + down)} {num(x - half2 / 3)} {num(y2 - down)} "
        f"{num(x - half2)} {num(y2)}A{edge} {edge} 0 0 1 {num(x - half1)} {num(y1)}"
    )


def _cloudy(rng: Random, x: float, y: float, radius: float, used: Shades) -> str:
    tilt = rng.choice((-24, -16, 14, 22))
    bright = _band(rng, x, y, radius, -0.78, -0.5, 2) + _band(rng, x, y, radius, -0.05, 0.18, 3)
    deep = _band(rng, x, y, radius, -0.38, -0.2, 2) + _band(rng, x, y, radius, 0.36, 0.66, 3)
    storm_x = x + rng.uniform(-0.4, 0.25) * radius
    storm = (
        f'<ellipse cx="{num(storm_x)}" cy="{num(y + radius * 0.28)}" rx="{num(radius * 0.26)}" '
        f'ry="{num(radius * 0.15)}" fill="{used[1]}" stroke="{used[3]}" stroke-width=".8"/>'
    )
    return (
        f'<g transform="rotate({tilt} {num(x)} {num(y)})"><path fill="{used[1]}" d="{bright}"/>'
        f'<path fill="{used[2]}" d="{deep}"/>{storm}</g>'
    )


def _cratered(rng: Random, x: float, y: float, radius: float, used: Shades) -> str:
    craters: list[tuple[float, float, float]] = []
    for _try in range(90):
        if len(craters) == 4:
            break
        size = radius * (rng.uniform(0.09, 0.2) if craters else 0.27)
        cx, cy = point(x, y, rng.uniform(0, radius - size - 1.2), rng.random() * 2 * math.pi)
        if all(math.hypot(cx - ox, cy - oy) > size + other + 0.8 for ox, oy, other in craters):
            craters.append((cx, cy, size))
    # Pits and the light on their far walls are the same path: squeezed, the second costs next to nothing.
    pits = "".join(_circle_path(cx, cy, size) for cx, cy, size in craters)
    aside = num(radius * 0.035)
    ridge = _patch(
        rng, x, y, radius, point(x, y, radius * 0.75, rng.uniform(1.5, 3.4)), radius * 0.5, flat=0.5
    )
    return (
        f'<path fill="{used[2]}8c" d="{ridge}"/>'
        f'<path fill="{used[1]}" transform="translate({aside} {aside})" d="{pits}"/>'
        f'<path fill="{used[2]}" d="{pits}"/>'
    )


def _circle_path(x: float, y: float, radius: float) -> str:
    r, wide = num(radius), num(2 * radius)
    return f"M{num(x - radius)} {num(y)}a{r} {r} 0 1 0 {wide} 0a{r} {r} 0 1 0 -{wide} 0"


def _living(rng: Random, x: float, y: float, radius: float, used: Shades) -> str:
    turn = rng.random() * 2 * math.pi
    land = "".join(
        _patch(rng, x, y, radius, point(x, y, radius * away, turn + angle), radius * size)
        for away, angle, size in ((0.52, 0.0, 0.52), (0.62, 2.3, 0.4), (0.7, 4.1, 0.34))
    )
    forest = _patch(rng, x, y, radius, point(x, y, radius * 0.5, turn + 0.1), radius * 0.22)
    half, height, edge = radius * 0.6, y - radius * 0.8, num(radius)
    ice = f"M{num(x - half)} {num(height)}A{edge} {edge} 0 0 1 {num(x + half)} {num(height)}"
    ice += f"Q{num(x + 2)} {num(y - radius * 0.5)} {num(x - half)} {num(height)}"
    return (
        f'<path fill="{used[2]}" d="{land}"/><path fill="{used[3]}" d="{forest}"/>'
        f'<path fill="{used[1]}" d="{ice}"/>'
    )


def _built(rng: Random, x: float, y: float, radius: float, used: Shades) -> str:
    turn = rng.random() * math.pi / 3
    angles = [turn + n * math.pi / 3 for n in range(6)]

    def line(*points: tuple[float, float]) -> str:
        return "M" + "L".join(nums(*place) for place in points)

    def hexagon(share: float) -> str:
        return line(*(point(x, y, radius * share, angle) for angle in angles)) + "z"

    spokes = "".join(
        line(point(x, y, radius * 0.36, angle), point(x, y, radius * 0.99, angle)) for angle in angles
    )
    plates = "".join(
        line(
            point(x, y, radius * 0.42, angle + 0.14),
            point(x, y, radius * 0.66, angle + 0.09),
            point(x, y, radius * 0.66, angle + math.pi / 3 - 0.09),
            point(x, y, radius * 0.42, angle + math.pi / 3 - 0.14),
        )
        + "z"
        for angle in rng.sample(angles, 3)
    )
    return (
        f'<path fill="{used[1]}" d="{plates}"/>'
        f'<path stroke="{used[3]}" stroke-width="1.1" d="{hexagon(0.7)}{spokes}"/>'
        f'<path fill="{used[3]}" d="{hexagon(0.36)}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius * 0.15)}" fill="{used[1]}"/>'
    )


def _dusty(rng: Random, x: float, y: float, radius: float, used: Shades) -> str:
    turn = rng.random() * 2 * math.pi
    dust = _patch(rng, x, y, radius, point(x, y, radius * 0.45, turn), radius * 0.5, flat=0.8)
    dust += _patch(rng, x, y, radius, point(x, y, radius * 0.6, turn + 2.6), radius * 0.33, flat=0.7)
    (ax, ay), (bx, by) = point(x, y, radius * 0.93, turn + 1.2), point(x, y, radius * 0.93, turn + 3.9)
    mx, my = point(x, y, radius * 0.2, turn + 1)
    fault = f"M{num(ax)} {num(ay)}Q{num(mx)} {num(my)} {num(bx)} {num(by)}"
    return f'<path fill="{used[2]}cc" d="{dust}"/><path stroke="{used[1]}" stroke-width="1.3" d="{fault}"/>'


_SURFACES = {"novelty": _cloudy, "rare": _cratered, "genes": _living, "alien": _built}
