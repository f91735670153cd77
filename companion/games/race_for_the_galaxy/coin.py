"""What a player begins with more of at a fair table: cards in hand."""

from __future__ import annotations

from companion.games.contract.fair import Coin
from companion.translation import plural


def _more(player: str, number: int) -> str:
    return plural(
        "{player} begins with {number} card more in hand",
        "{player} begins with {number} cards more in hand",
        number,
        player=player,
    )


def _had(player: str, number: int) -> str:
    return plural(
        "{player} began with {number} card more in hand",
        "{player} began with {number} cards more in hand",
        number,
        player=player,
    )


COIN = Coin(worth=0.23, most=8, more=_more, had=_had)
