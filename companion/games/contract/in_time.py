"""Facts just in time, for every game: a step that needs what nobody told waits, and goes on once it is told.

Nothing says which rule needs which fact: a step is tried, and where a rule in it reads an untold fact it
raises `Untold`. The step is kept, what was told is put, and it is tried again. What a question needs before
it can be asked, and what the sum needs at the end, is found in the same way. "Tell later" postpones; it
answers nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar

from companion.games.contract.decisions import Decision
from companion.games.contract.facts import Correction
from companion.games.contract.later import read_whole
from companion.games.contract.untold import Asks, Untold
from companion.games.contract.values import Value

Step = Any
"""A decision or a correction; a game may have steps of its own that nobody is asked for."""


class Waiting(Protocol):
    """The state of a table where facts may be untold. asks: what is asked now, before anything else;
    pending: the step that waits for it, None: a question does."""

    @property
    def asks(self) -> Asks | None: ...
    @property
    def pending(self) -> Step | None: ...
    @property
    def over(self) -> bool: ...
    def changed(self, **changes: object) -> Any: ...


W = TypeVar("W", bound=Waiting)


class InTime(Generic[W]):
    """What a game gives, and the driver over it. A table where all is told pays nothing: `all_told`."""

    # --- what a game gives

    def do(self, state: W, step: Step) -> W:
        """The state after a step, by the rules alone. Raises Untold."""
        raise NotImplementedError

    def open(self, state: W) -> Iterable[Value]:
        """All that is asked now, with its options; the driver reads it whole. Raises Untold."""
        raise NotImplementedError

    def count(self, state: W) -> object:
        """The score of a finished game. Raises Untold."""
        raise NotImplementedError

    def asks_for(self, state: W, step: Step | None, untold: Untold) -> Asks:
        """What is asked because of this fact: it, and what is told in the same breath."""
        raise NotImplementedError

    def least(self, state: W, untold: Untold) -> W:
        """The state in which this fact is told to be the least that it may be."""
        raise NotImplementedError

    def over(self, state: W) -> bool:
        return state.over

    def all_told(self, state: W) -> bool:
        """Nothing that can be asked for is untold."""
        return False

    def first(self, state: W) -> Asks | None:
        """What is asked before a rule needs it, as somebody has the piece in hand just now. Raises Untold."""
        return None

    def offered(self, state: W, step: Step) -> bool:
        """The step that waited is still one that may be done, by what is told now; else its question is asked
        again. Raises Untold."""
        return True

    def next_step(self, before: W, step: Step, after: W) -> Step | None:
        """A step that follows by itself, and may meet what is untold, too."""
        return None

    # --- the driver

    def play(self, state: W, step: Decision | Correction) -> W:
        """The state after a step, or the one in which it waits."""
        return self._go(state, step)

    def told(self, state: W) -> W:
        """After facts were told: on with the step that waited, or with the questions."""
        step = state.pending
        state = state.changed(asks=None, pending=None)
        if step is None:
            return self._asked(state)
        try:
            offered = self.offered(state, step)
        except Untold as untold:
            return self._waits(state, step, self.asks_for(state, step, untold))
        return self._go(state, step) if offered else self._asked(state)

    def missing(self, state: W, count: Callable[[W], object] | None = None) -> tuple[tuple[str, str], ...]:
        """All (piece, fact) that a count of this state reads and nobody told: each is told to be the least,
        and it is counted again."""
        found: dict[tuple[str, str], None] = {}
        while True:
            try:
                (count or self.count)(state)
            except Untold as untold:
                need = (untold.piece, untold.fact)
                if need in found:
                    raise AssertionError(f"{need} is read though it was told") from untold
                found[need] = None
                state = self.least(state, untold)
            else:
                return tuple(found)

    def _go(self, state: W, step: Step) -> W:
        try:
            after = self.do(state, step)
        except Untold as untold:
            return self._waits(state, step, self.asks_for(state, step, untold))
        following = self.next_step(state, step, after)
        if following is not None:
            return self._go(after, following)
        return self._asked(after, state, step)

    def of_sum(self, ended: W) -> tuple[tuple[str, str], ...]:
        """What is asked before the sum, all of it on one page."""
        return self.missing(ended)

    def _asked(self, state: W, before: W | None = None, step: Step | None = None) -> W:
        """before, step: what led to this state, where that was no answer to a form."""
        if state.asks is not None or self.all_told(state):
            return state
        if self.over(state):
            missing = self.of_sum(state)
            asks = Asks("score", missing, missing) if missing else None
            return state if asks is None else self._waits(before or state, step, asks)
        try:
            asks = self.first(state)
            if asks is None:
                read_whole((*self.open(state),))
        except Untold as untold:
            asks = self.asks_for(state, None, untold)
        return state if asks is None else self._waits(state, None, asks)

    def _waits(self, state: W, step: Step | None, asks: Asks) -> W:
        waiting: W = state.changed(pending=step, asks=asks)
        return waiting
