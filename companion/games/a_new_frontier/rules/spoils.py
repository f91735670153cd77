"""Gives the winners of a conflict spoils: stolen credits, and facilities destroyed by a roll (p. 7, 8)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.a_new_frontier.rules import conflict, missions
from companion.games.a_new_frontier.rules.decisions import Steal
from companion.games.a_new_frontier.rules.fight_state import Fight
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.contract import Illegal
from companion.translation import _

PAGE = 7
CREDITS_PER_RAISE = 2
"""Credits for +1 on one roll."""
DESTROYED_FACILITY_VP = 2
"""What destroying a facility brings."""


def mine_left(state: State, fight: Fight, target: int) -> int:
    """What the target's mine still yields this turn."""
    return state.corps[target].mines[fight.planet] - fight.spoils[target]


def destructible(state: State, fight: Fight, target: int) -> tuple[str, ...]:
    """The target's facilities here that were not destroyed this turn."""
    return tuple(dict.fromkeys(state.corps[target].facilities_at(fight.planet)))


def rolls_at(state: State, fight: Fight, seat: int, target: int) -> int:
    """How often the seat may roll to destroy: once, with a card that allows two facilities twice, and never
    more often than facilities are there."""
    two = any(card in state.book.destroys_two for card in fight.cards()[seat])
    return min(2 if two else 1, len(destructible(state, fight, target)))


def steal(state: State, fight: Fight, decision: Steal) -> tuple[State, Fight]:
    number, seat = fight.thieves[0]
    target = fight.conflicts[number].target
    left = mine_left(state, fight, target)
    if not 0 <= decision.credits <= left:
        raise Illegal(_("The mine has {left} credits left to steal.", left=left), PAGE)
    rolls = rolls_at(state, fight, seat, target) if decision.credits else 0
    raised = decision.rolls_raised
    if raised > 1 and rolls < 2:
        raise Illegal(_("Foregoing 4 credits is for two rolls; there is one."), PAGE)
    if raised * CREDITS_PER_RAISE > decision.credits:
        raise Illegal(
            _("Only stolen credits can be foregone: steal at least {n}.", n=raised * CREDITS_PER_RAISE), PAGE
        )
    taken = conflict.credits_stolen(decision.credits, left, raised * CREDITS_PER_RAISE)
    # Who foregoes all that was stolen has not stolen (p. 10).
    if taken:
        state = missions.with_deed_recorded(state, seat, "steal", fight.planet, target, taken)
    state = gain(state, seat, "credits", taken, "stolen")
    fight = replace(fight, spoils=put(fight.spoils, target, fight.spoils[target] + taken))
    if rolls:
        return state, replace(fight, stage="destroy", rolls=rolls, raised=raised)
    return state, replace(fight, thieves=fight.thieves[1:])


def required_roll(fight: Fight) -> int:
    """What the roll must show at least to destroy."""
    return conflict.DICE_TO_DESTROY - (1 if fight.raised else 0)


def destroy(state: State, fight: Fight, dice: tuple[int, ...]) -> tuple[State, Fight]:
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise Illegal(_("Tell two dice from 1 to 6 of everybody who rolls."), PAGE)
    hit = conflict.dice_total(*dice) >= required_roll(fight)
    fight = replace(fight, rolls=fight.rolls - 1, raised=max(0, fight.raised - 1))
    return state, replace(fight, stage="facility") if hit else _rolled(fight)


def _rolled(fight: Fight) -> Fight:
    """On to the thief's next roll, or to the next thief."""
    if fight.rolls:
        return replace(fight, stage="destroy")
    return replace(fight, stage="steal", thieves=fight.thieves[1:], raised=0)


def lose_facility(state: State, fight: Fight, target: int, facility: str) -> tuple[State, Fight]:
    corp = state.corps[target]
    if facility not in destructible(state, fight, target):
        raise Illegal(_("There is no such facility here."), PAGE)
    left = list(corp.facilities)
    left.remove((facility, fight.planet))
    state = state.with_corp(target, facilities=tuple(left))
    state = state.changed(destroyed=(*state.destroyed, (facility, fight.planet)))
    state = gain(state, fight.thieves[0][1], "vp", DESTROYED_FACILITY_VP, "a facility destroyed")
    return state, _rolled(fight)
