"""A room with a drawn table and real vision, for tests of the camera's pages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations


def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until `true()`; the time limit only ends a test that hangs."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@contextmanager
def drawn_room(folder: Path) -> Iterator[Room]:
    """A room whose table is drawn, and has been read once."""
    game = games.load("new-frontiers")
    tables = Tables(Journal(folder / "journal.db"))
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:2])
    table = tables.create(game.name, Setup(players), seed=5, settings=Settings(draws="camera", referee="ask"))
    room = Room(tables, rendered=True, calibrations=Calibrations(folder / "cameras.json"))
    room.home.activate(table.id)
    try:
        eventually(lambda: room.home.eyes is not None and room.home.eyes.cameras[0].pipeline.ready)
        yield room
    finally:
        room.close()
