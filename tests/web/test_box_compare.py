"""Tests of the page of pictures with proposals: one confirmation for everything that is shown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract.box_proposals import SeenDisc, SeenFace, SeenLine, SeenNumber
from companion.games.contract.told import ALL
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import Device, Serving, bare_room

GAME = "new-frontiers"
NONE = (f"keywords={ALL}", f"powers={ALL}")
PAGE = f"/box/{GAME}/compare"
COMPLETE_FACE = SeenFace(
    (SeenLine("Gem World", 0, -20, 0.99), SeenLine("Trade: +1 this", 0, 2, 0.99)),
    (
        SeenNumber("2", "circle", False, -17, -10, 0.99, 1.0, figures=1),
        SeenNumber("1", "hexagon", False, 17, -10, 0.99, 1.0),
    ),
    (SeenDisc("#2b93d2", False, 0, -9, 5.5, 1.0),),
    readable=True,
)


@pytest.fixture
def app(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    app.testing = True
    for tag in ("W11B", "W12B", "W02B"):
        jpeg = cv2.imencode(".jpg", np.full((60, 60, 3), 90, np.uint8))[1].tobytes()
        services_of(app).cut_outs.keep(GAME, {tag: jpeg})
    services_of(app).cut_out_readings.keep(GAME, "W11B", COMPLETE_FACE)
    yield app
    services_of(app).live.close()
    tables.close()


def gem(id="W11", name="Gem World", price="cost 2"):
    said = (f"name={name}", f"price={price}", "vp=1", "kind=gray", "colonists=1", *NONE)
    return {"id": id, "value": [*(f"{id}/{one}" for one in said), "later"]}


def confirmed(app, tiles):
    return app.test_client().post(PAGE, json={"tiles": tiles})


def test_doubtful_tiles_come_first_and_everything_is_shown(app):
    page = app.test_client().get(PAGE).text
    assert page.index("<h2>W12</h2>") < page.index("<h2>W02</h2>") < page.index("<h2>W11</h2>")
    mine = page[page.index("<h2>W11</h2>") :]
    for words in ("Gem World", "cost 2", "Novelty production", "Trade: 1 more credit for selling the good"):
        assert f"<b data-said>{words}" in mine, words


def test_a_box_without_pictures_is_not_called_confirmed(tmp_path):
    tables = Tables(Journal(tmp_path / "empty.db"))
    bare = create_app(bare_room(tables), Shelf(tmp_path / "none"))
    text = bare.test_client().get(PAGE).text
    assert "No piece has a picture yet" in text
    assert "is confirmed" not in text
    services_of(bare).live.close()
    tables.close()


def test_many_are_confirmed_at_once_and_leave_the_page(app, tmp_path):
    answer = confirmed(app, [gem(), gem(id="W12", name="Far Harbor", price="defense 4")])
    assert (answer.status_code, answer.json) == (200, {"words": "2 pieces confirmed.", "wrong": []})
    kept = tiles_in(services_of(app).shelf.text(GAME))
    assert kept["W11"].own
    assert kept["W12"].fields["defense"] == 4
    page = app.test_client().get(PAGE).text
    assert "<h2>W02</h2>" in page
    assert "<h2>W11</h2>" not in page


def test_one_that_cannot_be_is_named_and_the_others_are_kept(app):
    answer = confirmed(app, [gem(price="cost 40"), gem(id="W12")])
    assert answer.json["words"] == "1 piece confirmed."
    assert answer.json["wrong"] == ["W11: cost or defense: choose one of those that are offered."]
    assert set(tiles_in(services_of(app).shelf.text(GAME))) == {"W12"}


@pytest.mark.parametrize("tiles", [None, [], "W11", ["W11"], [{}], [{"id": "W11"}]])
def test_what_is_no_confirmation_is_refused_whole(app, tiles):
    answer = confirmed(app, tiles)
    assert answer.status_code == 400
    assert answer.json["sentence"]
    assert services_of(app).shelf.text(GAME) == ""


def test_a_reading_that_is_damaged_only_leaves_more_to_choose(app, tmp_path):
    (tmp_path / "boxes" / GAME / "readings" / "W11B.json").write_text("{")
    page = app.test_client().get(PAGE).text
    assert "Gem World" not in page
    assert "<h2>W11</h2>" in page


def test_with_its_picture_goes_what_was_read_of_it(app):
    app.test_client().post(f"/box/{GAME}/photos/W11B/forget")
    assert services_of(app).cut_out_readings.get(GAME, "W11B") == SeenFace()


@pytest.mark.browser
def test_by_touch_one_tap_confirms_all_that_is_sure_and_one_sets_a_doubtful_field(browser, app):
    serving = Serving(app)
    device = Device(browser, serving.address, (390, 844), has_touch=True)
    try:
        page = device.open(PAGE)
        page.wait_for_selector("[data-ready-count]:not(:empty)")
        assert page.inner_text("[data-ready-count]") == "0 of 3 are ready"
        tile = page.locator(".box-compare", has=page.locator("h2", has_text="W11"))
        assert tile.locator(".box-asked").count() == 1, (
            "figures are few and small: colonists are always asked"
        )
        tile.locator(".box-asked .box-choice").first.tap()
        assert page.inner_text("[data-ready-count]") == "1 of 3 are ready"
        with page.expect_navigation():
            page.locator("[data-confirm]").tap()
        page.wait_for_selector("html[data-ready]")
        kept = tiles_in(services_of(app).shelf.text(GAME))
        assert set(kept) == {"W11"}
        assert kept["W11"].own
        assert kept["W11"].fields["powers"] == ["Trade: +1 this"]
    finally:
        device.close()
        serving.stop()
    assert not device.errors


@pytest.mark.browser
def test_one_tap_agrees_to_all_likely_values_of_a_tile(browser, app):
    # A new name is likely, but never certain; everything else about this tile is certain.
    new = SeenFace(
        (SeenLine("Far Harbor", 0, -20, 0.99), *COMPLETE_FACE.lines[1:]),
        (
            SeenNumber("2", "circle", False, -17, -10, 0.99, 1.0, figures=1, alike=1.0),
            COMPLETE_FACE.numbers[1],
        ),
        COMPLETE_FACE.discs,
        readable=True,
    )
    services_of(app).cut_out_readings.keep(GAME, "W12B", new)
    serving = Serving(app)
    device = Device(browser, serving.address, (390, 844), has_touch=True)
    try:
        page = device.open(PAGE)
        page.wait_for_selector("[data-ready-count]:not(:empty)")
        tile = page.locator(".box-compare", has=page.locator("h2", has_text="W12"))
        assert tile.locator(".box-asked").count() == 0
        assert tile.locator("[data-likely] legend").all_inner_texts() == ["Name likely"]
        assert page.inner_text("[data-ready-count]") == "0 of 3 are ready", "nobody has looked at the name"
        tile.locator("[data-agree]").tap()
        assert page.inner_text("[data-ready-count]") == "1 of 3 are ready"
        assert not tile.locator("[data-agree]").is_visible()
        with page.expect_navigation():
            page.locator("[data-confirm]").tap()
        page.wait_for_selector("html[data-ready]")
        assert tiles_in(services_of(app).shelf.text(GAME))["W12"].fields["name"] == "Far Harbor"
    finally:
        device.close()
        serving.stop()
    assert not device.errors
