"""Browser test of scoring by numbers: any box, four players, a touch for each number."""

from __future__ import annotations

import pytest

from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser

MOST_TOUCHES = 60
ANN, BEN, CID, DORA = (
    (17, 12, 9, 7, 5),
    (23, 11, 8, 6),
    (44, 6, 4),
    (15, 14, 12, 4, 5, 3),
)
"""Chips, VP on colonies and on developments, then each "?". Ann and Cid will be tied: 50 and 54."""


@pytest.fixture
def phone(browser, tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), Shelf(tmp_path / "boxes")))
    device = Device(browser, serving.address, SIZES["phone"], has_touch=True)
    device.open("/")
    yield device.page
    assert not device.errors
    device.close()
    serving.stop()
    tables.close()


class Finger:
    """Taps and counts; checks that what is tapped is what lies there."""

    def __init__(self, page):
        self.page, self.touches = page, 0

    def tap(self, target):
        target.tap()
        self.touches += 1

    def number(self, number):
        if number >= 35:
            self.tap(self.page.locator("[data-pad-higher]"))
            self.tap(self.page.locator("#pad").get_by_role("button", name=str(number), exact=True))
        else:
            self.tap(self.page.locator(f"[data-pad-number='{number}']"))


@pytest.mark.slow
def test_four_players_in_few_touches(phone):
    page, finger = phone, Finger(phone)
    finger.tap(page.get_by_role("link", name="Score a finished table"))
    finger.tap(page.get_by_role("button", name="By numbers, 4 players"))
    page.wait_for_selector("#pad:not([hidden])")
    for numbers in (ANN, BEN, CID, DORA):
        for number in numbers:
            finger.number(number)
        finger.tap(page.locator("[data-pad-skip]"))
    # Ann counts another "?" on the spot: 2 VP for each of 2 things make the tie with Cid.
    finger.tap(page.locator("#cell-0-bonus-3 label"))
    finger.tap(page.locator("[data-pad-vp='2']"))
    finger.tap(page.locator("[data-pad-number='2']"))
    finger.tap(page.locator("[data-pad-skip]"))
    # They are tied, and only they are asked for what parts them.
    page.wait_for_selector("#cell-2-wealth")
    assert page.locator("[data-name='wealth']").count() == 2
    finger.tap(page.locator("#cell-0-wealth label"))
    finger.number(3)
    finger.number(7)
    finger.tap(page.get_by_role("button", name="The score"))
    page.wait_for_selector("table.sheet, .finale")
    assert finger.touches <= MOST_TOUCHES, finger.touches
    page.wait_for_url("**/finale")
    page.locator("[data-skip]").tap()
    page.get_by_role("link", name="The score sheet").tap()
    page.wait_for_selector("table.sheet")
    assert [int(total) for total in page.locator("[data-total]").all_inner_texts()] == [54, 48, 54, 53]
    assert "/plays/scan-" in page.get_by_role("link", name="Kept").get_attribute("href")
