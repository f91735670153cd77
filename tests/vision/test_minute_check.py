"""The check of one minute: it names the tilt, what is read where, and what to change first."""

from __future__ import annotations

import pytest

from companion.vision.advice import Finding
from companion.vision.camera import UploadedPhoto
from companion.vision.camera_worker import CameraWorker
from companion.vision.minute_check import check_camera, tilt, tilt_finding, worst_first
from companion.vision.rendered import RenderedTable
from companion.vision.table_mapping import TableMapping
from tests.rigs.plans import Pieces, laid_out, plan

from .conftest import TILES
from .test_table_fit import Pinhole, observe


@pytest.mark.parametrize("degrees", [4.0, 18.0, 31.0, 44.0])
def test_the_tilt_is_told_within_a_few_degrees(degrees: float) -> None:
    zones = TableMapping(laid_out(3))
    assert tilt(zones) is None, "nothing says where the table is"
    observe(zones, Pinhole(degrees, 20.0), (1, 2, 3, 4))
    found = tilt(zones)
    assert found is not None
    assert abs(found - degrees) < 6


def test_the_worst_is_what_to_change_first() -> None:
    bad, fine = Finding("bad", "Too dark."), Finding("good", "Sharp.")
    assert [f.level for f in worst_first([fine, bad])] == ["bad", "good"]
    assert "Too dark." in worst_first([fine, bad])[0].sentence
    assert worst_first([fine])[0].level == "good"
    assert tilt_finding(None).level == "poor"
    assert [tilt_finding(d).level for d in (10.0, 30.0, 40.0)] == ["good", "poor", "bad"]


def checked(tiles: int) -> list[Finding]:
    table = RenderedTable(3, Pieces(TILES), "NF")
    for n in range(1, tiles + 1):
        table.put_in(f"seat:{n % 3}", f"W{n:02d}", "A")
    eyes = CameraWorker(
        UploadedPhoto(table.picture(), rate=50), table.layout, "NF", TILES.values(), lambda seen: None
    )
    eyes.start()
    try:
        return check_camera(eyes, {zone.name: zone.words for zone in plan(3).zones})
    finally:
        eyes.stop()


def test_ten_tiles_tell_where_they_are_read() -> None:
    findings = checked(12)
    words = " ".join(f.sentence for f in findings)
    assert "12 of 12 pieces were read at every look." in words
    for seat in ("Seat 1", "Seat 2", "Seat 3"):
        assert f"{seat}: 4 pieces, read in 100\u00a0% of the looks" in words
    assert "slant of about 0 degrees" in words
    assert "All 4 place tags are in view." in words


def test_too_few_tiles_are_asked_for() -> None:
    assert any("Only 2 pieces are read: lay 10 anywhere" in f.sentence for f in checked(2))
