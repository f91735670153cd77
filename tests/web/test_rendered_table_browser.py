"""Browser tests of Explore and Settle by moving rendered tiles with a finger, which the camera then sees."""

from __future__ import annotations

import pytest

from companion.games.contract import Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving

pytestmark = pytest.mark.browser


@pytest.fixture
def rendered(tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = room.tables.create(
        "new-frontiers", Setup(players), seed=1, settings=Settings(draws="camera", moment=0.2)
    )
    room.home.activate(table.id)
    serving = Serving(create_app(room))
    yield room, table, serving
    serving.stop()
    room.close()


def until(page, happens, what):
    """Waits until `happens()`; the time limit only ends a test that hangs."""
    for _ in range(900):
        if happens():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it did not happen: {what}")


def drag(page, room, tile, zone, nth):
    """Drags a tile's handle to the middle of a zone."""
    handle = page.locator(f'[data-tile="{tile}"]')
    handle.wait_for()
    box, surface = handle.bounding_box(), page.locator("[data-surface]").bounding_box()
    width, height = room.home.demo.size_mm
    corners = dict(room.home.demo.scene.layout.zones)[zone]
    x_mm, y_mm = (sum(values) / len(corners) for values in zip(*corners, strict=True))
    x_mm += 70 * nth
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(
        surface["x"] + x_mm / width * surface["width"],
        surface["y"] + y_mm / height * surface["height"],
        steps=5,
    )
    page.mouse.up()


def cheapest(table):
    """The world in the middle that is settled first: one that is paid for, with the lowest cost."""
    worlds = [table.state.catalogue.world(world) for world in table.state.center]
    return min(worlds, key=lambda world: (world.military, world.colonists, world.cost or 0)).id


@pytest.mark.slow
@pytest.mark.long
def test_worlds_are_picked_and_settled_by_moving_them(browser, rendered):
    room, table, serving = rendered
    tablet = Device(browser, serving.address, (1180, 820))
    pieces = Device(browser, serving.address, (1180, 900))
    tablet.page.clock.install()
    page = tablet.open(f"/t/{table.id}/")
    first = table.questions[0].player
    page.click("button[data-decision*='explore']")
    until(page, lambda: len(table.state.center) == 7, "seven worlds are drawn")
    panel = pieces.open("/demo")
    for nth in range(3):  # each player a world, and the selecting player another one at the end
        player = table.questions[0].player
        world, number = cheapest(table), table.number
        drag(panel, room, world, seat_zone(player), nth)
        until(page, lambda n=number: table.number > n, f"{world} becomes a pick")
        assert world in table.state.empires[player].explored
        tablet.until(table.number)
    assert table.number == 6
    assert {entry.by for entry in table.entries()[2:]} == {"camera"}

    # The other player selects Settle; turning a tile over settles it, and the first player settles none.
    page.clock.fast_forward(400)
    tablet.press(page.locator("button[data-decision*='settle']").first, 6)
    player = table.questions[0].player
    assert player != first
    world = table.state.empires[player].explored[0]
    offered = table.game.options(table.state, player)
    assert any(option.tile == world for option in offered), "the seed gives a world that can be settled"
    panel.locator(f'[data-tile="{world}"]').click()
    until(page, lambda: table.number >= 8, f"{world} is settled")
    assert world in [colony.world for colony in table.state.empires[player].colonies]
    assert table.entries()[-1].by == "camera"
    assert not tablet.errors + pieces.errors
    tablet.close()
    pieces.close()
