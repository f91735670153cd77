"""Strategic relocation: up to 2 ships each way between two planets, beside everything else (p. 7)."""

from __future__ import annotations

from collections import Counter

from companion.games.a_new_frontier.rules.decisions import PlacedTokens, Relocate
from companion.games.a_new_frontier.rules.planet import MAX_SHIPS
from companion.games.a_new_frontier.rules.planning_board import RELOCATION_COST
from companion.games.a_new_frontier.rules.state import (
    HIDDEN_SHIP,
    PLANET_COUNT,
    State,
    gain,
    with_fleet,
    with_plan,
)
from companion.games.contract import Allocation, Illegal, Place, Question, Token
from companion.translation import _

PAGE = 7
MAX_SHIPS_MOVED = 2
"""Ships in each direction, and ships more than before in a fleet."""


def begin(state: State) -> State:
    """Opens it, after the planet phase, for all who paid."""
    for seat in state.seats:
        plan = state.corps[seat].plan
        if plan is not None and plan.relocation:
            state = gain(state, seat, "credits", -RELOCATION_COST, "strategic relocation")
            state = with_plan(state, seat, relocation=False).with_corp(seat, relocating=True)
    return state


def form(state: State, seat: int) -> Allocation:
    corp, book = state.corps[seat], state.book
    tokens, places = [], []
    for planet in range(PLANET_COUNT):
        if planet == state.storm:
            continue
        for ship, count in sorted(Counter(corp.fleets[planet]).items()):
            if ship != HIDDEN_SHIP:
                words = _("{ship} at {planet}", ship=book.ships[ship].name, planet=book.planets[planet])
                tokens.append(Token(f"{planet}:{ship}", words, min(count, MAX_SHIPS_MOVED)))
        places.append(Place(f"to-{planet}", _("to {planet}", planet=book.planets[planet])))
    return Allocation(tuple(tokens), tuple(places))


def question(state: State, seat: int) -> Question:
    text = _("{player}: strategic relocation, until your R & D.", player=state.corps[seat].name)
    return Question(seat, "relocate", text, PAGE, secret=True, form=form(state, seat), optional=True)


def play(state: State, decision: Relocate) -> State:
    seat = decision.player
    if seat is None or not state.corps[seat].relocating:
        raise Illegal(_("There is no strategic relocation to do."), PAGE)
    if wrong := form(state, seat).problem(decision.laid):
        raise Illegal(wrong, PAGE)
    moves = _moves(decision.laid)
    corp = state.corps[seat]
    most_planets = 3 if "operations-1B" in corp.techs else 2
    touched = {planet for ways in moves for planet in ways}
    if any(start == end for start, end in moves) or len(touched) > most_planets:
        raise Illegal(_("Ships move between {count} planets at most.", count=most_planets), PAGE)
    if any(len(ships) > MAX_SHIPS_MOVED for ships in moves.values()):
        raise Illegal(_("At most 2 ships move from one planet to another."), PAGE)
    fleets = [Counter(fleet) for fleet in corp.fleets]
    for (start, end), ships in moves.items():
        fleets[start].subtract(ships)
        fleets[end].update(ships)
    for planet in touched:
        now, size = fleets[planet], fleets[planet].total()
        if min(now.values(), default=0) < 0 or not 1 <= size <= MAX_SHIPS:
            raise Illegal(_("A fleet has 1 to 9 ships."), PAGE)
        if size > len(corp.fleets[planet]) + MAX_SHIPS_MOVED:
            raise Illegal(_("A fleet does not grow by more than 2 ships."), PAGE)
    for planet in sorted(touched):
        state = with_fleet(state, seat, planet, tuple(fleets[planet].elements()))
    return state.with_corp(seat, relocating=False)


def _moves(laid: PlacedTokens) -> dict[tuple[int, int], list[str]]:
    moves: dict[tuple[int, int], list[str]] = {}
    for token, place, count in laid:
        planet, _colon, ship = token.partition(":")
        way = (int(planet), int(place.removeprefix("to-")))
        moves.setdefault(way, []).extend([ship] * count)
    return moves
