"""What every decision of the game shares: its player, and how it compares with what is offered.

A decision lies beside the rules of its phase; `round.MOVES` has all of them. Its `apply` is its own effect:
what follows from it by itself, as a reveal or the next phase, is `round.play`'s.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision, Move
from companion.games.race_for_the_galaxy.rules.state import State


@dataclass(frozen=True)
class RaceMove(Move[State]):
    """A decision of one player, as all are here."""

    declines: ClassVar[bool] = False
    """Whether it takes none of what is offered."""

    @property
    def names(self) -> tuple[str, ...]:
        """The cards that its words name: one that is placed, worlds whose goods are taken."""
        return ()

    def who(self, state: State) -> str:
        """The player's name."""
        return state.empires[self.seat].name

    def offered_as(self, state: State) -> Decision | None:
        seated = self.player is not None and 0 <= self.player < len(state.empires)
        return self.listed_as(state) if seated and not state.over else self

    def listed_as(self, state: State) -> Decision | None:
        """As `offered_as`, for a player of a game that goes on."""
        return self
