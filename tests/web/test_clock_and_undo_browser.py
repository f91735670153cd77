"""Browser tests of a question's clock, and of undoing another player's step, with the toy game Harbour."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.games.toy.game import HarbourGame
from tests.web.conftest import Device, bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    game: Any = HarbourGame()
    monkeypatch.setattr(games, "names", lambda: (game.name,))
    monkeypatch.setattr(games, "load", lambda name: game)
    tables = Tables(Journal(tmp_path / "journal.db"), lambda name: game)
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    """All have kept a card, and both are asked to bid within half a minute."""
    setup = Setup((Player("Blue", "blue"), Player("Green", "green")))
    table = room.tables.create("harbour", setup, seed=1, settings=Settings(draws="virtual", dice="virtual"))
    for seat in (0, 1):
        answer(table, "keep", seat, (table.state.dealt[seat][0],))
    assert [question.kind for question in table.questions] == ["bid", "bid"]
    return table


def answer(table: Table[Any], kind: str, seat: int, value: Any) -> None:
    question = next(q for q in table.questions if (q.kind, q.player) == (kind, seat))
    decision = table.game.answer(table.state, question, value)
    table.submit(decision, table.number, f"step-{table.number:06}", "test")


def seconds(page: Any) -> int:
    minutes, rest = page.inner_text("#ask-0 [data-time]").split(":")
    return int(minutes) * 60 + int(rest)


def test_a_clock_counts_down_stops_and_gets_more_time(device: Any, table: Table[Any]) -> None:
    one = device(f"/t/{table.id}/seat/0", size=(390, 844))
    page = one.page
    begin = seconds(page)
    assert 20 <= begin <= 30
    page.wait_for_function(
        "begin => Number(document.querySelector('#ask-0 [data-time]').textContent.split(':')[1]) < begin",
        arg=begin,
    )
    number = table.number
    page.click("#ask-0 .clock")
    one.press(page.locator("text=Stop the clock"), number + 0)
    assert table.now.paused
    page.wait_for_selector("#ask-0 .clock:has-text('paused')")
    stands = seconds(page)
    one.press(page.locator("text=30 seconds more for Blue"), number + 1)
    assert seconds(page) == stands + 30
    one.press(page.locator("text=Let the clock go on"), number + 2)
    one.press(page.locator("text=Blue takes a time-out"), number + 3)
    assert table.now.paused


SHOWN_JS = """window.shown = new Set();
new MutationObserver(() => {
  const time = document.querySelector("#ask-0 [data-time]");
  if (time) shown.add(time.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true });"""
"""All that the clock ever shows."""


def test_a_device_with_a_wrong_clock_counts_by_the_servers(
    browser: Any, serving: Any, table: Table[Any]
) -> None:
    one = Device(browser, serving.address, (390, 844))
    one.page.add_init_script(SHOWN_JS)
    one.page.clock.set_system_time(datetime(2020, 1, 1))
    page = one.open(f"/t/{table.id}/seat/0")
    page.wait_for_selector("#ask-0 [data-time]:text-matches('^0:[23]')")
    assert 20 <= seconds(page) <= 30
    page.wait_for_function("() => shown.size > 1")
    shown = page.evaluate("[...shown]")
    assert all(words[:3] in ("0:2", "0:3") for words in shown), shown
    one.close()


def test_a_clock_that_is_corrected_while_the_page_is_open_changes_nothing(
    browser: Any, serving: Any, table: Table[Any]
) -> None:
    """Nor do requests for the time that fail: each event of the stream brings it."""
    one = Device(browser, serving.address, (390, 844))
    one.page.route("**/state", lambda route: route.abort())
    one.page.clock.set_system_time(datetime(2020, 1, 1))
    page = one.open(f"/t/{table.id}/seat/0")
    page.wait_for_selector("#ask-0 [data-time]:text-matches('^0:[123]')")
    for wrong in (datetime(2035, 1, 1), datetime(2001, 1, 1)):
        page.clock.set_system_time(wrong)
        before = seconds(page)
        page.wait_for_function(
            "before => document.querySelector('#ask-0 [data-time]').textContent !== before",
            arg=f"0:{before:02}",
        )
        assert before - 15 <= seconds(page) < before
    one.close()


RIGHT_JS = """ahead => {
  const clock = document.querySelector("#ask-0 .clock[data-ends]");
  const [minutes, seconds] = clock.querySelector("[data-time]").textContent.split(":").map(Number);
  return Math.abs(60 * minutes + seconds - (Number(clock.dataset.ends) - Date.now() / 1000 - ahead)) < 1.5;
}"""
"""Whether the time left is the server's, whose clock is ahead of the time of day by these seconds."""

LATE_EVENT_JS = """async ahead => {
  const { name } = performance.getEntriesByType("resource").find((it) => it.name.endsWith("/clock.js"));
  (await import(name)).noteServerTime(Date.now() / 1000 + ahead - 420);
}"""
"""As an event that was seven minutes on its way."""


def test_a_clock_is_right_again_after_a_stream_that_failed_and_an_event_that_came_late(
    browser: Any, serving: Any, table: Table[Any]
) -> None:
    one = Device(browser, serving.address, (390, 844))
    one.page.route("**/live?*", lambda route: route.abort())
    page = one.open(f"/t/{table.id}/seat/0")
    page.wait_for_selector("html[data-line=lost]")
    ahead = time.monotonic() - time.time()
    page.evaluate(LATE_EVENT_JS, ahead)
    assert seconds(page) > 400
    page.unroute("**/live?*")
    page.wait_for_function(RIGHT_JS, arg=ahead)
    one.close()


@pytest.mark.slow
def test_another_players_step_is_taken_back_by_a_second_tap_that_names_the_player(
    device: Any, table: Table[Any]
) -> None:
    for seat in (0, 1):
        answer(table, "bid", seat, 1 + seat)
    before = table.number
    one = device(f"/t/{table.id}/seat/0", size=(390, 844))
    page = one.page
    page.click("[data-post=undo]")
    page.wait_for_selector('.toast:has-text("Green")')
    assert table.number == before, "one tap takes nothing of another's back"
    page.click(".toast button")
    one.until(before + 1)
    assert table.state.phase == "bid"


def test_a_seat_takes_its_own_step_back_at_once(device: Any, table: Table[Any]) -> None:
    answer(table, "bid", 0, 1)
    before = table.number
    one = device(f"/t/{table.id}/seat/0", size=(390, 844))
    one.page.click("[data-post=undo]")
    one.until(before + 1)
    assert table.state.bids[0] is None
