"""Using the consume powers that take goods: one of them, or all at once in the best order (p. 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision, Option, Tally, Term, later
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import TakesGoods
from companion.games.race_for_the_galaxy.rules import consume_best
from companion.games.race_for_the_galaxy.rules.abilities import InForce, abilities
from companion.games.race_for_the_galaxy.rules.consume_best import AIMS, Plan
from companion.games.race_for_the_galaxy.rules.consume_powers import (
    go_on,
    named,
    usable,
    use,
    vp_factor,
)
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, choices, goods, signs
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import Step
from companion.translation import _, listed


@dataclass(frozen=True)
class Consume(Step):
    """Use power number `power` of `card` with the goods on `goods`, all that it takes at once (p. 6)."""

    do: ClassVar[str] = "consume"
    card: str
    power: int
    goods: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return self.goods

    def words(self, state: State) -> str:
        return _(
            "{player} consumes from {worlds} with {card}",
            player=self.who(state),
            worlds=listed([state.card(world).name for world in self.goods]),
            card=state.card(self.card).name,
        )

    def effect(self, state: State) -> State:
        one = named(state, self.seat, self.card, self.power)
        return go_on(use(state, self.seat, one, _on(self.goods, goods(state, self.seat))), self.seat)

    def listed_as(self, state: State) -> Decision:
        """Of choices of goods that are alike the first is listed."""
        lying = goods(state, self.seat)
        one = next((one for one in usable(state, self.seat) if one.name == f"{self.card}#{self.power}"), None)
        own = len(set(self.goods)) == len(self.goods) and {*self.goods} <= {good.world for good in lying}
        if one is None or not own:
            return self
        wanted = signs(_on(self.goods, lying))
        first = next((chosen for chosen in choices(one.power, lying) if signs(chosen) == wanted), None)
        return self if first is None else _using(self.seat, one, first)


@dataclass(frozen=True)
class ConsumeBest(Step):
    """Use all consume powers in the order that gives the most. aim: "vp" first, or "cards" first."""

    do: ClassVar[str] = "consume-best"
    aim: str

    def words(self, state: State) -> str:
        if self.aim == "cards":
            return _("{player} consumes for the most cards", player=self.who(state))
        return _("{player} consumes for the most VP", player=self.who(state))

    def effect(self, state: State) -> State:
        lying = goods(state, self.seat)
        for one, worlds in _best(state, self.seat, self.aim).steps:
            state = use(state, self.seat, one, _on(worlds, lying))
        return go_on(state, self.seat)

    def listed_as(self, state: State) -> Decision:
        """Where both aims bring the same only one is listed; where one power is all, that power is."""
        offered = [option.decision for option in best_options(state, self.seat)]
        if self.aim not in AIMS or self in offered:
            return self
        if offered:
            return offered[0]
        steps = _best(state, self.seat, self.aim).steps
        if not steps:
            return self
        one, worlds = steps[0]
        return Consume(self.seat, one.card, one.number, worlds).listed_as(state)


MOVES = (Consume, ConsumeBest)
MANY_WORLDS = 3
"""An answer with their names is long."""


def _on(worlds: Sequence[str], lying: Sequence[Good]) -> tuple[Good, ...]:
    """The goods on these worlds, in their order."""
    by_world = {good.world: good for good in lying}
    return tuple(by_world[world] for world in worlds)


def _worlds(state: State, seat: int, used: Sequence[str]) -> str:
    """The worlds whose goods are used; of many, where that is shorter, those that keep theirs."""
    kept = [good.world for good in goods(state, seat) if good.world not in used]
    if len(used) < MANY_WORLDS or len(kept) >= len(used):
        return listed([state.card(world).name for world in used])
    if not kept:
        return _("all worlds")
    return _("all worlds but {worlds}", worlds=listed([state.card(world).name for world in kept]))


def _using(seat: int, one: InForce, chosen: Sequence[Good]) -> Consume:
    return Consume(seat, one.card, one.number, tuple(good.world for good in chosen))


# --- one power ------------------------------------------------------------------------------------------


def power_options(state: State, seat: int, one: InForce) -> list[Option]:
    """A power with each choice of goods for it that differs."""
    return [_power_option(state, seat, one, chosen) for chosen in choices(one.power, goods(state, seat))]


def _power_option(state: State, seat: int, one: InForce, chosen: Sequence[Good]) -> Option:
    card = state.card(one.card)
    words = later(_power_words, state, seat, card, chosen)
    why = later(_power_gain, state, seat, one, chosen)
    return Option(_using(seat, one, chosen), words, why, one.card)


def _power_gain(state: State, seat: int, one: InForce, chosen: Sequence[Good]) -> tuple[Tally, ...]:
    card = state.card(one.card)
    vp, cards = one.power.gain(chosen)
    found = []
    if vp:
        terms = [Term(card.name, vp, one.card)]
        if (factor := vp_factor(state, seat)) > 1:
            terms.append(Term(_("Consume: 2x VP"), vp * (factor - 1)))
        found.append(Tally(_("VP"), tuple(terms)))
    if cards:
        found.append(Tally(_("cards"), (Term(card.name, cards, one.card),)))
    return tuple(found)


def _power_words(state: State, seat: int, card: Card, chosen: Sequence[Good]) -> str:
    worlds = _worlds(state, seat, [good.world for good in chosen])
    return _("{card}: consume from {worlds}", card=card.name, worlds=worlds)


# --- all of them ----------------------------------------------------------------------------------------


def best_options(state: State, seat: int) -> list[Option]:
    """All powers at once in the best order; a second one where most VP and most cards differ."""
    if len(usable_later(state, seat)) < 2 or not state.empires[seat].goods:
        return []
    by_vp, by_cards = (_best(state, seat, aim) for aim in AIMS)
    if len(by_vp.steps) < 2 and len(by_cards.steps) < 2:
        return []
    found = [_best_option(state, seat, "vp", by_vp)]
    if (by_vp.vp, by_vp.cards) != (by_cards.vp, by_cards.cards):
        found.append(_best_option(state, seat, "cards", by_cards))
    return found


def usable_later(state: State, seat: int) -> list[InForce]:
    """Powers not used yet that take goods, whether or not they can be used at once."""
    used = state.progress[seat].used
    return [one for one in abilities(state, seat).of(TakesGoods) if one.name not in used]


def _best(state: State, seat: int, aim: str) -> Plan:
    powers, lying = tuple(usable_later(state, seat)), goods(state, seat)
    return consume_best.best(powers, lying, aim, keeping=not state.before_editions)


def _best_words(state: State, seat: int, aim: str, plan: Plan) -> str:
    if state.before_editions:
        return _("Consume for the most VP") if aim == "vp" else _("Consume for the most cards")
    worlds = _worlds(state, seat, plan.worlds)
    if aim == "vp":
        return _("Consume for the most VP, from {worlds}", worlds=worlds)
    return _("Consume for the most cards, from {worlds}", worlds=worlds)


def _best_option(state: State, seat: int, aim: str, plan: Plan) -> Option:
    words, why = later(_best_words, state, seat, aim, plan), later(_best_gain, state, seat, plan)
    return Option(ConsumeBest(seat, aim), words, why, likely=2 if aim == "vp" else 1)


def _best_gain(state: State, seat: int, plan: Plan) -> tuple[Tally, ...]:
    total = Tally(_("VP"), (Term(_("all powers in the best order"), plan.vp),))
    if vp_factor(state, seat) > 1:
        total = Tally(total.label, (*total.terms, Term(_("Consume: 2x VP"), plan.vp)))
    drawn = Tally(_("cards"), (Term(_("all powers in the best order"), plan.cards),))
    return tuple(tally for tally in (total, drawn) if tally.total)
