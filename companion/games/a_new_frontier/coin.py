"""What a player begins with more of at a fair table: credits."""

from __future__ import annotations

from companion.games.contract.fair import Coin
from companion.translation import plural


def _more(player: str, number: int) -> str:
    return plural(
        "{player} begins with {number} credit more",
        "{player} begins with {number} credits more",
        number,
        player=player,
    )


def _had(player: str, number: int) -> str:
    return plural(
        "{player} began with {number} credit more",
        "{player} began with {number} credits more",
        number,
        player=player,
    )


COIN = Coin(worth=0.03, most=40, more=_more, had=_had)
