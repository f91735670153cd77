"""Tests in a real browser: names and digits of other scripts (where names stand, what is typed), and a page
whose own script does not come."""

from __future__ import annotations

import json
import unicodedata

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.games.contract.piece_names import plain_name
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default
from tests.games.test_piece_names import SPELT
from tests.reports import REPORTS
from tests.web.conftest import SIZES, Device, Serving, bare_room
from tests.web.everything import play_steps
from tests.web.photographed import registered_shelf

REPORT = json.loads((REPORTS / "names-2.json").read_text(encoding="utf-8"))
KINDS = ("Pi", "Pf", "Pd", "Cf", "Zs")
"""Of signs that are written otherwise in names: quotation marks, dashes, spaces, what cannot be seen."""
PLACES = """() => {
  const places = {};
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    for (const part of %s) {
      const at = node.data.indexOf(part);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      const { left, top, width } = range.getBoundingClientRect();
      if (width > 1) (places[part] ??= []).push([Math.round(top), left]);
    }
  }
  return places;
}"""


pytestmark = pytest.mark.browser


@pytest.fixture
def real_games(tmp_path):
    """The included games, served."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), registered_shelf(tmp_path / "boxes")))
    yield serving, tables
    serving.begin_stop()
    tables.close()


@pytest.fixture
def page(browser, real_games):
    device = Device(browser, real_games[0].address, SIZES["phone"], has_touch=True)
    yield device
    device.close()


def in_order(page, parts):
    """Lines of the page in which all parts stand, and whether they stand from left to right in each."""
    places = page.evaluate(PLACES % json.dumps(parts))
    lines = [dict(places.get(part, [])) for part in parts]
    common = set(lines[0]).intersection(*lines[1:])
    assert common, places
    return all(sorted(line[top] for line in lines) == [line[top] for line in lines] for top in common)


def test_names_from_right_to_left_stay_in_their_order(page, real_games):
    one, two = REPORT["sentences"]
    setup = Setup((Player(one, "blue"), Player(two, "green")))
    table = real_games[1].create("new-frontiers", setup, seed=1)
    shown = page.open("/")
    shown.wait_for_selector(".running-players")
    assert in_order(shown, [one, two])
    shown = page.open(f"/t/{table.id}/history")
    assert in_order(shown, [one, two])


def test_a_script_that_a_touch_wants_and_that_does_not_come_is_wanted_again(page, real_games):
    setup = Setup((Player("Ann", "blue"), Player("Ben", "green")))
    table = real_games[1].create("new-frontiers", setup, seed=1)
    page.page.route("**/rules-panel.js", lambda route: route.abort())
    shown = page.open(f"/t/{table.id}")
    shown.click(".question-text a[data-rules]")
    shown.wait_for_selector(".toast.bad:has-text('no connection')")
    shown.unroute("**/rules-panel.js")
    shown.click(".question-text a[data-rules]")
    shown.wait_for_selector("#rules-panel:popover-open")
    assert not page.errors


def test_what_a_late_script_imports_and_did_not_come_is_wanted_again_by_a_new_page(page, real_games):
    """A browser keeps it as missed under its address for as long as the page lives."""
    setup = Setup((Player("Ann", "blue"), Player("Ben", "green")))
    table = real_games[1].create("new-frontiers", setup, seed=1)
    page.page.route("**/near.js", lambda route: route.abort())
    shown = page.open(f"/t/{table.id}")
    wanted = """async () => {
      const main = document.querySelector("script[src$='/main.js']").src;
      const { loadScript } = await import(main.replace("main.js", "send.js"));
      return loadScript("./telling-forms.js").then((it) => Object.keys(it).length, () => 0);
    }"""
    assert shown.evaluate(wanted) == 0
    shown.unroute("**/near.js")
    with shown.expect_navigation():
        shown.evaluate(wanted)
    shown.wait_for_selector("html[data-ready]")
    assert shown.evaluate(wanted) > 0


def test_pages_know_one_name_by_whatever_signs_as_the_server_does(page):
    signs = {chr(code) for code in range(0x20, 0x10000) if unicodedata.category(chr(code)) in KINDS}
    signs |= {*'"`´ʹʺʼˈ′″＂＇‚„−'}
    spelt = [*SPELT, *(f"Ann{sign}  Ärger{sign}9" for sign in sorted(signs))]
    plain = page.open("/").evaluate(
        """async (names) => {
          const main = document.querySelector("script[src$='/main.js']").src;
          const { plainName } = await import(main.replace("main.js", "lists.js"));
          return names.map(plainName);
        }""",
        spelt,
    )
    assert plain == list(map(plain_name, spelt))


def test_a_script_s_number_below_0_has_a_minus(page):
    """Of a sum and of a form's attribute alike; a hyphen within a name stays."""
    written = page.open("/").evaluate(
        """async () => {
          const main = document.querySelector("script[src$='/main.js']").src;
          const { figure, say } = await import(main.replace("main.js", "words.js"));
          const told = { what: "Ann-5", total: -3, least: "-12", most: "4" };
          const sentence = say("{what}: {total}; {least} to {most}", told);
          return [sentence, figure(-2), figure(0)];
        }"""
    )
    assert written == ["Ann-5: \u22123; \u221212 to 4", "\u22122", "0"]


@pytest.mark.parametrize("typed", first_by_default([*REPORT["digits"], "١٢", "१२"]))
def test_digits_of_other_scripts_are_taken_in_number_fields(page, typed):
    shown = page.open("/timer")
    field = shown.locator("input[type=number]").first
    field.fill("")
    field.focus()
    shown.keyboard.insert_text(typed)
    assert field.input_value() == "12"
    shown = page.open("/scan")
    shown.click(".scan-begin:last-child button[value='2']")
    shown.wait_for_url("**/scan/*")
    shown.wait_for_selector("html[data-ready]")
    field = shown.locator("#seat-0 .stepper input").first
    field.focus()
    shown.keyboard.insert_text(f"\u200f{typed}\u200e")  # as it is copied beside a name from right to left
    assert field.input_value() == "12"
    shown.locator("#seat-1 .stepper input").first.focus()
    shown.wait_for_selector("#seat-0 .stepper input[data-was='12']")


HEADS = """() => {
  const all = [...document.querySelectorAll(".sheet thead .who")];
  const places = all.map((it) => it.getBoundingClientRect());
  return {
    wide: document.documentElement.scrollWidth - innerWidth,
    over: places.some((it, n) => it.right > innerWidth || (n && it.left < places[n - 1].right)),
    broken: all.find((it) => it.textContent === "Ann")?.offsetHeight > 40,
  };
}"""
WIDTHS = "[...document.querySelectorAll('.tab')].map((it) => it.getBoundingClientRect().width)"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (1024, 600), (1180, 820)])
def test_the_longest_names_stand_side_by_side(page, real_games, size):
    """As many letters as a name may have: the widest, words, another script; and a short one."""
    names = ("W" * 24, "Maximiliane-Katharina F.", "محمد 12 علي", "Ann", "Bartholomäus-Ferdinandus")
    colours = games.load("new-frontiers").colours
    setup = Setup(tuple(map(Player, names, colours)))
    table = real_games[1].create("new-frontiers", setup, seed=1)
    play_steps(table, 20)
    page.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    shown = page.open(f"/t/{table.id}/history")
    assert shown.evaluate(HEADS)["wide"] == 0
    if size[0] < 500:
        assert min(page.open(f"/t/{table.id}/seat/0").evaluate(WIDTHS)) >= 48
    ended = real_games[1].create("new-frontiers", setup, seed=1)
    play_steps(ended, 2000)
    shown = page.open(f"/t/{ended.id}/score")
    assert shown.locator(".sheet thead .who").count() == len(names)
    assert shown.evaluate(HEADS) == {"wide": 0, "over": False, "broken": False}
