"""Browser tests of a seat's page on a phone, upright and sideways, for every game in random states: nothing
is cut, covered or over something else; own figures stay at the top, declining answers at the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    FIND_FAULTS_JS,
    LANGUAGES,
    PHONE_SIZES,
    UNSTICK_CSS,
    new_tables,
    random_game,
    random_game_tables,
    resizer_without_paint,
)

pytestmark = pytest.mark.browser

WAIT_FOR_FRAME_JS = (
    "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
)
GAMES_WITH_PAGES = ("a-new-frontier", "new-frontiers", "race-for-the-galaxy")


@pytest.fixture(scope="session")  # cheap: each worker has its own
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("seats"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.stop()
    tables.close()


def test_each_game_with_pages_of_its_own_is_looked_at() -> None:
    assert tuple(sorted(games.names())) == GAMES_WITH_PAGES


@pytest.mark.parametrize("name", GAMES_WITH_PAGES)
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "de"])
def test_nothing_is_cut_or_covered(browser: Any, served: SimpleNamespace, name: str, language: str) -> None:
    tables = random_game_tables(served.tables, name, [3], [4], [0, 7, 40])
    one, found = Device(browser, served.address, PHONE_SIZES[0], locale=language), []
    resize = resizer_without_paint(one)
    for what, table in tables.items():
        page = one.open(f"/t/{table.id}/seat/0")
        for width, height in PHONE_SIZES:
            resize(width, height)
            page.evaluate(WAIT_FOR_FRAME_JS)
            page.evaluate(
                """(css) => {
                  const loose = new CSSStyleSheet();
                  loose.replaceSync(css);
                  document.adoptedStyleSheets = [...document.adoptedStyleSheets, loose];
                }""",
                UNSTICK_CSS,
            )
            found += [f"{what}, {width} x {height}: {it}" for it in page.evaluate(FIND_FAULTS_JS)]
    assert not one.errors
    one.close()
    assert not found, "\n".join(found)


TAB_GAPS_JS = """() => {
  document.documentElement.dataset.text = "2";
  const words = [...document.querySelectorAll(".tab > span")].map((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return range.getBoundingClientRect();
  });
  return words.slice(1).map((it, n) => it.left - words[n].right);
}"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_names_of_tabs_stand_apart_where_letters_are_large(
    browser: Any, served: SimpleNamespace, language: str
) -> None:
    """ "NowMaximiliane" was one word."""
    table = next(iter(random_game_tables(served.tables, "new-frontiers", [4], [4], [0]).values()))
    one = Device(browser, served.address, (390, 844), locale=language)
    gaps = one.open(f"/t/{table.id}/seat/0").evaluate(TAB_GAPS_JS)
    assert len(gaps) == 3
    assert min(gaps) > 4
    one.close()


UNDER_TOOLS_JS = """() => {
  const words = document.createRange(), found = document.querySelectorAll("#question .question-tools button");
  words.selectNodeContents(document.querySelector("#question .question-text"));
  const tools = [...found].map((it) => it.getBoundingClientRect());
  const under = [...words.getClientRects()].some((it) => tools.some(({ left, right, top, bottom }) =>
    it.left < right && left < it.right && it.top < bottom && top < it.bottom));
  return [tools.length, under];
}"""


@pytest.mark.parametrize("name", first_by_default(["race-for-the-galaxy", "new-frontiers"]))
def test_what_takes_back_and_what_does_again_lie_over_no_word_of_the_question(
    browser: Any, served: SimpleNamespace, name: str
) -> None:
    """Both are there once a step was taken back: the number of the page was under the first."""
    table = next(iter(random_game_tables(served.tables, name, [3], [4], [7]).values()))
    table.undo(table.number, "undone", "tablet")
    one = Device(browser, served.address, (390, 844))
    page = one.open(f"/t/{table.id}/seat/{table.questions[0].player}")
    for width, height in ((390, 844), (844, 390), (1024, 600), (1180, 820)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(UNDER_TOOLS_JS) == [2, False], f"{width} x {height}"
    one.close()


EDGES_JS = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect();
  const [strip, no, tabs, asked] = [".seat-strip", ".declines", ".tabs", "#question .question"].map(box);
  const floor = tabs.top > 100 ? tabs.top : innerHeight;
  const declines = !no || asked.bottom < floor || no.bottom <= floor + 1;
  return { top: strip.top, high: strip.height, declines };
}"""


BESIDE_JS = """() => {
  const [rest, asked] = ["#me", "#question"].map((it) => document.querySelector(it).getBoundingClientRect());
  const above = [...document.querySelectorAll(".with-strip > :not(#me, #question)")];
  const lowest = Math.max(...above.map((it) => it.getBoundingClientRect().bottom));
  const tabs = document.querySelector(".tabs").getBoundingClientRect();
  return [Math.round(rest.top - lowest), rest.right <= asked.left + 1, asked.bottom <= tabs.top + 1];
}"""
"""On a wide page: how far what comes after the question lies below the figures, whether beside it, and
whether the tabs leave the end of a long question in sight, where what declines is."""


@pytest.mark.parametrize("name", first_by_default(GAMES_WITH_PAGES))
def test_figures_and_what_declines_stay_in_sight(browser: Any, served: SimpleNamespace, name: str) -> None:
    """At any scroll position the figures are visible at the top edge, and so are declining answers at the
    bottom edge as long as answers are in the window. On a tablet the rest is beside the question."""
    one = Device(browser, served.address, PHONE_SIZES[0])
    for table in random_game_tables(served.tables, name, [3], [4], [7, 23]).values():
        page = one.open(f"/t/{table.id}/seat/0")
        for width, height in PHONE_SIZES[:2]:
            page.set_viewport_size({"width": width, "height": height})
            for down in (0, 150, 400):
                page.evaluate("top => scrollTo(0, top)", down)
                page.evaluate(WAIT_FOR_FRAME_JS)
                seen = page.evaluate(EDGES_JS)
                assert 0 <= seen["top"] < (60 if down == 0 else 1), (width, down)
                assert seen["high"] > 60
                assert seen["declines"], (width, down)
        page.set_viewport_size({"width": 1180, "height": 820})
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(WAIT_FOR_FRAME_JS)
        assert page.evaluate(BESIDE_JS) == [0, True, True]
    one.close()


COVERED_JS = Path(__file__).with_name("covered_focus.js").read_text("utf-8")


@pytest.mark.parametrize("name", first_by_default(GAMES_WITH_PAGES))
def test_what_one_goes_to_by_keyboard_lies_under_nothing_that_stays(
    browser: Any, served: SimpleNamespace, name: str
) -> None:
    """An action's tile lay under the tabs, and an answer under the one that declines."""
    one = Device(browser, served.address, PHONE_SIZES[0])
    for table in random_game_tables(served.tables, name, [3], [4], [7, 23]).values():
        page = one.open(f"/t/{table.id}/seat/0")
        for width, height in (*PHONE_SIZES, (1024, 600), (1180, 820)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            page.evaluate(WAIT_FOR_FRAME_JS)
            assert page.evaluate(COVERED_JS) == [], (width, height)
    one.close()


@pytest.mark.parametrize("size", PHONE_SIZES[:2])
def test_nothing_moves_while_others_are_asked(
    browser: Any, served: SimpleNamespace, size: tuple[int, int]
) -> None:
    one = Device(browser, served.address, size)
    (table,) = random_game_tables(served.tables, "new-frontiers", [3], [4], [7]).values()
    waits = next(seat for seat in range(3) if seat not in {it.player for it in table.questions})
    page = one.open(f"/t/{table.id}/seat/{waits}")
    tops = page.evaluate(
        """(texts) => texts.map((text) => {
          document.querySelector("#question > .waiting .question-text").lastElementChild.textContent = text;
          return document.querySelector("#me").getBoundingClientRect().top;
        })""",
        ["Waiting", "Waiting for another player and what they are asked now"],
    )
    assert tops[0] == tops[1]
    one.close()


ROWS_JS = """() => [...document.querySelectorAll(".answers.uneven")].map((list) => {
  const rows = {}, within = list.getBoundingClientRect(), style = getComputedStyle(list);
  const room = within.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  for (const it of [...list.children].filter((it) => it.checkVisibility())) {
    const box = it.getBoundingClientRect();
    const row = (rows[Math.round(box.top)] ??= { left: 1e6, right: 0, wordy: 0, count: 0 });
    row.left = Math.min(row.left, box.left); row.right = Math.max(row.right, box.right);
    row.count += 1; row.wordy += it.classList.contains("wordy");
  }
  return Object.values(rows).map((it) => [room - (it.right - it.left), it.wordy, it.count]);
})"""
"""Of each list with long answers, for each row of buttons: what it leaves free, long ones, all."""


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_long_words_have_the_whole_width_and_no_answer_a_hole_beside_it(
    browser: Any, served: SimpleNamespace, language: str
) -> None:
    """On a phone many answers stand in columns, where words of three lines had half the width."""
    one, seen = Device(browser, served.address, PHONE_SIZES[0], locale=language), 0
    for table in random_game_tables(served.tables, "race-for-the-galaxy", [3], [2], [106, 110]).values():
        for question in table.questions:
            page = one.open(f"/t/{table.id}/seat/{question.player}")
            for width, height in PHONE_SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate(WAIT_FOR_FRAME_JS)
                for rows in page.evaluate(ROWS_JS):
                    seen += 1
                    assert all(abs(free) < 2 and (count == 1 or not wordy) for free, wordy, count in rows), (
                        rows
                    )
    one.close()
    assert seen


END_JS = """() => {
  const [end, asked] = [".form-end", "#question"].map((it) => document.querySelector(it));
  const below = asked.getBoundingClientRect().bottom - end.getBoundingClientRect().bottom;
  return [below, asked.scrollHeight > asked.clientHeight];
}"""


@pytest.mark.slow
def test_the_end_of_a_long_form_is_the_end_of_what_is_seen_of_it(
    browser: Any, served: SimpleNamespace
) -> None:
    """Beside the rest of a wide page the form scrolled on below the button that sends it."""
    games_of = random_game(served.tables, "a-new-frontier", 3, 4, range(20), forms=True)
    table = next(it for _what, it in games_of if any(q.kind == "plan" for q in it.questions))
    one = Device(browser, served.address, (1180, 820))
    seat = next(q.player for q in table.questions if q.kind == "plan")
    page = one.open(f"/t/{table.id}/seat/{seat}")
    page.evaluate(WAIT_FOR_FRAME_JS)
    free, scrolls = page.evaluate(END_JS)
    assert scrolls
    assert abs(free) <= 1
    one.close()
