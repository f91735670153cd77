"""Putting away and laying out again, by touch on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.room.lights import TableLights
from companion.room.room import Room
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from firmware_bridge.backends.screen import Screen
from tests.rigs.trays import tray_photos
from tests.web.conftest import SIZES, Serving, bare_room
from tests.web.device import Device

NAME = "new-frontiers"
WALL = (1920, 1080)
SEEN = "many => document.querySelectorAll('.laid-piece > svg').length === many"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Serving, Any]]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")))
    players = tuple(Player(*each) for each in zip(("Ann", "Ben"), games.load(NAME).colours, strict=False))
    yield serving, tables.create(NAME, Setup(players), seed=3)
    serving.stop()
    tables.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_box_is_closed_by_touch_and_names_what_is_missing(browser: Any, served: Any) -> None:
    serving, table = served
    device = Device(browser, serving.address, SIZES["phone"], has_touch=True)
    page = device.open(f"/t/{table.id}/put-away")
    (photo,) = tray_photos(5, [f"NF:W{number:02}A" for number in range(1, 21)])
    page.set_input_files("#photo", [{"name": "tray.jpg", "mimeType": "image/jpeg", "buffer": photo}])
    page.get_by_text("20 of 60 seen").wait_for()
    page.locator("[data-count=colonists]").fill("58")
    page.locator("[data-count=colonists]").press("Enter")
    page.get_by_text("2 are missing").wait_for()
    page.locator("#pieces-worlds > summary").click()
    page.locator("[data-missing=W23]").click()
    # Where no camera looks nobody sees tags: a piece has its name alone.
    page.locator("#put-away-missing li", has_text=table.game.tracking.tile("W23").name).wait_for()
    for item in page.eval_on_selector_all("[data-whole]", "all => all.map((it) => it.id)"):
        if page.locator(f"#{item}[aria-checked=false]").count():
            page.locator(f"#{item}").click()
            # "mixed" where something of it is missing
            page.locator(f"#{item}:not([aria-checked=false])").wait_for()
    page.locator("[data-finish]").click()
    page.get_by_text("Noted with this copy").wait_for()
    missing = services_of(serving.app).copies.missing(NAME)
    assert {(it.piece, it.number) for it in missing} == {("W23", 1), ("colonists", 2)}
    page = device.open(f"/t/{table.id}/lay-out")
    page.locator("[data-whole='seat:0']").click()
    page.locator("[data-whole='seat:0'][aria-checked=true]").wait_for()
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url(f"**/t/{table.id}/")
    device.close()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("size", [(390, 844), (1024, 600), (1180, 820)], ids=str)
def test_closing_an_unchecked_box_names_nothing_and_what_is_named_is_in_the_next_setup(
    browser: Any, served: Any, size: tuple[int, int]
) -> None:
    serving, table = served
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/t/{table.id}/put-away")
    page.locator("#unchecked", has_text="pieces are not checked").wait_for()
    assert "primary" not in page.locator("#close-box").get_attribute("class")
    page.locator("#close-box").click()
    page.get_by_text("The box is closed. Nothing is noted as missing.").wait_for()
    assert services_of(serving.app).copies.records(NAME) == ()
    page.locator("#pieces-worlds > summary").click()
    page.locator("[data-missing=W23]").click()
    page.locator("#put-away-missing li", has_text=table.game.tracking.tile("W23").name).wait_for()
    assert page.locator("#whole-worlds").get_attribute("aria-checked") == "false"
    page.locator("#close-box").click()
    page.get_by_text("Noted with this copy").wait_for()
    assert [it.piece for it in services_of(serving.app).copies.missing(NAME)] == ["W23"]
    page.get_by_role("link", name="New game").click()
    page.locator("#lacking", has_text="W23").wait_for()
    assert page.get_by_label("Play without it").is_checked()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Begin as last time").click()
    page.locator("#without", has_text="W23").wait_for()
    page.get_by_text("Put the 59 worlds that are there into the bag").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    device.close()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.browser
def test_a_game_is_laid_out_and_put_away_before_the_camera(browser: Any, tmp_path: Path) -> None:
    """What the camera sees lying right is ticked off; what does not is said, on every screen in use. Then the
    three tiles that it does not see going back are named as missing, none else, and the wall knows."""
    tables = Tables(Journal(tmp_path / "drawn.db"))
    room = Room(tables, lights=TableLights(Screen("drawn")), rendered=True)
    players = tuple(Player(*each) for each in zip(("Ann", "Ben"), games.load(NAME).colours, strict=False))
    table = tables.create(NAME, Setup(players), seed=3, settings=Settings(draws="camera"))
    serving = Serving(create_app(room, boxes=Shelf(tmp_path / "boxes")))
    computers = ComputerSeats(table, Random(3))
    while len(table.game.tracking.layout(table.state)) < 8:
        sampled = table.sampled()
        decision: Any = computers.decision(table.now) if sampled is None else sampled[0]
        table.submit(decision, table.number, f"before-{table.number:04}", "test")
    room.home.activate(table.id)
    layout = table.game.tracking.layout(table.state)
    try:
        pages = [
            Device(browser, serving.address, size, has_touch=True).open(f"/t/{table.id}/lay-out")
            for size in (SIZES["phone"], SIZES["tablet"], WALL)
        ]
        for page in pages:
            page.wait_for_function(SEEN, arg=len(layout))
        tile, spot = next(iter(sorted(layout.items())))
        hand = room.home.demo
        assert hand is not None
        hand.set(auto=False)
        elsewhere = next(zone for name, zone in hand.zones.items() if name != spot.zone)
        hand.move(tile, *(sum(at) / len(elsewhere) for at in zip(*elsewhere, strict=True)))
        for page in pages:
            page.locator(".laid-piece", has_text=tile).locator(".task-wrong").wait_for()
            assert page.locator(".laid-piece img").evaluate_all(
                "all => all.every((it) => it.complete && it.naturalWidth > 0)"
            )
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        hand.tidy()
        for page in pages:
            page.wait_for_function(SEEN, arg=len(layout))
        pages[0].get_by_text("The lamps show where what lies.").wait_for()
        worlds = [tile for tile in sorted(layout) if tile in table.game.catalogue.worlds]
        gone, lying = worlds[-3:], worlds[:-3]
        for tile in gone:
            hand.remove(tile)
        all_worlds = len(table.game.catalogue.worlds)
        for page in pages:
            page.wait_for_function(SEEN, arg=len(layout) - len(gone))
        for page in pages:
            page.goto(f"{serving.address}/t/{table.id}/put-away")
            page.get_by_text(f"{len(lying)} of {all_worlds} seen").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone = pages[0]
        in_bag = [f"NF:{tile}A" for tile in table.game.catalogue.worlds if tile not in worlds]
        for photo in tray_photos(5, in_bag):
            phone.set_input_files("#photo", [{"name": "bag.jpg", "mimeType": "image/jpeg", "buffer": photo}])
            phone.get_by_text("ticked off.").last.wait_for()
        phone.get_by_text(f"{all_worlds - len(gone)} of {all_worlds} seen").wait_for()
        for item in phone.eval_on_selector_all("[data-whole]", "all => all.map((it) => it.id)"):
            if item != "whole-worlds" and phone.locator(f"#{item}[aria-checked=false]").count():
                phone.locator(f"#{item}").click()
                phone.locator(f"#{item}[aria-checked=true]").wait_for()
        phone.locator("#unchecked", has_text=f"{len(gone)} pieces are not checked").wait_for()
        phone.locator("#pieces-worlds > summary").click()
        for tile in gone:  # what the camera does not see is not missing until somebody says so
            phone.locator(f"[data-missing={tile}]").click()
            phone.locator("#put-away-missing b", has_text=tile).wait_for()
        phone.locator("[data-finish]").click()
        for page in pages:
            page.get_by_text("Noted with this copy").wait_for()
            assert sorted(page.locator("#put-away-missing b").all_inner_texts()) == gone
            page.goto(f"{serving.address}/staff/wall")
            page.get_by_text(f"{len(gone)} missing").wait_for()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        serving.stop()
        room.close()
