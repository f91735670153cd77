"""Credits that players give each other at any time, where the table plays that optional rule (p. 9)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.decisions import GiveCredits
from companion.games.a_new_frontier.rules.planet import free_credits
from companion.games.a_new_frontier.rules.state import State, gain
from companion.games.contract import Allocation, Illegal, Place, Question, Token
from companion.translation import _

PAGE = 9


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
    text = _("{player}: give credits to somebody?", player=state.corps[seat].name)
    return (Question(seat, "give-credits", text, PAGE, form=form(state, seat), optional=True),)


def play(state: State, decision: GiveCredits) -> State:
    """Raises Illegal."""
    seat = decision.player
    assert seat is not None
    if not allowed(state):
        raise Illegal(_("At this table credits do not change hands."), PAGE)
    if wrong := form(state, seat).problem(decision.laid):
        raise Illegal(wrong, PAGE)
    for _credit, place, count in decision.laid:
        state = gain(state, seat, "credits", -count, "given")
        state = gain(state, int(place.removeprefix("to-")), "credits", count, "given")
    return state
