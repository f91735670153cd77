"""What a player lacks for a tile, in sentences: credits and colonists."""

from __future__ import annotations

from companion.games.new_frontiers.rules.state import Empire
from companion.translation import plural


def too_expensive(tile: str, price: int, empire: Empire) -> str:
    """What a tile costs, and what its buyer has."""
    return plural(
        "{tile} costs {number} credit; {player} has {has}.",
        "{tile} costs {number} credits; {player} has {has}.",
        price,
        tile=tile,
        player=empire.name,
        has=empire.credits,
    )


def credits_needed(price: int, empire: Empire) -> str:
    """How much the buyer lacks."""
    return plural(
        "{number} credit more is needed.", "{number} credits more are needed.", price - empire.credits
    )


def colonists_needed(number: int) -> str:
    """How many colonists are lacking."""
    return plural("{number} colonist more is needed.", "{number} colonists more are needed.", number)
