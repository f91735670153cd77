"""Tests of the camera without a table: it finds tiles to register, and serves a table that begins."""

import time

import cv2
import numpy as np

from companion import games
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.drawing import sticker_image


def test_tiles_are_seen_without_a_table(tmp_path):
    picture = np.full((540, 960), 120, np.uint8)
    picture[150:350, 380:580] = sticker_image("NF:W07A", 200)
    (tmp_path / "frames").mkdir()
    for n in range(3):
        cv2.imwrite(str(tmp_path / "frames" / f"{n}.png"), picture)
    room = Room(Tables(Journal(tmp_path / "journal.db")), camera=str(tmp_path / "frames"))
    try:
        game = games.load("new-frontiers")
        room.home.open_cameras(game)
        eyes = room.home.eyes
        until = time.monotonic() + 60
        while not eyes.sightings() and time.monotonic() < until:
            time.sleep(0.05)
        assert [tag.text for tag in eyes.sightings()] == ["NF:W07A"]
        room.home.open_cameras(game)
        assert room.home.eyes is eyes
        players = (Player("Blue", "blue"), Player("Green", "green"))
        table = room.tables.create("new-frontiers", Setup(players), seed=1)
        room.home.activate(table.id)
        assert room.home.eyes is not eyes
    finally:
        room.close()


def test_without_a_camera_there_is_nothing_to_look_with(tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    room.home.open_cameras(games.load("new-frontiers"))
    assert room.home.eyes is None
    room.close()
