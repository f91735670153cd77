"""Values cards in hand for a computer player: which to keep when some must go."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import (
    DiscardForMilitary,
    Military,
    PayForMilitary,
    SettleReduce,
)
from companion.games.race_for_the_galaxy.rules.abilities import military, of_empire
from companion.games.race_for_the_galaxy.rules.state import Empire, State

SIX_COST_VP = 4.0
"""Expected VP of a 6-cost development."""
SHORTFALL_WORTH = 0.9
"""Worth lost for each point of Military that is missing."""
CARD_VP = 0.45
"""VP that a card in hand is worth as payment."""
GOOD_VP = {"production": 1.6, "windfall": 0.8}
POWER_VP = 0.6


_MAX_CACHED = 20_000


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
    cache = cast("dict[object, float]", state.catalogue.caches.setdefault("worth", {}))
    key = (empire.in_force, card.id)
    known = cache.get(key)
    if known is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        known = cache[key] = _worth(state.catalogue, empire, card)
    return known


def _static_worth(catalogue: Catalogue, card: Card) -> float:
    """The same, worked out once for each card."""
    cache = cast("dict[str, float]", catalogue.caches.setdefault("static worth", {}))
    known = cache.get(card.id)
    if known is None:
        known = cache[card.id] = static_worth(card)
    return known


def _worth(catalogue: Catalogue, empire: Empire, card: Card) -> float:
    """With the cards in force."""
    found, worth_there = of_empire(catalogue, empire), _static_worth(catalogue, card)
    if not card.military:
        reduced: int = sum(
            one.power.amount for one in found.of(SettleReduce) if one.power.kind in (None, card.kind)
        )
        return worth_there - CARD_VP * max(0, card.cost - (reduced if card.world else 0))
    strength: int = military(catalogue, empire.in_force)
    strength += sum(
        one.power.amount
        for one in found.of(Military)
        if one.power.against == card.kind or (one.power.against == "rebel" and card.rebel)
    )
    strength += found.sum(DiscardForMilitary, "amount")
    missing = max(0, card.cost - strength)
    if missing and card.kind != "alien" and found.of(PayForMilitary):
        return worth_there - CARD_VP * (card.cost - 1)
    return worth_there - SHORTFALL_WORTH * missing


def least_valuable(state: State, seat: int, cards: Sequence[str], count: int, rng: Random) -> list[str]:
    """The `count` cards of these with the least worth to this player."""
    if count <= 0:
        return []
    if count >= len(cards):
        return list(cards)
    ranked = sorted(cards, key=lambda id: (worth(state, seat, state.card(id)), rng.random()))
    return ranked[:count]
