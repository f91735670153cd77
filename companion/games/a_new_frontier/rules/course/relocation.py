"""Strategic relocation: up to 2 ships each way between two planets, beside everything else (p. 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from companion.games.a_new_frontier.rules.course.planet import MAX_SHIPS
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.plans import RELOCATION_COST
from companion.games.a_new_frontier.rules.state import (
    HIDDEN_SHIP,
    PLANET_COUNT,
    Corp,
    State,
    gain,
    with_fleet,
    with_plan,
)
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Allocation, Place, Question, Token, frozen, later
from companion.translation import _

PAGE = 7
MAX_SHIPS_MOVED = 2
"""Ships in each direction, and ships more than before in a fleet."""


@dataclass(frozen=True)
class Relocate(SeatMove):
    """Move ships between two planets: token "planet:ship" onto "to-planet"; empty: nothing moves (p. 7)."""

    do: ClassVar[str] = "relocate"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        return _("{player} relocates ships", player=self.who(state))

    def apply(self, state: State) -> State:
        ways = _ways(self.laid)
        fleets = _fleets_after(state.corps[self.seat], ways)
        for planet in sorted(_touched(ways)):
            state = with_fleet(state, self.seat, planet, tuple(fleets[planet].elements()))
        return state.with_corp(self.seat, relocating=False)


MOVES = (Relocate,)


@dataclass(frozen=True)
class RelocationForm(Allocation):
    """Ships to other planets. It also refuses too many planets, and fleets that no longer fit."""

    corp: Corp = field(kw_only=True, compare=False, repr=False)

    def problem(self, value: object) -> str:
        return super().problem(value) or _problem(self.corp, frozen(value))


def _problem(corp: Corp, laid: PlacedTokens) -> str:
    """Why a corporation may not move these ships; "": it may."""
    ways = _ways(laid)
    most_planets = 3 if "operations-1B" in corp.techs else 2
    if any(start == end for start, end in ways) or len(_touched(ways)) > most_planets:
        return _("Ships move between {count} planets at most.", count=most_planets)
    if any(len(ships) > MAX_SHIPS_MOVED for ships in ways.values()):
        return _("At most 2 ships move from one planet to another.")
    fleets = _fleets_after(corp, ways)
    for planet in _touched(ways):
        now, size = fleets[planet], fleets[planet].total()
        if min(now.values(), default=0) < 0 or not 1 <= size <= MAX_SHIPS:
            return _("A fleet has 1 to 9 ships.")
        if size > len(corp.fleets[planet]) + MAX_SHIPS_MOVED:
            return _("A fleet does not grow by more than 2 ships.")
    return ""


_Ways = Mapping[tuple[int, int], list[str]]
"""The ships that move, by (from planet, to planet)."""


def _ways(laid: PlacedTokens) -> _Ways:
    ways: dict[tuple[int, int], list[str]] = {}
    for token, place, count in laid:
        planet, _colon, ship = token.partition(":")
        way = (int(planet), int(place.removeprefix("to-")))
        ways.setdefault(way, []).extend([ship] * count)
    return ways


def _touched(ways: _Ways) -> set[int]:
    return {planet for way in ways for planet in way}


def _fleets_after(corp: Corp, ways: _Ways) -> list[Counter[str]]:
    fleets = [Counter(fleet) for fleet in corp.fleets]
    for (start, end), ships in ways.items():
        fleets[start].subtract(ships)
        fleets[end].update(ships)
    return fleets


def begin(state: State) -> State:
    """Opens it, after the planet phase, for all who paid."""
    for seat in state.seats:
        plan = state.corps[seat].plan
        if plan is not None and plan.relocation:
            state = gain(state, seat, "credits", -RELOCATION_COST, "strategic relocation")
            state = with_plan(state, seat, relocation=False).with_corp(seat, relocating=True)
            state = state.noted("relocation", seat=seat)
    return state


def form(state: State, seat: int) -> RelocationForm:
    corp, book = state.corps[seat], state.book
    tokens, places = [], []
    for planet in range(PLANET_COUNT):
        if planet == state.storm:
            continue
        for ship, count in sorted(Counter(corp.fleets[planet]).items()):
            if ship != HIDDEN_SHIP:
                words = _("{ship} at {planet}", ship=book.ships[ship].name, planet=planet_words(book, planet))
                tokens.append(Token(f"{planet}:{ship}", words, min(count, MAX_SHIPS_MOVED)))
        places.append(Place(f"to-{planet}", _("to {planet}", planet=planet_words(book, planet))))
    return RelocationForm(tuple(tokens), tuple(places), corp=corp)


def questions(state: State, seat: int) -> tuple[Question, ...]:
    if not state.corps[seat].relocating:
        return ()
    text = later(
        lambda: _("{player}: strategic relocation, until your R & D.", player=state.corps[seat].name)
    )
    return (ask(Relocate, seat, text, PAGE, secret=True, form=later(form, state, seat), optional=True),)
