"""What a card is worth and can do: the rows of its VP, of what its "?" counts, and of its powers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from companion.games.contract import Illegal, Json, Saying
from companion.games.contract.printed_fact import PrintedFact, Values, part_row
from companion.games.contract.told import Said
from companion.games.race_for_the_galaxy.cards.conditions import Condition
from companion.games.race_for_the_galaxy.cards.power_lines import (
    PHASE_WORDS,
    any_power,
    bonus_line,
    bonus_lines,
    condition_of,
    known_power,
    line_in,
    line_of,
    phase_words,
    power_lines,
)
from companion.games.race_for_the_galaxy.cards.powers import PHASES, Power
from companion.translation import _, language

VP, BONUS, EVERY_POWER = "vp", "bonus", "powers"
POWERS = {f"powers/{phase}": phase for phase in PHASES}
"""The facts that say which powers a card has in each phase, and the phase."""
QUESTION_MARK = "?"
MAX_NUMBER = 9
"""No cost, defense or VP on a card is larger."""
MAX_LINES = 12
NUMBERS = range(MAX_NUMBER + 1)


def number_of(fields: Values, name: str, words: str) -> int:
    """A number of a card or of a box file. Raises Illegal."""
    value = fields.get(name)
    if type(value) is not int or value not in NUMBERS:
        raise Illegal(_("{field}: a whole number from 0 to {highest}.", field=words, highest=MAX_NUMBER))
    return value


def _lines(fields: Values, name: str, line: Callable[[Any], str]) -> Said:
    """What is listed there: lines in a box file, on a card what they say. Raises Illegal."""
    given = fields.get(name, ())
    if isinstance(given, list | tuple):
        given = tuple(line(one) if isinstance(one, Power | Condition) else one for one in given)
    if not isinstance(given, tuple) or not all(isinstance(one, str) for one in given):
        raise Illegal(_("{field} must be a list of lines.", field=name))
    if len(given) > MAX_LINES:
        raise Illegal(_("A card has at most {number} lines of {field}.", number=MAX_LINES, field=name))
    return given


def _vp_read(said: Said) -> dict[str, Any]:
    return {"vp": 0 if said[0] == QUESTION_MARK else int(said[0]), "conditions": ()}


def _vp_said(fields: Values) -> Said | None:
    return (str(number_of(fields, "vp", _("VP"))),) if "vp" in fields else None


def _worth_said(fields: Values) -> Said | None:
    """A card has no VP where it has a "?"; a box file says so."""
    counting = fields.get("conditions") or (BONUS in fields["untold"] if "conditions" in fields else False)
    return (QUESTION_MARK,) if counting or fields.get("vp") == QUESTION_MARK else _vp_said(fields)


def _vp_in_box(said: Said) -> dict[str, Json]:
    return {"vp": QUESTION_MARK if said[0] == QUESTION_MARK else int(said[0])}


def _vps(*more: str) -> tuple[Saying, ...]:
    numbers = (Saying(str(n), str(n), done=_("worth {number} VP", number=n)) for n in NUMBERS)
    return (*numbers, *(Saying(one, one) for one in more))


def _vp_words(said: str) -> str:
    return _("{number} VP", number=said)


def _bonus_from_box(fields: Values) -> Said | None:
    lines = _lines(fields, "bonus", bonus_line)
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


VP_ROW: PrintedFact[Any] = PrintedFact(
    VP,
    ("vp", "conditions"),
    lambda _card: _("VP"),
    _vp_read,
    _vp_said,
    lambda _card: _vps(),
    _vp_words,
    in_box=_vp_in_box,
    box_fields=("vp",),
)
WORTH_ROW: PrintedFact[Any] = replace(
    VP_ROW,
    sayings=lambda _card: _vps(QUESTION_MARK),
    opens=lambda said: (BONUS,) if said[0] == QUESTION_MARK else (),
    said=_worth_said,
)
"""Of a development, whose VP may be a "?"."""
BONUS_ROW: PrintedFact[Any] = PrintedFact(
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


# --- powers


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
    return _lines(fields, EVERY_POWER, line_of)


def _known_powers_said(fields: Values) -> Said:
    return tuple(line_of(_known(line)) for line in _powers_said(fields))


def part_of(line: str) -> str:
    """The fact that a line of powers belongs to."""
    return f"powers/{any_power(line).phase}"


def power_rows(typed: bool) -> tuple[PrintedFact[Any], ...]:
    """typed: a power may be told that no known card has."""
    read_line = any_power if typed else _known
    whole: PrintedFact[Any] = PrintedFact(
        EVERY_POWER,
        ("powers",),
        lambda _card: _("powers"),
        lambda said: {"powers": tuple(map(read_line, said))},
        _powers_said if typed else _known_powers_said,
        lambda _card: tuple(
            saying for phase in PHASES for saying in _powers_in(phase, language(), phase_words(phase))
        ),
        lambda said: any_power(said).words(),
        several=True,
        typed=typed,
        part=part_of,
        in_box=lambda said: {EVERY_POWER: list(said)} if said else {},
    )

    def of_phase(phase: str) -> PrintedFact[Any]:
        return part_row(
            whole,
            f"powers/{phase}",
            lambda _card: _("{phase} powers", phase=phase_words(phase)),
            lambda _card: _powers_in(phase, language()),
            partial(line_in, phase),
        )

    return (whole, *map(of_phase, PHASES))
