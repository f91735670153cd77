"""What a newcomer to A New Frontier is asked one tap ahead: influence, maintenance, and when people strike.

Of open information only: how many ships a fleet has is seen, which they are is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.a_new_frontier.rules.course.planet import (
    SHIPS_WITHOUT_UPKEEP,
    UPKEEP_PER_SHIP,
    maintenance,
    upkeep,
)
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract.asked_ahead import AskedAhead, three_numbers
from companion.translation import _

MOST_ATTACKS = 3
"""Of a turn's plan (p. 5)."""


def ask_ahead(state: State, player: int) -> tuple[AskedAhead, ...]:
    if state.over:
        return ()
    return (*_influence(state, player), *_maintenance(state, player), *_strike(state, player))


def _influence(state: State, player: int) -> Iterator[AskedAhead]:
    prestige = state.corps[player].prestige
    influence = state.book.known_influence(prestige)
    if influence is None:
        return
    answers, right = three_numbers(influence)
    words = _(
        "Your prestige is {number}. How much influence is it worth when a phase begins?", number=prestige
    )
    why = _(
        "Prestige {prestige} stands for influence {number} on the track.",
        prestige=prestige,
        number=influence,
    )
    yield AskedAhead("influence", words, answers, right, why, 2)


def _maintenance(state: State, player: int) -> Iterator[AskedAhead]:
    """Of the largest fleet, where no technology spares any of it."""
    corp = state.corps[player]
    planet = max(range(PLANET_COUNT), key=lambda it: len(corp.fleets[it]))
    ships, cost = len(corp.fleets[planet]), maintenance(state, player, planet)
    if ships < SHIPS_WITHOUT_UPKEEP or cost != upkeep(corp, planet):
        return
    answers, right = three_numbers(cost, UPKEEP_PER_SHIP)
    words = _(
        "Your ships at {planet}: {number}. How many credits does this fleet cost in a turn?",
        number=ships,
        planet=planet_words(state.book, planet),
    )
    why = _(
        "The first {number} cost nothing, each further one {credits}.",
        number=SHIPS_WITHOUT_UPKEEP,
        credits=UPKEEP_PER_SHIP,
    )
    yield AskedAhead("maintenance", words, answers, right, why, 7)


def _strike(state: State, player: int) -> Iterator[AskedAhead]:
    prestige = state.corps[player].prestige
    if state.corps[player].struck or not 0 < prestige <= MOST_ATTACKS:
        return
    words = _(
        "Your prestige is {number}. How many attacks in a turn make your people strike?", number=prestige
    )
    why = _("Each attack costs 1 prestige, and at 0 your people strike.")
    yield AskedAhead("strike", words, ("1", "2", "3"), prestige - 1, why, 2)
