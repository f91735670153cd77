"""What is printed on a world, a home colony, a development and a goal: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact stands with its row; the forms, the box file, photos and
the check of a box only look at these rows.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from companion.games.contract import Illegal, Saying
from companion.games.contract.fact_rows import YES
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import (
    PrintedFact,
    Values,
    choice_row,
    name_row,
    number_row,
    yes_row,
)
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.printed_world import (
    COLONISTS,
    COLONISTS_ROW,
    COST,
    DEVELOPMENT_PRICE,
    KIND_ROW,
    WORLD_PRICE,
    whole,
)
from companion.games.new_frontiers.tiles.printed_worth import WORTH
from companion.translation import _

NAME, RANGES = "name", "ranges"
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


# --- goals

_RANGE_VP = (2, 5, 8)
"""What the three steps of nearly every goal give (p. 12)."""
_STEPS = tuple(f"{n} {n + step} {n + 2 * step}" for step in range(1, 5) for n in range(2, 7))
"""Quantities that a form offers; others are typed."""


def _ranges_read(said: Said) -> dict[str, Any]:
    steps = [step.partition(":") for step in said[0].replace(",", " ").split()]
    vps = [vp for _fewest, _colon, vp in steps]
    if not all(vps) and len(steps) != len(_RANGE_VP):
        raise Illegal(_ranges_wanted())
    pairs = []
    for n, (fewest, _colon, vp) in enumerate(steps):
        if not whole(fewest, 1) or (vp and not whole(vp, 1)):
            raise Illegal(_ranges_wanted())
        pairs.append((int(fewest), int(vp or _RANGE_VP[n])))
    if not pairs or any(a[0] >= b[0] or a[1] >= b[1] for a, b in pairwise(pairs)):
        raise Illegal(_ranges_wanted())
    return {RANGES: tuple(pairs)}


def _ranges_wanted() -> str:
    return _("The quantities are rising numbers, as “4 8 12”, or a list of pairs [fewest, VP], both rising.")


def _ranges_said(fields: Values) -> Said | None:
    ranges = fields.get(RANGES)
    if ranges is None:
        return None
    if not isinstance(ranges, list | tuple) or not ranges:
        raise Illegal(_ranges_wanted())
    for pair in ranges:
        if not (isinstance(pair, list | tuple) and len(pair) == 2 and all(type(n) is int for n in pair)):
            raise Illegal(_ranges_wanted())
    if tuple(vp for _fewest, vp in ranges) == _RANGE_VP:
        return (" ".join(str(fewest) for fewest, _vp in ranges),)
    return (" ".join(f"{fewest}:{vp}" for fewest, vp in ranges),)


QUANTITIES: PrintedFact[Any] = PrintedFact(
    RANGES,
    (RANGES,),
    lambda _tile: _("quantities"),
    _ranges_read,
    _ranges_said,
    lambda _tile: tuple(Saying(steps, steps) for steps in _STEPS),
    lambda said: _("quantities {quantities}", quantities=said),
    typed=True,
)

# --- the other rows

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
