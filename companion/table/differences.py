"""Differences between the table and the tracker, and their sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.contract import MIDDLE, Difference, Game, Setup, Spot, State, seat_zone
from companion.table.observation import SeenTable
from companion.translation import _, listed


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


class DifferenceTexts:
    """Describes differences in sentences, with the players' names."""

    def __init__(self, game: Game[State], setup: Setup) -> None:
        self._game = game
        self._names = [player.name for player in setup.players]
        self._owners = {seat_zone(seat): name for seat, name in enumerate(self._names)}

    def is_area(self, zone: str) -> bool:
        """Whether it is a player's own area."""
        return zone in self._owners

    def tile(self, tile: str) -> str:
        info = self._game.tracking.tile(tile)
        return info.name if info else tile

    def zone(self, zone: str) -> str:
        """A zone by itself: "Blue's area"."""
        if zone == MIDDLE:
            return _("the middle")
        owner = self._owners.get(zone)
        return _("{player}'s area", player=owner) if owner is not None else zone

    def place(self, tile: str, spot: Spot | None) -> str:
        """ "in Blue's area, colony side up"; without the face where the tile has one only."""
        if spot is None:
            return _("not on the table")
        side = self._side(tile, spot)
        if spot.zone == MIDDLE:
            return _("in the middle, {side} up", side=side) if side else _("in the middle")
        if (owner := self._owners.get(spot.zone)) is not None:
            if side:
                return _("in {player}'s area, {side} up", player=owner, side=side)
            return _("in {player}'s area", player=owner)
        if side:
            return _("in the place {zone}, {side} up", zone=spot.zone, side=side)
        return _("in the place {zone}", zone=spot.zone)

    def here(self, tile: str, spot: Spot) -> str:
        """Likewise, under a heading that says whose area it is: long names would hide the face."""
        side = self._side(tile, spot)
        return _("here, {side} up", side=side) if side else _("here")

    def _side(self, tile: str, spot: Spot) -> str:
        """What people call the face that is up; "": the tile has no other."""
        info = self._game.tracking.tile(tile)
        if info is None or len(info.faces) < 2:
            return ""
        known = dict(zip(info.faces, info.sides, strict=False)).get(spot.face)
        return _(known) if known else _("face {letter}", letter=spot.face)

    def differ(self, d: Difference) -> str:
        """Where the tile is, and where the tracker has it."""
        return _(
            "{tile} is {place}; the companion has it {expected}.",
            tile=self.tile(d.tile),
            place=self.place(d.tile, d.seen),
            expected=self.place(d.tile, d.expected),
        )

    def move(self, d: Difference) -> str:
        """What to do on the table so that it follows the tracker."""
        tile, spot = self.tile(d.tile), d.expected
        if spot is None:
            return _("Take {tile} off the table.", tile=tile)
        side, owner = self._side(d.tile, spot), self._owners.get(spot.zone)
        if spot.zone == MIDDLE:
            if side:
                return _("Put {tile} in the middle, {side} up.", tile=tile, side=side)
            return _("Put {tile} in the middle.", tile=tile)
        if owner is not None:
            if side:
                return _("Put {tile} in {player}'s area, {side} up.", tile=tile, player=owner, side=side)
            return _("Put {tile} in {player}'s area.", tile=tile, player=owner)
        if side:
            return _("Put {tile} in the place {zone}, {side} up.", tile=tile, zone=spot.zone, side=side)
        return _("Put {tile} in the place {zone}.", tile=tile, zone=spot.zone)

    def waits(self, seat: int, waits_for: Sequence[int]) -> str:
        """That a player's move was seen before its turn."""
        others = listed([self._names[other] for other in waits_for])
        return _("{player}'s is seen, it waits for {others}.", player=self._names[seat], others=others)

    def slid(self, tile: str) -> str:
        """That a piece was seen to be slid out of its place before the turn of it."""
        return _("{tile} is slid: it counts when its turn comes.", tile=self.tile(tile))

    def moves(self, found: Iterable[Difference]) -> str:
        return " ".join(self.move(d) for d in found)
