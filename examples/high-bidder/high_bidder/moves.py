"""The state of a game of High Bidder, and the moves that change it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.contract import Move
from companion.translation import _

ROUNDS = 3
COINS = 10
HIDDEN = -1
"""Stands for a bid that a viewer may not know: that there is one is no secret."""


@dataclass(frozen=True)
class State:
    """bids: of this round, None: not yet made; HIDDEN: made, but not for this viewer to see."""

    names: tuple[str, ...]
    coins: tuple[int, ...]
    points: tuple[int, ...]
    bids: tuple[int | None, ...]
    round: int = 1
    over: bool = False


@dataclass(frozen=True)
class Bid(Move[State]):
    do: ClassVar[str] = "bid"
    coins: int

    def words(self, state: State) -> str:
        return _("{player} bids {number}", player=state.names[self.seat], number=self.coins)

    def apply(self, state: State) -> State:
        bids = tuple(self.coins if seat == self.seat else bid for seat, bid in enumerate(state.bids))
        return replace(state, bids=bids)


@dataclass(frozen=True)
class Rolled(Move[State]):
    do: ClassVar[str] = "rolled"
    dice: tuple[int, ...]

    def words(self, state: State) -> str:
        return _("The die shows {number}", number=self.dice[0])

    def apply(self, state: State) -> State:
        """The bids are paid, and the highest bidder wins the die's points."""
        bids = [bid or 0 for bid in state.bids]
        winner = bids.index(max(bids))
        return replace(
            state,
            coins=tuple(coins - bid for coins, bid in zip(state.coins, bids, strict=True)),
            points=put(state.points, winner, state.points[winner] + self.dice[0]),
            bids=(None,) * len(bids),
            round=min(state.round + 1, ROUNDS),
            over=state.round == ROUNDS,
        )


def put(values: Iterable[int], at: int, value: int) -> tuple[int, ...]:
    return tuple(value if n == at else old for n, old in enumerate(values))
