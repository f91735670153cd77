"""The cost of placing a card, and the Military against a world, with their reasons (p. 4, 5, 9)."""

from __future__ import annotations

from typing import cast

from companion.games.contract import Tally, Term
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import (
    DevelopReduce,
    DiscardForCostZero,
    DiscardForMilitary,
    Military,
    PayForMilitary,
    SettleReduce,
)
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
        self._development: tuple[Term, ...] | None = None
        self._worlds: dict[str | None, tuple[Term, ...]] = {}
        self._strength: dict[tuple[str | None, bool], Tally] = {}

    def development(self, card: Card) -> Tally:
        """Cards to discard for a development."""
        known = self._costs.get((card.id, ""))
        if known is not None:
            return known
        if self._development is None:
            terms = [self._term(one, -one.power.amount) for one in self.found.of(DevelopReduce)]
            if self._bonus:
                terms.append(Term(_("Develop chosen"), -1))
            self._development = tuple(terms)
        printed = Term(self._words["printed"], card.cost, card.id)
        tally = self._costs[card.id, ""] = Tally(self._words["cost"], (printed, *self._development), lowest=0)
        return tally

    def world(self, world: Card, specialist: InForce | None = None) -> Tally:
        """Cards to discard for a world paid for; specialist: the power that pays for a military world."""
        key = (world.id, specialist.name if specialist else "")
        known = self._costs.get(key)
        if known is not None:
            return known
        less = self._worlds.get(world.kind)
        if less is None:
            less = self._worlds[world.kind] = tuple(
                self._term(one, -one.power.amount)
                for one in self.found.of(SettleReduce)
                if one.power.applies(world.kind)
            )
        if specialist is None:
            terms = (Term(self._words["printed"], world.cost, world.id), *less)
        else:
            defense = Term(_("defense"), world.cost, world.id)
            terms = (defense, self._term(specialist, -specialist.power.discount), *less)
        tally = self._costs[key] = Tally(self._words["cost"], terms, lowest=0)
        return tally

    def nothing(self, card: str) -> Tally:
        """The cost of 0 for which this card is discarded."""
        return Tally(self._words["cost"], (Term(self._discarding(card), 0, card),), lowest=0)

    def strength(self, world: Card) -> Tally:
        """Military towards this world."""
        key = (world.kind, world.rebel)
        tally = self._strength.get(key)
        if tally is None:
            terms = tuple(
                self._term(one, one.power.amount)
                for one in self.found.of(Military)
                if one.power.counts_against(world)
            )
            tally = self._strength[key] = Tally(self._words["military"], terms)
        return tally

    def with_tactics(self, tally: Tally, used: tuple[InForce, ...]) -> Tally:
        """The same with powers that are discarded for temporary Military."""
        more = tuple(Term(self._discarding(one.card), one.power.amount, one.card) for one in used)
        return Tally(tally.label, (*tally.terms, *more))

    @property
    def tactics(self) -> tuple[InForce, ...]:
        """Powers that are discarded for temporary Military."""
        return self.found.of(DiscardForMilitary)

    @property
    def ships(self) -> tuple[InForce, ...]:
        """Powers that are discarded for a cost of 0."""
        return self.found.of(DiscardForCostZero)

    @property
    def specialists(self) -> tuple[InForce, ...]:
        """Powers that pay for military worlds; they do not combine (p. 9)."""
        return self.found.of(PayForMilitary)

    def _term(self, one: InForce, amount: int) -> Term:
        return Term(self._catalogue[one.card].name, amount, one.card)

    def _discarding(self, card: str) -> str:
        return _("discard {card}", card=self._catalogue[card].name)
