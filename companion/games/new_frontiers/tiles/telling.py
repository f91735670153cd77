"""What is untold of the tiles on a real table, and a tile with facts that somebody told.

What the companion's own catalogue assumes, or made up to stand in for a tile, is untold there: only what the
rulebook and published pictures tell, and what an owner told, is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields, replace
from typing import Any, TypeVar

from companion.games.contract import Illegal, Json
from companion.games.new_frontiers.tiles.catalogue import (
    FIELDS_BY_FACT,
    NAME,
    POWERS,
    Catalogue,
    Development,
    Goal,
    Tile,
    World,
)
from companion.games.new_frontiers.tiles.language import parse_bonus, parse_power
from companion.games.new_frontiers.wording.names import called
from companion.translation import _

T = TypeVar("T", bound=World | Development)

PRICE, COLONISTS, KIND, VP, BONUS, KEYWORDS = "price", "colonists", "kind", "vp", "bonus", "keywords"
GRAY_SIDE = (PRICE, COLONISTS)
"""The facts that a world's gray side tells, which its owner needs to settle it."""
QUESTION_MARK = "?"
"""VP as a "?", whose line is told apart."""
COST, DEFENSE = "cost", "defense"
GRAY = "gray"
_FACT_BY_FIELD = {
    field: fact for fact, of in FIELDS_BY_FACT.items() for field in of if fact not in (BONUS, *POWERS)
}
_PLACES = ("mat", "side", "stack", "first_game", "measure", "stockpile")
"""Fields of the box's build, not of what a tile does: nobody is asked for them."""


def of_real_table(catalogue: Catalogue) -> Catalogue:
    """The catalogue in which what nobody confirmed is untold."""
    return Catalogue(_unassumed(tile) for tile in catalogue.shown.values())


def _unassumed(tile: Tile) -> Tile:
    if isinstance(tile, Goal):
        return tile
    facts = {_FACT_BY_FIELD[field] for field in tile.assumed if field not in (*_PLACES, "powers")}
    if "mat" in tile.assumed:  # which mat a home of this name is on is not known
        facts.add(NAME)
    if "powers" in tile.assumed:
        facts |= set(tile.untold) & set(POWERS) or set(POWERS)
    if not facts | set(tile.untold):
        return tile
    return with_untold(tile, facts | set(tile.untold))


def with_untold(tile: T, facts: Iterable[str]) -> T:
    """The tile with these facts untold: their fields are blank."""
    wanted = set(facts)
    if isinstance(tile, World) and tile.is_home:
        wanted.discard(COLONISTS)  # a home begins with one colonist (p. 3)
    if VP in wanted:
        wanted.discard(BONUS)
    ordered = tuple(fact for fact in FIELDS_BY_FACT if fact in wanted)
    own = {field.name for field in fields(tile)}
    blank = {field.name: field.default for field in fields(tile) if field.default is not MISSING}
    changes: dict[str, Any] = {
        field: blank.get(field)
        for fact in ordered
        for field in FIELDS_BY_FACT[fact]
        if field in own and field != "powers"
    }
    if PRICE in wanted:
        changes["cost"] = 9 if isinstance(tile, Development) and tile.stack.startswith("L") else 0
    if set(POWERS) & wanted:
        changes["powers"] = tuple(p for p in tile.powers if f"powers/{p.type}" not in wanted)
    if NAME in wanted:
        changes |= {"name": unmet_name(tile), "source": "stand-in"}
    return replace(tile, untold=ordered, assumed=(), **changes)


def unmet_name(tile: World | Development) -> str:
    """What a tile without a name is called, in English (see `names.called`)."""
    if isinstance(tile, Development):
        return f"Development {tile.id[1:]}"
    return f"Home colony {tile.id[1:]}" if tile.is_home else f"World {tile.id[1:].lstrip('0')}"


def new_world(id: str) -> World:
    """A world of which nothing is told."""
    return with_untold(World(id, id), FIELDS_BY_FACT.keys() - {BONUS, "ranges"})


def new_development(id: str) -> Development:
    """A development of which nothing is told."""
    return with_untold(Development(id, id, 0), FIELDS_BY_FACT.keys() - {BONUS, KIND, COLONISTS, "ranges"})


def is_priced(tile: World | Development) -> bool:
    """What it takes to have it is told."""
    return not (tile.untold and {*GRAY_SIDE} & {*tile.untold})


def met(tile: T) -> bool:
    """It has a name."""
    return NAME not in tile.untold


def names_taken(tiles: Iterable[World | Development]) -> frozenset[str]:
    """The names that no other tile can have, lower case."""
    return frozenset(name.casefold() for tile in tiles if met(tile) for name in {tile.name, called(tile)})


def nameless(tile: World | Development) -> bool:
    """It goes by its number."""
    return not met(tile) or tile.name == unmet_name(tile)


def named(tile: T, name: str) -> T:
    return replace(tile, name=name, source="owner", untold=tuple(f for f in tile.untold if f != NAME))


def told(tile: T, facts: Mapping[str, tuple[str, ...]]) -> T:
    """The tile with these facts, as `rules/telling_forms.py` says them. Raises Illegal: a line that is not of
    the tile language's kind where one is needed."""
    changes: dict[str, Any] = {}
    untold = set(tile.untold)
    for fact, values in facts.items():
        untold.discard(fact)
        if fact in POWERS:
            type = fact.removeprefix("powers/")
            lines = [line if ":" in line else f"{type}: {line}" for line in values]
            changes["powers"] = (*changes.get("powers", tile.powers), *map(parse_power, lines))
        elif fact == "powers":
            untold -= set(POWERS)
            changes["powers"] = (*tile.powers, *map(parse_power, values))
        elif fact == NAME:
            changes["name"] = values[0]
        else:
            changes |= _fields(tile, fact, values)
            if fact == VP and values == (QUESTION_MARK,):
                untold.add(BONUS)
    if BONUS in facts:
        untold.discard(BONUS)
    ordered = tuple(fact for fact in FIELDS_BY_FACT if fact in untold)
    return replace(tile, source="owner", untold=ordered, **changes)


def _fields(tile: World | Development, fact: str, values: tuple[str, ...]) -> dict[str, Json]:
    value = values[0] if values else ""
    if fact == PRICE:
        what, _space, number = value.rpartition(" ")
        if isinstance(tile, Development):
            return {"cost": int(number)}
        return {"cost": None, "defense": None, what: int(number)}
    if fact == COLONISTS:
        return {"colonists": int(value)}
    if fact == KIND:
        if value == GRAY:
            return {"kind": None, "good": None}
        kind, _space, good = value.partition(" ")
        return {"kind": kind, "good": good}
    if fact == VP:
        return {"vp": 0 if value == QUESTION_MARK else int(value), "bonus": None}
    if fact == BONUS:
        return {"bonus": parse_bonus(value)}
    if fact == KEYWORDS:
        return {"keywords": tuple(values)}
    raise Illegal(_("There is no fact called {name}.", name=repr(fact)[:40]))
