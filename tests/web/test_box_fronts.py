"""Tests of fronts without tags: photographed once, then recognized in the photos of a scan."""

from __future__ import annotations

import html
import http.client
from random import Random

import cv2
import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.looks import FrontFeatures
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.drawn_cards import card_picture, tableau_photo
from tests.vision.test_piece_outlines import page_photo
from tests.web.conftest import bare_room

GAME = games.load("race-for-the-galaxy")
FRONTS = GAME.untracked.looks().fronts
BOX = f"/box/{GAME.name}/fronts"


@pytest.fixture
def app(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()
    tables.close()


@pytest.fixture
def client(app):
    return app.test_client()


def jpeg(image):
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def sent(client, which, photo):
    return client.post(
        f"{BOX}/{which}",
        data=jpeg(photo),
        headers={"Content-Type": "image/jpeg", "Accept": "application/json"},
    )


def learnt(app, ids):
    """As if each of these had been photographed."""
    pictures = services_of(app).fronts.pictures
    pictures.keep(GAME.name, {id: jpeg(card_picture(id)) for id in ids})


@pytest.mark.slow
def test_a_page_of_nine_is_learnt_in_its_order(app, client):
    wanted = [front.id for front in FRONTS[:9]]
    page = html.unescape(client.get(BOX).text)
    assert "Photograph these 9" in page
    assert page.index(FRONTS[0].name) < page.index(FRONTS[8].name)
    answer = sent(client, "page", page_photo(wanted))
    assert (answer.status_code, answer.json["words"]) == (200, "9 fronts learnt.")
    assert set(services_of(app).fronts.pictures.stamps(GAME.name)) == set(wanted)
    assert client.get(f"{BOX}/{wanted[0]}.jpg").mimetype == "image/jpeg"
    assert FRONTS[9].name in html.unescape(client.get(BOX).text)


@pytest.mark.slow
def test_a_page_on_which_one_is_missing_changes_nothing(app, client):
    answer = sent(client, "page", page_photo([front.id for front in FRONTS[:7]]))
    assert answer.status_code == 422
    assert "instead of 9" in answer.json["sentence"]
    assert services_of(app).fronts.pictures.stamps(GAME.name) == {}


def test_a_single_front_is_learnt_again_and_forgotten(app, client):
    photo = page_photo(["D01"], turn=6.0)[700:1900, 500:1500]
    assert sent(client, "D01", photo).status_code == 200
    before = services_of(app).fronts.pictures.stamps(GAME.name)
    assert sent(client, "D01", photo).status_code == 200
    assert before.keys() == services_of(app).fronts.pictures.stamps(GAME.name).keys() == {"D01"}
    assert client.post(f"{BOX}/D01/forget").status_code == 303
    assert services_of(app).fronts.reader(GAME) is None
    assert client.get(f"{BOX}/D01.jpg").status_code == 404


@pytest.mark.slow
def test_a_front_that_was_learnt_under_another_name_is_refused(app, client):
    learnt(app, ["D01"])
    answer = sent(client, "D02", page_photo(["D01"])[700:1900, 500:1500])
    assert answer.status_code == 422
    assert GAME.catalogue.by_key["D01"][0].name in answer.json["sentence"]
    assert set(services_of(app).fronts.pictures.stamps(GAME.name)) == {"D01"}


@pytest.mark.parametrize("which", ["X99", "..", "D01%2F"])
def test_what_is_no_front_is_refused(client, which):
    assert client.post(f"{BOX}/{which}", data=b"no picture").status_code in (400, 404)
    assert client.post("/box/new-frontiers/fronts/page", data=b"x").status_code == 404


def test_a_photo_of_some_megabytes_is_read(serving):
    """With the real server, which refuses bodies over 1 MB where no view asks for more."""
    line = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=30)
    line.request("POST", f"{BOX}/page", bytes(3 << 20), {"Content-Type": "image/jpeg"})
    assert line.getresponse().status == 400, "it is no photo, and not too large"
    line.close()


@pytest.mark.slow
def test_a_photo_of_a_tableau_without_tags_proposes_its_cards(app, client):
    """Two photos for two players; both own a copy of the same development."""
    ids = ["S01", "S02", "W05", "W08", "W12", "D01", "D05", "D09"]
    learnt(app, ids)
    scan = client.post("/scan", data={"game": GAME.name, "players": "2"}).location
    tableaus = (["S01", "W05", "D01", "D05"], ["S02", "W08", "W12", "D01"])
    for seat, tableau in enumerate(tableaus):
        photo, _middles = tableau_photo(tableau, Random(f"tableau {seat}"), (2800, 2100))
        answer = client.post(
            f"{scan}/photos",
            data={
                "photo": (__import__("io").BytesIO(jpeg(photo)), "a.jpg"),
                "player": str(seat),
                "key": f"photo-{seat}",
            },
            headers={"Accept": "application/json"},
        )
        assert (answer.status_code, answer.json["tiles"]) == (200, 4), answer.json
    for seat, tableau in enumerate(tableaus):
        page = html.unescape(client.get(f"{scan}/seat/{seat}").text)
        for key in tableau:
            assert GAME.catalogue.by_key[key][0].name in page
        assert "in two areas" not in page
    picture = client.get(client.get(scan).text.split('src="')[1].split('"')[0])
    assert picture.status_code == 200


def test_nothing_is_named_before_pictures_were_taken(client, app):
    assert services_of(app).fronts.reader(GAME) is None
    assert services_of(app).fronts.reader(games.load("new-frontiers")) is None


def test_the_readers_are_made_anew_when_a_picture_changes(app):
    learnt(app, ["D01", "D02"])
    fronts = services_of(app).fronts
    first = fronts.reader(GAME)
    assert fronts.reader(GAME) is first
    assert {it.front for it in first.read(card_picture("D02"))} == {"D02"}
    fronts.pictures.forget(GAME.name, "D02")
    assert fronts.reader(GAME) is not first
    assert fronts.reader(GAME).read(card_picture("D02")) == ()


def test_a_picture_that_is_damaged_is_left_out(app):
    fronts = services_of(app).fronts
    fronts.pictures.keep(GAME.name, {"D01": b"\xff\xd8 no jpeg", "D02": jpeg(card_picture("D02"))})
    assert {it.front for it in fronts.reader(GAME).read(card_picture("D02"))} == {"D02"}
    assert FrontFeatures(1.4).descriptors == {}
