"""What a game offers so that a search over its public interface may advise on it (`companion/coach`)."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol


class Coaching(Protocol):
    """Pure, as the game is. A game without it has no coach, and everything else works."""

    plays_on: str
    """Which of the game's `players` plays every seat on in simulations: quick, and better than chance."""

    def possible(self, state: Any, player: int, rng: Random) -> Any:
        """A whole state that a player's `view` leaves possible: what is hidden is dealt by chance."""

    def round_begun(self, state: Any) -> int | None:
        """The round that is about to begin, a moment for `prospects`; None: the state is in the midst of
        one."""

    def prospects(self, state: Any) -> tuple[float, ...]:
        """The points that each seat may expect at the end, by seat; the score itself when it is over."""
