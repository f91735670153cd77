"""The areas of the tablet: what hands are to do is read whole at every size and wherever people sit, and the
names on the drawn cards are as large as there is room for; of many cards the signs are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.table.table import Table
from tests.games.race_for_the_galaxy.build import GAME
from tests.web.layout import LANGUAGES, LONG_NAMES, SIZES
from tests.web.test_table_layout_browser import DRAWN, Matrix, faults, matrix  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LONG = 250
"""Letters of what all that hands have to do takes: several times the words of an area."""


def tables_with_much_to_do(matrix: Matrix, players: int) -> Iterator[Table[Any]]:  # noqa: F811
    """Of games of the first seeds, as they are when somebody's hands have the most to do."""
    for seed in range(30, 45):
        seats = tuple(Player(LONG_NAMES[n], GAME.colours[n]) for n in range(players))
        setup, settings = Setup(seats, (("steps", "fewer"),)), Settings(draws="virtual")
        table = matrix.tables.create(GAME.name, setup, seed=seed, settings=settings)
        computers = ComputerSeats(table, Random(seed))
        while (decision := computers.decision(table.now)) is not None:
            table.submit(decision, table.number, f"step-{table.number:06}", "test")
            page = GAME.display.page(table.game.view(table.state, None), None)
            if any(len(words) > LONG for _seat, words in page.to_do):
                yield table
                break


@pytest.mark.parametrize(
    ("players", "edges"),
    [(2, ("", "ns", "ee")), (3, ("sss", "swe", "wee")), (4, ("", "wsne", "wwee", "sssn"))],
    ids=["two", "three", "four"],
)
def test_all_that_areas_and_phases_say_is_read(
    browser: Any,
    matrix: Matrix,  # noqa: F811
    players: int,
    edges: tuple[str, ...],
) -> None:
    """Six goods and their powers stood over the numbers of their player, and out of the window; the third who
    chose a phase over its numeral, numbers of two digits over each other, what is left over the round."""
    tables, found = tables_with_much_to_do(matrix, players), []
    for number, seating in enumerate(edges):
        table = next(tables)
        table.set(pages={"edges": seating} if seating else {"one_way": True})
        for language in LANGUAGES[number % 2 :: 2]:
            found += faults(browser, matrix, {seating or "one side": table}, language, SIZES)
    assert not found, "\n".join(found)


def test_of_a_list_that_scrolls_two_answers_are_in_sight_and_a_negative_military_with_more(
    browser: Any,
    matrix: Matrix,  # noqa: F811
) -> None:
    """On a low tablet that asks two, each with answers of three lines, one answer was in sight; "−1 +" hung
    out of its area, and of the window. Where four are asked, "Bartholomäus" stood a letter a line."""
    asks_four, asks_two = islice(tables_with_much_to_do(matrix, 4), 2, 4)
    found = list[str]()
    for table, seating in ((asks_two, "sssn"), (asks_two, "nwes"), (asks_two, ""), (asks_four, "nwes")):
        table.set(pages={"edges": seating} if seating else {"one_way": True})
        found += faults(browser, matrix, {seating or "one side": table}, "de", ((1024, 600),))
    assert not found, "\n".join(found)


def test_an_upright_tablet_that_asks_three_shows_two_answers_of_each_and_the_whole_of_what_one_may(
    browser: Any,
    matrix: Matrix,  # noqa: F811
) -> None:
    """An answer of thirteen lines stood alone in its column, and "if you like" was cut below."""
    (table,) = islice(tables_with_much_to_do(matrix, 4), 4, 5)
    table.set(pages={"edges": "wnes"})
    found = faults(browser, matrix, {"all round": table}, "de", ((820, 1180), (768, 1024)))
    assert not found, "\n".join(found)


def test_answers_lie_after_lists_that_scrolled_as_on_a_page_that_comes_anew(
    browser: Any,
    matrix: Matrix,  # noqa: F811
) -> None:
    """The letters of lists were measured for those of columns: a tablet that was turned had other answers."""
    (table,) = islice(tables_with_much_to_do(matrix, 4), 3, 4)
    table.set(pages={"edges": "sssn"})
    (one, resize), fitted = matrix.device("de"), "it => it.className + it.style.cssText"
    resize(1024, 600)
    page = one.open(f"/t/{table.id}/")
    for width, height in ((1024, 768), (1280, 800), (820, 1180), (1080, 1920)):
        resize(1024, 600)
        page.evaluate(DRAWN)
        assert "answers-scroll" in page.locator(".asking").evaluate(fitted)
        resize(width, height)
        page.evaluate(DRAWN)
        turned = page.locator(".asking").evaluate(fitted)
        one.open(f"/t/{table.id}/")
        page.evaluate(DRAWN)
        assert turned == page.locator(".asking").evaluate(fitted), (width, height)


NAMES_JS = """() => {
  const cards = [...document.querySelectorAll(".around .card > svg")];
  return cards.filter((it) => it.checkVisibility({ visibilityProperty: true })).flatMap((it) => {
    const name = [...it.querySelectorAll("text")].find((text) => text.getAttribute("x") === "37");
    if (!name) return [];
    const px = Number(name.getAttribute("font-size")) * Math.hypot(it.getScreenCTM().a, it.getScreenCTM().b);
    return [[it.querySelector("title").textContent, px]];
  });
}"""
"""The names of the cards that are in sight, and how many px their letters are high."""


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("size", "least"), [((1024, 600), 9), ((1180, 820), 12), ((820, 1180), 9)])
def test_the_names_of_few_cards_have_the_room_there_is(
    browser: Any,
    matrix: Matrix,  # noqa: F811
    size: tuple[int, int],
    least: int,
    players: int,
) -> None:
    """Cards stood 45 px wide, with names of 5 px, in an area of 480."""
    seats = tuple(Player(LONG_NAMES[n], GAME.colours[n]) for n in range(players))
    settings = Settings(draws="virtual", pages={"one_way": True})
    table = matrix.tables.create(GAME.name, Setup(seats), seed=players, settings=settings)
    computers, looked_at = ComputerSeats(table, Random(3)), 0
    one, resize = matrix.device("en")
    resize(*size)
    while max(len(empire.tableau) for empire in table.state.empires) < 5:
        decision = computers.decision(table.now)
        assert decision is not None, "the game is over"
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
        if table.number % 6:
            continue
        one.open(f"/t/{table.id}/")
        names = one.page.evaluate(NAMES_JS)
        looked_at += len(names)
        assert [(name, round(px, 1)) for name, px in names if px < least] == []
    assert looked_at > 10


SIGNS_JS = """() => [...document.querySelectorAll(".around .card > svg:last-child")]
  .filter((it) => it.checkVisibility({ visibilityProperty: true }))
  .flatMap((it) => [...it.querySelectorAll("text")].map((text) => {
    const matrix = it.getScreenCTM(), size = Number(text.getAttribute("font-size"));
    return [it.querySelector("title").textContent, size * Math.hypot(matrix.a, matrix.b)];
  }))"""
"""What is written on cards without names, and how many px high."""
LISTED_JS = """() => {
  const list = document.querySelector(".card-names:popover-open"), box = list.getBoundingClientRect();
  return {
    names: [...list.querySelectorAll("li")].map((it) => it.textContent),
    px: parseFloat(getComputedStyle(list.querySelector("li")).fontSize),
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
  };
}"""


@pytest.mark.parametrize(
    ("players", "edges"), [(2, ("", "ee")), (3, ("sss", "wee")), (4, ("", "wsne", "wwee", "sssn"))]
)
def test_signs_are_read_where_names_are_not_and_a_touch_of_their_number_lists_the_names(
    browser: Any,
    matrix: Matrix,  # noqa: F811
    players: int,
    edges: tuple[str, ...],
) -> None:
    """Names of 3 to 8 px stood on the cards of a tableau of more than six, and at narrow edges on fewer."""
    seats = tuple(Player(LONG_NAMES[n], GAME.colours[n]) for n in range(players))
    table = matrix.tables.create(GAME.name, Setup(seats), seed=players, settings=Settings(draws="virtual"))
    computers, read = ComputerSeats(table, Random(3)), 0
    one, resize = matrix.device("en")
    while (decision := computers.decision(table.now)) is not None:
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    for seating in edges:
        table.set(pages={"edges": seating} if seating else {"one_way": True})
        one.open(f"/t/{table.id}/")
        for width, height in SIZES:
            resize(width, height)
            signs = one.page.evaluate(SIGNS_JS)
            read += len(signs)
            small = [(name, round(px, 1)) for name, px in signs if px < 14]
            assert not small, (seating, width, height, small)
    number = one.page.locator("button.stat[popovertarget^=names]").first
    number.dispatch_event("click")
    listed = one.page.evaluate(LISTED_JS)
    seat = int((number.get_attribute("popovertarget") or "").partition("-")[2])
    cards = [table.state.card(held.card).name for held in table.state.empires[seat].tableau]
    assert listed["names"] == cards
    assert listed["px"] >= 14
    assert listed["inside"]
    assert read > 100
