"""Tests of the box's pages and their requests, without a browser."""

from __future__ import annotations

import html
import re
import struct
import zlib
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.referee_view import RefereeView
from companion.table.tables import Tables
from companion.vision.camera_rig import CameraRig
from companion.vision.tags import modules, parse_tag
from companion.web import create_app
from companion.web.request.services import services_of
from tests.stand_in import stand_in
from tests.web.conftest import bare_room

GAME = "new-frontiers"
TILE = {"id": "W11", "name": "Mine", "cost": 2, "vp": 1, "kind": "Novelty", "good": "production"}


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


@pytest.fixture
def client(tables, shelf):
    room = bare_room(tables)
    room.learned = []
    room.update_tiles = room.learned.append
    room.home.open_cameras = lambda game: None
    app = create_app(room, shelf)
    app.testing = True
    yield app.test_client()
    services_of(app).live.close()


def keep(client, fields=TILE, type="world", **more):
    return client.post(f"/box/{GAME}/tile", json={"type": type, "fields": fields} | more)


def picture(*tags):
    image = np.full((400, 400 * len(tags), 3), 200, np.uint8)
    for n, tag in enumerate(tags):
        code = np.kron(np.where(modules(tag), 0, 255).astype(np.uint8), np.ones((8, 8), np.uint8))
        code = cv2.copyMakeBorder(code, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=255)
        image[50 : 50 + len(code), 400 * n + 50 : 400 * n + 50 + len(code)] = code[:, :, None]
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_the_box_says_how_far_it_is(client):
    page = client.get("/box").text
    assert "0 of 124" in page
    keep(client)
    assert "1 of 124" in client.get("/box").text


def test_a_tile_is_kept_and_the_next_one_named(client, shelf):
    answer = keep(client)
    assert answer.status_code == 200
    assert answer.json["next"].endswith("/tile/W12")
    assert tiles_in(shelf.text(GAME))["W11"].fields == TILE | {"colonists": 1}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "id"),
        (TILE | {"id": "W1"}, "id of a world"),
        (TILE | {"cost": 1000}, "cost"),
        (TILE | {"assumed": ["nonsense"]}, "assumed"),
        (TILE | {"powers": "Trade: +1"}, "powers"),
        (TILE | {"name": ""}, "name"),
    ],
)
def test_what_is_no_tile_is_refused_and_nothing_kept(client, shelf, fields, says):
    answer = keep(client, fields)
    assert answer.status_code in (400, 422)
    assert says in answer.json["sentence"]
    assert shelf.names(GAME) == ()


def test_while_a_tile_is_typed_it_is_drawn_and_nothing_is_kept(client, shelf):
    answer = client.post(f"/box/{GAME}/understood", json={"type": "world", "fields": TILE})
    assert answer.json["wrong"] == ""
    assert all(face.startswith("<svg") for face in answer.json["faces"])
    hostile = TILE | {"powers": ["Trade: <script>alert(1)</script>"], "name": "<b>x"}
    answer = client.post(f"/box/{GAME}/understood", json={"type": "world", "fields": hostile})
    assert "<script" not in "".join(answer.json["faces"])
    assert shelf.names(GAME) == ()


def test_a_hostile_name_stays_text_on_every_page(client):
    keep(client, TILE | {"name": "</script><b>x", "assumed": ["name"]})
    for path in ("/box", f"/box/{GAME}/tile/W11", f"/box/{GAME}/tile/W12", f"/box/{GAME}/verify?tile=W11"):
        assert "<b>x" not in client.get(path).text.replace("\\u003cb\\u003ex", "")


@pytest.mark.parametrize("path", ["tile/Q99", "tile/x", "tile/G77", "tile"])
def test_a_tile_that_cannot_be_is_said(client, path):
    answer = client.get(f"/box/{GAME}/{path}", follow_redirects=True)
    assert answer.status_code == 422
    assert "can be no tile" in answer.text


def test_a_tile_is_found_by_its_number(client):
    for typed in ("W07", "w7", "NF:W07B", " w07 "):
        answer = client.get(f"/box/{GAME}/tile", query_string={"id": typed})
        assert answer.location.endswith("/tile/W07"), typed


def test_fields_are_confirmed_one_by_one_and_all_together(client, shelf):
    client.post(f"/box/{GAME}/confirm", data={"id": "D03", "field": ["cost"]})
    tile = tiles_in(shelf.text(GAME))["D03"]
    assert set(tile.assumed) == {"vp", "keywords"}
    assert tile.fields["source"] == "rulebook"
    answer = client.post(f"/box/{GAME}/confirm", data={"id": "D03"})
    assert "after=D03" in answer.location
    assert tiles_in(shelf.text(GAME))["D03"].own


def test_boxes_come_in_go_out_and_are_chosen(client, shelf):
    keep(client)
    text = client.get(f"/box/{GAME}/export").text
    answer = client.post(f"/box/{GAME}/import", json={"name": "cafe", "text": text})
    assert answer.status_code == 200
    assert shelf.in_use(GAME) == "cafe"
    again = client.post(f"/box/{GAME}/import", json={"name": "cafe", "text": text})
    assert again.status_code == 422
    wrong = client.post(f"/box/{GAME}/import", json={"name": "other", "text": "[[world]]\nid = 3"})
    assert wrong.status_code == 422
    client.post(f"/box/{GAME}/use", data={"box": ""})
    assert shelf.in_use(GAME) is None
    assert client.post(f"/box/{GAME}/use", data={"box": "nothing"}).status_code == 422
    client.post(f"/box/{GAME}/use", data={"box": "my box"})
    client.post(f"/box/{GAME}/forget", data={"id": "W11"})
    assert tiles_in(shelf.text(GAME)) == {}


def png_head(wide, high):
    """The start of a PNG of that size: a few hundred bytes that would decode to far more."""

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
    rows = zlib.compress(b"\0" * (wide * 3 + 1), 9)
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_a_photo_opens_the_tile_that_it_shows(client):
    answer = client.post(f"/box/{GAME}/photo", data=picture("NF:H3A"), content_type="image/jpeg")
    assert answer.json["tile"]["id"] == "H3A"
    assert client.get(answer.json["tile"]["href"]).status_code == 200


@pytest.mark.parametrize(
    ("data", "status", "says"),
    [
        (b"", 400, "arrived empty"),
        (b"not a picture", 400, "no photo"),
        (png_head(12000, 12000), 400, "144 megapixels"),
        (png_head(32800, 32800), 400, "megapixels"),
        (cv2.imencode(".jpg", np.full((300, 300), 128, np.uint8))[1].tobytes(), 422, "No tag"),
        (picture("NF:W07A", "NF:W08A"), 422, "one tile at a time"),
        (b"x" * (1 << 20), 413, "too large"),
    ],
)
def test_a_photo_that_says_nothing_is_refused_in_words(client, data, status, says):
    answer = client.post(
        f"/box/{GAME}/photo", data=data, content_type="image/jpeg", headers={"Accept": "application/json"}
    )
    assert answer.status_code == status
    assert says in answer.json["sentence"]


def test_a_tile_a_table_asked_for_is_taught_there_and_kept_in_the_box(client, tables, shelf):
    table = tables.create(GAME, Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=1)
    answer = keep(client, TILE | {"id": "W61"}, table=table.id)
    assert answer.status_code == 200
    assert table.game.tracking.tile("W61").name == "Mine"
    assert "W61" in tiles_in(shelf.text(GAME))
    assert keep(client, TILE, table="none").status_code == 404


def test_new_tables_begin_with_the_box_and_old_ones_keep_theirs(client, tables):
    form = {"game": GAME, "name-0": "Blue", "colour-0": "blue", "name-1": "Green", "colour-1": "green"}
    client.post("/new", data=form)
    keep(client)
    client.post("/new", data=form)
    names = [tables.open(row.id).game.tracking.tile("W11").name for row in tables.list()]
    assert sorted(names) == ["Mine", "Rare windfall world 1"]


def test_a_setup_whose_draws_are_entered_by_hand_has_the_box_too(client, tables):
    keep(client, {"id": "H1A", "name": "Our home", "cost": 1, "vp": 1, "mat": 1, "side": "A"}, "home")
    form = {"game": GAME, "name-0": "Blue", "colour-0": "blue", "name-1": "Green", "colour-1": "green"}
    page = client.post("/new", data=form | {"chance": "hand"}).text
    carried = html.unescape(re.search(r'name="setup" value="([^"]*)"', page)[1])
    assert "Our home" not in carried
    client.post("/new/draw", data={"game": GAME, "setup": carried, "rest": "virtual"})
    (row,) = tables.list()
    assert tables.open(row.id).game.tracking.tile("H1").caption.startswith("Our home")


def test_a_box_spoilt_by_hand_opens_with_a_sentence_and_can_be_put_away(client, shelf):
    keep(client)
    shelf.path(GAME, "my box").write_text("[[world]]\nid = ")
    page = client.get("/box")
    assert page.status_code == 200
    assert "Cannot be read: the box file, line 1: " in html.unescape(page.text)
    assert client.get("/new").status_code == 200
    client.post(f"/box/{GAME}/use", data={"box": ""})
    assert client.get("/box").status_code == 200


def test_another_site_s_page_registers_nothing(client, shelf):
    answer = client.post(
        f"/box/{GAME}/tile", json={"type": "world", "fields": TILE}, headers={"Origin": "http://elsewhere"}
    )
    assert answer.status_code == 403
    assert shelf.names(GAME) == ()


def test_the_stickers_come_as_a_pdf(client):
    answer = client.get(f"/box/{GAME}/stickers.pdf")
    assert answer.data.startswith(b"%PDF")


def test_what_lies_under_the_camera_is_named(client):
    room = services_of(client.application).room
    assert client.get(f"/box/{GAME}/seen").json == {"camera": False, "tiles": []}
    now, long_ago = (5.0, None), (1.0, None)
    sightings = {
        parse_tag("NF:W07B"): now,
        parse_tag("NF:W99A"): now,
        parse_tag("NF:Z1"): now,
        parse_tag("XX:W01A"): now,
        parse_tag("NF:W08A"): long_ago,
    }
    room.home.eyes = stand_in(CameraRig, sightings=lambda: sightings)
    tiles = client.get(f"/box/{GAME}/seen").json["tiles"]
    assert [(tile["id"], tile["name"]) for tile in tiles] == [("W07", "Comet Zone"), ("W99", "unknown")]
    assert client.get(tiles[1]["href"]).status_code == 200


def test_a_tag_that_no_tile_has_offers_its_form_at_the_table(client, tables):
    table = tables.create(GAME, Setup((Player("Blue", "blue"), Player("Green", "green"))), seed=1)
    room = services_of(client.application).room
    room.home.active = table.id
    room.home.referee = SimpleNamespace(spoken=lambda: RefereeView(unknown=("NF:W61A",)))
    page = client.get(f"/t/{table.id}/").text
    asked = f"/box/{GAME}/tile/W61A?table={table.id}"
    assert asked in page
    form = client.get(asked).text
    assert 'data-id="W61"' in form
    assert table.title in form


def test_unregistered_tiles_are_said_at_begin_and_on_the_tables_page(client, tables):
    page = client.get(f"/new?game={GAME}").text
    # The rulebook and the publisher say all of eight.
    assert "8 of 124 pieces are known; the rest is asked when you meet it." in page
    assert 'href="/box' in page.split('id="made-up"')[1]
    for field in ("chance", "draws"):
        assert re.search(rf'name="{field}" value="hand" checked', page), field
    assert 'id="made-up"' not in client.get("/new?game=race-for-the-galaxy").text, (
        "all its cards are published"
    )
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create(GAME, Setup(players), seed=1)
    assert re.search(r"\d+ tiles not registered", client.get(f"/t/{table.id}/").text)
