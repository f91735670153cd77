"""All cameras of one table as one pair of eyes: each looks by itself, and what they see is put together in
millimetres of the table.

Where two see the same tile, the one that sees it larger is believed; but what a camera only remembers gives
way to what another has read since. A camera that is lost takes its zones with it, no more: what the others
see still counts.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.contract import Spot, TileInfo
from companion.table.observation import SeenTable
from companion.vision.calibration import Calibration
from companion.vision.camera import Frame
from companion.vision.camera_status import CameraStatus, TableReading
from companion.vision.camera_worker import CameraWorker
from companion.vision.sightings import Sighting
from companion.vision.table_layout import TableLayout
from companion.vision.table_mapping import TableMapping
from companion.vision.tags import Tag
from companion.vision.tracker import TWO_TAGS_MM, SteadyTile

GRID_MM = 40.0
"""A zone that no camera shows whole is watched when some camera shows each point of such a grid on it."""
MIN_READ_GAP_SECONDS = 0.3
"""Seconds by which one read must be later than another to tell what came after."""


@dataclass(frozen=True, slots=True)
class CameraReport:
    """What one camera last told. steady: its tiles at rest; read_at: when each was read last; px_per_mm: how
    large it sees the table."""

    observation: SeenTable
    steady: Mapping[str, SteadyTile]
    read_at: Mapping[str, float]
    px_per_mm: float
    visible_points: Mapping[str, frozenset[int]]
    """By zone: the points of its grid that this camera shows; none while it has not looked long enough."""


class CameraRig:
    """One or more cameras at a table: the same to others as one camera's `Eyes`."""

    def __init__(self, cameras: Sequence[CameraWorker], on_observation: Callable[[SeenTable], None]) -> None:
        """cameras: they tell their reports to `report` of this object; `joined` makes them so."""
        self.cameras = tuple(cameras)
        self._on_observation = on_observation
        self._lock = threading.Lock()
        self._reports: dict[int, CameraReport] = {}
        self._number = 0
        self._grids: dict[str, tuple[tuple[float, float], ...]] = {}

    def start(self) -> None:
        """Raises RuntimeError where the system has no thread left for one of them; the rest begins later."""
        for eyes in self.cameras:
            eyes.start()

    def stop(self) -> None:
        for eyes in self.cameras:
            eyes.stop()

    def status(self) -> CameraStatus:
        """One camera's as it is; of several "partly" when only some give pictures."""
        states = [eyes.status() for eyes in self.cameras]
        if len({s.state for s in states}) == 1:
            return states[0]
        bad = next(s for s in states if s.state != "online")
        return replace(bad, state="partly") if any(s.state == "online" for s in states) else bad

    def set_tiles(self, tiles: Iterable[TileInfo]) -> None:
        infos = tuple(tiles)
        for eyes in self.cameras:
            eyes.set_tiles(infos)

    def sightings(self) -> dict[Tag, tuple[float, Sighting]]:
        """Every tag read lately and when; the newest first."""
        found: dict[Tag, tuple[float, Sighting]] = {}
        for eyes in self.cameras:
            for tag, sighting in eyes.pipeline.sightings.items():
                if tag not in found or sighting[0] > found[tag][0]:
                    found[tag] = sighting
        return dict(sorted(found.items(), key=lambda item: -item[1][0]))

    def steady_tiles(self) -> dict[str, SteadyTile]:
        """Every tile at rest, as the camera has it that is believed about it; none seen in two places."""
        believed: dict[str, CameraReport] = {}
        with self._lock:
            reports = tuple(self._reports.values())
        for report in reports:
            for tile in report.steady:
                other = believed.get(tile)
                believed[tile] = report if other is None else _more_credible(tile, other, report)
        conflicts = {tile for report in reports for tile in report.observation.conflicts}
        return {tile: report.steady[tile] for tile, report in believed.items() if tile not in conflicts}

    def calibrate(self, number: int, layout: TableLayout, calibration: Calibration) -> None:
        self.cameras[number].calibrate(layout, calibration)

    def jpeg(self, number: int = 0, max_width: int = 1280, outlined: bool = True) -> bytes | None:
        """The newest picture of a camera; None before the first."""
        return self.cameras[number].jpeg(max_width, outlined)

    def frames(self) -> tuple[Frame, ...]:
        """The newest picture of each camera that gives pictures now."""
        online = (eyes.frame for eyes in self.cameras if eyes.status().state == "online")
        return tuple(frame for frame in online if frame is not None)

    def read_whole_table(self) -> TableReading | None:
        """Every camera reads the whole table anew. None: none of them gave a picture."""
        results: dict[int, TableReading | None] = {}
        threads = [
            threading.Thread(target=lambda n=n, e=e: results.update({n: e.read_whole_table()}))
            for n, e in enumerate(self.cameras)
            if e.status().state == "online"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        done = [look for look in results.values() if look is not None]
        if not done:
            return None
        with self._lock:
            seen = self._merged()
        # A tile that one camera cannot read is read when another can.
        read = {tile for look in done for tile in look.observation.spots if tile not in look.unread_tiles}
        return TableReading(seen, frozenset(tile for look in done for tile in look.unread_tiles) - read)

    # --- putting together

    def report(self, number: int, observation: SeenTable) -> None:
        """A camera tells what it sees now, in its own thread."""
        view = self.cameras[number].pipeline
        points = self._visible_points(view.mapping) if view.ready else {}
        report = CameraReport(
            observation, dict(view.tracker.steady), dict(view.read_at), view.mapping.px_per_mm, points
        )
        with self._lock:
            self._reports[number] = report
            merged = self._merged()
        self._on_observation(merged)

    def _visible_points(self, zones: TableMapping) -> dict[str, frozenset[int]]:
        if len(self.cameras) == 1:
            return {}  # one camera's own word on its zones is enough
        return {
            name: frozenset(
                n for n, point in enumerate(self._grid(name, zones.layout)) if zones.is_visible(*point)
            )
            for name in zones.layout.zones
        }

    def _grid(self, name: str, layout: TableLayout) -> tuple[tuple[float, float], ...]:
        if name not in self._grids:
            polygon = layout.zones[name]
            xs, ys = [p[0] for p in polygon], [p[1] for p in polygon]
            inner = [
                (x, y)
                for x in _grid_coordinates(min(xs), max(xs))
                for y in _grid_coordinates(min(ys), max(ys))
                if layout.zone_at(x, y) == name
            ]
            self._grids[name] = (*polygon, *inner)
        return self._grids[name]

    def _merged(self) -> SeenTable:
        """What all of them see; the lock is held."""
        self._number += 1
        if len(self.cameras) == 1:
            only = self._reports.get(0)
            return replace(only.observation, number=self._number) if only else SeenTable(number=self._number)
        looking = [r for r in self._reports.values() if r.visible_points]
        return merge_reports(looking, self._grids, self._number)


def _grid_coordinates(low: float, high: float) -> list[float]:
    count = max(1, int((high - low) / GRID_MM))
    return [low + (high - low) * (n + 0.5) / count for n in range(count)]


def merge_reports(
    reports: Sequence[CameraReport], grids: Mapping[str, Sequence[tuple[float, float]]], number: int
) -> SeenTable:
    """The reports of cameras that look at one table as one. grids: the points of each zone."""
    believed: dict[str, CameraReport] = {}
    conflicts: set[str] = set()
    for report in reports:
        conflicts |= set(report.observation.conflicts)
        for tile in report.observation.spots:
            other = believed.get(tile)
            believed[tile] = report if other is None else _more_credible(tile, other, report)
    watching = {
        name
        for name, grid in grids.items()
        if len(frozenset().union(*(r.visible_points.get(name, frozenset()) for r in reports))) == len(grid)
    }
    copies: dict[str, frozenset[str]] = {}
    for report in reports:
        for tile, zones in report.observation.copies.items():
            copies[tile] = copies.get(tile, frozenset()) | zones
    several = {tile for tile, zones in copies.items() if len(zones) > 1}
    return SeenTable(
        {
            tile: report.observation.spots[tile]
            for tile, report in believed.items()
            if tile not in conflicts | several
        },
        min((r.observation.still_for for r in reports), default=0.0),
        tuple(sorted({tag for r in reports for tag in r.observation.unknown})),
        tuple(sorted(conflicts)),
        frozenset(watching),
        number,
        sum((Counter(r.observation.laid) for r in reports), Counter()),
        _alike(reports),
        tuple({group: None for report in reports for group in report.observation.either}),
        _at(reports, conflicts),
        copies,
    )


def _at(reports: Sequence[CameraReport], conflicts: set[str]) -> dict[str, tuple[float, float]]:
    """Where pieces lie that hands slide, as the camera has them that is believed about each."""
    believed: dict[str, CameraReport] = {}
    for report in reports:
        for tile in report.observation.at.keys() - conflicts:
            other = believed.get(tile)
            believed[tile] = report if other is None else _more_credible(tile, other, report)
    return {tile: report.observation.at[tile] for tile, report in believed.items()}


def _alike(reports: Sequence[CameraReport]) -> dict[str, Spot]:
    """The tiles known by their look alone; none that two cameras see in two places."""
    seen: dict[str, set[Spot]] = {}
    for report in reports:
        for tile, spot in report.observation.alike.items():
            seen.setdefault(tile, set()).add(spot)
    return {tile: spots.pop() for tile, spots in seen.items() if len(spots) == 1}


def _more_credible(tile: str, a: CameraReport, b: CameraReport) -> CameraReport:
    """Which of two cameras to believe about a tile that both report."""
    first, second = a.steady.get(tile), b.steady.get(tile)
    if first is not None and second is not None:
        apart = abs(first.x_mm - second.x_mm) + abs(first.y_mm - second.y_mm) > TWO_TAGS_MM
        if apart or first.face != second.face:
            # One of them still has the tile at its old place. The one that saw it arrive later is right, if
            # it also read it later.
            newer, older = (a, b) if first.since > second.since else (b, a)
            if older.read_at.get(tile, 0.0) + MIN_READ_GAP_SECONDS < newer.read_at.get(tile, 0.0):
                return newer
    return a if a.px_per_mm >= b.px_per_mm else b


def make_rig(
    make_workers: Sequence[Callable[[Callable[[SeenTable], None]], CameraWorker]],
    on_observation: Callable[[SeenTable], None],
) -> CameraRig:
    """Cameras as one. make: for each a function that makes its eyes, given what they report to."""
    rigs: list[CameraRig] = []

    def report_to(number: int) -> Callable[[SeenTable], None]:
        return lambda seen: rigs[0].report(number, seen)

    rig = CameraRig([one(report_to(n)) for n, one in enumerate(make_workers)], on_observation)
    rigs.append(rig)
    return rig
