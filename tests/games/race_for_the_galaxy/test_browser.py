"""Browser tests of a game of three on three phones: secret choices, a sleeping device, a reload, an undo."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.games.race_for_the_galaxy.build import GAME
from tests.web.conftest import bare_room

pytestmark = pytest.mark.browser
PHONE = (390, 844)
BLUE, GREEN, RED = range(3)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    setup = setup_with_draws(GAME, Setup(players), 5)
    return room.tables.create(GAME.name, setup, seed=5, settings=Settings())


def snapshot(one: Any, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        one.page.screenshot(path=f"{folder}/race-{name}.png")


NARROWEST_TALLY = """() => Math.min(...[...document.querySelectorAll(".tally > summary")]
  .filter((it) => it.checkVisibility()).map((it) => it.getBoundingClientRect())
  .flatMap(({width, height}) => [width, height]))"""


def choose(one: Any, action: str) -> None:
    """Touches an action card on a phone."""
    button = one.page.locator(f"[data-decision*='\"{action}\"']").first
    if not button.is_visible():  # a choice that may still be changed opens by a touch
        one.page.click("#asides [popovertarget]")
    one.press(button, one.number())


def page_text(one: Any) -> str:
    """All text of the table on the page, including folded parts."""
    return one.page.evaluate("document.getElementById('live').textContent.replace(/\\s+/g, ' ')")


def required_players(table: Table[Any]) -> list[int | None]:
    return [q.player for q in table.questions if not q.optional]


@pytest.mark.long
def test_a_game_of_three_on_three_phones(device: Any, table: Table[Any]) -> None:
    tablet = device(f"/t/{table.id}/")
    blue, green, red = phones = [device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in range(3)]

    # Secret choices: others see that Blue has chosen, but neither what, nor that it chose again.
    choose(blue, "develop")
    for one in (green, red, tablet):
        one.until(table.number)
    before = {one: page_text(one) for one in (green, red, tablet)}
    asleep = red.context.new_cdp_session(red.page)
    asleep.send("Page.enable")
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    choose(blue, "settle")
    for one in (green, tablet):
        one.until(table.number)
        assert page_text(one) == before[one]
    assert "settle" in table.state.empires[BLUE].chosen

    assert 47.5 < blue.page.evaluate(NARROWEST_TALLY) < 100, "a number with reasons is touched"

    # A reload keeps the own choice, and shows no more of the others'.
    choose(green, "explore-5")
    green.page.reload()
    green.page.wait_for_selector("html[data-ready]")
    assert required_players(table) == [RED]
    assert "Settle" not in green.page.inner_text(f"#other-{BLUE}")
    snapshot(green, "chosen")

    # Red's device wakes, catches up, and is the last to choose: all three are revealed at once.
    asleep.send("Page.setWebLifecycleState", {"state": "active"})
    red.until(table.number)
    assert "Settle" not in red.page.inner_text(f"#other-{BLUE}")
    choose(red, "produce")
    for one in (*phones, tablet):
        one.until(table.number)
    assert table.state.plan[0] == "explore"
    assert [empire.chosen for empire in table.state.empires] == [("settle",), ("explore-5",), ("produce",)]
    tablet.page.wait_for_selector(f"#empire-{BLUE}:has-text('Settle')")
    snapshot(tablet, "revealed")

    # An undo on Red's phone takes its own choice back, and the others' are secret again.
    before_undo = red.number()
    red.page.click("[data-post=undo]")
    red.page.wait_for_function(
        "n => Number(document.getElementById('live').dataset.number) > n", arg=before_undo
    )
    assert required_players(table) == [RED]
    blue.until(table.number)
    choose(red, "develop")

    # A world is placed in secret: no other page names it until all have answered.
    play_until_phase(table, "settle")
    assert BLUE in required_players(table)
    world = next(o for o in GAME.options(table.state, BLUE) if o.tile and o.likely >= 0)
    blue.until(table.number)
    one = blue.page.locator(f".card-option[data-tile='{world.tile}']").first
    blue.page.fill("#card-find", GAME.catalogue[world.tile].name[:3])
    blue.press(one, blue.number())
    name = GAME.catalogue[world.tile].name
    for other in (green, red, tablet):
        other.until(table.number)
        area = f"#empire-{BLUE}" if other is tablet else f"#other-{BLUE}"
        assert name not in other.page.inner_text(area)
    snapshot(blue, "placed")

    # The rest by computer players; every device ends with the same score.
    play_until_phase(table, "over")
    total = GAME.score(table.state).players
    winner = next(player.name for player in total if player.winner)
    for one in (*phones, tablet):
        one.page.wait_for_url("**/finale*")  # live pages go there when the game ends
    assert winner in tablet.page.inner_text("main")
    tablet.page.goto(f"{tablet.address}/t/{table.id}/score")
    for player in total:
        shown = tablet.page.locator(f"tr.total [data-total='{player.player}']").inner_text()
        assert int(shown) == player.total
    assert all(one.page.evaluate("document.documentElement.scrollWidth <= innerWidth") for one in phones)


def play_until_phase(table: Table[Any], phase: str) -> None:
    """Plays on with computer players until the phase begins; "over": to the end."""
    seats = ComputerSeats(table, Random(2))
    while table.state.phase != phase and not table.state.over:
        decision = seats.decision(table.now)
        assert decision is not None
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
