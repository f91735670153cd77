"""A broken-off game laid out again: what lies in each area, what is there, and what lies otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from companion.games.contract import MIDDLE, Fact, Spot, State, seat_zone
from companion.table.differences import DifferenceTexts, differences
from companion.table.observation import SeenTable
from companion.table.table import Table

NOTHING = (0, "", "no", "none", "nobody", None, False)
"""Values of facts for which nothing lies on the table."""
MOST_OF_A_FAMILY = 12


@dataclass(frozen=True, slots=True)
class LaidPiece:
    """face: the side that is up. place: where it belongs, in words. wrong: what a camera sees instead, in
    words; "": nothing wrong."""

    tile: str
    name: str
    face: str
    place: str
    there: bool
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Area:
    """id: of the zone, or of the seat. seat: whose it is; None: shared. facts: what lies
    there besides tagged pieces, as far as everybody may know; lines: and besides these. ticked: somebody has
    laid all of it."""

    id: str
    seat: int | None
    pieces: tuple[LaidPiece, ...]
    facts: tuple[Fact, ...]
    ticked: bool
    lines: tuple[str, ...] = ()

    @property
    def done(self) -> Literal["", "camera", "touch"]:
        if self.ticked:
            return "touch"
        seen = bool(self.pieces) and all(piece.there for piece in self.pieces)
        return "camera" if seen and not self.facts and not self.lines else ""

    @property
    def found(self) -> int:
        return sum(piece.there for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class LaidTable:
    """strangers: sentences about tagged pieces that lie on the table and belong elsewhere."""

    areas: tuple[Area, ...]
    strangers: tuple[str, ...]


def laid_table(
    table: Table[State], state: State, ticked: frozenset[str], seen: SeenTable | None
) -> LaidTable:
    """The table as it lay in `state`, one of its own. ticked: areas by id that somebody has laid; seen: what
    a camera reports, None: none looks."""
    game = table.game
    players = len(table.setup.players)
    layout = game.tracking.layout(state)
    texts = DifferenceTexts(game, table.setup)
    other = {it.tile: it for it in differences(layout, seen)} if seen is not None else {}
    facts = _laid_facts(game.facts(game.view(state, None)))
    zones: dict[str, int | None] = {zone.name: zone.seat for zone in game.tracking.plan(players).zones}
    for seat in (None, *range(players)):  # a game without tagged pieces has no zones
        if seat not in zones.values():
            zones[MIDDLE if seat is None else seat_zone(seat)] = seat
    areas, besides = [], dict.fromkeys((None, *range(players)))
    for name, seat in zones.items():
        pieces = tuple(
            LaidPiece(
                tile,
                texts.tile(tile),
                spot.face,
                texts.place(tile, spot),
                _is_there(tile, spot, seen),
                texts.differ(other[tile]) if tile in other and other[tile].seen is not None else "",
            )
            for tile, spot in sorted(layout.items())
            if spot.zone == name
        )
        own = tuple(fact for fact in facts if fact.player == seat)
        # Of a player with several zones they stand at the first.
        lines = game.lies(state, seat) if seat in besides else ()
        besides.pop(seat, None)
        if pieces or own or lines:
            areas.append(Area(name, seat, pieces, own, name in ticked, lines))
    strangers = tuple(texts.differ(it) for it in other.values() if it.expected is None)
    return LaidTable(tuple(areas), strangers)


def _is_there(tile: str, spot: Spot, seen: SeenTable | None) -> bool:
    lying = seen.spots.get(tile) if seen is not None else None
    return lying is not None and lying.zone == spot.zone and (not spot.face or lying.face == spot.face)


def _laid_facts(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Those for which something has to be laid: none of a thing is left out, and so is a shared family of
    many facts, which says of each piece where it is."""
    shared = Counter(fact.path.partition("/")[0] for fact in facts if fact.player is None)
    return tuple(
        fact
        for fact in facts
        if fact.value not in NOTHING
        and (fact.player is not None or shared[fact.path.partition("/")[0]] <= MOST_OF_A_FAMILY)
    )
