"""Tests that a room frees vision, recorders and referees that it no longer serves without the collector."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from weakref import ref

import pytest

from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations

PLAYERS = Setup((Player("Ada", "blue"), Player("Ben", "red")))


@pytest.mark.slow
def test_cameras_of_another_table_leave_nothing_behind(tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "tables.db"))
    first, second = (tables.create("new-frontiers", PLAYERS, seed=n).id for n in (1, 2))
    room = Room(tables, rendered=True, calibrations=Calibrations(tmp_path / "cameras.json"))
    gc.collect()
    gc.disable()
    try:
        held = []
        room.home.activate(first)
        for number in range(4):
            assert room.home.eyes is not None
            eyes = room.home.eyes.cameras[0]
            until = threading.Event()
            while eyes.frame is None:
                until.wait(0.02)
            held += [
                ref(room.home.eyes),
                ref(eyes),
                ref(eyes.recorder),
                ref(eyes.pipeline),
                ref(room.home.referee),
            ]
            held.append(ref(room.home.demo))
            del eyes
            room.home.activate(first if number % 2 else second)
            assert [it() for it in held if it() is not None] == []
    finally:
        gc.enable()
        room.close()
