"""Registering tiles: parses, draws and describes a printed tile as a person types it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from companion.games.contract import Correction, Illegal
from companion.games.contract.box import BoxTile, PrintedFace, Understood, taught_tile
from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.drawn_piece import DrawnPiece
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.printed import Printed
from companion.games.new_frontiers.display import tile_print, told_tile
from companion.games.new_frontiers.display.tile_svg import draw
from companion.games.new_frontiers.display.tile_view import PlacedTile, tile_view
from companion.games.new_frontiers.rules.course import in_time
from companion.games.new_frontiers.rules.placing import gray_without_goods
from companion.games.new_frontiers.rules.setup import SMALL_TILES
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.box_file import as_fields, box_tile, paired
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.known import begun, names_taken, nothing_told, of_real_table
from companion.games.new_frontiers.tiles.proposals import proposals
from companion.games.new_frontiers.tiles.tile_info import tile_info
from companion.games.new_frontiers.wording.names import called
from companion.translation import _, marked

_TYPE_BY_LETTER = {"W": "world", "D": "development", "H": "home", "G": "goal"}
"""What the letter of an id says."""
_TYPE_WORDS = {
    "world": marked("world"),
    "development": marked("development"),
    "home": marked("home"),
    "goal": marked("goal"),
    "": marked("tile"),
}
HEADINGS = (
    marked("Worlds"),
    marked("Developments"),
    marked("Homes"),
    marked("Goals"),
    marked("World"),
    marked("Development"),
    marked("Supply"),
    marked("Goal"),
    marked("Settled-colonists"),
    marked("production"),
    marked("windfall"),
)
"""What pages make of the names of types, facts and fields: headings, and the values of a good."""
_ID_PATTERNS = {
    "world": re.compile("W[0-9]{2,4}"),
    "development": re.compile("D[0-9]{2,4}"),
    "home": re.compile("H([1-9][0-9]{0,3})([AB])"),
    "goal": re.compile("G[1-9][0-9]{0,3}"),
}
GUIDE = (
    marked(
        "Worlds W01 to W60: the sticker ending in A on the gray explored face, the one ending in B on "
        "the colony face, low in the middle, where it hides no number and no power. Both stickers of a "
        "number on one tile. Where a world's name stands beside the number, the sticker belongs on "
        "that world; on the others it does not matter which number goes where: the box is told once "
        "what each says."
    ),
    marked(
        "Empire mats H1 to H8: the sticker ending in A on the side whose number is in a white square, "
        "B on the other, at the mat's outer edge."
    ),
    marked(
        "Developments D01 to D40, one a face; of three tiles alike one is enough. Goals G1 to G8: on "
        "the face. Action tiles T1 to T7: on the free space beside the name."
    ),
    marked(
        "Places Z1 to Z4: at the corners of the table, from the upper left one as the camera sees it: "
        "Z1 upper left, Z2 upper right, Z3 lower right, Z4 lower left; each middle 22 mm from both "
        "edges."
    ),
    marked(
        "Symbols of 16 mm suit a 4K camera over the whole table, 25 mm and more a 1080p camera; 8 to "
        "10 mm are for phone photos of one mat, or a camera near the table. Matt stock: a shining "
        "sticker cannot be read under a lamp. Hold a real ruler against the line above first: if it is "
        "not 100 mm long, print again at 100\u00a0%, without fitting to the page."
    ),
)
"""Where each kind of sticker goes."""


class TileBook(PieceBook[Tile]):
    """The tiles of `catalogue`, to be registered."""

    usual_from = suggestions.OTHER_GAME

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def pieces(self) -> Mapping[str, Tile]:
        of = self._catalogue.shown
        return {**of.worlds, **of.developments, **of.homes, **of.goals}

    def tile_of(self, piece: Tile) -> BoxTile:
        return as_fields(piece)

    def piece(self, id: str) -> Tile:
        tile = self._catalogue.shown.get(id)
        if tile is None:
            tile = new_tile(id)
        return of_real_table(Catalogue([tile]))[id]

    def printed_on(self, piece: Tile) -> Printed[Tile]:
        return printed_on(piece)

    def boxed(self, piece: Tile) -> BoxTile:
        return as_fields(replace(piece, source="owner", assumed=()))

    def drawing(self, id: str) -> DrawnPiece | None:
        return told_tile.drawing(self.piece(id))

    def called(self, piece: Tile) -> str:
        return called(piece)

    def taken(self, piece: Tile) -> frozenset[str]:
        others = (tile for tile in self._catalogue.shown.values() if tile.id != piece.id)
        return names_taken(tile for tile in others if tile.source != "stand-in")

    def to_verify(self) -> tuple[BoxTile, ...]:
        return tuple(tile for tile in self.tiles() if tile.type != "goal" or tile.assumed)

    def understood(self, piece: Tile) -> Understood:
        view = tile_view(Catalogue([piece]), piece.id)
        sides = {"world": ("explored", "settled"), "home": ("settled",)}.get(view.form, ("built",))
        faces = (draw(PlacedTile(view, side)) for side in sides)
        return Understood(tuple(faces), view.what, _lines(piece))

    def owned(self, tag: str) -> str:
        """ "W07B" is world W07 lying settled; each face of a mat is a home of its own.

        >>> TileBook(Catalogue([])).owned("W07B"), TileBook(Catalogue([])).owned("H3A")
        ('W07', 'H3A')
        """
        return tag if tag[:1] == "H" else tag.rstrip("AB")

    def printed(self, tag: str) -> PrintedFace:
        tile = self._catalogue.get(self.owned(tag))
        if tile is None:
            info = tile_info(self._catalogue, tag)
            if info is None:
                raise Illegal(_("No tile has the tag {tag}.", tag=repr(tag)[:20]))
            return PrintedFace(info.name, "", tile_print.ground("built"), tile_print.ink("built"))
        view = tile_view(Catalogue([tile]), tile.id)
        face = {"world": "explored" if tag[-1:] == "A" else "settled", "home": "settled", "goal": "goal"}.get(
            view.form, "built"
        )
        lines = [power.words for power in view.powers] + ([view.bonus] if view.bonus else [])
        if view.keywords:
            lines.insert(0, ", ".join(word.upper() for word in view.keywords))
        drawing = "" if view.form == "goal" else tile_print.alone(PlacedTile(view, face))
        return PrintedFace(view.name, drawing, tile_print.ground(face), tile_print.ink(face), tuple(lines))

    def proposals(self, piece: Tile, seen: SeenFace) -> tuple[FieldProposal, ...]:
        return proposals(self._catalogue, piece, seen)

    def guide(self) -> tuple[str, ...]:
        return tuple(_(paragraph) for paragraph in GUIDE)


def new_tile(id: str) -> Tile:
    """A tile that nobody has met yet. Raises Illegal: there can be no such tile."""
    type = _TYPE_BY_LETTER.get(id[:1], "")
    if type == "goal" or not type or not _ID_PATTERNS[type].fullmatch(id):
        raise Illegal(
            _(
                "{id} can be no tile: worlds are W01 and so on, developments D01, "
                "the homes on empire mats H1A and H1B.",
                id=repr(id[:20]),
            )
        )
    tile = begun(type, id)
    return nothing_told(
        replace(tile, mat=int(id[1:-1]), side=id[-1]) if isinstance(tile, World) and tile.is_home else tile
    )


def _lines(tile: Tile) -> tuple[tuple[str, bool], ...]:
    if isinstance(tile, Goal):
        return ()
    powers = [(power.words(), not power.by_hand) for power in tile.powers]
    bonus = [(tile.bonus.words(), bool(tile.bonus.pairs))] if tile.bonus else []
    return (*powers, *bonus)


# --- a tile taught in play ------------------------------------------------------------------------------


def taught(state: State, correction: Correction) -> State:
    """The state with the tile that the correction's text says. A world nobody knew begins in the bag, a
    development of which only the name is known on its mat; a good on a colony that turns out to be gray goes
    back.

    Raises Illegal: not the one tile of the path, or not as a tile should be.
    """
    tile = _taught(correction)
    catalogue = paired(state.catalogue.shown.with_tiles([tile]))
    new = isinstance(tile, World) and not tile.is_home and tile.id not in state.catalogue
    bag = (*state.bag, tile.id) if new else state.bag
    supply = state.supply
    if isinstance(tile, Development) and tile.id not in state.catalogue and "price" in tile.untold:
        copies = SMALL_TILES[len(state.empires)]
        supply = replace(supply, developments=(*supply.developments, (tile.id, copies)))
    state = gray_without_goods(state.changed(catalogue=catalogue, bag=bag, supply=supply))
    if not state.setup.told:
        return state
    return in_time.go_on(state.changed(catalogue=catalogue.strict, asks=None))


def taught_words(correction: Correction) -> str:
    """ "Tile W11 is Spice World: cost 2, 1 VP"."""
    tile = _taught(correction)
    if set(tile.untold) >= {"price", "vp"}:
        return _("{name} is in this box, as {id}", id=tile.id, name=called(tile))
    what = tile_view(Catalogue([tile]), tile.id).what
    return _("Tile {id} is {name}: {what}", id=tile.id, name=called(tile), what=what)


def _taught(correction: Correction) -> Tile:
    taught = taught_tile(correction)
    if taught.type not in _ID_PATTERNS or not _ID_PATTERNS[taught.type].fullmatch(taught.id):
        raise Illegal(
            _(
                "{id} is not the id of a {type}: take it from the tile's tag.",
                id=repr(taught.id)[:20],
                type=_(_TYPE_WORDS.get(taught.type, "tile")),
            )
        )
    tile = box_tile(taught.type, taught.fields, _("the form"))
    if isinstance(tile, World) and tile.is_home and tile.id != f"H{tile.mat}{tile.side}":
        raise Illegal(
            _(
                "{id} is side {side} of empire mat {mat}: correct the mat and the side.",
                id=tile.id,
                side=tile.id[-1],
                mat=tile.id[1:-1],
            )
        )
    return tile
