"""Browser tests of questions ahead: on a phone and on the tablet, asked, answered and read by touch."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError

from companion.box.shelf import Shelf
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.complete_languages import COMPLETE
from tests.default_run import first_by_default
from tests.lessons.test_asking import Evening
from tests.web.conftest import Serving

pytestmark = pytest.mark.browser
PHONE, TABLET = {"width": 390, "height": 844}, {"width": 1024, "height": 600}
WITHIN_JS = """() => [...document.querySelectorAll(".ahead button")].every((it) => {
  const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return inside && width >= 48 && height >= 47.5;
})"""
LANGUAGES = sorted(("en", *COMPLETE))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Room, Any]]:
    room = Room(Tables(Journal(":memory:")))
    app = create_app(room, Shelf(Path(tmp_path_factory.mktemp("boxes"))))
    serving = Serving(app)
    yield serving.address, room, app.test_client()
    serving.stop()
    room.close()


@pytest.mark.parametrize("language", first_by_default(LANGUAGES, whole=True))
@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_question_ahead_is_asked_answered_and_read(
    browser: Any, served: tuple[str, Room, Any], size: Any, language: str
) -> None:
    address, room, client = served
    evening = Evening(room, client, "race-for-the-galaxy")
    found = evening.until_asked_ahead(0)
    page = browser.new_page(viewport=size, locale=language)
    page.goto(f"{address}/t/{evening.table.id}/" + ("seat/0" if size is PHONE else ""))
    page.locator("html[data-ready]").wait_for()
    panel = page.locator(".ahead" if size is PHONE else "#ahead-0 .ahead")
    panel.wait_for()
    buttons = panel.get_by_role("button")
    assert buttons.count() == 4
    page.wait_for_function(WITHIN_JS, timeout=10_000)  # once the page has fitted its letters to its height
    buttons.nth((found.asked.right + 1) % 3).click()
    told = panel.get_by_role("status")
    told.wait_for()
    assert found.asked.answers[found.asked.right] in told.inner_text()
    assert buttons.count() == 1
    for _tap in range(30):  # a tap on what has just changed counts for nothing
        if not panel.count():
            break
        with contextlib.suppress(TimeoutError):  # it may go between the look and the tap
            buttons.first.click(timeout=1000)
        page.wait_for_timeout(100)
    assert panel.count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    then = evening.table.settings.taught["ahead"]["0"]
    assert then == [[then[0][0], found.asked.id, found.number, (found.asked.right + 1) % 3, False, True]]
    page.close()
