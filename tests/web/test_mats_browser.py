"""Browser tests of full mats on the tablet: every tile of five empires is in the window, and large enough."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.games.new_frontiers.display.display import Display
from companion.games.new_frontiers.display.view_model import page
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.games.new_frontiers.sample_state import sample_state
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

WINDOWS = {
    "tablet": (1180, 820),
    "tablet-browser": (1180, 746),
    "upright": (820, 1180),
    "laptop": (1440, 900),
}

OUTSIDE_PIECES_JS = """() => [...document.querySelectorAll('.empire')].flatMap(empire => {
  const mat = empire.getBoundingClientRect();
  return [...empire.querySelectorAll('.tile, .stat, .empire-name')].filter(piece => {
    const at = piece.getBoundingClientRect();
    const below = at.bottom > Math.min(mat.bottom, innerHeight) + 1;
    return below || at.right > mat.right + 1 || at.left < mat.left - 1;
  }).map(piece => empire.id + ': ' + (piece.getAttribute('aria-label') || piece.className));
})"""
SMALLEST_TILE_JS = """() => Math.min(...[...document.querySelectorAll('.empire .worlds .tile')]
  .map(tile => tile.getBoundingClientRect().width))"""
BOXES_JS = """() => Object.fromEntries(['question', 'track', 'actions', 'middle', 'end-gauges', 'empire-0']
  .map(id => [id, JSON.stringify(document.getElementById(id).getBoundingClientRect())]))"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """Tables of 2 to 5 players whose pages show full mats, whatever the state of their game."""
    patch = pytest.MonkeyPatch()

    def full_page(display: Any, state: Any, player: int | None) -> Any:
        return page(sample_state(len(state.empires), full=True), player)

    patch.setattr(Display, "page", full_page)
    tables = Tables(Journal(tmp_path_factory.mktemp("mats") / "journal.db"))
    colours = games.load("new-frontiers").colours
    made = {
        count: tables.create(
            "new-frontiers", Setup(tuple(Player(c.capitalize(), c) for c in colours[:count])), seed=1
        )
        for count in (2, 3, 4, 5)
    }
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(address=serving.address, tables=made)
    serving.stop()
    tables.close()
    patch.undo()


@pytest.mark.parametrize("players", first_by_default([5, 2, 3, 4]))
def test_full_mats_fit_into_the_window(browser: Any, full: SimpleNamespace, players: int) -> None:
    one = Device(browser, full.address, WINDOWS["tablet"])
    shown = one.open(f"/t/{full.tables[players].id}/")
    for name, (width, height) in WINDOWS.items():
        shown.set_viewport_size({"width": width, "height": height})
        assert shown.evaluate(OUTSIDE_PIECES_JS) == [], name
        assert shown.evaluate(SMALLEST_TILE_JS) >= 48, name
        assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight"), name
    assert not one.errors
    one.close()


def test_nothing_moves_when_the_answers_are_others(browser: Any, full: SimpleNamespace) -> None:
    """With one answer or thirty, the board and the empires keep their places, to the pixel."""
    one = Device(browser, full.address, WINDOWS["tablet"])
    shown = one.open(f"/t/{full.tables[5].id}/")
    before = shown.evaluate(BOXES_JS)
    answers = "document.querySelector('.answers')"
    shown.evaluate(f"{answers}.innerHTML = {answers}.children[0].outerHTML")
    assert shown.evaluate(BOXES_JS) == before
    shown.evaluate(f"{answers}.innerHTML = {answers}.children[0].outerHTML.repeat(30)")
    assert shown.evaluate(BOXES_JS) == before
    one.close()


@pytest.mark.slow
def test_a_tile_touched_opens_its_words_inside_the_window_and_moves_nothing(
    browser: Any, full: SimpleNamespace
) -> None:
    one = Device(browser, full.address, WINDOWS["tablet"])
    shown = one.open(f"/t/{full.tables[5].id}/")
    before = shown.evaluate(BOXES_JS)
    shown.locator("#empire-4 .plates .tile").last.click()
    words = shown.locator(":popover-open")
    assert words.count() == 1
    box = words.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 820
    assert shown.evaluate(BOXES_JS) == before
    shown.keyboard.press("Escape")
    assert shown.locator(":popover-open").count() == 0
    one.close()
