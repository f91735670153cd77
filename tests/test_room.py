"""Tests of the whole loop: a rendered tile moves, the camera sees it, the table records it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion import games
from companion.games.contract import Light, LightPicture, Player, Setup
from companion.room.lights import TableLights
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from firmware_bridge.backends.screen import Screen


def wait_until(true: Callable[[], object], seconds: float = 60.0) -> None:
    """Waits until `true()`; the time limit only ends a test that hangs."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@contextmanager
def room_with(path: Path, players: int = 2, seed: int = 5, **settings: object) -> Iterator[Room]:
    """A rendered room with one new table of the first installed game."""
    game = games.load(games.default_name())
    tables = Tables(Journal(path))
    seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:players])
    table = tables.create(
        game.name, Setup(seats), seed=seed, settings=Settings(draws="camera").with_changes(**settings)
    )
    room = Room(tables, lights=TableLights(Screen("drawn")), rendered=True)
    room.home.activate(table.id)
    try:
        yield room
    finally:
        room.close()


def table_of(room: Room):
    assert room.home.active
    return room.tables.open(room.home.active)


def tile_name(table, tile):
    return table.game.tracking.tile(tile).name


def last_entry(table):
    return table.entries()[-1]


def choose(room: Room, words: str) -> None:
    """Gives the answer with these words, as a tap does."""
    table = table_of(room)
    question = table.questions[0]
    option = next(o for o in table.game.options(table.state, question.player) if words in o.words)
    table.submit(option.decision, table.number, f"tap-{table.number}", "test")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with room_with(tmp_path / "room.db", moment=0.1) as room:
        yield room


def test_a_tile_that_a_finger_moves_becomes_that_players_pick(room):
    table = table_of(room)
    choose(room, "Explore")
    wait_until(lambda: last_entry(table).kind == "draw")
    assert last_entry(table).by == "camera"
    asked = table.questions[0].player
    tile = next(t for t, spot in table.game.tracking.layout(table.state).items() if spot.zone == "middle")
    x, y = room.home.demo.scene.nearest_free_spot(f"seat:{asked}")
    room.home.demo.move(tile, x, y)
    wait_until(lambda: last_entry(table).by == "camera" and last_entry(table).data.get("world") == tile)
    assert table.game.tracking.layout(table.state)[tile].zone == f"seat:{asked}"


@pytest.mark.slow
@pytest.mark.long
def test_a_tile_that_nothing_explains_is_named_and_forgiven_when_it_is_put_back(room):
    table = table_of(room)
    choose(room, "Explore")
    wait_until(lambda: last_entry(table).kind == "draw")
    number = table.number
    tile = next(t for t, spot in table.game.tracking.layout(table.state).items() if spot.zone == "middle")
    room.home.demo.turn(tile)
    wait_until(lambda: room.home.referee.view.disagreement is not None)
    assert any(
        tile_name(table, tile) in sentence for sentence in room.home.referee.view.disagreement.sentences
    )
    assert len(room.home.referee.view.disagreement.mends) == 2
    room.home.demo.turn(tile)
    wait_until(lambda: room.home.referee.view.disagreement is None)
    assert table.number == number


def test_the_lights_follow_the_table(room):
    table = table_of(room)
    wait_until(lambda: room.home.lights.drawn())
    before = room.home.lights.drawn()
    choose(room, "Settle")
    wait_until(lambda: room.home.lights.drawn() != before)
    wait_until(
        lambda: (
            table.game.lights.light(table.state).segments[1][1][3].level
            == room.home.lights.drawn()["tiles"][3].level
        )
    )


@pytest.mark.slow
def test_the_lights_are_dimmer_in_the_evening_and_flash_in_a_disagreement(room):
    table = table_of(room)
    wait_until(lambda: room.home.lights.strip())
    day = sum(map(sum, room.home.lights.strip(0.0)))
    table.set(lights="evening")
    wait_until(lambda: sum(map(sum, room.home.lights.strip(0.0))) < day)
    tile = next(iter(table.game.tracking.layout(table.state)))
    room.home.demo.turn(tile)
    wait_until(lambda: room.home.lights.drawn()["track"][5].motion == "alarm")
    room.home.demo.turn(tile)
    wait_until(lambda: room.home.lights.drawn()["track"][5].motion != "alarm")


@pytest.mark.slow
def test_the_demo_plays_by_itself_and_the_camera_tells_what_it_can_see(tmp_path):
    with room_with(tmp_path / "auto.db", players=3, seed=2, moment=0.1) as room:
        table = table_of(room)
        room.home.demo.set(auto=True, speed=16)
        wait_until(lambda: sum(e.by == "camera" for e in table.entries()) >= 8, 90)
        room.home.demo.set(auto=False)
        seen = [e for e in table.entries() if e.kind == "draw"]
        assert {e.by for e in seen} == {"camera"}


@pytest.mark.slow
def test_a_whole_game_ends_with_a_score(tmp_path):
    with room_with(tmp_path / "whole.db", players=2, seed=3, moment=0.1) as room:
        table = table_of(room)
        room.home.demo.set(auto=True, speed=16)
        wait_until(lambda: table.game.phase(table.state).over, 400)
        assert table.game.score(table.state).final


# --- the process itself ---------------------------------------------------------------------------------


@contextmanager
def demo_process(database: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`companion demo` as a process on a free port, and its address."""
    command = [sys.executable, "-c", "from companion.cli import main; main()", "demo"]
    process = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--database", str(database), *more],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout is not None
        address = next(
            line.split()[-1].removesuffix("demo")
            for line in process.stdout
            if line.startswith("The table is at ")
        )
        yield process, address
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode()


def has_more_entries(database: Path, table: str, entries: int) -> bool:
    """Whether the table's journal has more than this number of entries."""
    return len(Journal(database).entries(table)) > entries


@pytest.mark.slow
def test_a_killed_demo_goes_on_where_it_was(tmp_path):
    database = tmp_path / "killed.db"
    chance = random.Random(4)
    kept: tuple[str, int] | None = None
    for start in range(3):
        more = ("--auto", "--speed", "16", *(("--seed", "9") if start == 0 else ()))
        with demo_process(database, *more) as (process, address):
            (row,) = Tables(Journal(database)).list()
            assert kept is None or row.id == kept[0]
            assert row.id in get(address)
            wait_until(
                partial(has_more_entries, database, row.id, (kept[1] if kept else 1) + chance.randrange(3))
            )
            time.sleep(chance.uniform(0.0, 0.3))  # and is killed at any moment of its next move
            process.kill()
            process.wait()
        entries = Journal(database).entries(row.id)
        assert [e.number for e in entries] == list(range(1, len(entries) + 1))
        assert kept is None or len(entries) >= kept[1]
        kept = (row.id, len(entries))
    assert kept is not None
    assert kept[1] > 1


def test_pieces_move_over_http_a_new_game_is_drawn_under_the_camera_and_it_leaves_at_once(tmp_path):
    """By one demo, which takes seconds to start."""
    with demo_process(tmp_path / "http.db", "--seed", "1") as (process, address):
        told = json.loads(get(address + "demo/tiles"))
        assert told["auto"] is False
        assert told["tiles"]
        chosen = get(address + "new").split('type="radio" name="draws" value="camera"')[1].split(">")[0]
        assert "checked" in chosen
        process.terminate()
        status = process.wait(timeout=60)
        assert status == 0 or os.name == "nt"  # Windows ends a program without asking it


@pytest.mark.slow
def test_a_demo_that_has_ended_gives_way_to_a_new_one(tmp_path):
    database = tmp_path / "ended.db"
    with room_with(database):
        pass
    game = games.load(games.default_name())
    tables = Tables(Journal(database))
    (row,) = tables.list()
    table, rng = tables.open(row.id), random.Random(1)
    while not table.game.phase(table.state).over:
        question = table.questions[0]
        if question.draw:
            table.sample_chance(table.number, f"draw-{table.number}")
            continue
        options = game.options(table.state, question.player)
        decision = game.players["random"].choose(game, table.state, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number}", "test")
    tables.close()
    with demo_process(database) as (_, address):
        assert json.loads(get(address + "demo/tiles"))["tiles"]
        assert len(Tables(Journal(database)).list()) == 2


def test_the_lamps_show_where_things_lie_while_a_table_is_laid_out_again(room, monkeypatch):
    monkeypatch.setattr("companion.room.station.LAID_SECONDS", 60.0)
    lights = room.home.lights
    wait_until(lambda: lights.drawn())
    now = lights.drawn()
    laid = LightPicture((("track", (Light("white", "steady", 1),) * 6),))
    room.home.light_as_laid(laid)
    wait_until(lambda: {lamp.motion for lamp in lights.drawn()["track"]} == {"steady"})
    assert {lamp.colour for lamp in lights.drawn()["track"]} == {"white"}
    monkeypatch.setattr("companion.room.station.LAID_SECONDS", 0.4)
    room.home.light_as_laid(laid)
    wait_until(lambda: lights.drawn() == now)


def test_a_journal_that_cannot_be_read_at_the_start_ends_nothing(tmp_path, caplog):
    """The pages report the error, and continue when the journal can be read again."""
    tables = Tables(Journal(tmp_path / "tables.db"))
    game = games.load("new-frontiers")
    table = tables.create(game.name, Setup((Player("Ada", "blue"), Player("Ben", "green"))), seed=1)
    tables.close()
    room = Room(Tables(Journal(tmp_path / "tables.db")), lights=TableLights(Screen("drawn")))
    with room.tables.journal.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE entries RENAME COLUMN target TO lost")
    room.resume()
    assert room.home.active is None
    assert f"the table {table.id} is left alone" in caplog.text
    with room.tables.journal.transaction() as connection:
        connection.exec_driver_sql("ALTER TABLE tables RENAME TO lost")
    room.resume()
    assert room.home.active is None
    room.close()
