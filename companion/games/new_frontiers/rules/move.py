"""What the moves of New Frontiers have in common. Each stands with the rules of its action.

A move's `apply` is its own effect, in the turn of its player; what follows from it (the next question, the
end of the action, answers that could not be otherwise) `round.py` does after each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Move
from companion.games.new_frontiers.rules.state import State
from companion.translation import _


@dataclass(frozen=True)
class EmpireMove(Move[State]):
    """An answer of a player, or of the table (None) for a draw. Tiles are named by their ids.

    carries_on: the action goes on after it; False: the same question is asked again. done_as_only_answer:
    what a player does by it where there was no other answer and it gains nothing ("sells nothing"); "": it
    is always asked for. declines: it takes none of what is offered.
    """

    carries_on: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = ""
    declines: ClassVar[bool] = False

    @property
    def seat(self) -> int:
        """The player, where it is not the table that answers."""
        assert self.player is not None
        return self.player

    def who(self, state: State) -> str:
        """The name of the player, or what the table is called."""
        return _("The table") if self.player is None else state.empires[self.player].name
