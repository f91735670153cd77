"""Facts: whatever the tracker holds, to be overruled by name."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.rules.fight.stage import stage_of
from companion.games.a_new_frontier.rules.planet_state import PlanetStep
from companion.games.a_new_frontier.rules.setup import by_the_pages, missions, suite
from companion.games.a_new_frontier.rules.state import (
    HIDDEN_SHIP,
    MAX_PRESTIGE,
    PLANET_COUNT,
    State,
    put,
    with_archaeotech,
)
from companion.games.a_new_frontier.wording.names import facility_words, planet_words, suite_words, tech_words
from companion.games.contract import Each, FactRow, FactRows, Illegal
from companion.games.contract.fact_rows import Together
from companion.translation import _, marked

S = TypeVar("S", bound=State)

NOWHERE = "none"
PLANETS = tuple(f"planet-{n}" for n in range(1, PLANET_COUNT + 1))
"""Values of the fact where the storm is."""

Row = FactRow[State]
PLAYER = Each[State].player(lambda state: [corp.name for corp in state.corps])
ON_TRACK = PLAYER.among(lambda state: state.track if len(state.track) == len(state.corps) else ())
PLANET = Each[State](
    "planet",
    lambda _state, *_keys: range(PLANET_COUNT),
    lambda state, planet: planet_words(state.book, planet),
)
SHIP = Each[State](
    "ship",
    lambda state, seat, at: () if HIDDEN_SHIP in state.corps[seat].fleets[at] else state.book.ships,
    lambda state, id: state.book.ships[id].name,
)
TECH = Each[State](
    "tech", lambda state, _seat: state.book.techs, lambda state, id: tech_words(id, state.book)
)
FACILITY = Each[State](
    "facility", lambda state, _seat: state.book.facilities, lambda _state, kind: facility_words(kind)
)
LEVEL = Each[State](
    "level",
    lambda state, _seat: sorted(set(state.book.shown.colony_levels)),
    lambda _state, level: str(level),
)
SUITE = Each[State](
    "suite",
    lambda state, _seat: dict.fromkeys(map(suite, missions(state.book, len(state.corps)))),
    lambda _state, name: suite_words(name),
)


credits_held = Row("credits", marked("{player}: credits"), (PLAYER,), of="corps.player.credits", highest=300)
vp = Row("vp", marked("{player}: VP"), (PLAYER,), of="corps.player.vp", lowest=-300, highest=300)
prestige = Row(
    "prestige", marked("{player}: prestige"), (PLAYER,), of="corps.player.prestige", highest=MAX_PRESTIGE
)
bonus = Row(
    "bonus",
    marked("{player}: technology levels from colonies"),
    (PLAYER,),
    of="corps.player.bonus",
    highest=9,
)
mine = Row(
    "mine",
    marked("{player}: mine at {planet}"),
    (PLAYER, PLANET),
    of="corps.player.mines.planet",
    lowest=1,
    highest=8,
)


@Row("archaeotech", marked("{player}: archaeotech"), (PLAYER,), of="corps.player.archaeotech", highest=3)
def archaeotech(state: State, value: int, seat: int) -> State:
    return with_archaeotech(state, seat, value)


@Row(
    "ships",
    marked("{player}: {ship} at {planet}"),
    (PLAYER, PLANET, SHIP),
    of=lambda s, seat, planet, ship: s.corps[seat].fleets[planet].count(ship),
    highest=9,
)
def ships(state: State, value: int, seat: int, planet: int, ship: str) -> State:
    """The fleet with so many ships of a kind; the Storage Area gives or takes the difference."""
    fleet = state.corps[seat].fleets[planet]
    others = tuple(each for each in fleet if each != ship)
    by = fleet.count(ship) - value
    stock = tuple((kind, n + by if kind == ship else n) for kind, n in state.stock)
    fleets = put(state.corps[seat].fleets, planet, tuple(sorted((*others, *(ship,) * value))))
    return _casualties_anew(state.with_corp(seat, fleets=fleets).changed(stock=stock), seat, planet)


def _casualties_anew(state: State, seat: int, planet: int) -> State:
    """Whoever has told the casualties of a fleet that is corrected is asked for them once more."""
    step = state.step
    it = step.fight if isinstance(step, PlanetStep) else None
    told = it is not None and it.planet == planet and it.lost[seat] is not None
    stage = "" if it is None else stage_of(it).after_correction
    if it is None or not told or not stage or not by_the_pages(state):
        return state
    withdrawn = tuple(each for each in it.withdrawn if each != seat)
    it = it.changed(stage=stage, lost=put(it.lost, seat, None), withdrawn=withdrawn)
    return state.changed(step=step.changed(fight=it))


@Row(
    "tech",
    marked("{player}: {tech}"),
    (PLAYER, TECH),
    of=lambda s, seat, id: id in s.corps[seat].techs,
    choices=bool,
)
def tech(state: State, there: bool, seat: int, id: str) -> State:
    corp = state.corps[seat]
    techs = tuple(each for each in corp.techs if each != id)
    coming = tuple(each for each in corp.coming if each != id)
    return state.with_corp(seat, techs=(*techs, id) if there else techs, coming=coming)


@Row(
    "facility",
    marked("{player}: {facility} at {planet}"),
    (PLAYER, FACILITY, PLANET),
    of=lambda s, seat, kind, planet: (kind, planet) in s.corps[seat].facilities,
    choices=bool,
)
def facility(state: State, there: bool, seat: int, kind: str, planet: int) -> State:
    others = tuple(each for each in state.corps[seat].facilities if each != (kind, planet))
    return state.with_corp(seat, facilities=(*others, (kind, planet)) if there else others)


@Row(
    "colony",
    marked("{player}: level {level} colonies"),
    (PLAYER, LEVEL),
    of=lambda s, seat, level: s.corps[seat].colonies.count(level),
    highest=3,
)
def colony(state: State, value: int, seat: int, level: int) -> State:
    corp = state.corps[seat]
    others = tuple(each for each in corp.colonies if each != level)
    by = corp.colonies.count(level) - value
    free = list(state.colonies)
    for _n in range(-by):
        if level in free:
            free.remove(level)
    free += [level] * max(0, by)
    return state.with_corp(seat, colonies=tuple(sorted((*others, *(level,) * value)))).changed(
        colonies=tuple(sorted(free))
    )


@Row(
    "missions",
    marked("{player}: completed {suite} missions"),
    (PLAYER, SUITE),
    of=lambda s, seat, name: [suite(each) for each in s.corps[seat].completed].count(name),
    highest=8,
)
def completed(state: State, value: int, seat: int, name: str) -> State:
    """Completed missions of a suite: the first that nobody else has, as only the suite is of interest."""
    corp = state.corps[seat]
    own = [each for each in corp.completed if suite(each) == name]
    others = tuple(each for each in corp.completed if suite(each) != name)
    taken = {each for other in state.corps for each in (*other.completed, *other.missions)}
    spare = [
        each
        for each in (*state.removed, *state.unseen, *state.offered)
        if suite(each) == name and each not in taken
    ]
    wanted = (*own, *spare)[:value]
    gone = tuple(each for each in own if each not in wanted)
    return state.with_corp(seat, completed=(*others, *wanted)).changed(
        offered=tuple(each for each in state.offered if each not in wanted),
        unseen=tuple(each for each in state.unseen if each not in wanted),
        removed=(*(each for each in state.removed if each not in wanted), *gone),
    )


@Row(
    "storm",
    marked("The electrical storm"),
    of=lambda s: NOWHERE if s.storm is None else PLANETS[s.storm],
    choices=(NOWHERE, *PLANETS),
    said=lambda s, at: _("nowhere") if at == NOWHERE else planet_words(s.book, PLANETS.index(at)),
)
def storm(state: State, value: str) -> State:
    return state.changed(storm=None if value == NOWHERE else PLANETS.index(value))


prosperity = Row(
    "prosperity", marked("Prosperity tokens at {planet}"), (PLANET,), of="prosperity.planet", highest=20
)


@Row(
    "track",
    marked("{player}: place on the turn order track"),
    (ON_TRACK,),
    of=lambda s, seat: s.track.index(seat) + 1,
    lowest=1,
    highest=lambda s, _seat: len(s.corps),
)
def track(state: State, place: int, seat: int) -> State:
    others = [each for each in state.track if each != seat]
    return state.changed(track=(*others[: place - 1], seat, *others[place - 1 :]))


ROWS: FactRows[State] = FactRows(
    *(storm, prosperity, track),
    Together(
        PLAYER,
        *(credits_held, vp, prestige, archaeotech, bonus),
        Together(PLANET, mine, ships),
        *(tech, facility, colony, completed),
    ),
)


def with_book(state: S, book: Book) -> S:
    """The same table with other numbers; the exploration board keeps the colonies that are allied with."""
    free = Counter(book.shown.colony_levels)
    free.subtract(level for corp in state.corps for level in corp.colonies)
    if min(free.values(), default=0) < 0:
        raise Illegal(_("The exploration board lacks colonies that players are allied with."), 8)
    return state.changed(book=book, colonies=tuple(sorted(free.elements())))
