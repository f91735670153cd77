"""Browser tests of a table with an expert and two newcomers, each on their own device: only newcomers get
lessons, and what one player skips, repeats or asks changes nothing on another's page."""

from __future__ import annotations

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Correction, Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving
from tests.web.test_rendered_table_browser import until

pytestmark = pytest.mark.browser

FIRST_GAME = (("game", "first"), ("goals", "no"))
NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def table_with_lessons(tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    players = tuple(
        Player(name, colour) for name, colour in zip(NAMES, ("blue", "green", "red"), strict=True)
    )
    table = room.tables.create(
        "new-frontiers", Setup(players, FIRST_GAME), seed=4, settings=Settings(teaching="lessons")
    )
    serving = Serving(create_app(room, Shelf(tmp_path / "boxes")))
    yield table, serving
    serving.stop()
    room.close()


def lesson(page):
    """The lesson step on a page; "": none."""
    return page.evaluate("document.querySelector('[data-lesson]')?.dataset.lesson ?? ''")


def wait_for_step(page, step):
    until(page, lambda: lesson(page) == step, f"{step!r} is shown, not {lesson(page)!r}")


def tap_lesson_button(page, word):
    """Taps a button of the lesson, repeatedly: right after a change a tap has no effect."""
    page.wait_for_timeout(400)
    page.locator(".lesson-tools button", has_text=word).click()


@pytest.mark.slow
def test_newcomers_and_an_expert_at_one_table(browser, table_with_lessons):
    table, serving = table_with_lessons
    expert = table.questions[0].player
    newcomer, other = (seat for seat in range(3) if seat != expert)
    tablet = Device(browser, serving.address, (1180, 820))
    phones = {seat: Device(browser, serving.address, (390, 844)) for seat in range(3)}

    # The expert sets this on the table's list; every player starts as new to the game.
    page = tablet.open(f"/t/{table.id}/lessons")
    knows = page.locator(".item", has_text=NAMES[expert]).locator("button", has_text="Knows the game")
    with page.expect_navigation():  # the list is reloaded
        knows.click()
    assert knows.get_attribute("aria-pressed") == "true"
    page = tablet.open(f"/t/{table.id}/")

    # The aim: for the two newcomers, with their marks on the table's page, and beside the answers.
    wait_for_step(page, "aim/0")
    marks = page.locator(".lesson-for svg")
    assert {mark.get_attribute("aria-label") for mark in marks.all()} == {NAMES[newcomer], NAMES[other]}
    it = page.locator(".lesson").bounding_box()
    for answer in page.locator(".answer").all():
        at = answer.bounding_box()
        beside = at["x"] >= it["x"] + it["width"] or it["x"] >= at["x"] + at["width"]
        assert beside or at["y"] >= it["y"] + it["height"] or it["y"] >= at["y"] + at["height"]

    # Once both have phones it goes there, and the tablet shows nobody's.
    seat = {one: phone.open(f"/t/{table.id}/seat/{one}") for one, phone in phones.items()}
    wait_for_step(page, "")
    wait_for_step(seat[newcomer], "aim/0")
    wait_for_step(seat[other], "aim/0")
    assert lesson(seat[expert]) == ""

    # "More about it" shows the reason to the player who asks, and answers nothing for anybody.
    assert not seat[newcomer].locator("#lesson-why").is_visible()
    tap_lesson_button(seat[newcomer], "More about it")
    seat[newcomer].locator("#lesson-why").wait_for()
    assert "selling goods brings credits" in seat[newcomer].locator("#lesson-why").inner_text()
    assert not seat[other].locator("#lesson-why").is_visible()
    seat[newcomer].keyboard.press("Escape")
    assert lesson(seat[newcomer]) == "aim/0"

    # One reads on, the other skips: each for themselves.
    tap_lesson_button(seat[newcomer], "Got it")
    wait_for_step(seat[newcomer], "aim/1")
    assert lesson(seat[other]) == "aim/0"
    tap_lesson_button(seat[other], "Skip")
    wait_for_step(seat[other], "")
    wait_for_step(seat[newcomer], "aim/1")
    assert lesson(seat[expert]) == ""

    # The expert plays from their own phone without any tap on a lesson, and gets no proposals.
    likely = seat[expert].locator(".answer-likely[data-decision*='isolation']")
    assert likely.count() == 0, "the teaching order is for newcomers"
    phones[expert].press(seat[expert].locator("button[data-decision*='develop']").first, table.number)
    assert table.state.doing.action == "develop"
    for one in (newcomer, other):
        wait_for_step(seat[one], "develop/0")
    assert lesson(seat[expert]) == ""
    assert lesson(page) == ""

    # Repeat: the player who skipped the aim asks for it again; the other newcomer stays with Develop.
    again = phones[other].open(f"/t/{table.id}/lessons/{other}")
    again.locator("details", has_text="What it is about").locator("summary").click()
    again.wait_for_timeout(400)
    with again.expect_navigation():
        again.locator("button", has_text="Show it again").locator("visible=true").click()
    back = phones[other].open(f"/t/{table.id}/seat/{other}")
    for step in ("aim/0", "aim/1", "aim/2"):
        wait_for_step(back, step)
        tap_lesson_button(back, "Got it")
    wait_for_step(back, "develop/0")
    wait_for_step(seat[newcomer], "develop/0")

    # A lesson that concerns experienced players too is shown to all: the end is near.
    table.correct(Correction("supply/vp", 3), table.number, "a key for few chips", "a test")
    for one in (seat[expert], seat[newcomer], back):
        wait_for_step(one, "end-near/0")
    assert not [error for one in (tablet, *phones.values()) for error in one.errors]
    for one in (tablet, *phones.values()):
        one.close()
