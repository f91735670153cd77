"""Starting fleets that each player divides: how a "Starting Fleet" (p. 3) lies on the planets is lost.

Usually the same ships stand at each planet. At a table that reads it as one fleet for all planets, each
player divides as many ships in secret, before the first turn is planned.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules.course.planet import MAX_SHIPS
from companion.games.a_new_frontier.rules.moves import PlacedTokens, SeatMove, ask
from companion.games.a_new_frontier.rules.setup import divides_fleets
from companion.games.a_new_frontier.rules.stage import OneStage
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, State, with_fleet
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Allocation, Place, Question, Running, Token, frozen, later
from companion.translation import _

PAGE = 3


@dataclass(frozen=True)
class FleetsStep:
    """left: seats that still divide their ships."""

    left: tuple[int, ...]


@dataclass(frozen=True)
class DivideFleet(SeatMove):
    """All ships of the start, onto places "at-0" to "at-3"."""

    do: ClassVar[str] = "divide-fleet"
    laid: PlacedTokens

    def words(self, state: State) -> str:
        return _("{player} has divided the starting fleet", player=self.who(state))

    def apply(self, state: State) -> State:
        step = state.step
        assert isinstance(step, FleetsStep)
        for planet in range(PLANET_COUNT):
            there = Counter({ship: count for ship, place, count in self.laid if place == f"at-{planet}"})
            state = with_fleet(state, self.seat, planet, tuple(there.elements()))
        return state.changed(step=FleetsStep(tuple(seat for seat in step.left if seat != self.seat)))


MOVES = (DivideFleet,)


@dataclass(frozen=True)
class FleetsForm(Allocation):
    """Ships onto planets. It also refuses a planet without a ship (p. 7)."""

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return wrong
        filled = {place for _token, place, _count in frozen(value)}
        return "" if len(filled) == PLANET_COUNT else _("A fleet must always have at least 1 ship.")


def form(state: State, seat: int) -> FleetsForm:
    """usual: the same ships at each planet."""
    book = state.book
    kinds = Counter(ship for fleet in state.corps[seat].fleets for ship in fleet)
    # In a view the ships of other seats are hidden.
    names = {ship: ship if ship == HIDDEN_SHIP else book.ships[ship].name for ship in kinds}
    tokens = tuple(Token(ship, names[ship], count) for ship, count in kinds.items())
    places = tuple(
        Place(f"at-{planet}", planet_words(book, planet), MAX_SHIPS, group=planet_words(book, planet))
        for planet in range(PLANET_COUNT)
    )
    total = kinds.total()
    usual = tuple(
        (ship, f"at-{planet}", count)
        for planet, fleet in enumerate(state.corps[seat].fleets)
        for ship, count in Counter(fleet).items()
    )
    return FleetsForm(
        tokens,
        places,
        total,
        total,
        (Running(_("Ships"), total, tuple((ship, 1) for ship in kinds)),),
        _("That is my fleet"),
        usual,
        _("The same everywhere"),
    )


def begin(state: State) -> State:
    """The phase in which fleets are divided, where the table does so; else planning."""
    if not divides_fleets(state):
        return state.changed(phase="planning")
    return state.changed(phase="fleets", step=FleetsStep(tuple(state.seats)))


class DividingFleets(OneStage):
    key = "fleets"

    def asked(self, state: State) -> tuple[int | None, ...]:
        step = state.step
        assert isinstance(step, FleetsStep)
        return step.left

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _("{player}: divide your starting fleet.", player=state.corps[seat].name)
        return ask(DivideFleet, seat, text, PAGE, secret=True, form=later(form, state, seat))
