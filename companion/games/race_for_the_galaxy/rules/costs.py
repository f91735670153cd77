"""The cost of placing a card, and the Military against a world, with their reasons (p. 4, 5, 9)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import cast

from companion.games.contract import Tally, Term
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import DevelopPower, OtherWay, SettlePower
from companion.games.race_for_the_galaxy.rules.abilities import InForce, of_cards
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, language

_MAX_CACHED = 4_000


def prices(state: State, seat: int) -> Prices:
    """The player's costs and Military in the phase being done; made once for the same cards in force."""
    cards, bonus = state.empires[seat].in_force, state.bonus(seat)
    cache = cast("dict[object, Prices]", state.catalogue.caches.setdefault("prices", {}))
    key = (cards, bonus, language())
    found = cache.get(key)
    if found is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        found = cache[key] = Prices(state.catalogue, cards, bonus)
    return found


class Prices:
    """Costs and Military with these cards in force, in the language that holds.

    What a price adds to the printed number is the same for many cards, and worked out once.
    """

    def __init__(self, catalogue: Catalogue, cards: tuple[str, ...], bonus: bool) -> None:
        self._catalogue = catalogue
        self._bonus = bonus
        self.found = of_cards(catalogue, cards)
        self._costs: dict[tuple[str, str], Tally] = {}
        self._words = {"cost": _("cost"), "printed": _("printed cost"), "military": _("Military")}
        self._worlds: dict[str | None, tuple[tuple[Term, ...], int]] = {}
        self._strength: dict[tuple[str | None, bool], Tally] = {}
        self._military: dict[tuple[str | None, bool], int] = {}

    def development(self, card: Card) -> Tally:
        """Cards to discard for a development."""
        known = self._costs.get((card.id, ""))
        if known is None:
            printed = Term(self._words["printed"], card.cost, card.id)
            known = Tally(self._words["cost"], (printed, *self._less_for_development), lowest=0)
            self._costs[card.id, ""] = known
        return known

    def development_price(self, card: Card) -> int:
        """Its total."""
        return max(0, card.cost + self._developments_less)

    @cached_property
    def _less_for_development(self) -> tuple[Term, ...]:
        terms = [self._term(one, -one.power.less) for one in self.found.of(DevelopPower) if one.power.less]
        if self._bonus:
            terms.append(Term(_("Develop chosen"), -1))
        return tuple(terms)

    @cached_property
    def _developments_less(self) -> int:
        return sum(term.value for term in self._less_for_development)

    def world(self, world: Card, specialist: InForce | None = None) -> Tally:
        """Cards to discard for a world paid for; specialist: the power that pays for a military world."""
        key = (world.id, specialist.name if specialist else "")
        known = self._costs.get(key)
        if known is not None:
            return known
        less, _sum = self._less_for_world(world.kind)
        if specialist is None:
            terms = (Term(self._words["printed"], world.cost, world.id), *less)
        else:
            defense = Term(_("defense"), world.cost, world.id)
            terms = (defense, self._term(specialist, -specialist.power.discount), *less)
        tally = self._costs[key] = Tally(self._words["cost"], terms, lowest=0)
        return tally

    def world_price(self, world: Card, specialist: InForce | None = None) -> int:
        """Its total."""
        kind = world.kind
        known = self._worlds.get(kind)
        price: int = world.cost + (known or self._less_for_world(kind))[1]
        if specialist is not None:
            price -= specialist.power.discount
        return max(price, 0)

    def _less_for_world(self, kind: str | None) -> tuple[tuple[Term, ...], int]:
        """What the price of a world of this kind adds to what is printed, and the sum of it."""
        less = self._worlds.get(kind)
        if less is None:
            amounts = ((one, one.power.less_for(kind)) for one in self._settle)
            terms = tuple(self._term(one, -amount) for one, amount in amounts if amount)
            less = self._worlds[kind] = terms, sum(term.value for term in terms)
        return less

    def nothing(self, card: str) -> Tally:
        """The cost of 0 for which this card is discarded."""
        return Tally(self._words["cost"], (Term(self._discarding(card), 0, card),), lowest=0)

    def strength(self, world: Card) -> Tally:
        """Military towards this world."""
        key = (world.kind, self._mind_rebels and world.rebel)
        tally = self._strength.get(key)
        if tally is None:
            amounts = ((one, one.power.military_against(world)) for one in self._settle)
            terms = tuple(self._term(one, amount) for one, amount in amounts if amount)
            tally = self._strength[key] = Tally(self._words["military"], terms)
        return tally

    def military(self, world: Card) -> int:
        """Its total."""
        key = (world.kind, self._mind_rebels and world.rebel)
        total = self._military.get(key)
        if total is None:
            total = self._military[key] = self.strength(world).total
        return total

    @cached_property
    def _settle(self) -> tuple[InForce, ...]:
        return self.found.of(SettlePower)

    @cached_property
    def _mind_rebels(self) -> bool:
        """Only then it matters whether a world is a Rebel one."""
        return any(one.power.minds_rebels for one in self._settle)

    def with_tactics(self, tally: Tally, used: tuple[InForce, ...]) -> Tally:
        """The same with powers that are discarded for temporary Military."""
        more = tuple(Term(self._discarding(one.card), one.power.temporary, one.card) for one in used)
        return Tally(tally.label, (*tally.terms, *more))

    @cached_property
    def tactics(self) -> tuple[InForce, ...]:
        """Powers that are discarded for temporary Military."""
        return tuple(one for one in self.other_ways if one.power.temporary)

    def ships(self, world: Card) -> Iterator[InForce]:
        """Powers that are discarded for a cost of 0."""
        return (one for one in self.other_ways if one.power.frees(world))

    def specialists(self, world: Card) -> Iterator[InForce]:
        """Powers that pay for this military world; they do not combine (p. 9)."""
        return (one for one in self.other_ways if one.power.pays_for(world))

    @cached_property
    def other_ways(self) -> tuple[InForce, ...]:
        """A world may come by any of these."""
        return self.found.of(OtherWay)

    def _term(self, one: InForce, amount: int) -> Term:
        return Term(self._catalogue[one.card].name, amount, one.card)

    def _discarding(self, card: str) -> str:
        return _("discard {card}", card=self._catalogue[card].name)
