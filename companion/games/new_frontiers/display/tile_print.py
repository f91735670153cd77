"""A tile's drawing as an SVG document that stands alone, without its ground: for print and pictures."""

from __future__ import annotations

import xml.etree.ElementTree as Tree

from companion.games.new_frontiers.display.planets import colours
from companion.games.new_frontiers.display.tile_svg import LINES, draw
from companion.games.new_frontiers.display.tile_view import PlacedTile

_GROUNDS = {"explored": "explored-space", "settled": "space", "built": "plate", "goal": "goal"}


def ground(face: str) -> str:
    """ "#rrggbb" of a face: "explored", "settled", "built" or "goal"."""
    found: str = colours()[_GROUNDS[face]]
    return found


def ink(face: str) -> str:
    """ "#rrggbb" of words on that ground."""
    found: str = colours()["ink" if face == "goal" else "white"]
    return found


def alone(piece: PlacedTile) -> str:
    """The drawing without its ground, as an SVG document. A home's sign is white: no player owns it yet."""
    drawn = Tree.fromstring(draw(piece))
    out = Tree.Element(
        "svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": drawn.attrib["viewBox"], **LINES}
    )
    for element in drawn:
        if element.get("class") == "ground":
            continue
        if element.get("fill") == "currentColor":
            element.set("fill", ink(piece.face))
        out.append(element)
    return Tree.tostring(out, encoding="unicode")
