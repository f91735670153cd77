"""Tiles as small drawings of our own: a world is a disc with its planet, a development a plate.

A drawing stands alone, in few shapes and without text: a full table has fifty, and a browser takes several
times as long for a <use> or a letter. Colours come from the page's stylesheet. Nothing here is the
publisher's art; what a tile means is told by number, shape, letter and the place of the planet's moon, never
by hue alone.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from companion.games.new_frontiers.display.names import good_name, kind_letter
from companion.games.new_frontiers.display.tile_view import Piece, TileView
from companion.translation import _

KINDS = ("novelty", "rare", "genes", "alien", "any", "gray")
MOONS = {"novelty": (46, 30), "rare": (43.5, 44), "genes": (20.5, 44), "alien": (18, 30)}
"""Where a planet's moon stands: each kind in a quadrant of its own, so that hue is never needed."""
BADGES = {
    "cost": ("t-cost", "circle", "t-ink"),
    "defense": ("t-defense", "circle", "t-def"),
    "development": ("t-cost", "m13 3.5 11.5 11.5-11.5 11.5-11.5-11.5z", "t-ink"),
    "vp": ("t-vp", "m13 4.5 9.1 5.25v10.5l-9.1 5.25-9.1-5.25v-10.5z", "t-light"),
}
"""What a number is: its shape's class, the shape as a path in relative steps, the class of its figure."""
POWERS = {
    "explore": "m1.8 5.2a3.4 3.4 0 1 0 6.8 0 3.4 3.4 0 1 0-6.8 0zm6 2.6 3 3",
    "develop": "m6 .8 5.2 5.2-5.2 5.2-5.2-5.2zm0 3v4.4m-2.2-2.2h4.4",
    "settle": "m3.5 11v-10l6 2.2-6 2.2",
    "produce": "m6 4.5v-3.7m-1.8 1.7 1.8-1.7 1.8 1.7m-5.8 3.5h8v5.2h-8z",
    "trade": "m.8 3.8h10m-2.3-2.3 2.3 2.3-2.3 2.3m2.7 2.4h-10m2.3-2.3-2.3 2.3 2.3 2.3",
    "consume": "m6 1 4.5 2.5v5l-4.5 2.5-4.5-2.5v-5zm-1.8 3.8 3.6 2.4m0-2.4-3.6 2.4",
    "info": "m2 2h8v8h-8zm2 3h4m-4 2.5h4",
}
"""A power's action as a line drawing on 12 units, in relative steps: its icon made simple."""

_LETTERS = Path(__file__).with_name("tile_letters.toml")


def badge(what: str, number: object, x: float = 0, y: float = 0) -> str:
    """A number in the shape of what it is (see BADGES), on 26 by 30 units, moved by x and y."""
    name, shape, ink = BADGES[what]
    if shape == "circle":
        drawn = f'<circle class="{name}" cx="{13 + x:g}" cy="{15 + y:g}" r="10"/>'
    else:
        drawn = f'<path class="{name}" d="M{x:g} {y:g}{shape}"/>'
    return drawn + _figure(ink, str(number), 13 + x, 20.5 + y)


def planet(kind: str, windfall: bool) -> str:
    """A world's planet with its letter, on 64 units: a disc, or a ring where its good is a windfall."""
    letter = _figure(f"t-letter k-{kind}" if windfall else "t-ink", _letter(kind), 32, 39.5)
    return _bare_planet(kind, windfall) + letter


def _bare_planet(kind: str, windfall: bool) -> str:
    drawn = (
        f'<circle class="t-halo k-{kind}" cx="32" cy="34" r="12"/>'
        if windfall
        else f'<circle class="t-planet k-{kind}" cx="32" cy="34" r="14.5"/>'
    )
    if kind in MOONS:
        x, y = MOONS[kind]
        drawn += f'<circle class="t-moon k-{kind}" cx="{x:g}" cy="{y:g}" r="4.5"/>'
    return drawn


def sign(action: str) -> str:
    """An action's sign (see POWERS), on 12 units."""
    return _powers([action], 0, 0, 0)


def draw(piece: Piece) -> str:
    """The tile as it lies, as inline SVG: gray when explored, in colour when settled, with its good."""
    if piece.tile.form in ("development", "goal"):
        return _plate(piece.tile)
    return _disc(piece)


def said(piece: Piece) -> str:
    """What a screen reader says of it where it lies; touched, it tells the rest."""
    words = [piece.tile.name]
    if piece.face == "explored":
        words.append(_("explored"))
    if piece.good:
        words.append(good_name(piece.good))
    if piece.new:
        words.append(_("new"))
    return ", ".join(words)


def _disc(piece: Piece) -> str:
    tile = piece.tile
    parts = ['<circle class="ground" cx="32" cy="32" r="30.5"/>']
    kind, windfall = tile.kind if tile.kind in KINDS else "gray", tile.good == "windfall"
    if piece.good:
        parts += [_bare_planet(kind, windfall), _cube(piece.good.lower())]
    else:
        parts.append(planet(kind, windfall))
    if tile.number is not None:
        parts.append(badge("defense" if tile.military else "cost", tile.number))
    if tile.vp:
        parts.append(badge("vp", tile.vp, 38))
    people = tile.colonists if piece.face == "explored" else 0
    powers = [power.icon for power in tile.powers[:2]]
    width = 13 * len(powers) + 8 * people
    x = 32 - width / 2
    parts.append(_powers(powers, x + 0.5, 49, 13))
    x += 13 * len(powers)
    parts += [f'<circle class="people" cx="{x + 4 + 8 * n:g}" cy="55" r="3"/>' for n in range(people)]
    return _svg(f"face {piece.face}", 64, 64, parts)


def _plate(tile: TileView) -> str:
    width = 44 if tile.spaces == 1 else 92
    parts = [f'<rect class="ground" x="1" y="1" width="{width - 2}" height="40" rx="3"/>']
    if tile.number is not None:
        parts += [badge("development", tile.number, 0, -1), badge("vp", tile.vp, width - 26, -1)]
    parts.append(_powers([power.icon for power in tile.powers[: 3 * tile.spaces]], 3, 28, 13.5))
    return _svg(f"face {tile.form}", width, 42, parts)


def _cube(kind: str) -> str:
    cube = f'<rect class="t-cube k-{kind}" x="20.5" y="21.5" width="23" height="23" rx="4"/>'
    return cube + _figure("t-ink", _letter(kind), 32, 39)


def _powers(names: Sequence[str], x: float, y: float, apart: float) -> str:
    """All as one path."""
    lines = "".join(f"M{x + n * apart:g} {y:g}{POWERS[name]}" for n, name in enumerate(names))
    return f'<path class="t-power" d="{lines}"/>' if lines else ""


@cache
def _outlines() -> Mapping[str, str]:
    return tomllib.loads(_LETTERS.read_text("utf-8"))


def _figure(classes: str, said: str, x: float, y: float) -> str:
    """A figure or letter, its base line's middle at x, y; one that has no outline as text."""
    if not said:
        return ""
    if said in _outlines():
        return f'<path class="{classes}" d="M{x:g} {y:g}{_outlines()[said]}"/>'
    return f'<text class="{classes}" x="{x:g}" y="{y:g}">{said}</text>'


def _letter(kind: str) -> str:
    return kind_letter(kind if kind == "any" else kind.capitalize())


def _svg(classes: str, width: int, height: int, parts: list[str]) -> str:
    return f'<svg class="{classes}" viewBox="0 0 {width} {height}" aria-hidden="true">{"".join(parts)}</svg>'
