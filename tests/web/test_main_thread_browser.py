"""Tests of the main thread's time for a first page and a live update, as a multiple of a fixed piece of work
of the same kind in the same browser.

The main thread's processor time is measured instead of clock time, and the least of several rounds counts, so
that other load on the machine has little effect; it also affects the fixed work in the same way.
`benchmarks/pages.py` gives the times in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import SIZES, Serving, bare_room

pytestmark = pytest.mark.browser

PAGES = {"tablet": "/t/{id}/", "phone": "/t/{id}/seat/0"}
ROUNDS = 6
UPDATES = 6

FIRST_PAGE_BUDGET = {"tablet": 6.8, "phone": 5.8}
UPDATE_BUDGET = {"tablet": 1.6, "phone": 0.8}
DEAREST_UPDATE_BUDGET = {"tablet": 2.6, "phone": 1.2}
"""Budgets, in fixed pieces of work, of a first page, the mean update and the dearest update. Measured: 4.3
and 3.9; 1.2 and 0.6; 2.3 and 1.0, where a piece takes some 15 ms on a busy machine. A page that costs twice
as much fails. Each update is measured in every round, and its cheapest round counts, because other load can
only add to it."""
MAX_CHARACTERS = {"tablet": 32_000, "phone": 9_000}
"""Characters of the mean update's event, which has whole regions. Measured: 25,300 and 6,200."""
MAX_NODES = {"tablet": 2500, "phone": 1800}
MAX_LAYOUT_OBJECTS = {"tablet": 1400, "phone": 900}
"""Of a whole page: DOM nodes, and layout objects; each <use> has its own copies. Measured: 2,471 and 1,685;
1,297 and 719."""

ICON = "/icons/companion.svg"
"""A browser requests a page's icon at any time."""

FIXED_WORK_JS = """async () => {
  const rows = Array.from({ length: 150 }, (_, n) => `<div style="display:flex;gap:4px"><b>${n}</b>
    <svg viewBox="0 0 24 24" width="24"><path d="M4 4h16v16z"/></svg><span>Some words of ${n}</span></div>`);
  document.body.innerHTML = rows.join("");
  document.body.getBoundingClientRect();
  for (const row of document.querySelectorAll("div")) row.firstChild.textContent += "!";
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
}"""

REPORT_DRAWN_JS = """
const drawn = (what) => requestAnimationFrame(() => requestAnimationFrame(async () => {
  await Promise.allSettled(document.getAnimations().map((it) => it.finished));
  requestAnimationFrame(() => setTimeout(() => console.debug(`drawn ${what}`)));
}));
new MutationObserver((changes) => {
  for (const { attributeName, target } of changes) {
    if (attributeName === "data-ready") document.fonts.ready.then(() => drawn("first"));
    else if (target.id === "live") drawn(target.dataset.number);
  }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready", "data-number"] });
"""
"""Reports once when a page or an update of it is visible and no animation runs any more."""


class Device:
    """A page, and the time that its main thread has spent."""

    def __init__(self, browser: Any, size: tuple[int, int]) -> None:
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.page = self.context.new_page()
        self.page.set_default_timeout(300_000)
        self.page.add_init_script(REPORT_DRAWN_JS)
        self.session = self.context.new_cdp_session(self.page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.drawn: set[str] = set()
        self.asked: list[str] = []
        self.events: list[str] = []
        self.sent: list[int] = []
        self.page.on("console", lambda said: self.drawn.add(said.text))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.session.on("Network.eventSourceMessageReceived", self._count_event)
        self.session.send("Network.enable")

    def _count_event(self, event: dict[str, str]) -> None:
        self.events.append(event["eventName"])
        if event["eventName"] == "view":
            self.sent.append(len(event["data"]))

    def metrics(self) -> dict[str, float]:
        told = self.session.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in told}

    def until(self, what: object) -> None:
        while f"drawn {what}" not in self.drawn:
            self.page.wait_for_event("console")
        self.drawn.clear()

    def until_heard(self) -> None:
        """Waits for the first event of its stream, which opens once the page is drawn, or later."""
        while not self.events:
            self.page.wait_for_timeout(50)


def fixed_work(device: Device) -> float:
    before = device.metrics()["TaskDuration"]
    device.page.evaluate(FIXED_WORK_JS)
    return device.metrics()["TaskDuration"] - before


@pytest.fixture
def table(tmp_path: Any) -> Iterator[tuple[Serving, Any]]:
    """Five players in mid-game, the same in every run; served."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
    table = tables.create(game.name, Setup(players), seed=5)
    rng = Random(1)
    for _ in range(120):
        step(table, rng)
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


def step(table: Any, rng: Random) -> None:
    now = table.now
    question = now.questions[0]
    options = table.game.options(now.state, question.player)
    decision = table.game.players["sensible"].choose(table.game, now.state, question, options, rng)
    table.submit(decision, now.number, f"step-{now.number:06}", "test")


@pytest.fixture
def reference(browser: Any) -> Iterator[Device]:
    one = Device(browser, (1000, 800))
    one.page.goto("about:blank")
    fixed_work(one)
    yield one
    one.context.close()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("size", ["tablet", "phone"])
def test_a_first_page_is_cheap(browser: Any, table: Any, reference: Device, size: str) -> None:
    serving, at = table
    spent, work = [], []
    for _ in range(ROUNDS):
        work.append(fixed_work(reference))
        one = Device(browser, SIZES[size])
        before = one.metrics()["TaskDuration"]
        one.page.goto(serving.address + PAGES[size].format(id=at.id))
        one.until("first")
        found = one.metrics()
        spent.append(found["TaskDuration"] - before)
        one.context.close()
        work.append(fixed_work(reference))
    assert found["Nodes"] < MAX_NODES[size]
    assert found["LayoutObjects"] < MAX_LAYOUT_OBJECTS[size]
    assert min(spent) / min(work) < FIRST_PAGE_BUDGET[size]


@pytest.mark.slow
def test_a_live_update_is_one_event_and_little_work(browser: Any, table: Any, reference: Device) -> None:
    serving, at = table
    begin = at.number
    devices = {size: Device(browser, SIZES[size]) for size in PAGES}
    for size, one in devices.items():
        one.page.goto(serving.address + PAGES[size].format(id=at.id))
        one.until("first")
        one.until_heard()
        one.asked.clear()
        one.events.clear()
        one.sent.clear()
    least: dict[str, list[float]] = {size: [1.0] * UPDATES for size in PAGES}
    layouts: dict[str, list[float]] = {size: [1e9] * UPDATES for size in PAGES}
    # As often as an update: the least of more tries would be less on a busy machine, and each update dearer.
    work, entries = [1.0] * UPDATES, 0
    for _ in range(ROUNDS):
        rng = Random(4)
        for n in range(UPDATES):
            work[n] = min(work[n], fixed_work(reference))
            before = {size: one.metrics() for size, one in devices.items()}
            step(at, rng)
            entries += 1
            for size, one in devices.items():
                one.until(at.number)
                after = one.metrics()
                spent = after["TaskDuration"] - before[size]["TaskDuration"]
                least[size][n] = min(least[size][n], spent)
                laid_out = after["LayoutCount"] - before[size]["LayoutCount"]
                layouts[size][n] = min(layouts[size][n], laid_out)
        at.jump(begin, at.number, f"back-{at.number:06}", "test")
        entries += 1
        for one in devices.values():
            one.until(at.number)
    for size, one in devices.items():
        assert [url for url in one.asked if ICON not in url] == []
        assert one.events.count("view") == entries
        assert sum(one.sent[:UPDATES]) / UPDATES < MAX_CHARACTERS[size]
        # One more on the table where answers must shrink: the size is computed, and not tried out (fit.js).
        assert max(layouts[size]) <= (3 if size == "tablet" else 2)
        mean, dearest = sum(least[size]) / sum(work), max(least[size]) * UPDATES / sum(work)
        print(size, mean, dearest, max(layouts[size]), sum(one.sent[:UPDATES]) / UPDATES)
        assert mean < UPDATE_BUDGET[size]
        assert dearest < DEAREST_UPDATE_BUDGET[size]
        one.context.close()
