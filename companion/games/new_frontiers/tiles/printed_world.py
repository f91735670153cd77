"""What a tile costs, and what else only worlds and homes say: colonists, kind and good.

A home begins with one colonist (p. 3), so nobody is asked for its colonists.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.contract import Illegal, Json, Saying
from companion.games.contract.printed_fact import PrintedFact, Values, field_value
from companion.games.contract.told import Said
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.wording.names import colonists_in_words, kind_and_good
from companion.translation import _

PRICE, COLONISTS, KIND = "price", "colonists", "kind"
GRAY_SIDE = (PRICE, COLONISTS)
"""What a world's gray side tells, which its owner needs to settle it."""
COST, DEFENSE, GRAY = "cost", "defense", "gray"

# --- how numbers and choices are read out of fields, as a box file and a tile have them


def whole(text: str, lowest: int = 0) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) >= lowest


def choice(value: Json, choices: tuple[str, ...], field: str) -> str | None:
    """The choice that a field says, in any case ("rare elements" is Rare); None: it says none."""
    if value is None:
        return None
    short = " ".join(str(value).lower().split()).removesuffix(" elements").removesuffix(" technology")
    found = next((choice for choice in choices if choice.lower() == short), None)
    if found is None:
        raise Illegal(_("{field} is one of {choices}.", field=repr(field), choices=", ".join(choices)))
    return found


# --- price


def _price_read(said: Said) -> dict[str, Any]:
    what, _space, number = said[0].partition(" ")
    if what not in (COST, DEFENSE) or not whole(number):
        raise Illegal(_("Tap its cost, or the defense of a military world."))
    return {COST: None, DEFENSE: None, what: int(number)}


def _price_said(fields: Values) -> Said | None:
    cost, defense = field_value(fields, COST, int), field_value(fields, DEFENSE, int)
    if cost is not None and defense is not None:
        raise Illegal(_("It has a cost and a defense; a military world has only a defense."))
    if defense is not None:
        return (f"{DEFENSE} {defense}",)
    return None if cost is None else (f"{COST} {cost}",)


def _price_saying(what: str, number: int, words: str, group: str = "", icon: str = "") -> Saying:
    value = f"{what} {number}"
    return Saying(value, words, group, icon, _price_words(value))


def _prices(_tile: Any) -> tuple[Saying, ...]:
    return (
        *(_price_saying(COST, n, f"${n}", _("non-military: cost")) for n in range(9)),
        *(_price_saying(DEFENSE, n, str(n), _("military: defense"), "military") for n in range(1, 11)),
    )


def _price_words(said: str) -> str:
    price = _price_read((said,))
    if price[COST] is None:
        return _("defense {defense}", defense=price[DEFENSE])
    return _("cost {cost}", cost=price[COST])


def _is_price(said: str) -> bool:
    try:
        return bool(_price_read((said,)))
    except Illegal:
        return False


def _as_elsewhere(fact: str) -> Callable[[Any], str]:
    """What another game prints on a tile of this name: a start, to be compared with the tile in hand."""

    def usual(tile: Any) -> str:
        sort = "development" if hasattr(type(tile), "large") else "world"
        start = suggestions.started_as(tile.name)
        if start is None or start.type != sort:
            return ""
        said = _price_said(start.fields) if fact == PRICE else _kind_said(start.fields)
        return "" if said is None or said == (GRAY,) else said[0]

    return usual


# --- kind


def _kind_read(said: Said) -> dict[str, Any]:
    kind, _space, good = said[0].partition(" ")
    return {"kind": None, "good": None} if kind == GRAY else {"kind": kind, "good": good or None}


def _kind_said(fields: Values) -> Said:
    kind = choice(fields.get("kind"), (*KINDS, "any"), "kind")
    good = choice(fields.get("good"), ("production", "windfall"), "good")
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
    return kind_and_good(**_kind_read((said,)))


# --- the rows

WORLD_PRICE: PrintedFact[Any] = PrintedFact(
    PRICE,
    (COST, DEFENSE),
    lambda _tile: _("cost or defense"),
    _price_read,
    _price_said,
    _prices,
    _price_words,
    accepts=_is_price,
    usual=_as_elsewhere(PRICE),
    closes=True,
    asked_with=GRAY_SIDE,
)
DEVELOPMENT_PRICE: PrintedFact[Any] = PrintedFact(
    PRICE,
    (COST,),
    lambda _tile: _("cost"),
    lambda said: {COST: _price_read(said)[COST]},
    _price_said,
    lambda _tile: tuple(_price_saying(COST, n, f"${n}") for n in range(1, 10)),
    _price_words,
    accepts=lambda said: _is_price(said) and _price_read((said,))[DEFENSE] is None,
    usual=_as_elsewhere(PRICE),
    closes=True,
)
COLONISTS_ROW: PrintedFact[Any] = PrintedFact(
    COLONISTS,
    (COLONISTS,),
    lambda _tile: _("colonists"),
    lambda said: {COLONISTS: int(said[0])},
    lambda fields: (str(field_value(fields, COLONISTS, int, 1)),),
    lambda _tile: tuple(Saying(str(n), colonists_in_words(n)) for n in (1, 2)),
    lambda said: colonists_in_words(int(said)),
    accepts=lambda said: whole(said, 1),
    usual=lambda _tile: "1",
    closes=True,
    asked_with=GRAY_SIDE,
)
KIND_ROW: PrintedFact[Any] = PrintedFact(
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
