"""Tiles as small drawings of our own: a world is a disc with its planet, a development a blueprint plate.

One recipe for pages, print and pictures: shapes with direct colours, no text where a figure has an outline,
no ids, gradients or filters (a full table has fifty of them). What a tile means is told by number, shape,
letter and surface, never by hue alone. Nothing here is the publisher's art.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random

from companion.games.new_frontiers.display import planets
from companion.games.new_frontiers.display.planets import colours, num, shades
from companion.games.new_frontiers.display.tile_view import PlacedTile, TileView
from companion.games.new_frontiers.wording.names import good_name, kind_letter
from companion.translation import _

KINDS = ("novelty", "rare", "genes", "alien", "any", "gray")
BADGES = {
    "cost": ("m-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z", "white", "ink", "ink"),
    "defense": ("m0-11 9.6 3.4v7q0 7.6-9.6 12-9.6-4.4-9.6-12v-7z", "shield", "white", "white"),
    "development": ("m0-11.2 11.2 11.2-11.2 11.2-11.2-11.2z", "white", "ink", "ink"),
    "vp": ("m0-11 9.5 5.5v11l-9.5 5.5-9.5-5.5v-11z", "ink", "white", "white"),
}
"""The shape that says what a number is, about 0, 0: its path, ground, edge, and the colour of its figure."""
HOME = "m-11 0 11-11 11 11h-2.5v10h-17v-10z"
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


def badge(what: str, number: object, x: float = 13, y: float = 15) -> str:
    """A number in the shape of what it is (see BADGES), its middle at x, y."""
    shape, ground, edge, figure = BADGES[what]
    drawn = (
        f'<path fill="{_colour(ground)}" stroke="{_colour(edge)}" stroke-width="1.7" '
        f'd="M{num(x)} {num(y)}{shape}"/>'
    )
    return drawn + _figure(_colour(figure), str(number), x, y + 5.2)


def planet(kind: str, windfall: bool, seed: str = "") -> str:
    """A planet with its letter, on 64 units: a disc, or smaller in a ring where its good is a windfall."""
    drawn = planets.planet(seed or kind, kind, 32, 32, 21.5, windfall=windfall, explored=False)
    return f"<g {_inherited()}>{drawn}{_chip(kind, 11.6, 52.4, explored=False)}</g>"


def chip(kind: str, x: float, y: float) -> str:
    """A kind's letter on its colour."""
    return _chip(kind, x, y, explored=False)


def sign(action: str) -> str:
    """An action's sign (see POWERS), on 12 units. The class `icon` around it gives the rest."""
    return f'<path stroke-width="1.6" d="M0 0{POWERS[action]}"/>'


def draw(piece: PlacedTile) -> str:
    """The tile as it lies, as inline SVG: gray when explored, in colour when settled, with its good."""
    if piece.tile.form in ("development", "goal"):
        return _plate(piece.tile)
    return _disc(piece)


def said(piece: PlacedTile) -> str:
    """The text for screen readers; a touch shows the rest."""
    words = [piece.tile.name]
    if piece.face == "explored":
        words.append(_("explored"))
    if piece.good:
        words.append(good_name(piece.good))
    if piece.new:
        words.append(_("new"))
    return ", ".join(words)


def _disc(piece: PlacedTile) -> str:
    tile, explored = piece.tile, piece.face == "explored"
    kind = tile.kind if tile.kind in KINDS else "gray"
    ground = _colour("explored-space" if explored else "space")
    rim = _colour("explored-rim") if explored else shades(kind)[0]
    dashes = ' stroke-dasharray="3 5.7"' if explored else ""
    parts = [
        f'<circle class="ground" cx="32" cy="32" r="30.4" fill="{ground}" stroke="{rim}" '
        f'stroke-width="2.2"{dashes}/>'
    ]
    if tile.military:
        parts.append(
            f'<circle cx="32" cy="32" r="27.4" stroke="{_colour("military-dots")}" '
            'stroke-width="2.6" stroke-dasharray=".1 7"/>'
        )
    parts.append(_sky(tile.id))
    windfall = tile.good == "windfall"
    parts.append(planets.planet(tile.id, kind, 32, 31, 20, windfall=windfall, explored=explored))
    parts.append(_powers_below(piece, explored))
    if tile.form == "home":
        # In its player's colour where the page says one.
        edge = _colour("ink")
        parts.append(f'<path fill="currentColor" stroke="{edge}" stroke-width="1.6" d="M11.6 12.6{HOME}"/>')
    elif tile.number is not None:
        parts.append(badge("defense" if tile.military else "cost", tile.number, 11.6, 12))
    if tile.vp:
        parts.append(badge("vp", tile.vp, 52.4, 12))
    if kind != "gray" and (kind == "any" or not piece.good):  # a good bears its kind's letter too
        parts.append(_chip(kind, 11, 52.5, explored))
    if piece.good:
        parts.append(_cube(piece.good.lower(), 44, 47))
    return _svg(f"face {piece.face}", 64, 64, parts)


def _sky(seed: str) -> str:
    rng = Random(f"{seed} sky")
    stars = ""
    for _star in range(3):
        x, y = planets.point(32, 32, rng.uniform(24, 28.5), rng.random() * 2 * math.pi)
        stars += f"M{x:.0f} {y:.0f}h.1"  # where exactly a star stands tells nothing
    return f'<path stroke="{_colour("star")}" d="{stars}"/>'


def _powers_below(piece: PlacedTile, explored: bool) -> str:
    """The signs of the tile's first powers, and the colonists that settling it takes."""
    people = piece.tile.colonists if explored else 0
    powers = [power.icon for power in piece.tile.powers[:2]]
    width = 13 * len(powers) + 8 * people
    x = 32 - width / 2
    drawn = _powers(powers, x + 0.5, 49, 13, _colour("white"))
    x += 13 * len(powers) + 4
    dots = "".join(f"M{num(x + 8 * n)} 55h.1" for n in range(people))
    return drawn + (f'<path stroke="{_colour("white")}" stroke-width="6" d="{dots}"/>' if dots else "")


def _plate(tile: TileView) -> str:
    """A development's blueprint, two spaces wide and edged in gold where it costs 9; a goal's plain plate."""
    wide = 46 if tile.spaces == 1 else 96
    if tile.form == "goal":
        ground, rim, lines = _colour("goal"), _colour("goal-rim"), ""
    else:
        ground, lines = _colour("plate"), _blueprint(tile.id, wide)
        rim = _colour("plate-rim" if tile.spaces == 1 else "large-rim")
    parts = [
        f'<rect class="ground" x="1" y="1" width="{wide - 2}" height="42" rx="5" fill="{ground}" '
        f'stroke="{rim}" stroke-width="2"/>{lines}'
    ]
    shown = [power.icon for power in tile.powers[: 1 if tile.spaces == 1 else 3]]
    for n, name in enumerate(shown):
        x = wide / 2 - 11 * len(shown) + 22 * n
        parts.append(
            f'<path stroke="{_colour("plate-sign")}" stroke-width="1.2" '
            f'transform="translate({num(x)} 19.5) scale(1.8)" d="M0 0{POWERS[name]}"/>'
        )
    if tile.number is not None:
        parts.append(badge("development", tile.number, 12, 12.5))
    if tile.form != "goal" and tile.vp:
        parts.append(badge("vp", tile.vp, wide - 11.5, 12))
    return _svg(f"face {tile.form}", wide, 44, parts)


def _blueprint(seed: str, wide: float) -> str:
    rng = Random(f"{seed} plate")
    lines = ""
    for _line in range(3 if wide < 60 else 5):
        x, y = rng.uniform(4, wide - 14), rng.choice((8, 14, 20, 26, 32, 38))
        lines += f"M{num(x)} {y}h{num(rng.uniform(3, 8))}l3 {rng.choice((3, -3))}h{num(rng.uniform(2, 5))}"
    return f'<path stroke="{_colour("plate-lines")}" stroke-width="1.2" d="{lines}"/>'


def _chip(kind: str, x: float, y: float, explored: bool) -> str:
    """A kind's letter on its colour, or on gray in a ring of its colour where the world is only explored."""
    ink = _colour("ink")
    fill, edge, width = (shades(kind)[0], ink, 1.6)
    if explored:
        fill, edge, width = _colour("explored-chip"), shades(kind)[0], 2.4
    chip = (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="8.2" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'
    )
    return chip + _figure(ink, _letter(kind), x, y + 5)


def _cube(kind: str, x: float, y: float) -> str:
    """A good: a cube seen from above at an angle, its front's upper left corner at x, y."""
    base, light, dark, _line = shades(kind)
    ink = _colour("ink")
    outline = f"M{num(x)} {num(y)}l4-4h14v14l-4 4h-14z"
    return (
        f'<path fill="{light}" stroke="{ink}" stroke-width="1.2" d="{outline}"/>'
        f'<path fill="{dark}" d="M{num(x + 14)} {num(y)}l3.6-3.6v13.4l-3.6 3.6z"/>'
        f'<path fill="{base}" d="M{num(x)} {num(y)}h14v14h-14z"/>'
        + _figure(ink, _letter(kind), x + 7, y + 12)
    )


def _powers(names: Sequence[str], x: float, y: float, apart: float, colour: str) -> str:
    """Signs side by side as one path."""
    lines = "".join(f"M{num(x + n * apart)} {num(y)}{POWERS[name]}" for n, name in enumerate(names))
    return f'<path stroke="{colour}" stroke-width="1.6" d="{lines}"/>' if lines else ""


@cache
def _outlines() -> Mapping[str, str]:
    return tomllib.loads(_LETTERS.read_text("utf-8"))


def _figure(colour: str, text: str, x: float, y: float) -> str:
    """A figure or letter, its base line's middle at x, y; one that has no outline as text."""
    if not text:
        return ""
    if text in _outlines():
        return f'<path fill="{colour}" d="M{num(x)} {num(y)}{_outlines()[text]}"/>'
    if text.isdecimal():  # together as wide as one, or they lie over their badge's edge
        first = -4 * (len(text) - 1)
        shapes = "".join(f"M{first + 8 * n} 0{_outlines()[it]}" for n, it in enumerate(text))
        narrow = f"matrix({num(1.55 / len(text))} 0 0 .86 {num(x)} {num(y - 0.7)})"
        return f'<path fill="{colour}" transform="{narrow}" d="{shapes}"/>'
    return (
        f'<text fill="{colour}" x="{num(x)}" y="{num(y)}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="14" font-weight="700">{text}</text>'
    )


def _letter(kind: str) -> str:
    return kind_letter(kind if kind == "any" else kind.capitalize())


def _colour(name: str) -> str:
    found: str = colours()[name]
    return found


INHERITED_ATTRIBUTES = {"fill": "none", "stroke-linecap": "round", "stroke-linejoin": "round"}
"""What all shapes of a drawing inherit."""


def _inherited() -> str:
    return " ".join(f'{name}="{value}"' for name, value in INHERITED_ATTRIBUTES.items())


def _svg(classes: str, width: int, height: int, parts: list[str]) -> str:
    box = f'viewBox="0 0 {width} {height}" {_inherited()}'
    return f'<svg class="{classes}" {box} aria-hidden="true">{"".join(parts)}</svg>'
