"""A pushed camera where no place tags tell it: what lies at rest tells it, and what hands do is no push."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.games.contract import Spot, seat_zone
from companion.vision.calibration import Calibration
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.camera_shift import find_shift
from companion.vision.rendered import RenderedTable
from tests.default_run import first_by_default

from .conftest import TILES

STEP = 1 / 12
LAY = [(100.0, 80.0), (700.0, 90.0), (400.0, 300.0), (150.0, 500.0), (640.0, 520.0), (820.0, 310.0)]
Point = tuple[float, float]


def turned(x: float, y: float, degrees: float = 2.0, zoom: float = 1.03) -> Point:
    c, s = zoom * math.cos(math.radians(degrees)), zoom * math.sin(math.radians(degrees))
    return c * x - s * y + 14, s * x + c * y - 9


@pytest.mark.parametrize("count", [3, 4, 6])
def test_a_shift_a_turn_and_a_zoom_are_one_push(count: int) -> None:
    pairs = [(turned(*at), at) for at in LAY[:count]]
    way = find_shift(pairs, count)
    assert way is not None
    for seen, lay in pairs:
        assert (way @ (*seen, 1.0))[:2] == pytest.approx(lay, abs=0.1)


def test_what_lies_still_is_no_push() -> None:
    random = np.random.default_rng(3)
    for _ in range(20):
        pairs = [((x + random.normal(0, 0.2), y + random.normal(0, 0.2)), (x, y)) for x, y in LAY]
        assert find_shift(pairs, len(pairs)) is None


def test_hands_are_no_push() -> None:
    two = [(turned(*at), at) for at in LAY[:2]]
    assert find_shift(two, 2) is None, "two tiles may be moved by two hands"
    one_stayed = [(turned(*at), at) for at in LAY[:5]] + [(LAY[5], LAY[5])]
    assert find_shift(one_stayed, 6) is None
    mat = [((x + 20, y), (x, y)) for x, y in ((100.0, 80.0), (160.0, 80.0), (100.0, 140.0), (160.0, 140.0))]
    assert find_shift([*mat, (LAY[4], LAY[4])], 5) is None, "a mat pushed with what lies on it"
    ways = ((9, 5), (-8, 9), (30, -7), (4, -30), (-20, 2), (7, 6))
    anywhere = [((x + dx, y + dy), (x, y)) for (x, y), (dx, dy) in zip(LAY, ways, strict=True)]
    assert find_shift(anywhere, 6) is None


def test_a_zoom_leaves_the_tile_in_the_middle_where_it_is() -> None:
    pairs = [((400 + (x - 400) * 1.02, 300 + (y - 300) * 1.02), (x, y)) for x, y in LAY]
    assert find_shift(pairs, 6) is not None


def test_a_push_goes_with_one_tile_moved_at_the_same_time() -> None:
    pairs = [(turned(*at), at) for at in LAY]
    pairs[2] = ((pairs[2][0][0] + 60, pairs[2][0][1]), pairs[2][1])
    assert find_shift(pairs, 6) is not None


def test_most_tiles_must_be_read_and_lie_apart() -> None:
    pairs = [(turned(*at), at) for at in LAY[:4]]
    assert find_shift(pairs, 6) is None
    close = [((x + 9.0, y), (x, y)) for x, y in ((100.0, 80.0), (150.0, 80.0), (100.0, 120.0))]
    assert find_shift(close, 3) is None


class Play:
    """A view whose corners a person marked, over a drawn table without place tags; time at hand."""

    def __init__(self, table: RenderedTable) -> None:
        self.table = table
        corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        self.view = CameraPipeline(table.layout, "NF", TILES.values(), Calibration(corners=corners))
        self.now = 100.0
        self.kinds: list[tuple[str, str]] = []
        self.way: np.ndarray = np.eye(3)[:2]

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            changes = self.view.process(self.picture(), self.now)
            self.kinds += [(c.kind, c.tile) for c in changes]

    def picture(self) -> np.ndarray:
        image = self.table.picture()
        for x, y in self.table.layout.places.values():
            px, py, reach = (round(v * self.table.px_per_mm) for v in (x, y, 20))
            cv2.rectangle(image, (px - reach, py - reach), (px + reach, py + reach), (60, 60, 60), -1)
        return cv2.warpAffine(image, self.way, self.table.size, borderValue=(60, 60, 60))

    @property
    def spots(self) -> dict[str, Spot]:
        return dict(self.view.observation(self.now, 1).spots)


@pytest.mark.slow
@pytest.mark.parametrize("slowly", first_by_default([True, False]))
def test_a_push_is_followed_by_what_lies_on_the_table(table: RenderedTable, slowly: bool) -> None:
    play = Play(table)
    for n in range(1, 7):
        table.put_in(seat_zone(n % 3), f"W{n:02d}", "A")
    play.run(2)
    before, events = play.spots, len(play.kinds)
    assert len(before) == 6
    assert not play.view.mapping.visible_places
    steps = 8 if slowly else 1
    for n in range(1, steps + 1):
        part = n / steps
        turn = cv2.getRotationMatrix2D((960, 540), 2.0 * part, 1 - 0.03 * part)
        play.way = turn + np.array([[0, 0, 40.0 * part], [0, 0, -25.0 * part]])
        play.run(STEP)
    play.run(3)
    assert play.spots == before
    assert len(play.kinds) == events
    # What is laid now is where it lies: the corners have gone with the camera.
    x, y = table.layout.zones[seat_zone(0)][2][0] - 24, 400.0
    table.put("W20", "A", x, y)
    play.run(2)
    laid = play.view.tracker.steady["W20"]
    there = play.view.mapping.to_px(x, y)
    true = play.way @ (x * table.px_per_mm, y * table.px_per_mm, 1.0)
    assert there == pytest.approx(tuple(true), abs=3)
    assert laid.zone == seat_zone(0)
    marked = play.view.calibration.corners
    assert marked is not None
    assert marked[0] == pytest.approx(tuple(play.way @ (0, 0, 1) / table.size), abs=0.005)


def test_a_tile_that_a_hand_pushes_has_moved_and_the_camera_has_not(table: RenderedTable) -> None:
    play = Play(table)
    for n in range(1, 5):
        table.put_in(seat_zone(n % 3), f"W{n:02d}", "A")
    play.run(2)
    version = play.view.mapping.version
    for tile in ("W01", "W02", "W03"):
        laid = table.tiles()[tile]
        table.move(tile, laid.x_mm + 15, laid.y_mm)
    play.run(2)
    assert play.view.mapping.version == version
    assert [kind for kind in play.kinds if kind[0] == "moved"] == [("moved", f"W0{n}") for n in (1, 2, 3)]
