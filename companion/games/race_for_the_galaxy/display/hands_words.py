"""What hands are to do, as the pages say it: of all, to the player, and in a player's area of the tablet,
where there is room for so many letters and for no more."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.rules import to_do
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import first_capital, listed

ROOM = 160
"""Letters that an area holds at every size and wherever people sit, still to be read across the table."""


def of_all(state: State, mine: int | None) -> tuple[tuple[int, str], ...]:
    """(seat, words) of each player whose hands have something to do; `mine`: whom the words ask."""
    seats = range(len(state.to_do))
    said = ((seat, _asked_of(state, seat) if seat == mine else _told_of(state, seat)) for seat in seats)
    return tuple((seat, words) for seat, words in said if words)


def in_area(state: State, seat: int) -> str:
    """What the player is asked to do, with the names that there is room for; all of it stands behind the
    number in the middle, and on the own page."""
    words = ""
    for how in to_do.Goods:
        words = _asked_of(state, seat, how)
        if len(words) <= ROOM:
            break
    return words


def _told_of(state: State, seat: int) -> str:
    """What the player's hands have to do, to go on from the name: "draws 2 cards and keeps 1"; ""."""
    return "" if state.over else listed(to_do.words(state, state.to_do[seat]))


def _asked_of(state: State, seat: int, goods: to_do.Goods = to_do.Goods.EACH) -> str:
    """The same for the player: "Draw 2 cards and keep 1."; ""."""
    if state.over or not state.to_do:
        return ""
    words = to_do.words(state, state.to_do[seat], own=True, goods=goods)
    return first_capital(listed(words)) + "." if words else ""
