"""What is printed on a world, a development and a start world: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact is here and in `printed_worth.py`; the forms, the box
file, the check of it and the cards of tests only look at these rows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.contract import Illegal, Json, Saying
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, Values, field_value, name_row
from companion.games.contract.told import Said
from companion.games.race_for_the_galaxy.cards.powers import KINDS
from companion.games.race_for_the_galaxy.cards.printed_worth import (
    BONUS_ROW,
    NUMBERS,
    VP_ROW,
    WORTH_ROW,
    number_of,
    power_rows,
)
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _

NAME, PRICE, MARKS, KIND = "name", "price", "marks", "kind"
COST, DEFENSE, GRAY = "cost", "defense", "gray"
REBEL, ALIEN = "Rebel", "ALIEN"
PRODUCTION, WINDFALL = "production", "windfall"


# --- price


def _price_read(said: Said) -> dict[str, Any]:
    what, _space, number = said[0].partition(" ")
    return {"cost": int(number), "military": what == DEFENSE}


def _price_said(fields: Values) -> Said | None:
    """A card has its defense as its cost, and says that it is military; a box file has one of the two."""
    field = DEFENSE if DEFENSE in fields else COST
    if field not in fields:
        return None
    if field == DEFENSE and COST in fields:
        raise Illegal(price_wanted())
    number = number_of(fields, field, _("defense") if field == DEFENSE else _("cost"))
    return (f"{DEFENSE if field == DEFENSE or fields.get('military') else COST} {number}",)


def _cost_said(fields: Values) -> Said | None:
    if DEFENSE in fields:
        raise Illegal(price_wanted())
    return _price_said(fields)


def _price_in_box(said: Said) -> dict[str, Json]:
    price = _price_read(said)
    return {DEFENSE if price["military"] else COST: price["cost"]}


def price_wanted() -> str:
    return _("Tap its cost, or the defense of a military world.")


def _prices(_card: Any) -> tuple[Saying, ...]:
    return (
        *(Saying(f"{COST} {n}", str(n), _("non-military: cost")) for n in NUMBERS),
        *(Saying(f"{DEFENSE} {n}", str(n), _("military: defense"), "military") for n in NUMBERS),
    )


def _price_words(said: str) -> str:
    price = _price_read((said,))
    if price["military"]:
        return _("defense {defense}", defense=price["cost"])
    return _("cost {cost}", cost=price["cost"])


# --- marks and kind


def _marks_said(fields: Values) -> Said:
    marks = ((REBEL, "rebel"), (ALIEN, "alien"))
    return tuple(mark for mark, name in marks if field_value(fields, name, bool))


def _marks(*marks: str) -> PrintedFact[Any]:
    return PrintedFact(
        MARKS,
        ("rebel", "alien"),
        lambda _card: _("Rebel or ALIEN") if REBEL in marks else ALIEN,
        lambda said: {"rebel": REBEL in said, "alien": ALIEN in said},
        _marks_said,
        lambda _card: tuple(Saying(mark, mark) for mark in marks),
        several=True,
        in_box=lambda said: {mark.casefold(): True for mark in said},
    )


def _kind_read(said: Said) -> dict[str, Any]:
    kind, _space, good = said[0].partition(" ")
    return {"kind": None, "good": None} if kind == GRAY else {"kind": kind, "good": good}


def _kind_said(fields: Values) -> Said:
    kind, good = fields.get("kind"), fields.get("good")
    if kind is None and good is None:
        return (GRAY,)
    if kind not in KINDS or good not in (PRODUCTION, WINDFALL):
        raise Illegal(_("Tap its kind, or gray."))
    return (f"{kind} {good}",)


def _kinds(_card: Any) -> tuple[Saying, ...]:
    goods = [f"{kind} {good}" for good in (PRODUCTION, WINDFALL) for kind in KINDS]
    return tuple(Saying(one, _kind_words(one)) for one in (*goods, GRAY))


def _kind_words(said: str) -> str:
    kind, good = _kind_read((said,)).values()
    if kind is None:
        return _("gray")
    name = kind_name(kind)
    return _("{kind} windfall", kind=name) if good == WINDFALL else _("{kind} production", kind=name)


# --- the rows

_NAME = name_row(lambda _card: _("name"))
_PRICE: PrintedFact[Any] = PrintedFact(
    PRICE,
    ("cost", "military"),
    lambda _card: _("cost or defense"),
    _price_read,
    _price_said,
    _prices,
    _price_words,
    in_box=_price_in_box,
    box_fields=(COST, DEFENSE),
)
_COST: PrintedFact[Any] = replace(
    _PRICE,
    words=lambda _card: _("cost"),
    sayings=lambda _card: tuple(Saying(f"{COST} {n}", str(n)) for n in NUMBERS),
    said=_cost_said,
)
_KIND: PrintedFact[Any] = PrintedFact(
    KIND,
    ("kind", "good"),
    lambda _card: _("kind"),
    _kind_read,
    _kind_said,
    _kinds,
    _kind_words,
)


def _blank(card: Any, field: str) -> Any:
    """What a card has where nobody told."""
    if field == NAME:
        return card.id
    default = type(card).__dataclass_fields__[field].default
    return default if isinstance(default, bool | tuple | None) else 0


def _sort(kind: str, *rows: PrintedFact[Any]) -> Printed[Any]:
    return Printed(kind, rows, blank=_blank)


WORLD = _sort("world", _NAME, _PRICE, _marks(REBEL, ALIEN), _KIND, VP_ROW, *power_rows(typed=True))
DEVELOPMENT = _sort("development", _NAME, _COST, _marks(ALIEN), WORTH_ROW, BONUS_ROW, *power_rows(typed=True))
START = _sort("start", _NAME, _PRICE, _KIND, VP_ROW, *power_rows(typed=False))
