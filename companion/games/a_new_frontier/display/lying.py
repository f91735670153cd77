"""What lies on the table besides what facts say, for whoever lays a broken-off game out again.

The ships of a fleet are its owner's secret: here stands how many there are, the own phone names them. Of
a fleet that lies open facts say each ship.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, State
from companion.games.a_new_frontier.wording.names import (
    agenda_words,
    facility_words,
    mission_words,
    planet_words,
    tech_words,
)
from companion.translation import _, listed, plural


def in_middle(state: State) -> Iterator[str]:
    if not state.over:
        yield _("The power-up token: {planet}", planet=planet_words(state.book, state.power_up))
    if state.offered:
        missions = listed(mission_words(each, state.book) for each in state.offered)
        yield _("Missions in the top row: {missions}", missions=missions)
    for policy, agenda, planet in state.agendas:
        yield _("Agenda in force: {agenda}", agenda=agenda_words(state.book, policy, agenda, planet))
    for level, count in sorted(Counter(state.colonies).items()):
        yield plural(
            "{number} free colony of level {level}",
            "{number} free colonies of level {level}",
            count,
            level=level,
        )
    for each in state.attacks:
        attacker, target = state.corps[each.attacker].name, state.corps[each.target].name
        where = planet_words(state.book, each.planet)
        yield _("{attacker} attacks {target} at {planet}", attacker=attacker, target=target, planet=where)


def with_seat(state: State, seat: int) -> Iterator[str]:
    corp, book = state.corps[seat], state.book
    for planet in range(PLANET_COUNT):
        if HIDDEN_SHIP in corp.fleets[planet]:
            yield plural(
                "Fleet at {planet}: {number} ship, which the own phone names",
                "Fleet at {planet}: {number} ships, which the own phone names",
                len(corp.fleets[planet]),
                planet=planet_words(book, planet),
            )
    for id, planet in corp.laid_techs:
        yield _(
            "The token of {tech} at {planet}", tech=tech_words(id, book), planet=planet_words(book, planet)
        )
    waiting = [facility_words(kind) for kind, planet in corp.facilities if planet < 0]
    if waiting:
        yield _("To be placed in the next R & D phase: {facilities}.", facilities=listed(waiting))
    coming = listed(tech_words(id, book) for id in corp.coming)
    if coming:
        yield _("From the next turn on: {techs}", techs=coming)
    if corp.wormhole:
        yield _("An exploration token at the wormhole")
    if corp.missions:
        yield _(
            "Open missions: {missions}", missions=listed(mission_words(each, book) for each in corp.missions)
        )
    for planet in corp.loans:
        yield _("A loan token at {planet}", planet=planet_words(book, planet))
    if corp.planned:
        yield _("The planning board, as the own phone says")
