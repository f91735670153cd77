"""Values cards in hand for a computer player: which to keep when some must go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random
from typing import cast

from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.powers import (
    Military,
    OtherWay,
    PayForMilitary,
    SettleReduce,
)
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
    means = _means(state.catalogue, empire.in_force)
    known = means.worth.get(card.id)
    if known is None:
        known = means.worth[card.id] = _worth(means, card)
    return known


class _Means:
    """What helps to place cards with these in force; each sum is made at its first reading."""

    def __init__(self, found: Abilities) -> None:
        self._found = found
        self.worth: dict[str, float] = {}
        """Of cards, as far as it was asked for."""

    @cached_property
    def reduced(self) -> dict[str | None, int]:
        """Cards less for worlds of a kind; None: of any."""
        return _sums((one.power.kind, one.power.amount) for one in self._found.of(SettleReduce))

    @cached_property
    def military(self) -> dict[str | None, int]:
        """Against worlds of a kind, or "rebel"; None: against all."""
        return _sums((one.power.against, one.power.amount) for one in self._found.of(Military))

    @cached_property
    def tactics(self) -> int:
        return self._found.sum(OtherWay, "temporary")

    @property
    def pays(self) -> bool:
        return bool(self._found.of(PayForMilitary))


def _means(catalogue: Catalogue, cards: tuple[str, ...]) -> _Means:
    cache = cast("dict[tuple[str, ...], _Means]", catalogue.caches.setdefault("means", {}))
    found = cache.get(cards)
    if found is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        found = cache[cards] = _Means(of_cards(catalogue, cards))
    return found


def _sums(amounts: Iterable[tuple[str | None, int]]) -> dict[str | None, int]:
    found: dict[str | None, int] = {}
    for what, amount in amounts:
        found[what] = found.get(what, 0) + amount
    return found


def _worth(means: _Means, card: Card) -> float:
    if not card.military:
        less = means.reduced
        reduced = less.get(None, 0) + (less.get(card.kind, 0) if card.kind else 0)
        return static_worth(card) - CARD_VP * max(0, card.cost - (reduced if card.world else 0))
    against = means.military
    strength = against.get(None, 0) + against.get(card.kind, 0) + means.tactics
    strength += against.get("rebel", 0) if card.rebel else 0
    missing = max(0, card.cost - strength)
    if missing and card.kind != "alien" and means.pays:
        return static_worth(card) - CARD_VP * (card.cost - 1)
    return static_worth(card) - SHORTFALL_WORTH * missing


def least_valuable(state: State, seat: int, cards: Sequence[str], count: int, rng: Random) -> list[str]:
    """The `count` cards of these with the least worth to this player."""
    if count <= 0:
        return []
    if count >= len(cards):
        return list(cards)
    ranked = sorted(cards, key=lambda id: (worth(state, seat, state.card(id)), rng.random()))
    return ranked[:count]
