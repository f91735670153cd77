"""From tags read in single pictures to tiles that lie steadily: arrived, moved, turned over, gone.

No picture alone makes a change: a tile must be read twice at one place, some time apart, and a tile counts
as gone only when its place has plainly looked otherwise for a while. Time is passed in, never read.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

AGREE_MM = 3.0
"""Two reads this near to each other are of a tile at rest; a carried tile is farther on by the next."""
DWELL = 0.15
"""Seconds between the first and the last of the reads that make a tile steady."""
READS = 2
"""Agreeing reads that make a tile steady."""
FORGET = 1.5
"""Seconds after which an unconfirmed read, or a tile seen in two places, is forgotten."""
ABSENT = 0.65
"""Seconds a place must have looked empty, in `ABSENT_LOOKS` pictures or more, before its tile is gone."""
ABSENT_LOOKS = 3
SHIFTED_MM = 8.0
"""A tile pushed farther than this from where it came to rest has moved."""
CARRIED_MM = 30.0
"""A tile that comes to rest farther than this from where it lay was carried; nearer, perhaps pushed."""
APART_MM = 15.0
"""The same tag twice in one picture, farther apart than this, is two tags."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile's tag read in one picture, on the table in mm."""

    tile: str
    face: str
    x_mm: float
    y_mm: float

    def near(self, other: Placed | Steady, mm: float) -> bool:
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm) <= mm


@dataclass(frozen=True, slots=True)
class Steady:
    """A tile that lies at rest: the middle of its tag in mm, its zone (None: in none), since when."""

    tile: str
    face: str
    x_mm: float
    y_mm: float
    zone: str | None
    since: float


@dataclass(frozen=True, slots=True)
class Change:
    """What a hand did. kind: "arrived", "moved", "turned" (perhaps moved too) or "gone"."""

    kind: str
    tile: str
    before: Steady | None
    after: Steady | None
    time: float


@dataclass(slots=True)
class _Maybe:
    """Reads of a tile at a place where it is not steady yet; the first says where."""

    first: Placed
    since: float
    last: float
    reads: int = 1


@dataclass(slots=True)
class _Missing:
    since: float
    looks: int = 1


class Tracker:
    """Follows tiles through pictures. zone_at: the zone's name at a point in mm, or None."""

    def __init__(self, zone_at: Callable[[float, float], str | None]) -> None:
        self._zone_at = zone_at
        self._steady: dict[str, Steady] = {}
        self._rest: dict[str, tuple[float, float]] = {}
        self._maybe: dict[str, _Maybe] = {}
        self._missing: dict[str, _Missing] = {}
        self._twice: dict[str, tuple[float, int]] = {}
        self.changed_at = -math.inf
        """When a tile last changed, in the time passed in."""
        self.laid: Counter[str] = Counter()
        """How often each tile has been laid down: come there, carried elsewhere, or turned over."""

    @property
    def steady(self) -> Mapping[str, Steady]:
        """Every tile at rest by its id; conflicting ones too, as they lay before."""
        return self._steady

    @property
    def conflicts(self) -> frozenset[str]:
        """Tiles seen in two places, or with two faces, in one picture, and that more than once."""
        return frozenset(tile for tile, (_, count) in self._twice.items() if count >= READS)

    @property
    def pending(self) -> frozenset[str]:
        """Tiles read at a place where they are not steady yet, or missing but not gone yet."""
        return frozenset(self._maybe) | frozenset(self._missing)

    def doubtful(self) -> list[tuple[float, float]]:
        """Places in mm that the next picture should be read at: where a tile turned up, where it lay."""
        places = [(m.first.x_mm, m.first.y_mm) for m in self._maybe.values()]
        return places + [
            (s.x_mm, s.y_mm) for t, s in self._steady.items() if t in self._maybe or t in self._missing
        ]

    def update(self, now: float, seen: Iterable[Placed], vacant: Collection[str] = ()) -> tuple[Change, ...]:
        """Takes in one picture. seen: every tile read in it; vacant: the steady tiles whose place is in
        plain view, at rest, and looks otherwise than with the tile. Gives what is certain by now."""
        by_tile: dict[str, list[Placed]] = defaultdict(list)
        for placed in seen:
            by_tile[placed.tile].append(placed)
        changes = [
            change
            for tile in sorted(by_tile)
            if (change := self._read(now, self._merged(by_tile[tile]))) is not None
        ]
        self._forget(now)
        changes += [
            change
            for tile in sorted(self._steady)
            if tile not in by_tile and (change := self._look_for(now, tile, tile in vacant)) is not None
        ]
        if changes:
            self.changed_at = now
        return tuple(changes)

    def rezone(self) -> None:
        """The zones lie elsewhere now: every tile's zone is looked up again."""
        for tile, steady in self._steady.items():
            self._steady[tile] = replace(steady, zone=self._zone_at(steady.x_mm, steady.y_mm))

    def _merged(self, reads: list[Placed]) -> list[Placed]:
        kept: list[Placed] = []
        for read in reads:
            if not any(read.face == k.face and read.near(k, APART_MM) for k in kept):
                kept.append(read)
        return kept

    def _read(self, now: float, reads: list[Placed]) -> Change | None:
        placed = reads[0]
        tile = placed.tile
        self._missing.pop(tile, None)
        if len(reads) > 1:
            self._twice[tile] = (now, self._twice.get(tile, (now, 0))[1] + 1)
            self._maybe.pop(tile, None)
            return None
        if tile in self._twice:
            return None
        known = self._steady.get(tile)
        if known is not None and known.face == placed.face and placed.near(known, AGREE_MM):
            self._maybe.pop(tile, None)
            return self._follow(now, known, placed)
        maybe = self._maybe.get(tile)
        if maybe is None or maybe.first.face != placed.face or not placed.near(maybe.first, AGREE_MM):
            self._maybe[tile] = _Maybe(placed, now, now)
            return None
        maybe.reads, maybe.last = maybe.reads + 1, now
        if maybe.reads < READS or now - maybe.since < DWELL:
            return None
        del self._maybe[tile]
        return self._settle(now, known, placed)

    def _settle(self, now: float, known: Steady | None, placed: Placed) -> Change:
        after = Steady(
            placed.tile, placed.face, placed.x_mm, placed.y_mm, self._zone_at(placed.x_mm, placed.y_mm), now
        )
        self._steady[placed.tile] = after
        self._rest[placed.tile] = (placed.x_mm, placed.y_mm)
        if known is None or known.face != placed.face or not placed.near(known, CARRIED_MM):
            self.laid[placed.tile] += 1
        if known is None:
            kind = "arrived"
        else:
            kind = "moved" if known.face == placed.face else "turned"
        return Change(kind, placed.tile, known, after, now)

    def _follow(self, now: float, known: Steady, placed: Placed) -> Change | None:
        """Takes a read near the steady place into it; many small pushes together are a move."""
        x, y = (3 * known.x_mm + placed.x_mm) / 4, (3 * known.y_mm + placed.y_mm) / 4
        rest = self._rest[known.tile]
        if math.hypot(x - rest[0], y - rest[1]) <= SHIFTED_MM:
            self._steady[known.tile] = replace(known, x_mm=x, y_mm=y)
            return None
        return self._settle(now, known, replace(placed, x_mm=x, y_mm=y))

    def _forget(self, now: float) -> None:
        self._maybe = {t: m for t, m in self._maybe.items() if now - m.last <= FORGET}
        self._twice = {t: (last, n) for t, (last, n) in self._twice.items() if now - last <= FORGET}

    def _look_for(self, now: float, tile: str, vacant: bool) -> Change | None:
        if not vacant or tile in self._twice:
            self._missing.pop(tile, None)
            return None
        missing = self._missing.setdefault(tile, _Missing(now, 0))
        missing.looks += 1
        # A tile that is being laid elsewhere is moving, not gone: its new place will tell.
        if missing.looks < ABSENT_LOOKS or now - missing.since < ABSENT or tile in self._maybe:
            return None
        del self._missing[tile]
        del self._rest[tile]
        return Change("gone", tile, self._steady.pop(tile), None, now)
