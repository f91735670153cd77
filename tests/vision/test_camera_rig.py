"""Several cameras on one table: what each sees, put together."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.games.contract import MIDDLE, Spot, seat_zone
from companion.table.observation import SeenTable
from companion.vision.camera import CameraLost, Frame, Image
from companion.vision.camera_rig import CameraReport, CameraRig, make_rig, merge_reports
from companion.vision.camera_worker import CameraWorker
from companion.vision.rendered import RenderedTable, sticker_middle
from companion.vision.survey import survey
from companion.vision.tracker import SteadyTile
from tests.rigs.plans import Pieces

from .conftest import TILES

LEFT, RIGHT = (0, 1200), (720, 1920)
"""Columns of the picture that each camera shows: they overlap in the middle."""


@pytest.fixture
def wide() -> RenderedTable:
    """Three seats, with place tags for two cameras."""
    return RenderedTable(3, Pieces(TILES), "NF", cameras=2)


class Part:
    """A camera that sees some columns of a drawn table; it can be pulled out. zoom: how much larger."""

    def __init__(self, table: RenderedTable, columns: tuple[int, int]) -> None:
        self.table, self.columns = table, columns
        self.out = threading.Event()
        self.number = 0
        self.lamp: tuple[int, int] | None = None
        """Where its picture is burnt by a lamp's image, for the width of a tag."""

    def read(self, timeout: float = 1.0) -> Frame:
        if self.out.is_set():
            raise CameraLost("The cable is out: put it in again.")
        time.sleep(0.03)
        self.number += 1
        return Frame(self.snap(), self.number, time.monotonic())

    def snap(self) -> Image:
        seen = np.ascontiguousarray(self.table.picture()[:, self.columns[0] : self.columns[1]])
        if self.lamp is not None:
            cv2.circle(seen, self.lamp, round(13 * self.table.px_per_mm), (255, 255, 255), -1)
        return seen

    def describe(self) -> str:
        return "A part"

    def close(self) -> None: ...


class Both:
    """Two cameras with a clock at hand."""

    def __init__(self, table: RenderedTable, columns: tuple[tuple[int, int], ...] = (LEFT, RIGHT)) -> None:
        self.parts = [Part(table, c) for c in columns]
        self.reports: list[SeenTable] = []
        self.time = 10.0
        self.number = 0
        make = [
            lambda tell, part=part: CameraWorker(part, table.layout, "NF", TILES.values(), tell)  # type: ignore[misc]
            for part in self.parts
        ]
        self.several: CameraRig = make_rig(make, self.reports.append)

    def look(self, pictures: int = 24, blind: int | None = None) -> SeenTable:
        for _ in range(pictures):
            self.time += 1 / 12
            self.number += 1
            for n, (part, eyes) in enumerate(zip(self.parts, self.several.cameras, strict=True)):
                if n != blind:
                    eyes._process_frame(Frame(part.snap(), self.number, self.time))
        return self.reports[-1]


def test_each_sees_its_part_and_together_they_see_all(wide: RenderedTable) -> None:
    wide.put("W01", "A", 150, 150)
    wide.put("W02", "A", 950, 450)
    wide.put("W03", "B", 533, 300)
    both = Both(wide)
    seen = both.look()
    assert {t: s.zone for t, s in seen.spots.items()} == {
        "W01": wide.layout.zone_at(150, 150),
        "W02": wide.layout.zone_at(950, 450),
        "W03": MIDDLE,
    }
    # The middle is wholly in view of neither; of both together it is.
    alone = [eyes.pipeline.observation(both.time, 1).watching for eyes in both.several.cameras]
    assert all(MIDDLE not in watching for watching in alone)
    assert seen.watching == wide.layout.zones.keys()
    assert [t.number for t in both.reports] == sorted({t.number for t in both.reports})


def burn(wide: RenderedTable, part: Part, tile: str) -> None:
    laid = wide.tiles()[tile]
    x, y = sticker_middle(laid, TILES[tile])
    part.lamp = round(x * wide.px_per_mm) - part.columns[0], round(y * wide.px_per_mm)


def test_what_one_camera_cannot_read_below_a_lamp_another_gives(wide: RenderedTable) -> None:
    wide.put("W01", "A", 533, 300)
    wide.put("W02", "A", 300, 300)
    both = Both(wide, ((0, 1920), (0, 1920)))
    burn(wide, both.parts[0], "W01")
    seen = both.look()
    assert set(both.several.cameras[0].pipeline.tracker.steady) == {"W02"}
    assert seen.spots["W01"] == Spot(MIDDLE, "A")


def test_a_tile_below_a_lamps_image_is_named_with_what_to_do(wide: RenderedTable) -> None:
    """It stays where it lay, and the camera's page says that it is not seen."""
    wide.put("W01", "A", 533, 300)
    wide.put("W02", "A", 300, 300)
    alone = Both(wide, ((0, 1920),))
    alone.look()
    eyes = alone.several.cameras[0]

    def said() -> list[str]:
        return [finding["sentence"] for finding in survey(eyes, {}, str)["findings"]]

    assert not [sentence for sentence in said() if "reflection" in sentence]
    burn(wide, alone.parts[0], "W01")
    assert alone.look(12 * 5).spots.keys() == {"W01", "W02"}
    assert "W01 lies under a reflection: tilt the lamp, or tell it." in said()
    assert not [sentence for sentence in said() if sentence.startswith("W02")]


def test_what_lies_at_rest_is_told_once_and_where_it_lies(wide: RenderedTable) -> None:
    """In millimetres of the table, whichever of the cameras sees it."""
    for tile, x in (("W01", 150), ("W02", 950), ("W03", 533)):
        wide.put(tile, "B", x, 300)
    both = Both(wide)
    both.look()
    lying = both.several.steady_tiles()
    assert sorted(lying) == ["W01", "W02", "W03"]
    assert all(steady.face == "B" for steady in lying.values())
    assert [round(lying[tile].x_mm / 50) * 50 for tile in ("W01", "W02", "W03")] == [150, 950, 550]
    assert [steady.zone for steady in lying.values()] == [MIDDLE] * 3


@pytest.mark.slow
def test_a_tile_carried_from_one_cameras_view_into_the_others_is_in_one_place(wide: RenderedTable) -> None:
    wide.put("W01", "A", 100, 150)
    both = Both(wide)
    assert both.look().spots["W01"].zone == wide.layout.zone_at(100, 150)
    before = len(both.reports)
    wide.move("W01", 1000, 450)
    both.look(40)
    zones = [t.spots["W01"].zone if "W01" in t.spots else None for t in both.reports[before:]]
    first = zones.index(wide.layout.zone_at(1000, 450))
    assert set(zones[first:]) == {wide.layout.zone_at(1000, 450)}


def test_a_lost_camera_takes_its_zones_and_no_more(wide: RenderedTable) -> None:
    wide.put("W01", "A", 100, 150)
    wide.put("W02", "A", 1000, 150)
    both = Both(wide)
    both.look()
    both.several.cameras[1].pipeline.restart()
    both.several.report(1, SeenTable())
    seen = both.look(blind=1)
    assert set(seen.spots) == {"W01"}
    own = {
        name for name in wide.layout.zones if name in both.several.cameras[0].pipeline.mapping.visible_zones()
    }
    assert seen.watching == own
    assert own < wide.layout.zones.keys()


def steady(x: float, face: str = "A", since: float = 0.0) -> SteadyTile:
    return SteadyTile("W01", face, x, 100.0, "here", since)


def report(
    tile: SteadyTile, read_at: float, px_per_mm: float, zone: str = "here", face: str = "A"
) -> CameraReport:
    return CameraReport(
        SeenTable({"W01": Spot(zone, face)}, 1.0, watching=frozenset({"here"})),
        {"W01": tile},
        {"W01": read_at},
        px_per_mm,
        {"here": frozenset({0})},
    )


@pytest.mark.parametrize(
    ("a", "b", "zone"),
    [
        # Both read it now: the one that sees it larger is believed, whichever comes first.
        (report(steady(0), 9, 2.0, "far"), report(steady(90), 9, 3.0, "near"), "near"),
        (report(steady(0), 9, 3.0, "near"), report(steady(90), 9, 2.0, "far"), "near"),
        # One only remembers it: the other saw it come.
        (report(steady(0), 5, 3.0, "old"), report(steady(90, since=8), 9, 2.0, "new"), "new"),
        # It was seen larger since.
        (report(steady(0, since=8), 9, 3.0, "new"), report(steady(90), 9, 2.0, "old"), "new"),
        # The same place, to the zone's edge: the larger one says on which side.
        (report(steady(0), 9, 3.0, "near"), report(steady(3), 5, 2.0, "far"), "near"),
    ],
)
def test_which_camera_is_believed(a: CameraReport, b: CameraReport, zone: str) -> None:
    for reports in ([a, b], [b, a]):
        assert merge_reports(reports, {"here": ((0, 0),)}, 1).spots["W01"].zone == zone


def test_a_tile_that_one_camera_sees_twice_is_in_no_place() -> None:
    twice = CameraReport(SeenTable(conflicts=("W01",)), {}, {}, 2.0, {"here": frozenset({0})})
    seen = merge_reports([report(steady(0), 9, 2.0), twice], {"here": ((0, 0),)}, 1)
    assert (seen.conflicts, dict(seen.spots)) == (("W01",), {})


def test_the_table_is_as_still_as_its_least_still_part() -> None:
    moving = CameraReport(SeenTable(still_for=0.0), {}, {}, 2.0, {"here": frozenset({0})})
    assert merge_reports([report(steady(0), 9, 2.0), moving], {"here": ((0, 0),)}, 1).still_for == 0.0


def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def test_threads_of_their_own_and_one_comes_back(
    wide: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.REOPEN_INTERVAL_SECONDS", 0.05)
    wide.put("W01", "A", 100, 150)
    wide.put("W02", "A", 1000, 150)
    both = Both(wide)
    several = both.several
    several.start()
    try:
        eventually(lambda: both.reports and set(both.reports[-1].spots) == {"W01", "W02"})
        assert several.status().state == "online"
        both.parts[1].out.set()
        eventually(lambda: set(both.reports[-1].spots) == {"W01"})
        assert several.status().state == "partly"
        assert "cable" in several.status().sentence
        look = several.read_whole_table()
        assert look is not None
        assert set(look.observation.spots) == {"W01"}
        both.parts[1].out.clear()
        eventually(lambda: set(both.reports[-1].spots) == {"W01", "W02"})
        assert {tag.text for tag in several.sightings()} >= {"NF:W01A", "NF:W02A", "NF:Z5"}
        assert seat_zone(0) in both.reports[-1].watching
    finally:
        several.stop()
