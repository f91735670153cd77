"""Browser tests of what one taps: every control of the tablet's page, with every fold and panel opened, where
the draws are entered by hand, and where a step can be done again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    LONG_NAMES,
    new_tables,
    random_game,
    random_game_tables,
    resizer_without_paint,
)

pytestmark = pytest.mark.browser

FIND_OPENED_FAULTS_JS = Path(__file__).with_name("opened_faults.js").read_text("utf-8")
SIZES = ((1024, 600), (1024, 768), (1180, 820), (820, 1180), (390, 844), (844, 390))
DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"


@pytest.fixture(scope="session")  # cheap: each worker has its own
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("opened"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.stop()
    tables.close()


def begun(served: SimpleNamespace, name: str, count: int, draws: str = "virtual") -> Table[Any]:
    game = games.load(name)
    players = tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(count))
    return served.tables.create(name, Setup(players), seed=4, settings=Settings(draws=draws))


def drawing(served: SimpleNamespace, name: str, count: int, entered: int) -> Table[Any]:
    """Asked for a draw of several names by hand, after `entered` others."""
    table = begun(served, name, count, "hand")
    computers, chance = ComputerSeats(table, Random(4)), Random(4)
    for step in range(200):
        draw = table.questions[0].draw
        if draw and entered == 0:
            return table
        if draw:
            entered -= 1
            table.submit_outcome(draw.sample(chance), table.number, f"step-{step:06}", "test")
        elif decision := computers.decision(table.now):
            table.submit(decision, table.number, f"step-{step:06}", "test")
    raise AssertionError("nothing is drawn")


def redoable(served: SimpleNamespace, count: int) -> Table[Any]:
    """New Frontiers, with something to take back and to do again, and with answers that are refused."""
    table = begun(served, "new-frontiers", count)
    computers = ComputerSeats(table, Random(4))
    for step in range(200):
        decision = computers.decision(table.now)
        table.submit(decision, table.number, f"step-{step:06}", "test")
        asked = [it for it in table.questions if it.player is not None and not it.form and not it.draw]
        if step > 9 and asked and table.game.refusals(table.state, asked[0].player):
            table.submit(computers.decision(table.now), table.number, f"more-{step:06}", "test")
            table.undo(table.number, f"undo-{step:06}", "test")
            if table.redo_words and table.undo_words:
                return table
    raise AssertionError("nothing can be done again")


STATES = {
    "a draw of A New Frontier": lambda served: drawing(served, "a-new-frontier", 3, 0),
    "a step to do again, five players": lambda served: redoable(served, 5),
    "a draw of New Frontiers": lambda served: drawing(served, "new-frontiers", 4, 1),
    "a step to do again, two players": lambda served: redoable(served, 2),
}


@pytest.mark.parametrize("state", first_by_default(STATES))
def test_what_one_taps_is_what_lies_there(browser: Any, served: SimpleNamespace, state: str) -> None:
    table, found = STATES[state](served), []
    one = Device(browser, served.address, SIZES[0])
    page = one.open(f"/t/{table.id}/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        found += [f"{width} x {height}: {it}" for it in page.evaluate(FIND_OPENED_FAULTS_JS)]
    assert not one.errors
    one.close()
    assert not found, "\n".join(found)


def test_reasons_that_open_over_a_question_leave_no_half_line_of_it(
    browser: Any, served: SimpleNamespace
) -> None:
    """They stand under a title of their own: a question of two lines was cut in the middle of the second."""
    table = redoable(served, 5)
    one = Device(browser, served.address, (820, 1180))
    page = one.open(f"/t/{table.id}/")
    page.click(".why-not > summary")
    title, shot = page.locator(".question-text > span"), page.locator("#question").screenshot
    assert title.evaluate("(it) => it.offsetHeight > 1.9 * parseFloat(getComputedStyle(it).lineHeight)")
    title.evaluate("(it) => { it.style.visibility = 'hidden'; }")
    hidden = shot()
    title.evaluate("(it) => { it.style.visibility = ''; }")
    assert shot() == hidden
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("edges", first_by_default(["nswe", "ewsn"]))
def test_what_was_drawn_is_typed_on_the_whole_screen(
    browser: Any, served: SimpleNamespace, edges: str
) -> None:
    """Whichever edge the question faces: the field is typed in at once, and what is not found is said."""
    table = drawing(served, "new-frontiers", 4, 1)
    table.set(pages={"edges": edges})
    one = Device(browser, served.address, (1180, 820))
    page = one.open(f"/t/{table.id}/")
    page.click("text=We drew: enter it")
    box = page.locator("#by-hand").bounding_box()
    assert box == {"x": 0, "y": 0, "width": 1180, "height": 820}
    page.keyboard.type("nothing is called this")
    none = page.locator("[data-none-of=draw-pool]")
    assert none.inner_text() == "Nothing in this list has these letters in its name or number."
    page.fill("#draw-find", "")
    assert none.is_hidden()
    draw, before = table.questions[0].draw, table.number
    assert draw is not None
    for name in draw.sample(Random(1)):
        page.check(f"#draw-pool [value='{name}']")
    page.click("#by-hand [type=submit]")
    one.until(before + 1)
    assert page.locator("#by-hand").count() == 0
    assert not one.errors
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", first_by_default(["", "seat/0"]))
def test_that_the_screen_may_turn_off_is_said_where_nothing_is_tapped(
    browser: Any, served: SimpleNamespace, path: str
) -> None:
    """It lies over no control, and stays to be read in the device's settings."""
    table = redoable(served, 5)
    for size in SIZES:
        one = Device(browser, served.address, size)
        page = one.open(f"/t/{table.id}/{path}")
        page.click("#happened", force=True)
        page.wait_for_selector("html[data-awake=no]")
        assert page.evaluate(COVERED_JS) == []
        assert "may turn off" in page.text_content("#awake-words")
        one.close()


def test_a_phone_that_was_scrolled_shows_the_next_question(browser: Any, served: SimpleNamespace) -> None:
    table = redoable(served, 2)
    player = table.questions[0].player
    one = Device(browser, served.address, (390, 844))
    page = one.open(f"/t/{table.id}/seat/{player}")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.locator("#question .question-text").first.bounding_box()["y"] < 0
    asked = page.inner_text("#question .question-text")
    computers = ComputerSeats(table, Random(4))
    for step in range(20):
        table.submit(computers.decision(table.now), table.number, f"next-{step:06}", "test")
        one.until(table.number)
        if page.inner_text("#question .question-text") != asked:
            break
    assert 0 <= page.locator("#question .question-text").first.bounding_box()["y"] < 400
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", first_by_default(games.names()))
def test_with_the_largest_text_a_phone_shows_the_question_first(
    browser: Any, served: SimpleNamespace, name: str
) -> None:
    """Also beside a lesson, upright and sideways: nobody scrolls to learn what is asked."""
    table = begun(served, name, 4)
    table.set(teaching="lessons")
    player = next(it.player for it in table.questions if it.player is not None)
    for size in ((390, 844), (844, 390)):
        one = Device(browser, served.address, size)
        page = one.open(f"/t/{table.id}/seat/{player}")
        page.evaluate("document.documentElement.dataset.text = '2'")
        page.evaluate(DRAWN)
        asked = page.locator("#question .question-text").first.bounding_box()
        assert asked["y"] >= 0
        assert asked["y"] + asked["height"] <= page.locator(".tabs").bounding_box()["y"] + 1
        one.close()


HIDDEN_JS = """() => {
  const found = [], end = document.documentElement;
  if (end.scrollWidth > end.clientWidth) found.push(`${end.scrollWidth - end.clientWidth} px too wide`);
  for (const it of document.querySelectorAll("#live :is(.bar, .question-tools) :is(button:enabled, a)")) {
    if (!it.checkVisibility({ visibilityProperty: true }) || it.closest("[popover]")) continue;
    it.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, right, bottom } = it.getBoundingClientRect();
    for (const x of [left + 6, right - 6]) for (const y of [top + 6, bottom - 6]) {
      const at = document.elementFromPoint(x, y);
      const name = it.getAttribute("aria-label") ?? it.textContent.trim();
      if (!it.contains(at)) found.push(`“${name}” lies under ${at?.outerHTML.slice(0, 60)}`);
    }
  }
  return found;
}"""
"""Which tools have a corner under something else, and whether the page is wider than the screen."""


@pytest.mark.slow
@pytest.mark.parametrize("name", first_by_default(games.names()))
def test_with_larger_text_no_tool_of_a_page_lies_under_another(
    browser: Any, served: SimpleNamespace, name: str
) -> None:
    """On the table's page and a seat's, asked or waiting, upright and sideways. Also where worlds lie in the
    middle: these had four columns that no phone had room for."""
    made = random_game_tables(served.tables, name, (3,), (4,), (12, 40)).values()
    found, one = [], Device(browser, served.address, (390, 844))
    resize = resizer_without_paint(one)
    for table in made:
        asked = {it.player for it in table.questions if not it.optional}
        for path in ("", *(f"seat/{seat}" for seat in range(3))):
            page = one.open(f"/t/{table.id}/{path}")
            for size, text in product(((390, 844), (844, 390), (820, 1180), (1180, 820)), ("1.5", "2")):
                resize(*size)
                page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
                page.evaluate(DRAWN)
                moment = f"{path or 'table'} of {table.number}, {asked} asked, {size}, {text}"
                found += [f"{moment}: {it}" for it in page.evaluate(HIDDEN_JS)]
    one.close()
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_with_larger_text_a_new_games_names_have_room(browser: Any, served: SimpleNamespace) -> None:
    """Beside the colours a field showed one letter on an upright tablet."""
    one = Device(browser, served.address, (820, 1180))
    page, narrow = one.open("/new"), []
    for width, height in ((390, 844), (600, 960), (820, 1180), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        for text, size in (("1.5", 24), ("2", 32)):
            page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
            page.evaluate(DRAWN)
            if (wide := page.locator("#name-0").bounding_box()["width"]) < 8 * size:
                narrow.append(f"{wide} of {width} px, {text}")
    assert not narrow, narrow
    one.close()


COVERED_JS = """() => {
  const said = [...document.querySelectorAll("#toasts .toast")].map((it) => it.getBoundingClientRect());
  const needed = ".tabs, .action-tile, .answer, .button, .question-text, .stat > summary";
  const controls = document.querySelectorAll(needed);
  return [...controls].filter((it) => {
    const box = it.getBoundingClientRect();
    return it.checkVisibility() && said.some((one) =>
      box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top);
  }).map((it) => it.textContent);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[:3], ids=str)
def test_what_one_may_ask_for_is_read_where_the_question_is_turned(
    browser: Any, served: SimpleNamespace, size: tuple[int, int]
) -> None:
    """Five optional questions are folded beside a question that lies sideways: each can be touched once the
    fold is open."""
    (table,) = random_game_tables(served.tables, "a-new-frontier", (3,), (3,), (60,), forms=True).values()
    one = Device(browser, served.address, size)
    page = one.open(f"/t/{table.id}/")
    assert page.locator("#question").get_attribute("data-edge") == "e"
    page.locator("#asides-fold > summary").click()
    asked = page.locator("#asides-fold .aside-questions > .button").all()
    assert len(asked) == 5
    for button in asked:
        button.click(trial=True, timeout=3000)
        around, box = page.locator(".asking").bounding_box(), button.bounding_box()
        assert around is not None
        assert box is not None
        assert around["y"] <= box["y"]
        assert box["y"] + box["height"] <= around["y"] + around["height"] + 1
    assert not one.errors
    one.close()


IN_REACH_JS = """() => [...document.querySelectorAll("#asides-fold .aside-questions > .button")].map((it) => {
  it.scrollIntoView({ block: "nearest" });
  const box = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
})"""


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[:3], ids=str)
def test_many_things_that_one_may_ask_for_can_all_be_reached(
    browser: Any, served: SimpleNamespace, size: tuple[int, int]
) -> None:
    """Of five some have planned and may say a mistake, and all may tell what they gain or lose: the first of
    these stood above the window, where nothing scrolls to them."""
    one, edges = Device(browser, served.address, size), set()
    games_of = (random_game(served.tables, "a-new-frontier", n, 3, range(12), forms=True) for n in (4, 5))
    for _what, table in chain.from_iterable(games_of):
        if sum(it.optional for it in table.questions) < 8:
            continue
        page = one.open(f"/t/{table.id}/")
        page.locator("#asides-fold > summary").click()
        reached = page.evaluate(IN_REACH_JS)
        assert len(reached) >= 8
        assert all(reached), (table.number, reached)
        edges.add(page.locator("#question").get_attribute("data-edge"))
    assert edges
    assert not one.errors
    one.close()


def test_a_fold_that_was_opened_before_the_scripts_were_there_is_filled(
    browser: Any, served: SimpleNamespace
) -> None:
    """While a script is on its way: the reasons against an answer, and those of a number with the button that
    corrects it. An answer is touched on its picture, too."""
    table = redoable(served, 2)
    (asked,) = {it.player for it in table.questions}
    one = Device(browser, served.address, SIZES[4], fresh=True)
    page, path, number = one.page, f"{served.address}/t/{table.id}/seat/{asked}", table.number
    let_go = one.hold("**/live.js")
    page.goto(path, wait_until="commit")
    for fold in ("details.why-not", "details.tally[data-fact]"):
        page.locator(f"{fold} > summary").first.click()
    assert page.locator(".why-not li").count() == 0
    let_go()
    page.wait_for_selector("details.why-not[open] > ul > li")
    page.wait_for_selector("details.tally[open] [data-correct-this]")
    let_go = one.hold("**/live.js")
    page.goto(path, wait_until="commit")
    page.locator("#question [data-decision] svg").first.click()
    assert table.number == number
    let_go()
    one.until(number + 1)
    assert not one.errors
    one.close()
