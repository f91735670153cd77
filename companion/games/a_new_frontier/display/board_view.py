"""A corporation as a page shows it: its numbers, its part of each planet, its plan."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.a_new_frontier.display.plan_view import PlanLine, plan_lines
from companion.games.a_new_frontier.display.reminders import reminders
from companion.games.a_new_frontier.display.signs import Chip, Line, Sign
from companion.games.a_new_frontier.rules import archaeotech
from companion.games.a_new_frontier.rules.course.planet import maintenance
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.setup import suite
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, Corp, State, held
from companion.games.a_new_frontier.wording.names import (
    facility_with_text,
    facility_words,
    faction_words,
    mission_words,
    planet_words,
    suite_words,
    tech_with_text,
    tech_words,
)
from companion.translation import _, listed, plural, times


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

    @property
    def attributes(self) -> dict[str, str]:
        """Of its line."""
        return {"class": "quiet"} if self.stormy else {}

    @property
    def attack_words(self) -> str:
        return _("attacks {target}", target=self.attack) if self.attack else ""

    @property
    def size_words(self) -> str:
        return plural("{number} ship", "{number} ships", self.size)

    @property
    def lies(self) -> str:
        """Ships and facilities that lie there, in words."""
        ships = listed(self.ships) if self.ships else self.size_words
        return f"{ships} · {listed(self.facilities)}" if self.facilities else ships

    @property
    def signs(self) -> tuple[Sign, ...]:
        """The same in short; who attacks has a sign without a number."""
        signs = [Sign("mine", "", self.mine), Sign("fleet", "", self.size)]
        if self.facilities:
            signs.append(Sign("facility", "", len(self.facilities)))
        if self.attack:
            signs.append(Sign("attack", ""))
        return tuple(signs)


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

    @property
    def free_words(self) -> str:
        """What is left of the credits once the plan is paid, "": all or nobody knows."""
        if self.free is None or self.free == self.credits:
            return ""
        return plural("{number} free", "{number} free", self.free)

    @property
    def chips(self) -> tuple[Chip, ...]:
        found = (
            (self.struck, Chip(_("on strike"), "warning", warns=True)),
            (self.finished, Chip(_("finished"), "check")),
        )
        return tuple(chip for holds, chip in found if holds)

    @property
    def counts(self) -> tuple[Sign, ...]:
        """How many there are of what `belongings` names."""
        counted = (
            Sign("tech", _("Technologies"), len(self.techs) + len(self.coming)),
            Sign("mission", _("Missions to accomplish"), len(self.missions)),
            Sign("colony", _("Colonies"), len(self.colonies)),
            Sign("archaeotech", _("Archaeotechs"), len(self.named)),
        )
        completed = (Sign("check", _("Completed"), count, suite) for suite, count in self.completed)
        return (*(sign for sign in counted if sign.count), *completed)

    @property
    def belongings(self) -> tuple[Line, ...]:
        """What it has besides its part of each planet."""
        coming = _("from the next turn: {techs}", techs=listed(self.coming)) if self.coming else ""
        colonies = ", ".join(map(str, self.colonies))
        if self.wormhole:
            colonies += " " + _("a token on the wormhole")
        lines = (
            Line(_("Archaeotechs"), listed(self.named)),
            Line(_("Technologies"), listed(self.techs), coming),
            Line(_("Facilities"), listed(self.facilities)),
            Line(_("Colonies"), colonies),
            Line(_("Missions to accomplish"), listed(self.missions)),
            Line(_("Completed"), ", ".join(times(count, suite) for suite, count in self.completed)),
        )
        return tuple(line for line in lines if line.words or line.later)


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
        tuple(archaeotech.with_text(state, id) for id in held(state, seat)),
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
        planet_words(state.book, planet),
        corp.mines[planet],
        tuple(times(count, state.book.ships[ship].name) for ship, count in sorted(counts.items())),
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
