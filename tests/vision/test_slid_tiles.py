"""A tile that hands slide is seen to be out of its place, and back, by where its tag lies in the picture."""

from __future__ import annotations

from dataclasses import replace

from companion.table.slides import Slides, follow
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from tests.rigs.plans import Pieces

from .conftest import TILES

ROW = tuple(f"G{n}" for n in range(1, 6))
SLIDING = {tile: replace(info, slides=tile in ROW) for tile, info in TILES.items()}


def test_a_slide_is_seen_and_a_push_is_not() -> None:
    table = RenderedTable(3, Pieces(SLIDING), "NF")
    for n, tile in enumerate(ROW):
        table.put(tile, "", 150.0 + 75 * n, 280.0)
    table.put("W01", "A", 700.0, 280.0)
    camera, view = RenderedCamera(table, noise=2.0), CameraPipeline(table.layout, "NF", SLIDING.values())
    now, known = 0.0, Slides()

    def look(*told: str) -> Slides:
        nonlocal now
        for _ in range(20):
            now += 0.1
            view.process(camera.snap(), now)
        seen = view.observation(now, 1)
        assert seen.at.keys() == set(ROW)  # not the world, which nobody slides
        return follow(known, 1, seen.at, dict.fromkeys(ROW, False) | dict.fromkeys(told, True), told)

    known = look()
    assert known.whole
    assert known.in_place == set(ROW)
    table.move("G2", 152.0 + 75, 287.0)
    assert look().waiting == ()
    table.move("G4", 150.0 + 75 * 3, 310.0)
    known = look()
    assert known.waiting == ("G4",)
    known = look("G4")
    assert (known.waiting, known.is_out("G4")) == ((), True)
    table.move("G4", 150.0 + 75 * 3, 284.0)
    assert look().in_place == set(ROW)
