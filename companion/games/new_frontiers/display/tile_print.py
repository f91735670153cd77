"""A tile's drawing as an SVG document that stands alone: for print, pictures and the drawn table."""

from __future__ import annotations

import xml.etree.ElementTree as Tree

from companion.games.new_frontiers.display.planets import colours
from companion.games.new_frontiers.display.tile_svg import INHERITED_ATTRIBUTES, draw
from companion.games.new_frontiers.display.tile_view import PlacedTile, tile_view
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tracking.layout import EXPLORED

_GROUNDS = {"explored": "explored-space", "settled": "space", "built": "plate", "goal": "goal"}


def ground(face: str) -> str:
    """ "#rrggbb" of a face: "explored", "settled", "built" or "goal"."""
    found: str = colours()[_GROUNDS[face]]
    return found


def ink(face: str) -> str:
    """ "#rrggbb" of words on that ground."""
    found: str = colours()["ink" if face == "goal" else "white"]
    return found


def alone(piece: PlacedTile, grounded: bool = False) -> str:
    """The drawing as an SVG document, without its ground or with it. A home's sign is white: no player owns
    it yet."""
    drawn = Tree.fromstring(draw(piece))
    out = Tree.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": drawn.attrib["viewBox"], **INHERITED_ATTRIBUTES},
    )
    for element in drawn:
        if element.get("class") == "ground" and not grounded:
            continue
        if element.get("fill") == "currentColor":
            element.set("fill", ink(piece.face))
        out.append(element)
    return Tree.tostring(out, encoding="unicode")


def mat(home: PlacedTile) -> str:
    """An empire mat with its home colony: a board with a rim, as an SVG document."""
    disc = alone(home, grounded=True)
    start = disc.index(">") + 1
    lines = " ".join(f'{name}="{value}"' for name, value in INHERITED_ATTRIBUTES.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" {lines}>'
        f'<rect x="1" y="1" width="70" height="70" rx="5" fill="{colours()["plate"]}" '
        f'stroke="{colours()["plate-rim"]}" stroke-width="1.6"/>'
        f'<g transform="translate(4 4)">{disc[start:]}'.removesuffix("</svg>")
        + "</g></svg>"
    )


def drawing(catalogue: Catalogue, tile: str, face: str) -> str:
    """The tile as it lies on the table on `face`, which of a mat is a side; "" for what has no drawing."""
    on_mat = f"{tile}{face}"
    if on_mat in catalogue.homes:
        return mat(PlacedTile(tile_view(catalogue, on_mat), "settled"))
    if tile not in catalogue:
        return ""
    view = tile_view(catalogue, tile)
    if view.form != "world":
        return alone(PlacedTile(view, "built"), grounded=True)
    return alone(PlacedTile(view, "explored" if face == EXPLORED else "settled"), grounded=True)
