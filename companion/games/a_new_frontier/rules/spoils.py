"""What winners of a conflict take: stolen credits, and facilities destroyed by a roll (p. 7, 8)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.decisions import Steal
from companion.games.a_new_frontier.rules.fight_state import Fight
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.contract import Illegal
from companion.translation import _

PAGE = 7
FORGONE = 2
DESTROYED = 2
"""What destroying a facility brings."""


def mine_left(state: State, fight: Fight, target: int) -> int:
    """What the target's mine still yields this turn."""
    return state.corps[target].mines[fight.planet] - fight.spoils[target]


def destructible(state: State, fight: Fight, target: int) -> tuple[str, ...]:
    """The target's facilities here that were not destroyed this turn."""
    return tuple(dict.fromkeys(state.corps[target].facilities_at(fight.planet)))


def steal(state: State, fight: Fight, decision: Steal) -> tuple[State, Fight]:
    number, seat = fight.thieves[0]
    target = fight.conflicts[number].target
    left = mine_left(state, fight, target)
    if not 0 <= decision.credits <= left:
        raise Illegal(_("The mine has {left} credits left to steal.", left=left), PAGE)
    if decision.forego and decision.credits < FORGONE:
        raise Illegal(_("Only 2 stolen credits can be foregone."), PAGE)
    taken = conflict.stolen(decision.credits, left, FORGONE if decision.forego else 0)
    state = gain(state, seat, "credits", taken, "stolen")
    fight = replace(fight, spoils=put(fight.spoils, target, fight.spoils[target] + taken))
    if decision.credits >= 1 and destructible(state, fight, target):
        return state, replace(fight, stage="destroy", forgo=decision.forego)
    return state, replace(fight, thieves=fight.thieves[1:], forgo=False)


def needed(fight: Fight) -> int:
    """What the roll must show at least to destroy."""
    return conflict.DESTROY - (1 if fight.forgo else 0)


def destroy(state: State, fight: Fight, dice: tuple[int, ...]) -> tuple[State, Fight]:
    if len(dice) != 2 or not all(1 <= die <= 6 for die in dice):
        raise Illegal(_("Tell two dice from 1 to 6 of everybody who rolls."), PAGE)
    if conflict.dice_total(*dice) >= needed(fight):
        return state, replace(fight, stage="facility")
    return state, replace(fight, stage="steal", thieves=fight.thieves[1:], forgo=False)


def lose_facility(state: State, fight: Fight, target: int, facility: str) -> tuple[State, Fight]:
    corp = state.corps[target]
    if facility not in destructible(state, fight, target):
        raise Illegal(_("There is no such facility here."), PAGE)
    left = list(corp.facilities)
    left.remove((facility, fight.planet))
    state = state.with_corp(target, facilities=tuple(left))
    state = state.changed(destroyed=(*state.destroyed, (facility, fight.planet)))
    state = gain(state, fight.thieves[0][1], "vp", DESTROYED, "a facility destroyed")
    return state, replace(fight, stage="steal", thieves=fight.thieves[1:], forgo=False)
