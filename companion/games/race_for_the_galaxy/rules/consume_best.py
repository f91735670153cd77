"""The exact best order and choice of goods for all consume powers that take goods (p. 6).

Every order of the powers and every choice of goods that differs is weighed; what has been weighed before is
remembered, and powers or goods that are alike count once. Powers that are left must be used while any can be.
Of plans with the same gain it is the one that keeps the goods that sell for most, then those that do not come
again by themselves, then those whose worlds draw nothing when they produce again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from companion.games.contract import Value
from companion.games.race_for_the_galaxy.cards.powers import TakesGoods
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, choices

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


PowersLeft = tuple[tuple[TakesGoods, int], ...]
GoodsByGroup = tuple[tuple[tuple[str, int], int], ...]
Steps = tuple[tuple[TakesGoods, tuple[tuple[str, int], ...]], ...]
Taken = dict[tuple[str, int], int]
"""How many goods of each group a step takes."""
Kept = tuple[int, int, int]
"""What is left of goods by their prices and `Good.loss`: the more one parts with, the less."""
BestResult = tuple[int, int, Kept, Steps]
NOTHING: BestResult = (0, 0, (0, 0, 0), ())


def best(powers: tuple[InForce, ...], goods: tuple[Good, ...], aim: str, keeping: bool = True) -> Plan:
    """The plan with the most VP and then cards, or with the most cards and then VP. goods: those first that
    one parts with sooner. keeping: of equal plans the one that keeps the better goods; else the first."""
    return _plans(powers, goods, keeping)[AIMS.index(aim)]


@lru_cache(maxsize=256)
def _plans(powers: tuple[InForce, ...], goods: tuple[Good, ...], keeping: bool) -> tuple[Plan, Plan]:
    """For each of AIMS."""
    search = _Search(goods, keeping)
    left = Counter(found.power for found in powers)
    order = sorted(left, key=repr)
    by_vp, by_cards = search.best(
        tuple((power, left[power]) for power in order), tuple(Counter(g.group for g in goods).items())
    )
    return _plan(by_vp, powers, goods), _plan(by_cards, powers, goods)


def _plan(found: BestResult, powers: tuple[InForce, ...], goods: tuple[Good, ...]) -> Plan:
    vp, cards, _kept, steps = found
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
    """Both aims at once: they weigh the same steps."""

    def __init__(self, goods: tuple[Good, ...], keeping: bool) -> None:
        self._keeping = keeping
        self._known: dict[tuple[PowersLeft, GoodsByGroup], tuple[BestResult, BestResult]] = {}
        self._of_group: dict[tuple[str, int], list[Good]] = {}
        for good in goods:
            self._of_group.setdefault(good.group, []).append(good)

    def best(self, left: PowersLeft, lying: GoodsByGroup) -> tuple[BestResult, BestResult]:
        """By the most VP, and by the most cards."""
        known = self._known.get((left, lying))
        if known is not None:
            return known
        by_vp = by_cards = NOTHING
        most_vp: tuple[int, int, Kept] | None = None
        most_cards: tuple[int, int, Kept] | None = None
        for power, groups, rest_powers in self._steps(left, lying):
            took: Taken = {}
            for group in groups:
                took[group] = took.get(group, 0) + 1
            left_of = [(group, number - took.get(group, 0)) for group, number in lying]
            rest = tuple([one for one in left_of if one[1]])
            vp, cards = power.gain([self._of_group[group][0] for group in groups])
            price, returns, draws = self._kept(lying, took) if self._keeping else NOTHING[2]
            after_vp, after_cards = self.best(rest_powers, rest)
            later_vp, later_cards, kept, steps = after_vp
            kept = (kept[0] + price, kept[1] + returns, kept[2] + draws)
            rank = (vp + later_vp, cards + later_cards, kept)
            if most_vp is None or rank > most_vp:
                by_vp, most_vp = (*rank, ((power, groups), *steps)), rank
            later_vp, later_cards, kept, steps = after_cards
            kept = (kept[0] + price, kept[1] + returns, kept[2] + draws)
            rank = (cards + later_cards, vp + later_vp, kept)
            if most_cards is None or rank > most_cards:
                by_cards, most_cards = (rank[1], rank[0], kept, ((power, groups), *steps)), rank
        found_both = self._known[left, lying] = (by_vp, by_cards)
        return found_both

    def _steps(
        self, left: PowersLeft, lying: GoodsByGroup
    ) -> Iterator[tuple[TakesGoods, tuple[tuple[str, int], ...], PowersLeft]]:
        """Each power with each choice of goods that differs, and the powers left after it."""
        pile = [self._of_group[group][0] for group, count in lying for _i in range(count)]
        for at, (power, count) in enumerate(left):
            rest_powers = (*left[:at], *(((power, count - 1),) if count > 1 else ()), *left[at + 1 :])
            tried = set()
            for chosen in choices(power, pile):
                groups = tuple([good.group for good in chosen])
                if groups not in tried:
                    tried.add(groups)
                    yield power, groups, rest_powers

    def _kept(self, lying: GoodsByGroup, took: Taken) -> Kept:
        """What the goods taken now leave: of a group, those go that are parted with soonest of what lies
        there."""
        price = gone = draws = 0
        for group, count in lying:
            if group not in took:
                continue
            goods = self._of_group[group]
            first = len(goods) - count
            for good in goods[first : first + took[group]]:
                more_gone, more_draws = good.loss
                price, gone, draws = price + good.price, gone + more_gone, draws + more_draws
        return -price, -gone, -draws
