"""Where the table and the tracker differ, and how to say so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.games.game import MIDDLE, Difference, Game, Setup, Spot, seat_zone
from companion.table.seen import SeenTable


def differences(layout: Mapping[str, Spot], seen: SeenTable) -> tuple[Difference, ...]:
    """The tiles that lie otherwise than `layout` has them, by tile id, as far as anybody can see.

    Only watched zones count: a tile missing from, or lying in, a zone out of view is no difference. A tile
    whose tags contradict each other (`seen.conflicts`) is left out until they agree.
    """
    found = []
    for tile in sorted(layout.keys() | seen.spots.keys()):
        expected, spot = layout.get(tile), seen.spots.get(tile)
        if tile in seen.conflicts or expected == spot:
            continue
        if spot is not None and spot.zone not in seen.watching:
            continue
        if spot is None and expected is not None and expected.zone not in seen.watching:
            continue
        found.append(Difference(tile, expected, spot))
    return tuple(found)


class Speaker:
    """Says differences in sentences, with the players' names."""

    def __init__(self, game: Game[Any], setup: Setup) -> None:
        self._game = game
        self._zones = {MIDDLE: "in the middle"}
        self._zones |= {seat_zone(n): f"in {p.name}'s area" for n, p in enumerate(setup.players)}

    def tile(self, tile: str) -> str:
        info = self._game.tile(tile)
        return info.name if info else tile

    def place(self, tile: str, spot: Spot | None) -> str:
        """ "in Blue's area, colony side up"; without the face where the tile has one only."""
        if spot is None:
            return "not on the table"
        zone = self._zones.get(spot.zone, f"in the place {spot.zone}")
        info = self._game.tile(tile)
        if info is None or len(info.faces) < 2:
            return zone
        side = dict(zip(info.faces, info.sides, strict=False)).get(spot.face, f"face {spot.face}")
        return f"{zone}, {side} up"

    def differ(self, d: Difference) -> str:
        """What is so, and what the tracker holds."""
        tracker = self.place(d.tile, d.expected)
        return f"{self.tile(d.tile)} is {self.place(d.tile, d.seen)}; the tracker has it {tracker}."

    def move(self, d: Difference) -> str:
        """What to do on the table so that it follows the tracker."""
        if d.expected is None:
            return f"Take {self.tile(d.tile)} off the table."
        return f"Put {self.tile(d.tile)} {self.place(d.tile, d.expected)}."

    def moves(self, found: Iterable[Difference]) -> str:
        return " ".join(self.move(d) for d in found)
