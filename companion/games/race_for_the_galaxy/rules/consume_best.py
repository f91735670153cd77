"""The exact best order and choice of goods for all consume powers that take goods (p. 6).

Every order of the powers and every choice of goods that differs is weighed; what has been weighed before is
remembered, and powers or goods that are alike count once. Powers that are left must be used while any can be.
Of plans with the same gain it is the one that keeps the goods that sell for most, then those that do not come
again by themselves, then those whose worlds draw nothing when they produce again.
"""

from __future__ import annotations

from collections import Counter

from companion.games.contract import Value
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, choices, gain

AIMS = ("vp", "cards")


class Plan(Value, frozen=True):
    """steps: (power, worlds) in the order to use them; vp is not doubled."""

    steps: tuple[tuple[InForce, tuple[str, ...]], ...]
    vp: int
    cards: int

    @property
    def worlds(self) -> tuple[str, ...]:
        """Those whose goods it takes, in order."""
        return tuple(world for _power, worlds in self.steps for world in worlds)


PowersLeft = tuple[tuple[object, int], ...]
GoodsByGroup = tuple[tuple[tuple[str, int], int], ...]
Steps = tuple[tuple[object, tuple[tuple[str, int], ...]], ...]
Loss = tuple[int, int, int]
"""Of goods parted with: their prices, and `Good.loss`."""
BestResult = tuple[int, int, Loss, Steps]


def best(powers: tuple[InForce, ...], goods: tuple[Good, ...], aim: str, keeping: bool = True) -> Plan:
    """The plan with the most VP and then cards, or with the most cards and then VP. goods: those first that
    one parts with sooner. keeping: of equal plans the one that keeps the better goods; else the first."""
    search = _Search(goods, aim, keeping)
    left = Counter(found.power for found in powers)
    order = sorted(left, key=repr)
    vp, cards, _loss, steps = search.best(
        tuple((power, left[power]) for power in order), tuple(Counter(g.group for g in goods).items())
    )
    return Plan(_named(steps, powers, goods), vp, cards)


def _named(
    steps: Steps, powers: tuple[InForce, ...], goods: tuple[Good, ...]
) -> tuple[tuple[InForce, tuple[str, ...]], ...]:
    """The steps with the cards' own powers and worlds."""
    free = list(powers)
    lying = list(goods)
    named = []
    for power, groups in steps:
        found = next(one for one in free if one.power == power)
        free.remove(found)
        worlds = []
        for group in groups:
            good = next(one for one in lying if one.group == group)
            lying.remove(good)
            worlds.append(good.world)
        named.append((found, tuple(worlds)))
    return tuple(named)


class _Search:
    def __init__(self, goods: tuple[Good, ...], aim: str, keeping: bool) -> None:
        self._aim = aim
        self._keeping = keeping
        self._known: dict[tuple[PowersLeft, GoodsByGroup], BestResult] = {}
        self._of_group: dict[tuple[str, int], list[Good]] = {}
        for good in goods:
            self._of_group.setdefault(good.group, []).append(good)

    def best(self, left: PowersLeft, lying: GoodsByGroup) -> BestResult:
        known = self._known.get((left, lying))
        if known is not None:
            return known
        found: BestResult | None = None
        pile = [self._of_group[group][0] for group, count in lying for _i in range(count)]
        for at, (power, count) in enumerate(left):
            rest_powers = (*left[:at], *(((power, count - 1),) if count > 1 else ()), *left[at + 1 :])
            tried = set()
            for chosen in choices(power, pile):
                groups = tuple(good.group for good in chosen)
                if groups in tried:
                    continue
                tried.add(groups)
                took = Counter(groups)
                rest = tuple((group, number - took[group]) for group, number in lying if number > took[group])
                vp, cards = gain(power, chosen)
                more_vp, more_cards, loss, steps = self.best(rest_powers, rest)
                loss = self._with_loss(loss, lying, took) if self._keeping else loss
                candidate = (vp + more_vp, cards + more_cards, loss, ((power, groups), *steps))
                if found is None or self._rank(candidate) > self._rank(found):
                    found = candidate
        if found is None:
            found = (0, 0, (0, 0, 0), ())
        self._known[left, lying] = found
        return found

    def _with_loss(self, loss: Loss, lying: GoodsByGroup, took: Counter[tuple[str, int]]) -> Loss:
        """With the goods taken now: of a group, those that are parted with soonest of what lies there."""
        price, gone, draws = loss
        for group, count in lying:
            goods = self._of_group[group]
            first = len(goods) - count
            for good in goods[first : first + took[group]]:
                more_gone, more_draws = good.loss
                price, gone, draws = price + good.price, gone + more_gone, draws + more_draws
        return price, gone, draws

    def _rank(self, found: BestResult) -> tuple[int, ...]:
        vp, cards, loss, _steps = found
        kept = tuple(-number for number in loss)
        return (vp, cards, *kept) if self._aim == "vp" else (cards, vp, *kept)
