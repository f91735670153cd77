"""Before the score: everybody is asked for rewards that were forgotten (p. 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import marketing, missions
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.moves import SeatMove
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.stage import OneStage
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import mission_words
from companion.games.contract import Option, Question, later
from companion.translation import _, listed

PAGE = 10


@dataclass(frozen=True)
class ClaimStep:
    """left: seats that have not said yet that nothing is forgotten."""

    left: tuple[int, ...]


@dataclass(frozen=True)
class NothingForgotten(SeatMove):
    do: ClassVar[str] = "nothing-forgotten"

    def words(self, state: State) -> str:
        return _("{player} has claimed everything", player=self.who(state))

    def apply(self, state: State) -> State:
        return state.changed(step=ClaimStep(tuple(each for each in state.step.left if each != self.seat)))


MOVES = (NothingForgotten,)


def begin(state: State) -> State | None:
    """The state in which everybody is asked; None: tables begun before ended without it."""
    if not by_the_pages(state):
        return None
    return state.changed(phase="claims", step=ClaimStep(tuple(state.seats)))


class LastClaims(OneStage):
    key = "claims"

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        assert isinstance(step, ClaimStep)
        return step.left

    def question(self, state: State, seat: int | None) -> Question:
        """What the companion sees that is fulfilled, by name; else the missions that are still open."""
        assert seat is not None
        corp = state.corps[seat]
        done = [each for each in corp.missions if missions.is_accomplished(state, seat, each)]
        if done:
            words = listed(mission_words(each, state.book) for each in done)
            text = _(
                "{player}, before the score: accomplished: {missions}. Claim it.",
                player=corp.name,
                missions=words,
            )
        elif corp.missions:
            words = listed(mission_words(each, state.book) for each in corp.missions)
            text = later(
                lambda: _(
                    "{player}, before the score: was {missions} accomplished?",
                    player=corp.name,
                    missions=words,
                )
            )
        else:
            text = later(lambda: _("{player}, before the score: is any reward forgotten?", player=corp.name))
        does = (NothingForgotten.do, ClaimMission.do)
        return Question(seat, NothingForgotten.do, text, PAGE, does=does)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        """Claims first; they are those of any time. "Another gain or loss" stands beside them."""
        if seat not in state.step.left:
            return ()
        done = any(missions.is_accomplished(state, seat, each) for each in state.corps[seat].missions)
        words = _("No more: count my score") if done else _("Nothing is forgotten: count my score")
        return (*marketing.claim_options(state, seat), Option(NothingForgotten(seat), words, likely=-3))
