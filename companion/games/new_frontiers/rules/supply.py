"""Transfers between the supply and the empires: VP chips, credits, colonists, goods (p. 3, 8, 9, 10)."""

from __future__ import annotations

from companion.games.new_frontiers.rules.endings import EMPTY_POOL, with_ending
from companion.games.new_frontiers.rules.state import Empire, Gained, State, Supply
from companion.games.new_frontiers.tiles.amounts import KINDS, Gain
from companion.translation import marked

SOLD, CONSUMED = marked("Trade"), marked("Consume")
TWO_COLONISTS = marked("two colonists")
"""Reason of a gain that its decision's own sentence states."""


def take_good(supply: Supply, kind: str) -> tuple[Supply, str | None]:
    """The supply without one good of `kind`, and that good; None when it has none left."""
    at = KINDS.index(kind)
    if supply.goods[at] == 0:
        return supply, None
    return _with_goods(supply, at, -1), kind


def return_good(supply: Supply, kind: str) -> Supply:
    return _with_goods(supply, KINDS.index(kind), 1)


def _with_goods(supply: Supply, at: int, more: int) -> Supply:
    goods = list(supply.goods)
    goods[at] += more
    return supply.changed(goods=tuple(goods))


def gain(state: State, player: int, gained: Gain, why: str, tile: str | None = None) -> State:
    """The player gains it: VP chips, when the pool is empty the 10s (p. 8); colonists as far as there are.

    why, tile: the rule or power, and where it is printed, for `State.gained`.
    """
    empire = state.empires[player]
    supply = state.supply
    colonists = min(gained.colonists, supply.colonists)
    if gained.vp:
        from_pool = min(gained.vp, supply.vp)
        supply = supply.changed(vp=supply.vp - from_pool, vp_tens=supply.vp_tens + gained.vp - from_pool)
    if colonists:
        supply = supply.changed(colonists=supply.colonists - colonists)
    empire = empire.changed(
        credits=empire.credits + gained.credits,
        chips=empire.chips + gained.vp,
        colonists=empire.colonists + colonists,
    )
    state = state.with_empire(player, empire)
    news = state.gained
    if gained.vp or gained.credits or colonists:
        news = (*news, Gained(player, why, tile, gained.vp, gained.credits, colonists))
    state = state.changed(supply=supply, gained=news)
    return with_ending(state, EMPTY_POOL) if gained.vp and supply.vp == 0 else state


def take_goods_from(state: State, player: int, colonies: tuple[str, ...]) -> State:
    """The goods on these colonies go back to the supply."""
    empire = state.empires[player]
    supply = state.supply
    kept = []
    for colony in empire.colonies:
        if colony.world in colonies and colony.good is not None:
            supply = return_good(supply, colony.good)
            colony = colony.changed(good=None)
        kept.append(colony)
    return state.with_empire(player, empire.changed(colonies=tuple(kept))).changed(supply=supply)


def place_good(state: State, player: int, world: str, kind: str) -> tuple[State, bool]:
    """A good of `kind` on the player's colony `world`, if the supply has one; and whether it had."""
    supply, good = take_good(state.supply, kind)
    if good is None:
        return state, False
    empire: Empire = state.empires[player]
    colonies = tuple(c.changed(good=good) if c.world == world else c for c in empire.colonies)
    state = state.with_empire(player, empire.changed(colonies=colonies))
    news = (*state.gained, Gained(player, marked("a good placed"), world, good=good))
    return state.changed(supply=supply, gained=news), True
