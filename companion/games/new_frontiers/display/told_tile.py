"""A world, home or development drawn large while somebody tells what is printed on it (contract/drawn_piece).

The signs and shapes are those of the tiles on pages (`tile_svg`), each where a printed tile has it.
"""

from __future__ import annotations

from functools import cache

from companion.games.contract.drawn_piece import DrawnFact, DrawnPiece
from companion.games.new_frontiers.display import planets, tile_svg
from companion.games.new_frontiers.display.planets import colours
from companion.games.new_frontiers.tiles.amounts import KEYWORDS, KINDS
from companion.games.new_frontiers.tiles.catalogue import Development, Goal, Tile, printed_on
from companion.games.new_frontiers.tiles.printed_world import COLONISTS, COST, DEFENSE, GRAY, KIND, PRICE
from companion.games.new_frontiers.tiles.printed_worth import EVERY_POWER, KEYWORD, POWERS, VP
from companion.translation import language

SIZE = (64.0, 64.0)
GOODS = ("windfall", "production")
_DASHED = ' fill="none" stroke="#9fb0d0" stroke-width="1.2" stroke-dasharray="2.4 2.4"'
_PLANET, _MOST_COST, _MOST_DEFENSE, _MOST_VP = (32.0, 30.0, 19.0), 13, 13, 20


def drawing(tile: Tile) -> DrawnPiece | None:
    """None: nothing is drawn of a goal."""
    if isinstance(tile, Goal):
        return None
    of = printed_on(tile)
    ground = _plate() if isinstance(tile, Development) else _disc(tile.is_home)
    return DrawnPiece(SIZE, ground, _facts(of.kind, language()), of.whole(tile))


def _disc(home: bool) -> str:
    house = '<path fill="#8fa3c8" stroke="#0b1020" stroke-width="1.6" d="M11.6 12.6{}"/>'
    ground = '<circle cx="32" cy="32" r="30.4" fill="{}" stroke="#5d6f94" stroke-width="2"/>'
    return ground.format(colours()["space"]) + (house.format(tile_svg.HOME) if home else "")


def _plate() -> str:
    return (
        f'<rect x="2" y="8" width="60" height="50" rx="6" fill="{colours()["plate"]}" '
        f'stroke="{colours()["plate-rim"]}" stroke-width="2.4"/>'
    )


def _kind() -> DrawnFact:
    x, y, radius = _PLANET

    def drawn(kind: str, windfall: bool) -> str:
        planet = planets.planet(kind, kind, x, y, radius, windfall=windfall, explored=False)
        return planet if kind == GRAY else planet + tile_svg.chip(kind, 14.5, 45)

    pictures = {f"{kind} {good}": drawn(kind.lower(), good == "windfall") for kind in KINDS for good in GOODS}
    pictures |= {kind: drawn(kind.lower(), False) for kind in (*KINDS, "any", GRAY)}
    pictures |= {f"any {good}": drawn("any", good == "windfall") for good in GOODS}
    return DrawnFact((5, 8, 54, 47), pictures, f'<circle cx="{x:g}" cy="{y:g}" r="{radius - 1:g}"{_DASHED}/>')


def _vp() -> DrawnFact:
    pictures = {str(n): tile_svg.badge("vp", n, 52.4, 12) for n in range(_MOST_VP + 1)}
    pictures["?"] = tile_svg.badge("vp", "?", 52.4, 12)
    blank = '<path transform="translate(52.4 12)" d="m0-10 8.7 5v10l-8.7 5-8.7-5v-10z"{}/>'
    return DrawnFact((40.4, 0, 24, 24), pictures, blank.format(_DASHED), lambda said: said.split(" ")[-1])


def _price(development: bool) -> DrawnFact:
    cost = "development" if development else "cost"
    pictures = {f"{COST} {n}": tile_svg.badge(cost, n, 11.6, 12) for n in range(_MOST_COST + 1)}
    if not development:
        pictures |= {
            f"{DEFENSE} {n}": tile_svg.badge("defense", n, 11.6, 12) for n in range(_MOST_DEFENSE + 1)
        }
    blank = f'<circle cx="11.6" cy="12" r="9.4"{_DASHED}/>'
    return DrawnFact((-0.4, 0, 24, 24), pictures, blank)


def pictures_of_colonists() -> dict[str, str]:
    """White as printed; an edge tells them from a light page."""
    dots = {n: "".join(f"M{32 + 8 * at - 4 * (n - 1)} 58h.1" for at in range(n)) for n in (1, 2)}
    dot = '<path stroke="#0d1420" stroke-width="7.4" d="{0}"/><path stroke="#fff" stroke-width="6" d="{0}"/>'
    return {str(n): dot.format(path) for n, path in dots.items()}


def _colonists() -> DrawnFact:
    return DrawnFact((22, 52, 20, 12), pictures_of_colonists())


def _keywords() -> DrawnFact:
    text = (
        '<text x="60" y="34" text-anchor="end" font-family="sans-serif" font-size="5" fill="#fff">{}</text>'
    )
    pictures = {word: text.format(word.upper()) for word in KEYWORDS}
    places = ((0, 0), (0, 6), (0, 12), (0, -6), (0, 18))
    return DrawnFact((34, 29, 28, 7), pictures, places=places, chosen_by_picture=False)


def _powers() -> DrawnFact:
    sign = '<path stroke="#fff" stroke-width="1.6" d="M26 44{}"/>'
    pictures = {name: sign.format(shape) for name, shape in tile_svg.POWERS.items()}
    places = ((0, 0), (-13, 0), (13, 0), (0, -13), (-13, -13))

    def sort(line: str) -> str:
        name = line.partition(":")[0].strip().lower()
        return name if name in pictures else "info"

    return DrawnFact((12, 43, 40, 14), pictures, sort=sort, places=places, chosen_by_picture=False)


def _every_power() -> dict[str, DrawnFact]:
    """All powers, or those of one action alone."""
    return dict.fromkeys((EVERY_POWER, *POWERS), _powers())


@cache
def _facts(kind: str, _spoken: str) -> dict[str, DrawnFact]:
    """_spoken: the language of the kinds' letters."""
    facts = {VP: _vp(), KEYWORD: _keywords(), **_every_power()}
    if kind == "development":
        return {PRICE: _price(True), **facts}
    if kind == "home":
        return {KIND: _kind(), **facts}
    return {KIND: _kind(), PRICE: _price(False), COLONISTS: _colonists(), **facts}
