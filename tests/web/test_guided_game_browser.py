"""A guided game's first rounds with a drawn table under the camera: lessons wait for what happens there and
react to it, on the tablet, on a newcomer's phone and by light; an expert is left alone."""

from __future__ import annotations

import pytest

from companion.games.contract import Player, Setup, seat_zone
from companion.lights import TableLights
from companion.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from firmware_bridge.backends.screen import Screen
from tests.web.conftest import Device, Serving
from tests.web.test_rendered_table_browser import cheapest, until

pytestmark = pytest.mark.browser

LIKELY = ".answer-likely[data-decision]"


@pytest.fixture
def taught(tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True, lights=TableLights(Screen()))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = room.tables.create(
        "new-frontiers",
        Setup(players),
        seed=1,
        settings=Settings(draws="camera", moment=0.2, teaching="lessons"),
    )
    room.activate(table.id)
    serving = Serving(create_app(room))
    yield room, table, serving
    serving.stop()
    room.close()


def lamp(room, table, action):
    """How the lamp of an action tile moves now."""
    at = [tile.name for tile in table.state.actions].index(action)
    tiles = room.lights.drawn().get("tiles", [])
    return (tiles[at].motion, tiles[at].level) if tiles else None


def carry(room, tile, zone, nth):
    """A hand carries a drawn tile into a zone."""
    corners = dict(room.demo.scene.layout.zones)[zone]
    x_mm, y_mm = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    room.demo.move(tile, x_mm + 70 * nth, y_mm)


@pytest.mark.long
def test_the_lessons_of_the_first_rounds_follow_the_real_table(browser, taught):
    room, table, serving = taught
    tablet = Device(browser, serving.address, (1180, 820))
    page = tablet.open(f"/t/{table.id}/")
    first = table.questions[0].player

    def shown(device):
        found = device.locator("[data-lesson]")
        return found.get_attribute("data-lesson") if found.count() else ""

    def sees(step, device=page):
        until(page, lambda: shown(device) == step, f"{step} is shown, not {shown(device)}")

    def step_on(selector):
        """Taps the largest answer; a tap within the guard's moment is made again."""
        before = table.number
        for _ in range(20):
            page.locator(selector).first.press("Enter")  # a lesson may lie over it
            page.wait_for_timeout(250)
            if table.number > before:
                return
        raise AssertionError(f"no step was taken by {selector}")

    # The aim: two taps, and the third step goes by itself when play begins.
    sees("aim/0")
    for step in ("aim/1", "aim/2"):
        page.wait_for_timeout(350)
        page.locator(".lesson-tools .primary").click()
        sees(step)
    step_on(LIKELY)  # Isolation is proposed first
    assert table.state.actions[0].selected_by == first
    sees("isolation/0")
    until(page, lambda: lamp(room, table, "isolation") == ("breathe", 3), "its lamp breathes")

    # Develop: waits for each player's own answer.
    step_on(LIKELY)
    sees("develop/0")
    until(page, lambda: lamp(room, table, "develop") == ("breathe", 3), "its lamp breathes")
    assert lamp(room, table, "isolation") != ("breathe", 3)
    while table.game.phase(table.state).key == "develop":
        step_on("button[data-decision*='pass']")

    # Explore: waits for seven worlds in the middle, then for each own pick, both by the camera alone.
    room.demo.set(speed=0.5)
    step_on(LIKELY)
    sees("explore-draw/0")
    assert not table.state.center
    room.demo.set(speed=8)
    until(page, lambda: len(table.state.center) == 7, "seven worlds lie in the middle")
    sees("explore/0")
    phone = Device(browser, serving.address, (390, 844))
    picker = table.questions[0].player
    seat = phone.open(f"/t/{table.id}/seat/{picker}")
    sees("explore/0", seat)
    for nth in range(3):
        player, world, number = table.questions[0].player, cheapest(table), table.number
        carry(room, world, seat_zone(player), nth)
        until(page, lambda n=number: table.number > n, f"{world} becomes a pick")
    sees("explore/1", seat)
    assert {entry.by for entry in table.entries() if entry.data.get("do") == "pick-world"} == {"camera"}

    # Settle: a tile turned over is the decision; the lesson about the new colony passes when the table is as
    # the tracker has it.
    step_on(LIKELY)
    sees("settle/0")
    player = table.questions[0].player
    world = next(o.tile for o in table.game.options(table.state, player) if o.tile)
    number = table.number
    room.demo.turn(world)
    until(page, lambda: table.number > number, f"{world} is settled")
    assert table.entries()[-1].by == "camera"
    until(page, lambda: "colony/0" in str(table.settings.taught.get("read")), "the camera agrees")
    while table.game.phase(table.state).round == 1:
        step_on("button[data-decision*='take-colonists']")

    # The second round: the tiles that nobody knows yet are proposed.
    assert table.state.round == 2
    sees("next-round/0")
    for action in ("produce", "trade-consume"):
        step_on(LIKELY)
        sees(f"{action}/0")
        until(page, lambda a=action: lamp(room, table, a) == ("breathe", 3), "its lamp breathes")
        while table.questions and table.questions[0].kind != "select-action":
            step_on(".answer[data-decision]")
    assert not tablet.errors + phone.errors
    tablet.close()
    phone.close()
