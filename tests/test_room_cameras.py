"""Tests of a room's cameras: several at once, the settings of each, and trying other cameras."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.calibration import Calibration, Calibrations

GAME = games.load("new-frontiers")
CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))


def wait_until(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@pytest.fixture
def folders(tmp_path: Path) -> list[str]:
    """Two folders of pictures that stand in for two cameras."""
    for name in ("left", "right"):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "1.png"), np.full((360, 640, 3), 90, np.uint8))
    return [str(tmp_path / "left"), str(tmp_path / "right")]


@pytest.fixture
def room(tmp_path: Path, folders: list[str]) -> Iterator[Room]:
    kept = Calibrations(tmp_path / "cameras.json")
    kept.save("right", Calibration(corners=CORNERS))
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red"))
    table = tables.create(GAME.name, Setup(players), seed=1)
    room = Room(tables, camera=folders, calibrations=kept)
    room.home.activate(table.id)
    yield room
    room.close()


def test_each_camera_has_what_is_kept_of_it(room: Room) -> None:
    assert room.home.eyes is not None
    left, right = room.home.eyes.cameras
    assert (left.name, right.name) == ("left", "right")
    assert left.pipeline.calibration == Calibration()
    assert right.pipeline.calibration.corners == CORNERS
    assert left.pipeline.layout.places.keys() == {1, 2, 3, 4, 5, 6}
    assert left.pipeline.layout.zones.keys() == {"middle", "seat:0", "seat:1", "seat:2"}


def test_a_tables_size_is_one_for_all_cameras_and_the_rest_is_each_ones_own(room: Room) -> None:
    assert room.home.eyes is not None
    left, right = room.home.eyes.cameras
    room.home.calibrate(0, left.calibration.with_changes(size_mm=(1200.0, 800.0)))
    wait_until(lambda: all(eyes.pipeline.layout.size_mm == (1200.0, 800.0) for eyes in (left, right)))
    assert right.pipeline.calibration.corners == CORNERS
    assert left.pipeline.calibration.corners is None
    kept = room.calibrations
    assert kept.load("left").size_mm == kept.load("right").size_mm == (1200.0, 800.0)
    room.home.calibrate(7, Calibration())  # a camera that has been removed


def test_other_cameras_can_be_looked_through(room: Room, folders: list[str]) -> None:
    before = room.home.eyes
    room.home.use_cameras(folders[:1])
    assert room.home.eyes is not before
    assert room.home.eyes is not None
    assert [eyes.name for eyes in room.home.eyes.cameras] == ["left"]
    assert room.home.eyes.cameras[0].pipeline.layout.places.keys() == {1, 2, 3, 4}
    wait_until(lambda: room.home.eyes is not None and room.home.eyes.status().state == "online")


def test_without_lights_it_does_not_get_dark(room: Room) -> None:
    assert room.home._dark_pause(0.1) is False
