"""Where the players sit around the tablet: each at one of its edges, the page turned towards whoever answers.

Seats go clockwise round the table, the first one at the lower left, as the camera's zones do. People may
say otherwise on the table's settings page; kept in the table's page settings as `edges` ("s", "n", "e" or "w"
for each seat) and `one_way` (all text the same way up: everybody on one side, or a screen on the wall).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

EDGES = ("n", "w", "e", "s")
USUAL = {1: "s", 2: "sn", 3: "sne", 4: "snns", 5: "snnes", 6: "swnnes"}
"""The edge of each seat by the number of players."""


@dataclass(frozen=True, slots=True)
class Seating:
    """edges: each edge with the seats along it, from the left as its players see it. asked: the seats that
    are asked something. facing: the edge that the question faces."""

    edges: tuple[tuple[str, tuple[Any, ...]], ...]
    asked: frozenset[int]
    facing: str
    one_way: bool = False


def edges_of(players: int, pages: Mapping[str, Any]) -> str:
    """The edge of each seat, one letter a seat: as chosen, else as usual for so many players."""
    chosen = pages.get("edges")
    if isinstance(chosen, str) and len(chosen) == players and set(chosen) <= set(EDGES):
        return chosen
    return USUAL.get(players, "s" * players)


def seating(seats: Sequence[Any], asked: Iterable[int | None], pages: Mapping[str, Any]) -> Seating:
    """How a table's page lies. seats: values with a `number`; asked: whom the open questions ask."""
    one_way = pages.get("one_way") is True
    at = edges_of(len(seats), pages)
    if one_way:
        # Nobody reads upside down: the nearer half of the seats below, the others above.
        at = "".join("s" if edge in "se" else "n" for edge in at)
    sides = []
    for edge in EDGES:
        along = [seat for seat, its in zip(seats, at, strict=True) if its == edge]
        # Clockwise is from right to left on the near edge, but the first seat sits at its left.
        if edge == "s":
            along = along[:1] + along[:0:-1] if at[0] == "s" else along[::-1]
        if edge == "n" and not one_way:
            along = along[::-1]
        sides.append((edge, tuple(along)))
    who = frozenset(seat for seat in asked if seat is not None)
    facing = at[next(iter(who))] if len(who) == 1 and not one_way else "s"
    return Seating(tuple(sides), who, facing, one_way)
