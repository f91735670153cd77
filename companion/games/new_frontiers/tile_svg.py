"""Tiles as small drawings of our own: a world is a disc with its planet, a development a plate.

A drawing is put together from shapes that lie once on the page (`shapes`), so that a full table stays light.
Colours come from the page's stylesheet. Nothing here is the publisher's art; what a tile means is told
by number, shape, letter and the place of the planet's moon, never by hue alone.
"""

from __future__ import annotations

from companion.games.new_frontiers.names import good_name, kind_letter
from companion.games.new_frontiers.tile_view import Piece, TileView
from companion.translation import _

KINDS = ("novelty", "rare", "genes", "alien", "any", "gray")
MOONS = {"novelty": (46, 30), "rare": (43.5, 44), "genes": (20.5, 44), "alien": (18, 30)}
"""Where a planet's moon stands: each kind in a quadrant of its own, so that hue is never needed."""
BADGES = (
    ("c", '<circle class="t-cost" cx="13" cy="15" r="10"/>', "t-ink", "0123456789"),
    ("d", '<circle class="t-defense" cx="13" cy="15" r="10"/>', "t-def", "123456789"),
    ("x", '<path class="t-cost" d="M13 3.5 24.5 15 13 26.5 1.5 15z"/>', "t-ink", "123456789"),
    ("v", '<path class="t-vp" d="m13 4.5 9.1 5.25v10.5L13 25.5l-9.1-5.25V9.75z"/>', "t-light", "0123456789?"),
)
"""Cost, defense, a development's cost, VP: the letter of its shape's id, the shape, its ink, its numbers."""
POWERS = {
    "explore": '<circle cx="5.2" cy="5.2" r="3.4"/><path d="m7.8 7.8 3 3"/>',
    "develop": '<path d="m6 .8 5.2 5.2-5.2 5.2L.8 6zM6 3.8v4.4M3.8 6h4.4"/>',
    "settle": '<path d="M3.5 11V1l6 2.2-6 2.2"/>',
    "produce": '<path d="M6 4.5V.8M4.2 2.5 6 .8l1.8 1.7M2 6h8v5.2H2z"/>',
    "trade": '<path d="M.8 3.8h10M8.5 1.5 10.8 3.8 8.5 6.1M11.2 8.5h-10M3.5 6.2 1.2 8.5l2.3 2.3"/>',
    "consume": '<path d="m6 1 4.5 2.5v5L6 11 1.5 8.5v-5zM4.2 4.8l3.6 2.4m0-2.4L4.2 7.2"/>',
    "info": '<path d="M2 2h8v8H2zM4 5h4M4 7.5h4"/>',
}
"""A power's action as a line drawing on 12 units, the sprite's icon made simple so as to stay clear."""


def shapes() -> str:
    """All that drawings refer to, as one hidden SVG; a page holds it once."""
    parts = []
    for kind in KINDS:
        parts += [_planet(kind, windfall) for windfall in (False, True)]
        parts.append(
            f'<g id="g-{kind}" class="k-{kind}">'
            '<rect class="t-cube" x="20.5" y="21.5" width="23" height="23" rx="4"/>'
            f'<text class="t-ink" x="32" y="39">{_letter(kind)}</text></g>'
        )
    for letter, shape, ink, numbers in BADGES:
        parts += [
            f'<g id="{letter}{number}">{shape}<text class="{ink}" x="13" y="20.5">{number}</text></g>'
            for number in numbers
        ]
    parts += [f'<g id="p-{name}" class="t-power">{path}</g>' for name, path in POWERS.items()]
    return f'<svg class="shapes" aria-hidden="true"><defs>{"".join(parts)}</defs></svg>'


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
    kind = tile.kind if tile.kind in KINDS else "gray"
    parts = ['<circle class="ground" cx="32" cy="32" r="30.5"/>']
    parts.append(_use(f"{'w' if tile.good == 'windfall' else 'o'}-{kind}"))
    if piece.good:
        parts.append(_use(f"g-{piece.good.lower()}"))
    if tile.number is not None:
        parts.append(_use(f"{'d' if tile.military else 'c'}{tile.number}"))
    if tile.vp:
        parts.append(_use(f"v{tile.vp}", 38))
    people = tile.colonists if piece.face == "explored" else 0
    width = 13 * len(tile.powers[:2]) + 8 * people
    x = 32 - width / 2
    for power in tile.powers[:2]:
        parts.append(_use(f"p-{power.icon}", x + 0.5, 49))
        x += 13
    parts += [f'<circle class="people" cx="{x + 4 + 8 * n:g}" cy="55" r="3"/>' for n in range(people)]
    return _svg(f"face {piece.face}", 64, 64, parts)


def _plate(tile: TileView) -> str:
    width = 44 if tile.spaces == 1 else 92
    parts = [f'<rect class="ground" x="1" y="1" width="{width - 2}" height="40" rx="3"/>']
    if tile.number is not None:
        parts += [_use(f"x{tile.number}", 0, -1), _use(f"v{tile.vp}", width - 26, -1)]
    powers = tile.powers[: 3 * tile.spaces]
    parts += [_use(f"p-{power.icon}", 3 + 13.5 * n, 28) for n, power in enumerate(powers)]
    return _svg(f"face {tile.form}", width, 42, parts)


def _planet(kind: str, windfall: bool) -> str:
    shape = (
        '<circle class="t-halo" cx="32" cy="34" r="12"/>'
        if windfall
        else '<circle class="t-planet" cx="32" cy="34" r="14.5"/>'
    )
    moon = ""
    if kind in MOONS:
        x, y = MOONS[kind]
        moon = f'<circle class="t-moon" cx="{x}" cy="{y}" r="4.5"/>'
    letter = f'<text class="{"t-letter" if windfall else "t-ink"}" x="32" y="39.5">{_letter(kind)}</text>'
    return f'<g id="{"w" if windfall else "o"}-{kind}" class="k-{kind}">{shape}{moon}{letter}</g>'


def _letter(kind: str) -> str:
    return kind_letter(kind if kind == "any" else kind.capitalize())


def _use(id: str, x: float = 0, y: float = 0) -> str:
    place = (f' x="{x:g}"' if x else "") + (f' y="{y:g}"' if y else "")
    return f'<use href="#{id}"{place}/>'


def _svg(classes: str, width: int, height: int, parts: list[str]) -> str:
    return f'<svg class="{classes}" viewBox="0 0 {width} {height}" aria-hidden="true">{"".join(parts)}</svg>'
