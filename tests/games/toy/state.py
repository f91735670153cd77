"""The toy game's state.

Harbour, for 2 to 4 players. In each round every player secretly draws 3 cards and keeps 1 or 2 of them face
down, worth at most 9 together; then all bid coins in secret. The highest bidder (ties: the lower seat) pays
the bid and scores the sum of two dice; a double gives every player a coin. Then all plan in secret where 3
workers and a cart go. While planning, 2 coins may be traded for a point at any time. After the last round
kept cards score their value, and 3 coins score a point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

CARDS = tuple(f"C{n:02}" for n in range(1, 31))
HIDDEN = "?"
"""A card that the viewer may not know."""
HIDDEN_BID = -1
HIDDEN_PLAN = ((HIDDEN, HIDDEN, 1),)

Plan = tuple[tuple[str, str, int], ...]
T = TypeVar("T")


def value_of(card: str) -> int:
    return 0 if card == HIDDEN else int(card[1:]) % 6 + 1


def with_at(values: Sequence[T], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


@dataclass(frozen=True)
class Harbour:
    """Fields hold a value for each seat, in seat order. dealt: cards drawn this round; kept: those that were
    chosen of them, until all have chosen; hands, discards: of all rounds before. phase: deal, keep, bid,
    roll, plan or over."""

    names: tuple[str, ...]
    rounds: int
    round: int
    phase: str
    deck: tuple[str, ...]
    coins: tuple[int, ...]
    points: tuple[int, ...]
    dealt: tuple[tuple[str, ...], ...]
    kept: tuple[tuple[str, ...] | None, ...]
    hands: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    bids: tuple[int | None, ...]
    plans: tuple[Plan | None, ...]
