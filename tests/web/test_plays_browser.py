"""Browser tests of plays: reasons open, texts are stored, a play is restored, a picture is shared."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from html import unescape
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.plays.conftest import a_play
from tests.web.conftest import SIZES

pytestmark = pytest.mark.browser


@pytest.fixture
def stored_plays(app: Any) -> Any:
    plays = services_of(app).keeper.plays
    plays.keep(a_play("one", 12, 9, 7, nearly={"en": ("Blue and Green were 3 VP apart.",)}))
    return plays


def test_a_play_is_opened_and_given_words(stored_plays, device):
    phone = device("/plays", SIZES["phone"])
    page = phone.page
    page.click("#play-one .button")
    page.wait_for_url("**/plays/one")
    opener = page.locator(".sheet .tally > summary").first
    opener.click()
    assert page.locator(".sheet .tally[open] .tally-terms li").all_inner_texts()[0].startswith("Stone 2")
    opener.click()
    page.fill("#location", "Attic")
    page.fill("#comment", "Rain all night")
    page.click("form:has(#comment) >> text=Keep")
    page.wait_for_selector("text=Rain all night")
    assert stored_plays.get("one").location == "Attic"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("zone", "ended", "day"),
    [
        ("America/Los_Angeles", datetime(2026, 3, 15, 6, 50, tzinfo=UTC), 20260314),
        ("America/Los_Angeles", datetime(2026, 3, 15, 7, 10, tzinfo=UTC), 20260315),
        ("Asia/Tokyo", datetime(2026, 3, 14, 14, 50, tzinfo=UTC), 20260314),
        ("Asia/Tokyo", datetime(2026, 3, 14, 15, 10, tzinfo=UTC), 20260315),
    ],
)
def test_the_file_for_bg_stats_has_the_day_of_the_device(app, device, zone, ended, day):
    """A game that ended at ten to midnight and one at ten past, where the device is, not where the server is;
    it is the day that its page shows."""
    services_of(app).keeper.plays.keep(a_play("late", 12, 9, ended=ended))
    page = device("/plays/late", SIZES["phone"], timezone_id=zone, locale="en-GB").page
    assert f"{day % 100} Mar 2026" in page.inner_text("time[data-local]")
    with page.expect_download() as fetched:
        page.click("text=File for BG Stats")
    (kept,) = json.loads(fetched.value.path().read_text())["plays"]
    assert kept["playDateYmd"] == day


@pytest.mark.slow
def test_a_play_is_deleted_and_brought_back_with_one_tap_each(stored_plays, device):
    page = device("/plays/one", SIZES["phone"]).page
    page.click("text=Delete this play")
    page.wait_for_selector(".notice >> text=was deleted")
    assert stored_plays.count() == 0
    page.click(".notice button")
    page.wait_for_url("**/plays/one")
    assert stored_plays.count() == 1


@pytest.mark.slow
def test_the_course_says_the_same_as_its_table(stored_plays, device):
    page = device("/plays/one", SIZES["tablet"]).page
    assert page.locator(".course polyline").count() == 3
    patterns = {line.get_attribute("stroke-dasharray") for line in page.locator(".course polyline").all()}
    shapes = {use.get_attribute("href") for use in page.locator(".course use").all()}
    assert len(patterns) == len(shapes) == 3
    page.click("text=The same as a table")
    rows = page.locator("section[aria-labelledby=course] tbody tr").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["1", "4", "4", "4"],
        ["2", "7", "7", "7"],
        ["3", "12", "9", "7"],
    ]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", first_by_default(["dark", "light"]))
def test_the_code_leads_to_bg_stats(stored_plays, device, scheme):
    page = device("/plays/one", SIZES["phone"], color_scheme=scheme, device_scale_factor=2).page
    page.click("text=Scan it with another phone")
    shot = page.locator(".play-code").screenshot()
    picture = np.asarray(Image.open(io.BytesIO(shot)).convert("L"))
    read, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == unescape(page.get_attribute("text=Open in BG Stats >> xpath=ancestor-or-self::a", "href"))


@pytest.mark.slow
def test_the_picture_is_shared_where_the_browser_can(stored_plays, device):
    one = device("/plays/one", SIZES["phone"])
    assert not one.page.is_visible("[data-share]")
    one.page.add_init_script(
        """window.shared = [];
        navigator.canShare = (what) => what.files.length === 1;
        navigator.share = async ({ files: [file], title }) => {
          window.shared.push([file.type, file.size, title]);
        };"""
    )
    page = one.open("/plays/one")
    page.click("[data-share]")
    page.wait_for_function("() => window.shared.length === 1")
    kind, size, title = page.evaluate("window.shared[0]")
    assert (kind, title) == ("image/png", "Stones")
    assert size > 5000


@pytest.mark.slow
def test_the_hidden_standing_is_shown_with_one_tap(table, device):
    page = device(f"/t/{table.id}/score", SIZES["phone"]).page
    assert page.locator(".sheet").count() == 0
    page.click("text=Show it to everybody")
    page.wait_for_selector(".sheet")
    page.click("text=Hide it again")
    page.wait_for_selector("text=hidden while you play")
    assert table.settings.standing == "hidden"


HIDDEN_CELLS_JS = """() => [...document.querySelectorAll(".roll :is(th, td)")]
  .filter((it) => it.checkVisibility() && !it.closest("thead")).filter((it) => {
    const { left, right } = it.getBoundingClientRect();
    return left < 0 || right > innerWidth || it.scrollWidth > it.clientWidth + 1;
  }).map((it) => it.textContent)"""


SCROLLED_SIDEWAYS_JS = """() => [...document.querySelectorAll("main *")].filter((it) => it.clientWidth > 1
  && it.scrollWidth > it.clientWidth && ["auto", "scroll"].includes(getComputedStyle(it).overflowX)
).map((it) => it.outerHTML.slice(0, 80))"""


@pytest.mark.slow
@pytest.mark.parametrize("text", first_by_default(["2", ""]))
@pytest.mark.parametrize("size", first_by_default(["phone", "upright"]))
def test_the_statistics_lie_in_sight_without_scrolling_sideways(stored_plays, device, size, text):
    """On a phone each row labels its numbers, and is still read aloud as a row of a table."""
    page = device("/plays/statistics", SIZES[size], locale="de").page
    bare = """[...document.querySelectorAll(".roll th")]
      .map((it) => getComputedStyle(it, "::before").content).filter((it) => /^"" ": "$/.test(it))"""
    assert not page.evaluate(bare), "a colon with nothing before it"
    page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
    assert page.evaluate(HIDDEN_CELLS_JS) == []
    assert page.evaluate(SCROLLED_SIDEWAYS_JS) == []
    row = page.get_by_role("table").first.get_by_role("row").nth(1)
    assert row.get_by_role("rowheader").inner_text() == "Blue"
    assert row.get_by_role("cell").all_inner_texts()[:2] == ["1", "1"]
    named = "getComputedStyle(document.querySelector('.roll td'), '::before').content"
    assert page.evaluate(named) == ('"Partien"' if size == "phone" or text else "none")


def test_what_is_touched_on_the_plays_pages_is_large_enough(stored_plays, device):
    one = device("/plays", SIZES["phone"])
    touched = ".button, button, summary, input, select, textarea"
    small = []
    for path in ("/plays", "/plays/one", "/plays/statistics"):
        page = one.open(path)
        small += page.evaluate(
            """touched => [...document.querySelectorAll(`main :is(${touched})`)]
                .map(e => [e.textContent.trim().slice(0, 30) || e.id, e.getBoundingClientRect()])
                .filter(([, b]) => b.width > 0 && (b.width < 44 || b.height < 44))
                .map(([text, b]) => `${text} ${Math.round(b.width)}x${Math.round(b.height)}`)""",
            touched,
        )
    assert small == []
