"""The steps that several devices take on one table: each is done once, none on an outdated view, and each can
be undone and redone.

Pure and append-only. States are numbers here; the table itself stores them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.contract import Illegal
from companion.translation import _, marked

Back = Literal["undo", "redo"]

_NOTHING: dict[Back, str] = {
    "undo": marked("There is nothing to undo."),
    "redo": marked("There is nothing to redo."),
}


class Outdated(Exception):
    """The request was made on an outdated view. Nothing was done.

    number: of the latest step; missed: the numbers of those that the request did not know of.
    """

    def __init__(self, number: int, missed: tuple[int, ...]) -> None:
        super().__init__(f"step {number} is the latest")
        self.number = number
        self.missed = missed


@dataclass(frozen=True, slots=True)
class Step:
    """The position after a step.

    key: of the request that made it. state: the number of the step that made the state that holds now. last:
    the step that undo takes back. back, forth: undo, redo lead to where things stood right after the step of
    this number; None: there is nothing to undo, redo. topics: what it is about.
    """

    key: str
    state: int
    last: int | None = None
    back: int | None = None
    forth: int | None = None
    topics: frozenset[str] = frozenset()


class Steps:
    """All steps of one thing, numbered from 1."""

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._numbers: dict[str, int] = {}

    @property
    def number(self) -> int:
        """Of the latest step; 0: there is none."""
        return len(self._steps)

    @property
    def now(self) -> Step:
        return self._steps[-1]

    def at(self, number: int) -> Step:
        return self._steps[number - 1]

    # --- what a request is checked for

    def known(self, key: str) -> int | None:
        """The step that a request with this key made already; None: it made none."""
        return self._numbers.get(key)

    def check_seen(self, seen: int, topics: frozenset[str] | None = None) -> None:
        """Raises Outdated unless the device saw the latest step. topics: it may have missed steps that are
        about none of these."""
        missed = range(max(seen, 0) + 1, self.number + 1)
        if topics is not None:
            missed_topics = tuple(n for n in missed if topics & self.at(n).topics)
            if missed_topics:
                raise Outdated(self.number, missed_topics)
        elif seen != self.number:
            raise Outdated(self.number, tuple(missed))

    # --- what undo and redo would do

    @property
    def undoes(self) -> int | None:
        """The step that undo takes back."""
        return self.now.last if self._steps and self.now.back is not None else None

    @property
    def redoes(self) -> int | None:
        """The step that redo makes again."""
        return self.at(self.now.forth).last if self._steps and self.now.forth is not None else None

    def moved(self, kind: Back, number: int) -> int | None:
        """The step that the undo or redo of this number took back or made again."""
        return self.at(number - 1 if kind == "undo" else number).last

    # --- the next step, not added yet

    def begin(self, key: str) -> Step:
        """The first step, which nobody takes back."""
        return Step(key, 1)

    def change(self, key: str, topics: frozenset[str] = frozenset()) -> Step:
        """A new state, which undo takes back by itself."""
        number = self.number + 1
        return Step(key, number, number, self.number, None, topics)

    def follow(self, key: str) -> Step:
        """A new state that belongs to the step before it: one undo takes both back."""
        return Step(key, self.number + 1, self.now.last, self.now.back)

    def note(self, key: str, topics: frozenset[str] = frozenset()) -> Step:
        """A step that leaves the state, and what undo and redo do, as they are."""
        now = self.now
        return Step(key, now.state, now.last, now.back, now.forth, topics)

    def jump(self, key: str, state: int) -> Step:
        """The state that an earlier step made; undo returns from there."""
        number = self.number + 1
        return Step(key, state, number, self.number)

    def move(self, kind: Back, key: str) -> Step:
        """An undo or a redo; about what it takes back or makes again. Raises Illegal: there is nothing."""
        to = (self.now.back if kind == "undo" else self.now.forth) if self._steps else None
        if to is None:
            raise Illegal(_(_NOTHING[kind]))
        there = self.at(to)
        moved = self.undoes if kind == "undo" else self.redoes
        topics = frozenset[str]() if moved is None else self.at(moved).topics
        # Redo returns to the state that the undo left; after a redo, the next one continues with what was
        # undone before.
        forth = self.number if kind == "undo" else there.forth
        return Step(key, there.state, there.last, there.back, forth, topics)

    # --- adding

    def add(self, step: Step) -> None:
        self._steps.append(step)
        self._numbers.setdefault(step.key, self.number)

    def rewind(self, number: int) -> None:
        """Forgets the steps after `number`: they were not kept."""
        while self.number > number:
            step = self._steps[-1]
            if self._numbers.get(step.key) == self.number:
                del self._numbers[step.key]
            self._steps.pop()
