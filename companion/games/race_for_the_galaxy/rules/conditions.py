"""Conditions of 6-cost developments (p. 12): one predicate over cards for each."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import KINDS


def _production(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.production and card.kind == kind


def _windfall(kind: str) -> Callable[[Card], bool]:
    return lambda card: card.windfall and card.kind == kind


ON_CARDS: dict[str, Callable[[Card], bool]] = {
    "alien_flag": lambda card: card.alien,
    "six_devel": lambda card: card.development and card.cost == 6,
    "devel": lambda card: card.development,
    "world": lambda card: card.world,
    "military": lambda card: card.military,
    "rebel_military": lambda card: card.military and card.rebel,
    "devel_explore": lambda card: card.development and card.has_power("explore"),
    "world_explore": lambda card: card.world and card.has_power("explore"),
    "devel_consume": lambda card: card.development and card.has_power("consume"),
    "world_consume": lambda card: card.world and card.has_power("consume"),
    "devel_trade": lambda card: card.development and card.has_power("trade"),
    "world_trade": lambda card: card.world and card.has_power("trade"),
    **{f"{kind}_production": _production(kind) for kind in KINDS},
    **{f"{kind}_windfall": _windfall(kind) for kind in KINDS},
}
"""The conditions that a card fulfils by what it is; "name" besides: the card with that name."""


THREE_VP, TOTAL_MILITARY, GOOD = "three_vp", "total_military", "good"
"""The conditions that count no card: chips by three, Military, goods."""
