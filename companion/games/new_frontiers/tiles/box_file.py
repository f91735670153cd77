"""Tiles as text: the catalogue that comes with the companion, an owner's box file, a JSON tile; and back.

Ids: worlds W01 to W60 (the two faces of a world share its id), homes H1A to H8B (mat and side), development
faces D01 to D40 (each face has its own; `stack` says which two share a tile), goals G1 to G8. A file has the
tables [[world]], [[development]], [[home]] and [[goal]]. A stand-in that names no `assumed` is made up as a
whole: all its fields are assumed. What of a file cannot be read is said, and the rest stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.games.contract import Illegal, Json
from companion.games.contract.box import BoxTile
from companion.games.contract.box_pieces import Marks, boxed, missing, read_piece
from companion.games.contract.box_rows import Misread, Problem, rows_in
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.known import begun, nothing_told
from companion.games.new_frontiers.tiles.printed import KINDS_OF_TILES, NAME, RANGES
from companion.games.new_frontiers.tiles.printed_world import PRICE
from companion.translation import _

_FOLDER = Path(__file__).parent / "data"
_FILES = ("worlds.toml", "developments.toml", "homes.toml", "goals.toml")
TILE_TYPES = tuple(KINDS_OF_TILES)
_NEEDED_PLACES = {"home": ("mat", "side"), "goal": ("measure",)}
_DEFAULTED_FIELDS = ("kind", "good", "keywords", "powers")  # left out, they still say something: gray, none


class TileError(Illegal):
    """A tile, or a file of tiles, is not as it should be: one sentence with file, tile and field."""


@cache
def catalogue() -> Catalogue:
    """The tiles that come with the companion."""
    return Catalogue(
        tile for name in _FILES for tile in read_tiles((_FOLDER / name).read_text(encoding="utf-8"), name)
    )


def with_box(catalogue: Catalogue, text: str) -> tuple[Catalogue, tuple[Problem, ...]]:
    """`catalogue` with an owner's tiles added or in place, and what of the text cannot be read."""
    tiles, problems = _tiles(text, "owner", catalogue)
    return paired(catalogue.with_tiles(tiles)), problems


def read_tiles(text: str, file: str, source: str = "stand-in") -> tuple[Tile, ...]:
    """The tiles of a TOML text. source: of tiles that do not say theirs. Raises TileError."""
    tiles, problems = _tiles(text, source, None)
    if problems:
        raise TileError(problems[0].words(file))
    return tuple(paired(Catalogue(tiles)).values())


def read_tile(fields: Json, where: str) -> Tile:
    """One tile from its JSON form: the TOML fields and "type". What it does not say is 0, none or gray.

    where: names the tile in the sentence of a TileError ("tile 3 of the request").
    """
    if not isinstance(fields, Mapping):
        raise TileError(_("{where} must be an object with the fields of a tile.", where=where))
    type = fields.get("type")
    if not isinstance(type, str) or type not in TILE_TYPES:
        raise TileError(_('{where} needs a "type": {types}.', where=where, types=_or(TILE_TYPES)))
    given = {name: value for name, value in fields.items() if name != "type" and value is not None}
    return box_tile(type, given, where, whole=False)


def box_tile(type: str, fields: Mapping[str, Json], where: str, *, whole: bool = True) -> Tile:
    """One tile from the fields of its table in a box file. whole: it says all that a tile must; else what is
    left out is 0, none or gray. Raises TileError."""
    tile, wrong = _tile(type, fields, "owner", None, whole=whole)
    if wrong or tile is None:
        raise TileError(_("{where}: {problem}", where=where, problem=wrong[0].words))
    return tile


def paired(catalogue: Catalogue) -> Catalogue:
    """Sets on every development whether its stack has another face."""
    faces = Counter(face.stack for face in catalogue.developments.values() if face.stack)
    # A tile that stays as it was is still the same one: what is told of a table's tiles is kept in the box.
    changed = [
        replace(face, paired=faces[face.stack] > 1)
        for face in catalogue.developments.values()
        if face.paired != (faces[face.stack] > 1)
    ]
    return catalogue.with_tiles(changed) if changed else catalogue


# --- reading --------------------------------------------------------------------------------------------


def _tiles(text: str, source: str, known: Catalogue | None) -> tuple[list[Tile], tuple[Problem, ...]]:
    rows, unread = rows_in(text)
    problems = list(unread)
    found: list[Tile] = []
    for row in rows:
        if row.kind not in TILE_TYPES:
            words = _(
                "a table is called {table}; tiles stand in {tables}.",
                table=_quoted(row.kind),
                tables=_or(TILE_TYPES),
            )
            problems.append(Problem(row.line, words, row.id, whole=True))
            continue
        tile, wrong = _tile(row.kind, row.fields, source, known, whole=True)
        problems += (row.problem(one, whole=tile is None) for one in wrong)
        if tile is not None:
            found.append(tile)
    return found, tuple(problems)


def _tile(
    type: str, fields: Mapping[str, Json], source: str, known: Catalogue | None, *, whole: bool
) -> tuple[Tile | None, list[Misread]]:
    """The tile that these fields say as far as they can be read; None: it cannot be put anywhere."""
    id = fields.get("id")
    if not isinstance(id, str) or not id:
        return None, [Misread("id", _("this is a text."))]
    of = KINDS_OF_TILES[type]
    before = None if known is None else known.shown.get(id)
    start = begun(type, id) if before is None or printed_on(before) is not of else before
    tile, marks, wrong = read_piece(of, nothing_told(start), fields)
    placed = fields.keys() - {one.field for one in wrong}
    for name in _NEEDED_PLACES.get(type, ()) if start is not before and (whole or type == "goal") else ():
        if name not in placed:
            return None, wrong or [Misread(name, of.row(name).field(tile, id=tile.id).wanted())]
    if whole:
        needed = (key for key in (NAME, PRICE, RANGES) if key in of.keys)
        wrong += missing(of, tile, marks, wrong, needed)
    else:
        name = tile.id if NAME in tile.untold else tile.name
        tile = replace(tile, name=name, untold=tuple(fact for fact in marks.untold if fact != NAME))
        if isinstance(tile, World) and not tile.mat:
            tile = replace(tile, mat=None, side=None)
    given, assumed = marks.source or source, marks.assumed or ()
    if given == "stand-in" and marks.assumed is None:
        assumed = tuple(name for name in of.written if name in fields or name in _DEFAULTED_FIELDS)
    return replace(tile, source=given, assumed=assumed, told=marks.told), wrong


def _quoted(text: str) -> str:
    return repr(text)[:60]


def _or(choices: tuple[str, ...]) -> str:
    return _("{choices} or {last}", choices=", ".join(choices[:-1]), last=choices[-1])


# --- writing --------------------------------------------------------------------------------------------


def as_fields(tile: Tile) -> BoxTile:
    """The fields of a tile's table in a box file."""
    source = "" if tile.source == "owner" else tile.source
    return boxed(printed_on(tile), tile, tile.id, Marks(source, tile.assumed, told=tile.told))
