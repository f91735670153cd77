"""A stage: where the players are in an action, or between two, as the round calls it."""

from __future__ import annotations

from typing import ClassVar

from companion.games.contract import Option, Question, Refusal
from companion.games.new_frontiers.rules.action_steps import bring_forward, current, next_player, step
from companion.games.new_frontiers.rules.state import Doing, State
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _

TurnHolder = tuple[str, int | None, tuple[int, ...]]
"""The label of the fact, whose turn it is now (None: nobody's), and whose it may be: of one, no other's."""


class Stage:
    """Who is asked, what is offered, what follows and what it says.

    A stage has a class and one object of it; the state keeps its name. What is asked is called in the turn of
    whoever is asked, the rest in that of the player whose turn it is.
    """

    name: ClassVar[str] = ""
    """As `Doing.stage` has it; "": the action has not begun."""
    first: ClassVar[str] = ""
    """The stage with which a player's turn begins, where each has one in order; "": here nobody has."""
    together: ClassVar[bool] = False
    """Players may have their turns at once, where no order can matter (p. 10)."""
    draws: ClassVar[bool] = False
    """What must be drawn now, it asks for itself."""
    in_action: ClassVar[bool] = True
    """It is a part of an action, for which powers that only people understand may count."""

    # --- what is asked ---

    def asked(self, state: State) -> int | None:
        """Who is asked; None: the table."""
        return current(state).player

    def question(self, state: State) -> Question:
        raise AssertionError(f"{self.name} asks nothing")

    def beside(self, state: State) -> tuple[Question, ...]:
        """What people may tell besides; nobody waits for it."""
        return ()

    def options(self, state: State) -> tuple[Option, ...]:
        return ()

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        return ()

    # --- what follows ---

    def at(self, state: State, **changes: object) -> State:
        """The state at this stage, with these fields of the action being done changed."""
        return step(state, stage=self.name, **changes)

    def proceed(self, state: State) -> State:
        """On to the next thing that somebody must answer, or to the end of the action."""
        return state

    # --- after facts were overruled ---

    def mended(self, state: State) -> State:
        """The state with no more to draw than there is."""
        left = len(state.bag)
        return step(state, draw=left) if current(state).draw > left else state

    def is_answerable(self, state: State) -> bool:
        """What is asked still has an answer; facts that were overruled can take it away."""
        return True

    # --- whose turn it is, which people may overrule ---

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        return self.turn_label(doing), doing.player, doing.order

    def turn_label(self, doing: Doing) -> str:
        return _("{action}: whose turn", action=action_name(doing.action))

    def give_turn(self, state: State, player: int) -> State:
        """It is the turn of `player`, one of those that `whose_turn` names."""
        return bring_forward(state, player, self.name)

    def with_selector(self, state: State, selector: int) -> State:
        """The order of the action begins with this player, who selected it, and nobody has acted yet."""
        return state

    def in_turn(self, doing: Doing) -> tuple[int, ...]:
        """Those of whom people may say that they are done, or are not."""
        return doing.order

    def end_turn(self, state: State) -> State:
        """The player whose turn it is, is done."""
        return next_player(state, stage=self.first)


class TurnStage(Stage):
    """The main part of an action: each player has one turn, and one that is given begins anew."""

    def give_turn(self, state: State, player: int) -> State:
        at = current(state).order.index(player)
        return next_player(step(state, at=at - 1, stage=self.first, waiting=()))

    def with_selector(self, state: State, selector: int) -> State:
        return self.give_turn(state, selector)


class Selected(Stage):
    """The action is selected; what it begins with comes next. Each action has a class for that."""

    def is_answerable(self, state: State) -> bool:
        return False


class Done(Stage):
    """The action is done, but for its disk, which moves forward."""

    name: ClassVar[str] = "done"


DONE = Done()
