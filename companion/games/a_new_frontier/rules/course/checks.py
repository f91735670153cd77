"""Finds what does not add up, in a sentence each: ships, technologies, facilities, colonies, missions."""

from __future__ import annotations

from collections import Counter

from companion.games.a_new_frontier.rules.course.planet import MAX_SHIPS
from companion.games.a_new_frontier.rules.setup import missions
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, State
from companion.games.a_new_frontier.wording.names import facility_words, planet_words, tech_words
from companion.translation import _, plural


def check(state: State) -> tuple[str, ...]:
    return (*_ships(state), *_taken(state), *_fleets(state), *_missions(state))


def _ships(state: State) -> list[str]:
    """Ships at planets and in the Storage Areas are as many as the box has (p. 2)."""
    fleets = Counter(ship for corp in state.corps for fleet in corp.fleets for ship in fleet)
    if fleets[HIDDEN_SHIP]:
        return []
    found = []
    for id, left in state.stock:
        ship = state.book.ships[id]
        if left < 0 or left + fleets[id] != ship.count:
            found.append(
                _(
                    "{ship}: {used} at planets and {left} in the Storage Areas; the box has {count}.",
                    ship=ship.name,
                    used=fleets[id],
                    left=left,
                    count=ship.count,
                )
            )
    return found


def _taken(state: State) -> list[str]:
    """No more technologies and facilities than there are tokens."""
    techs = Counter(id for corp in state.corps for id in (*corp.techs, *corp.coming))
    built = Counter(kind for corp in state.corps for kind, _planet in corp.facilities)
    found = [
        _(
            "{what} is there {number} times; the box has {count}.",
            what=tech_words(id, state.book),
            number=n,
            count=copies,
        )
        for id, n in techs.items()
        if n > (copies := state.book.techs[id].copies)
    ]
    found += [
        _(
            "{what} is there {number} times; the box has {count}.",
            what=facility_words(kind),
            number=n,
            count=c,
        )
        for kind, n in built.items()
        if n > (c := state.book.facilities[kind][0])
    ]
    colonies = Counter((*state.colonies, *(level for corp in state.corps for level in corp.colonies)))
    if colonies != Counter(state.book.colony_levels):
        found.append(_("The colonies allied with are not those of the exploration board."))
    return found


def _fleets(state: State) -> list[str]:
    found = []
    for corp in state.corps:
        for planet in range(PLANET_COUNT):
            size = len(corp.fleets[planet])
            if not 1 <= size <= MAX_SHIPS:
                found.append(
                    plural(
                        "{player} has {number} ship at {planet}; a fleet has 1 to 9.",
                        "{player} has {number} ships at {planet}; a fleet has 1 to 9.",
                        size,
                        player=corp.name,
                        planet=planet_words(state.book, planet),
                    )
                )
    return found


def _missions(state: State) -> list[str]:
    """Each mission is in one place."""
    seen = Counter((*state.offered, *state.unseen, *state.removed))
    for corp in state.corps:
        seen.update((*corp.missions, *corp.completed))
    if seen != Counter(missions(state.book, len(state.corps))):
        return [_("Not every mission is in one place.")]
    return []
