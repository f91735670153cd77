"""The ships of a fleet as things to choose from, and the moves that choose some of them to go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from companion.games.a_new_frontier.rules.moves import SeatMove
from companion.games.a_new_frontier.rules.state import State
from companion.games.contract import Item, Json, Subset
from companion.translation import _, listed, times


def items_of(ships: Iterable[str]) -> tuple[str, ...]:
    """An id for each ship: "kraken:0", "kraken:1", .."""
    seen: dict[str, int] = {}
    found = []
    for ship in ships:
        number = seen.get(ship, 0)
        seen[ship] = number + 1
        found.append(f"{ship}:{number}")
    return tuple(found)


def kind_of(item: str) -> str:
    """The kind of ship of an item."""
    return item.partition(":")[0]


def ship_names(state: State, ships: Iterable[str]) -> str:
    """ "1 × Kraken and 2 × Stingray"."""
    kinds = state.book.ships
    return listed(
        times(count, kinds[ship].name if ship in kinds else ship)
        for ship, count in sorted(Counter(ships).items())
    )


def ships_form(state: State, seat: int, planet: int, least: int, most: int | None, usual: int = 0) -> Subset:
    """From `least` to `most` ships of a fleet. usual: how many a page begins with, the cheapest."""
    book = state.book.shown.ships
    items = []
    fleet = items_of(state.corps[seat].fleets[planet])
    cheapest = sorted(
        fleet, key=lambda item: (book[kind_of(item)].cost if kind_of(item) in book else 0, item)
    )
    for item in fleet:
        ship = kind_of(item)
        items.append(Item(item, book[ship].name if ship in book else ship, 1))
    return Subset(tuple(items), least, most, _("Ships"), usual=tuple(cheapest[:usual]))


@dataclass(frozen=True)
class ShipsMove(SeatMove):
    """Ships of a fleet that go, by kind and in the order of the alphabet: which of several alike it is does
    not matter."""

    ships: tuple[str, ...]

    def __post_init__(self) -> None:
        # Before the gate has seen it, a move that no journal or device made may hold anything.
        if isinstance(self.ships, tuple):
            object.__setattr__(self, "ships", tuple(sorted(self.ships)))

    @classmethod
    def of(cls, player: int | None, value: Json) -> Self:
        return cls(player, tuple(kind_of(item) for item in value))

    @property
    def value(self) -> Json:
        return items_of(self.ships) if isinstance(self.ships, tuple) else self.ships

    def words(self, state: State) -> str:
        if not self.ships:
            return _("{player} loses no ship", player=self.who(state))
        return _("{player} loses {ships}", player=self.who(state), ships=ship_names(state, self.ships))
