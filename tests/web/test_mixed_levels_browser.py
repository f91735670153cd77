"""One table with an expert and two newcomers, each at their own device: who knows the game is left alone, who
is new is taught, and what one of them skips, repeats or asks changes nothing on another's page."""

from __future__ import annotations

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Correction, Player, Setup
from companion.room import Room
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
def taught(tmp_path):
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
    """The step that a page shows; "": none."""
    return page.evaluate("document.querySelector('[data-lesson]')?.dataset.lesson ?? ''")


def shows(page, step):
    until(page, lambda: lesson(page) == step, f"{step!r} is shown, not {lesson(page)!r}")


def tool(page, word):
    """Taps a button of the lesson; a tap within the guard's moment after a change is not taken."""
    page.wait_for_timeout(400)
    page.locator(".lesson-tools button", has_text=word).click()


@pytest.mark.long
def test_newcomers_and_an_expert_at_one_table(browser, taught):
    table, serving = taught
    expert = table.questions[0].player
    newcomer, other = (seat for seat in range(3) if seat != expert)
    tablet = Device(browser, serving.address, (1180, 820))
    phones = {seat: Device(browser, serving.address, (390, 844)) for seat in range(3)}

    # On the table's own list the expert says so; everybody begins as new to the game.
    page = tablet.open(f"/t/{table.id}/lessons")
    knows = page.locator(".item", has_text=NAMES[expert]).locator("button", has_text="Knows it")
    with page.expect_navigation():  # the list is loaded anew
        knows.click()
    assert knows.get_attribute("aria-pressed") == "true"
    page = tablet.open(f"/t/{table.id}/")
    seat = {one: phone.open(f"/t/{table.id}/seat/{one}") for one, phone in phones.items()}

    # The aim: for the two newcomers, with their marks on the table's page.
    shows(page, "aim/0")
    marks = page.locator(".lesson-for svg")
    assert {mark.get_attribute("aria-label") for mark in marks.all()} == {NAMES[newcomer], NAMES[other]}
    shows(seat[newcomer], "aim/0")
    shows(seat[other], "aim/0")
    assert lesson(seat[expert]) == ""

    # "Why?" opens the reason for who asks, and answers nothing for anybody.
    assert not seat[newcomer].locator("#lesson-why").is_visible()
    tool(seat[newcomer], "Why?")
    seat[newcomer].locator("#lesson-why").wait_for()
    assert "Chips come from trading" in seat[newcomer].locator("#lesson-why").inner_text()
    assert not seat[other].locator("#lesson-why").is_visible()
    seat[newcomer].keyboard.press("Escape")
    assert lesson(seat[newcomer]) == "aim/0"

    # One reads on, the other skips: each for themselves. The table's page goes with whoever is behind.
    tool(seat[newcomer], "Got it")
    shows(seat[newcomer], "aim/1")
    assert lesson(seat[other]) == "aim/0"
    tool(seat[other], "Skip")
    shows(seat[other], "")
    shows(seat[newcomer], "aim/1")
    assert lesson(seat[expert]) == ""

    # The expert plays on from the own phone without a tap of anybody at a lesson, and is proposed nothing.
    likely = seat[expert].locator(".answer-likely[data-decision*='isolation']")
    assert likely.count() == 0, "the teaching order is for newcomers"
    phones[expert].press(seat[expert].locator("button[data-decision*='develop']").first, table.number)
    assert table.state.doing.action == "develop"
    for one in (newcomer, other):
        shows(seat[one], "develop/0")
    assert lesson(seat[expert]) == ""
    until(page, lambda: lesson(page) == "develop/0", "the table's page teaches Develop")

    # Repeat: who skipped the aim asks for it again; the other newcomer stays with Develop.
    again = phones[other].open(f"/t/{table.id}/lessons/{other}")
    again.locator("details", has_text="What it is about").locator("summary").click()
    again.wait_for_timeout(400)
    with again.expect_navigation():
        again.locator("button", has_text="Show it again").locator("visible=true").click()
    back = phones[other].open(f"/t/{table.id}/seat/{other}")
    for step in ("aim/0", "aim/1", "aim/2"):
        shows(back, step)
        tool(back, "Got it")
    shows(back, "develop/0")
    shows(seat[newcomer], "develop/0")

    # What concerns those who know the game too comes to everybody: the end is near.
    table.correct(Correction("supply/vp", 3), table.number, "a key for few chips", "a test")
    for one in (seat[expert], seat[newcomer], back):
        shows(one, "end-near/0")
    assert not [error for one in (tablet, *phones.values()) for error in one.errors]
    for one in (tablet, *phones.values()):
        one.close()
