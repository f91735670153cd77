"""What the lesson files beside this refer to."""

from __future__ import annotations

from companion.games.contract import SetUpTask
from companion.translation import _
from high_bidder.moves import COINS, State


class Lessons:
    """See `companion.games.contract.Lessons`. A lesson may point at a player's coins."""

    signs = ("poor",)
    points = ("coins",)

    def sign(self, state: State, player: int, name: str) -> bool:
        """poor: fewer coins are left than the largest bid."""
        return state.coins[player] < 5

    def lamps(self, state: State, player: int, point: str) -> tuple[tuple[str, int], ...]:
        return (("seats", player),)

    def set_up(self, state: State) -> tuple[SetUpTask, ...]:
        return (SetUpTask("coins", _("Give each player {number} coins.", number=COINS)),)
