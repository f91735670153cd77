"""Goods that no rule tells apart, now or later, so that a choice among them is no choice (p. 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import cast

from companion.games.contract import Value
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import PRICES, ConsumePower, ProducePower, TradePower
from companion.games.race_for_the_galaxy.rules.abilities import Abilities, InForce, abilities, of_cards
from companion.games.race_for_the_galaxy.rules.state import State

_MAX_CACHED = 2_000


class Good(Value, frozen=True):
    """A good on a world. price: cards for it when a power sells it with Trade powers; returns: its world
    produces again by itself; draws: cards that producing on its world brings. alike: what any rule, now or
    later, tells it by."""

    world: str
    kind: str
    price: int
    returns: bool
    draws: int = 0
    alike: tuple[str, int, str] = ("", 0, "")

    @property
    def group(self) -> tuple[str, int]:
        """What matters of it to consume powers."""
        return self.kind, self.price

    @property
    def loss(self) -> tuple[int, int]:
        """What parting with it costs besides its price: it does not come again by itself; less the cards
        drawn when it does come again. Less is better."""
        return int(not self.returns), -self.draws


def goods(state: State, seat: int) -> tuple[Good, ...]:
    """The goods of a player, those first that one parts with sooner; worked out once for the same cards in
    force."""
    empire, before = state.empires[seat], state.before_editions
    cache = cast("dict[object, tuple[Good, ...]]", state.catalogue.caches.setdefault("goods", {}))
    key = (empire.goods, empire.in_force, before)
    found = cache.get(key)
    if found is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        found = cache[key] = _goods(state, seat, before)
    return found


def _goods(state: State, seat: int, before: bool) -> tuple[Good, ...]:
    powers = abilities(state, seat)
    found = []
    for world in state.empires[seat].goods:
        card = state.card(world)
        if card.kind is not None:
            price = trade_price(powers, world, card.kind)
            draws, look = _of_world(state, card)
            if before:
                draws, look = 0, str(card.produces)
            found.append(Good(world, card.kind, price, card.produces, draws, (card.kind, price, look)))
    found.sort(key=lambda good: good.loss)
    return tuple(found)


def _of_world(state: State, card: Card) -> tuple[int, str]:
    """The cards that producing on this world brings, and all that rules look at of a world with a good."""
    cache = cast("dict[str, tuple[int, str]]", state.catalogue.caches.setdefault("worlds", {}))
    known = cache.get(card.id)
    if known is None:
        for phase in ("trade", "produce"):
            card.need_powers(phase)
        draws = of_cards(state.catalogue, (card.id,)).sum(ProducePower, "draws_here")
        here = sorted(repr(power) for power in card.powers if power.here)
        known = cache[card.id] = draws, repr((card.windfall, here))
    return known


def trade_price(powers: Abilities, world: str, kind: str) -> int:
    """Cards for selling the good of this world: its price and every Trade power that applies (p. 6, 10)."""
    return PRICES[kind] + sum(cards for _one, cards in trade_powers(powers, world, kind))


def trade_powers(powers: Abilities, world: str, kind: str) -> Iterator[tuple[InForce, int]]:
    """The Trade powers that apply to a good of this kind on this world, and the cards that each adds."""
    for one in powers.of(TradePower):
        if more := one.power.more_for(kind, own=one.card == world):
            yield one, more


def choices(power: ConsumePower, lying: Sequence[Good]) -> Iterator[tuple[Good, ...]]:
    """The choices of goods for the power that differ; of goods alike the first are taken."""
    count = power.takes(lying)
    if not count:
        return
    fitting = [good for good in lying if power.fits(good.kind)]
    seen = set()
    for chosen in combinations(fitting, count):
        alike = signs(chosen)
        if alike in seen or not power.together(chosen):
            continue
        seen.add(alike)
        yield chosen


def signs(chosen: Sequence[Good]) -> tuple[tuple[str, int, str], ...]:
    """What is the same of choices of goods that are alike."""
    if len(chosen) == 1:
        return (chosen[0].alike,)
    return tuple(sorted([good.alike for good in chosen]))
