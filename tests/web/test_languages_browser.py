"""Browser tests of two languages at a table."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.table.toy_game import Bid
from tests.web.conftest import SIZES, Device

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_two_devices_each_hear_the_table_in_their_own_language(device, table):
    path = f"/t/{table.id}/"
    german, english = device(path, locale="de-DE"), device(path, locale="en-GB")
    assert german.page.get_attribute("html", "lang") == "de"
    assert english.page.get_attribute("html", "lang") == "en"
    for player, amount in enumerate((2, 1, 0)):
        table.submit(Bid(player, amount), table.number, f"a bid of {player}", "phone")
    for one in (german, english):
        one.until(table.number)
    assert "Rückgängig: " in german.page.inner_text("#steps")
    assert "Undo: " in english.page.inner_text("#steps")
    # A script's text, in both languages: nobody plays the seat that is asked.
    for one, words in ((german, "Die Verbindung ist weg"), (english, "The connection is lost")):
        one.page.evaluate("window.dispatchEvent(new Event('offline'))")
        one.page.wait_for_function(
            "words => document.getElementById('line').textContent.startsWith(words)", arg=words
        )


def test_a_device_is_told_another_language_and_keeps_it(device, table):
    one = device(f"/t/{table.id}/", size=SIZES["phone"], locale="en-GB")
    page = one.page
    page.click("[popovertarget=preferences]")
    with page.expect_navigation():
        page.click("label:has([data-language=de])")
    page.wait_for_selector("html[lang=de][data-ready]")
    assert "Nichts rückgängig zu machen" in page.inner_text("#steps")
    table.submit(Bid(0, 2), table.number, "a bid of blue", "phone")
    one.until(table.number)
    assert "Rückgängig: Blue hat geheim geantwortet" in page.inner_text("#steps")
    page.goto(f"{one.address}/")
    assert page.inner_text("h1") == "Tischbegleiter"
    page.click("[popovertarget=preferences]")
    assert page.is_checked("[data-language=de]")
    with page.expect_navigation():
        page.click("label:has([data-language=''])")
    page.wait_for_selector("html[lang=en][data-ready]")


def test_seconds_are_written_and_read_as_the_language_writes_them(browser, full_table):
    serving, table = full_table
    services_of(serving.app).room.home.has_camera = True
    one = Device(browser, serving.address, SIZES["tablet"], locale="de-DE")
    page = one.open(f"/t/{table.id}/settings")
    assert page.input_value("#moment") == "0,3"
    page.fill("#moment", "1,5")
    page.fill("#patience", "2.5")
    page.click("form [type=submit]")
    page.wait_for_selector(".toast.good")
    assert (table.settings.moment, table.settings.patience) == (1.5, 2.5)
    page.fill("#moment", "bald")
    page.click("form [type=submit]")
    page.wait_for_selector(".toast.bad")
    assert table.settings.moment == 1.5
    assert not one.errors
    table.set(moment=0.3, patience=3.0)
    one.close()
    services_of(serving.app).room.home.has_camera = False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("region", "day_first"),
    first_by_default([("en-US", False), ("en-GB", True), ("de-DE", True), ("fr-FR", True)]),
)
def test_times_have_the_form_of_the_devices_region(device, table, region, day_first):
    """Where a language has several regional forms, the device's region decides."""
    one = device("/", locale=region, timezone_id="UTC")
    shown = one.page.inner_text("time[data-local]")
    at = datetime.fromisoformat(one.page.get_attribute("time[data-local]", "datetime"))
    year, day = shown.index(str(at.year)), re.search(rf"\b0?{at.day}\b", shown)
    assert day is not None
    assert day.start() < year
    letters = re.search(r"[^\W\d_]", shown)
    if region.startswith("en"):
        assert letters is not None
        assert (day.start() < letters.start()) == day_first
        assert bool(re.search("[AP]M", shown)) == (region == "en-US")
    else:
        assert shown[0].isdigit()
        assert not re.search("[AP]M", shown)
