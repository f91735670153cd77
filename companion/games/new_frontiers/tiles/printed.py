"""What is printed on a world, a home colony, a development and a goal: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact stands with its row; the forms, the box file, photos and
the check of a box only look at these rows.
"""

from __future__ import annotations

from typing import Any

from companion.games.contract.fact_rows import NO, YES
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, name_row
from companion.games.contract.telling import Saying
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.printed_goal import QUANTITIES
from companion.games.new_frontiers.tiles.printed_world import (
    COLONISTS_ROW,
    COST,
    DEVELOPMENT_PRICE,
    KIND_ROW,
    WORLD_PRICE,
)
from companion.games.new_frontiers.tiles.printed_worth import WORTH
from companion.translation import _

NAME = "name"
MAX_NUMBER = 99
"""No number on a tile is larger; those beyond what forms offer stand in older files."""


def _names_elsewhere(tile: Any) -> tuple[str, ...]:
    sort = "development" if hasattr(type(tile), "large") else "world"
    return tuple(sorted(n for n, start in suggestions.starting_values().items() if start.type == sort))


MAX_STACK_LETTERS = 8
_NAME = name_row(lambda _tile: _("name"), offers=_names_elsewhere)


def _blank(tile: Any, field: str) -> Any:
    """What a tile has where nobody told: a large development costs 9 (p. 4), and lies so."""
    if field == COST:
        return 9 if getattr(tile, "stack", "").startswith("L") else 0
    if field == NAME:
        return tile.id
    default = type(tile).__dataclass_fields__[field].default
    return default if isinstance(default, int | str | tuple | None) else ()


_STACK: PrintedFact[Any] = PrintedFact(
    "stack",
    ("stack",),
    lambda _tile: _("stack"),
    lambda said: {"stack": said[0]},
    lambda fields: (fields["stack"],) if fields.get("stack") else None,
    optional=True,
    longest=MAX_STACK_LETTERS,
)
"""Both faces of a tile name the same."""
_FIRST_GAME: PrintedFact[Any] = PrintedFact(
    "first_game",
    ("first_game",),
    lambda _tile: _("white square"),
    lambda said: {"first_game": said == (YES,)},
    lambda fields: (YES if fields.get("first_game", True) else NO,),
    lambda _tile: (Saying(YES, _(YES)), Saying(NO, _(NO))),
    _,
)


def _kind_of_tile(
    kind: str, *rows: PrintedFact[Any], built: tuple[PrintedFact[Any], ...] = ()
) -> Printed[Any]:
    return Printed(kind, rows, built, blank=_blank)


WORLD = _kind_of_tile("world", _NAME, WORLD_PRICE, COLONISTS_ROW, KIND_ROW, *WORTH)
HOME = _kind_of_tile("home", _NAME, WORLD_PRICE, KIND_ROW, *WORTH)
DEVELOPMENT = _kind_of_tile("development", _NAME, DEVELOPMENT_PRICE, *WORTH, built=(_STACK, _FIRST_GAME))
GOAL = _kind_of_tile("goal", _NAME, QUANTITIES)
KINDS_OF_TILES = {printed.kind: printed for printed in (WORLD, HOME, DEVELOPMENT, GOAL)}
FACTS = tuple(dict.fromkeys(key for printed in KINDS_OF_TILES.values() for key in printed.keys))
"""All facts that may be untold of some tile."""
