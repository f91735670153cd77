"""Browser tests of the rules: the panel over a table, a question typed by keyboard, a linked paragraph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Serving

pytestmark = pytest.mark.browser
TABLET, PHONE = {"width": 1180, "height": 820}, {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any]]:
    room = Room(Tables(Journal(":memory:")))
    seats = Setup((Player("Blue", "blue"), Player("Green", "green")))
    table = room.tables.create("new-frontiers", seats, seed=1, settings=Settings())
    serving = Serving(create_app(room, Shelf(Path(tmp_path_factory.mktemp("boxes")))))
    yield serving.address, table
    serving.stop()
    room.close()


@pytest.mark.parametrize("size", first_by_default([TABLET, PHONE], whole=True), ids=["tablet", "phone"])
def test_a_touched_page_number_opens_its_paragraphs_over_the_table(
    browser: Any, served: Any, size: Any
) -> None:
    address, table = served
    seat = table.questions[0].player
    page = browser.new_page(viewport=size)
    page.goto(f"{address}/t/{table.id}/" + (f"seat/{seat}" if size is PHONE else ""))
    page.locator("html[data-ready]").wait_for()
    page.locator(".question-text > span").first.click()
    panel = page.locator("#rules-panel")
    panel.get_by_role("heading", name="Selecting an action").wait_for()
    assert f"/t/{table.id}/" in page.url  # the game stays where it is
    panel.get_by_role("button", name="Close").click()
    assert not panel.is_visible()
    page.close()


def test_a_question_is_typed_and_answered_without_a_touch(browser: Any, served: Any) -> None:
    address, _table = served
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}/rules/new-frontiers")
    page.locator("html[data-ready]").wait_for()
    page.keyboard.type("how many wrlds at most")
    page.locator("#rules-found .best h3", has_text="At most nine worlds").wait_for()
    page.wait_for_url("**q=how+many+wrlds**")  # what was found for the first letters may stand there already
    page.goto(f"{address}/rules/new-frontiers#rule-tie")
    page.locator("#rule-tie p").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


@pytest.mark.slow
def test_a_phone_asks_about_its_position_over_its_page(browser: Any, served: Any) -> None:
    """From the menu to the field, by keyboard; a word that was understood is left out with a touch."""
    address, table = served
    seat = table.questions[0].player
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}/t/{table.id}/seat/{seat}")
    page.locator("html[data-ready]").wait_for()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Ask the rules").click()
    panel = page.locator("#rules-panel")
    field = panel.get_by_role("searchbox", name="Ask the rules")
    field.fill("can I produce now")
    field.press("Enter")
    panel.get_by_role("heading", name="This can be done now:").wait_for()
    assert f"/seat/{seat}" in page.url  # the game stays where it is
    field.fill("who wins a tie grandpa grandma")
    field.press("Enter")
    panel.get_by_text("I did not understand “grandpa”, “grandma”").wait_for()
    panel.get_by_role("link", name="Leave out “grandma”").click()
    panel.get_by_role("link", name="Leave out “grandpa”").click()
    panel.locator(".rules-found:not(:has(.notice)) .best h3", has_text="A tie").wait_for()
    boxes = [it.bounding_box() for it in panel.locator("a:visible, button:visible").all()]
    assert all(box["height"] >= 48 for box in boxes if box)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


HOLD_THE_FIRST_JS = """() => {
  const sends = fetch;
  window.asked = 0;
  window.fetch = (address, how) => {
    if (!`${address}`.includes("part=1") || (window.asked += 1) > 1) return sends(address, how);
    return new Promise((_, fail) => how.signal.addEventListener("abort", () => fail(how.signal.reason)));
  };
}"""


@pytest.mark.slow
@pytest.mark.waits
def test_a_first_answer_that_takes_longer_than_a_page_waits_is_asked_for_again(
    browser: Any, served: Any
) -> None:
    """A slow machine reads the rules when somebody first asks; the second time they are there."""
    address, table = served
    page = browser.new_page(viewport=PHONE)
    page.goto(f"{address}/t/{table.id}/seat/{table.questions[0].player}")
    page.locator("html[data-ready]").wait_for()
    page.evaluate(HOLD_THE_FIRST_JS)
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Ask the rules").click()
    page.locator("#rules-panel").get_by_role("searchbox", name="Ask the rules").wait_for()
    assert page.evaluate("asked") == 2
    assert page.locator("#toasts .toast").count() == 0
    page.close()


LEAVE_OUT_TWO = """() => document.querySelectorAll(
    '[data-leave-out="grandma"], [data-leave-out="grandpa"]').forEach((word) => word.click())"""


@pytest.mark.slow
@pytest.mark.parametrize("over", first_by_default(["the game", "the rules"]))
def test_two_words_touched_before_an_answer_comes_are_both_left_out(
    browser: Any, served: Any, over: str
) -> None:
    address, table = served
    page = browser.new_page(viewport=PHONE)
    page.goto(address + (f"/t/{table.id}/seat/0" if over == "the game" else "/rules/new-frontiers"))
    page.locator("html[data-ready]").wait_for()
    if over == "the game":
        page.get_by_role("button", name="More").click()
        page.get_by_role("link", name="Ask the rules").click()
    within = page.locator("#rules-panel" if over == "the game" else "main")
    within.get_by_role("searchbox", name="Ask the rules").fill("who wins a tie grandpa grandma")
    page.keyboard.press("Enter")
    within.get_by_role("link", name="Leave out “grandma”").wait_for()
    page.evaluate(LEAVE_OUT_TWO)
    within.locator(".rules-found:not(:has(.notice)) .best h3", has_text="A tie").wait_for()
    assert within.get_by_role("link", name="Count “").count() == 2
    page.close()
