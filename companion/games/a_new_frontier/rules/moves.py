"""What the moves of this game have in common.

Each move lies beside the rules of its phase: its name in JSON, its words and its effect. `apply` gives the
state after the answer itself; `turn.play` then goes on to whoever is asked next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.a_new_frontier.rules.state import PlacedTokens, State
from companion.games.contract import Move, Question

__all__ = ["GameMove", "PlacedTokens", "SeatMove", "ask"]


@dataclass(frozen=True)
class GameMove(Move[State]):
    """A move of A New Frontier. `player` None: chance, or the table, answers."""


@dataclass(frozen=True)
class SeatMove(GameMove):
    """A move that a player makes."""

    @property
    def seat(self) -> int:
        assert self.player is not None
        return self.player

    def who(self, state: State) -> str:
        return state.corps[self.seat].name


def ask(move: type[GameMove], player: int | None, text: str, page: int | None, **more: Any) -> Question:
    """The question that `move` answers. page: of the rulebook; more: further fields of a `Question`."""
    return Question(player, move.do, text, page, does=(move.do,), **more)
