"""Lets a person overrule whose turn it is: lists who else it may be, and gives them the turn.

In the main part of an action a turn given begins anew, and those after it follow in order; what was done
before stays done. Elsewhere whoever it is given to comes next, and whose turn it was goes on after them.
"""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import current, step
from companion.games.new_frontiers.rules.actions.by_name import stage_of
from companion.games.new_frontiers.rules.optional_powers import OFFERED
from companion.games.new_frontiers.rules.selecting import SELECTING
from companion.games.new_frontiers.rules.stage import Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.translation import _


def _stage(state: State) -> Stage:
    return SELECTING if state.doing is None else stage_of(state.doing)


def whose_turn(state: State) -> TurnHolder:
    if state.over:
        return _("The game is over: it is nobody's turn"), None, ()
    asks_power = state.doing is not None and state.doing.offers
    return (OFFERED if asks_power else _stage(state)).whose_turn(state)


def has_turns(state: State) -> bool:
    """Each player is, or will be, asked in turn for a part of the action being done."""
    return not state.over and bool(_stage(state).first)


def in_turn(state: State) -> tuple[int, ...]:
    """Those of whom people may say that they are done, or are not."""
    return _stage(state).in_turn(current(state))


def with_done(state: State, player: int, done: bool) -> State:
    """The player has done their part of the action, or is to do it after the one whose turn it is."""
    doing = current(state)
    before, now, after = doing.order[: doing.at], doing.player, doing.order[doing.at + 1 :]
    others = tuple(turn for turn in doing.waiting if turn.player != player)
    if not done:
        before = tuple(one for one in before if one != player)
        return step(state, order=(*before, now, player, *after), at=doing.at - 1, waiting=others)
    offers = tuple(offer for offer in doing.offers if offer[0] != player)
    state = step(state, offers=offers)
    if player != now:
        after = tuple(one for one in after if one != player)
        return step(state, order=(*before, player, now, *after), at=doing.at + 1, waiting=others)
    return _stage(state).end_turn(step(state, draw=0))


def give_turn(state: State, player: int) -> State:
    """It is the turn of `player`, one of those that `whose_turn` names."""
    return _stage(state).give_turn(state, player)


def with_selector(state: State, selector: int) -> State:
    """The order of the action begins with this player, who selected it, and nobody has acted yet."""
    return _stage(state).with_selector(state, selector)
