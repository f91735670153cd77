"""Pieces that carry the same tag are told apart by where they lie."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.games.contract import MIDDLE, Spot
from companion.table.observation import SeenTable
from companion.vision.camera import Image
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.camera_rig import CameraReport, merge_reports
from companion.vision.rendered import RenderedTable
from tests.rigs.plans import Pieces

from .conftest import TILES

COPIES = {tile: replace(info, copies=tile == "W05") for tile, info in TILES.items()}


def test_each_of_two_copies_is_followed_where_it_lies() -> None:
    table = RenderedTable(3, Pieces(COPIES), "NF")
    table.put("W01", "A", 700.0, 280.0)
    bare = table.picture()

    def lies_at(*places: tuple[float, float]) -> Image:
        """W05 at each of these places at once."""
        picture = bare
        for x, y in places:
            table.put("W05", "A", x, y)
            picture = np.where(table.picture() == bare, picture, table.picture())
            table.remove("W05")
        return picture

    def zone(x: float, y: float) -> str:
        found = table.layout.zone_at(x, y)
        assert found is not None
        return found

    middle, near, far = (450.0, 280.0), (150.0, 520.0), (450.0, 60.0)
    assert len(zones := {zone(*middle), zone(*near), zone(*far)}) == 3
    assert MIDDLE in zones
    view, now = CameraPipeline(table.layout, "NF", COPIES.values()), 0.0

    def look(picture: Image) -> SeenTable:
        nonlocal now
        for _ in range(60):
            now += 0.1
            view.process(picture, now)
        seen = view.observation(now, 1)
        assert seen.conflicts == seen.unknown == ()
        assert "W01" in seen.spots
        assert seen.copies.keys() <= {"W05"}
        return seen

    one = look(lies_at(middle))
    assert (one.copies, one.spots["W05"].zone) == ({"W05": {MIDDLE}}, MIDDLE)
    two = look(lies_at(middle, near))
    assert two.copies == {"W05": {MIDDLE, zone(*near)}}
    assert "W05" not in two.spots
    both = look(lies_at(far, near))
    assert both.copies == {"W05": {zone(*far), zone(*near)}}
    left = look(lies_at(far))
    assert (left.copies, left.spots["W05"].zone) == ({"W05": {zone(*far)}}, zone(*far))
    assert look(lies_at()).copies == {}


def test_two_cameras_each_of_which_sees_another_copy_see_two() -> None:
    def report(zone: str) -> CameraReport:
        seen = SeenTable({"W05": Spot(zone, "A")}, copies={"W05": frozenset({zone})})
        return CameraReport(seen, {}, {}, 2.0, {zone: frozenset({0})})

    grids = {"left": ((0.0, 0.0),), "right": ((1.0, 0.0),)}
    seen = merge_reports([report("left"), report("right")], grids, 1)
    assert (dict(seen.copies), dict(seen.spots)) == ({"W05": {"left", "right"}}, {})
    assert merge_reports([report("left")], grids, 1).spots.keys() == {"W05"}
