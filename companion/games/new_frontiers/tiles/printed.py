"""What is printed on a world, a home colony, a development and a goal: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact is here; the forms, the box file, photos and the check of
a box only look at these rows. A home begins with one colonist (p. 3), so nobody is asked for its colonists.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.games.contract import Illegal, Json, Saying
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, Said, Values, name_row
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.language import parse_bonus, parse_power
from companion.games.new_frontiers.tiles.power_words import describe_bonus, describe_power
from companion.games.new_frontiers.tiles.powers import KEYWORDS, KINDS, POWER_TYPES
from companion.games.new_frontiers.wording.names import (
    colonists_in_words,
    kind_and_good,
    power_name,
)
from companion.translation import _, language

NAME, PRICE, COLONISTS, KIND, VP, BONUS = "name", "price", "colonists", "kind", "vp", "bonus"
KEYWORD, RANGES, EVERY_POWER = "keywords", "ranges", "powers"
POWERS = tuple(f"powers/{type}" for type in POWER_TYPES)
"""The facts that say which powers a tile has in each action."""
GRAY_SIDE = (PRICE, COLONISTS)
"""What a world's gray side tells, which its owner needs to settle it."""
COST, DEFENSE, GRAY, QUESTION_MARK = "cost", "defense", "gray", "?"
MAX_LIKELY_LINES, MAX_KIND_LINES = 10, 6
"""Powers that a whole tile's form shows before the long list."""
MAX_NUMBER = 99
"""No number on a tile is larger; those beyond what forms offer stand in older files."""
_RANGE_VP = (2, 5, 8)
"""What the three steps of nearly every goal give (p. 12)."""
_STEPS = tuple(f"{n} {n + step} {n + 2 * step}" for step in range(1, 5) for n in range(2, 7))
"""Quantities that a form offers; others are typed."""
_VP_AND_MORE = re.compile(r"([0-9]{1,2}) \+ \?")


def _whole(text: str, lowest: int = 0) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) >= lowest


def _number(fields: Values, name: str, otherwise: int | None = None) -> int | None:
    """A number as a field has it. Raises TypeError: it has none."""
    value = fields.get(name)
    if value is None:
        return otherwise
    if type(value) is not int:
        raise TypeError(value)
    return value


# --- price


def _price_read(said: Said) -> dict[str, Any]:
    what, _space, number = said[0].rpartition(" ")
    return {COST: None, DEFENSE: None, what: int(number)}


def _price_said(fields: Values) -> Said | None:
    cost, defense = _number(fields, COST), _number(fields, DEFENSE)
    if cost is not None and defense is not None:
        raise Illegal(_("It has a cost and a defense; a military world has only a defense."))
    if defense is not None:
        return (f"{DEFENSE} {defense}",)
    return None if cost is None else (f"{COST} {cost}",)


def _prices(_tile: Any) -> tuple[Saying, ...]:
    return (
        *(Saying(f"{COST} {n}", f"${n}", _("non-military: cost")) for n in range(9)),
        *(Saying(f"{DEFENSE} {n}", str(n), _("military: defense"), "military") for n in range(1, 11)),
    )


def _price_words(said: str) -> str:
    what, _space, number = said.rpartition(" ")
    return _("defense {defense}", defense=number) if what == DEFENSE else _("cost {cost}", cost=number)


def _a_price(said: str) -> bool:
    what, _space, number = said.partition(" ")
    return what in (COST, DEFENSE) and _whole(number)


def _as_elsewhere(fact: str) -> Callable[[Any], str]:
    """What another game prints on a tile of this name: a start, to be compared with the tile in hand."""

    def usual(tile: Any) -> str:
        sort = "development" if hasattr(type(tile), "large") else "world"
        start = suggestions.starting_values().get(tile.name)
        if start is None or start.type != sort:
            return ""
        said = _price_said(start.fields) if fact == PRICE else _kind_said(start.fields)
        return "" if said is None or said == (GRAY,) else said[0]

    return usual


def _names_elsewhere(tile: Any) -> tuple[str, ...]:
    sort = "development" if hasattr(type(tile), "large") else "world"
    return tuple(sorted(n for n, start in suggestions.starting_values().items() if start.type == sort))


# --- kind


def _kind_read(said: Said) -> dict[str, Any]:
    kind, _space, good = said[0].partition(" ")
    return {"kind": None, "good": None} if kind == GRAY else {"kind": kind, "good": good or None}


def _kind_said(fields: Values) -> Said:
    kind = _choice(fields.get("kind"), (*KINDS, "any"), "kind")
    good = _choice(fields.get("good"), ("production", "windfall"), "good")
    if kind is None and good is not None:
        raise Illegal(_("It has a good but no kind; only gray worlds have no kind, and no good."))
    return (GRAY if kind is None else f"{kind} {good}" if good else kind,)


def _kinds(_tile: Any) -> tuple[Saying, ...]:
    return (
        *(
            Saying(f"{kind} {good}", kind_and_good(kind, good))
            for good in ("windfall", "production")
            for kind in KINDS
        ),
        Saying(GRAY, kind_and_good(None, None)),
        Saying("any production", _("any kind, production")),
    )


def _kind_words(said: str) -> str:
    kind, _space, good = said.partition(" ")
    return kind_and_good(None if said == GRAY else kind, good)


def _choice(value: Json, choices: tuple[str, ...], field: str) -> str | None:
    """The choice that a field says, in any case ("rare elements" is Rare); None: it says none."""
    if value is None:
        return None
    short = " ".join(str(value).lower().split()).removesuffix(" elements").removesuffix(" technology")
    found = next((choice for choice in choices if choice.lower() == short), None)
    if found is None:
        raise Illegal(_("{field} is one of {choices}.", field=repr(field), choices=", ".join(choices)))
    return found


# --- VP


def _vp_read(said: Said) -> dict[str, Any]:
    both = _VP_AND_MORE.fullmatch(said[0])
    return {"vp": int(both[1]) if both else 0 if said[0] == QUESTION_MARK else int(said[0]), "bonus": None}


def _vp_said(fields: Values) -> Said:
    vp = _number(fields, "vp", 0)
    # Of a "?" it may be untold what it counts.
    if fields.get("bonus") is None and BONUS not in (fields.get("untold") or ()):
        return (str(vp),)
    return (f"{vp} + {QUESTION_MARK}" if vp else QUESTION_MARK,)


def _vp_in_box(said: Said) -> dict[str, Json]:
    return {} if said == (QUESTION_MARK,) else {"vp": _vp_read(said)["vp"]}


def _bonus_said(fields: Values) -> Said | None:
    bonus = fields.get("bonus")
    if bonus is None:
        return None
    text = getattr(bonus, "text", bonus)
    if not isinstance(text, str):
        raise TypeError(text)
    return (text,)


@lru_cache(maxsize=8)
def _bonuses(spoken: str) -> tuple[Saying, ...]:
    return tuple(Saying(o["line"], o["words"]) for o in suggestions.bonuses())


# --- keywords and powers


def _keywords_said(fields: Values) -> Said:
    found = [_choice(word, KEYWORDS, KEYWORD) or "" for word in _listed(fields, KEYWORD)]
    return tuple(dict.fromkeys(found))


def _listed(fields: Values, name: str) -> list[Any]:
    found = fields.get(name, ())
    if not isinstance(found, list | tuple):
        raise TypeError(name)
    return [*found]


def _powers_said(fields: Values) -> Said:
    lines = [getattr(power, "text", power) for power in _listed(fields, EVERY_POWER)]
    if not all(isinstance(line, str) for line in lines):
        raise TypeError(EVERY_POWER)
    return tuple(lines)


def part_of(line: str) -> str:
    """The fact that a line of powers belongs to."""
    return f"powers/{parse_power(line).type}"


@lru_cache(maxsize=64)
def _powers(type: str, spoken: str, group: str = "") -> tuple[Saying, ...]:
    """The usual lines of this type, those on more of the known tiles first. spoken: the language of the
    words."""
    return tuple(Saying(o["line"], o["words"], group) for o in suggestions.lines() if o["type"] == type)


def _likely_powers(tile: Any) -> tuple[str, ...]:
    """The lines of a world's kind, and those that are on most tiles."""
    return _likely_of(getattr(tile, "kind", None))


@lru_cache(maxsize=8)
def _likely_of(kind: str | None) -> tuple[str, ...]:
    offered = suggestions.lines()
    own = [o["line"] for o in offered if kind in o["of"]][:MAX_KIND_LINES]
    return (*own, *[o["line"] for o in offered if not o["of"]][:MAX_LIKELY_LINES])


def _powers_of(type: str) -> PrintedFact[Any]:
    def read(said: Said) -> dict[str, Any]:
        lines = [line if ":" in line else f"{type}: {line}" for line in said]
        return {EVERY_POWER: tuple(map(parse_power, lines))}

    return PrintedFact(
        f"powers/{type}",
        (EVERY_POWER,),
        lambda _tile: _("{action} powers", action=power_name(type)),
        read,
        _powers_said,
        lambda _tile: _powers(type, language()),
        lambda said: describe_power(parse_power(said)),
        several=True,
        typed=True,
        within=EVERY_POWER,
    )


# --- goals


def _ranges_read(said: Said) -> dict[str, Any]:
    steps = [step.partition(":") for step in said[0].replace(",", " ").split()]
    vps = [vp for _fewest, _colon, vp in steps]
    if not all(vps) and len(steps) != len(_RANGE_VP):
        raise Illegal(_ranges_wanted())
    pairs = []
    for n, (fewest, _colon, vp) in enumerate(steps):
        if not _whole(fewest, 1) or (vp and not _whole(vp, 1)):
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


# --- the rows

_NAME = name_row(lambda _tile: _("name"), offers=_names_elsewhere)
_PRICE: PrintedFact[Any] = PrintedFact(
    PRICE,
    (COST, DEFENSE),
    lambda _tile: _("cost or defense"),
    _price_read,
    _price_said,
    _prices,
    _price_words,
    accepts=_a_price,
    usual=_as_elsewhere(PRICE),
    closes=True,
    asked_with=GRAY_SIDE,
)
_DEVELOPMENT_PRICE: PrintedFact[Any] = PrintedFact(
    PRICE,
    (COST,),
    lambda _tile: _("cost"),
    lambda said: {COST: int(said[0].removeprefix(f"{COST} "))},
    _price_said,
    lambda _tile: tuple(Saying(f"{COST} {n}", f"${n}") for n in range(1, 10)),
    _price_words,
    accepts=lambda said: _a_price(said) and said.startswith(COST),
    usual=_as_elsewhere(PRICE),
    closes=True,
)
_COLONISTS: PrintedFact[Any] = PrintedFact(
    COLONISTS,
    (COLONISTS,),
    lambda _tile: _("colonists"),
    lambda said: {COLONISTS: int(said[0])},
    lambda fields: (str(_number(fields, COLONISTS, 1)),),
    lambda _tile: tuple(Saying(str(n), colonists_in_words(n)) for n in (1, 2)),
    lambda said: colonists_in_words(int(said)),
    accepts=lambda said: _whole(said, 1),
    usual=lambda _tile: "1",
    closes=True,
    asked_with=GRAY_SIDE,
)
_KIND: PrintedFact[Any] = PrintedFact(
    KIND,
    ("kind", "good"),
    lambda _tile: _("kind"),
    _kind_read,
    _kind_said,
    _kinds,
    _kind_words,
    accepts=lambda said: said in (*KINDS, "any", "any windfall"),
    usual=_as_elsewhere(KIND),
)
_VP: PrintedFact[Any] = PrintedFact(
    VP,
    ("vp", "bonus"),
    lambda _tile: _("VP"),
    _vp_read,
    _vp_said,
    lambda _tile: (*(Saying(str(n), str(n)) for n in range(10)), Saying(QUESTION_MARK, QUESTION_MARK)),
    lambda said: _("{number} VP", number=said),
    accepts=lambda said: _whole(said) or bool(_VP_AND_MORE.fullmatch(said)),
    closes=True,
    opens=lambda said: (BONUS,) if said[0].endswith(QUESTION_MARK) else (),
    in_box=_vp_in_box,
)
_BONUS: PrintedFact[Any] = PrintedFact(
    BONUS,
    ("bonus",),
    lambda _tile: _("“?”"),
    lambda said: {"bonus": parse_bonus(said[0])},
    _bonus_said,
    lambda _tile: _bonuses(language()),
    lambda said: describe_bonus(parse_bonus(said)),
    typed=True,
)
_KEYWORDS: PrintedFact[Any] = PrintedFact(
    KEYWORD,
    (KEYWORD,),
    lambda _tile: _("keywords"),
    lambda said: {KEYWORD: said},
    _keywords_said,
    lambda _tile: tuple(Saying(word, word) for word in KEYWORDS),
    several=True,
)
_ALL_POWERS: PrintedFact[Any] = PrintedFact(
    EVERY_POWER,
    (EVERY_POWER,),
    lambda _tile: _("powers"),
    lambda said: {EVERY_POWER: tuple(map(parse_power, said))},
    _powers_said,
    lambda _tile: tuple(s for type in POWER_TYPES for s in _powers(type, language(), power_name(type))),
    lambda said: describe_power(parse_power(said)),
    several=True,
    typed=True,
    likely=_likely_powers,
    part=part_of,
)
_RANGES: PrintedFact[Any] = PrintedFact(
    RANGES,
    (RANGES,),
    lambda _tile: _("quantities"),
    _ranges_read,
    _ranges_said,
    lambda _tile: tuple(Saying(steps, steps) for steps in _STEPS),
    lambda said: _("quantities {quantities}", quantities=said),
    typed=True,
)
_WORTH = (_VP, _BONUS, _KEYWORDS, _ALL_POWERS, *map(_powers_of, POWER_TYPES))


def _blank(tile: Any, field: str) -> Any:
    """What a tile has where nobody told: a large development costs 9 (p. 4), and lies so."""
    if field == COST:
        return 9 if getattr(tile, "stack", "").startswith("L") else 0
    if field == NAME:
        return tile.id
    default = type(tile).__dataclass_fields__[field].default
    return default if isinstance(default, int | str | tuple | None) else ()


def _kind_of_tile(kind: str, *rows: PrintedFact[Any]) -> Printed[Any]:
    return Printed(kind, rows, blank=_blank)


WORLD = _kind_of_tile("world", _NAME, _PRICE, _COLONISTS, _KIND, *_WORTH)
HOME = _kind_of_tile("home", _NAME, _PRICE, _KIND, *_WORTH)
DEVELOPMENT = _kind_of_tile("development", _NAME, _DEVELOPMENT_PRICE, *_WORTH)
GOAL = _kind_of_tile("goal", _NAME, _RANGES)
KINDS_OF_TILES = {printed.kind: printed for printed in (WORLD, HOME, DEVELOPMENT, GOAL)}
FACTS = tuple(dict.fromkeys(key for printed in KINDS_OF_TILES.values() for key in printed.keys))
"""All facts that may be untold of some tile."""
