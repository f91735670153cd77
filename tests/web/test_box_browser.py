"""Browser tests of registering tiles by few touches, playing with them, and being asked for one in play."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import mean

import cv2
import numpy as np
import pytest

from companion import games
from companion.box.editing import tiles_in
from companion.box.shelf import Shelf, read_file
from companion.games.contract import Player, Setup
from companion.games.contract.box_proposals import SeenFace, SeenLine, SeenNumber
from companion.games.contract.told import Told, ToldFact
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.catalogue import printed_on
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.drawing import sticker_image
from companion.web import create_app
from companion.web.box import box_files
from tests.reports import REPORTS
from tests.rigs.told_box import Owner, printed_box
from tests.web.axe import serious_in_themes
from tests.web.conftest import Device, Serving
from tests.web.layout import resizer_without_paint

pytestmark = pytest.mark.browser

MOST_TOUCHES = 8
TILES = {
    # An average tile of the 60: one colonist, no keyword, a kind with a good, one power.
    "W11": (
        "Gem World",
        {"price": "cost 2", "vp": "1", "kind": "Novelty production", "powers": ["Trade: +1 this"]},
    ),
    "W36": (
        "Pirate World",
        {"price": "defense 3", "vp": "2", "kind": "Novelty windfall", "powers": ["Settle: +1 Military"]},
    ),
    "W13": ("Asteroid Belt", {"price": "cost 2", "vp": "1", "kind": "Rare windfall"}),
}


@pytest.fixture
def owned(tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")))
    shelf = Shelf(tmp_path / "boxes")
    serving = Serving(create_app(room, shelf))
    yield room, shelf, serving
    serving.stop()
    room.close()


@pytest.fixture
def tablet(browser, owned):
    device = Device(browser, owned[2].address, (1180, 820), has_touch=True)
    yield device
    device.close()
    assert not device.errors


class TapCounter:
    """Taps, and counts the taps."""

    def __init__(self, page):
        self.page = page
        self.touches = 0

    def tap(self, what, **by):
        place = self.page.locator(what, **by).locator("visible=true").first
        place.tap()
        self.touches += 1
        self.page.wait_for_timeout(20)


COMPOSED_JS = """(it) => it.dispatchEvent(
  new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))"""
"""Return as it takes the letters that a keyboard proposes; true: the page leaves it to the browser."""
SEEN_JS = """(what) => {
  const { top, bottom } = document.querySelector(what).getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def choice(page, fact, value):
    """The label of a choice of the form that is open."""
    return page.locator(f'[data-field$="/{fact}"] label.choice:has(input[value="{value}"])')


def register(page, name, told):
    """Registers a tile by taps; returns the number of touches, including the last, which saves it."""
    fingers = TapCounter(page)
    fingers.tap(f"[data-offers] button[value='{name[0]}']")
    if (
        page.input_value("[data-field$='/name'] [data-line]") != name
    ):  # the only one with this letter is taken
        fingers.tap("[data-offers] button", has_text=name)
    for fact in ("price", "colonists", "kind", "keywords"):
        if fact in told:
            choice(page, fact, told[fact]).tap()
            fingers.touches += 1
    page.wait_for_selector("[data-fresh=yes]")  # powers of its kind are shown
    for line in told.get("powers", ()):
        power = choice(page, "powers", line)
        if not power.is_visible():
            box = page.locator(f'input[value="{line}"]')
            page.locator("[data-field$='/powers'] details", has=box).locator("summary").tap()
            fingers.touches += 1
        power.tap()
        fingers.touches += 1
    with page.expect_navigation():
        fingers.tap(f"[data-closing$='/vp'] button[value='{told['vp']}']")
    page.wait_for_selector("html[data-ready]")
    return fingers.touches


@pytest.mark.slow
def test_three_tiles_are_registered_by_touch_and_then_played(tablet, owned):
    room, shelf, _ = owned
    touches = {}
    for id, (name, fields) in TILES.items():
        page = tablet.open(f"/box/new-frontiers/tile/{id}")
        touches[id] = register(page, name, {"colonists": "1", **fields})
    assert max(touches.values()) <= MOST_TOUCHES, touches
    assert touches == {"W11": 7, "W36": 7, "W13": 6}
    kept = tiles_in(shelf.text("new-frontiers"))
    for id, (name, fields) in TILES.items():
        assert kept[id].own
        what, _space, number = fields["price"].partition(" ")
        kind, _space, good = fields["kind"].partition(" ")
        said = {"name": name, "colonists": 1, what: int(number), "kind": kind, "good": good}
        assert kept[id].fields.items() >= (said | {"vp": int(fields["vp"])}).items()
        assert kept[id].fields.get("powers", []) == fields.get("powers", [])
    page = tablet.open("/new")
    page.fill("#name-0", "Blue")
    page.fill("#name-1", "Green")
    # These homes have no power that draws, pays or asks in between.
    page.locator("#seed").evaluate("field => { field.value = '4'; }")
    page.get_by_role("link", name="The table").tap()  # the third step
    page.locator("label.choice", has=page.locator("[name=draws][value=hand]")).tap()
    page.locator("button[type=submit]:not([formaction])").tap()
    page.click("#begin-play")
    page.wait_for_url("**/t/*/")
    page.wait_for_selector("html[data-ready]")
    (row,) = room.tables.list()
    table = room.tables.open(row.id)
    assert table.game.tracking.tile("W11").name == "Gem World"
    owner = Owner(printed_box(4), Random(4))

    def asked():
        """The seat that is asked, once it is told what the homes say, which nobody registered."""
        while table.questions[0].kind == "tell":
            decision = owner.answer(table.game, table.state, table.questions[0])
            table.submit(decision, table.number, f"key-{table.number:08}", "a phone")
        return table.questions[0].player

    def answer(button):
        asked()
        tablet.until(table.number)
        tablet.press(button.first, table.number, "tap")

    answer(page.locator("button[data-decision*='explore']"))
    for id in ("W36", "W11", "W13"):
        player = asked()
        answer(page.locator(f"button[data-value={id}]", has_text=TILES[id][0]))
        assert id in table.state.empires[player].explored
    settler = asked()
    before = table.state.empires[settler]
    assert before.explored == ("W11",)
    answer(page.locator("button[data-decision*='select-action'][data-decision*='settle']"))
    assert table.state.empires[settler].colonists == before.colonists + 1  # selecting it gives one first
    gem = next(o for o in table.game.options(table.state, settler) if o.tile == "W11")
    (cost,) = gem.why
    assert cost.terms[0].value == 2
    answer(page.locator("button[data-decision*='settle-world'][data-tile=W11]", has_text="Gem World"))
    after = table.state.empires[settler]
    assert (after.explored, after.credits) == ((), before.credits - cost.total)
    assert after.colonists == before.colonists
    assert "W11" in [colony.world for colony in after.colonies]
    assert page.locator(".worlds .tile[popovertarget=words-W11] .face.settled").count() == 1


TOUCHES_JS = (Path(__file__).parent / "touches.js").read_text(encoding="utf-8")


def test_an_average_world_takes_no_more_than_eight_touches(tablet):
    book = games.load("new-frontiers").box.book()
    names = {*book.telling("W11").fields[0].offers}
    worlds = [*box_file.catalogue().worlds.values()]
    page = tablet.open("/box/new-frontiers/tile/W11")
    touches = []
    for world in worlds:
        said = {"bonus": (), **printed_on(world).said(world)}
        likely = book.hints("W11", Told((ToldFact("W11", "kind", said["kind"][0]),))).likely["powers"]
        facts = {fact: said[fact] for fact in ("keywords", "powers")} | {"likely": likely}
        facts |= {fact: "".join(said[fact]) for fact in ("price", "colonists", "kind", "vp", "bonus")}
        facts |= {"id": world.id, "name": world.name, "known": world.name in names}
        touches.append(page.evaluate(TOUCHES_JS, facts))
    assert len(touches) == 60
    assert mean(touches) <= MOST_TOUCHES, sorted(touches)


@pytest.mark.slow
def test_a_power_of_a_kind_is_shown_at_once_to_a_world_of_that_kind_only(tablet):
    page = tablet.open("/box/new-frontiers/tile/W11")
    rare = choice(page, "powers", "Trade: +1 Rare")
    assert not rare.is_visible()
    choice(page, "kind", "Rare windfall").tap()
    rare.wait_for(state="visible")
    page.locator("[data-field$='/kind'] [data-reopen]").tap()  # what is chosen stands alone
    choice(page, "kind", "Genes windfall").tap()
    choice(page, "powers", "Trade: +1 Genes").wait_for(state="visible")
    rare.wait_for(state="hidden")


@pytest.mark.slow
def test_what_another_game_prints_is_a_start_and_a_name_nearly_known_is_offered(tablet, owned):
    _, shelf, _ = owned
    page = tablet.open("/box/new-frontiers/tile/W11")
    page.fill("[data-field$='/name'] [data-line]", "Gem Wrld")
    # The start is found a moment after the name, and moves nothing under the next finger.
    top = "() => document.querySelector('[data-field$=\"/price\"]').getBoundingClientRect().top"
    there = page.locator("[data-offers] button", has_text="Gem World?").evaluate(
        f"it => {{ it.click(); return ({top})(); }}"
    )
    assert page.input_value("[data-field$='/name'] [data-line]") == "Gem World"
    page.wait_for_selector("[data-start]:visible")
    assert page.evaluate(top) == pytest.approx(there, abs=1)
    assert "another game" in page.inner_text("[data-start]")
    assert page.locator("[data-tell]:checked").count() == 0, "nobody told it"
    page.locator("[data-start-take]").tap()
    choice(page, "price", "cost 3").tap()
    with page.expect_navigation():
        page.locator("[data-later]").tap()
    page.wait_for_selector("html[data-ready]")
    assert page.inner_text(".answer-state") == "Saved: Gem World. The rest is told later."
    tile = tiles_in(shelf.text("new-frontiers"))["W11"]
    assert (tile.fields["cost"], tile.fields["kind"]) == (3, "Novelty")
    assert "vp" in tile.fields["untold"]


@pytest.mark.slow
def test_a_name_that_is_told_already_and_nearly_known_is_offered_where_its_form_opens(tablet, owned):
    """Met by its name elsewhere, as in a search of the box, whose list lacks what another game prints."""
    _, shelf, _ = owned
    page = tablet.open("/box?game=new-frontiers")
    page.fill("#find", "Plague Wrld")
    with page.expect_navigation():
        page.locator("[data-new-for] button", has_text="New world: Plague Wrld").tap()
    with page.expect_navigation():
        page.locator("[name=meant]", has_text="It is Plague World").tap()
    page.wait_for_selector("html[data-ready]")
    assert page.input_value("[data-field$='/name'] [data-line]") == "Plague World"
    assert page.locator("[data-offers] button").count() == 0
    with page.expect_navigation():
        page.locator("[data-later]").tap()
    assert "Plague World" in {tile.name for tile in tiles_in(shelf.text("new-frontiers")).values()}


@pytest.mark.slow
def test_a_power_is_found_as_it_is_typed_and_a_strange_one_is_kept(tablet, owned):
    _, shelf, _ = owned
    page = tablet.open("/box/new-frontiers/tile/W11")
    page.fill("[data-field$='/name'] [data-line]", "Typed World")
    search = page.locator("[data-field$='/powers'] [data-filter]")
    search.fill("+2 military vs reb")
    choice(page, "powers", "Settle: +2 Military vs REBEL").tap()
    search.fill("Trade: sing a song")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-words-of-lines] .by-hand")
    assert "By hand: Trade: sing a song" in page.inner_text("[data-words-of-lines]")
    for fact, value in (("price", "cost 0"), ("colonists", "1"), ("kind", "gray")):
        choice(page, fact, value).tap()
    with page.expect_navigation():
        page.locator("[data-closing$='/vp'] button[value='0']").tap()
    assert tiles_in(shelf.text("new-frontiers"))["W11"].fields["powers"] == [
        "Trade: sing a song",
        "Settle: +2 Military vs REBEL",
    ]


def test_a_power_written_in_the_words_of_a_choice_is_that_choice(tablet, owned):
    """In any language: written so, it was done by hand, while the same words stood beside it to be chosen."""
    tablet.context.add_cookies([{"name": "language", "value": "de", "url": owned[2].address}])
    page = tablet.open("/box/new-frontiers/tile/W13")
    powers = page.locator('[data-field$="/powers"]')
    for words, value in (
        ("besiedeln: +1 militärstärke", "Settle: +1 Military"),  # as it is offered, without its full stop
        ("zweimal hinsehen", "zweimal hinsehen"),
    ):
        powers.locator("[data-filter]").fill(words)
        powers.locator("[data-write]").tap()
        assert powers.locator("[data-tell]:checked").last.input_value() == value, words
        assert powers.locator(f'[data-tell][value="{value}"]').count() == 1
        powers.locator("[data-tell]:checked").last.evaluate("(it) => it.click()")


def test_what_is_missing_is_said_at_the_end_of_the_form_and_a_bonus_opens_with_its_question_mark(tablet):
    page = tablet.open("/box/new-frontiers/tile/D08")
    bonus = page.locator("[data-field$='/bonus']")
    assert not bonus.is_visible()
    page.locator("[data-closing$='/vp'] button[value='1']").tap()
    assert page.inner_text(".answer-state") == "Name: a text of up to 60 letters."
    page.fill("[data-field$='/name'] [data-line]", "Guild")
    assert page.locator("[data-field$='/name'] [data-line]").evaluate(COMPOSED_JS), "it ends letters alone"
    # Return would press the first button that sends: 0 VP.
    page.evaluate("addEventListener('submit', () => { window.isSent = true; }, true)")
    page.locator("[data-field$='/name'] [data-line]").press("Enter")
    assert not page.evaluate("window.isSent")
    with page.expect_navigation():
        page.locator("[data-closing$='/vp'] button[value='?']").tap()
    bonus.wait_for(state="visible")
    assert page.inner_text(".answer-state.good").startswith("Saved: ")
    assert page.evaluate(SEEN_JS, ".answer-state")
    choice(page, "vp", "3").tap()
    bonus.wait_for(state="hidden")


def test_a_tile_asked_for_in_play_is_taught_without_stopping_the_others(browser, tablet, owned):
    room, _, serving = owned
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = room.tables.create("new-frontiers", Setup(players), seed=2)
    other = Device(browser, serving.address, (390, 844))
    phone = other.open(f"/t/{table.id}/seat/{table.questions[0].player}")
    page = tablet.open(f"/box/new-frontiers/tile/W61B?table={table.id}")
    before = table.number
    phone.locator("button[data-decision*='develop']").first.click()
    other.until(before + 1)
    told = {"price": "cost 2", "colonists": "1", "vp": "1", "kind": "Novelty production"}
    register(page, "Gem World", told)
    assert f"/t/{table.id}/" in page.url
    assert table.game.tracking.tile("W61").name == "Gem World"
    assert "W61" in table.state.bag
    assert any("Tile W61 is Gem World" in line.words for line in table.history())
    other.until(table.number)
    assert not other.errors
    other.close()


@pytest.mark.slow
def test_verifying_goes_on_where_it_was_left(tablet, owned):
    _, shelf, _ = owned
    page = tablet.open("/box/new-frontiers/verify")
    assert page.inner_text("h2").startswith("W01")
    page.locator("button", has_text="Matches").tap()
    page.wait_for_function("() => document.querySelector('h2').textContent.startsWith('W02')")
    page.locator(".box-mark", has_text="keywords").tap()  # the one field of W02 that had not been confirmed
    page.wait_for_function("() => !document.querySelector('h2').textContent.startsWith('W02')")
    kept = tiles_in(shelf.text("new-frontiers"))
    assert kept["W01"].own
    assert kept["W02"].own
    page = tablet.open("/box/new-frontiers/verify")
    assert page.inner_text("h2").startswith("W03")
    assert "2 of" in page.inner_text(".gauge")


def test_a_box_file_is_imported_as_windows_saves_it(tablet, owned, tmp_path):
    _, shelf, _ = owned
    torn = tmp_path / "old.toml"
    torn.write_bytes("# Zoë's".encode("latin-1"))
    page = tablet.open("/box")
    page.set_input_files("[data-import]", str(torn))
    page.get_by_text("old.toml is not text that can be read here: save it as UTF-8.").wait_for()
    with page.expect_navigation():
        page.set_input_files("[data-import]", str(REPORTS / "box-utf16.toml"))
    assert shelf.text("new-frontiers") == read_file(REPORTS / "box-utf16.toml")


@pytest.mark.slow
def test_a_photo_fills_the_form_and_the_person_only_confirms(tablet, owned, tmp_path, monkeypatch):
    _, shelf, _ = owned
    seen = SeenFace(
        (SeenLine("GemWorld", 0, -20, 0.99), SeenLine("Trade:+1 this", 0, 2, 0.99)),
        (
            SeenNumber("2", "circle", False, -17, -10, 0.99, 1.0),
            SeenNumber("1", "hexagon", False, 17, -10, 0.99, 1.0),
        ),
        readable=True,
    )
    monkeypatch.setattr(box_files, "read_cut_out", lambda cut, size_mm: seen)
    code = sticker_image("NF:W11A", 300)
    photo = np.full((900, 900), 150, np.uint8)
    photo[400:700, 300:600] = code
    cv2.imwrite(str(tmp_path / "photo.jpg"), photo)
    page = tablet.open("/box")
    with page.expect_navigation():
        page.set_input_files("[data-photo]", str(tmp_path / "photo.jpg"))
    page.wait_for_selector("html[data-ready]")
    assert page.url.endswith("/tile/W11")
    assert page.input_value("[data-field$='/name'] [data-line]") == "Gem World"
    assert page.is_checked("input[value='cost 2']")
    choice(page, "kind", "Novelty production").tap()
    choice(page, "colonists", "1").tap()
    with page.expect_navigation():
        page.locator("[data-closing$='/vp'] [data-proposed]").tap()
    tile = tiles_in(shelf.text("new-frontiers"))["W11"]
    assert tile.own
    assert (tile.name, tile.fields["cost"], tile.fields["vp"]) == ("Gem World", 2, 1)
    assert tile.fields["powers"] == ["Trade: +1 this"]


PAGES = (
    "/box",
    *(f"/box/new-frontiers/{p}" for p in ("tile/W11", "tile/D02", "tile/H2A", "tile/G7", "verify?tile=D03")),
)


@pytest.mark.slow
def test_no_page_of_the_box_is_wider_than_the_screen(browser, owned):
    device, wide = Device(browser, owned[2].address, (390, 844)), {}
    for path in PAGES:
        page = device.open(path)
        for width, height in ((390, 844), (820, 1180), (1180, 820), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            wide[path, width] = page.evaluate("document.documentElement.scrollWidth")
    device.close()
    assert {(path, width): of for (path, width), of in wide.items() if of > width} == {}
    assert not device.errors


@pytest.mark.slow
def test_nothing_serious_on_the_pages_of_the_box(browser, owned):
    device, found = Device(browser, owned[2].address, (1180, 820)), []
    resizer_without_paint(device)
    for path in PAGES:
        page = device.open(path)
        page.wait_for_timeout(300)
        found += serious_in_themes(page, path)
    device.close()
    assert not found
