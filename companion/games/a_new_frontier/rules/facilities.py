"""Facilities, and technologies whose token goes onto a planet: how many are left, where they fit (p. 12)."""

from __future__ import annotations

from collections import Counter

from companion.games.a_new_frontier.rules.state import State
from companion.translation import _

MAX_ON_PLANET, MAX_IN_ORBIT = 2, 1
NOT_PLACED = -1


def refused_place(state: State, seat: int, kind: str, planet: int) -> str:
    """Why a facility cannot stand there; "": it can (p. 12)."""
    built = state.corps[seat].facilities_at(planet)
    if planet == state.storm:
        return _("The storm blocks this planet.")
    if kind in state.book.techs:
        return ""
    if kind in built:
        return _("There is one of this kind already.")
    orbit = state.book.facilities[kind][1]
    same = sum(state.book.facilities[other][1] == orbit for other in built)
    if same >= (MAX_IN_ORBIT if orbit else MAX_ON_PLANET):
        return _("There is no place for another one.")
    return ""


def place_remedy(state: State, planet: int) -> str:
    """What can be done with a facility that cannot stand there."""
    if planet == state.storm:
        return _("Keep it for the next R & D phase.")
    return _("Choose another planet.")


def facilities_left(state: State, kind: str) -> int:
    built = Counter(each for corp in state.corps for each, _planet in corp.facilities)
    gone = Counter(each for each, _planet in state.destroyed)
    return state.book.facilities[kind][0] - built[kind] - gone[kind]
