"""The goals in play, and which of them lets players stockpile now (p. 11, 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.new_frontiers.rules.action_steps import current, in_force, next_player, step
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Goal
from companion.translation import _, marked

STOCKPILE_ACTIONS = {
    "explore": "worlds",
    "settle": "worlds",
    "produce": "goods",
    "trade-consume": "credits",
}
"""The goal's `measure` that lets players stockpile in an action."""


NEVER_AGAIN = -1
"""`State.reveal_asked` where the holder of the face-down goal wants to be asked no more."""


@dataclass(frozen=True)
class NoStockpile(EmpireMove):
    """Stockpile nothing (more) now."""

    do: ClassVar[str] = "no-stockpile"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("stockpiles nothing more")

    def words(self, state: State) -> str:
        return _("{player} stockpiles nothing more", player=self.who(state))

    def apply(self, state: State) -> State:
        """In Produce that ends one's turn; in Trade-Consume the Consume powers come next."""
        return next_player(state) if current(state).action == "produce" else step(state, income=0)


MOVES = (NoStockpile,)


def open_goal(state: State, measure: str) -> Goal | None:
    """The stockpile goal of this measure, if it lies face up."""
    for empire in state.empires:
        for id in empire.goals:
            goal = state.catalogue.goals[id]
            if goal.stockpile and goal.measure == measure:
                return goal
    return None


def holder_of_hidden_goal(state: State) -> int | None:
    """The player with the face-down goal; there is never more than one (p. 11)."""
    for player, empire in enumerate(state.empires):
        if empire.hidden_goal is not None:
            return player
    return None


def might_stockpile(state: State, action: str) -> bool:
    """Whether turning up the face-down goal could let anybody stockpile in this action, for all that
    everybody can see: which goal it is does not count, so that being asked gives nothing away."""
    measure = STOCKPILE_ACTIONS[action]
    others = [goal for goal in state.catalogue.goals.values() if goal.stockpile and goal.measure == measure]
    if not others or open_goal(state, measure) is not None:
        return False
    if action == "trade-consume":
        return any(colony.good is not None for empire in state.empires for colony in empire.colonies)
    if action == "settle":  # worlds in excess of nine, which only a power of this action can bring then
        powers = (found.power for n in range(len(state.empires)) for found in in_force(state, n, "Settle"))
        return any(power.effect.worlds for power in powers)
    return bool(state.bag or state.center) if action == "explore" else True
