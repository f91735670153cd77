"""Browser tests of a guided game's first rounds with a drawn table under the camera: lessons wait for events
at the table, on the tablet, on a newcomer's phone and by light; an expert gets none."""

from __future__ import annotations

import pytest

from companion.games.contract import Player, Setup, seat_zone
from companion.room.lights import TableLights
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from firmware_bridge.backends.screen import Screen
from tests.web.conftest import Device, Serving
from tests.web.test_rendered_table_browser import cheapest, until

pytestmark = pytest.mark.browser

PROPOSED_ANSWER = ".answer-likely[data-decision]"


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
    room.home.activate(table.id)
    serving = Serving(create_app(room))
    yield room, table, serving
    serving.stop()
    room.close()


def lamp(room, table, action):
    """(motion, level) of the lamp of an action tile now."""
    at = [tile.name for tile in table.state.actions].index(action)
    tiles = room.home.lights.drawn().get("tiles", [])
    return (tiles[at].motion, tiles[at].level) if tiles else None


def carry(room, tile, zone, nth):
    """Moves a drawn tile into a zone, as a hand would."""
    corners = dict(room.home.demo.scene.layout.zones)[zone]
    x_mm, y_mm = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    room.home.demo.move(tile, x_mm + 70 * nth, y_mm)


@pytest.mark.slow
@pytest.mark.long
def test_the_lessons_of_the_first_rounds_follow_the_real_table(browser, taught):
    room, table, serving = taught
    tablet = Device(browser, serving.address, (1180, 820))
    page = tablet.open(f"/t/{table.id}/")
    first = table.questions[0].player

    def shown_lesson(device):
        found = device.locator("[data-lesson]")
        return found.get_attribute("data-lesson") if found.count() else ""

    def wait_for_lesson(step, device=page):
        until(page, lambda: shown_lesson(device) == step, f"{step} is shown, not {shown_lesson(device)}")

    def step_on(selector):
        """Presses the first matching answer until the table moves on; too early a tap has no effect."""
        before = table.number
        for _ in range(20):
            page.locator(selector).first.press("Enter")  # a lesson may cover it
            page.wait_for_timeout(250)
            if table.number > before:
                return
        raise AssertionError(f"no step was taken by {selector}")

    # The aim: two taps, and the third step passes by itself when play begins.
    wait_for_lesson("aim/0")
    for step in ("aim/1", "aim/2"):
        page.wait_for_timeout(350)
        page.locator(".lesson-tools .primary").click()
        wait_for_lesson(step)
    step_on(PROPOSED_ANSWER)  # Isolation is proposed first
    assert table.state.actions[0].selected_by == first
    wait_for_lesson("isolation/0")
    until(page, lambda: lamp(room, table, "isolation") == ("breathe", 3), "its lamp breathes")

    # Develop: waits for each player's own answer.
    step_on(PROPOSED_ANSWER)
    wait_for_lesson("develop/0")
    until(page, lambda: lamp(room, table, "develop") == ("breathe", 3), "its lamp breathes")
    assert lamp(room, table, "isolation") != ("breathe", 3)
    while table.game.phase(table.state).key == "develop":
        step_on("button[data-decision*='pass']")

    # Explore: waits for seven worlds in the middle, then for each player's pick, both by the camera alone.
    room.home.demo.set(speed=0.5)
    step_on(PROPOSED_ANSWER)
    wait_for_lesson("explore-draw/0")
    assert not table.state.center
    room.home.demo.set(speed=8)
    until(page, lambda: len(table.state.center) == 7, "seven worlds lie in the middle")
    wait_for_lesson("explore/0")
    phone = Device(browser, serving.address, (390, 844))
    picker = table.questions[0].player
    seat = phone.open(f"/t/{table.id}/seat/{picker}")
    wait_for_lesson("explore/0", seat)
    for nth in range(3):
        player, world, number = table.questions[0].player, cheapest(table), table.number
        carry(room, world, seat_zone(player), nth)
        until(page, lambda n=number: table.number > n, f"{world} becomes a pick")
    wait_for_lesson("explore/1", seat)
    assert not phone.errors
    phone.close()  # from now on this player's lessons are on the tablet again
    assert {entry.by for entry in table.entries() if entry.data.get("do") == "pick-world"} == {"camera"}

    # Settle: turning a tile over is the decision; the lesson about the new colony passes when the table
    # matches the tracker.
    # the tracker has it.
    step_on(PROPOSED_ANSWER)
    wait_for_lesson("settle/0")
    player = table.questions[0].player
    world = next(o.tile for o in table.game.options(table.state, player) if o.tile)
    number = table.number
    room.home.demo.turn(world)
    until(page, lambda: table.number > number, f"{world} is settled")
    assert table.entries()[-1].by == "camera"
    until(page, lambda: "colony/0" in str(table.settings.taught.get("read")), "the camera agrees")
    while table.game.phase(table.state).round == 1:
        step_on("button[data-decision*='take-colonists']")

    # The second round: tiles that no player knows yet are proposed.
    assert table.state.round == 2
    wait_for_lesson("next-round/0")
    for action in ("produce", "trade-consume"):
        step_on(PROPOSED_ANSWER)
        wait_for_lesson(f"{action}/0")
        until(page, lambda a=action: lamp(room, table, a) == ("breathe", 3), "its lamp breathes")
        while table.questions and table.questions[0].kind != "select-action":
            step_on(".answer[data-decision]")
    assert not tablet.errors
    tablet.close()
