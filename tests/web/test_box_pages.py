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
from companion.games.contract import LATER, Player, Setup
from companion.table.journal import Journal
from companion.table.referee_view import RefereeView
from companion.table.tables import Tables
from companion.vision import ocr
from companion.vision.camera_rig import CameraRig
from companion.vision.tags import modules, parse_tag
from companion.web import create_app
from companion.web.request.services import services_of
from tests.reports import REPORTS
from tests.stand_in import stand_in
from tests.web.conftest import bare_room

GAME = "new-frontiers"
TOLD = ("name=Mine", "price=cost 2", "colonists=1", "kind=Novelty production", "vp=1")
"""All that a form must be told of a world."""


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


def keep(client, told=TOLD, id="W11", **more):
    return client.post(f"/box/{GAME}/tile", json={"id": id, "value": items(id, told)} | more)


def items(id, told):
    return [one if one == LATER else f"{id}/{one}" for one in told]


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


def test_a_tile_is_kept_with_who_told_it_and_the_next_one_named(client, shelf):
    answer = keep(client)
    assert answer.status_code == 200
    assert answer.json["next"].endswith("/tile/W12")
    fields = dict(tiles_in(shelf.text(GAME))["W11"].fields)
    (told,) = fields.pop("told")
    assert told.endswith("a device (box): name, price, colonists, kind, vp, keywords, powers")
    mine = {"id": "W11", "name": "Mine", "cost": 2, "vp": 1, "kind": "Novelty", "good": "production"}
    assert fields == mine | {"colonists": 1}


def test_what_is_told_later_is_open_in_the_form_and_nothing_else_is_filled_in(client, shelf):
    answer = keep(client, ("name=Mine", "price=cost 2", "powers=Trade: +1", LATER))
    assert answer.json["words"] == "Saved: Mine. The rest is told later."
    assert answer.json["next"].endswith("/tile/W11")
    page = client.get(answer.json["next"]).text
    chosen = re.findall(r'name="W11/(\w+)" value="([^"]*)"\s+data-tell checked', page)
    assert chosen == [("price", "cost 2"), ("powers", "Trade: +1")]
    assert "told by a device, " in page
    german = client.get(answer.json["next"], headers={"Accept-Language": "de"}).text
    assert "gesagt: ein Gerät, " in german
    # Kept once more as it stands, nothing is told that was not told before.
    before = shelf.text(GAME)
    keep(client, ("name=Mine", "price=cost 2", "powers=Trade: +1", LATER))
    assert shelf.text(GAME) == before


def test_a_piece_is_renamed_and_a_told_fact_corrected_with_who_did_it(client, shelf):
    keep(client)
    renamed = ("name=Deep Mine", *TOLD[1:-1], "vp=2", "keywords=all:", "powers=all:", LATER)
    client.post(
        f"/box/{GAME}/tile",
        json={"id": "W11", "value": items("W11", renamed)},
        headers={"X-Device": "Ben's phone"},
    )
    tile = tiles_in(shelf.text(GAME))["W11"]
    assert (tile.name, tile.fields["vp"]) == ("Deep Mine", 2)
    assert tile.fields["told"][-1].endswith(" Ben's phone (box): name, vp")


@pytest.mark.parametrize(
    ("id", "told", "says"),
    [
        ("W1", TOLD, "can be no tile"),
        ("W11", ("price=cost 1000", LATER), "cost or defense: choose one"),
        ("W11", ("powers=Trade: +1",), "name: a text"),
        ("W11", TOLD[1:], "name: a text"),
        ("W11", ("name=", LATER), "A name has up to 60 letters"),
        ("W11", ("nonsense=1", LATER), "Choose each thing once"),
    ],
)
def test_what_is_no_tile_is_refused_and_nothing_kept(client, shelf, id, told, says):
    answer = keep(client, told, id)
    assert answer.status_code in (400, 422)
    assert says in answer.json["sentence"]
    assert shelf.names(GAME) == ()


def look(client, told, id="W11"):
    return client.post(f"/box/{GAME}/look", json={"id": id, "value": items(id, told)}).json


def test_while_a_tile_is_told_it_is_drawn_and_nothing_is_kept(client, shelf):
    seen = look(client, TOLD)
    assert seen["wrong"] == ""
    assert all(face.startswith("<svg") for face in seen["faces"])
    hostile = look(client, ("name=<b>x", "powers=Trade: <script>alert(1)</script>"))
    assert "<script" not in "".join(hostile["faces"])
    assert "is another piece" in look(client, ("name=Devolved Uplift Race",))["wrong"]
    assert shelf.names(GAME) == ()


def test_what_another_game_prints_on_a_tile_of_this_name_is_a_start_and_told_by_nobody(client, shelf):
    seen = look(client, ("name=Gem World", "price=cost 3"))
    assert seen["usual"] == ["W11/kind=Novelty production"]
    assert look(client, ("name=Nobody Knows It",))["usual"] == []
    keep(client, ("name=Gem World", LATER))
    assert "cost" not in tiles_in(shelf.text(GAME))["W11"].fields


def test_powers_of_its_kind_are_likely_of_a_world(client):
    line = "Trade: +1 Rare"
    assert line in look(client, ("kind=Rare windfall",))["likely"]["W11/powers"]
    assert line not in look(client, ("kind=Genes windfall",))["likely"]["W11/powers"]


def test_a_list_without_groups_is_folded_under_no_heading_of_its_own(client):
    """The quantities of Tax on Trade stood under “Quantities” and, in a fold, under “quantities”."""
    page = client.get(f"/box/{GAME}/tile/G7").text
    assert 'value="2 3 4"' in page
    assert "<summary>quantities" not in page
    assert "<summary>Explore" in client.get(f"/box/{GAME}/tile/W11").text


def test_two_spellings_of_one_piece_are_made_one(client, shelf):
    keep(client, ("name=Plague World", "price=cost 2", "vp=1", LATER), "W11")
    keep(client, ("name=Plage World", "price=cost 3", "colonists=1", "keywords=Rebel", LATER), "W12")
    page = html.unescape(client.get(f"/box/{GAME}/tile/W12").text)
    assert "“Plague World” is in this box, too." in page
    assert "here it says: cost 3." in page
    (to,) = re.findall(r'action="([^"]*/merge[^"]*)"', client.get(f"/box/{GAME}/tile/W12?then=verify").text)
    answer = client.post(html.unescape(to), data={"id": "W12", "into": "W11"})
    assert answer.location.endswith("/tile/W11?then=verify")
    (tile,) = tiles_in(shelf.text(GAME)).values()
    assert (tile.name, tile.fields["cost"], tile.fields["colonists"]) == ("Plague World", 2, 1)
    assert tile.fields["keywords"] == ["Rebel"]
    assert tile.fields["untold"][0] == "kind"
    assert client.post(f"/box/{GAME}/merge", data={"id": "W12", "into": "W11"}).status_code == 404


def test_pieces_of_two_sorts_are_never_one(client, shelf):
    keep(client, ("name=Plague World", LATER), "W11")
    keep(client, ("name=Plague Worlds", LATER), "D08")
    assert "written otherwise" not in client.get(f"/box/{GAME}/tile/D08").text
    answer = client.post(f"/box/{GAME}/merge", data={"id": "D08", "into": "W11"})
    assert answer.status_code == 422
    assert set(tiles_in(shelf.text(GAME))) == {"W11", "D08"}


def test_a_hostile_name_stays_text_on_every_page(client):
    keep(client, ("name=</script><b>x", *TOLD[1:]))
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


def test_a_photo_opens_the_tile_that_it_shows(client, monkeypatch):
    monkeypatch.setattr(ocr, "lines_of", lambda picture: [])  # its words are read in a slow test
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
        (picture("NF:W07A", "NF:W08A"), 422, "one piece at a time"),
        ((REPORTS / "hole-other.jpg").read_bytes(), 400, "damaged"),
        ((REPORTS / "photo.heic").read_bytes(), 400, "HEIC"),
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
    answer = keep(client, id="W61", table=table.id)
    assert answer.status_code == 200
    assert table.game.tracking.tile("W61").name == "Mine"
    assert "W61" in tiles_in(shelf.text(GAME))
    assert keep(client, table="none").status_code == 404


def test_new_tables_begin_with_the_box_and_old_ones_keep_theirs(client, tables):
    form = {"game": GAME, "name-0": "Blue", "colour-0": "blue", "name-1": "Green", "colour-1": "green"}
    client.post("/new", data=form)
    keep(client)
    client.post("/new", data=form)
    names = [tables.open(row.id).game.tracking.tile("W11").name for row in tables.list()]
    assert sorted(names) == ["Mine", "Rare windfall world 1"]


def test_a_setup_whose_draws_are_entered_by_hand_has_the_box_too(client, tables):
    keep(client, ("name=Our home", "price=cost 1", "kind=gray", "vp=1"), "H1A")
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
        f"/box/{GAME}/tile",
        json={"id": "W11", "value": items("W11", TOLD)},
        headers={"Origin": "http://elsewhere"},
    )
    assert answer.status_code == 403
    assert shelf.names(GAME) == ()


def test_the_stickers_come_as_a_pdf(client):
    answer = client.get(f"/box/{GAME}/stickers.pdf")
    assert answer.data.startswith(b"%PDF")


@pytest.mark.parametrize("game", ["new-frontiers", "race-for-the-galaxy", "a-new-frontier"])
def test_what_cannot_be_read_is_said_once_and_is_no_count_that_does_not_hold(client, shelf, game):
    """It stood above the counts and once more among them, and was counted as a stand-in."""

    def page():
        return html.unescape(client.get(f"/box?game={game}").text)

    def lacking():
        return re.findall(r"\d+ (?:thing|count)s? (?:is|are|does|do) ", page())

    before = lacking()
    shelf.change(game, lambda _text: '[[ship]]\nid = "nothing"\n')
    assert page().count("Cannot be read: the box file, line 1") == 1
    assert lacking() == before


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
    assert "he camera" not in client.get(f"/box?game={GAME}").text, "there is none"
    room.home.eyes = stand_in(CameraRig, sightings=lambda: sightings)
    assert "Under the camera" in client.get(f"/box?game={GAME}").text
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


@pytest.mark.parametrize("mark", ["untold", "assumed", "told"])
def test_a_mark_of_a_tile_that_is_no_list_of_texts_stops_no_page(client, shelf, mark):
    tiles = (f'[[world]]\nid = "W{n}"\nname = "Gem World{n}"\ncost = 2\n{mark} = 7\n' for n in (11, 12))
    shelf.change(GAME, lambda _text: "\n".join(tiles))
    for page in (f"/box?game={GAME}", f"/new?game={GAME}", f"/box/{GAME}/tile/W11", f"/box/{GAME}/verify"):
        assert client.get(page, follow_redirects=True).status_code == 200, page


def test_unregistered_tiles_are_said_at_begin_and_on_the_tables_page(client, tables):
    page = client.get(f"/new?game={GAME}").text
    # The rulebook and the publisher say all of eight.
    assert "8 of 124 pieces are known; the rest is asked when you meet it." in page
    assert 'href="/box' in page.split('id="made-up"')[1]
    # Where nobody has played yet the companion draws what a setup needs, and hands all else.
    for field, who in (("chance", "virtual"), ("draws", "hand")):
        assert re.search(rf'name="{field}" value="{who}" checked', page), field
    assert 'id="made-up"' not in client.get("/new?game=race-for-the-galaxy").text, (
        "all its cards are published"
    )
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create(GAME, Setup(players), seed=1)
    assert re.search(r"\d+ pieces not registered", client.get(f"/t/{table.id}/").text)
