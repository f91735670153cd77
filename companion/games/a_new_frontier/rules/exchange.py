"""Credits that players give each other at any time, where the table plays that optional rule (p. 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.state import State, gain
from companion.games.contract import Allocation, Place, Question, Token, later
from companion.translation import _, listed

PAGE = 9


@dataclass(frozen=True)
class GiveCredits(SeatMove):
    """Credits given away: tokens "credit" onto "to-seat" (optional rule, p. 9)."""

    do: ClassVar[str] = "give-credits"
    laid: PlacedTokens

    def given(self) -> tuple[tuple[int, int], ...]:
        """(to whom, how many credits)."""
        return tuple((int(place.removeprefix("to-")), count) for _credit, place, count in self.laid)

    def words(self, state: State) -> str:
        given = [
            _("{number} to {player}", number=count, player=state.corps[whom].name)
            for whom, count in self.given()
        ]
        return _("{player} gives credits: {given}", player=self.who(state), given=listed(given))

    def apply(self, state: State) -> State:
        for whom, count in self.given():
            state = gain(state, self.seat, "credits", -count, "given")
            state = gain(state, whom, "credits", count, "given")
        return state


MOVES = (GiveCredits,)


def allowed(state: State) -> bool:
    return state.option("exchange") == "yes"


def form(state: State, seat: int) -> Allocation:
    """No more than what does not lie on the planning board."""
    places = tuple(
        Place(f"to-{other}", _("to {player}", player=state.corps[other].name))
        for other in state.seats
        if other != seat
    )
    return Allocation((Token("credit", _("Credit"), max(0, free_credits(state, seat))),), places, 1)


def questions(state: State, seat: int) -> tuple[Question, ...]:
    if not allowed(state) or free_credits(state, seat) < 1:
        return ()
    text = later(lambda: _("{player}: give credits to somebody?", player=state.corps[seat].name))
    return (ask(GiveCredits, seat, text, PAGE, form=later(form, state, seat), optional=True),)
