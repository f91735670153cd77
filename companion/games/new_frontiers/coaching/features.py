"""An empire between two rounds as numbers, from which its future points are estimated.

Each number comes twice: as it is, and in proportion to how much of the game is left.
"""

from __future__ import annotations

from companion.games.new_frontiers.rules.endings import MAT_SPACES, MAX_COLONIES, MIN_COLONISTS, spaces
from companion.games.new_frontiers.rules.setup import CHIPS_A_PLAYER
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.games.new_frontiers.tiles.effect import Effect
from companion.games.new_frontiers.tiles.powers import (
    AfterDevelop,
    AfterSettle,
    DevelopDiscount,
    ExploreDraw,
    ExploreGain,
    PayForMilitary,
    SettleDiscount,
    SettleTwice,
    SpendForMilitary,
)
from companion.games.new_frontiers.tiles.powers_of_goods import (
    ConsumeBonus,
    ConsumeForPrice,
    ConsumeGoods,
    ConsumeNothing,
    ProduceGain,
    ProduceGainHere,
    ProduceGainMost,
    TradeBonus,
    WindfallGood,
)

PRICES = {"Novelty": 1, "Rare": 2, "Genes": 3, "Alien": 4, "any": 2}
"""Credits for a good (rulebook p. 8); of any kind: about the middle."""
EMPIRE_FEATURES = (
    "one",
    "credits",
    "colonists",
    "colonies",
    "spaces",
    "priority",
    "explored",
    "explored in reach",
    "best explored",
    "VP of explored",
    "goods",
    "price of goods",
    "production",
    "price of production",
    "windfall",
    "consumed at most",
    "Military",
    "large developments",
    "keywords",
)
FEATURE_BY_EFFECT: dict[type[Effect], str] = {
    ExploreDraw: "draws in Explore",
    ExploreGain: "gains in Explore",
    DevelopDiscount: "discount in Develop",
    AfterDevelop: "gains after Develop",
    SpendForMilitary: "goods for Military",
    SettleDiscount: "discount in Settle",
    PayForMilitary: "pays for military worlds",
    SettleTwice: "settles twice",
    AfterSettle: "gains after Settle",
    ProduceGain: "gains in Produce",
    ProduceGainHere: "gains of goods produced",
    ProduceGainMost: "gains of most goods",
    WindfallGood: "goods on windfalls",
    TradeBonus: "bonus in Trade",
    ConsumeGoods: "consumes for gains",
    ConsumeForPrice: "consumes for credits",
    ConsumeNothing: "consumes nothing",
    ConsumeBonus: "bonus in Consume",
}
FEATURE_NAMES = (*EMPIRE_FEATURES, *FEATURE_BY_EFFECT.values())
ALL_FEATURES = (*FEATURE_NAMES, *(f"{name}, of what is left" for name in FEATURE_NAMES))


def left(state: State) -> float:
    """How much of the game is left, from 1 to 0, by the nearest ending (p. 9)."""
    pool = CHIPS_A_PLAYER * len(state.empires)
    done = max(
        1 - state.supply.vp / pool,
        (pool - state.supply.colonists) / (pool - MIN_COLONISTS + 1),
        max(len(empire.colonies) for empire in state.empires) / (MAX_COLONIES + 1),
        max(spaces(state, seat) for seat in range(len(state.empires))) / (MAT_SPACES + 1),
    )
    return max(0.0, 1 - done)


def empire_features(state: State, seat: int, left: float) -> list[float]:
    """The numbers of ALL_FEATURES for one empire."""
    own = _own(state, seat)
    return own + [number * left for number in own]


def _own(state: State, seat: int) -> list[float]:
    empire, catalogue = state.empires[seat], state.catalogue
    colonies = [catalogue.world(colony.world) for colony in empire.colonies]
    developments = [catalogue.developments[id] for id in empire.developments]
    powers = [power.effect for world in colonies for power in world.powers]
    powers += [power.effect for tile in developments for power in tile.powers]
    explored = [catalogue.world(id) for id in empire.explored]
    general = sum(effect.military for effect in powers if effect.military and not effect.foe())
    credits = empire.credits
    reach = [
        world
        for world in explored
        if (general >= world.defense if world.defense is not None else credits >= (world.cost or 0))
    ]
    goods = [colony.good for colony in empire.colonies if colony.good is not None]
    producing = [world for world in colonies if world.good == "production"]
    consumed = sum((effect.goods.number or 2) for effect in powers if effect.takes_goods)
    own = {
        "one": 1.0,
        "credits": credits,
        "colonists": empire.colonists,
        "colonies": len(colonies),
        "spaces": sum(tile.spaces for tile in developments),
        "priority": next(at for at, disk in enumerate(state.disks) if disk.player == seat),
        "explored": len(explored),
        "explored in reach": len(reach),
        "best explored": max((world.vp + len(world.powers) for world in reach), default=0),
        "VP of explored": sum(world.vp for world in explored),
        "goods": len(goods),
        "price of goods": sum(PRICES[good] for good in goods),
        "production": len(producing),
        "price of production": sum(PRICES[world.kind or "any"] for world in producing),
        "windfall": sum(world.good == "windfall" for world in colonies),
        "consumed at most": min(consumed, len(producing)),
        "Military": general,
        "large developments": sum(tile.large for tile in developments),
        "keywords": sum(len(tile.keywords) for tile in colonies),
    }
    sizes = dict.fromkeys(FEATURE_BY_EFFECT.values(), 0.0)
    for effect in powers:
        name = FEATURE_BY_EFFECT.get(type(effect))
        if name is not None:
            sizes[name] += _size(effect)
    return [float(own[name]) for name in EMPIRE_FEATURES] + list(sizes.values())


def _size(effect: Effect) -> float:
    own = vars(effect)
    gain = own.get("gain")
    if isinstance(gain, Gain):
        return gain.vp + 0.5 * gain.credits + 0.7 * gain.colonists
    return float(own.get("amount", own.get("temporary", 1)))
