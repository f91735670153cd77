"""Browser tests of the camera's page: corners are dragged with a mouse, a finger and the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.room.room import Room
from companion.web import create_app
from tests.web.axe import THEMES, serious
from tests.web.conftest import SIZES, Device, Serving
from tests.web.drawn import drawn_room, eventually

pytestmark = pytest.mark.browser

OVERFLOW_WIDTH_JS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Serving, Room]]:
    with drawn_room(tmp_path_factory.mktemp("browser")) as room:
        serving = Serving(create_app(room))
        yield serving, room
        serving.stop()


@pytest.fixture
def page(browser: Any, served: tuple[Serving, Room]) -> Iterator[Any]:
    """The camera's page after its first reading; a script error fails the test."""
    serving, room = served
    one = Device(browser, serving.address, SIZES["tablet"], has_touch=True)
    page = one.open("/camera")
    page.wait_for_selector("[data-tags] polygon", state="attached")
    yield page
    one.close()
    room.home.calibrate(0, room.calibrations.load("nobody"))
    assert not one.errors


def corners(room: Room) -> Any:
    return room.home.eyes.cameras[0].calibration.corners


def middle(page: Any, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_corner_is_dragged_with_the_mouse(page: Any, served: tuple[Serving, Room]) -> None:
    _, room = served
    page.click("[data-drag=corners]")
    x, y = middle(page, "upper left corner")
    stage = page.locator("[data-stage]").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=4)
    page.mouse.move(stage["x"] + 0.2 * stage["width"], stage["y"] + 0.25 * stage["height"])
    page.mouse.up()
    eventually(lambda: corners(room))
    assert corners(room)[0] == pytest.approx((0.2, 0.25), abs=0.01)
    page.click("[data-forget]")
    eventually(lambda: not corners(room))


@pytest.mark.slow
def test_a_corner_is_moved_with_the_keyboard(page: Any, served: tuple[Serving, Room]) -> None:
    _, room = served
    page.click("[data-drag=corners]")
    handle = page.get_by_role("button", name="lower right corner")
    handle.focus()
    before = handle.evaluate("node => node.at")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    eventually(lambda: corners(room))
    x, y = corners(room)[2]
    assert (before[0] - x, before[1] - y) == (pytest.approx(0.0075, abs=1e-6), pytest.approx(0.01, abs=1e-6))
    assert handle.evaluate("node => node === document.activeElement")


@pytest.mark.slow
def test_a_zones_corner_is_dragged_with_a_finger(page: Any, served: tuple[Serving, Room]) -> None:
    _, room = served
    page.click("[data-drag=zones]")
    handle = page.locator(".eye-handle").nth(2)
    box = handle.bounding_box()
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def touch(kind: str, **where: float) -> None:
        handle.dispatch_event(
            kind,
            {"pointerId": 1, "pointerType": "touch", "isPrimary": True, "bubbles": True}
            | {"clientX": at["x"] + where.get("dx", 0), "clientY": at["y"] + where.get("dy", 0)},
        )

    # A pointer that is created by the page itself cannot be captured.
    handle.evaluate("node => { node.setPointerCapture = () => {}; }")
    touch("pointerdown")
    touch("pointermove", dx=-10, dy=25)
    touch("pointerup", dx=-10, dy=25)
    eventually(lambda: room.home.eyes.cameras[0].calibration.zones)


def test_a_good_is_shown_by_a_tap(page: Any, served: tuple[Serving, Room]) -> None:
    _, room = served
    kind = page.locator("[data-kind]").first
    kind.click()
    stage = page.locator("[data-stage]").bounding_box()
    tag = page.evaluate("document.querySelector('[data-tags] polygon').getAttribute('points').split(' ')[0]")
    x, y = (float(v) / 1000 for v in tag.split(","))
    page.mouse.click(stage["x"] + x * stage["width"], stage["y"] + y * stage["height"])
    eventually(lambda: room.home.eyes.cameras[0].calibration.goods)
    assert list(room.home.eyes.cameras[0].calibration.goods) == [kind.get_attribute("data-kind")]


@pytest.mark.slow
def test_nothing_is_wider_than_the_screen(browser: Any, served: tuple[Serving, Room]) -> None:
    serving, room = served
    one = Device(browser, serving.address, SIZES["phone"])
    for path in ("/camera", "/camera/choose", f"/t/{room.home.active}/verify"):
        page = one.open(path)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW_WIDTH_JS) <= 0, f"{path} on a {size}"
        page.set_viewport_size(dict(zip(("width", "height"), SIZES["phone"], strict=True)))
        page.evaluate("document.documentElement.dataset.text = '2'")
        assert page.evaluate(OVERFLOW_WIDTH_JS) <= 0, f"{path} on a phone at 200 %"
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_nothing_serious_is_found_by_axe(browser: Any, served: tuple[Serving, Room], theme: str) -> None:
    serving, room = served
    one = Device(browser, serving.address, SIZES["tablet"])
    tile = next(t["id"] for t in room.home.demo.tiles())
    room.home.demo.turn(tile)
    found = []
    for path in ("/camera", "/camera/choose", f"/t/{room.home.active}/verify"):
        page = one.open(path)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        if path == "/camera":
            page.wait_for_selector("[data-tags] polygon", state="attached")
            page.click("[data-drag=corners]")
        found += [f"{path} {theme}: {wrong}" for wrong in serious(page)]
    room.home.demo.turn(tile)
    one.close()
    assert not found, "\n".join(found)
