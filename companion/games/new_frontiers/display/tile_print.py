"""A tile's drawing as one SVG that stands alone: the page's drawing, with its colours put in.

What prints it need know no stylesheet. The colours are the cardboard's of the pages (style.css), which are
the same in every theme.
"""

from __future__ import annotations

import xml.etree.ElementTree as Tree

from companion.games.new_frontiers.display.tile_svg import draw
from companion.games.new_frontiers.display.tile_view import Piece

COLOURS = {
    "tile": "#1b2536",
    "tile-line": "#75849c",
    "tile-text": "#f4f6fa",
    "gray-tile": "#a6acb6",
    "gray-planet": "#7b828d",
    "tile-ink": "#10161f",
    "development": "#3a4a66",
    "cost": "#ffffff",
    "defense": "#c81e1e",
    "novelty": "#45c4de",
    "rare": "#c98f5f",
    "genes": "#76c456",
    "alien": "#f2d338",
    "any": "#c4b3e6",
    "gray": "#8d949f",
    "goal": "#d9b45a",
}
_GROUNDS = {"explored": "gray-tile", "settled": "tile", "built": "development", "goal": "goal"}


def ground(face: str) -> str:
    """ "#rrggbb" of a face: "explored", "settled", "built" or "goal"."""
    return COLOURS[_GROUNDS[face]]


def ink(face: str) -> str:
    """ "#rrggbb" of words on that ground."""
    return COLOURS["tile-ink" if face in ("explored", "goal") else "tile-text"]


def alone(piece: Piece) -> str:
    """The drawing without its ground, as an SVG document."""
    drawn = Tree.fromstring(draw(piece))
    out = Tree.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=drawn.attrib["viewBox"])
    for element in drawn:
        if element.get("class") != "ground":
            _style(element, piece)
            out.append(element)
    return Tree.tostring(out, encoding="unicode")


def _style(element: Tree.Element, piece: Piece) -> None:
    """Classes turned into attributes, as games/new-frontiers.css has them."""
    name, *kinds = element.attrib.pop("class").split()
    kind = kinds[0].removeprefix("k-") if kinds else "gray"
    explored = piece.face == "explored"
    kind_colour, dark, light = COLOURS[kind], COLOURS["tile-ink"], COLOURS["tile-text"]
    planet = COLOURS["gray-planet"] if explored else kind_colour
    power = dark if explored or piece.face == "goal" else light
    styles: dict[str, dict[str, str]] = {
        "t-ink": {"fill": dark},
        "t-light": {"fill": light},
        "t-letter": {"fill": dark if explored else kind_colour},
        "t-def": {"fill": COLOURS["defense"]},
        "t-planet": {"fill": planet},
        "t-halo": {"fill": "none", "stroke": planet, "stroke-width": "6"},
        "t-moon": {"fill": kind_colour, "stroke": dark, "stroke-width": "2"},
        "t-cube": {"fill": kind_colour, "stroke": light, "stroke-width": "2.5"},
        "t-cost": {"fill": COLOURS["cost"], "stroke": dark, "stroke-width": "2.5"},
        "t-defense": {"fill": COLOURS["cost"], "stroke": COLOURS["defense"], "stroke-width": "3"},
        "t-vp": {"fill": dark, "stroke": light, "stroke-width": "1.5"},
        "t-power": {"fill": "none", "stroke": power, "stroke-width": "1.6", "stroke-linecap": "round"},
        "people": {"fill": power},
    }
    for attribute, value in styles[name].items():
        element.set(attribute, value)
    if element.tag == "text":
        words = {
            "text-anchor": "middle",
            "font-family": "helvetica",
            "font-size": "15",
            "font-weight": "bold",
        }
        for attribute, value in words.items():
            element.set(attribute, value)
