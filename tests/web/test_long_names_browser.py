"""Long names of players break between their words only: on tabs, in the tablet's areas, in questions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.web import create_app
from companion.web.live.name_size import name_size
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    BROKEN_WORDS_JS,
    LONG_NAMES,
    new_tables,
    random_game_tables,
    resizer_without_paint,
)

LATIN = ("Bartholomäus", "Maximiliane", "Konstantinopel", "Christopherina", "Siebenschläferin")
CYRILLIC = ("Константинополь", "Преображенский", "Александровичева", "Вячеславовна", "Достоевский")
KANA = (
    "アレクサンドリアナ",
    "はなこさんたろうさん",
    "司馬懿仲達諸葛孔明",
    "김수한무거북이와두루미",
    "歐陽修永叔醉翁",
)
AS_LONG_AS_CAN_BE = (
    "Wolfeschlegelsteinhausen",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
    "Донаудампфшиффартсгезелл",
    "Llanfairpwllgwyngyllgoge",
    "Hubert Blaine Wolfeschle",
)
LATIN_AT_MOST = (
    "Wolfeschlegelsteinhausen",
    "Llanfairpwllgwyngyllgoge",
    "Siebenschläferinnenkind",
    "Christopherinamarie",
    "Konstantinopolitaner",
)
OTHERS_AT_MOST = (
    "Донаудампфшиффартсгезелл",
    "Александровичева",
    "ΚΩΝΣΤΑΝΤΙΝΟΥΠΟΛΙΤΙΣΣΑ",
    "Աստվածատրյանփափազյանց",
    "Преображенскийсын",
)
SMALLEST = 11
"""Pixels of letters below which a name is not written: there it breaks, too."""
PHONES = ((390, 844), (844, 390))
TABLETS = ((1024, 600), (1024, 768), (1180, 820), (820, 1180), (1440, 900))
SIZES = (*PHONES, *TABLETS)
TOO_WIDE_JS = "document.documentElement.scrollWidth - innerWidth"
OPEN_JS = "for (const it of document.querySelectorAll('details:not(.tally)')) it.open = true"
TAB_JS = """() => {
  const it = document.querySelector(".tab-name"), box = it.getBoundingClientRect();
  const tab = it.closest(".tab").getBoundingClientRect();
  return [box.height < 2 * parseFloat(getComputedStyle(it).fontSize), box.width <= tab.width];
}"""
"""Whether the own name on its tab is one line, and within it."""
SMALL_JS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const apart = "svg, .hidden-visually, .said, [popover]:not(:popover-open)";
  for (let node; (node = walker.nextNode());) {
    const it = node.parentElement, size = parseFloat(getComputedStyle(it).fontSize);
    if (!it.closest(".area") || it.closest(apart) || !node.data.trim() || !it.checkVisibility()) continue;
    if (size < 14) found.push(`${node.data.trim()} in letters of ${size.toFixed(1)} px`);
  }
  return found;
}"""
"""Words of the players' areas that are too small to be read across a table; a drawn card opens its own."""


def test_a_name_of_short_words_is_written_as_all_are() -> None:
    for name in ("Ann", "Alexandrine", "Anna-Katharina von Rose", "アレクサンドリアナ", "", "Jean-Baptiste"):
        assert name_size(name) == {}, name
    for name in (*LATIN[:1], *CYRILLIC, "Konstantinopolitaner greift an"):
        assert name_size(name), name


def test_the_longest_word_decides_and_marks_have_no_width() -> None:
    alone = name_size("Bartholomäus")
    assert name_size("Bartholomäus von Rose") == name_size("Rose Bartholomäus") == alone
    assert name_size("Bartholoma\u0308us") == alone


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("long-names"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.stop()
    tables.close()


def table_of(served: SimpleNamespace, name: str, names: tuple[str, ...], steps: int) -> Any:
    game = games.load(name)
    count = min(len(names), game.seats[1])
    players = tuple(Player(names[n], game.colours[n]) for n in range(count))
    table = served.tables.create(name, Setup(players), seed=5, settings=Settings(draws="virtual"))
    computers = ComputerSeats(table, Random(5))
    for step in range(steps):
        if (decision := computers.decision(table.now)) is None:
            break
        table.submit(decision, table.number, f"step-{step:06}", "test")
    return table


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize(
    ("names", "least"),
    [(LATIN, 0), (CYRILLIC, 0), (KANA, 0), (LATIN_AT_MOST, SMALLEST), (OTHERS_AT_MOST, SMALLEST)],
    ids=["latin", "cyrillic", "east-asian", "latin-24", "others-24"],
)
def test_names_break_between_words_only(
    browser: Any, served: SimpleNamespace, name: str, names: tuple[str, ...], least: int
) -> None:
    """least: a word in letters of so many px may break, since there is no room for 24 of them."""
    table = table_of(served, name, names, 25)
    one, found = Device(browser, served.address, PHONES[0], locale="de"), []
    resize = resizer_without_paint(one)
    words = [] if names is KANA else list(names)  # a line may break between any two of these letters
    for path in (
        "",
        "seat/0",
        "seat/1",
        "correct",
        "history",
        "leaving",
        "seating",
        "join",
        "put-away",
        "set-up",
        "lay-out",
        "score",
    ):
        page = one.open(f"/t/{table.id}/{path}")
        for width, height in SIZES:
            resize(width, height)
            page.evaluate(OPEN_JS)
            broken = page.evaluate(BROKEN_WORDS_JS, [words, least])
            found += [f"/{path} at {width} x {height}: {it}" for it in broken]
            if page.evaluate(TOO_WIDE_JS) > 0:
                found.append(f"/{path} is wider than {width} x {height}")
            if not path and (width, height) in TABLETS and least < SMALLEST:
                found += [f"{width} x {height}: {it}" for it in page.evaluate(SMALL_JS)]
            if path.startswith("seat/") and page.evaluate(TAB_JS) != [True, True]:
                found.append(f"/{path} at {width} x {height}: the tab with the name")
    one.close()
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_no_name_makes_a_page_wider_than_a_phone(browser: Any, served: SimpleNamespace, name: str) -> None:
    """A name has up to 24 letters, which may be one word."""
    table = table_of(served, name, AS_LONG_AS_CAN_BE, 25)
    one, wide = Device(browser, served.address, PHONES[0], locale="de"), []
    resize = resizer_without_paint(one)
    pages = (
        "",
        "seat/0",
        "correct",
        "history",
        "leaving",
        "seating",
        "join",
        "put-away",
        "set-up",
        "lay-out",
        "score",
    )
    for path in ("/", "/staff", *(f"/t/{table.id}/{it}" for it in pages)):
        page = one.open(path)
        page.evaluate(OPEN_JS)
        for width, height in PHONES:
            resize(width, height)
            if (by := page.evaluate(TOO_WIDE_JS)) > 0:
                wide.append(f"{path} is {by} px wider than {width} x {height}")
    one.close()
    assert not wide, "\n".join(wide)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "count", "seed", "steps", "language", "size"),
    [
        ("race-for-the-galaxy", 4, 11, 25, "es", (768, 1024)),
        ("a-new-frontier", 3, 14, 60, "fr", (820, 1180)),
    ],
)
def test_a_name_in_the_last_of_several_narrow_questions_is_whole(
    browser: Any,
    served: SimpleNamespace,
    name: str,
    count: int,
    seed: int,
    steps: int,
    language: str,
    size: tuple[int, int],
) -> None:
    """Undo had room beside it and above it: "Maximil/iane"."""
    (table,) = random_game_tables(served.tables, name, (count,), (seed,), (steps,), forms=True).values()
    one = Device(browser, served.address, size, locale=language)
    page = one.open(f"/t/{table.id}/")
    assert page.locator(".asks-2 > .question:not(.closed)").count() > 1
    assert page.evaluate(BROKEN_WORDS_JS, [list(LONG_NAMES), 0]) == []
    one.close()


@pytest.mark.browser
def test_a_name_that_ends_in_dots_is_said_whole_when_it_is_touched(
    browser: Any, served: SimpleNamespace
) -> None:
    table = table_of(served, "new-frontiers", LATIN_AT_MOST[:1] + LATIN[:4], 1000)
    one = Device(browser, served.address, PHONES[0])
    for path in ("score", "finale"):
        page = one.open(f"/t/{table.id}/{path}")
        name = page.locator(f'.who[title="{LATIN_AT_MOST[0]}"]').first
        assert name.evaluate("(it) => it.scrollWidth > it.clientWidth")
        name.click()
        said = page.locator("#toasts .toast")
        said.wait_for()
        assert said.inner_text().strip() == LATIN_AT_MOST[0]
    assert not one.errors
    one.close()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 5])
def test_a_name_in_the_head_of_a_column_is_smaller_or_ends_in_dots_and_is_never_broken(
    browser: Any, served: SimpleNamespace, count: int
) -> None:
    """ "Maximili/ane": of a finished game, in the sheet and below the columns of the finale."""
    table = table_of(served, "new-frontiers", LATIN_AT_MOST[:1] + LATIN[: count - 1], 1000)
    assert table.game.phase(table.state).over
    one, found = Device(browser, served.address, PHONES[0], locale="de"), []
    resize = resizer_without_paint(one)
    for path in ("score", "finale"):
        page = one.open(f"/t/{table.id}/{path}")
        assert page.locator(f'.who[title="{LATIN_AT_MOST[0]}"]').count() == 1
        for width, height in SIZES:
            resize(width, height)
            broken = page.evaluate(BROKEN_WORDS_JS, [[*LATIN_AT_MOST[:1], *LATIN], 0])
            found += [f"/{path} at {width} x {height}: {it}" for it in broken]
            if page.evaluate(TOO_WIDE_JS) > 0:
                found.append(f"/{path} is wider than {width} x {height}")
    one.close()
    assert not found, "\n".join(found)
