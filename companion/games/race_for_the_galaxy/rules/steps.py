"""A player's own steps in a phase, and taking the last one back until the phase closes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision, Option, Question, later
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import State, Taken
from companion.translation import _


@dataclass(frozen=True)
class Step(RaceMove):
    """A decision that its player may take back until the phase closes."""

    def apply(self, state: State) -> State:
        return _with_step_recorded(state, self.effect(state), self.seat)

    def effect(self, state: State) -> State:
        """The state after the step."""
        raise NotImplementedError


@dataclass(frozen=True)
class StepBack(RaceMove):
    """Take back one's last step of the phase being done.

    What others did since then stays. Supply and discards cannot both be as they were when the discards were
    shuffled in between: then only their sum is.
    """

    do: ClassVar[str] = "step-back"

    def words(self, state: State) -> str:
        return _("{player} takes a step back", player=self.who(state))

    def apply(self, state: State) -> State:
        seat = self.seat
        taken = state.progress[seat].steps[-1]
        supply, discards = state.supply - taken.supply, state.discards - taken.discards
        if supply < 0:
            supply, discards = 0, supply + discards
        if discards < 0:
            supply, discards = supply + discards, 0
        return (
            state.with_empire(seat, taken.empire)
            .with_progress(seat, taken.progress)
            .changed(
                supply=supply,
                discards=discards,
                pool=state.pool - taken.pool,
                beyond=state.beyond - taken.beyond,
            )
        )

    def listed_as(self, state: State) -> Decision | None:
        """Between two steps of a phase it is legal, but no page has a button for it: there is undo."""
        progress = state.progress[self.seat]
        return None if progress.steps and not progress.done else self


MOVES = (StepBack,)


def _is_open(state: State, seat: int) -> bool:
    return state.progress[seat].done and bool(state.progress[seat].steps)


def _with_step_recorded(before: State, after: State, seat: int) -> State:
    """`after`, in which this player's step from `before` can be taken back."""
    was, now = before.progress[seat], after.progress[seat]
    taken = Taken(
        before.empires[seat],
        was,
        after.supply - before.supply,
        after.discards - before.discards,
        after.pool - before.pool,
        after.beyond - before.beyond,
        after.moves,
    )
    return after.with_progress(seat, now.changed(steps=(*was.steps, taken)))


class Done(Stage):
    """Nothing is left to do in the phase; the last step may be taken back."""

    name: ClassVar[str] = "done"

    def question(self, state: State, seat: int) -> Question | None:
        """Whether a player who is done with the phase takes the last step back; None: there is none."""
        if not _is_open(state, seat):
            return None
        text = later(lambda: _("{player}, take your last step back?", player=state.empires[seat].name))
        return Question(seat, "step-back", text, pages.ROUND, optional=True)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        if not _is_open(state, seat):
            return ()
        return (Option(StepBack(seat), _("Take the last step back"), likely=-1),)
