"""Browser test of correcting what was told wrongly at a table, on three screens, by taps alone."""

from __future__ import annotations

import pytest

from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.box.test_what_follows import settled
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

GAME = "new-frontiers"
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


@pytest.mark.parametrize("size", first_by_default([(390, 844), (1024, 600), (1180, 820)], whole=True))
def test_a_price_told_wrongly_is_put_right_by_three_taps(browser, house, size):
    tables, serving = house
    table, world = settled(tables, 13, 25)
    cost = table.state.catalogue.shown[world].cost
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/box/{GAME}/tile/{world}?table={table.id}")
    page.locator(f"label.choice:has(input[value='cost {cost - 1}'])").tap()
    page.wait_for_selector("[data-fresh=yes]")
    name, save = (
        page.locator("[data-field$='/name'] [data-line]"),
        page.locator(".piece-form .form-end .primary"),
    )
    called = name.input_value()
    name.fill("")
    save.tap()
    assert "name: a text" in page.inner_text(".answer-state")
    assert page.evaluate(OVER) == [0, True, True, True]
    name.fill(called)
    page.wait_for_selector("[data-fresh=yes]")
    save.tap()
    page.wait_for_selector("[data-follows]:visible")
    assert "settles" in page.inner_text("[data-follows-steps]")
    assert "credits" in page.inner_text("[data-follows-facts]")
    assert not page.locator("[data-piece-form]").is_visible(), "nothing lies under what is asked"
    with page.expect_navigation():
        page.locator("[data-follows] [value=as-if]").tap()
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#toasts >> text=Saved")
    assert table.state.catalogue.shown[world].cost == cost - 1
    assert not device.errors
    device.close()
