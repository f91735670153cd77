"""Maps a touch in correction mode to the facts it means: of a card, a number, a player."""

from __future__ import annotations

COURSE = "round last-round"
"""How far the game is."""
MIDDLE = "supply discards"


def card(seat: int, id: str) -> str:
    """A card in a tableau."""
    return f"good/{seat}/{id} card/{id} start/{seat}"


def hand(seat: int) -> str:
    return f"hand/{seat}"


def chips(seat: int) -> str:
    return f"chips/{seat}"


def chosen(seat: int) -> str:
    return f"chosen/{seat}/*"


def tableau(colour: str) -> str:
    """How many cards there are, and one that is missing."""
    return f"card/*=tableau of {colour}"
