"""A corporation as a page shows it: its numbers, its part of each planet, its plan."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.a_new_frontier.display.plan_view import PlanLine, plan_lines
from companion.games.a_new_frontier.display.reminders import reminders
from companion.games.a_new_frontier.rules import archaeotech
from companion.games.a_new_frontier.rules.planet import maintenance
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.setup import suite
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, Corp, State
from companion.games.a_new_frontier.wording.names import (
    facility_with_text,
    facility_words,
    faction_words,
    mission_words,
    suite_words,
    tech_with_text,
    tech_words,
)


@dataclass(frozen=True, slots=True)
class Area:
    """A corporation's part of a planet. ships: words, or how many there are where they are hidden."""

    planet: str
    mine: int
    ships: tuple[str, ...]
    size: int
    upkeep: int
    facilities: tuple[str, ...]
    attack: str
    loan: bool
    stormy: bool


@dataclass(frozen=True, slots=True)
class Board:
    """One corporation as a page shows it. influence: "?" where nobody told the track."""

    seat: int
    name: str
    colour: str
    faction: str
    place: int | None
    vp: int
    credits: int
    free: int | None
    prestige: int
    influence: int | str
    archaeotech: int
    areas: tuple[Area, ...]
    techs: tuple[str, ...]
    coming: tuple[str, ...]
    facilities: tuple[str, ...]
    colonies: tuple[int, ...]
    wormhole: bool
    missions: tuple[str, ...]
    completed: tuple[tuple[str, int], ...]
    finished: bool
    struck: bool
    plan: tuple[PlanLine, ...]
    reminders: tuple[str, ...]
    named: tuple[str, ...]


def board_of(state: State, seat: int, player: int | None) -> Board:
    corp = state.corps[seat]
    own = seat == player
    completed = Counter(suite_words(suite(each)) for each in corp.completed)
    return Board(
        seat,
        corp.name,
        corp.colour,
        faction_words(corp.faction, state.book),
        state.track.index(seat) + 1 if seat in state.track else None,
        corp.vp,
        corp.credits,
        free_credits(state, seat) if own and corp.plan else None,
        corp.prestige,
        _influence(state, seat),
        corp.archaeotech,
        tuple(_area(state, corp, seat, planet) for planet in range(PLANET_COUNT)),
        tuple(tech_with_text(id, state.book) for id in corp.techs),
        tuple(tech_with_text(id, state.book) for id in corp.coming),
        _facility_texts(state, corp),
        corp.colonies,
        corp.wormhole,
        tuple(mission_words(each, state.book) for each in corp.missions),
        tuple(sorted(completed.items())),
        corp.planned,
        corp.struck,
        plan_lines(state, seat) if own else (),
        reminders(state, seat) if own else (),
        tuple(archaeotech.with_text(state, id) for id in corp.named),
    )


def _facility_texts(state: State, corp: Corp) -> tuple[str, ...]:
    """What the own facilities say, where somebody typed it; where they stand is told beside the planets."""
    kinds = dict.fromkeys(kind for kind, _planet in corp.facilities)
    return tuple(
        facility_with_text(kind, state.book) for kind in kinds if state.book.text(f"facility-{kind}")
    )


def _influence(state: State, seat: int) -> int | str:
    if state.influence:
        return state.influence[seat]
    known = state.book.known_influence(state.corps[seat].prestige)
    return "?" if known is None else known


def _area(state: State, corp: Corp, seat: int, planet: int) -> Area:
    fleet = corp.fleets[planet]
    counts = Counter(ship for ship in fleet if ship != HIDDEN_SHIP)
    attack = next(
        (
            state.corps[each.target].name
            for each in state.attacks
            if each.attacker == seat and each.planet == planet
        ),
        "",
    )
    return Area(
        state.book.planets[planet],
        corp.mines[planet],
        tuple(f"{count} × {state.book.ships[ship].name}" for ship, count in sorted(counts.items())),
        len(fleet),
        maintenance(state, seat, planet),
        (
            *(facility_words(kind) for kind in corp.facilities_at(planet)),
            *(tech_words(id, state.book) for id, where in corp.laid_techs if where == planet),
        ),
        attack,
        planet in corp.loans,
        planet == state.storm,
    )
