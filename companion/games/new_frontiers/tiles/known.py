"""What is known of the tiles of one copy: those of a real table, new ones, and what somebody told of one.

What the companion's own catalogue assumes, or made up to stand in for a tile, is untold at a real table: only
what the rulebook and published pictures tell, and what an owner told, is known there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.games.contract.piece_names import plain_name
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles import printed_worth
from companion.games.new_frontiers.tiles.catalogue import (
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
    printed_on,
)
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import GRAY_SIDE
from companion.games.new_frontiers.tiles.printed_worth import POWERS
from companion.games.new_frontiers.wording.names import called

T = TypeVar("T", bound=Tile)


def of_real_table(catalogue: Catalogue, *, as_before: bool = False) -> Catalogue:
    """The catalogue in which what nobody confirmed is untold. as_before: for a table from when a home's
    powers were taken for known though nobody had told which home it is, and all of a goal."""
    return Catalogue(_unassumed(tile, as_before) for tile in catalogue.shown.values())


def _unassumed(tile: Tile, as_before: bool) -> Tile:
    if as_before and isinstance(tile, Goal):
        return tile
    rows = [row for row in printed_on(tile).rows if not row.within and set(row.fields) & set(tile.assumed)]
    facts = {part for row in rows for part in printed_on(tile).parts(row.key)} - {printed_worth.BONUS}
    if "mat" in tile.assumed:  # which mat a home of this name is on is not known, so nothing is of this one
        facts = {NAME, *facts} if as_before else {*printed_on(tile).keys} - {printed_worth.BONUS}
    if {*tile.untold} & {*POWERS}:  # what is told of them in part stays
        facts -= {*POWERS}
    found = _untelling(tile, facts) if facts else tile
    return found if met(found) or found.source == "stand-in" else _unmet(found)


def _untelling(tile: T, facts: Iterable[str]) -> T:
    wanted = set(facts)
    if printed_worth.VP in wanted and printed_worth.BONUS in tile.untold:
        tile = replace(tile, untold=tuple(fact for fact in tile.untold if fact != printed_worth.BONUS))
    blank: T = printed_on(tile).untelling(tile, wanted)  # type: ignore[assignment]
    blank = replace(blank, assumed=())
    return _unmet(blank) if NAME in wanted else blank


def _unmet(tile: T) -> T:
    return replace(tile, name=unmet_name(tile), source="stand-in")


def stood_in(catalogue: Catalogue, stand_ins: Catalogue) -> Catalogue:
    """For a practice table: where nobody told a fact of a tile, the stand-in's value of the same tile."""
    open_tiles = [tile for tile in catalogue.shown.values() if tile.untold]
    if not open_tiles:
        return catalogue
    return catalogue.with_tiles(_stood_in(tile, stand_ins.get(tile.id)) for tile in open_tiles)


def _stood_in(tile: Tile, known: Tile | None) -> Tile:
    if known is None or type(known) is not type(tile):
        return tile
    names = open_fields(tile)
    if printed_worth.EVERY_POWER in names and not isinstance(tile, Goal) and tile.powers:
        names.discard(printed_worth.EVERY_POWER)
    return replace(tile, **{name: getattr(known, name) for name in names})


def open_fields(tile: Tile) -> set[str]:
    """The fields of what nobody told of it."""
    rows = (row for row in printed_on(tile).rows if row.key in tile.untold)
    return {name for row in rows for name in row.fields}


def unmet_name(tile: Tile) -> str:
    """What a tile without a name is called, in English (see `names.called`)."""
    if isinstance(tile, Development):
        return f"Development {tile.id[1:]}"
    if isinstance(tile, Goal):
        return tile.name
    return f"Home colony {tile.id[1:]}" if tile.is_home else f"World {tile.id[1:].lstrip('0')}"


def begun(type: str, id: str) -> Tile:
    """A tile with blanks for what is printed on it, and for where it belongs in the box."""
    if type == "goal":
        return Goal(id, id, "", ())
    if type == "development":
        return Development(id, id, 0, paired=False)
    return World(id, id, mat=0, side="A") if type == "home" else World(id, id)


def nothing_told(tile: T) -> T:
    """The tile, with its place in the box, of which nothing is told."""
    return _untelling(replace(tile, untold=()), {*printed_on(tile).keys} - {printed_worth.BONUS})


def is_priced(tile: World | Development) -> bool:
    """What it takes to have it is told."""
    return not (tile.untold and {*GRAY_SIDE} & {*tile.untold})


def met(tile: Tile) -> bool:
    """It has a name."""
    return NAME not in tile.untold


def names_taken(tiles: Iterable[Tile], name_key: Callable[[str], str] = plain_name) -> frozenset[str]:
    """The names that no other tile can have, as `name_key` has them; a goal may be called as a tile is."""
    named = (tile for tile in tiles if met(tile) and not isinstance(tile, Goal))
    return frozenset(name_key(name) for tile in named for name in {tile.name, called(tile)})


def nameless(tile: World | Development) -> bool:
    """It goes by its number."""
    return not met(tile) or tile.name == unmet_name(tile)


def named(tile: T, name: str) -> T:
    return replace(tile, name=name, source="owner", untold=tuple(f for f in tile.untold if f != NAME))


def told(tile: T, facts: Mapping[str, Said], later: bool = False) -> T:
    """The tile with what was said of it. Raises Illegal."""
    found: T = printed_on(tile).told(tile, facts, later=later)  # type: ignore[assignment]
    return replace(found, source="owner")
