"""An empire between two rounds as numbers, from which its future points are estimated.

Each number comes twice: as it is, and in proportion to how much of the game is left.
"""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards.powers import (
    PRICES,
    ConsumeAll,
    ConsumeForPrice,
    ConsumeGoods,
    ConsumePower,
    DevelopPower,
    DiscardForVP,
    DrawForDifferent,
    DrawForKind,
    DrawForMost,
    DrawForWorlds,
    ExplorePower,
    FillsWindfalls,
    PayForMilitary,
    ProduceDraw,
    ProducePower,
    SettlePower,
    SettleReduce,
    TradeMore,
)
from companion.games.race_for_the_galaxy.rules.abilities import abilities, military
from companion.games.race_for_the_galaxy.rules.scoring import six_cost_vp
from companion.games.race_for_the_galaxy.rules.state import CHIPS_A_PLAYER, FULL_TABLEAU, State

EMPIRE_FEATURES = (
    "one",
    "hand",
    "hand above six",
    "tableau",
    "cards ahead",
    "goods",
    "price of goods",
    "production",
    "price of production",
    "empty production",
    "windfall",
    "consumed at most",
    "cards for consuming",
    "consumable",
    "Military",
    "large developments",
    "VP of large developments",
    "conquest by paying",
    "draws in Explore",
    "kept in Explore",
    "discount in Develop",
    "draws in Develop",
    "discount in Settle",
    "draws in Settle",
    "gains in trade",
    "draws in Produce",
    "produces on windfalls",
    "cards for VP",
)
ALL_FEATURES = (*EMPIRE_FEATURES, *(f"{name}, in proportion to the rest" for name in EMPIRE_FEATURES))
"""In the order of `empire_features`."""


def left(state: State) -> float:
    """How much of the game is left, from 1 to 0: until a tableau is full or the chips are out."""
    longest = max(len(empire.tableau) for empire in state.empires)
    cards = (FULL_TABLEAU - longest) / (FULL_TABLEAU - 1)
    chips = state.pool / (CHIPS_A_PLAYER * len(state.empires))
    return max(0.0, min(cards, chips))


def empire_features(state: State, seat: int, rest: float) -> list[float]:
    """rest: `left` of this state."""
    numbers = _numbers(state, seat)
    return [*numbers, *(number * rest for number in numbers)]


def _numbers(state: State, seat: int) -> list[float]:
    empire = state.empires[seat]
    cards = [state.card(held.card) for held in empire.tableau]
    found = abilities(state, seat)
    prices = [PRICES[state.card(world).kind or "novelty"] for world in empire.goods]
    production = [PRICES[card.kind or "novelty"] for card in cards if card.production]
    empty = sum(not held.good and card.production for held, card in zip(empire.tableau, cards, strict=True))
    others = [len(other.tableau) for at, other in enumerate(state.empires) if at != seat]
    consumes = [one.power for one in found.of(ConsumeGoods)]
    most = sum(power.vp * power.up_to for power in consumes) + 3 * len(found.of(ConsumeAll))
    eats = sum(power.goods * power.up_to for power in consumes) + len(found.of(ConsumeForPrice))
    eats += 4 * len(found.of(ConsumeAll))
    six = [card for card in cards if card.variable]
    worlds = len(found.of(DrawForWorlds))
    draws = (ProduceDraw, DrawForKind, DrawForMost, DrawForDifferent)
    return [
        1.0,
        float(empire.hand),
        float(max(0, empire.hand - 6)),
        float(len(cards)),
        float(len(cards) - max(others, default=0)),
        float(len(prices)),
        float(sum(prices)),
        float(len(production)),
        float(sum(production)),
        float(empty),
        float(sum(card.windfall for card in cards)),
        float(most),
        float(sum(power.cards * power.up_to for power in consumes) + found.sum(ConsumePower, "draws_first")),
        float(min(eats, len(production) + len(prices))),
        float(military(state.catalogue, empire.in_force)),
        float(len(six)),
        float(sum(six_cost_vp(state, seat, card) for card in six)),
        float(len(found.of(PayForMilitary))),
        float(found.sum(ExplorePower, "draw")),
        float(found.sum(ExplorePower, "keep")),
        float(found.sum(DevelopPower, "less")),
        float(found.sum(DevelopPower, "draws_first") + found.sum(DevelopPower, "draws_after")),
        float(found.sum(SettleReduce, "amount")),
        float(found.sum(SettlePower, "draws_after")),
        float(found.sum(TradeMore)),
        float(sum(map(found.sum, draws)) + found.sum(ProducePower, "draws_here") + worlds),
        float(len(found.of(FillsWindfalls))),
        float(len(found.of(DiscardForVP))),
    ]
