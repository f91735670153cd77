"""Tiles as text: the catalogue that comes with the companion, an owner's box file, a JSON tile; and back.

Ids: worlds W01 to W60 (the two faces of a world share its id), homes H1A to H8B (mat and side), development
faces D01 to D40 (each face has its own; `stack` says which two share a tile), goals G1 to G8. A file has the
tables [[world]], [[development]], [[home]] and [[goal]]. A stand-in that names no `assumed` is made up as a
whole: all its fields are assumed. What of a file cannot be read is said, and the rest stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.contract import Illegal, Json
from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import BoxRow, Problem, rows_in
from companion.games.contract.printed import Misread
from companion.games.new_frontiers.tiles import printed
from companion.games.new_frontiers.tiles.catalogue import (
    SOURCES,
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.known import nothing_told
from companion.games.new_frontiers.tiles.printed import FACTS, KINDS_OF_TILES, NAME
from companion.games.new_frontiers.tiles.printed_goal import RANGES
from companion.games.new_frontiers.tiles.printed_world import PRICE
from companion.translation import _

_FOLDER = Path(__file__).parent / "data"
_FILES = ("worlds.toml", "developments.toml", "homes.toml", "goals.toml")
MEASURES = (
    "Consume powers",
    "keywords",
    "power types",
    "colony kinds",
    "goods",
    "worlds",
    "credits",
    "colonists",
)
TILE_TYPES = tuple(KINDS_OF_TILES)
_MARKS = ("source", "assumed", "untold", "told")
"""Fields that say something of the others."""
_PLACES: Mapping[str, Mapping[str, Callable[[Json], bool]]] = {
    "world": {},
    "home": {
        "mat": lambda value: type(value) is int and 1 <= value <= printed.MAX_NUMBER,
        "side": lambda value: value in ("A", "B"),
    },
    "development": {
        "stack": lambda value: isinstance(value, str),
        "first_game": lambda value: isinstance(value, bool),
    },
    "goal": {"measure": lambda value: value in MEASURES, "stockpile": lambda value: isinstance(value, bool)},
}
"""Fields of the box's build, not of what a tile does: nobody is asked for them. Each with what it may be."""
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
        raise TileError(_("{where}: {problem}", where=where, problem=wrong[0].sentence))
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
    found: dict[str, Tile] = {}
    for row in rows:
        if row.kind not in TILE_TYPES:
            words = _(
                "a table is called {table}; tiles stand in {tables}.",
                table=_quoted(row.kind),
                tables=_or(TILE_TYPES),
            )
            problems.append(Problem(row.line, words))
            continue
        tile, wrong = _tile(row.kind, row.fields, source, known, whole=True)
        problems += [_problem(row, tile, one) for one in wrong]
        if tile is None:
            continue
        if tile.id in found:
            problems.append(
                Problem(row.line, _("there are two tiles with the id {id}.", id=_quoted(tile.id)))
            )
            continue
        found[tile.id] = tile
    return [*found.values()], tuple(problems)


def _problem(row: BoxRow, tile: Tile | None, wrong: Misread) -> Problem:
    of = str(row.fields.get("id", row.kind))
    return Problem(row.line_of(wrong.field), f"{of:.40}: {wrong.sentence}")


def _tile(
    type: str, fields: Mapping[str, Json], source: str, known: Catalogue | None, *, whole: bool
) -> tuple[Tile | None, list[Misread]]:
    """The tile that these fields say as far as they can be read; None: it cannot be put anywhere."""
    id, wrong = fields.get("id"), []
    if not isinstance(id, str) or not id.strip():
        return None, [_must("id", _("a text"))]
    id = id.strip()
    of, places = KINDS_OF_TILES[type], _PLACES[type]
    own = {name for row in of.rows for name in row.written} | ({"colonists"} if type == "home" else set())
    wrong += [
        Misread(name, _("a {type} has no field {field}.", type=type, field=_quoted(name)))
        for name in fields
        if name not in {"id", *own, *places, *_MARKS}
    ]
    before = None if known is None else known.shown.get(id)
    placed = (
        {} if before is None or type != printed_on(before).kind else {n: getattr(before, n) for n in places}
    )
    given = {name: fields[name] for name in places if fields.get(name) is not None}
    placed |= {name: value for name, value in given.items() if places[name](value)}
    wrong += [_must(name, _must_be(name)) for name, value in given.items() if not places[name](value)]
    for name in _NEEDED_PLACES.get(type, ()) if whole or type == "goal" else ():
        if name not in placed:
            return None, wrong or [_must(name, _must_be(name))]
    untold, unread = _named(fields, "untold", FACTS)
    wrong += unread
    tile = nothing_told(begun(type, id, placed))
    tile, misread = of.from_box(tile, fields, untold)
    wrong += [
        Misread(one.field, f"{_quoted(one.field)}: {one.sentence}" if one.field else one.sentence)
        for one in misread
    ]
    if NAME in tile.untold:
        if whole and NAME not in untold and not any(one.field == NAME for one in wrong):
            wrong.append(_must(NAME, _("a text")))
        if not whole:
            tile = replace(tile, name=id, untold=tuple(fact for fact in tile.untold if fact != NAME))
    if whole and not any(one.field in ("cost", "defense") for one in wrong):
        if PRICE in tile.untold and PRICE not in untold:
            needs = _("it needs a cost, or a defense if it is a military world.")
            development = type == "development"
            wrong.append(_must("cost", _("a whole number")) if development else Misread("", needs))
        if RANGES in tile.untold and RANGES not in untold and not any(one.field == RANGES for one in wrong):
            wrong.append(_must(RANGES, _("a list of pairs [fewest, VP], both rising")))
    if not whole:
        tile = replace(tile, untold=untold)
    return _marked(type, tile, fields, source, untold, wrong), wrong


def begun(type: str, id: str, placed: Mapping[str, Any]) -> Tile:
    """A tile with its place in the box, and blanks for what is printed on it."""
    if type == "goal":
        return Goal(id, id, placed["measure"], (), stockpile=placed.get("stockpile", False))
    if type == "development":
        first_game = placed.get("first_game", True)
        return Development(id, id, 0, stack=placed.get("stack", ""), first_game=first_game, paired=False)
    return World(id, id, mat=placed.get("mat"), side=placed.get("side", "A") if "mat" in placed else None)


def _marked(
    type: str,
    tile: Tile,
    fields: Mapping[str, Json],
    source: str,
    untold: tuple[str, ...],
    wrong: list[Misread],
) -> Tile:
    """With what the marks say of the other fields."""
    given = fields.get("source", source)
    if given not in SOURCES:
        wrong.append(_must("source", _or(SOURCES)))
        given = source
    names = [name for row in KINDS_OF_TILES[type].rows if not row.within for name in row.written]
    names += ["colonists"] if type == "home" else []
    names = list(dict.fromkeys((*names, *_PLACES[type])))
    assumed, unread = _named(fields, "assumed", tuple(names))
    wrong += unread
    if given == "stand-in" and "assumed" not in fields:
        assumed = tuple(name for name in names if name in fields or name in _DEFAULTED_FIELDS)
    told = fields.get("told", [])
    if not isinstance(told, list | tuple) or not all(isinstance(text, str) for text in told):
        wrong.append(_must("told", _("a list of texts")))
        told = []
    return replace(tile, source=given, assumed=assumed, told=tuple(told))


def _named(
    fields: Mapping[str, Json], name: str, known: tuple[str, ...]
) -> tuple[tuple[str, ...], list[Misread]]:
    """Those of the names in a field that are known."""
    value = fields.get(name, [])
    if not isinstance(value, list | tuple):
        return (), [_must(name, _("a list of {choices}", choices=_or(known)))]
    good = tuple(dict.fromkeys(one for one in value if isinstance(one, str) and one in known))
    return good, [] if len(good) == len(value) else [
        _must(name, _("a list of {choices}", choices=_or(known)))
    ]


def _must_be(name: str) -> str:
    """What a field of the box's build must be."""
    if name == "mat":
        return _("a whole number from 1 to 99")
    if name in ("side", "measure"):
        return "A, B" if name == "side" else _or(MEASURES)
    return _("a text") if name == "stack" else _("true or false")


def _must(field: str, what: str) -> Misread:
    return Misread(field, _("the field {field} must be {what}.", field=_quoted(field), what=what))


def _quoted(text: str) -> str:
    return repr(text)[:60]


def _or(choices: tuple[str, ...]) -> str:
    return _("{choices} or {last}", choices=", ".join(choices[:-1]), last=choices[-1])


# --- writing --------------------------------------------------------------------------------------------


def as_fields(tile: Tile) -> BoxTile:
    """The fields of a tile's table in a box file; those that would say nothing are left out."""
    of = printed_on(tile)
    fields: dict[str, Json] = {"id": tile.id}
    fields |= {name: value for name, value in of.in_box(tile).items() if name != "untold"}
    fields |= dict(_places_of(tile))
    if tile.source != "owner":
        fields["source"] = tile.source
    told = {name for row in of.rows if row.key not in tile.untold for name in row.fields}
    if assumed := [name for name in tile.assumed if name in told or name not in _fields_of(tile)]:
        fields["assumed"] = assumed
    if tile.untold:
        fields["untold"] = list(tile.untold)
    if tile.told:
        fields["told"] = list(tile.told)
    return BoxTile(of.kind, fields)


def _fields_of(tile: Tile) -> set[str]:
    return {name for row in printed_on(tile).rows for name in row.fields}


def _places_of(tile: Tile) -> Iterator[tuple[str, Json]]:
    if isinstance(tile, World) and tile.is_home:
        yield from (("mat", tile.mat), ("side", tile.side), ("colonists", tile.colonists))
    elif isinstance(tile, Development):
        if tile.stack:
            yield "stack", tile.stack
        yield "first_game", tile.first_game
    elif isinstance(tile, Goal):
        yield "measure", tile.measure
        if tile.stockpile:
            yield "stockpile", True
