"""What worlds, homes and developments are worth and bring: VP, “?”, keywords and powers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from companion.games.contract import Json, Saying
from companion.games.contract.printed_fact import PrintedFact, Values, field_value, part_row
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.amounts import KEYWORDS, POWER_TYPES
from companion.games.new_frontiers.tiles.counted import parse_bonus
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tiles.printed_world import choice, whole
from companion.games.new_frontiers.wording.names import power_name
from companion.translation import _, language

VP, BONUS, KEYWORD, EVERY_POWER = "vp", "bonus", "keywords", "powers"
POWERS = {f"powers/{type}": type for type in POWER_TYPES}
"""The facts that say which powers a tile has in each action, and its type of power."""
QUESTION_MARK = "?"
MAX_LIKELY_LINES, MAX_KIND_LINES = 10, 6
"""Powers that a whole tile's form shows before the long list."""
_VP_AND_MORE = re.compile(r"([0-9]{1,2}) \+ \?")

# --- VP


def _vp_read(said: Said) -> dict[str, Any]:
    both = _VP_AND_MORE.fullmatch(said[0])
    return {"vp": int(both[1]) if both else 0 if said[0] == QUESTION_MARK else int(said[0]), "bonus": None}


def _vp_said(fields: Values) -> Said:
    """What a "?" counts may be told later: untold, it is printed all the same."""
    vp = field_value(fields, "vp", int, 0)
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
    return tuple(Saying(line, parse_bonus(line).words()) for line in suggestions.bonuses())


# --- keywords and powers


def _keywords_said(fields: Values) -> Said:
    found = [choice(word, KEYWORDS, KEYWORD) or "" for word in _listed(fields, KEYWORD)]
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
    powers = map(parse_power, suggestions.lines())
    return tuple(Saying(power.text, power.words(), group) for power in powers if power.type == type)


@lru_cache(maxsize=16)
def _every_power(spoken: str) -> tuple[Saying, ...]:
    return tuple(s for type in POWER_TYPES for s in _powers(type, spoken, power_name(type)))


@lru_cache(maxsize=8)
def _likely(kind: str | None) -> tuple[str, ...]:
    """The lines of a world's kind, and those that are on most tiles."""
    offered = suggestions.lines()
    own = [line for line in offered if kind in suggestions.kinds_of(line)][:MAX_KIND_LINES]
    return (*own, *[line for line in offered if not suggestions.kinds_of(line)][:MAX_LIKELY_LINES])


# --- the rows

_VP: PrintedFact[Any] = PrintedFact(
    VP,
    ("vp", "bonus"),
    lambda _tile: _("VP"),
    _vp_read,
    _vp_said,
    lambda _tile: (
        *(Saying(str(n), str(n), done=_("worth {number} VP", number=n)) for n in range(10)),
        Saying(QUESTION_MARK, QUESTION_MARK),
    ),
    lambda said: _("{number} VP", number=said),
    accepts=lambda said: whole(said) or bool(_VP_AND_MORE.fullmatch(said)),
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
    lambda said: parse_bonus(said).words(),
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
    lambda _tile: _every_power(language()),
    lambda said: parse_power(said).words(),
    several=True,
    typed=True,
    likely=lambda tile: _likely(getattr(tile, "kind", None)),
    part=part_of,
)


def _powers_of(type: str) -> PrintedFact[Any]:
    return part_row(
        _ALL_POWERS,
        f"powers/{type}",
        lambda _tile: _("{action} powers", action=power_name(type)),
        lambda _tile: _powers(type, language()),
        lambda said: said if ":" in said else f"{type}: {said}",
    )


WORTH = (_VP, _BONUS, _KEYWORDS, _ALL_POWERS, *map(_powers_of, POWER_TYPES))
