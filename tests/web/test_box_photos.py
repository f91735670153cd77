"""Tests of many tagged tiles in one photo: each is cut out upright, and its picture is kept with the box."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision import ocr
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.printed_tiles import photo, style, tile_picture
from tests.web.conftest import bare_room

BOX = "/box/new-frontiers/photos"
TILES = games.load("new-frontiers").box.book()


@cache
def dozen(ids, **how):
    """A photo of these worlds, and the printed picture of each."""
    look = style("photos")
    faces = [(f"NF:{id}B", tile_picture(look, TILES.tile(id).type, TILES.tile(id).fields)) for id in ids]
    return photo(faces, Random("photos"), wide_px=2400, **how)[0], dict(faces)


def jpeg(image):
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


@contextmanager
def opened(folder):
    tables = Tables(Journal(folder / "journal.db"))
    app = create_app(bare_room(tables), Shelf(folder / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()
    tables.close()


@pytest.fixture
def app(tmp_path):
    with opened(tmp_path) as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(scope="module")
def read_once(tmp_path_factory):
    """A photo that is read once for all tests of its cut-outs: the folder of the boxes, and the answer. The
    text on each tile, which takes seconds, is only recognized in a slow test."""
    folder = tmp_path_factory.mktemp("read")
    with opened(folder) as app, pytest.MonkeyPatch.context() as patch:
        patch.setattr(ocr, "lines_of", lambda picture: [])
        answer = sent(app.test_client(), dozen(IDS, columns=3)[0])
    return folder / "boxes", answer


@pytest.fixture
def photographed(read_once, tmp_path):
    """As if the photo had just been sent: its answer, with a separate copy of the boxes for the test."""
    shutil.copytree(read_once[0], tmp_path / "boxes")
    return read_once[1]


def sent(client, image):
    headers = {"Content-Type": "image/jpeg", "Accept": "application/json"}
    return client.post(BOX, data=image if isinstance(image, bytes) else jpeg(image), headers=headers)


def displacement(cut, face):
    """How far the upper half of a drawn face is from its place in the cut-out, in mm, and the similarity."""
    seen = cv2.resize(cut, (62, 62), interpolation=cv2.INTER_AREA)
    drawn = cv2.resize(face, (58, 58), interpolation=cv2.INTER_AREA)[5:31, 11:49]
    _, alike, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(seen, drawn, cv2.TM_CCOEFF_NORMED))
    return max(abs(x - 13), abs(y - 7)), alike


IDS = ("W01", "W03", "W09", "W36", "W40", "W02")


@pytest.mark.slow
def test_every_tile_of_a_photo_with_small_tags_is_cut_out_upright(client, without_text_recognition):
    image, faces = dozen(IDS, columns=3, symbol_mm=12.0)
    all_are_upright(client, sent(client, image), faces)


@pytest.mark.slow
def test_every_tile_of_a_photo_is_cut_out_upright(client):
    image, faces = dozen(IDS, columns=3)
    all_are_upright(client, sent(client, image), faces)


@pytest.fixture
def without_text_recognition(monkeypatch):
    """The text on each tile, which takes seconds, is recognized in one test."""
    monkeypatch.setattr(ocr, "lines_of", lambda picture: [])


def all_are_upright(client, answer, faces):
    assert answer.status_code == 200, answer.text
    assert sorted(answer.json["tags"]) == sorted(f"{id}B" for id in IDS)
    assert answer.json["missed"] == []
    for id in IDS:
        data = client.get(f"{BOX}/{id}B.jpg").data
        cut = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        off, alike = displacement(cut, faces[f"NF:{id}B"][:, :, :3])
        assert off <= 4, (id, off)
        assert alike > 0.4, (id, alike)


def test_a_cut_out_is_shown_beside_the_tile_s_form_and_can_be_deleted(photographed, client):
    assert f"{BOX}/W03B.jpg" in client.get("/box/new-frontiers/tile/W03").text
    assert f"{BOX}/W03B.jpg" not in client.get("/box/new-frontiers/tile/W04").text
    assert f"{BOX}/W03B.jpg" in client.get(BOX).text
    assert client.post(f"{BOX}/W03B/forget").status_code == 303
    assert client.get(f"{BOX}/W03B.jpg").status_code == 404
    assert f"{BOX}/W03B.jpg" not in client.get(BOX).text


def test_the_pictures_lie_with_the_boxes_and_in_no_exported_file(photographed, app, tmp_path):
    kept = sorted(file.name for file in (tmp_path / "boxes" / "new-frontiers" / "cut-outs").iterdir())
    assert kept == sorted(f"{id}B.jpg" for id in IDS)
    assert services_of(app).shelf.names("new-frontiers") == ()


@pytest.mark.slow
def test_a_tile_that_is_cut_off_is_named_and_the_others_are_kept(client, without_text_recognition):
    image, _faces = dozen(IDS, columns=3)
    answer = sent(client, image[:, 300:])
    assert answer.status_code == 200
    assert 3 <= len(answer.json["tags"]) < 6
    assert all("cut off" in sentence for sentence in answer.json["missed"])


@pytest.mark.parametrize(
    ("image", "status", "words"),
    [
        (np.full((900, 1200, 3), 120, np.uint8), 422, "stickers with tags are what is looked for"),
        (b"no picture", 400, "no photo"),
        (b"", 400, "empty"),
    ],
)
def test_a_bad_photo_gets_one_sentence(client, image, status, words):
    answer = sent(client, image)
    assert (answer.status_code, words in answer.json["sentence"]) == (status, True), answer.text
    assert answer.json["sentence"].count(". ") == 0


@pytest.mark.slow
def test_a_tile_that_lies_twice_is_refused(app, client):
    image, _faces = dozen(IDS, columns=3)
    assert "twice" in sent(client, np.hstack([image, image])).json["sentence"]
    assert services_of(app).cut_outs.stamps("new-frontiers") == {}


def test_a_photo_from_too_far_away_says_so(app, client):
    image, _faces = dozen(IDS, columns=3, symbol_mm=25.0)
    small = cv2.resize(image, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA)
    answer = sent(client, small)
    assert answer.status_code == 422
    assert "go nearer" in answer.json["sentence"]
    assert services_of(app).cut_outs.stamps("new-frontiers") == {}


@pytest.mark.parametrize("tag", ["..", "W1%2F", "w01", "W01BB"])
def test_what_is_no_tag_is_refused(client, tag):
    assert client.get(f"{BOX}/{tag}.jpg").status_code == 404
