"""A phase of the turn, and the stages in it: who is asked, what is offered, and what follows (p. 1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Option, Question, Refusal


class Stage:
    """Where a phase is. A stage has a class and one object of it; its phase finds it by the state's step."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        """Whoever must answer now, in order; None: the table."""
        raise NotImplementedError

    def question(self, state: State, seat: int | None) -> Question:
        """What one of them is asked."""
        raise NotImplementedError

    def questions(self, state: State) -> tuple[Question, ...]:
        return tuple(self.question(state, seat) for seat in self.asked(state))

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Of a seat that is asked; none where the question has a form."""
        return ()

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        """Of a seat that is asked."""
        return ()


class Phase:
    """key: as `State.phase` has it. Which phase comes next, `turn` knows."""

    key: ClassVar[str]

    def stage(self, state: State) -> Stage | None:
        """Where it is; None: it is finished."""
        raise NotImplementedError

    def settled(self, state: State) -> State:
        """The state after what happens in it without anybody being asked."""
        return state

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """(moment, entries) of what its rules may need, and everybody sees (`told_forms.MOMENTS`)."""
        return iter(())

    def questions(self, state: State) -> tuple[Question, ...]:
        now = self.stage(state)
        return () if now is None else now.questions(state)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        now = self.stage(state)
        return now.options(state, seat) if now is not None and seat in now.asked(state) else ()

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        now = self.stage(state)
        return now.refusals(state, seat) if now is not None and seat in now.asked(state) else ()


class OneStage(Stage, Phase):
    """A phase that is over once nobody is asked any more. Its options are those of any seat."""

    def stage(self, state: State) -> Stage | None:
        return self if self.asked(state) else None
