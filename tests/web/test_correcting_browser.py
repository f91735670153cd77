"""Correction by touch, in a real browser: a touch opens a fact, one more changes it, one takes it back."""

from __future__ import annotations

import pytest

from companion.games.game import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def played(tmp_path):
    """Two players at a fresh table of New Frontiers, served: (its serving, its table)."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create("new-frontiers", Setup(players), seed=2, settings=Settings(draws="virtual"))
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


def correcting(one, menu="#table-menu"):
    one.page.click(f"[popovertarget={menu[1:]}]")
    one.page.click(f"{menu} [data-correct-here]")
    one.page.wait_for_selector("html[data-correcting] #correcting:not([hidden])")


def test_a_number_that_is_touched_is_changed_and_taken_back(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    before = table.state.empires[1].credits
    one.page.click("[data-fact='credits/1']")
    one.page.click("#fact-panel [data-by='1']")
    one.page.click("#fact-panel button[type=submit]")
    one.page.wait_for_selector(".toast.good button")
    assert table.state.empires[1].credits == before + 1
    assert not one.page.locator("#fact-panel").is_visible()
    one.until(table.number)
    one.page.click(".toast.good button")
    one.page.wait_for_function(
        "n => document.querySelector(`[data-fact='credits/1'] b`).textContent == n", arg=str(before)
    )
    assert table.state.empires[1].credits == before
    one.page.click("[data-correct-done]")
    assert one.page.locator("html[data-correcting]").count() == 0
    assert not one.errors
    one.context.close()


def test_a_tile_that_is_touched_opens_its_facts_and_not_its_words(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["phone"])
    one.open(f"/t/{table.id}/seat/0")
    correcting(one, "#seat-menu")
    one.page.click("#mine-colonies .tile-row")
    panel = one.page.locator("#fact-panel")
    panel.locator("h3").first.wait_for()
    assert "good on" in panel.inner_text()
    good = panel.locator(".touched-fact").first.locator("button:not(:disabled)").first
    said = good.inner_text()
    good.click()  # one touch: it is done
    one.page.wait_for_selector(".toast.good")
    assert table.state.empires[0].colonies[0].good == said
    assert not one.errors
    one.context.close()


def test_it_can_be_done_from_the_keyboard(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["laptop"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    one.page.focus("[data-fact='chips/0']")
    one.page.keyboard.press("Enter")
    one.page.locator("#fact-panel input").wait_for()
    one.page.wait_for_function("document.activeElement.type === 'number'")
    one.page.keyboard.type("7")
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector(".toast.good")
    assert table.state.empires[0].chips == 7
    one.page.keyboard.press("Escape")
    one.page.wait_for_selector("html:not([data-correcting])")
    assert one.page.locator(".live [data-fact][tabindex]").count() == 0
    one.context.close()


def test_nothing_is_played_by_a_touch_meant_to_correct(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    number = table.number
    correcting(one)
    for fact in one.page.locator(".board [data-fact]").all()[:12]:
        if fact.is_visible():
            fact.click()
            one.page.locator("#fact-panel").wait_for(state="visible")
            one.page.keyboard.press("Escape")
    assert table.number == number
    assert one.page.locator(".action-words:popover-open").count() == 0
    one.context.close()


def test_an_undo_that_comes_too_late_takes_nothing_else_back(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    one.page.click("[data-fact='credits/0']")
    one.page.click("#fact-panel [data-by='1']")
    one.page.click("#fact-panel button[type=submit]")
    one.page.wait_for_selector(".toast.good button")
    client = serving.app.test_client()
    body = {"seen": table.number, "key": "another-device", "path": "credits/1", "value": 9}
    assert client.post(f"/t/{table.id}/corrections", json=body).status_code == 200
    one.until(table.number)
    number = table.number
    one.page.click(".toast.good button")
    one.page.wait_for_selector(".toast.bad")
    assert table.number == number
    one.context.close()


def test_every_fact_that_a_page_marks_is_one(played):
    """A mark that leads nowhere opens an empty panel."""
    import re

    serving, table = played
    known = {fact.path for fact in table.game.facts(table.game.view(table.state, None))}
    client = serving.app.test_client()
    for path in ("", "seat/0"):
        page = client.get(f"/t/{table.id}/{path}").text
        marks = re.findall(r'data-fact="([^"]*)"', page)
        assert len(marks) > 20
        for mark in marks:
            assert known & set(mark.split()), mark


def test_a_panel_says_only_what_its_seat_may_know(played):
    serving, table = played
    client = serving.app.test_client()
    paths = "&".join(f"path={f.path}" for f in table.game.facts(table.game.view(table.state, 1))[:5])
    assert client.get(f"/t/{table.id}/correct/touched?seat=1&{paths}").text.count("touched-fact") >= 5
    assert "nothing to correct" in client.get(f"/t/{table.id}/correct/touched?path=nonsense").text
    assert client.get(f"/t/{table.id}/correct/touched?seat=9").status_code == 404
