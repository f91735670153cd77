"""Tests of "What is this card?": by name, by tag and by look, in words, in the position of a table."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import cv2
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.drawn_cards import card_picture, tableau_photo
from tests.rigs.trays import tray_photos
from tests.web.conftest import bare_room

RACE, NEW = "race-for-the-galaxy", "new-frontiers"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


def begun(client: FlaskClient, name: str) -> Table[Any]:
    game = games.load(name)
    players = tuple(Player(name, colour) for name, colour in zip(("Ann", "Ben"), game.colours, strict=False))
    setup = setup_with_draws(game, Setup(players), 5)
    return services_of(client.application).room.tables.create(name, setup, seed=5, settings=Settings())


def photo(client: FlaskClient, name: str, data: bytes) -> Any:
    """The answer to a photo, and the tiles that it leads to."""
    answer = client.post(f"/what/{name}", data={"photo": (io.BytesIO(data), "photo.jpg"), "seat": "0"})
    return answer, parse_qs(urlsplit(answer.headers.get("Location", "")).query).get("tile", [])


def read(client: FlaskClient, address: str, spoken: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": spoken})
    assert answer.status_code == 200
    return html.unescape(answer.text)


def test_a_card_is_found_by_name_and_said_in_words(client: FlaskClient) -> None:
    page = read(client, f"/what/{RACE}")
    assert 'data-words="public works"' in page
    card = games.load(RACE).catalogue.copies("Public Works")[0].id
    page = read(client, f"/what/{RACE}?tile={card}")
    assert "discard 1 good for 1 VP" in page
    assert "What the icons mean" in page
    assert "Entwicklung" in read(client, f"/what/{RACE}?tile={card}", "de")
    assert client.get("/what/no-such-game").status_code == 404
    assert "Or find it" in read(client, f"/what/{RACE}?tile=no-such-card")


def test_at_a_table_it_says_what_it_does_now(client: FlaskClient) -> None:
    table = begun(client, RACE)
    mine = table.state.empires[0].tableau[0].card
    there = f"table={table.id}&seat=0"
    page = read(client, f"/what/{RACE}?tile={mine}&{there}")
    assert "In this position" in page
    assert f"/t/{table.id}/seat/0" in page
    assert f"/t/{table.id}/legend" in page
    assert f"/what/{RACE}?table={table.id}&seat=0" in read(client, f"/t/{table.id}/seat/0")


@pytest.mark.slow
def test_a_photo_of_tags_names_each_and_is_not_kept(client: FlaskClient, tmp_path: Path) -> None:
    worlds = list(games.load(NEW).catalogue.worlds)[:3]
    (data,) = tray_photos(5, [f"NF:{world}A" for world in worlds])
    before = sorted(tmp_path.rglob("*"))
    answer, tiles = photo(client, NEW, data)
    assert (answer.status_code, sorted(tiles)) == (303, sorted(worlds))
    assert sorted(tmp_path.rglob("*")) == before
    page = read(client, answer.headers["Location"])
    assert page.count('class="what-tile"') == 3


@pytest.mark.slow
def test_a_card_without_a_tag_is_known_by_its_look_once_photographed(client: FlaskClient) -> None:
    fronts = [front.id for front in games.load(RACE).untracked.looks().fronts][20:24]
    picture, _middles = tableau_photo(fronts[:2], Random("what"), (2000, 1500))
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    answer, tiles = photo(client, RACE, data)
    assert (answer.status_code, tiles) == (422, [])
    assert "Nothing of the game was known in this photo" in answer.text
    learnt = {id: cv2.imencode(".jpg", card_picture(id))[1].tobytes() for id in fronts}
    services_of(client.application).fronts.pictures.keep(RACE, learnt)
    answer, tiles = photo(client, RACE, data)
    assert (answer.status_code, set(tiles)) == (303, set(fronts[:2]))
    assert read(client, answer.headers["Location"]).count('class="what-tile"') == 2


def test_what_is_no_photo_is_refused_in_a_sentence(client: FlaskClient) -> None:
    for data in (b"", b"no picture"):
        answer, _tiles = photo(client, RACE, data)
        assert answer.status_code == 422
        assert 'role="alert"' in answer.text
