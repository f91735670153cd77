"""What is printed on a world, a home colony, a development and a goal: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact stands with its row; the forms, the box file, photos and
the check of a box only look at these rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.contract.fact_rows import YES
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, choice_row, name_row, number_row, yes_row
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.printed_goal import QUANTITIES
from companion.games.new_frontiers.tiles.printed_world import (
    COLONISTS,
    COLONISTS_ROW,
    COST,
    DEVELOPMENT_PRICE,
    KIND_ROW,
    WORLD_PRICE,
)
from companion.games.new_frontiers.tiles.printed_worth import WORTH
from companion.translation import _

NAME = "name"
MATS = range(1, 100)
"""Numbers of empire mats, of expansions, too."""
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
"""What goals count."""


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
    accepts=bool,
    longest=MAX_STACK_LETTERS,
)
"""Both faces of a tile name the same."""
_FIRST_GAME = yes_row("first_game", lambda _tile: _("white square"), usual=True)
_MAT = (
    number_row("mat", lambda _tile: _("mat"), MATS),
    choice_row("side", lambda _tile: _("side"), {"A": "A", "B": "B"}),
    replace(COLONISTS_ROW, read=lambda _said: {COLONISTS: 1}),
)
_COUNTED = (
    choice_row("measure", lambda _tile: _("measure"), {measure: measure for measure in MEASURES}),
    yes_row(
        "stockpile",
        lambda _tile: _("stockpile"),
        usual=False,
        in_box=lambda said: {"stockpile": True} if said == (YES,) else {},
    ),
)


def _kind_of_tile(kind: str, *rows: PrintedFact[Any], **more: Any) -> Printed[Any]:
    return Printed(kind, rows, blank=_blank, **more)


WORLD = _kind_of_tile("world", _NAME, WORLD_PRICE, COLONISTS_ROW, KIND_ROW, *WORTH)
HOME = _kind_of_tile("home", _NAME, WORLD_PRICE, KIND_ROW, *WORTH, placed=_MAT)
DEVELOPMENT = _kind_of_tile("development", _NAME, DEVELOPMENT_PRICE, *WORTH, built=(_STACK, _FIRST_GAME))
GOAL = _kind_of_tile("goal", _NAME, QUANTITIES, placed=_COUNTED)
KINDS_OF_TILES = {printed.kind: printed for printed in (WORLD, HOME, DEVELOPMENT, GOAL)}
