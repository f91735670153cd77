"""Tests of tiles without stickers, proposed by their look: the setting, and the question in a scan."""

from __future__ import annotations

import contextlib
import shutil
from functools import cache
from random import Random

import cv2
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
def test_it_is_off_until_it_is_switched_on_and_then_stays_on(app, tmp_path):
    client, looks = app.test_client(), services_of(app).tile_looks
    assert looks.reader(GAME) is None
    assert looks.stamp(GAME.name) == ""
    assert 'aria-checked="false"' in client.get(BOX).text
    assert client.post(f"{BOX}/own-looks", data={"on": "1"}).status_code == 303
    assert 'aria-checked="true"' in client.get(BOX).text
    assert looks.reader(GAME) is looks.reader(GAME) is not None
    assert looks.stamp(GAME.name)
    assert services_of(create_app(services_of(app).room, Shelf(tmp_path / "boxes"))).tile_looks.is_on(
        GAME.name
    )
    client.post(f"{BOX}/own-looks", data={"on": "0"})
    assert looks.reader(GAME) is None


@pytest.mark.slow
def test_a_picture_that_was_deleted_names_no_tile_any_more(app):
    client, looks = app.test_client(), services_of(app).tile_looks
    client.post(f"{BOX}/own-looks", data={"on": "1"})
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
    if on:
        switch.click()
        phone.page.locator("[role=switch][aria-checked=true]").wait_for()
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
        assert scan.get(moment.id).draft.tiles == {}, "nothing is taken by itself"
        one.get_by_role("button").first.click()
        one.wait_for(state="detached")
        assert scan.get(moment.id).draft.tiles == {"0/W40": "colony"}
        phone.page.reload()  # the page that the first answer changes does not take a second one meanwhile
        asked.get_by_role("button", name="No tile lies here").click()
        asked.wait_for(state="detached")
        assert scan.get(moment.id).draft.tiles == {"0/W40": "colony"}
    phone.close()
    assert not phone.errors
