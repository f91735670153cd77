"""The face-down goal, which its holder may turn up before an action in which goals let players stockpile
(p. 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, name, step
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import asks_where_it_matters
from companion.games.new_frontiers.rules.stage import Selected, Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import (
    NEVER_AGAIN,
    STOCKPILE_ACTIONS,
    holder_of_hidden_goal,
)
from companion.translation import _

LATER_LIKELY = -1
"""`Option.likely` of turning up a goal of another action: legal, and of no use now."""


@dataclass(frozen=True)
class RevealGoal(EmpireMove):
    """Turn one's face-down stockpile goal up before the selected action is done (p. 11)."""

    do: ClassVar[str] = "reveal-goal"
    goal: str

    def words(self, state: State) -> str:
        return _("{player} turns {goal} face up", player=self.who(state), goal=name(state, self.goal))

    def apply(self, state: State) -> State:
        empire = state.empires[self.seat]
        empire = empire.changed(goals=(*empire.goals, self.goal), hidden_goal=None)
        return step(state.with_empire(self.seat, empire), stage=Selected.name)


@dataclass(frozen=True)
class KeepHidden(EmpireMove):
    """Leave one's goal face down before the selected action is done (p. 11)."""

    do: ClassVar[str] = "keep-hidden"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} leaves the goal face down", player=self.who(state))

    def apply(self, state: State) -> State:
        return step(state, stage=Selected.name).changed(reveal_asked=state.round)


@dataclass(frozen=True)
class KeepHiddenForGood(EmpireMove):
    """Leave it face down, and be asked no more. Who holds any other goal may say it as well, so that it tells
    nobody which goal it is."""

    do: ClassVar[str] = "keep-hidden-for-good"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} leaves the goal face down from now on", player=self.who(state))

    def apply(self, state: State) -> State:
        return step(state, stage=Selected.name).changed(reveal_asked=NEVER_AGAIN)


MOVES = (RevealGoal, KeepHidden, KeepHiddenForGood)


def _holder(state: State) -> int:
    holder = holder_of_hidden_goal(state)
    assert holder is not None
    return holder


class Revealing(Stage):
    """The action is selected: the holder of the face-down goal may turn it up before it begins."""

    name: ClassVar[str] = "reveal"
    in_action: ClassVar[bool] = False

    def asked(self, state: State) -> int | None:
        return holder_of_hidden_goal(state)

    def question(self, state: State) -> Question:
        holder = _holder(state)
        text = later(lambda: _("{player}, reveal your goal?", player=state.empires[holder].name))
        return Question(holder, "reveal-goal", text, rulebook_pages.GOALS, secret=True)

    def options(self, state: State) -> tuple[Option, ...]:
        player = _holder(state)
        hidden = state.empires[player].hidden_goal
        goal = None if hidden is None else state.catalogue.goals[hidden]
        keep = Option(KeepHidden(player), _("Leave it face down"), likely=1)
        for_good = Option(KeepHiddenForGood(player), _("Leave it face down, and ask no more"))
        found = (keep, for_good) if asks_where_it_matters(state) else (keep,)
        if hidden is None or goal is None or not goal.stockpile:
            return found
        words = _("Turn {goal} face up", goal=name(state, hidden))
        counts_now = (
            not asks_where_it_matters(state) or goal.measure == STOCKPILE_ACTIONS[current(state).action]
        )
        likely = 0 if counts_now else LATER_LIKELY
        turn_up = Option(RevealGoal(player, hidden), words, tile=hidden, likely=likely, seldom=not counts_now)
        return (keep, turn_up, *found[1:])

    def mended(self, state: State) -> State:
        return state if holder_of_hidden_goal(state) is not None else step(state, stage=Selected.name)

    def whose_turn(self, state: State) -> TurnHolder:
        holder = holder_of_hidden_goal(state)
        label = _("Whose turn: only the holder of the face-down goal can turn it up")
        return label, holder, () if holder is None else (holder,)


REVEALING = Revealing()
