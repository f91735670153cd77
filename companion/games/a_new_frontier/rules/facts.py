"""Facts: whatever the tracker holds, to be overruled by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from companion.games.a_new_frontier.book import Book
from companion.games.a_new_frontier.registering import book_with_taught, is_taught
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
from companion.games.a_new_frontier.wording.names import facility_words, suite_words, tech_words
from companion.games.contract import Correction, Fact, Illegal, checked_fact
from companion.translation import _

S = TypeVar("S", bound=State)

MAX_CREDITS = 300
MAX_VP = 300
MAX_SHIPS_OF_A_KIND = 9
NO_PLANET = "none"
BEFORE_REMOVAL = ("casualties", "stays", "might")
"""Stages of a fight in which casualties may be told already, and are not yet removed."""


@dataclass(frozen=True, slots=True)
class Known:
    """A fact and the way to change it."""

    fact: Fact
    change: Callable[[State, object], State]


def _corp(state: State, seat: int) -> Iterator[Known]:
    corp = state.corps[seat]
    name = corp.name
    numbers = (
        ("credits", _("{player}: credits", player=name), corp.credits, 0, MAX_CREDITS),
        ("vp", _("{player}: VP", player=name), corp.vp, -MAX_VP, MAX_VP),
        ("prestige", _("{player}: prestige", player=name), corp.prestige, 0, MAX_PRESTIGE),
        ("archaeotech", _("{player}: archaeotech", player=name), corp.archaeotech, 0, 3),
        ("bonus", _("{player}: technology levels from colonies", player=name), corp.bonus, 0, 9),
    )
    for what, label, value, lowest, highest in numbers:
        yield Known(
            Fact(f"{what}/{seat}", label, value, lowest=lowest, highest=highest, player=seat),
            lambda state, new, what=what: _with_number(state, seat, what, new),  # type: ignore[misc]
        )
    for planet in range(PLANET_COUNT):
        place = state.book.planets[planet]
        yield Known(
            Fact(
                f"mine/{seat}/{planet}",
                _("{player}: mine at {planet}", player=name, planet=place),
                corp.mines[planet],
                lowest=1,
                highest=8,
                player=seat,
            ),
            lambda state, new, planet=planet: state.with_corp(  # type: ignore[misc]
                seat, mines=put(state.corps[seat].mines, planet, new)
            ),
        )
        yield from _fleet(state, seat, planet)


def _with_number(state: State, seat: int, what: str, number: object) -> State:
    assert isinstance(number, int)
    if what == "archaeotech":
        return with_archaeotech(state, seat, number)
    return state.with_corp(seat, **{what: number})


def _fleet(state: State, seat: int, planet: int) -> Iterator[Known]:
    corp = state.corps[seat]
    if HIDDEN_SHIP in corp.fleets[planet]:
        return
    have = Counter(corp.fleets[planet])
    for id, ship in state.book.ships.items():
        label = _(
            "{player}: {ship} at {planet}",
            player=corp.name,
            ship=ship.name,
            planet=state.book.planets[planet],
        )
        yield Known(
            Fact(
                f"ships/{seat}/{planet}/{id}",
                label,
                have[id],
                lowest=0,
                highest=MAX_SHIPS_OF_A_KIND,
                player=seat,
            ),
            lambda state, new, id=id: _with_ships(state, seat, planet, id, new),  # type: ignore[misc]
        )


def _with_ships(state: State, seat: int, planet: int, ship: str, number: object) -> State:
    """The fleet with so many ships of a kind; the Storage Area gives or takes the difference."""
    assert isinstance(number, int)
    fleet = state.corps[seat].fleets[planet]
    others = tuple(each for each in fleet if each != ship)
    by = fleet.count(ship) - number
    stock = tuple((kind, n + by if kind == ship else n) for kind, n in state.stock)
    fleets = put(state.corps[seat].fleets, planet, tuple(sorted((*others, *(ship,) * number))))
    return _casualties_anew(state.with_corp(seat, fleets=fleets).changed(stock=stock), seat, planet)


def _casualties_anew(state: State, seat: int, planet: int) -> State:
    """Whoever has told the casualties of a fleet that is corrected is asked for them once more."""
    step = state.step
    it = step.fight if isinstance(step, PlanetStep) else None
    told = it is not None and it.planet == planet and it.lost[seat] is not None
    if it is None or not told or it.stage not in BEFORE_REMOVAL or not by_the_pages(state):
        return state
    stage = "casualties" if it.stage == "stays" else it.stage
    withdrawn = tuple(each for each in it.withdrawn if each != seat)
    it = it.changed(stage=stage, lost=put(it.lost, seat, None), withdrawn=withdrawn)
    return state.changed(step=step.changed(fight=it))


def _belongings(state: State, seat: int) -> Iterator[Known]:
    """Technologies, facilities, colonies and missions."""
    corp = state.corps[seat]
    yes_no = ("yes", "no")
    yes_no_words = (_("yes"), _("no"))
    for id in state.book.techs:
        label = _("{player}: {tech}", player=corp.name, tech=tech_words(id, state.book))
        value = "yes" if id in corp.techs else "no"
        yield Known(
            Fact(f"tech/{seat}/{id}", label, value, yes_no, player=seat, said=yes_no_words),
            lambda state, new, id=id: _with_tech(state, seat, id, new == "yes"),  # type: ignore[misc]
        )
    for kind in state.book.facilities:
        for planet in range(PLANET_COUNT):
            label = _(
                "{player}: {facility} at {planet}",
                player=corp.name,
                facility=facility_words(kind),
                planet=state.book.planets[planet],
            )
            value = "yes" if (kind, planet) in corp.facilities else "no"
            yield Known(
                Fact(
                    f"facility/{seat}/{kind}/{planet}", label, value, yes_no, player=seat, said=yes_no_words
                ),
                lambda state, new, at=(kind, planet): _with_facility(  # type: ignore[misc]
                    state, seat, at, new == "yes"
                ),
            )
    for level in sorted(set(state.book.colony_levels)):
        label = _("{player}: level {level} colonies", player=corp.name, level=level)
        yield Known(
            Fact(
                f"colony/{seat}/{level}", label, corp.colonies.count(level), lowest=0, highest=3, player=seat
            ),
            lambda state, new, level=level: _with_colonies(state, seat, level, new),  # type: ignore[misc]
        )
    for name in dict.fromkeys(suite(each) for each in missions(state.book, len(state.corps))):
        label = _("{player}: completed {suite} missions", player=corp.name, suite=suite_words(name))
        count = sum(suite(each) == name for each in corp.completed)
        yield Known(
            Fact(f"missions/{seat}/{name}", label, count, lowest=0, highest=8, player=seat),
            lambda state, new, name=name: _with_missions(state, seat, name, new),  # type: ignore[misc]
        )


def _with_tech(state: State, seat: int, id: str, there: bool) -> State:
    corp = state.corps[seat]
    techs = tuple(each for each in corp.techs if each != id)
    coming = tuple(each for each in corp.coming if each != id)
    return state.with_corp(seat, techs=(*techs, id) if there else techs, coming=coming)


def _with_facility(state: State, seat: int, at: tuple[str, int], there: bool) -> State:
    others = tuple(each for each in state.corps[seat].facilities if each != at)
    return state.with_corp(seat, facilities=(*others, at) if there else others)


def _with_colonies(state: State, seat: int, level: int, number: object) -> State:
    assert isinstance(number, int)
    corp = state.corps[seat]
    others = tuple(each for each in corp.colonies if each != level)
    by = corp.colonies.count(level) - number
    free = list(state.colonies)
    for _n in range(-by):
        if level in free:
            free.remove(level)
    free += [level] * max(0, by)
    return state.with_corp(seat, colonies=tuple(sorted((*others, *(level,) * number)))).changed(
        colonies=tuple(sorted(free))
    )


def _with_missions(state: State, seat: int, name: str, number: object) -> State:
    """Completed missions of a suite: the first that nobody else has, as only the suite is of interest."""
    assert isinstance(number, int)
    corp = state.corps[seat]
    own = [each for each in corp.completed if suite(each) == name]
    others = tuple(each for each in corp.completed if suite(each) != name)
    taken = {each for other in state.corps for each in (*other.completed, *other.missions)}
    spare = [
        each
        for each in (*state.removed, *state.unseen, *state.offered)
        if suite(each) == name and each not in taken
    ]
    wanted = (*own, *spare)[:number]
    gone = tuple(each for each in own if each not in wanted)
    return state.with_corp(seat, completed=(*others, *wanted)).changed(
        offered=tuple(each for each in state.offered if each not in wanted),
        unseen=tuple(each for each in state.unseen if each not in wanted),
        removed=(*(each for each in state.removed if each not in wanted), *gone),
    )


def _table(state: State) -> Iterator[Known]:
    planets = tuple(f"planet-{n}" for n in range(1, PLANET_COUNT + 1))
    choice_words = (_("nowhere"), *state.book.planets)
    now = NO_PLANET if state.storm is None else planets[state.storm]
    yield Known(
        Fact("storm", _("The electrical storm"), now, (NO_PLANET, *planets), said=choice_words),
        lambda state, new: state.changed(storm=None if new == NO_PLANET else planets.index(str(new))),
    )
    for planet in range(PLANET_COUNT):
        label = _("Prosperity tokens at {planet}", planet=state.book.planets[planet])
        yield Known(
            Fact(f"prosperity/{planet}", label, state.prosperity[planet], lowest=0, highest=20),
            lambda state, new, planet=planet: state.changed(  # type: ignore[misc]
                prosperity=put(state.prosperity, planet, new)
            ),
        )
    if len(state.track) == len(state.corps):
        for seat in state.track:
            label = _("{player}: place on the turn order track", player=state.corps[seat].name)
            place = state.track.index(seat) + 1
            yield Known(
                Fact(f"track/{seat}", label, place, lowest=1, highest=len(state.corps), player=seat),
                lambda state, new, seat=seat: _with_place(state, seat, new),  # type: ignore[misc]
            )


def _with_place(state: State, seat: int, place: object) -> State:
    assert isinstance(place, int)
    others = [each for each in state.track if each != seat]
    others.insert(place - 1, seat)
    return state.changed(track=tuple(others))


def known(state: State) -> Iterator[Known]:
    yield from _table(state)
    for seat in state.seats:
        yield from _corp(state, seat)
        yield from _belongings(state, seat)


def facts(state: State) -> tuple[Fact, ...]:
    return tuple(each.fact for each in known(state))


def correct(state: State, correction: Correction) -> State:
    """The state with a fact overruled, or with an entry of the book that was taught. Raises Illegal."""
    if is_taught(correction):
        return with_book(state, book_with_taught(state.book, correction))
    found = next((each for each in known(state) if each.fact.path == correction.path), None)
    checked_fact(None if found is None else found.fact, correction)
    assert found is not None
    return found.change(state, correction.value)


def with_book(state: S, book: Book) -> S:
    """The same table with other numbers; the exploration board keeps the colonies that are allied with."""
    free = Counter(book.colony_levels)
    free.subtract(level for corp in state.corps for level in corp.colonies)
    if min(free.values(), default=0) < 0:
        raise Illegal(_("The exploration board lacks colonies that players are allied with."), 8)
    return state.changed(book=book, colonies=tuple(sorted(free.elements())))
