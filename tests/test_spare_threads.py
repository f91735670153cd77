"""Where the system gives no more threads, what a step can do without is left out, and comes back later."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.coach.table_threads import TableThreads
from companion.games.contract import Player, Setup
from companion.plays.store import Plays
from companion.room import station
from companion.room.lights import TableLights
from companion.room.room import Room
from companion.table.follower import Follower
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.camera import CameraLost
from companion.web.live.expected_end import ExpectedEnds
from firmware_bridge.backends.screen import Screen
from tests.table.conftest import SETUP, load_toy
from tests.web.drawn import eventually


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "tables.db"), load_toy)) as made:
        yield made


@pytest.fixture
def table(tables: Tables) -> Table[Any]:
    return tables.create("stones", SETUP, seed=1)


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as there_are_none:
        there_are_none.setattr(threading.Thread, "start", refuse)
        yield there_are_none


def step(table: Table[Any]) -> None:
    option = table.game.options(table.state, table.questions[0].player)[0]
    table.submit(option.decision, table.number, f"spare-thread-{table.number}", "test")


def test_the_coach_works_again_once_there_are_threads(
    table: Table[Any], no_threads: pytest.MonkeyPatch
) -> None:
    threads, worked = TableThreads("help"), threading.Event()
    threads.begin(table, lambda _table: worked.set())
    assert not threads.works_at(table)
    no_threads.undo()
    threads.begin(table, lambda _table: worked.set())
    assert worked.wait(20)


def test_a_step_is_taken_and_its_followers_catch_up(tables: Tables, no_threads: pytest.MonkeyPatch) -> None:
    came = threading.Event()

    def take(_table: Table[Any], _after: int, _last: int) -> bool:
        came.set()
        return True

    with closing(Follower(tables, "test", take, str, at_once=False)):
        table = tables.create("stones", SETUP, seed=1)
        before = table.number
        step(table)
        assert (table.number > before, came.is_set()) == (True, False)
        no_threads.undo()
        step(table)
        assert came.wait(20)


def test_the_expected_end_is_worked_out_once_there_are_threads(
    tables: Tables, table: Table[Any], no_threads: pytest.MonkeyPatch
) -> None:
    ends = ExpectedEnds(Plays(tables.journal))
    assert ends.of(table) is None
    assert ends.of(table) is None
    assert not ends._working.locked()


def test_a_watched_table_opens_and_is_watched_once_there_are_threads(
    tmp_path: Path, no_threads: pytest.MonkeyPatch
) -> None:
    """Its clocks, its referee, its camera, its lessons and its lights."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = Room(tables, calibrations=Calibrations(tmp_path / "cameras.json"))
    with closing(room):
        game = games.load("new-frontiers")
        seats = tuple(Player(colour, colour) for colour in game.colours[:2])
        table = tables.create(game.name, Setup(seats), seed=1)
        room.home.lights = lights = TableLights(Screen())
        room.home.use_cameras([no_camera])
        room.home.activate(table.id)
        step(table)
        assert not [it.name for it in threading.enumerate() if table.id in it.name]
        no_threads.undo()
        assert room.home.served is table
        tables.open(table.id)
        names = {it.name.split()[0] for it in threading.enumerate() if it.is_alive()}
        assert {"referee", "lessons", "lighting", "eyes"} <= names
        eventually(lambda: bool(lights.drawn()))


def test_a_fault_in_one_picture_of_the_lights_does_not_end_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, game = Tables(Journal(tmp_path / "journal.db")), games.load("new-frontiers")
    seats = tuple(Player(colour, colour) for colour in game.colours[:2])
    table = tables.create(game.name, Setup(seats), seed=1)
    faults, made = [RecursionError(), MemoryError(), OSError()], station.light_picture

    def picture(*parts: Any) -> Any:
        if faults:
            raise faults.pop()
        return made(*parts)

    monkeypatch.setattr(station, "light_picture", picture)
    monkeypatch.setattr(station, "LIGHTING_RETRY_SECONDS", 0.01)
    with closing(Room(tables, calibrations=Calibrations(tmp_path / "cameras.json"))) as room:
        room.home.lights = lights = TableLights(Screen())
        room.home.activate(table.id)
        eventually(lambda: bool(lights.drawn()))
        assert not faults


def no_camera() -> Any:
    raise CameraLost("There is no camera.")
