"""From tags read in single pictures to tiles that lie steadily: arrived, moved, turned over, gone.

No picture alone makes a change: a tile must be read twice at one place, some time apart, and a tile counts
as gone only when its place has plainly looked otherwise for a while. Time is passed in, never read.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace

AT_REST_MM = 3.0
"""Two reads this near to each other are of a tile at rest; a carried tile is farther on by the next."""
MIN_REST_SECONDS = 0.15
"""Seconds between the first and the last of the reads that make a tile steady."""
MIN_READS = 2
"""Agreeing reads that make a tile steady."""
UNCONFIRMED_SECONDS = 1.5
"""Seconds after which an unconfirmed read, or a tile seen in two places, is forgotten."""
MIN_ABSENT_SECONDS = 0.65
"""Seconds a place must have looked empty, in `MIN_ABSENT_PICTURES` or more, before its tile is gone; at least
`observation.ABSENT_SECONDS`."""
MIN_ABSENT_PICTURES = 3
MIN_MOVE_MM = 8.0
"""A tile pushed farther than this from where it came to rest has moved."""
MIN_CARRY_MM = 30.0
"""A tile that comes to rest farther than this from where it lay was carried; nearer, perhaps pushed."""
TWO_TAGS_MM = 15.0
"""The same tag twice in one picture, farther apart than this, is two tags."""


@dataclass(frozen=True, slots=True)
class TileReading:
    """A tile's tag read in one picture, on the table in mm."""

    tile: str
    face: str
    x_mm: float
    y_mm: float

    def is_near(self, other: TileReading | SteadyTile, mm: float) -> bool:
        return math.hypot(self.x_mm - other.x_mm, self.y_mm - other.y_mm) <= mm


@dataclass(frozen=True, slots=True)
class SteadyTile:
    """A tile that lies at rest: the middle of its tag in mm, its zone (None: in none), since when."""

    tile: str
    face: str
    x_mm: float
    y_mm: float
    zone: str | None
    since: float


@dataclass(frozen=True, slots=True)
class TileChange:
    """What a hand did. kind: "arrived", "moved", "turned" (perhaps moved too) or "gone"."""

    kind: str
    tile: str
    before: SteadyTile | None
    after: SteadyTile | None
    time: float


@dataclass(slots=True)
class _Candidate:
    """Reads of a tile at a place where it is not steady yet; the first says where."""

    first: TileReading
    since: float
    last: float
    reads: int = 1


@dataclass(slots=True)
class _Absence:
    since: float
    pictures: int = 1


class Tracker:
    """Follows tiles through pictures. zone_at: the zone's name at a point in mm, or None."""

    def __init__(self, zone_at: Callable[[float, float], str | None]) -> None:
        self._zone_at = zone_at
        self._steady: dict[str, SteadyTile] = {}
        self._rest_positions: dict[str, tuple[float, float]] = {}
        self._candidates: dict[str, _Candidate] = {}
        self._absences: dict[str, _Absence] = {}
        self._duplicates: dict[str, tuple[float, int]] = {}
        self.changed_at = -math.inf
        """When a tile last changed, in the caller's time."""
        self.placement_counts: Counter[str] = Counter()
        """How often each tile has been laid down: come there, carried elsewhere, or turned over."""

    @property
    def steady(self) -> Mapping[str, SteadyTile]:
        """Every tile at rest by its id; conflicting ones too, as they lay before."""
        return self._steady

    @property
    def unconfirmed(self) -> Mapping[str, TileReading]:
        """What was read first of each tile at a place where it is not steady yet."""
        return {tile: candidate.first for tile, candidate in self._candidates.items()}

    @property
    def conflicts(self) -> frozenset[str]:
        """Tiles seen in two places, or with two faces, in one picture, and that more than once."""
        return frozenset(tile for tile, (_, count) in self._duplicates.items() if count >= MIN_READS)

    @property
    def pending(self) -> frozenset[str]:
        """Tiles read at a place where they are not steady yet, or missing but not gone yet."""
        return frozenset(self._candidates) | frozenset(self._absences)

    def unconfirmed_places(self) -> list[tuple[float, float]]:
        """Places in mm that the next picture should be read at: where a tile turned up, where it lay."""
        places = [(m.first.x_mm, m.first.y_mm) for m in self._candidates.values()]
        return places + [
            (s.x_mm, s.y_mm) for t, s in self._steady.items() if t in self._candidates or t in self._absences
        ]

    def update(
        self, now: float, readings: Iterable[TileReading], vacant: Collection[str] = ()
    ) -> tuple[TileChange, ...]:
        """Takes in one picture. seen: every tile read in it; vacant: the steady tiles whose place is in
        plain view, at rest, and looks otherwise than with the tile. Gives what is certain by now."""
        by_tile: dict[str, list[TileReading]] = defaultdict(list)
        for reading in readings:
            by_tile[reading.tile].append(reading)
        changes = [
            change
            for tile in sorted(by_tile)
            if (change := self._process_readings(now, self._distinct_readings(by_tile[tile]))) is not None
        ]
        self._drop_expired(now)
        changes += [
            change
            for tile in sorted(self._steady)
            if tile not in by_tile and (change := self._check_absence(now, tile, tile in vacant)) is not None
        ]
        if changes:
            self.changed_at = now
        return tuple(changes)

    def _distinct_readings(self, readings: list[TileReading]) -> list[TileReading]:
        distinct: list[TileReading] = []
        for read in readings:
            if not any(read.face == k.face and read.is_near(k, TWO_TAGS_MM) for k in distinct):
                distinct.append(read)
        return distinct

    def _process_readings(self, now: float, readings: list[TileReading]) -> TileChange | None:
        reading = readings[0]
        tile = reading.tile
        self._absences.pop(tile, None)
        if len(readings) > 1:
            self._duplicates[tile] = (now, self._duplicates.get(tile, (now, 0))[1] + 1)
            self._candidates.pop(tile, None)
            return None
        if tile in self._duplicates:
            return None
        known = self._steady.get(tile)
        if known is not None and known.face == reading.face and reading.is_near(known, AT_REST_MM):
            self._candidates.pop(tile, None)
            return self._follow_drift(now, known, reading)
        candidate = self._candidates.get(tile)
        if (
            candidate is None
            or candidate.first.face != reading.face
            or not reading.is_near(candidate.first, AT_REST_MM)
        ):
            self._candidates[tile] = _Candidate(reading, now, now)
            return None
        candidate.reads, candidate.last = candidate.reads + 1, now
        if candidate.reads < MIN_READS or now - candidate.since < MIN_REST_SECONDS:
            return None
        del self._candidates[tile]
        return self._make_steady(now, known, reading)

    def _make_steady(self, now: float, known: SteadyTile | None, reading: TileReading) -> TileChange:
        after = SteadyTile(
            reading.tile,
            reading.face,
            reading.x_mm,
            reading.y_mm,
            self._zone_at(reading.x_mm, reading.y_mm),
            now,
        )
        self._steady[reading.tile] = after
        self._rest_positions[reading.tile] = (reading.x_mm, reading.y_mm)
        if known is None or known.face != reading.face or not reading.is_near(known, MIN_CARRY_MM):
            self.placement_counts[reading.tile] += 1
        if known is None:
            kind = "arrived"
        else:
            kind = "moved" if known.face == reading.face else "turned"
        return TileChange(kind, reading.tile, known, after, now)

    def _follow_drift(self, now: float, known: SteadyTile, reading: TileReading) -> TileChange | None:
        """Averages a read near the steady place into it; many small pushes together are a move."""
        x, y = (3 * known.x_mm + reading.x_mm) / 4, (3 * known.y_mm + reading.y_mm) / 4
        rest = self._rest_positions[known.tile]
        if math.hypot(x - rest[0], y - rest[1]) <= MIN_MOVE_MM:
            self._steady[known.tile] = replace(known, x_mm=x, y_mm=y)
            return None
        return self._make_steady(now, known, replace(reading, x_mm=x, y_mm=y))

    def _drop_expired(self, now: float) -> None:
        self._candidates = {t: m for t, m in self._candidates.items() if now - m.last <= UNCONFIRMED_SECONDS}
        self._duplicates = {
            t: (last, n) for t, (last, n) in self._duplicates.items() if now - last <= UNCONFIRMED_SECONDS
        }

    def _check_absence(self, now: float, tile: str, vacant: bool) -> TileChange | None:
        if not vacant or tile in self._duplicates:
            self._absences.pop(tile, None)
            return None
        absence = self._absences.setdefault(tile, _Absence(now, 0))
        absence.pictures += 1
        # A tile that is being laid elsewhere is moving, not gone: its new place will tell.
        if (
            absence.pictures < MIN_ABSENT_PICTURES
            or now - absence.since < MIN_ABSENT_SECONDS
            or tile in self._candidates
        ):
            return None
        del self._absences[tile]
        del self._rest_positions[tile]
        return TileChange("gone", tile, self._steady.pop(tile), None, now)
