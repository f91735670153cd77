"""Goods spent for temporary Military in Settle (p. 7): each such power once an action."""

from __future__ import annotations

from itertools import combinations

from companion.games.game import Decision, Illegal, Option
from companion.games.new_frontiers import pages, settling
from companion.games.new_frontiers.decisions import SpendGoods
from companion.games.new_frontiers.powers import Goods, SpendForMilitary
from companion.games.new_frontiers.state import Colony, State
from companion.games.new_frontiers.supply import take_goods_from
from companion.games.new_frontiers.turn import InForce, current, in_force, listed, name, step


def choices(colonies: tuple[Colony, ...], goods: Goods) -> list[tuple[str, ...]]:
    """Every way to give these goods: the colonies they are taken from."""
    fitting = [c for c in colonies if c.good is not None and (goods.kind is None or c.good == goods.kind)]
    if goods.number is None:
        return [tuple(c.world for c in fitting)] if fitting else []
    found = combinations(fitting, goods.number)
    if goods.different:
        return [tuple(c.world for c in some) for some in found if len({c.good for c in some}) == goods.number]
    return [tuple(c.world for c in some) for some in found]


def unused(state: State) -> list[InForce]:
    doing = current(state)
    return [
        found
        for found in in_force(state, doing.player, "Settle")
        if isinstance(found.power.effect, SpendForMilitary) and found.key not in doing.used
    ]


def options(state: State) -> list[Option]:
    """Each way to spend goods, while some explored world could be conquered with more Military only."""
    powers = unused(state)
    if not powers or not _wanted(state, powers):
        return []
    player = current(state).player
    found = []
    for power in powers:
        effect = power.power.effect
        assert isinstance(effect, SpendForMilitary)
        for colonies in choices(state.empires[player].colonies, effect.goods):
            given = listed([name(state, world) for world in colonies])
            words = f"Spend the good on {given} for +{effect.amount} Military"
            found.append(
                Option(SpendGoods(player, power.tile, power.number, colonies), words, tile=power.tile)
            )
    return found


def _wanted(state: State, powers: list[InForce]) -> bool:
    """Some explored military world is out of reach now, and not once all these powers are used."""
    player = current(state).player
    empire = state.empires[player]
    more = 0
    for found in powers:
        effect = found.power.effect
        assert isinstance(effect, SpendForMilitary)
        if choices(empire.colonies, effect.goods):
            more += effect.amount
    if not more:
        return False
    on_doomed = max(
        (c.colonists for c in empire.colonies if c.world in settling.replaceable(state, player)), default=0
    )
    for id in empire.explored:
        world = state.catalogue.world(id)
        if world.defense is not None and world.colonists <= empire.colonists + on_doomed:
            strength = settling.military(state, player, world).total
            if strength < world.defense <= strength + more:
                return True
    return False


def play(state: State, decision: Decision) -> State:
    assert isinstance(decision, SpendGoods)
    doing = current(state)
    powers = unused(state)
    power = next((p for p in powers if (p.tile, p.number) == (decision.tile, decision.power)), None)
    if power is None:
        raise Illegal(
            f"{name(state, decision.tile)} has no power left in this action that spends goods for Military.",
            pages.SETTLE_NOTES,
        )
    effect = power.power.effect
    assert isinstance(effect, SpendForMilitary)
    empire = state.empires[doing.player]
    if decision.colonies not in choices(empire.colonies, effect.goods):
        raise Illegal(
            f"{name(state, power.tile)} does not take these goods for Military.", pages.SETTLE_NOTES
        )
    if not _wanted(state, powers):
        raise Illegal(
            "No explored world comes into reach with more Military: the good would be lost.",
            pages.SETTLE_NOTES,
        )
    state = take_goods_from(state, doing.player, decision.colonies)
    return step(
        state,
        used=(*doing.used, power.key),
        temporary=(*doing.temporary, (power.tile, effect.amount)),
    )
