"""Tiles from their text: the catalogue that comes with the companion, an owner's box file, a JSON tile.

Ids: worlds W01 to W60 (the two faces of a world share its id), homes H1A to H8B (mat and side), development
faces D01 to D40 (each face has its own; `stack` says which two share a tile), goals G1 to G8. A file has the
tables [[world]], [[development]], [[home]] and [[goal]]. A stand-in that names no `assumed` is made up as a
whole: all its fields are assumed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from companion.games.contract import Json
from companion.games.new_frontiers.tiles.catalogue import (
    FIELDS_BY_FACT,
    SOURCES,
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
)
from companion.games.new_frontiers.tiles.language import parse_bonus, parse_power
from companion.games.new_frontiers.tiles.powers import KEYWORDS, KINDS
from companion.games.new_frontiers.tiles.read_fields import MAX_NUMBER, Fields, TileError, choices_words
from companion.translation import _
from companion.untrusted_text import UnreadableText, read_toml

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

_MARKS = ("source", "assumed", "untold", "told")
"""Fields that say something of the others."""
_SHARED_FIELDS = ("id", "name", "vp", "bonus", "keywords", "powers", *_MARKS)
_WORLD_FIELDS = ("cost", "defense", "colonists", "kind", "good")
_FIELDS_BY_TYPE = {
    "world": (*_SHARED_FIELDS, *_WORLD_FIELDS),
    "home": (*_SHARED_FIELDS, *_WORLD_FIELDS, "mat", "side"),
    "development": (*_SHARED_FIELDS, "cost", "stack", "first_game"),
    "goal": ("id", "name", "measure", "ranges", "stockpile", *_MARKS),
}
TILE_TYPES = tuple(_FIELDS_BY_TYPE)
_DEFAULTED_FIELDS = ("kind", "good", "keywords", "powers")  # left out, they still say something: gray, none


@cache
def catalogue() -> Catalogue:
    """The tiles that come with the companion."""
    return Catalogue(
        tile for name in _FILES for tile in read_tiles((_FOLDER / name).read_text(encoding="utf-8"), name)
    )


def with_box(catalogue: Catalogue, text: str, file: str) -> Catalogue:
    """`catalogue` with an owner's tiles added or in place. text: TOML; file: its name. Raises TileError.

    What the owner did not tell of a tile yet stays as the catalogue has it, and counts as assumed.
    """
    tiles = read_tiles(text, file, source="owner")
    return _paired(catalogue.with_tiles(_filled(tile, catalogue.shown.get(tile.id)) for tile in tiles))


def _filled(tile: Tile, known: Tile | None) -> Tile:
    if not tile.untold or type(known) is not type(tile):
        return tile
    own = type(tile).__dataclass_fields__  # a development has a price, and no defense
    fields = {field for fact in tile.untold for field in FIELDS_BY_FACT[fact] if field in own}
    if "powers/" in " ".join(tile.untold) and not isinstance(tile, Goal) and tile.powers:
        fields.discard("powers")
    return replace(tile, **{field: getattr(known, field) for field in fields})


def read_tiles(text: str, file: str, source: str = "stand-in") -> tuple[Tile, ...]:
    """The tiles of a TOML text. source: of tiles that do not say theirs. Raises TileError."""
    try:
        tables = read_toml(text)
    except UnreadableText as wrong:
        raise TileError(
            _("{file} is not readable as TOML: {error}.", file=file, error=wrong.sentence)
        ) from None
    tiles: list[Tile] = []
    for type, entries in tables.items():
        if type not in TILE_TYPES:
            raise TileError(
                _(
                    "{file} has a table {table}; tiles stand in {tables}.",
                    file=file,
                    table=repr(type)[:60],
                    tables=choices_words(TILE_TYPES),
                )
            )
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise TileError(
                _("{file} does not begin each {type} with [[{type}]] on its own line.", file=file, type=type)
            )
        for number, fields in enumerate(entries, start=1):
            tiles.append(_tile(type, fields, f"{file}, {type} {number}", source, whole=True))
    twice = [id for id, times in Counter(tile.id for tile in tiles).items() if times > 1]
    if twice:
        raise TileError(_("{file} has two tiles with the id {id}.", file=file, id=repr(twice[0])))
    return tuple(_paired(Catalogue(tiles)).values())


def read_tile(fields: Json, where: str) -> Tile:
    """One tile from its JSON form: the TOML fields and "type". What it does not say is 0, none or gray.

    where: names the tile in the sentence of a TileError ("tile 3 of the request").
    """
    if not isinstance(fields, Mapping):
        raise TileError(_("{where} must be an object with the fields of a tile.", where=where))
    type = fields.get("type")
    if not isinstance(type, str) or type not in TILE_TYPES:
        raise TileError(_('{where} needs a "type": {types}.', where=where, types=choices_words(TILE_TYPES)))
    given = {name: value for name, value in fields.items() if name != "type" and value is not None}
    return _tile(type, given, where, "owner", whole=False)


def box_tile(type: str, fields: Mapping[str, Json], where: str, *, whole: bool = True) -> Tile:
    """One tile from the fields of its table in a box file. whole: it says all that a tile must; else what is
    left out is 0, none or gray. Raises TileError."""
    return _tile(type, fields, where, "owner", whole=whole)


# --- one tile -------------------------------------------------------------------------------------------


def _tile(type: str, raw: Mapping[str, Json], where: str, source: str, *, whole: bool) -> Tile:
    """A tile of `type`. whole: it must say what no tile is without; a request's tile need not."""
    id = Fields(raw, where).text("id").strip()
    fields = Fields(raw, f"{where} ({id:.40})")
    unknown = [name for name in raw if name not in _FIELDS_BY_TYPE[type]]
    if unknown:
        raise TileError(
            _(
                "{where}: a {type} has no field {field}.",
                where=fields.where,
                type=type,
                field=repr(unknown[0])[:60],
            )
        )
    untold = fields.some_facts()
    if whole and "name" not in fields and "name" not in untold:
        raise fields.wrong("name", _("a text"))
    if "price" in untold or "ranges" in untold:
        whole = False
    if type == "goal":
        tile: Tile = _goal(id, fields)
    elif type == "development":
        tile = _development(id, fields, whole)
    else:
        tile = _world(id, fields, home=type == "home", whole=whole)
    tile_source = fields.one_of("source", SOURCES, source) or source
    made_up = tile_source == "stand-in" and "assumed" not in fields
    known = tuple(name for name in _FIELDS_BY_TYPE[type] if name not in ("id", *_MARKS))
    if made_up:
        assumed = tuple(name for name in known if name in fields or name in _DEFAULTED_FIELDS)
    else:
        assumed = _assumed(fields, known)
    untold = fields.some_facts()
    open_fields = [field for fact in untold for field in FIELDS_BY_FACT[fact] if field in known]
    return replace(
        tile,
        source=tile_source,
        assumed=tuple(dict.fromkeys((*assumed, *open_fields))),
        untold=untold,
        told=fields.texts("told"),
    )


def _assumed(fields: Fields, known: tuple[str, ...]) -> tuple[str, ...]:
    names = fields.texts("assumed")
    if any(name not in known for name in names):
        raise fields.wrong("assumed", _("a list of the fields {fields}", fields=choices_words(known)))
    return names


def _world(id: str, fields: Fields, *, home: bool, whole: bool) -> World:
    military = "defense" in fields
    if military and "cost" in fields:
        raise TileError(
            _("{where} has a cost and a defense; a military world has only a defense.", where=fields.where)
        )
    if whole and not military and "cost" not in fields:
        raise TileError(
            _("{where} needs a cost, or a defense if it is a military world.", where=fields.where)
        )
    kind = fields.one_of("kind", (*KINDS, "any"))
    good = fields.one_of("good", ("production", "windfall"))
    if good and not kind:
        raise TileError(
            _(
                "{where} has a good but no kind; only gray worlds have no kind, and no good.",
                where=fields.where,
            )
        )
    in_place = home and (whole or "mat" in fields)
    return World(
        id,
        fields.text("name", id),
        cost=None if military else fields.number("cost"),
        defense=fields.number("defense") if military else None,
        vp=fields.number("vp"),
        bonus=parse_bonus(fields.text("bonus")) if "bonus" in fields else None,
        colonists=fields.number("colonists", 1),
        kind=kind,
        good=good,
        keywords=fields.some_of("keywords", KEYWORDS),
        powers=tuple(parse_power(line) for line in fields.texts("powers")),
        mat=fields.number("mat", lowest=1) if in_place else None,
        side=fields.one_of("side", "AB", "A") if in_place else None,
    )


def _development(id: str, fields: Fields, whole: bool) -> Development:
    if whole and "cost" not in fields:
        raise fields.wrong("cost", _("a whole number"))
    return Development(
        id,
        fields.text("name", id),
        fields.number("cost"),
        vp=fields.number("vp"),
        bonus=parse_bonus(fields.text("bonus")) if "bonus" in fields else None,
        keywords=fields.some_of("keywords", KEYWORDS),
        powers=tuple(parse_power(line) for line in fields.texts("powers")),
        stack=fields.text("stack", ""),
        first_game=fields.truth("first_game", True),
        paired=False,
    )


def _goal(id: str, fields: Fields) -> Goal:
    measure = fields.one_of("measure", MEASURES)
    if measure is None:
        raise fields.wrong("measure", choices_words(MEASURES))
    ranges = fields.raw.get("ranges")
    must = _("a list of pairs [fewest, VP], both rising")
    if not isinstance(ranges, list) or not ranges:
        raise fields.wrong("ranges", must)
    last = (0, 0)
    for pair in ranges:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(n) is int for n in pair)):
            raise fields.wrong("ranges", must)
        if not (last[0] < pair[0] <= MAX_NUMBER and last[1] < pair[1] <= MAX_NUMBER):
            raise fields.wrong("ranges", must)
        last = (pair[0], pair[1])
    return Goal(
        id,
        fields.text("name", id),
        measure,
        tuple((fewest, vp) for fewest, vp in ranges),
        stockpile=fields.truth("stockpile", False),
    )


def _paired(catalogue: Catalogue) -> Catalogue:
    """Sets on every development whether its stack has another face."""
    faces = Counter(face.stack for face in catalogue.developments.values() if face.stack)
    # A tile that stays as it was is still the same one: what is told of a table's tiles is kept in the box.
    return catalogue.with_tiles(
        replace(face, paired=faces[face.stack] > 1)
        for face in catalogue.developments.values()
        if face.paired != (faces[face.stack] > 1)
    )
