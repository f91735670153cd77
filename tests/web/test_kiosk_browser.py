"""Browser tests of a station's tablet: it finds its station, keeps to it, and helps if the server is away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from companion.room.room import Room
from companion.web.request.services import services_of
from tests.web.conftest import Device, Serving
from tests.web.device import PAGE_TIMEOUT_MS
from tests.web.test_stations import app, begin, house, lit, room, two

__all__ = ["app", "house", "lit", "room", "two"]

pytestmark = pytest.mark.browser

TABLET = (1180, 820)


@pytest.fixture
def tablets(browser: Any, serving: Serving) -> Iterator[Any]:
    """Opens tablets: tablets(path, stored data)."""
    opened: list[Device] = []

    def open_one(path: str, **options: Any) -> Device:
        one = Device(browser, serving.address, TABLET, has_touch=True, **options)
        opened.append(one)
        one.open(path)
        return one

    yield open_one
    for one in opened:
        one.close()


def at_station(tablets: Any, two: Any, station: str) -> Device:
    """A tablet that was assigned to this station by its number."""
    one = tablets("/tablet")
    number = one.page.inner_text("output")
    two.post("/stations", data={"do": "tablet", "number": number, "station": station})
    one.page.wait_for_url("**/station", timeout=PAGE_TIMEOUT_MS)
    one.page.wait_for_selector("html[data-ready]")
    return one


@pytest.mark.slow
@pytest.mark.long
def test_a_tablet_goes_to_its_station_by_itself_and_to_each_game_there(tablets: Any, two: Any) -> None:
    one = at_station(tablets, two, "2")
    assert one.page.inner_text("h1") == "Station 2"
    table = begin(two, station="2")
    one.page.wait_for_url(f"**/t/{table}/", timeout=PAGE_TIMEOUT_MS)
    two.post(f"/staff/tables/{table}/move", data={"station": "1"})
    one.page.wait_for_url("**/station", timeout=PAGE_TIMEOUT_MS)
    assert not one.errors


@pytest.mark.slow
def test_a_tablet_whose_storage_was_kept_opens_at_its_station(tablets: Any, two: Any) -> None:
    """As after an empty battery: a new start of the browser, with its stored data."""
    one = at_station(tablets, two, "2")
    table = begin(two, station="2")
    kept = one.context.storage_state()
    one.close()
    for path in ("/", "/tablet"):
        again = tablets(path, storage_state=kept)
        assert again.page.url.endswith(f"/t/{table}/")
        assert again.page.get_attribute("html", "data-kiosk") == "/station"


@pytest.mark.slow
def test_a_tablet_keeps_to_its_station(tablets: Any, two: Any) -> None:
    one = at_station(tablets, two, "2")
    prevented = (
        "() => !document.body.dispatchEvent(new Event('contextmenu', { bubbles: true, cancelable: true }))"
    )
    assert one.page.evaluate(prevented)
    one.page.go_back()
    one.page.wait_for_timeout(300)
    assert one.page.url.endswith("/station")
    # A page beside the game returns to it when nobody touches the screen.
    one.page.clock.install()
    one.open("/timer")
    one.page.clock.run_for(100_000)
    one.page.wait_for_url("**/station", timeout=PAGE_TIMEOUT_MS)


@pytest.mark.slow
def test_a_link_elsewhere_that_is_touched_before_the_scripts_are_there_leads_nowhere(
    tablets: Any, two: Any
) -> None:
    """As the address that phones are to open: it is the same companion under another name."""
    one = at_station(tablets, two, "2")
    page, let_go = one.page, one.hold("**/*.js")
    page.goto(f"{one.address}/join", wait_until="commit")
    link = page.locator("figcaption a")
    link.evaluate("(link) => { link.href = link.href.replace(/:[/][/][^:/]*/, '://elsewhere.example'); }")
    page.evaluate(
        """() => {
          window.led = [];
          addEventListener("click", (it) => {
            led.push(it.target.closest("a")?.parentElement.localName);
            it.preventDefault();
          });
        }"""
    )
    page.locator("header a").first.click()  # waits until the page lies as it does
    link.click(force=True)
    assert page.evaluate("led") == ["header"]
    let_go()


@pytest.mark.slow
def test_when_the_companion_does_not_answer_the_tablet_says_what_to_do_and_comes_back(
    tablets: Any, two: Any, serving: Serving, app: Flask, room: Room
) -> None:
    one = at_station(tablets, two, "2")
    one.page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    one.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    serving.stop()
    one.page.reload()
    assert one.page.inner_text("h1") == "The companion does not answer"
    assert "tell the staff" in one.page.inner_text("ol")
    assert one.page.evaluate("document.fonts.check('1rem \"Atkinson Hyperlegible Next\"')")
    services_of(app).live._closing.clear()
    again = Serving(app, serving.port)
    try:
        one.page.wait_for_function(
            "() => document.querySelector('h1')?.textContent === 'Station 2'", timeout=PAGE_TIMEOUT_MS
        )
    finally:
        again.stop()


@pytest.mark.slow
def test_nothing_of_the_stations_pages_is_wider_than_the_screen(
    browser: Any, serving: Serving, two: Any
) -> None:
    two.post("/stations", data={"do": "rename", "station": "2", "name": "The window at the back"})
    two.post("/stations", data={"do": "camera", "device": "left", "station": "2"})
    begin(two, station="2")
    one = Device(browser, serving.address, (390, 844))
    for path in ("/tablet", "/stations", "/staff", "/offline"):
        one.page.goto(one.address + path)
        for width, height in ((390, 844), (844, 390), (1024, 600), (820, 1180), (1366, 768)):
            one.page.set_viewport_size({"width": width, "height": height})
            wide = one.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (path, width)
            small = one.page.evaluate(
                """() => [...document.querySelectorAll("main button, main select, main a.button")]
                  .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 47.5)
                  .map((it) => it.outerHTML)"""
            )
            assert small == [], (path, width)
    assert not [error for error in one.errors if not re.search("service", error, re.I)]
    one.close()
