"""Seats the players around the tablet: each at one of its edges, the page turned to whoever answers.

Seats go clockwise round the table, the first one at the lower left, as the camera's zones do. People may
say otherwise on the table's settings page; kept in the table's page settings as `edges` ("s", "n", "e" or "w"
for each seat) and `one_way` (all text the same way up: everybody on one side, or a screen on the wall).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

EDGES = ("n", "w", "e", "s")
USUAL_EDGES = {1: "s", 2: "sn", 3: "sne", 4: "snns", 5: "snnes", 6: "swnnes"}
"""The edge of each seat by the number of players."""
MAX_SEATS_PER_EDGE = {"n": 3, "s": 3, "w": 2, "e": 2}
"""The number of player areas that fit along an edge."""


@dataclass(frozen=True, slots=True)
class Seating:
    """edges: each edge with the seats along it, in the order in which the page lists them: from the left as
    the edge's players see it, at the right edge from the top. asked: the seats that are asked something.
    facing: the edge that the question faces."""

    edges: tuple[tuple[str, tuple[object, ...]], ...]
    asked: frozenset[int]
    facing: str
    one_way: bool = False


def edges_of(players: int, pages: Mapping[str, object]) -> str:
    """The edge of each seat, one letter a seat: as chosen, else as usual for so many players."""
    chosen = pages.get("edges")
    if isinstance(chosen, str) and len(chosen) == players and has_room(chosen):
        return chosen
    return USUAL_EDGES.get(players, "s" * players)


def has_room(edges: str) -> bool:
    """Whether these are edges, and none has more seats than it has room for."""
    return set(edges) <= set(EDGES) and all(edges.count(edge) <= MAX_SEATS_PER_EDGE[edge] for edge in EDGES)


def seating(seats: Sequence[object], asked: Iterable[int | None], pages: Mapping[str, object]) -> Seating:
    """The layout of a table's page. seats: values with a `number`; asked: the seats of the open questions."""
    one_way = pages.get("one_way") is True
    at = edges_of(len(seats), pages)
    if one_way:
        # Nobody reads upside down: the nearer half of the seats below, the others above.
        at = "".join("s" if edge in "se" else "n" for edge in USUAL_EDGES.get(len(seats), at))
    sides = []
    for edge in EDGES:
        along = _clockwise(seats, at, edge)
        # Seen from above clockwise is to the left of whoever looks at the middle.
        if not (edge == "e" or (edge == "n" and one_way)):
            along = along[::-1]
        sides.append((edge, tuple(along)))
    who = frozenset(seat for seat in asked if seat is not None)
    facing = at[next(iter(who))] if len(who) == 1 and not one_way else "s"
    return Seating(tuple(sides), who, facing, one_way)


def _clockwise(seats: Sequence[object], at: str, edge: str) -> list[object]:
    """The seats along an edge, clockwise. Where all sit at one edge, the first is at the left."""
    start = next((n for n in range(len(at)) if at[n - 1] != edge and at[n] == edge), 0)
    if set(at) == {edge}:
        return list(reversed(seats))
    turned = [*range(start, len(at)), *range(start)]
    return [seats[n] for n in turned if at[n] == edge]
