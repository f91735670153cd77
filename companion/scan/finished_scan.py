"""Holds a finished scan: each player's tiles and numbers, and the questions left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract.untracked import Asked, Final
from companion.scan.questions import OpenQuestion


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile before a player. by_hand: a person put it there; open: what is asked about it."""

    tile: str
    name: str
    role: str
    by_hand: bool = False
    open: OpenQuestion | None = None


@dataclass(frozen=True, slots=True)
class ScannedSeat:
    """A player's place and what lies there. counted: that in numbers; mark: what says that these tiles were
    counted; is_counted: a person found them right; goods: what colour seems to show of goods, never more than
    a question; photos: the ids of those that show it; unknown: how many tiles' VP nobody told, so that the
    sum is the least it can be."""

    number: int
    tiles: tuple[PlacedTile, ...]
    asked: tuple[Asked, ...]
    open: tuple[OpenQuestion, ...]
    counted: str
    mark: str
    is_counted: bool
    goods: tuple[OpenQuestion, ...]
    photos: tuple[str, ...]
    unknown: int = 0

    def on(self, role: str) -> tuple[PlacedTile, ...]:
        return tuple(lying for lying in self.tiles if lying.role == role)


@dataclass(frozen=True, slots=True)
class FinishedScan:
    """mats: the tile that marks each mat that a photo shows, to its seat, None: nobody's yet; open: what is
    not sure of no one player's; hints: what would make a photo better, no more. photographed: photos show it,
    in which a tile may be covered."""

    final: Final
    seats: tuple[ScannedSeat, ...]
    mats: Mapping[str, int | None]
    open: tuple[OpenQuestion, ...]
    hints: tuple[OpenQuestion, ...]
    photographed: bool = True

    @property
    def all_open(self) -> tuple[OpenQuestion, ...]:
        return (*self.open, *(doubt for seat in self.seats for doubt in seat.open))

    @property
    def uncounted(self) -> tuple[ScannedSeat, ...]:
        """Those whose tiles nobody has counted on the table: one that no photo shows may be missing. Who
        entered all by hand has looked at each."""
        return tuple(s for s in self.seats if self.photographed and s.tiles and not s.is_counted)

    @property
    def sure(self) -> bool:
        """Whether the result holds; until then it is called provisional."""
        return not self.all_open and not self.uncounted
