"""What is printed on a world, a development and a start world: one row a fact (contract/printed.py).

Every limit, reading and sentence of a printed fact is here; the forms, the box file, the check of it and the
cards of tests only look at these rows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from companion.games.contract import Illegal, Json, Saying
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import PrintedFact, Said, Values, name_row
from companion.games.race_for_the_galaxy.cards.power_lines import (
    PHASE_WORDS,
    any_power,
    bonus_line,
    bonus_lines,
    condition_of,
    known_power,
    line_of,
    power_lines,
)
from companion.games.race_for_the_galaxy.cards.powers import KINDS, PHASES, Power
from companion.games.race_for_the_galaxy.wording.names import kind_name, phase_name
from companion.translation import _, language

NAME, PRICE, MARKS, KIND, VP, BONUS = "name", "price", "marks", "kind", "vp", "bonus"
EVERY_POWER = "powers"
POWERS = tuple(f"powers/{phase}" for phase in PHASES)
"""The facts that say which powers a card has in each phase."""
COST, DEFENSE, GRAY, QUESTION_MARK = "cost", "defense", "gray", "?"
REBEL, ALIEN = "Rebel", "ALIEN"
PRODUCTION, WINDFALL = "production", "windfall"
MAX_NUMBER = 9
"""No cost, defense or VP on a card is larger."""
MAX_LINES = 12
_NUMBERS = range(MAX_NUMBER + 1)


def _number(fields: Values, name: str, words: str) -> int:
    """A number as a box file has it. Raises Illegal."""
    value = fields.get(name)
    if type(value) is not int or value not in _NUMBERS:
        raise Illegal(number_wanted(words))
    return value


def number_wanted(words: str) -> str:
    return _("{field}: a whole number from 0 to {highest}.", field=words, highest=MAX_NUMBER)


def _lines(fields: Values, name: str) -> tuple[str, ...]:
    """A list of lines as a box file has it. Raises Illegal."""
    given = fields.get(name, ())
    if not isinstance(given, list | tuple) or not all(isinstance(line, str) for line in given):
        raise Illegal(_("{field} must be a list of lines.", field=name))
    if len(given) > MAX_LINES:
        raise Illegal(_("A card has at most {number} lines of {field}.", number=MAX_LINES, field=name))
    return tuple(given)


# --- price


def _price_read(said: Said) -> dict[str, Any]:
    what, _space, number = said[0].partition(" ")
    return {"cost": int(number), "military": what == DEFENSE}


def _price_said(fields: Values) -> Said:
    return (f"{DEFENSE if fields['military'] else COST} {fields['cost']}",)


def _price_in_box(said: Said) -> dict[str, Json]:
    what, _space, number = said[0].partition(" ")
    return {what: int(number)}


def _price_from_box(fields: Values) -> Said | None:
    if COST in fields and DEFENSE in fields:
        raise Illegal(price_wanted())
    if DEFENSE in fields:
        return (f"{DEFENSE} {_number(fields, DEFENSE, _('defense'))}",)
    return (f"{COST} {_number(fields, COST, _('cost'))}",) if COST in fields else None


def _cost_from_box(fields: Values) -> Said | None:
    if DEFENSE in fields:
        raise Illegal(price_wanted())
    return _price_from_box(fields)


def price_wanted() -> str:
    return _("Tap its cost, or the defense of a military world.")


def _prices(_card: Any) -> tuple[Saying, ...]:
    return (
        *(Saying(f"{COST} {n}", str(n), _("non-military: cost")) for n in _NUMBERS),
        *(Saying(f"{DEFENSE} {n}", str(n), _("military: defense"), "military") for n in _NUMBERS),
    )


def _price_words(said: str) -> str:
    what, _space, number = said.partition(" ")
    return _("defense {defense}", defense=number) if what == DEFENSE else _("cost {cost}", cost=number)


# --- marks and kind


def _marks_said(fields: Values) -> Said:
    marks = []
    for mark, name in ((REBEL, "rebel"), (ALIEN, "alien")):
        value = fields.get(name, False)
        if not isinstance(value, bool):
            raise TypeError(value)
        marks += [mark] * value
    return tuple(marks)


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
    return {"kind": None if kind == GRAY else kind, "windfall": good == WINDFALL}


def _kind_said(fields: Values) -> Said:
    if fields["kind"] is None:
        return (GRAY,)
    return (f"{fields['kind']} {WINDFALL if fields['windfall'] else PRODUCTION}",)


def _kind_in_box(said: Said) -> dict[str, Json]:
    kind, _space, good = said[0].partition(" ")
    return {} if kind == GRAY else {"kind": kind, "good": good}


def _kind_from_box(fields: Values) -> Said:
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
    kind, _space, good = said.partition(" ")
    if kind == GRAY:
        return _("gray")
    name = kind_name(kind)
    return _("{kind} windfall", kind=name) if good == WINDFALL else _("{kind} production", kind=name)


# --- VP


def _vp_read(said: Said) -> dict[str, Any]:
    return {"vp": 0 if said[0] == QUESTION_MARK else int(said[0]), "conditions": ()}


def _vp_said(fields: Values) -> Said:
    return (QUESTION_MARK,) if fields["conditions"] or BONUS in fields["untold"] else (str(fields["vp"]),)


def _vp_in_box(said: Said) -> dict[str, Json]:
    return {"vp": QUESTION_MARK if said[0] == QUESTION_MARK else int(said[0])}


def _vp_from_box(fields: Values) -> Said | None:
    if "vp" not in fields:
        return None
    return (str(_number(fields, "vp", _("VP"))),)


def _worth_from_box(fields: Values) -> Said | None:
    return (QUESTION_MARK,) if fields.get("vp") == QUESTION_MARK else _vp_from_box(fields)


def _vps(*more: str) -> tuple[Saying, ...]:
    return tuple(Saying(one, one) for one in (*map(str, _NUMBERS), *more))


def _vp_words(said: str) -> str:
    return _("{number} VP", number=said)


def _bonus_from_box(fields: Values) -> Said | None:
    lines = _lines(fields, "bonus")
    for line in lines:
        condition_of(line)
    return lines if lines and fields.get("vp") == QUESTION_MARK else None


def _counts_something(said: str) -> bool:
    try:
        condition_of(said)
    except Illegal:
        return False
    return True


def _bonus_words(said: str) -> str:
    condition = condition_of(said)
    return _("{vp} VP: {condition}", vp=condition.vp, condition=condition.one_counted())


@lru_cache(maxsize=8)
def _bonuses(spoken: str) -> tuple[Saying, ...]:
    """spoken: the language of the words."""
    return tuple(Saying(line, _bonus_words(line)) for line in bonus_lines())


# --- powers


def phase_words(phase: str) -> str:
    """A phase, or Trade, as people call where a power acts."""
    return _("Trade ($)") if phase == "trade" else phase_name(phase)


@lru_cache(maxsize=64)
def _powers_in(phase: str, spoken: str, group: str = "") -> tuple[Saying, ...]:
    """The powers of known cards in this phase."""
    before = f"{PHASE_WORDS[phase]}: "
    return tuple(
        Saying(line, power.words(), group) for line, power in power_lines().items() if line.startswith(before)
    )


def _known(line: str) -> Power:
    found = known_power(line)
    if found is None:
        sentence = _(
            "No known card has this power: {power}. Choose one that is offered.", power=repr(line)[:60]
        )
        raise Illegal(sentence)
    return found


def _powers_said(fields: Values) -> Said:
    return tuple(line_of(power) for power in fields["powers"])


def _powers_from_box(fields: Values) -> Said:
    return _lines(fields, EVERY_POWER)


def _known_powers_from_box(fields: Values) -> Said:
    return tuple(line_of(_known(line)) for line in _lines(fields, EVERY_POWER))


def _power_rows(typed: bool) -> tuple[PrintedFact[Any], ...]:
    """typed: a power may be told that no known card has."""
    read_line = any_power if typed else _known
    whole: PrintedFact[Any] = PrintedFact(
        EVERY_POWER,
        ("powers",),
        lambda _card: _("powers"),
        lambda said: {"powers": tuple(map(read_line, said))},
        _powers_said,
        lambda _card: tuple(
            saying for phase in PHASES for saying in _powers_in(phase, language(), phase_words(phase))
        ),
        lambda said: any_power(said).words(),
        several=True,
        typed=typed,
        part=lambda line: f"powers/{any_power(line).phase}",
        in_box=lambda said: {EVERY_POWER: list(said)} if said else {},
        from_box=_powers_from_box if typed else _known_powers_from_box,
    )

    def of_phase(phase: str) -> PrintedFact[Any]:
        def line(said: str) -> str:
            """A line of one phase may leave the phase out."""
            before = f"{PHASE_WORDS[phase]}:"
            return said if said.startswith(before) else f"{before} {said}"

        return PrintedFact(
            f"powers/{phase}",
            ("powers",),
            lambda _card: _("{phase} powers", phase=phase_words(phase)),
            lambda said: {"powers": tuple(read_line(line(one)) for one in said)},
            _powers_said,
            lambda _card: _powers_in(phase, language()),
            lambda said: any_power(line(said)).words(),
            several=True,
            typed=typed,
            within=EVERY_POWER,
        )

    return (whole, *map(of_phase, PHASES))


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
    from_box=_price_from_box,
    box_fields=(COST, DEFENSE),
)
_COST: PrintedFact[Any] = PrintedFact(
    PRICE,
    ("cost", "military"),
    lambda _card: _("cost"),
    _price_read,
    _price_said,
    lambda _card: tuple(Saying(f"{COST} {n}", str(n)) for n in _NUMBERS),
    _price_words,
    in_box=_price_in_box,
    from_box=_cost_from_box,
    box_fields=(COST, DEFENSE),
)
_KIND: PrintedFact[Any] = PrintedFact(
    KIND,
    ("kind", "windfall"),
    lambda _card: _("kind"),
    _kind_read,
    _kind_said,
    _kinds,
    _kind_words,
    in_box=_kind_in_box,
    from_box=_kind_from_box,
    box_fields=("kind", "good"),
)
_VP: PrintedFact[Any] = PrintedFact(
    VP,
    ("vp", "conditions"),
    lambda _card: _("VP"),
    _vp_read,
    _vp_said,
    lambda _card: _vps(),
    _vp_words,
    in_box=_vp_in_box,
    from_box=_vp_from_box,
    box_fields=("vp",),
)
_WORTH: PrintedFact[Any] = PrintedFact(
    VP,
    ("vp", "conditions"),
    lambda _card: _("VP"),
    _vp_read,
    _vp_said,
    lambda _card: _vps(QUESTION_MARK),
    _vp_words,
    opens=lambda said: (BONUS,) if said[0] == QUESTION_MARK else (),
    in_box=_vp_in_box,
    from_box=_worth_from_box,
    box_fields=("vp",),
)
_BONUS: PrintedFact[Any] = PrintedFact(
    BONUS,
    ("conditions",),
    lambda _card: _("“?”"),
    lambda said: {"conditions": tuple(map(condition_of, said))},
    lambda fields: tuple(map(bonus_line, fields["conditions"])) or None,
    lambda _card: _bonuses(language()),
    _bonus_words,
    several=True,
    accepts=_counts_something,
    in_box=lambda said: {"bonus": list(said)} if said else {},
    from_box=_bonus_from_box,
    box_fields=("bonus",),
)


def _blank(card: Any, field: str) -> Any:
    """What a card has where nobody told."""
    if field == NAME:
        return card.id
    default = type(card).__dataclass_fields__[field].default
    return default if isinstance(default, bool | tuple | None) else 0


def _sort(kind: str, *rows: PrintedFact[Any]) -> Printed[Any]:
    return Printed(kind, rows, blank=_blank)


WORLD = _sort("world", _NAME, _PRICE, _marks(REBEL, ALIEN), _KIND, _VP, *_power_rows(typed=True))
DEVELOPMENT = _sort("development", _NAME, _COST, _marks(ALIEN), _WORTH, _BONUS, *_power_rows(typed=True))
START = _sort("start", _NAME, _PRICE, _KIND, _VP, *_power_rows(typed=False))
