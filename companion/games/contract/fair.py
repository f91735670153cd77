"""A fair table: who wins less than her share begins with more of the game's coin, in a setup that says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.contract.reasons import Illegal
from companion.games.contract.setup import Setup
from companion.games.contract.values import Value
from companion.translation import _


class Coin(Value, frozen=True):
    """What a player may begin with more of: credits, cards in hand.

    worth: by how much one of it shifts the logarithm of the odds of winning, as games between equal players
    say (`benchmarks/fair.py`); most: a player begins with no more than so many. more, had: the sentence that
    a player begins, began with so many more.
    """

    worth: float
    most: int
    more: Callable[[str, int], str]
    had: Callable[[str, int], str]


def coin_of(game: Any) -> Coin | None:
    """None: all its players begin alike, as in games that were made before there was a coin."""
    coin: Coin | None = getattr(game, "coin", None)
    return coin


def check_ahead(game: Any, setup: Setup) -> None:
    """Raises Illegal unless the game's players can begin so."""
    if not setup.ahead:
        return
    coin = coin_of(game)
    if coin is None:
        raise Illegal(_("In this game all players begin alike."))
    if len(setup.ahead) != len(setup.players) or not all(0 <= number <= coin.most for number in setup.ahead):
        raise Illegal(
            _("What players begin with more is a number from 0 to {most} for each of them.", most=coin.most)
        )
