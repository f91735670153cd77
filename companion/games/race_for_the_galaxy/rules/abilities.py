"""Adds up the powers of a tableau, by phase; worked out once for each set of cards in force."""

from __future__ import annotations

from typing import Any

from companion.games.contract import Untold, Value
from companion.games.race_for_the_galaxy.cards.catalogue import Catalogue
from companion.games.race_for_the_galaxy.cards.powers import PHASES, SettlePower
from companion.games.race_for_the_galaxy.cards.printed_worth import POWERS
from companion.games.race_for_the_galaxy.rules.state import State


class InForce(Value, frozen=True):
    """A power that works now: `number` of the powers of `card`."""

    card: str
    number: int
    power: Any

    @property
    def name(self) -> str:
        return f"{self.card}#{self.number}"


class Abilities(Value, frozen=True):
    """The powers in force by form and sort. untold: by form, a card of which nobody told if it has one."""

    by_form: dict[type, tuple[InForce, ...]]
    untold: dict[type, Untold]

    def of(self, form: type) -> tuple[InForce, ...]:
        """Raises Untold."""
        if self.untold and form in self.untold:
            raise self.untold[form]
        return self.by_form.get(form, ())

    def sum(self, form: type, field: str = "cards") -> int:
        """The numbers in this field of all powers of a form, added up."""
        return sum(getattr(found.power, field) for found in self.of(form))


def abilities(state: State, seat: int) -> Abilities:
    """The powers that work for this player in the phase being done."""
    return of_cards(state.catalogue, state.empires[seat].in_force)


def of_cards(catalogue: Catalogue, cards: tuple[str, ...]) -> Abilities:
    cache = catalogue.abilities
    found: Abilities | None = cache.get(cards)
    if found is None:
        if len(cache) > 20_000:  # as many tableaus as some hundred games see
            cache.clear()
        found = cache[cards] = _work_out(catalogue, cards)
    return found


def _work_out(catalogue: Catalogue, cards: tuple[str, ...]) -> Abilities:
    by_form: dict[type, list[InForce]] = {}
    untold: dict[type, Untold] = {}
    for card in cards:
        if catalogue[card].hidden:
            open_facts = [fact for fact in catalogue[card].untold if fact in POWERS]
            for fact in open_facts:
                for form in PHASES[POWERS[fact]]:
                    for sort in form.sorts:
                        untold.setdefault(sort, Untold(card, fact))
        for number, power in enumerate(catalogue[card].powers):
            one = InForce(card, number, power)
            for sort in power.sorts:
                by_form.setdefault(sort, []).append(one)
    return Abilities({form: tuple(found) for form, found in by_form.items()}, untold)


def military(catalogue: Catalogue, cards: tuple[str, ...]) -> int:
    """Total Military of these cards, without what is specialized or temporary (p. 12)."""
    found = of_cards(catalogue, cards).of(SettlePower)
    return sum(one.power.general_military() for one in found)
