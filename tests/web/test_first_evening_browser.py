"""Browser tests of what strangers met on their first evening, with phones, large text and a tablet."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.contract import Naming
from companion.table.table import Table
from companion.web import create_app
from tests.default_run import first_by_default
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables
from tests.web.test_opened_parts_browser import DRAWN
from tests.web.test_refused_forms_browser import new_kinds

pytestmark = pytest.mark.browser

PHONES = ((390, 844), (844, 390))
BROKEN_WORDS_JS = """() => {
  const found = [], question = document.getElementById("question");
  const texts = document.createTreeWalker(question, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text; (text = texts.nextNode());) {
    const words = text.data.trim().split(/[\\s-]+/).filter(Boolean);
    if (!words.length || !text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter((it) => it.width);
    const lines = new Set(boxes.map((it) => Math.round(it.top)));
    if (lines.size > words.length) found.push(`${lines.size} lines of “${text.data.trim()}”`);
  }
  return found;
}"""
"""Texts with more lines than words: some word is broken, at worst into a letter a line."""


REACH_JS = """(where) => {
  const found = [];
  const controls = "button:enabled, label:has(input), input:is([type=search], [type=text])";
  for (const it of document.querySelector(where).querySelectorAll(controls)) {
    if (!it.checkVisibility({ visibilityProperty: true })) continue;
    it.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = it.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    const name = `${it.localName} “${it.innerText.slice(0, 30)}”`;
    const held = at && (it.contains(at) || at.closest("label")?.contains(it));
    if (!held) found.push(`${name} lies under ${at?.outerHTML.slice(0, 60)}`);
    if (Math.min(width, height) < 44) found.push(`${name} is ${Math.round(width)} x ${Math.round(height)}`);
  }
  return found;
}"""
"""What of a part of the page cannot be touched, or is too small for it."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("evening"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


SMALL_JS = """() => {
  const found = [];
  for (const it of document.querySelectorAll("#live :is(button:enabled, summary)")) {
    const { left, top, width, height } = it.getBoundingClientRect();
    if (!it.checkVisibility({ visibilityProperty: true }) || Math.min(width, height) < 3 || top < 0) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const touched = (dx, dy) => it.contains(document.elementFromPoint(x + dx, y + dy));
    const steps = [...Array(81).keys()].map((n) => n - 40);
    const wide = steps.filter((d) => touched(d, 0)).length, high = steps.filter((d) => touched(0, d)).length;
    if (Math.min(wide, high) < 44) found.push(`“${it.innerText.slice(0, 30)}” takes ${wide} x ${high}`);
  }
  return found;
}"""
"""What takes touches on less than a finger's width, however small it looks."""

HIT_JS = """(letters) => {
  const field = document.querySelector("#question :is([name=name], [data-filter])"), found = [];
  field.value = letters;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const list = field.dataset.filter ? document.getElementById(field.dataset.filter) : field.closest("form");
  const hits = [...list.querySelectorAll(":is([data-name], [data-words]):not([hidden])")];
  const { left, top, width, height } = hits[0].getBoundingClientRect();
  return [hits.length, hits[0].contains(document.elementFromPoint(left + width / 2, top + height / 2))];
}"""


def asked_for_two_homes(house: SimpleNamespace) -> Table[Any]:
    return asked_for_homes(house.tables.create("new-frontiers", setup(2, 1)))


@pytest.mark.parametrize("text", first_by_default(["2", "1.5"]))
@pytest.mark.parametrize("path", ["", "seat/0"])
def test_what_tells_a_piece_is_read_and_touched_with_large_text_on_a_phone(
    browser: Any, house: SimpleNamespace, path: str, text: str
) -> None:
    table, found = asked_for_two_homes(house), []
    for size in PHONES:
        one = Device(browser, house.address, size)
        page = one.open(f"/t/{table.id}/{path}")
        page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
        page.evaluate(DRAWN)
        found += [f"{size}: {it}" for it in page.evaluate(BROKEN_WORDS_JS)]
        found += [f"{size}: {it}" for it in page.evaluate(REACH_JS, "#question [data-answer-form]")]
        one.close()
    assert not found, "\n".join(found)


def test_a_phone_goes_on_to_its_own_page(browser: Any, house: SimpleNamespace) -> None:
    table = asked_for_two_homes(house)
    for size, path in (*((size, "seats") for size in PHONES), ((1024, 600), ""), ((1180, 820), "")):
        one = Device(browser, house.address, size)
        page = one.open("/")
        page.click(f"#table-{table.id} .go >> visible=true")
        page.wait_for_url(f"**/t/{table.id}/{path}")
        one.close()


@pytest.mark.parametrize(
    "size", first_by_default([(1024, 600), (390, 844), (844, 390), (1180, 820)], whole=True)
)
def test_each_piece_that_is_told_begins_at_its_top(
    browser: Any, house: SimpleNamespace, size: tuple[int, int]
) -> None:
    """The second home's form is read from its first line, however far down the first one's was left."""
    table = asked_for_two_homes(house)
    one = Device(browser, house.address, size)
    seat = table.questions[0].player or 0
    page = one.open(f"/t/{table.id}/" if size[1] > 500 and size[0] > 500 else f"/t/{table.id}/seat/{seat}")
    page.wait_for_selector("#question [data-answer-form=telling]")
    page.evaluate(
        """() => {
          const all = document.querySelector("[data-all-at-once]");
          if (all?.getAttribute("aria-pressed") === "false") all.click();
          for (const it of document.querySelectorAll("#question *, html")) it.scrollTop = it.scrollHeight;
        }"""
    )
    before, number = page.inner_text("#question"), table.number
    owner = Owner(printed_box(1), Random(1))
    table.submit(owner.answer(table.game, table.state, table.questions[0]), number, "told-000001", "test")
    one.until(table.number)
    page.evaluate(DRAWN)
    assert page.inner_text("#question") != before
    left = page.evaluate(
        """() => [...document.querySelectorAll("#question *")]
          .filter((it) => it.scrollTop > 1 && getComputedStyle(it).overflowY === "auto")
          .map((it) => it.outerHTML.slice(0, 80))"""
    )
    assert left == []
    title = page.locator("#question :is(h2, .question-text) >> visible=true").first.bounding_box()
    assert title["y"] >= 0
    one.close()


@pytest.mark.parametrize("size", first_by_default([(1024, 600), (1024, 768), (1180, 820)], whole=True))
def test_what_is_touched_on_a_tablet_is_large_enough(
    browser: Any, house: SimpleNamespace, size: tuple[int, int]
) -> None:
    table = asked_for_two_homes(house)
    one = Device(browser, house.address, size)
    page = one.open(f"/t/{table.id}/")
    assert page.evaluate(REACH_JS, ".form-over:popover-open") == []
    page.evaluate("document.querySelector('.form-over:popover-open').hidePopover()")
    assert page.evaluate(SMALL_JS) == []
    undo = page.locator("#question .question-tools button").first.bounding_box()
    assert min(undo["width"], undo["height"]) >= 48
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640), (1024, 600)])
def test_what_a_search_finds_lies_under_nothing(
    browser: Any, house: SimpleNamespace, size: tuple[int, int]
) -> None:
    named = (
        it for it in new_kinds(house, "new-frontiers", True) if isinstance(it[0].questions[0].form, Naming)
    )
    table, seat = next(named)
    one = Device(browser, house.address, size)
    page = one.open(f"/t/{table.id}/" if size[0] > 1000 else f"/t/{table.id}/seat/{seat}")
    page.wait_for_selector("#question [data-answer-form=naming]")
    found, seen = page.evaluate(HIT_JS, "al")
    assert found > 1
    assert seen
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 600), (1180, 820), (390, 844)])
def test_the_first_lesson_is_read_before_the_form(
    browser: Any, house: SimpleNamespace, size: tuple[int, int]
) -> None:
    table = asked_for_two_homes(house)
    table.set(teaching="lessons")
    one = Device(browser, house.address, size)
    page = one.open(f"/t/{table.id}/")
    seen = page.evaluate(
        """() => {
          const words = document.querySelector("#lesson .lesson-text");
          const { left, top, height } = words.getBoundingClientRect();
          return words.contains(document.elementFromPoint(left + 20, top + Math.min(height, 20) / 2));
        }"""
    )
    assert seen
    one.close()
