"""The ways in which a game ends (p. 9): when each is met, and how people overrule one."""

from __future__ import annotations

from companion.games.new_frontiers.rules.state import State
from companion.translation import marked

EMPTY_POOL = marked("the initial pool of VP chips is emptied")
FULL_EMPIRE = marked("a player has more than 7 colonies")
FULL_MAT = marked("a player's developments cover more than 10 spaces")
FEW_COLONISTS = marked("fewer than 5 colonists are left after a Settle action")
ENDINGS = (EMPTY_POOL, FULL_EMPIRE, FULL_MAT, FEW_COLONISTS)
ENDED_BY_HAND = marked("the players agreed that it ends")

MAX_COLONIES = 7
MIN_COLONISTS = 5
MAT_SPACES = 10
END_SPACES = 2
"""The spaces for developments beyond these, in the mat's reddish part (p. 4)."""


def spaces(state: State, player: int) -> int:
    """Mat spaces that the player's developments cover: two for a large one (p. 5)."""
    return sum(state.catalogue.developments[id].spaces for id in state.empires[player].developments)


def condition_numbers(state: State, ending: str) -> tuple[int, ...]:
    """The numbers that meet an ending's condition now; empty while they do not."""
    supply = state.supply
    if ending == EMPTY_POOL:
        return () if supply.vp else (supply.vp, supply.vp_tens)
    if ending == FEW_COLONISTS:
        return (supply.colonists,) if supply.colonists < MIN_COLONISTS else ()
    if ending == FULL_EMPIRE:
        counts = tuple(len(empire.colonies) for empire in state.empires)
        return counts if max(counts) > MAX_COLONIES else ()
    counts = tuple(spaces(state, player) for player in range(len(state.empires)))
    return counts if max(counts) > MAT_SPACES else ()


def is_met(state: State, ending: str) -> bool:
    """The condition is met, and people have not said of these very numbers that the game goes on."""
    now = condition_numbers(state, ending)
    return bool(now) and (ending, now) not in state.overruled


def still_met(state: State) -> bool:
    """An ending's condition is met as the facts are now, or people said that the game ends."""
    return any(one == ENDED_BY_HAND or is_met(state, one) for one in state.endings)


def with_ending(state: State, ending: str) -> State:
    """The game ends after this round if the condition is met."""
    if ending in state.endings or not is_met(state, ending):
        return state
    return state.changed(endings=(*state.endings, ending))


def with_endings(state: State) -> State:
    """The game-end conditions that are met as the facts are now. Too few colonists never begin to count
    by a correction: only a Settle action makes them (p. 7)."""
    kept = tuple(one for one in state.endings if one not in ENDINGS or is_met(state, one))
    begun = tuple(one for one in ENDINGS if one not in kept and one != FEW_COLONISTS and is_met(state, one))
    return state.changed(endings=kept + begun)


def overrule_endings(state: State) -> State:
    """No ending holds until its numbers change again (people said that the game goes on)."""
    overruled = tuple(
        (ending, condition_numbers(state, ending)) for ending in state.endings if ending != ENDED_BY_HAND
    )
    return state.changed(endings=(), overruled=overruled)
