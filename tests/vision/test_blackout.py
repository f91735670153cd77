"""The eyes ask for a moment of dark when light on the table may hide a tag, and not when it does not help."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.table.observation import SeenTable
from companion.vision import blackout
from companion.vision.camera import Frame, Image
from companion.vision.camera_worker import CameraWorker
from companion.vision.rendered import LaidTile, RenderedTable, sticker_middle

from .conftest import TILES

STEP = 1 / 12
UNREAD, EVERY = 3.0, 7.0


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same in less time."""
    monkeypatch.setattr(blackout, "UNREAD_SECONDS", UNREAD)
    monkeypatch.setattr(blackout, "MIN_INTERVAL_SECONDS", EVERY)


class Lit:
    """A drawn table with an LED beside a tag: its light spills over the tag while it is on."""

    def __init__(self, table: RenderedTable, obeys: bool = True, helps: bool = True) -> None:
        self.table, self.obeys, self.helps = table, obeys, helps
        self.time = 10.0
        self.on = False
        self.dark_until = 0.0
        self.asked: list[float] = []
        self.reports: list[SeenTable] = []
        self.eyes = CameraWorker(
            lambda: None,  # type: ignore[arg-type,return-value]
            table.layout, "NF", TILES.values(), self.reports.append, dark_pause=self.dark,
        )  # fmt: skip
        self.number = 0
        reach = round(25 * table.px_per_mm)
        glow = np.zeros((2 * reach, 2 * reach), np.float32)
        cv2.circle(glow, (reach + round(6 * table.px_per_mm), reach), round(13 * table.px_per_mm), 400.0, -1)
        self.glow = cv2.GaussianBlur(glow, (0, 0), 4 * table.px_per_mm)[:, :, None] * (1.0, 0.9, 0.8)

    def dark(self, seconds: float) -> bool:
        self.asked.append(self.time)
        if self.obeys:
            self.dark_until = self.time + seconds
        return self.obeys

    def picture(self) -> Image:
        image = self.table.picture()
        if self.on and (self.time > self.dark_until or not self.helps):
            x, y = sticker_middle(LaidTile("W01", "A", 300, 150), TILES["W01"])
            scale = self.table.px_per_mm
            column, row, reach = round(x * scale), round(y * scale), round(25 * scale)
            part = image[row - reach : row + reach, column - reach : column + reach]
            part[:] = np.clip(part + self.glow, 0, 255).astype(np.uint8)
        return image

    def look(self, seconds: float) -> None:
        for _ in range(int(seconds / STEP)):
            self.time += STEP
            self.number += 1
            self.eyes._process_frame(Frame(self.picture(), self.number, self.time))

    def read_since(self, at: float) -> bool:
        return self.eyes.pipeline.read_at.get("W01", 0.0) > at


def lit(table: RenderedTable, **how: bool) -> Lit:
    """A tile was read, and then the light went on over it."""
    table.put("W01", "A", 300, 150)
    table.put("W02", "A", 600, 150)
    scene = Lit(table, **how)
    scene.look(2)
    assert "W01" in scene.reports[-1].spots
    scene.on = True
    return scene


def test_a_tag_that_light_hides_is_read_in_the_dark(table: RenderedTable) -> None:
    scene = lit(table)
    begin = scene.time
    scene.look(UNREAD - 1)
    assert not scene.read_since(begin)  # the light does hide it
    assert scene.asked == []
    scene.look(3)
    assert len(scene.asked) == 1
    assert scene.read_since(begin)
    assert "W01" in scene.reports[-1].spots


@pytest.mark.slow
def test_it_is_asked_for_seldom(table: RenderedTable) -> None:
    scene = lit(table)
    scene.look(3 * EVERY)
    assert 1 <= len(scene.asked) <= 3
    assert all(b - a >= EVERY for a, b in zip(scene.asked, scene.asked[1:], strict=False))


@pytest.mark.slow
def test_what_dark_does_not_mend_is_not_asked_for_again(table: RenderedTable) -> None:
    scene = lit(table, helps=False)
    scene.look(3 * EVERY)
    assert len(scene.asked) == 1


@pytest.mark.slow
def test_without_lights_nothing_happens(table: RenderedTable) -> None:
    scene = lit(table, obeys=False)
    scene.look(UNREAD + 3)
    assert "W01" in scene.reports[-1].spots  # what was known of it stays


@pytest.mark.slow
def test_a_tile_that_is_read_asks_for_nothing(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    scene = Lit(table)
    scene.look(12)
    assert scene.asked == []
