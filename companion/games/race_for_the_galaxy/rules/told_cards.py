"""Cards of an expansion: one of which only the name is known, and a card with facts that somebody told.

Their ids are X01 and so on; copies of a card share its key, as others do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.contract import Illegal, name_problem
from companion.games.race_for_the_galaxy.cards.catalogue import (
    BONUS,
    FIELDS_BY_FACT,
    KIND,
    MARKS,
    POWERS,
    PRICE,
    VP,
    Card,
    Catalogue,
)
from companion.games.race_for_the_galaxy.cards.power_lines import PHASE_WORDS, any_power, condition_of
from companion.translation import _, marked

SORTS = {"world": marked("New world:"), "development": marked("New development:")}
"""What may be met by its name alone, and what stands before the name."""
QUESTION_MARK = "?"
"""VP as a "?", of which what it counts is told apart."""
COST, DEFENSE = "cost", "defense"
GRAY = "gray"
REBEL, ALIEN = "Rebel", "ALIEN"
FURTHER = "X"
"""What the ids of cards begin with that are not of the box."""


def facts_of(sort: str) -> tuple[str, ...]:
    """All that is printed on a card of this sort."""
    none = {BONUS} if sort == "world" else {BONUS, KIND}
    return tuple(fact for fact in FIELDS_BY_FACT if fact not in none)


def new_card(id: str, name: str, sort: str, key: str = "") -> Card:
    """A card of which only the name is told."""
    return Card(id, key or id, name, sort == "world", 0, 0, further=True, untold=facts_of(sort))


def newly_named(catalogue: Catalogue, sort: str, name: str) -> Card:
    """The card that this name means, which no card of the catalogue has; another copy of a development of an
    expansion where that is its name. Raises Illegal."""
    shown = catalogue.shown
    name = " ".join(name.split())
    known = shown.by_name.get(name.casefold(), ())
    again = (
        known[:1] if known and known[0].further and known[0].development == (sort == "development") else ()
    )
    taken = frozenset(() if again else shown.by_name)
    if wrong := name_problem(name, taken):
        raise Illegal(wrong)
    return next_copy(shown, again[0]) if again else new_card(_next_id(shown), name, sort)


def next_copy(catalogue: Catalogue, card: Card) -> Card:
    """One more copy of a card of an expansion."""
    return replace(card, id=_next_id(catalogue))


def _next_id(catalogue: Iterable[Card]) -> str:
    numbers = [int(card.id[1:]) for card in catalogue if card.further and card.id[1:].isdigit()]
    return f"{FURTHER}{max(numbers, default=0) + 1:02}"


def told(card: Card, facts: Mapping[str, tuple[str, ...]], later: bool = False) -> Card:
    """The card with these facts, as `rules/telling_forms.py` says them. later: there may be more powers than
    these. Raises Illegal."""
    changes: dict[str, Any] = {}
    untold = set(card.untold)
    for fact, values in facts.items():
        untold.discard(fact)
        if fact == "powers" or fact in POWERS:
            untold -= set(POWERS) if fact == "powers" and not later else set()
            before = changes.get("powers", card.powers)
            said = (any_power(line_of_fact(fact, value)) for value in values)
            # What was told in part is said once more with all of its phase.
            changes["powers"] = (*before, *(power for power in said if power not in before))
        else:
            changes |= _fields(fact, values)
            if fact == VP and values == (QUESTION_MARK,):
                untold.add(BONUS)
    if BONUS in facts:
        untold.discard(BONUS)
    ordered = tuple(fact for fact in FIELDS_BY_FACT if fact in untold)
    return replace(card, untold=ordered, **changes)


def line_of_fact(fact: str, value: str) -> str:
    """A line of a power of one phase may leave the phase out."""
    phase = PHASE_WORDS.get(fact.removeprefix("powers/"), "")
    return f"{phase}: {value}" if phase and not value.startswith(f"{phase}:") else value


def _fields(fact: str, values: tuple[str, ...]) -> dict[str, Any]:
    value = values[0] if values else ""
    if fact == PRICE:
        what, _space, number = value.partition(" ")
        return {"cost": int(number), "military": what == DEFENSE}
    if fact == MARKS:
        return {"rebel": REBEL in values, "alien": ALIEN in values}
    if fact == KIND:
        kind, _space, good = value.partition(" ")
        return {"kind": None if value == GRAY else kind, "windfall": good == "windfall"}
    if fact == VP:
        return {"vp": 0 if value == QUESTION_MARK else int(value), "conditions": ()}
    if fact == BONUS:
        return {"conditions": tuple(map(condition_of, values))}
    raise Illegal(_("There is no fact called {name}.", name=repr(fact)[:40]))
