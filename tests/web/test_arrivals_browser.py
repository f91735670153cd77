"""Browser tests of the animation of arriving pieces: only new ones move, for a moment, on the table's and a
seat's page, and none do with reduced motion."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables

pytestmark = pytest.mark.browser

RECORD_ARRIVALS_JS = """() => {
  window.came = [];
  window.animations = [];
  window.earlier = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const one = animate.apply(this, how);
    if (!this.dataset.arrives) return one;
    const frames = one.effect.getKeyframes();
    const { duration } = one.effect.getComputedTiming();
    const note = { what: this.dataset.arrives, where: this.closest("[id]").id, frames, low: 1 };
    Object.assign(note, { length: duration * frames[1].offset, held: duration });
    const look = () => {
      const { opacity, scale, translate } = getComputedStyle(this);
      note.low = Math.min(note.low, Number(opacity));
      if (one.playState !== "idle" && one.currentTime < note.length) requestAnimationFrame(look);
      else note.rests = [opacity, scale, translate];
    };
    requestAnimationFrame(look);
    window.came.push(note);
    window.animations.push(one);
    return one;
  };
}"""
PIECES_JS = """() => [...document.querySelectorAll("[data-arrives]")]
  .map((it) => `${it.closest("[id]").id} ${it.dataset.arrives}`)"""
REST_JS = """() => {
  const rests = [...document.querySelectorAll("[data-arrives]")].map((it) => {
    const { opacity, scale, translate } = getComputedStyle(it);
    return JSON.stringify([opacity, scale, translate]);
  });
  return [...new Set(rests)].map(JSON.parse);
}"""
ARRIVED_JS = "() => window.came.every((it) => it.rests)"
EARLIER_STATES_JS = """() => {
  const states = window.earlier.map((it) => it.playState);
  window.earlier = window.animations.splice(0);
  return states;
}"""
GAMES = ("new-frontiers", "race-for-the-galaxy")
PLAYERS = (Player("Blue", "blue"), Player("Green", "green"))


@pytest.fixture
def served(tmp_path: Any) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path)
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.stop()
    tables.close()


def begun(served: SimpleNamespace, name: str) -> tuple[Any, ComputerSeats]:
    table = served.tables.create(name, Setup(PLAYERS), seed=2, settings=Settings(draws="virtual"))
    return table, ComputerSeats(table, Random(1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "path"), first_by_default(zip(GAMES * 2, ("", "seat/0", "seat/0", ""), strict=True))
)
def test_just_what_is_new_arrives(browser: Any, served: SimpleNamespace, name: str, path: str) -> None:
    assert name in games.names()
    table, computers = begun(served, name)
    one = Device(browser, served.address, (1180, 820) if not path else (390, 844))
    page = one.open(f"/t/{table.id}/{path}")
    page.evaluate(RECORD_ARRIVALS_JS)
    arrived = 0
    for step in range(24):
        before = set(page.evaluate(PIECES_JS))
        table.submit(computers.decision(table.now), table.number, f"step-{step:06}", "test")
        one.until(table.number)
        page.wait_for_function(ARRIVED_JS)
        after, came = page.evaluate(PIECES_JS), page.evaluate("window.came.splice(0)")
        new = sorted(set(after) - before)
        assert sorted(f"{it['where']} {it['what']}" for it in came) == new
        for it in came:
            assert 150 <= it["length"] <= 250
            assert set(it["frames"][0]) - {"offset", "easing", "composite", "computedOffset"} <= {
                "opacity",
                "scale",
                "translate",
            }
            assert it["low"] < 1, "nothing was seen of it"
            assert it["rests"] == ["1", "1", "none"]
            assert it["held"] <= 2000, "its end is drawn with the next update, or without one after a while"
        assert set(page.evaluate(EARLIER_STATES_JS)) <= {"idle"}
        arrived += len(came)
    assert arrived >= 2
    page.wait_for_function("() => !document.getAnimations().some((it) => it.effect.target.dataset.arrives)")
    assert page.evaluate(REST_JS) == [["1", "none", "none"]]
    assert not one.errors
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("how", first_by_default(["system", "chosen"]))
def test_nothing_moves_for_who_wants_no_motion(browser: Any, served: SimpleNamespace, how: str) -> None:
    table, computers = begun(served, "new-frontiers")
    options = {"reduced_motion": "reduce"} if how == "system" else {}
    one = Device(browser, served.address, (1180, 820), **options)
    page = one.open(f"/t/{table.id}/")
    if how == "chosen":
        page.evaluate("document.documentElement.dataset.motion = 'less'")
    page.evaluate(RECORD_ARRIVALS_JS)
    before = set(page.evaluate(PIECES_JS))
    for step in range(16):
        table.submit(computers.decision(table.now), table.number, f"step-{step:06}", "test")
        one.until(table.number)
    assert set(page.evaluate(PIECES_JS)) - before
    assert page.evaluate("window.came") == []
    one.close()


def test_a_page_that_was_away_shows_what_is(browser: Any, served: SimpleNamespace) -> None:
    """A page that is opened does not animate either: its pieces have not just arrived."""
    table, computers = begun(served, "new-frontiers")
    for step in range(60):
        table.submit(computers.decision(table.now), table.number, f"step-{step:06}", "test")
    one = Device(browser, served.address, (1180, 820))
    one.context.add_init_script(f"({RECORD_ARRIVALS_JS})()")
    page = one.open(f"/t/{table.id}/")
    assert len(page.evaluate(PIECES_JS)) > 8
    assert page.evaluate("window.came") == []
    one.close()
