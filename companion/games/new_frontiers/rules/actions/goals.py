"""Chart Galactic Goals: a step forward on the track, 1 credit, and a goal kept face down (p. 11)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar

from companion.games.contract import Draw, Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import current, name, step
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.stage import DONE, Selected, Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NEVER_AGAIN
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.games.new_frontiers.wording.names import ACTIONS, listed
from companion.translation import _, plural

BONUS = Gain(credits=1)
GOALS_DRAWN = 3


@dataclass(frozen=True)
class DrawGoals(EmpireMove):
    """These goals were drawn from the top of the stack, as far as nobody knew them (player None)."""

    do: ClassVar[str] = "draw-goals"
    goals: tuple[str, ...]

    def words(self, state: State) -> str:
        number, who = len(self.goals), self.who(state)
        return plural("{player} draws {number} goal", "{player} draws {number} goals", number, player=who)

    def apply(self, state: State) -> State:
        return step(state, draw=0, goals=(*self.goals, *current(state).goals))


@dataclass(frozen=True)
class KeepGoal(EmpireMove):
    """Keep `goal` face down; `back` go to the bottom of the stack, the last one lowest (p. 11)."""

    do: ClassVar[str] = "keep-goal"
    goal: str
    back: tuple[str, ...] = ()

    def words(self, state: State) -> str:
        return _("{player} keeps a goal face down", player=self.who(state))

    def apply(self, state: State) -> State:
        """The goal that lay face down before is turned up."""
        empires = []
        for player, empire in enumerate(state.empires):
            if empire.hidden_goal is not None:
                empire = empire.changed(goals=(*empire.goals, empire.hidden_goal), hidden_goal=None)
            if player == self.seat:
                empire = empire.changed(hidden_goal=self.goal)
            empires.append(empire)
        state = state.changed(empires=tuple(empires), goal_stack=(*state.goal_stack, *self.back))
        if state.reveal_asked == NEVER_AGAIN:  # said of the goal before
            state = state.changed(reveal_asked=0)
        return step(state, goals=())


MOVES = (DrawGoals, KeepGoal)


def _step_forward(state: State) -> State:
    """The selecting disk goes in front of the disk immediately before it."""
    disks = list(state.disks)
    at = next(index for index, disk in enumerate(disks) if disk.half)
    if at:
        disks[at - 1], disks[at] = disks[at], disks[at - 1]
    return state.changed(disks=tuple(disks))


def unseen(state: State) -> tuple[str, ...]:
    """The goals that nobody has looked at yet."""
    seen = {goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal)}
    seen |= {*state.goal_stack, *(state.doing.goals if state.doing is not None else ())}
    return tuple(goal for goal in state.catalogue.goals if goal not in seen)


def _words(goal: str, back: list[str]) -> str:
    if not back:
        return _("Keep {goal}", goal=goal)
    if len(back) == 1:
        return _("Keep {goal}; put back {other}", goal=goal, other=back[0])
    first, *rest = back
    return _("Keep {goal}; put back {one} and {other} below it", goal=goal, one=first, other=listed(rest))


class Begin(Selected):
    """The step forward and the credit; then the top goals of the stack, those that somebody knows at once."""

    def proceed(self, state: State) -> State:
        state = gain(_step_forward(state), current(state).selector, BONUS, ACTIONS["goals"])
        drawn, rest = state.goal_stack[:GOALS_DRAWN], state.goal_stack[GOALS_DRAWN:]
        known = tuple(goal for goal in drawn if goal)
        state = step(state.changed(goal_stack=rest), draw=len(drawn) - len(known), goals=known)
        return DRAWING_GOALS.at(state) if current(state).draw else KEEPING_GOAL.enter(state)


class OfSelector(Stage):
    """Only who selected the action acts."""

    def mended(self, state: State) -> State:
        return state

    def is_answerable(self, state: State) -> bool:
        """What lies there to choose from may be another now."""
        return False

    def whose_turn(self, state: State) -> TurnHolder:
        player = current(state).player
        return _("Whose turn: only who selected Chart Galactic Goals keeps a goal"), player, (player,)


class DrawingGoals(OfSelector):
    """Those goals are told that nobody has seen yet."""

    name: ClassVar[str] = "draw"
    draws: ClassVar[bool] = True

    def asked(self, state: State) -> None:
        return None

    def question(self, state: State) -> Question:
        doing = current(state)
        text = later(
            lambda: plural(
                "{player} draws {number} goal from the top of the stack.",
                "{player} draws {number} goals from the top of the stack.",
                doing.draw,
                player=state.empires[doing.player].name,
            )
        )
        draw = Draw("goals", doing.draw, unseen(state))
        page, does = rulebook_pages.GOALS, (DrawGoals.do,)
        return Question(None, "draw-goals", text, page, secret=True, does=does, draw=draw)

    def proceed(self, state: State) -> State:
        return KEEPING_GOAL.enter(state)


class KeepingGoal(OfSelector):
    """One is kept face down."""

    name: ClassVar[str] = "keep"

    def enter(self, state: State) -> State:
        return self.proceed(self.at(state))

    def question(self, state: State) -> Question:
        player = current(state).player
        text = later(lambda: _("{player}, keep one goal face down.", player=state.empires[player].name))
        return Question(player, "keep-goal", text, rulebook_pages.GOALS, secret=True)

    def options(self, state: State) -> tuple[Option, ...]:
        doing = current(state)
        found = []
        for goal in doing.goals:
            for back in permutations(other for other in doing.goals if other != goal):
                words = _words(name(state, goal), [name(state, other) for other in back])
                found.append(Option(KeepGoal(doing.player, goal, back), words, tile=goal))
        return tuple(found)

    def proceed(self, state: State) -> State:
        return state if current(state).goals else DONE.at(state)


DRAWING_GOALS, KEEPING_GOAL = DrawingGoals(), KeepingGoal()
GOALS = (Begin(), DRAWING_GOALS, KEEPING_GOAL)
