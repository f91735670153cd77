"""Values cards in hand for a computer player: which to keep when some must go."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import OtherWay, SettlePower
from companion.games.race_for_the_galaxy.rules.abilities import Abilities, of_cards
from companion.games.race_for_the_galaxy.rules.state import State

SIX_COST_VP = 4.0
"""Expected VP of a 6-cost development."""
SHORTFALL_WORTH = 0.9
"""Worth lost for each point of Military that is missing."""
CARD_VP = 0.45
"""VP that a card in hand is worth as payment."""
GOOD_VP = {"production": 1.6, "windfall": 0.8}
POWER_VP = 0.6


_MAX_CACHED = 1_000
"""Tableaus."""


def static_worth(card: Card) -> float:
    """In a tableau: VP, powers and goods to come."""
    if card.untold:
        return 0.0  # nobody told what it is worth
    vp = SIX_COST_VP if card.variable else card.vp
    good = GOOD_VP["production"] if card.production else GOOD_VP["windfall"] if card.windfall else 0.0
    return vp + POWER_VP * len(card.powers) + good


def worth(state: State, seat: int, card: Card) -> float:
    """To this player now: less what it costs, and less where it cannot be placed for long."""
    if card.untold:
        return 0.0
    empire = state.empires[seat]
    if card.development and not empire.cards.isdisjoint(state.catalogue.ids_by_key.get(card.key, ())):
        return -2.0
    cache = cast("dict[tuple[str, ...], dict[str, float]]", state.catalogue.caches.setdefault("worth", {}))
    known = cache.get(empire.in_force)
    if known is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        known = cache[empire.in_force] = {}
    found = known.get(card.id)
    if found is None:
        found = known[card.id] = _worth(of_cards(state.catalogue, empire.in_force), card)
    return found


def _worth(found: Abilities, card: Card) -> float:
    if card.development:
        return static_worth(card) - CARD_VP * card.cost
    powers: list[SettlePower] = [one.power for one in found.of(SettlePower)]
    if not card.military:
        less = sum(power.less_for(card.kind) for power in powers)
        return static_worth(card) - CARD_VP * max(0, card.cost - less)
    ways: list[OtherWay] = [one.power for one in found.of(OtherWay)]
    strength = sum(power.military_against(card) for power in powers) + sum(way.temporary for way in ways)
    missing = max(0, card.cost - strength)
    discounts = [way.discount for way in ways if way.pays_for(card)]
    if missing and discounts:
        return static_worth(card) - CARD_VP * (card.cost - max(discounts))
    return static_worth(card) - SHORTFALL_WORTH * missing


def least_valuable(state: State, seat: int, cards: Sequence[str], count: int, rng: Random) -> list[str]:
    """The `count` cards of these with the least worth to this player."""
    if count <= 0:
        return []
    if count >= len(cards):
        return list(cards)
    ranked = sorted(cards, key=lambda id: (worth(state, seat, state.card(id)), rng.random()))
    return ranked[:count]
