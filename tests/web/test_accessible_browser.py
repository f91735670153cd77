"""Accessibility tests of every page: axe-core finds nothing serious in any theme, and large text fits.

The pages are those of `everything`: with a table in play and one that has ended, a scan and a play, and in an
empty room; and what opens over a page or appears on it.
"""

from __future__ import annotations

import pytest

from companion.games.contract import MIDDLE
from companion.web import create_app
from tests.web.axe import OF_COLOURS, THEMES, serious, serious_in_themes
from tests.web.conftest import SIZES, Device, Serving
from tests.web.everything import empty_room, full_room
from tests.web.layout import resizer_without_paint
from tests.web.test_sizes_browser import CUT, CUT_OFF_TEXTS_JS, TOO_WIDE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    with full_room(tmp_path_factory.mktemp("whole")) as all_of_it:
        yield all_of_it


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    with empty_room(tmp_path_factory.mktemp("empty")) as served:
        yield served


def in_theme(page, theme, text=""):
    page.evaluate(
        """([theme, text]) => {
            document.documentElement.dataset.theme = theme;
            if (text) document.documentElement.dataset.text = text;
            else delete document.documentElement.dataset.text;
        }""",
        [theme, text],
    )


NAMED_ADDRESSES = {
    "/",
    "/new",
    "/demo",
    "/secure",
    "/plays",
    "/plays/statistics",
    "/plays/records",
    "/box",
    "/camera",
    "/scan",
    "/join",
}


PARTS = 4
"""Cases among which the pages are shared: all of them in one test would take minutes."""


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_fits_and_nothing_on_it_is_serious(browser, whole, part):
    assert set(whole.paths) >= NAMED_ADDRESSES
    assert len(whole.paths) > 45
    paths = [*whole.paths, "/t/nosuch/"][part::PARTS]
    wrong = faults(browser, whole.serving, paths, ("phone", "tablet"))
    assert not wrong, "\n".join(wrong)


def test_every_page_fits_and_nothing_on_it_is_serious_where_there_is_nothing_yet(browser, empty):
    serving, paths = empty
    assert set(paths) >= NAMED_ADDRESSES - {"/demo"}
    wrong = faults(browser, serving, paths, ("phone",))
    assert not wrong, "\n".join(wrong)


def faults(browser, serving, paths, asked):
    """At every size, with normal text and at 200 %, nothing is wider than the screen, and no text is cut off,
    nor shortened with an ellipsis where it is the larger; and at those sizes that are `asked` axe-core finds
    nothing serious in any theme."""
    wrong, one = [], Device(browser, serving.address, SIZES["phone"])
    resize = resizer_without_paint(one)
    for path in paths:
        page = one.open(path)
        for text, cuts in (("2", CUT), ("", CUT_OFF_TEXTS_JS)):
            in_theme(page, "light", text)
            for size, (width, height) in SIZES.items():
                resize(width, height)
                if (by := page.evaluate(TOO_WIDE)) > 0:
                    wrong.append(f"{path} is {by} px wider than a {size} with text {text or 1}")
                wrong += [f"{path} on a {size}: {cut}" for cut in page.evaluate(cuts)]
        for size in asked:
            resize(*SIZES[size])
            wrong += serious_in_themes(page, f"{path} {size}")
    one.close()
    return wrong


def test_nothing_serious_in_the_setup(browser, whole):
    """An impossible choice gets an error message, and random draws are entered by hand."""
    one = Device(browser, whole.serving.address, SIZES["phone"])
    page = one.open("/new")
    page.fill("#name-0", page.input_value("#name-1"))
    page.click("#setup .form-end button")
    page.wait_for_selector("html[data-ready] .field-error")
    found = serious_in_themes(page, "a refused setup")
    for step in ("The game", "The table"):
        page.click(f"nav >> text={step}")
        found += serious_in_themes(page, f"a setup's step, {step}")
    page = one.open("/new")
    page.click("nav >> text=The table")
    page.click("#setup >> text=We draw, and enter it >> nth=0")
    page.click("#setup .form-end button")
    page.wait_for_selector("html[data-ready] select[name^=drawn]")
    found += serious_in_themes(page, "a draw of the setup")
    one.close()
    assert not found, "\n".join(found)


def test_nothing_serious_in_what_comes_up_on_a_live_page(browser, whole):
    """The camera's proposal for a moved tile, and the reasons of a number."""
    one = Device(browser, whole.serving.address, SIZES["tablet"])
    page = one.open(f"/t/{whole.table.id}/")
    hand, found = whole.room.home.demo, []
    layout = whole.table.game.tracking.layout(whole.table.state)
    tile = next(tile for tile, spot in layout.items() if spot.zone != MIDDLE and tile.startswith("W"))
    zones = dict(hand.scene.layout.zones)
    x, y = (sum(values) / len(values) for values in zip(*zones[MIDDLE], strict=True))
    hand.move(tile, x, y)
    page.wait_for_selector("#cards .notice, #cards .card")
    found += serious_in_themes(page, "a tile that was moved")
    hand.tidy()
    page = one.open(f"/t/{whole.ended.id}/score")
    page.locator(".sheet .tally > summary").first.click()
    found += serious_in_themes(page, "a number's reasons")
    one.close()
    assert not found, "\n".join(found)


def test_nothing_serious_where_the_line_is_lost(browser, whole):
    other = Serving(create_app(whole.room))
    one = Device(browser, other.address, SIZES["phone"])
    page = one.open(f"/t/{whole.ended.id}/seat/0")
    other.stop()
    page.wait_for_selector("#line .toast")
    found = serious_in_themes(page, "a line that is lost")
    one.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_serious_in_what_opens_over_a_live_page(browser, whole, theme):
    one = Device(browser, whole.serving.address, SIZES["tablet"])
    found = []
    for path, menu in ((f"/t/{whole.table.id}/", "table-menu"), (f"/t/{whole.table.id}/seat/0", "seat-menu")):
        page = one.open(path)
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        for opened in (menu, "preferences"):
            page.evaluate("id => document.getElementById(id).showPopover()", opened)
            # The preferences are inert, and so out of the keyboard's reach, until their script has come.
            page.wait_for_selector(f"#{opened}:popover-open > :not([inert])")
            found += [f"{path} {opened}: {wrong}" for wrong in serious(page)]
        page.evaluate("document.querySelector('[data-correct-here]').click()")
        found += [f"{path} correcting: {wrong}" for wrong in serious(page)]
        page.evaluate("document.querySelector('.live [data-fact]').click()")
        page.wait_for_selector("#fact-panel .touched-fact")
        found += [f"{path} a touched fact: {wrong}" for wrong in serious(page)]
    one.close()
    assert not found, "\n".join(found)


def test_the_check_would_find_something(browser, whole):
    one = Device(browser, whole.serving.address, SIZES["phone"])
    resizer_without_paint(one)
    page = one.open("/")
    wrong = '<button></button><img src="/x.png"><p style="color: #777; background: #888">pale</p>'
    page.evaluate("wrong => { document.querySelector('main').innerHTML = wrong; }", wrong)
    assert len(serious(page)) == 3
    assert len(serious(page, colours_alone=True)) == 1
    of_colours = page.evaluate("axe.getRules(['cat.color']).map((it) => it.ruleId)")
    assert {*of_colours} == {*OF_COLOURS["runOnly"]["values"], "color-contrast-enhanced"}  # of AAA: not asked
    one.close()
