"""Browser tests of scoring a finished table of two from three photos, as with a phone."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.translation import with_plain_digits
from companion.web import create_app
from companion.web.scan import scan_photos
from tests.reports import REPORTS
from tests.web.axe import serious_in_themes
from tests.web.conftest import SIZES, Device, Serving, bare_room
from tests.web.layout import resizer_without_paint
from tests.web.photographed import GAME, finished_table, registered_shelf

pytestmark = pytest.mark.browser

MOST_TOUCHES = 12
SCRIPTS = re.compile(r"\.js(\?|$)")


@pytest.fixture
def serving(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), registered_shelf(tmp_path / "boxes")))
    yield serving
    serving.stop()
    tables.close()


@pytest.fixture
def phone(browser, serving):
    """Opens phones; a script error on a page fails the test."""
    opened = []

    def open_one(path="/", **options):
        one = Device(browser, serving.address, SIZES["phone"], has_touch=True, **options)
        opened.append(one)
        if options.get("java_script_enabled", True):
            one.open(path)
        else:
            one.page.goto(serving.address + path)
        return one.page

    yield open_one
    errors = [error for one in opened for error in one.errors]
    for one in opened:
        one.close()
    assert not errors


def files(*photos):
    return [
        {"name": f"IMG_{n}.jpg", "mimeType": "image/jpeg", "buffer": data} for n, data in enumerate(photos)
    ]


def wait_for_photos(page, pictures):
    """Waits until this number of photos is in the list."""
    page.locator(".scan-pictures > li").nth(pictures - 1).wait_for(timeout=60_000)
    page.locator(".scan-sent progress").first.wait_for(state="detached")


def wait_for_sheet(page):
    """Waits for a complete sheet without open counts; while a page loads there is no sheet."""
    page.wait_for_function(
        """() => document.readyState === "complete" && document.querySelector("table.sheet")
          && !document.querySelector(".scan-uncounted")"""
    )


def load_by(page, control):
    """Clicks and waits for the whole next page; a click alone returns when its first byte is there."""
    with page.expect_navigation():
        control.click()


def begun(page, serving):
    page.goto(serving.address + "/scan")
    page.click(".scan-begin:last-child button[value='2']")
    page.wait_for_url("**/scan/*")
    page.wait_for_selector("html[data-ready]")
    return page.url


def true_totals(table):
    return [player.total for player in GAME.score(table.state).players]


def totals(page):
    return [int(with_plain_digits(text)) for text in page.locator("[data-total]").all_inner_texts()]


@pytest.mark.slow
def test_three_photos_to_the_true_sheet_in_few_touches(phone):
    table = finished_table()
    page, touches = phone(), 0

    page.get_by_role("link", name="Score a finished table").tap()
    page.get_by_role("button", name="2 players", exact=True).tap()
    touches += 2
    with page.expect_file_chooser() as chooser:
        page.get_by_text("Choose photos").tap()
    chooser.value.set_files(files(*table.photos))
    touches += 1 + len(table.photos)
    wait_for_photos(page, 3)
    for seat, empire in enumerate(table.state.empires):
        # Only numbers that can change this result are asked for.
        for field in page.locator(f"#seat-{seat} .stepper input").all():
            of = field.get_attribute("name").removeprefix("number-")
            field.fill(str(getattr(empire, of)))
            touches += 1
    page.get_by_role("button", name="The score").tap()
    touches += 1

    page.wait_for_selector("table.sheet")
    assert totals(page) == true_totals(table)
    assert page.locator(".scan-unsure").count() == 0
    page.get_by_role("button", name="These counts are right").tap()
    touches += 1
    # A result that is sure is counted up first, as at the end of a tracked game.
    page.get_by_role("link", name="The score sheet").tap()
    wait_for_sheet(page)
    assert totals(page) == true_totals(table)
    assert touches <= MOST_TOUCHES, touches
    # A certain result is in the history of plays, and every number shows where it comes from.
    assert "/plays/scan-" in page.get_by_role("link", name="Kept").get_attribute("href")
    page.locator("table.sheet .tally > summary").nth(2).tap()
    assert page.locator(".tally[open] .tally-terms li").count() > 0


def test_a_piece_is_offered_as_new_only_where_the_list_has_none_of_its_name(phone, serving):
    page = phone()
    begun(page, serving)
    page.goto(f"{page.url}/seat/0/add/development")
    page.wait_for_selector("html[data-ready]")
    new, offers = page.locator("[data-new-for]"), page.locator("#offers > li:visible")
    page.fill("#find", "Terraforming Robots")
    assert (new.is_visible(), offers.count()) == (False, 1)
    page.fill("#find", "Teraforming Robots")
    offers.filter(has_text="Terraforming Robots").wait_for()
    assert new.is_visible(), "it may be another one"


@pytest.mark.slow
def test_what_one_phone_says_the_other_shows(phone, serving):
    one, other = phone(), phone()
    address = begun(one, serving)
    other.goto(address)
    field = other.locator("#seat-0 .stepper input").first
    for _tap in range(3):
        one.locator("#seat-0 [data-step='5']").first.tap()
    one.locator("#seat-0 [data-step='-1']").first.tap()
    other.wait_for_selector("#seat-0 input[name='number-chips'][data-was='14']")
    assert field.input_value() == "14"
    # Four quick taps are one change, and one undo takes it back on both.
    other.locator("#undo-button").tap()
    one.wait_for_selector("#seat-0 input[name='number-chips'][data-was='']")
    assert one.locator("#undo-button").is_disabled()
    # What was taken back can be repeated, until something else is changed.
    one.locator("#redo-button").tap()
    other.wait_for_selector("#seat-0 input[name='number-chips'][data-was='14']")
    assert one.locator("#redo-button").count() == 0


@pytest.mark.slow
def test_a_stale_number_is_refused_and_shown_anew(phone, serving):
    one, other = phone(), phone()
    other.goto(begun(one, serving))
    other.route(re.compile("/state$"), lambda route: route.abort())
    one.locator("#seat-0 input[name='number-chips']").fill("9")
    one.locator("#seat-1 input[name='number-chips']").focus()
    one.wait_for_selector("#seat-0 input[data-was='9']")
    other.locator("#seat-0 input[name='number-chips']").fill("4")
    other.locator("#seat-1 input[name='number-chips']").focus()
    other.get_by_text("The table has moved on: a number of Blue. Look again.").wait_for()
    other.wait_for_selector("#seat-0 input[name='number-chips'][data-was='9']")
    assert other.locator("#seat-0 input[name='number-chips']").input_value() == "9"


@pytest.mark.slow
def test_a_bad_photo_says_so_beside_the_good_one(phone, serving):
    page = phone()
    begun(page, serving)
    chosen = files(finished_table().photos[0], b"\0\0\0\x18ftypmp42" + b"0" * 2000)
    page.set_input_files("input[type=file][multiple]", chosen)
    wait_for_photos(page, 1)
    page.get_by_text("This is a video: take a photo instead.").wait_for()
    assert page.locator(".scan-sent").count() == 1
    assert "IMG_1.jpg" in page.locator(".scan-sent").inner_text()
    page.get_by_role("button", name="All right").tap()
    assert page.locator(".scan-sent").count() == 0


OUTLINED_JS = """() => [...document.querySelectorAll(".scan-outlined")].map((one) => {
  const [picture, drawn] = ["img", "svg"].map((name) => one.querySelector(name).getBoundingClientRect());
  const off = ["x", "y", "width", "height"].map((side) => Math.abs(picture[side] - drawn[side]));
  return { apart: Math.max(...off),
    lines: one.querySelectorAll("polygon").length, names: one.querySelectorAll("text").length };
})"""


@pytest.mark.slow
def test_outlines_lie_on_their_photo_small_large_and_near(browser, whole):
    serving, path, photo = whole
    one = Device(browser, serving.address, SIZES["phone"])
    small = one.open(path).evaluate(OUTLINED_JS)
    page = one.open(photo)
    (large,) = page.evaluate(OUTLINED_JS)
    page.click("[data-zoom]")
    page.wait_for_selector("[data-zoom].near")
    (near,) = page.evaluate(OUTLINED_JS)
    one.close()
    assert max(each["apart"] for each in (*small, large, near)) < 0.5
    assert large["lines"] == small[0]["lines"] > 5
    assert [each["names"] for each in (*small, large)] == [0, 0, large["lines"]]


@pytest.mark.slow
def test_photos_chosen_before_the_script_is_there_are_sent(phone, serving):
    """As on a slow connection, or if a person is quick."""
    page = phone()
    begun(page, serving)
    held = []
    page.route(SCRIPTS, lambda route: held.append(route))
    page.reload(wait_until="commit")
    page.set_input_files("input[type=file][multiple]", files(finished_table().photos[0]))
    while not held:
        page.wait_for_timeout(10)
    page.unroute(SCRIPTS)  # continues the requests that were held
    wait_for_photos(page, 1)


@pytest.mark.slow
def test_a_large_photo_is_made_smaller_on_the_phone(phone, serving, monkeypatch):
    sizes = []
    looked = scan_photos.read_sent_photo
    monkeypatch.setattr(
        scan_photos, "read_sent_photo", lambda data, *how: (sizes.append(len(data)), looked(data, *how))[1]
    )
    page = phone()
    begun(page, serving)
    small = cv2.imdecode(np.frombuffer(finished_table().photos[0], np.uint8), cv2.IMREAD_COLOR)
    large = cv2.imencode(".jpg", cv2.resize(small, (8064, 6048)), [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()
    page.set_input_files("input[type=file][multiple]", files(large))
    wait_for_photos(page, 1)
    assert sizes[0] < len(large) / 2
    shown = page.locator(".scan-pictures img")
    assert int(shown.get_attribute("width")) == pytest.approx(160, abs=2)


@pytest.mark.slow
def test_a_tile_is_turned_added_and_taken_away(phone, serving):
    page = phone()
    address = begun(page, serving)
    page.goto(address + "/seat/0/add/colony")
    page.get_by_label("Find by name or number").fill("w07")
    assert page.locator(".scan-offer:visible").count() == 1
    page.locator(".scan-offer:visible").tap()
    # Others can be taken at once, as fast as one taps: the list stays, with what was taken marked in it.
    page.wait_for_function("() => document.querySelectorAll('.scan-offer').length > 50")
    page.get_by_text("Done (1)").wait_for()
    page.wait_for_timeout(400)  # the whole list has just come back
    for number in (3, 5, 4):
        page.locator(".scan-offer").nth(number).tap()
    page.get_by_text("Done (4)").wait_for()
    assert page.locator(".scan-offer[aria-pressed='true']").count() == 4
    page.wait_for_timeout(400)  # the same button at once again is a slip
    page.locator(".scan-offer").nth(4).tap()
    page.get_by_text("Done (3)").tap()
    page.wait_for_url(re.compile("/seat/0$"))
    page.locator("#tile-0-W07 .button-icon").first.tap()
    page.wait_for_selector("#tile-0-W07.uncounted")
    page.wait_for_timeout(400)  # an element that has just moved ignores taps
    page.locator("#tile-0-W07 .button-icon").last.tap()
    page.wait_for_selector("#tile-0-W07", state="detached")
    page.locator("#undo-button").tap()
    page.wait_for_selector("#tile-0-W07.uncounted")


def test_the_sheet_follows_what_is_answered_on_it(phone, serving):
    page = phone()
    address = begun(page, serving)
    page.goto(address + "/seat/0/add/home")
    page.locator(".scan-offer").first.tap()
    page.wait_for_url(re.compile("/seat/0$"))
    page.goto(address + "/sheet")
    before = page.locator(".scan-unsure .scan-asked").count()
    page.locator(".scan-unsure .scan-asked button").first.tap()
    page.locator(".scan-unsure .scan-asked").nth(before - 1).wait_for(state="detached")
    wait_for_sheet(page)
    assert page.locator(".scan-unsure .scan-asked").count() == before - 1
    # Without a photo nothing is said of tags that it may not show.
    assert page.locator(".scan-uncounted").count() == 0


@pytest.mark.slow
def test_all_of_it_without_a_script(phone, serving):
    table = finished_table()
    page = phone("/scan", java_script_enabled=False)
    page.click(".scan-begin:last-child button[value='2']")
    page.set_input_files("input[type=file][multiple]", files(*table.photos))
    page.get_by_role("button", name="Send").click()
    page.locator(".scan-pictures > li").nth(2).wait_for(timeout=60_000)
    for seat, empire in enumerate(table.state.empires):
        page.locator(f"#seat-{seat} input[name='number-chips']").fill(str(empire.chips - 1))
        load_by(page, page.locator(f"#seat-{seat} button[value='chips:+1']"))
    load_by(page, page.get_by_role("button", name="The score"))
    assert totals(page) == true_totals(table)
    load_by(page, page.get_by_role("link", name="Change"))
    load_by(page, page.locator("#undo-button"))
    assert page.locator("#seat-1 input[name='number-chips']").input_value() != str(empire.chips)


@pytest.fixture(scope="module")
def whole(browser, tmp_path_factory):
    """A scan with photos, doubts and an explored world; its path, and a photo's path."""
    folder = tmp_path_factory.mktemp("scan")
    tables = Tables(Journal(folder / "journal.db"))
    serving = Serving(create_app(bare_room(tables), registered_shelf(folder / "boxes")))
    one = Device(browser, serving.address, SIZES["phone"])
    page = one.open("/scan")
    page.click(".scan-begin:last-child button[value='2']")
    page.wait_for_url("**/scan/*")
    page.wait_for_selector("html[data-ready]")
    path = page.url.removeprefix(serving.address)
    page.set_input_files("input[type=file][multiple]", files(*finished_table(hide=1).photos[:2]))
    wait_for_photos(page, 2)
    photo = page.get_attribute(".scan-pictures a", "href")
    page.goto(serving.address + path + "/seat/0/add/explored")
    page.locator(".scan-offer").first.click()
    page.get_by_text("Done (1)").wait_for()
    one.close()
    yield serving, path, photo
    serving.stop()
    tables.close()


PAGES = ("", "/seat/0", "/seat/1/add/development", "/seat/0/add/home", "/sheet", "/join")


@pytest.mark.slow
def test_nothing_serious_on_any_page(browser, whole):
    serving, path, photo = whole
    found = []
    for size, themes in (("tablet", ("dark", "light")), ("phone", ("light", "dark", "contrast"))):
        one = Device(browser, serving.address, SIZES[size])
        resizer_without_paint(one)
        for at in ("/scan", photo, *(path + part for part in PAGES)):
            page = one.open(at)
            found += serious_in_themes(page, f"{at} {size}", themes)
        one.close()
    assert not found, "\n".join(found)


SMALL_JS = """() => [...document.querySelectorAll("main :is(button, a.button, input:not([type=hidden]))")]
  .map(e => [e.outerHTML.slice(0, 90), e.getBoundingClientRect(), e])
  .filter(([, box, e]) => box.width > 2 && !e.matches(".hidden-visually")
    && (box.width < 44 || box.height < 44))
  .map(([html]) => html)"""


@pytest.mark.slow
def test_no_page_is_wider_than_its_screen_and_every_button_fits_a_finger(browser, whole):
    serving, path, photo = whole
    one = Device(browser, serving.address, SIZES["phone"])
    resize = resizer_without_paint(one)
    for at in ("/scan", photo, *(path + part for part in PAGES)):
        page = one.open(at)
        for size, (width, height) in SIZES.items():
            resize(width, height)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (at, size)
            small = page.evaluate(SMALL_JS)
            assert not small, f"{at} on a {size}: {small[:3]}"
    assert not one.errors
    one.close()


def test_a_page_with_all_it_loads_is_light(serving):
    client = serving.app.test_client()
    path = client.post("/scan", data={"game": GAME.name, "players": "2"}).location
    static = serving.app.static_folder
    for part in PAGES:
        page = client.get(path + part).text
        # Its modules' imports are named in it too, for preloading (tests/web/test_scripts.py).
        files = set(re.findall(r'(?:href|src)="(/static/[^"?]*)', page))
        files |= {"/static" + str(file)[len(static) :] for file in Path(static).glob("fonts/*.woff2")}
        sizes = [
            len(client.get(name, headers={"Accept-Encoding": "gzip"}).data) for name in (*files, path + part)
        ]
        assert len(files) > 10
        assert sum(sizes) < 150_000, part


def test_what_the_browser_shows_is_converted_and_what_it_does_not_is_named(phone, serving):
    """An AVIF photo gives its tiles at /scan; a HEIC one gets the same sentence there and at the box."""
    page = phone("/scan")
    begun(page, serving)
    field = page.locator("[data-photos] input[type=file][multiple]").first
    assert "image/jpeg" in (field.get_attribute("accept") or "")
    avif, heic = (
        {
            "name": f"photo.{kind}",
            "mimeType": f"image/{kind}",
            "buffer": (REPORTS / f"photo.{kind}").read_bytes(),
        }
        for kind in ("avif", "heic")
    )
    field.set_input_files(avif)
    page.locator(".toast", has_text="6").first.wait_for(timeout=60_000)
    page.locator("[data-photos] input[type=file][multiple]").first.set_input_files(heic)
    refusal = page.locator(".scan-sent.bad p")
    refusal.wait_for(timeout=30_000)
    sentence = refusal.inner_text()
    assert "HEIC" in sentence
    page.goto(f"{serving.address}/box/{GAME.name}/photos")
    page.locator("[data-many][multiple]").set_input_files(heic)
    page.locator(".notice.bad").wait_for(timeout=30_000)
    assert page.locator(".notice.bad").inner_text() == sentence
