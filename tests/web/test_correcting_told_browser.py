"""Browser test of correcting what was told wrongly at a table, on three screens, by taps alone."""

from __future__ import annotations

import pytest

from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.box.test_what_follows import settled
from tests.default_run import first_by_default
from tests.games.a_new_frontier.printed_copy import PrintedCopy as FrontierCopy
from tests.games.race_for_the_galaxy.printed_copy import PrintedCopy as RaceCopy
from tests.rigs.told_wrongly import played, told_facts
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

GAME = "new-frontiers"
SIZES = [(390, 844), (1024, 600), (1180, 820)]
OVER = """() => {
  const end = document.querySelector('[data-piece-form] > .form-end').getBoundingClientRect();
  const state = document.querySelector('.answer-state').getBoundingClientRect();
  const said = document.querySelectorAll('#toasts > *').length, wide = document.documentElement.scrollWidth;
  return [said, state.top >= end.top, state.bottom <= innerHeight, wide <= innerWidth];
}"""


@pytest.fixture
def house(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    room.update_tiles = lambda table: None
    serving = Serving(create_app(room, Shelf(tmp_path / "boxes")))
    yield tables, serving
    serving.stop()
    tables.close()


@pytest.mark.parametrize("size", first_by_default(SIZES, whole=True))
def test_a_price_told_wrongly_is_put_right_by_three_taps(browser, house, size):
    tables, serving = house
    table, world = settled(tables, 13, 25)
    cost = table.state.catalogue.shown[world].cost
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/box/{GAME}/tile/{world}?table={table.id}&seat=1")
    page.locator(f"label.choice:has(input[value='cost {cost - 1}'])").tap()
    page.wait_for_selector("[data-fresh=yes]")
    name, save = (
        page.locator("[data-field$='/name'] [data-line]"),
        page.locator(".piece-form .form-end .primary"),
    )
    called = name.input_value()
    name.fill("")
    save.tap()
    assert page.inner_text(".answer-state") == "Name: a text of up to 60 letters."
    assert page.evaluate(OVER) == [0, True, True, True]
    page.wait_for_selector("[data-fresh=yes]")
    assert "Name: a text" in page.inner_text(".answer-state"), "what the server says of it comes later"
    name.fill(called)
    page.wait_for_selector("[data-fresh=yes]")
    save.tap()
    page.wait_for_selector("[data-follows]:visible")
    assert "settles" in page.inner_text("[data-follows-list=steps]")
    assert "credits" in page.inner_text("[data-follows-list=facts]")
    assert not page.locator("[data-piece-form]").is_visible(), "nothing lies under what is asked"
    with page.expect_navigation():
        page.locator("[data-follows] [value=as-if]").tap()
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#toasts >> text=Saved")
    assert table.state.catalogue.shown[world].cost == cost - 1
    player = table.setup.players[1].name
    assert {entry.by for entry in table.entries()[-2:]} == {f"{player}'s phone"}, "whoever corrected it"
    assert not device.errors
    device.close()


def told_table(tables, copy, fact, *, seed):
    """A whole game of the fewest, and a piece of which this was told."""
    table = played(tables, copy(seed), seed, players="fewest")
    return table, next(f.piece for f in told_facts(table) if f.key == fact and f.chosen)


@pytest.mark.slow
@pytest.mark.parametrize("size", first_by_default(SIZES, whole=True))
def test_vp_of_a_card_told_wrongly_say_the_result_before_they_are_kept(browser, house, size):
    tables, serving = house
    table, card = told_table(tables, RaceCopy, "vp", seed=1)
    was = table.state.catalogue.shown[card]
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/box/race-for-the-galaxy/tile/{card}?table={table.id}&seat=0")
    page.locator(f"[data-field='{card}/vp'] label.choice:has(input[value='{was.vp + 1}'])").tap()
    page.wait_for_selector("[data-fresh=yes]")
    page.locator(".piece-form [data-later]").tap()
    page.wait_for_selector("[data-follows]:visible")
    result = page.inner_text("[data-follows-list=result_now]")
    assert " VP instead of " in result
    assert "First" in result
    assert not page.locator("[data-follows] [value=as-if]").is_visible(), "no fact is to be put right"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_navigation():
        page.locator("[data-follows] [value=now]").tap()
    assert f"/t/{table.id}/" in page.url
    assert table.state.catalogue.shown[card].vp == was.vp + 1
    assert not device.errors
    device.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", first_by_default(SIZES, whole=True))
def test_credits_of_the_start_told_wrongly_are_put_right_or_not_told_after_all(browser, house, size):
    tables, serving = house
    table, board = told_table(tables, FrontierCopy, "credits", seed=0)
    facts = {f.path: f.value for f in table.game.facts(table.state) if f.path.startswith("credits/")}
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/box/a-new-frontier/tile/{board}?table={table.id}")
    field = page.locator(f"[data-field='{board}/credits']")
    line = field.locator("[data-line]")
    was = int(line.input_value())
    field.locator("[data-untell]").tap()
    assert line.input_value() == ""
    line.fill(str(was - 1))
    page.wait_for_selector("[data-fresh=yes]")
    page.locator(".piece-form [data-later]").tap()
    page.wait_for_selector("[data-follows]:visible")
    assert page.locator("[data-follows-list=facts] li").count() == len(facts)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    with page.expect_navigation():
        page.locator("[data-follows] [value=as-if]").tap()
    after = {f.path: f.value for f in table.game.facts(table.state) if f.path.startswith("credits/")}
    assert after == {path: value - 1 for path, value in facts.items()}
    assert not device.errors
    device.close()
