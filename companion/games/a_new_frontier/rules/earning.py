"""Technologies that research facilities earn once Alpha Security has been resolved (p. 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules.facilities import NOT_PLACED
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.rules.techs import level_1_left, techs_form
from companion.games.a_new_frontier.wording.names import tech_with_text
from companion.games.contract import Question, later
from companion.translation import _, listed

PAGE = 12
EARNING_FACILITY = "research-facility"
EARNING_PHASES = ("planets", "exploration", "politics", "marketing", "research")
"""Once Alpha Security has been resolved (p. 12)."""


@dataclass(frozen=True)
class EarnTechs(SeatMove):
    """Technologies that research facilities earned once Alpha Security was resolved (p. 12)."""

    do: ClassVar[str] = "earn-techs"
    techs: tuple[str, ...]

    def words(self, state: State) -> str:
        return _(
            "{player} earns {techs} with research facilities",
            player=self.who(state),
            techs=listed(tech_with_text(id, state.book) for id in self.techs),
        )

    def apply(self, state: State) -> State:
        """They take effect next turn."""
        corp = state.corps[self.seat]
        coming, earned = (*corp.coming, *self.techs), corp.earned + len(self.techs)
        return state.with_corp(self.seat, coming=coming, earned=earned)


MOVES = (EarnTechs,)


def may_earn(state: State, seat: int) -> int:
    """How many technologies a seat's research facilities may still earn this turn: one each, since it
    is told at the table which of them qualify."""
    if state.phase not in EARNING_PHASES:
        return 0
    there = sum(
        kind == EARNING_FACILITY and planet != NOT_PLACED for kind, planet in state.corps[seat].facilities
    )
    return max(0, there - state.corps[seat].earned)


def questions(state: State, seat: int) -> tuple[Question, ...]:
    most = may_earn(state, seat)
    if not most or not level_1_left(state, seat):
        return ()
    text = later(
        lambda: _("{player}: a technology earned by a research facility?", player=state.corps[seat].name)
    )
    return (ask(EarnTechs, seat, text, PAGE, form=later(techs_form, state, seat, most, 1), optional=True),)
