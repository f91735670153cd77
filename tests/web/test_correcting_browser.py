"""Browser tests of corrections by touch: one opens a fact, another changes it, a third takes it back."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.rigs import figures
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def played(tmp_path):
    """Two players at a new table of New Frontiers, served: (its serving, its table)."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create("new-frontiers", Setup(players), seed=2, settings=Settings(draws="virtual"))
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


def correcting(one, menu="#table-menu"):
    one.page.click(f"[popovertarget={menu[1:]}]")
    one.page.click(f"{menu} [data-correct-here]")
    one.page.wait_for_selector("html[data-correcting] #correcting:not([hidden])")


ELEMENT_BOXES_JS = """() => Object.fromEntries([...document.querySelectorAll(".bar *, #live [id], .tabs *")]
  .filter((it) => it.checkVisibility()).map((it, n) => {
    const box = it.getBoundingClientRect();
    return [`${n} ${it.id || it.className}`, [box.x, box.y, box.width, box.height].map(Math.round)];
  }))"""
TOP_AND_BOTTOM_JS = """(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return [top, bottom];
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("path", "menu"), first_by_default([("seat/0", "#seat-menu"), ("", "#table-menu")]))
def test_nothing_moves_when_correcting_begins_and_no_answer_is_cut_in_half(browser, played, path, menu):
    serving, table = played
    one = Device(browser, serving.address, SIZES["phone"])
    for width, height in (*SIZES.values(), (1280, 720)):
        one.page.set_viewport_size({"width": width, "height": height})
        one.open(f"/t/{table.id}/{path}")
        before = one.page.evaluate(ELEMENT_BOXES_JS)
        correcting(one, menu)
        assert one.page.evaluate(ELEMENT_BOXES_JS) == before, (width, height)
        top, bottom = one.page.evaluate(TOP_AND_BOTTOM_JS, "#correcting")
        if path or width < 760:  # a phone can scroll to what is hidden
            assert bottom == height
        else:
            assert (top, bottom) == pytest.approx(one.page.evaluate(TOP_AND_BOTTOM_JS, "#question"), abs=1.5)
    one.close()


@pytest.mark.slow
def test_a_number_that_is_touched_is_changed_and_taken_back(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    before = table.state.empires[1].credits
    one.page.click("[data-fact='credits/1']")
    one.page.click("#fact-panel [data-by='1']")
    one.page.click("#fact-panel button[type=submit]")
    one.page.wait_for_selector(".toast.good button")
    assert table.state.empires[1].credits == before + 1
    assert not one.page.locator("#fact-panel").is_visible()
    one.until(table.number)
    one.page.click(".toast.good button")
    one.page.wait_for_function(
        "n => document.querySelector(`[data-fact='credits/1'] b`).textContent == n", arg=str(before)
    )
    assert table.state.empires[1].credits == before
    one.page.click("[data-correct-done]")
    assert one.page.locator("html[data-correcting]").count() == 0
    assert not one.errors
    one.close()


MOST_TOUCHES = 4
"""For the correction of a number, from the page in play to the same page again."""


@pytest.mark.parametrize(("size", "path"), first_by_default([("tablet", ""), ("phone", "seat/0")]))
def test_a_number_is_corrected_with_few_touches(browser, played, size, path):
    """A displayed number, one whose reasons open, and any number by the menu; touches are counted."""
    serving, table = played
    one = Device(browser, serving.address, SIZES[size], has_touch=True)
    page = one.open(f"/t/{table.id}/{path}")
    touches = 0

    def tap(what):
        nonlocal touches
        page.locator(what).locator("visible=true").first.tap()
        touches += 1

    def correct(fact, before, *taps):
        nonlocal touches
        touches, number = 0, table.number
        for what in taps:
            tap(what)
        tap(f"#fact-panel .near-value:text-is('{before + 1}')")
        one.until(number + 1)
        page.wait_for_selector(".toast.good")
        assert next(f.value for f in table.game.facts(table.state) if f.path == fact) == before + 1
        assert not page.locator("#fact-panel").is_visible()
        page.evaluate("document.querySelectorAll('.toast').forEach((it) => it.remove())")
        page.wait_for_timeout(400)  # a control that came with an update takes no touch at once
        return touches

    empire = table.state.empires[0]
    bare = correct("credits/0", empire.credits, ".live [data-fact='credits/0']")
    with_reasons = correct(
        "supply/vp",
        table.state.supply.vp,
        ".live #end-chips > summary",
        ".live #end-chips [data-correct-this]",
    )
    menu = "#seat-menu" if path else "#table-menu"
    by_menu = correct(
        "chips/0",
        table.state.empires[0].chips,
        f"[popovertarget={menu[1:]}]",
        f"{menu} [data-correct-here]",
        ".live [data-fact='chips/0']",
    )
    figures.row(
        f"a number corrected on {size}: as it stands; with reasons; by the menu",
        touches=f"{bare}; {with_reasons}; {by_menu}",
    )
    assert (bare, with_reasons, by_menu) == (2, 3, 4)
    assert max(bare, with_reasons, by_menu) <= MOST_TOUCHES
    assert not one.errors
    one.close()


@pytest.mark.slow
def test_a_touch_beside_corrects_nothing(browser, played):
    """A touch outside closes a number's panel; a tile still opens its text."""
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"], has_touch=True)
    page = one.open(f"/t/{table.id}/")
    number = table.number
    page.locator(".live [data-fact='credits/1']").locator("visible=true").first.tap()
    page.locator("#fact-panel .near-value").first.wait_for()
    page.touchscreen.tap(3, 3)
    page.locator("#fact-panel").wait_for(state="hidden")
    page.locator("#worlds-0 button").first.tap()
    page.wait_for_selector("[id^=words-]:popover-open")
    assert not page.locator("#fact-panel").is_visible()
    assert table.number == number
    assert not one.errors
    one.close()


@pytest.mark.slow
def test_a_tile_that_is_touched_opens_its_facts_and_not_its_words(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["phone"])
    one.open(f"/t/{table.id}/seat/0")
    correcting(one, "#seat-menu")
    one.page.click("#mine-colonies .tile-row")
    panel = one.page.locator("#fact-panel")
    panel.locator("h3").first.wait_for()
    assert "good on" in panel.inner_text()
    good = panel.locator(".touched-fact").first.locator("button:not(:disabled)").first
    said = good.inner_text()
    good.click()  # done with one touch
    one.page.wait_for_selector(".toast.good")
    assert table.state.empires[0].colonies[0].good == said
    assert not one.errors
    one.close()


@pytest.mark.slow
def test_it_can_be_done_from_the_keyboard(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["laptop"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    one.page.focus("[data-fact='chips/0']")
    one.page.keyboard.press("Enter")
    one.page.locator("#fact-panel input").wait_for()
    one.page.wait_for_function("document.activeElement.type === 'number'")
    one.page.keyboard.type("7")
    one.page.keyboard.press("Enter")
    one.page.wait_for_selector(".toast.good")
    assert table.state.empires[0].chips == 7
    one.page.keyboard.press("Escape")
    one.page.wait_for_selector("html:not([data-correcting])")
    assert one.page.locator(".live [data-fact][tabindex]").count() == 0
    one.close()


def test_nothing_is_played_by_a_touch_meant_to_correct(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    number = table.number
    correcting(one)
    for fact in one.page.locator(".board [data-fact]").all()[:12]:
        if fact.is_visible():
            fact.click()
            one.page.locator("#fact-panel").wait_for(state="visible")
            one.page.keyboard.press("Escape")
    assert table.number == number
    assert one.page.locator(".action-words:popover-open").count() == 0
    one.close()


@pytest.mark.slow
def test_an_undo_that_comes_too_late_takes_nothing_else_back(browser, played):
    serving, table = played
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    correcting(one)
    one.page.click("[data-fact='credits/0']")
    one.page.click("#fact-panel [data-by='1']")
    one.page.click("#fact-panel button[type=submit]")
    one.page.wait_for_selector(".toast.good button")
    client = serving.app.test_client()
    body = {"seen": table.number, "key": "another-device", "path": "credits/1", "value": 9}
    assert client.post(f"/t/{table.id}/corrections", json=body).status_code == 200
    one.until(table.number)
    number = table.number
    one.page.click(".toast.good button")
    one.page.wait_for_selector("#toasts .bad")
    assert table.number == number
    one.close()


@pytest.fixture
def late_game(tmp_path):
    """Three players with goals in their fifth round, served: (its serving, its table)."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:3])
    setup = setup_with_draws(game, Setup(players, (("game", "later"), ("goals", "yes"))), seed=5)
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create("new-frontiers", setup, seed=5, settings=Settings(draws="virtual"))
    choose, rng = game.players["sensible"].choose, Random(5)
    while game.phase(table.state).round < 5:
        question, key = table.questions[0], f"late-{table.number:06}"
        if question.player is None:
            table.sample_chance(table.number, key)
            continue
        options = game.options(table.state, question.player)
        table.submit(choose(game, table.state, question, options, rng), table.number, key, "table")
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


TOUCH_POINT_JS = """async (mark) => {
  const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
  await Promise.allSettled(moving.map((one) => one.finished));
  const shown = [...document.querySelectorAll(".live [data-fact]")].filter((it) => it.checkVisibility());
  const it = shown.find((it) => it.dataset.fact === mark);
  it.scrollIntoView({ block: "center" });
  const { left, top, width, height } = it.getBoundingClientRect();
  for (let y = 1; y < 32; y += 1) for (let x = 1; x < 32; x += 1) {
    const at = [left + width * x / 32, top + height * y / 32];
    if (document.elementFromPoint(...at)?.closest("[data-fact]") === it) return at;
  }
  return null;
}"""
"""A point where a touch reaches the element with this mark, and no element with another. It waits for a disk
that glides to its place."""


def touch_points(page):
    """Each mark that the page shows, and a point where it is touched; every mark must have one."""
    marks = page.evaluate(
        "[...new Set([...document.querySelectorAll('.live [data-fact]')]"
        ".filter((it) => it.checkVisibility()).map((it) => it.dataset.fact))]"
    )
    assert len(marks) > 40
    for mark in marks:
        point = page.evaluate(TOUCH_POINT_JS, mark)
        assert point, f"nobody can touch {mark}"
        yield mark, point


@pytest.mark.slow
def test_each_fact_that_a_tablet_shows_can_be_touched(browser, late_game):
    serving, table = late_game
    one = Device(browser, serving.address, SIZES["tablet"])
    one.open(f"/t/{table.id}/")
    correcting(one, "#table-menu")
    assert list(touch_points(one.page))
    assert not one.errors
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "path", "menu"), [("tablet", "", "table"), ("phone", "seat/0", "seat")])
def test_each_fact_that_is_shown_can_be_touched_changed_and_taken_back(browser, late_game, size, path, menu):
    """Every mark on the page can be touched. For one mark of each kind the fact is changed in the panel, and
    one undo restores the table."""
    serving, table = late_game
    one = Device(browser, serving.address, SIZES[size])
    page = one.open(f"/t/{table.id}/{path}")
    correcting(one, f"#{menu}-menu")
    panel, changed = page.locator("#fact-panel"), set()
    for mark, point in touch_points(page):
        kind = tuple(part.split("/")[0] + part.partition("=")[2].split("%20")[0] for part in mark.split())
        if kind not in changed:
            changed.add(kind)
            page.mouse.click(*point)
            panel.locator(".touched-fact").first.wait_for()
            change_one(one, table, panel, mark)
    # Everything that a player has, and the progress of the game, is shown on both pages.
    kinds = {head for kind in changed for head in kind}
    assert {"round", "track", "action", "supply", "credits", "chips", "colonists", "home", "good"} <= kinds
    assert {"worldcolony", "developmentyes", "goalface", "stockpile-goods"} <= kinds
    assert {"worldexplored"} <= kinds
    assert not one.errors
    one.close()


def change_one(one, table, panel, mark):
    """Changes the first changeable fact in the open panel, and takes it back with one undo."""
    before, number = table.state, table.number
    inside = panel.locator("button[data-fact]")
    if inside.count() and not panel.locator("[data-post]:not(:disabled), [data-by]").count():
        inside.first.click()
        inside.first.wait_for(state="detached")
    panel.evaluate("(it) => it.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    if panel.locator("[data-post]:not(:disabled)").count():
        button = panel.locator("[data-post]:not(:disabled)").first
    else:
        field = panel.locator("input[data-was]").first
        up = field.get_attribute("max") != field.input_value()
        field.locator("xpath=..").locator(f"[data-by='{1 if up else -1}']").click()
        button = panel.locator("button[type=submit]:not(:disabled)")
    one.press(button, number)
    assert table.number == number + 1, mark
    assert table.state != before, mark
    one.press(one.page.locator("#steps [data-post='undo']"), number + 1)
    assert table.number == number + 2, mark
    assert table.state == before, mark


def test_what_is_not_there_yet_is_put_on_an_empty_place(browser, late_game):
    """A development is entered on a free space of the mat, found by typing a part of its name."""
    serving, table = late_game
    one = Device(browser, serving.address, SIZES["tablet"])
    page = one.open(f"/t/{table.id}/")
    correcting(one)
    page.locator("#plates-1 .slot").first.click()
    missing = next(
        fact
        for fact in table.game.facts(table.state)
        if fact.path.startswith("development/1/") and fact.value == "no"
    )
    id = missing.path.rpartition("/")[2]
    name = table.state.catalogue[id].name
    page.locator("#fact-panel input[type=search]").fill(name)
    page.locator("#fact-panel .which:visible", has_text=name).first.click()
    page.wait_for_selector(".toast.good")
    assert id in table.state.empires[1].developments
    assert not one.errors
    one.close()


@pytest.mark.slow
def test_every_mark_leads_to_a_fact(late_game):
    """A mark without a fact would open an empty panel."""
    import re
    from urllib.parse import quote

    serving, table = late_game
    client = serving.app.test_client()
    for path, seat in (("", ""), ("seat/0", "&seat=0")):
        page = client.get(f"/t/{table.id}/{path}").text
        marks = set(re.findall(r'data-fact="([^"]*)"', page))
        assert len(marks) > 40
        for mark in marks:
            asked = "&".join(f"path={quote(part)}" for part in mark.split())
            told = client.get(f"/t/{table.id}/correct/touched?{asked}{seat}").text
            assert 'class="touched-fact"' in told, mark


def test_a_panel_says_only_what_its_seat_may_know(played):
    serving, table = played
    client = serving.app.test_client()
    paths = "&".join(f"path={f.path}" for f in table.game.facts(table.game.view(table.state, 1))[:5])
    assert client.get(f"/t/{table.id}/correct/touched?seat=1&{paths}").text.count("touched-fact") >= 5
    assert "nothing to correct" in client.get(f"/t/{table.id}/correct/touched?path=nonsense").text
    assert client.get(f"/t/{table.id}/correct/touched?seat=9").status_code == 404
