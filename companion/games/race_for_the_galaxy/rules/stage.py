"""A stage: where a player is in the phase being done, and what that player is asked there."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.games.contract import Option, Question, Refusal
from companion.games.race_for_the_galaxy.rules.state import Progress, State


class Stage:
    """Who is asked, what is offered, what follows and what it says.

    A stage has a class, and `round.py` an object of each; the state keeps its name.
    """

    name: ClassVar[str]
    """As `Progress.stage` has it."""
    secret: ClassVar[bool] = False
    """Nobody else sees an answer until all have answered."""

    # --- who is at it ---

    @classmethod
    def begun(cls, **fields: Any) -> Progress:
        """The progress of a player who comes to this stage with nothing but these."""
        return Progress(cls.name, **fields)

    @classmethod
    def reached(cls, progress: Progress, **changes: Any) -> Progress:
        """That of one who comes to it with all that was done before in the phase."""
        return progress.changed(stage=cls.name, **changes)

    @classmethod
    def is_at(cls, state: State, seat: int) -> bool:
        return state.progress[seat].stage == cls.name

    def in_order(self, state: State) -> bool:
        """It can matter who decides first, so that one player after the other does (p. 8)."""
        return False

    # --- what is asked ---

    def question(self, state: State, seat: int) -> Question | None:
        """None: nothing."""
        raise NotImplementedError

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        raise NotImplementedError

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        return ()

    # --- what follows ---

    def revealed(self, state: State) -> State:
        """All have answered a secret question."""
        raise NotImplementedError

    def open_again(self, progress: Progress) -> Progress:
        """Of a player about whom a fact was overruled: the steps cannot be taken back over that."""
        return progress.changed(steps=())

    def still_possible(self, state: State, seat: int) -> State:
        """After facts were overruled: on from a question that has no answer any more."""
        return state
