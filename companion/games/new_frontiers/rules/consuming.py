"""Consume as a puzzle: each legal next step, and the order of all steps that gives the most (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.new_frontiers.rules.action_steps import in_force
from companion.games.new_frontiers.rules.giving import GoodsByKind, by_kind, choices, kinds_on, without_goods
from companion.games.new_frontiers.rules.state import Colony, State
from companion.games.new_frontiers.tiles.amounts import KINDS, NOTHING, Gain
from companion.games.new_frontiers.tiles.catalogue import InForce
from companion.games.new_frontiers.tiles.effect import Effect
from companion.games.new_frontiers.wording.names import colonists_gained, listed
from companion.translation import _


@dataclass(frozen=True, slots=True)
class ConsumeStep:
    """One use of a Consume power: number `power` of `tile`, with the goods on `colonies`."""

    tile: str
    power: int
    colonies: tuple[str, ...]
    gain: Gain


@dataclass(frozen=True, slots=True)
class Best:
    """The order of steps with the most VP, then credits, then goods left."""

    steps: tuple[ConsumeStep, ...]
    gain: Gain


def unused(state: State, player: int) -> list[InForce]:
    """The player's Consume powers that convert something and were not used in this action."""
    doing = state.doing
    used = doing.used if doing is not None and doing.action == "trade-consume" else ()
    return [
        found
        for found in in_force(state, player, "Consume")
        if found.power.effect.converts and found.key not in used
    ]


def per_good(state: State, player: int) -> int:
    """VP that each consumed good gives besides (Prosperous Economy)."""
    return sum(found.power.effect.per_good for found in in_force(state, player, "Consume"))


def steps(state: State, player: int, found: InForce) -> list[ConsumeStep]:
    """Every way to use this power now; none: it cannot be used."""
    effect = found.power.effect
    bonus = per_good(state, player)
    ways = []
    for some in choices(state.empires[player].colonies, effect.goods, effect.up_to):
        kinds = tuple(c.good or "" for c in some)
        gained = _gain(effect, kinds, bonus)
        ways.append(ConsumeStep(found.tile, found.number, tuple(c.world for c in some), gained))
    return ways


def _gain(effect: Effect, kinds: tuple[str, ...], bonus: int) -> Gain:
    """What giving goods of these kinds gains; bonus: VP for each good besides."""
    gained = effect.gain_for(kinds)
    return gained + Gain(vp=bonus * len(kinds)) if bonus else gained


# --- the best order -------------------------------------------------------------------------------------

Value = tuple[int, int, int, int]
"""VP, credits, goods left, colonists: compared in this order."""


class ConsumeSearch:
    """Exact search over orders. Goods of one kind are alike here, so few positions differ."""

    def __init__(self, state: State, player: int) -> None:
        self.state, self.player = state, player
        self.powers = unused(state, player)
        self.bonus = per_good(state, player)
        self._known_ways: dict[tuple[int, GoodsByKind], list[tuple[GoodsByKind, Gain]]] = {}
        self._known: dict[tuple[GoodsByKind, int], tuple[Value, tuple[int, GoodsByKind] | None]] = {}

    def goods(self) -> GoodsByKind:
        return kinds_on(self.state.empires[self.player].colonies)

    def best(self, goods: GoodsByKind, used: int) -> tuple[Value, tuple[int, GoodsByKind] | None]:
        """The most still to be had, and the first step towards it: (power, goods given); None: to stop."""
        key = (goods, used)
        if key in self._known:
            return self._known[key]
        may_stop = True
        top: tuple[Value, tuple[int, GoodsByKind] | None] | None = None
        for number, found in enumerate(self.powers):
            if used >> number & 1:
                continue
            ways = self.ways(number, goods)
            if ways and not found.power.may:
                may_stop = False
            for given, gained in ways:
                rest, _ = self.best(without_goods(goods, given), used | 1 << number)
                value = (rest[0] + gained.vp, rest[1] + gained.credits, rest[2], rest[3] + gained.colonists)
                if top is None or value > top[0]:
                    top = value, (number, given)
        stop: Value = (0, 0, sum(goods), 0)
        if top is None or (may_stop and stop >= top[0]):
            top = stop, None
        self._known[key] = top
        return top

    def ways(self, number: int, goods: GoodsByKind) -> list[tuple[GoodsByKind, Gain]]:
        """What power number `number` can take of these goods, and what each way gains."""
        if (number, goods) not in self._known_ways:
            self._known_ways[number, goods] = self._find_ways(self.powers[number], goods)
        return self._known_ways[number, goods]

    def _find_ways(self, found: InForce, goods: GoodsByKind) -> list[tuple[GoodsByKind, Gain]]:
        effect = found.power.effect
        ways = []
        for given in by_kind(goods, effect.goods, effect.up_to):
            kinds = tuple(k for k, n in zip(KINDS, given, strict=True) for _ in range(n))
            ways.append((given, _gain(effect, kinds, self.bonus)))
        return ways

    def outlook(self, taken: ConsumeStep) -> Gain:
        """What this step and the best that can follow it give together."""
        colonies = self.state.empires[self.player].colonies
        left = kinds_on(colony for colony in colonies if colony.world not in taken.colonies)
        number = next(
            n
            for n, found in enumerate(self.powers)
            if (found.tile, found.number) == (taken.tile, taken.power)
        )
        value, _ = self.best(left, 1 << number)
        return Gain(value[0] + taken.gain.vp, value[1] + taken.gain.credits, value[3] + taken.gain.colonists)


def best_order(state: State, player: int, search: ConsumeSearch | None = None) -> Best:
    """The steps that give the most VP, then credits, then leave the most goods; exact.

    Of goods of one kind, those that cannot be sold go first, then those that will be produced again.
    """
    search = search or ConsumeSearch(state, player)
    left = {
        kind: sorted(
            (c for c in state.empires[player].colonies if c.good == kind),
            key=lambda c: _reluctance(state, c),
        )
        for kind in KINDS
    }
    goods, used = search.goods(), 0
    taken: list[ConsumeStep] = []
    while True:
        _, first = search.best(goods, used)
        if first is None:
            break
        number, given = first
        found = search.powers[number]
        colonies = [c for kind, n in zip(KINDS, given, strict=True) for c in left[kind][:n]]
        for kind, n in zip(KINDS, given, strict=True):
            left[kind] = left[kind][n:]
        gained = next(gained for way, gained in search.ways(number, goods) if way == given)
        taken.append(ConsumeStep(found.tile, found.number, tuple(c.world for c in colonies), gained))
        goods = without_goods(goods, given)
        used |= 1 << number
    return Best(tuple(taken), sum((one.gain for one in taken), NOTHING))


def _reluctance(state: State, colony: Colony) -> int:
    world = state.catalogue.world(colony.world)
    return 0 if world.kind == "any" else 1 if world.good == "production" else 2


def gain_words(gained: Gain) -> str:
    """ "3 VP", "$2", "1 VP, $1 and 2 colonists"."""
    parts = []
    if gained.vp:
        parts.append(_("{number} VP", number=gained.vp))
    if gained.credits:
        parts.append(_("${number}", number=gained.credits))
    if gained.colonists:
        parts.append(colonists_gained(gained.colonists))
    return listed(parts) if parts else _("nothing")
