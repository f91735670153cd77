"""Browser tests of the setup wizard: a group begins by touch, or with mats under a drawn camera."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest
from playwright.sync_api import TimeoutError

from companion import games
from companion.games.contract import TOLD, Player, Setup, seat_zone
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from companion.web import create_app
from tests.web.conftest import SIZES, Device, Serving

pytestmark = pytest.mark.browser

GAME = games.load("new-frontiers")
PLAYERS = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:4])
LATER_OPTIONS = (("game", "later"), ("goals", "yes"), ("turns", "together"), ("steps", "fewer"))
MATS = (("H3", "A"), ("H1", "B"), ("H5", "A"), ("H2", "B"))
MOST_TOUCHES = 20


@pytest.fixture
def evening(browser, tmp_path):
    """A room with a camera over a drawn table of four, and a tablet with a touch screen."""
    scene = RenderedTable(4, GAME.tracking, GAME.tag_prefix)
    room = Room(
        Tables(Journal(tmp_path / "journal.db")),
        camera=lambda: RenderedCamera(scene),
        calibrations=Calibrations(tmp_path / "cameras.json"),
    )
    serving = Serving(create_app(room))
    tablet = Device(browser, serving.address, SIZES["tablet"], has_touch=True)
    yield SimpleNamespace(room=room, scene=scene, tablet=tablet, touches=0)
    tablet.close()
    serving.stop()
    room.close()
    assert not tablet.errors


def tap(evening, what, nth=0):
    evening.tablet.page.locator(what).locator("visible=true").nth(nth).tap()
    evening.touches += 1


def create_previous_table(evening, options=LATER_OPTIONS, chance="virtual"):
    """A previous table of the group: its names, colours, seats and choices are known."""
    settings = Settings(draws="camera", pages={"chance": chance})
    return evening.room.tables.create(GAME.name, Setup(PLAYERS, options), seed=1, settings=settings)


def begun(evening):
    """The table that the wizard made: its page has asked the first question, after "Play now" was touched."""
    evening.tablet.page.wait_for_selector("html[data-ready] .set-up-join")
    tap(evening, "#begin-play")
    evening.tablet.page.wait_for_selector("html[data-ready] #live #question h2")
    return evening.room.tables.open(evening.room.home.active)


def lay(evening, mats=MATS):
    for seat, (mat, face) in enumerate(mats):
        evening.scene.put_in(seat_zone(seat), mat, face)


def tap_laid(evening, of):
    """Taps "Begin with what lies there" in a form; again, if the button had only just appeared."""
    page = evening.tablet.page
    button = page.locator(f"{of} button[name=laid]:enabled")
    form = page.url
    button.wait_for()
    page.wait_for_timeout(400)
    tap(evening, f"{of} button[name=laid]:enabled")
    for _ in range(12):
        with contextlib.suppress(TimeoutError):
            page.wait_for_url(lambda url: url != form, timeout=10_000)
            return
        # On a loaded machine the first tap may only now be answered: then the button is gone with its page.
        with contextlib.suppress(TimeoutError):
            button.click(timeout=10_000)
    raise AssertionError("the form was never taken")


def test_a_returning_group_begins_with_three_touches(evening):
    last = create_previous_table(evening)
    evening.tablet.open("/")
    tap(evening, "text=New game")
    tap(evening, "text=Begin as last time")
    table = begun(evening)
    assert table.id != last.id
    assert table.setup.players == PLAYERS
    assert set(table.setup.options) == {*LATER_OPTIONS, TOLD, *GAME.marks}
    assert table.settings.draws == "camera"
    assert evening.touches == 3


@pytest.mark.slow
def test_mats_that_were_laid_before_the_players_are_taken_with_one_tap(evening):
    """The owner of each mat, and the home that is face up; the companion draws what no tile shows."""
    create_previous_table(evening)
    evening.tablet.open("/new")
    lay(evening)
    tap_laid(evening, "#again")
    table = begun(evening)
    assert table.setup.drawn("mats") == ("H3", "H1", "H5", "H2")
    homes = [empire.colonies[0].world for empire in table.state.empires]
    assert homes == [mat + face for mat, face in MATS]
    assert {entry.by for entry in table.entries() if entry.kind == "decision"} == {"camera"}
    assert table.questions[0].kind == "select-action"  # a home is told once its owner is asked


@pytest.mark.slow
def test_the_page_says_what_is_still_to_be_laid_or_turned_over(evening):
    create_previous_table(evening, options=(("game", "first"), ("goals", "no"), ("turns", "order")))
    page = evening.tablet.open("/new")
    page.wait_for_selector("#again .laid :text('nothing seen there yet') >> nth=3")
    lay(evening, MATS[:2])
    page.wait_for_selector("#again .laid :text('nothing seen there yet') >> nth=1")
    lay(evening)
    # A first game is played on the sides with the white square.
    page.wait_for_selector("#again .field-error:has-text('Put Empire mat 1 in Green')")
    assert page.locator("button[name=laid]:enabled").count() == 0
    for mat, _ in MATS:
        evening.scene.turn(mat, "A")
    tap_laid(evening, "#again")
    table = begun(evening)
    assert [empire.colonies[0].world for empire in table.state.empires] == ["H3A", "H1A", "H5A", "H2A"]


@pytest.mark.slow
def test_the_mats_are_read_by_the_seats_of_those_who_play_now(evening):
    """Last week's table for two is still served: its camera knows two seats, but four play now."""
    two = evening.room.tables.create(GAME.name, Setup(PLAYERS[:2]), seed=2)
    evening.room.home.activate(two.id)
    page = evening.tablet.open("/new")
    for n, player in enumerate(PLAYERS[2:], start=2):
        page.fill(f"#name-{n}", player.name)
    lay(evening, [(mat, "A") for mat, _ in MATS])
    tap_laid(evening, "#setup")
    table = begun(evening)
    assert table.id != two.id
    assert [player.name for player in table.setup.players] == [player.name for player in PLAYERS]
    assert table.setup.drawn("mats") == ("H3", "H1", "H5", "H2")


@pytest.mark.slow
def test_what_people_drew_is_entered_with_few_touches(evening):
    """Order and mats: the camera's are filled in, and the last of an order follows from the others."""
    create_previous_table(
        evening, options=(("game", "first"), ("goals", "no"), ("turns", "order")), chance="hand"
    )
    evening.tablet.open("/")
    tap(evening, "text=New game")
    lay(evening, [(mat, "A") for mat, _ in MATS])
    page = evening.tablet.page
    page.wait_for_selector("#again button[name=laid]:enabled")
    tap(evening, "text=Begin as last time")
    page.wait_for_selector("html[data-ready] [data-each-once]")
    for place, colour in enumerate(("red", "red", "blue", "yellow")):
        nth = max(0, place - 1)  # red was tapped for the first place, then for the first place again
        tap(evening, f"input[name='drawn-order-{nth}'][value={colour}]")
    assert page.is_checked("input[name='drawn-order-3'][value=green]")
    tap(evening, "text=Go on >> visible=true")
    table = begun(evening)
    assert table.setup.drawn("order") == ("red", "blue", "yellow", "green")
    assert table.setup.drawn("mats") == ("H3", "H1", "H5", "H2")
    assert evening.touches <= MOST_TOUCHES


SET_HIDDEN_JS = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.mark.slow
def test_a_wizard_asks_less_often_while_nothing_changes_and_never_unseen(evening):
    """The page's clock is controlled: every answer is waited for between its steps."""
    create_previous_table(evening)
    page = evening.tablet.page
    looks: list[str] = []
    answered: list[str] = []
    page.on("request", lambda it: looks.append(it.url) if "/new/laid" in it.url else None)
    for end in ("requestfinished", "requestfailed"):
        page.on(end, lambda it: answered.append(it.url) if "/new/laid" in it.url else None)
    page.clock.install()
    evening.tablet.open("/new")

    def requests_within(seconds: float) -> int:
        before = len(looks)
        for _ in range(round(seconds * 2)):
            page.clock.run_for(500)
            while len(answered) < len(looks):
                page.wait_for_timeout(10)
            page.evaluate("() => new Promise((go) => queueMicrotask(go))")
        return len(looks) - before

    requests_within(20)
    assert requests_within(28) <= 12  # every 700 ms it would be 40
    page.evaluate(SET_HIDDEN_JS, True)
    requests_within(3)
    assert requests_within(20) == 0
    with page.expect_request("**/new/laid?**"):
        page.evaluate(SET_HIDDEN_JS, False)
    evening.room.home.eyes.stop()
    evening.room.home.eyes = None
    requests_within(5)
    assert requests_within(30) <= 4


@pytest.mark.slow
def test_a_name_that_was_drawn_once_is_not_drawn_again(evening):
    create_previous_table(evening, chance="hand")
    page = evening.tablet.open("/new")
    tap(evening, "text=Begin as last time")
    page.wait_for_selector("html[data-ready] [data-each-once]")
    page.select_option("[name='drawn-mats-0']", "H4")
    page.select_option("[name='drawn-mats-2']", "H4")
    assert page.input_value("[name='drawn-mats-0']") == ""
    tap(evening, "text=Let the companion draw what is left open")
    table = begun(evening)
    assert len(set(table.setup.drawn("mats"))) == 4


@pytest.mark.slow
def test_players_change_seats_with_one_tap(evening):
    create_previous_table(evening)
    page = evening.tablet.open("/new")
    tap(evening, "#setup [data-up]", nth=1)
    assert [page.input_value(f"#name-{n}") for n in range(3)] == ["Blue", "Red", "Green"]
    tap(evening, "#setup .form-end button")
    table = begun(evening)
    names = [(player.name, player.colour) for player in table.setup.players]
    assert names[:3] == [("Blue", "blue"), ("Red", "red"), ("Green", "green")]
