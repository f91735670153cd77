"""Browser tests of the demo's page at every size: it plays while open, shows the camera's news, and fits."""

from __future__ import annotations

import pytest

from companion.games.contract import Correction, Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving

pytestmark = pytest.mark.browser

SCREENS = (
    (390, 844),
    (844, 390),
    (1024, 600),
    (1024, 768),
    (1180, 820),
    (820, 1180),
    (1366, 768),
    (1920, 1080),
)
GAMES = ("new-frontiers", "race-for-the-galaxy", "a-new-frontier")


def served_demo(tmp_path, game="new-frontiers"):
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    settings = Settings(draws="camera", moment=0.2)
    table = room.tables.create(game, Setup(players), seed=1, settings=settings)
    room.home.activate(table.id)
    room.home.demo.set(speed=8)
    room.home.demo.only_watched = room.home.demo.on_arrival = True
    return room, table, Serving(create_app(room))


@pytest.fixture
def shown(tmp_path):
    room, table, serving = served_demo(tmp_path)
    yield room, table, serving
    serving.stop()
    room.close()


def until(page, happens, what):
    for _ in range(600):
        if happens():
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"it did not happen: {what}")


@pytest.mark.long
@pytest.mark.parametrize("waits", first_by_default([False, True]), ids=["plays", "and pauses"])
def test_it_plays_while_its_page_is_open_and_says_what_the_camera_saw(browser, shown, waits):
    """waits: also for seconds, in which it decides nothing."""
    _room, table, serving = shown
    begun = table.number
    other = Device(browser, serving.address, (390, 844))
    other.open(f"/t/{table.id}/").wait_for_timeout(1500 if waits else 0)
    assert table.number == begun, "nobody looks at the demo's page yet"
    one = Device(browser, serving.address, (1180, 820))
    page = one.open("/demo")
    until(page, lambda: page.text_content("[data-said-by]") == "The camera saw", "the camera sees something")
    said = page.text_content("[data-said-words]")
    assert said in [entry.words for entry in table.entries() if entry.by == "camera"]
    page.wait_for_selector("[data-hand]:not([hidden])", timeout=60_000)
    page.click("[data-auto]")
    until(page, lambda: page.get_attribute("[data-auto]", "aria-pressed") == "false", "it pauses")
    if waits:
        page.wait_for_timeout(3000)
        stopped = table.number
        page.wait_for_timeout(2500)
        assert table.number == stopped, "paused, it decides nothing"
    assert not one.errors + other.errors
    one.close()
    other.close()


@pytest.mark.slow
@pytest.mark.long
def test_three_tabs_of_the_demo_and_ten_of_a_table_are_all_up_to_date(browser, shown):
    """Each of the demo's shows a table, a phone and the lights; a browser opens six connections to a host."""
    room, table, serving = shown
    played = room.tables.create(
        "new-frontiers", Setup((Player("Ann", "blue"), Player("Ben", "green"))), seed=3
    )
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    context.set_default_timeout(60_000)
    paths = ["/demo"] * 3 + [f"/t/{played.id}/{f'seat/{n % 2}' if n < 4 else ''}" for n in range(10)]
    pages = [context.new_page() for _ in paths]
    for page, path in zip(pages, paths, strict=True):
        page.goto(serving.address + path)
        page.wait_for_selector("html[data-ready]")
    pages[0].click("[data-auto]")  # it stops, and the last steps are shown everywhere
    until(pages[0], lambda: pages[0].get_attribute("[data-auto]", "aria-pressed") == "false", "it pauses")
    for value in (7, 8):
        played.correct(Correction("credits/0", value), played.number, f"credits {value}", "test")
        for page, path in zip(pages, paths, strict=True):
            frames = page.frames[1:] if path == "/demo" else page.frames
            wanted = table if path == "/demo" else played
            for frame in frames:
                shows = lambda f=frame, t=wanted: f.get_attribute("#live", "data-number") == str(t.number)  # noqa: E731
                until(page, shows, frame.url)
            assert page.get_attribute("html", "data-line") is None
        # A tap in the last is taken.
        known = played.number
        pages[-1].locator(".answer[data-decision]").first.click()
        until(pages[-1], lambda n=known: played.number > n, "the tap is taken")
        # Those that may have held the stream go.
        for _ in range(2):
            pages.pop(0).close()
            paths.pop(0)
    context.close()


LAYOUT_FAULTS_JS = """() => {
  const out = [], wide = innerWidth;
  const all = (what) => [...document.querySelectorAll(what)].map((it) => [it, it.getBoundingClientRect()]);
  const scrolls = document.querySelector(".demo-over").scrollWidth > wide;
  for (const [it, box] of all(".demo-bar > button, .demo-said, .demo-name, .demo-device")) {
    const cut = it.matches("button, .demo-name") && it.scrollWidth > it.clientWidth + 1;
    const moves = scrolls && it.closest(".demo-over");
    if (!moves && (box.left < -1 || box.right > wide + 1)) out.push(`out: ${it.className}`);
    if (cut) out.push(`cut: ${it.className}`);
    if (it.matches("button") && (box.width < 47.5 || box.height < 47.5)) out.push(`small: ${it.className}`);
  }
  const boxes = all(".demo-mat, .demo-device, .demo-tray");
  for (const [a, one] of boxes) for (const [b, two] of boxes) {
    const across = one.left < two.right - 1 && two.left < one.right - 1;
    if (a !== b && across && one.top < two.bottom - 1 && two.top < one.bottom - 1) {
      out.push(`${a.className} lies over ${b.className}`);
    }
  }
  if (document.documentElement.scrollWidth > wide) out.push("the page is wider than the screen");
  return out;
}"""


SMALL_TILES_JS = """() => [...document.querySelectorAll("[data-tile]")]
  .filter((it) => it.getBoundingClientRect().width < 44)
  .map((it) => `${it.dataset.tile} is ${it.getBoundingClientRect().width} px wide`)"""


@pytest.mark.slow
def test_it_fits_every_screen_and_a_finger_finds_every_tile_on_a_phone(browser, shown):
    _room, _table, serving = shown
    one = Device(browser, serving.address, SCREENS[0])
    page = one.open("/demo")
    page.wait_for_selector("[data-tile]")
    assert page.evaluate(SMALL_TILES_JS) == []
    wrong = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        wrong += [f"{width}x{height}: {it}" for it in page.evaluate(LAYOUT_FAULTS_JS)]
        if height > 480 and width > 700:
            tall = page.evaluate("document.documentElement.scrollHeight")
            assert tall <= height, f"{width}x{height}: {tall} px high"
    assert not wrong, "\n".join(wrong)
    assert not one.errors
    one.close()


@pytest.mark.slow
def test_a_tile_at_the_wrong_player_is_said_in_the_large_caption(browser, shown):
    room, table, serving = shown
    one = Device(browser, serving.address, (1180, 820))
    page = one.open("/demo")
    page.wait_for_selector("[data-tile]")
    page.click("[data-own]")
    page.wait_for_selector("text=Give a piece to the wrong player")
    demo, areas = room.home.demo, {}
    for zone, polygon in demo.zones.items():
        xs, ys = [x for x, _y in polygon], [y for _x, y in polygon]
        areas[zone] = (min(xs), min(ys), max(xs), max(ys))
    lying = {tile: spot.zone for tile, spot in table.game.tracking.layout(table.state).items()}
    seats = [seat_zone(seat) for seat in range(3)]
    tile, zone = next((tile, zone) for tile, zone in lying.items() if zone in seats)
    x0, y0, x1, y1 = next(box for it, box in areas.items() if it in seats and it != zone)
    place = page.evaluate(PLACE_JS, [(x0 + x1) / 2, (y0 + y1) / 2])
    held = page.locator(f"[data-tile='{tile}']").bounding_box()
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(*place, steps=4)
    page.mouse.up()
    said = page.locator("[data-said]")
    page.wait_for_selector("[data-said].doubt", timeout=30_000)
    assert "The camera does not understand" in said.inner_text()
    words = page.inner_text("[data-said-words]")
    assert words == " ".join(room.home.referee.spoken().disagreement.sentences)
    page.click("[data-said] [data-tidy]")
    page.wait_for_selector("[data-said]:not(.doubt)", timeout=30_000)
    # The way to the end stands on the page, and leads to the result.
    page.click("[data-to-end]")
    until(page, lambda: demo.auto and demo.speed == 16, "it plays fast")
    assert not one.errors
    one.close()


PLACE_JS = """([x, y]) => {
  const { width, height } = document.querySelector("[data-demo]").dataset;
  const box = document.querySelector("[data-surface]").getBoundingClientRect();
  return [box.left + (x / width) * box.width, box.top + (y / height) * box.height];
}"""


@pytest.mark.slow
def test_with_less_motion_no_hand_moves(browser, shown):
    _room, table, serving = shown
    one = Device(browser, serving.address, (1180, 820))
    one.page.emulate_media(reduced_motion="reduce")
    page = one.open("/demo")
    begun = table.number
    until(page, lambda: table.number >= begun + 3, "three steps")
    assert page.is_hidden("[data-hand]")
    assert page.evaluate("document.getAnimations().length") == 0
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_table(browser, tmp_path, game):
    room, table, serving = served_demo(tmp_path, game)
    one = Device(browser, serving.address, (1180, 820))
    page = one.open("/demo")
    begun = table.number
    until(page, lambda: table.number >= begun + 3, "three steps")
    until(page, lambda: page.text_content("[data-said-by]") != "", "a caption")
    zones = table.game.tracking.plan(3).zones
    assert page.locator(".demo-area").count() == len(zones)
    assert page.locator(".demo-lamp").count() >= 6
    assert page.frame_locator(".tablet iframe").locator("[data-live]").count() == 1
    assert not one.errors
    one.close()
    serving.stop()
    room.close()
