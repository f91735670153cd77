"""Tests that pages show nothing of what a game lacks: camera, lights, box, scoring from photos, legend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.room.lights import TableLights
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from firmware_bridge.backends.screen import Screen
from tests.web.conftest import bare_room
from tests.web.forms_game import FormsGame
from tests.web.test_page_sentences import sentences

FULL_GAME = games.load("new-frontiers")
BARE_GAME = FormsGame()


@pytest.fixture(params=[FULL_GAME, BARE_GAME], ids=lambda game: game.name)
def playing(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[FlaskClient, str, bool]]:
    """A client, a table's path, and whether its game has everything; cameras and lights serve the table."""
    game: Any = request.param
    monkeypatch.setattr(games, "names", lambda: (game.name,))
    monkeypatch.setattr(games, "load", lambda name: game)
    tables = Tables(Journal(tmp_path / "journal.db"), lambda name: game)
    colours = game.colours[:2]
    setup = Setup(tuple(Player(colour.capitalize(), colour) for colour in colours))
    table = tables.create(game.name, setup, seed=1)
    room = bare_room(tables)
    lights = TableLights(Screen())
    room.home.active, room.home.has_camera, room.home.lights = table.id, True, lights
    app = create_app(room)
    yield app.test_client(), f"/t/{table.id}/", game is FULL_GAME
    services_of(app).live.close()
    lights.close()
    tables.close()


WHERE_NEEDED = (
    ("{table}", "Camera: "),
    ("{table}", "Lights: "),
    ("{table}", "What the signs mean"),
    ("{table}seat/0", "What the signs mean"),
    ("{table}settings", "When the camera understands a move"),
    ("{table}settings", "How bright the lights are"),
    ("{table}settings", "Seconds before a mismatch is shown"),
    ("/new", "We draw, the camera reads it"),
    ("/new", "Put camera and lights on this table"),
    ("/new", "pieces that came with the companion"),
    ("/", "The box"),
    ("/", "Score a finished table"),
)


def test_what_a_game_lacks_is_not_shown(playing: tuple[FlaskClient, str, bool]) -> None:
    client, table, has_it = playing
    for path, words in WHERE_NEEDED:
        answer = client.get(path.format(table=table))
        assert answer.status_code == 200, path
        assert (words in answer.text) == has_it, (path, words)


@pytest.mark.parametrize(
    ("has_camera", "lights", "offered"),
    [
        (False, "none", ""),
        (False, "off", ""),
        (True, "none", "Put the camera on this table"),
        (False, "on", "Put the lights on this table"),
        (True, "on", "Put camera and lights on this table"),
    ],
)
@pytest.mark.parametrize("playing", [FULL_GAME], indirect=True, ids=["new-frontiers"])
def test_what_the_house_lacks_is_neither_offered_nor_ticked(
    playing: tuple[FlaskClient, str, bool], has_camera: bool, lights: str, offered: str
) -> None:
    client, table, _has_it = playing
    home = services_of(client.application).room.home
    home.has_camera = has_camera
    if lights != "on":
        home.lights = None if lights == "none" else TableLights(Screen("There are no lights.", "off"))
    setup, settings = client.get("/new").text, client.get(f"{table}settings").text
    of_camera = ("When the camera understands a move", "Seconds before a mismatch is shown", 'value="camera"')
    for words in of_camera:
        assert (words in settings) == has_camera
    assert ('name="draws" value="camera"' in setup) == has_camera
    assert ("How bright the lights are" in settings) == (lights == "on")
    shown, signs = client.get(table).text, client.get(f"{table}legend").text
    assert ("Camera: " in shown, "camera&#39;s card" in signs) == (has_camera, has_camera)
    assert ("Lights: " in shown, "A light for each seat" in signs) == (lights == "on", lights == "on")
    assert ("so that a camera sees them" in client.get(f"{table}put-away").text) == has_camera
    assert ("those that a camera takes" in client.get(f"/box/{FULL_GAME.name}/photos").text) == has_camera
    ways = [f"Put {what} on this table" for what in ("the camera", "the lights", "camera and lights")]
    assert [words for words in ways if words in setup] == ([offered] if offered else [])
    assert ('type="checkbox" name="camera-here"' in setup) == bool(offered)
    assert "Begin as last time" in setup
    assert ('type="hidden" name="camera-here"' in setup) == bool(offered)


@pytest.mark.parametrize("has_camera", [False, True])
@pytest.mark.parametrize("playing", [FULL_GAME], indirect=True, ids=["new-frontiers"])
def test_answers_have_the_numbers_of_tags_where_a_camera_reads_them(
    playing: tuple[FlaskClient, str, bool], has_camera: bool
) -> None:
    client, path, _has_it = playing
    room = services_of(client.application).room
    room.home.has_camera = has_camera
    table = room.tables.open(room.home.active)
    for step in range(2):  # two select Develop, which asks for a development
        now = table.now
        seat = now.questions[0].player
        chosen = FULL_GAME.options(now.state, seat)[1 - step].decision
        table.submit(chosen, now.number, f"select-{step:06}", "tablet")
    page = client.get(path).text
    assert "Space Marines" in page
    assert ("answer-tile" in page) == has_camera


@pytest.mark.parametrize("path", ["{table}verify", "/box", "/scan"])
def test_a_page_that_a_game_lacks_says_so_in_a_sentence(
    playing: tuple[FlaskClient, str, bool], path: str
) -> None:
    client, table, has_it = playing
    answer = client.get(path.format(table=table))
    assert answer.status_code == (200 if has_it else 404)
    assert "Traceback" not in answer.text


def test_a_game_that_cannot_be_loaded_is_told_on_the_first_page(
    playing: tuple[FlaskClient, str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "failures", lambda: ("The game chess cannot be loaded: no board.",))
    assert "The game chess cannot be loaded: no board." in playing[0].get("/").text


@pytest.mark.parametrize("name", ["race-for-the-galaxy", "a-new-frontier"])
def test_a_game_without_tiles_has_none_in_its_setup(tmp_path: Path, name: str) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    said = app.test_client().get(f"/new?game={name}").text
    assert "pieces that came with the companion" in said
    assert not [it for it in sentences(said) if re.search(r"\btiles?\b", it, re.IGNORECASE)]
    services_of(app).live.close()
    tables.close()
