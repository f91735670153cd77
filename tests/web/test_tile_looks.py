"""Tests of tiles without stickers, proposed by their look: the setting, and the question in a scan."""

from __future__ import annotations

import contextlib
import re
import shutil
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
from tests.default_run import first_by_default
from tests.rigs.printed_tiles import photo, style, tile_picture
from tests.web.conftest import SIZES, Device, Serving, bare_room

GAME = games.load("new-frontiers")
BOX = "/box/new-frontiers/photos"
WITH_STICKERS = ("W01", "W03", "W09", "W36", "W02")
WITHOUT_STICKERS = ("W40", "W12")
LOOKS = "By its look this is"

pytestmark = pytest.mark.xdist_group("tile-looks")  # one photo is read for all


@cache
def taken(bare: tuple[str, ...] = (), wide: int = 2400) -> bytes:
    """A JPEG of the worlds; all have stickers except the bare ones."""
    look, book, rng = style("photos"), GAME.box.book(), Random("own looks")
    ids = (*WITH_STICKERS, *WITHOUT_STICKERS, "W20")
    faces = [
        ("" if id in bare else f"NF:{id}B", tile_picture(look, "world", book.tile(id).fields)) for id in ids
    ]
    seen, _laid = photo(faces, rng, wide_px=wide, tilt=12.0)
    return cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


@contextlib.contextmanager
def running(folder):
    tables = Tables(Journal(folder / "journal.db"))
    app = create_app(bare_room(tables), Shelf(folder / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()
    tables.close()


@pytest.fixture(scope="module")
def learnt(tmp_path_factory):
    """The folder of a companion that has stored the cut-outs from a photo."""
    folder = tmp_path_factory.mktemp("learnt")
    headers = {"Content-Type": "image/jpeg", "Accept": "application/json"}
    with running(folder) as app, pytest.MonkeyPatch.context() as patched:
        patched.setattr(ocr, "lines_of", lambda picture: [])  # looks have no words
        answer = app.test_client().post(BOX, data=taken(), headers=headers)
    assert len(answer.json["tags"]) == len(WITH_STICKERS) + len(WITHOUT_STICKERS) + 1, answer.text
    return folder


@pytest.fixture
def app(tmp_path, learnt):
    shutil.copytree(learnt, tmp_path, dirs_exist_ok=True)
    with running(tmp_path) as app:
        yield app


@pytest.mark.slow
def test_it_is_on_until_it_is_switched_off_and_then_stays_off(app, tmp_path):
    client, looks = app.test_client(), services_of(app).tile_looks
    assert 'aria-checked="true"' in client.get(BOX).text
    assert looks.reader(GAME) is looks.reader(GAME) is not None
    assert looks.stamp(GAME.name)
    assert client.post(f"{BOX}/own-looks", data={"on": "0"}).status_code == 303
    assert 'aria-checked="false"' in client.get(BOX).text
    assert looks.reader(GAME) is None
    assert looks.stamp(GAME.name) == ""
    again = services_of(create_app(services_of(app).room, Shelf(tmp_path / "boxes"))).tile_looks
    assert not again.is_on(GAME.name)
    client.post(f"{BOX}/own-looks", data={"on": "1"})
    assert looks.reader(GAME) is not None


@pytest.mark.slow
def test_what_cameras_learnt_is_shown_and_forgotten(app):
    """The owner sees each face, and deletes one or all; the reader knows it no more."""
    client, tiles = app.test_client(), services_of(app).tile_looks
    picture = np.random.default_rng(1).integers(0, 255, (620, 620, 3)).astype(np.uint8)
    for face in ("W50A", "W50A", "W51B"):
        tiles.learn(GAME.name, face, picture)
    assert {"W50A", "W51B"} <= tiles.faces(GAME.name)
    page = client.get(BOX).text
    shown = re.findall(r'src="(/box/new-frontiers/looks/[^"]+)"', page)
    assert len(shown) == 3
    assert client.get(shown[0].replace("&amp;", "&")).mimetype == "image/jpeg"
    assert client.get(BOX.replace("photos", "looks/..%2fx.jpg")).status_code == 404
    assert client.post("/box/new-frontiers/looks/W50A/forget").status_code == 303
    assert tiles.looks.learnt(GAME.name) == {"W51B": 1}
    assert client.post("/box/new-frontiers/looks/forget").status_code == 303
    assert tiles.looks.learnt(GAME.name) == {}
    assert "/looks/W5" not in client.get(BOX).text


@pytest.mark.slow
def test_a_picture_that_was_deleted_names_no_tile_any_more(app):
    client, looks = app.test_client(), services_of(app).tile_looks
    before = looks.reader(GAME)
    client.post(f"{BOX}/W40B/forget")
    assert looks.reader(GAME) is not before
    for id in (*WITH_STICKERS, *WITHOUT_STICKERS, "W20"):
        client.post(f"{BOX}/{id}B/forget")
    assert looks.reader(GAME) is None


@pytest.fixture
def serving(app):
    serving = Serving(app)
    yield serving
    serving.stop()


@pytest.mark.slow
@pytest.mark.parametrize("on", first_by_default([True, False]))
def test_a_bare_tile_is_asked_about_and_lies_where_a_person_says(app, serving, browser, on):
    phone = Device(browser, serving.address, SIZES["phone"], has_touch=True)
    phone.open(BOX)
    switch = phone.page.get_by_role("switch")
    box = switch.bounding_box()
    assert min(box["width"], box["height"]) >= 48
    if not on:
        switch.click()
        phone.page.locator("[role=switch][aria-checked=false]").wait_for()
    phone.open("/scan")
    phone.page.click("[aria-labelledby='how-many-tiles'] button[value='2']")
    phone.page.wait_for_selector("html[data-ready]")
    phone.page.set_input_files(
        "input[type=file][multiple]",
        [{"name": "table.jpg", "mimeType": "image/jpeg", "buffer": taken(WITHOUT_STICKERS, 1800)}],
    )
    phone.page.locator(".scan-pictures > li").first.wait_for(timeout=60_000)
    phone.page.locator(".scan-sent progress").first.wait_for(state="detached")
    phone.page.reload()
    asked = phone.page.locator("li.scan-asked", has_text=LOOKS)
    scan = services_of(app).scans
    moment = scan.list()[0]
    if not on:
        assert asked.count() == 0
    else:
        assert asked.count() == len(WITHOUT_STICKERS)
        name = GAME.untracked.final().name("W40")
        one = phone.page.locator("li.scan-asked", has_text=f"{LOOKS} {name}")
        assert scan.get(moment.id).state.tiles == {}, "nothing is taken by itself"
        one.get_by_role("button").first.click()
        one.wait_for(state="detached")
        assert scan.get(moment.id).state.tiles == {"0/W40": "colony"}
        phone.page.reload()  # the page that the first answer changes does not take a second one meanwhile
        asked.get_by_role("button", name="No piece lies here").click()
        asked.wait_for(state="detached")
        assert scan.get(moment.id).state.tiles == {"0/W40": "colony"}
    phone.close()
    assert not phone.errors
