"""The table's page at every size of tablets and screens, for 2 to 5 players, in states drawn from random
games: nothing is cut, covered, out of the window, over other things or too small to read or touch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from tests.default_run import first_by_default, shared
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    FIND_FAULTS_JS,
    LANGUAGES,
    LONG_NAMES,
    SIZES,
    new_tables,
    random_game,
    random_game_tables,
    resizer_without_paint,
)

pytestmark = pytest.mark.browser

COUNTS = (2, 3, 4, 5)
EDGES = ("wnes", "wwee", "sssnn", "wsewn", "wwsss", "nwes", "swe", "we", "ee", "")
"""Where people may sit; empty: all the same way up, with five."""
DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
TURNS = "() => getComputedStyle(document.querySelector('.around .asking')).containerType === 'size'"
LOOKED_AT = f"async () => {{ await ({DRAWN})(); return [({TURNS})(), ({FIND_FAULTS_JS})()]; }}"
"""In one call to the browser, of which there are thousands."""


OTHERS = {"a-new-frontier": (3, 4, 5), "race-for-the-galaxy": (2, 3, 4)}
"""The other games, with their numbers of players."""


class Matrix:
    """Served tables of New Frontiers, or of another game, in all the states that some test asks for, and a
    device of each language: half of what a new one costs goes before its first page."""

    def __init__(self, browser: Any, folder: Any) -> None:
        self.tables = new_tables(folder)
        self.serving = Serving(create_app(bare_room(self.tables)))
        self._browser, self._devices = browser, dict[str, tuple[Device, Callable[[int, int], None]]]()

    def device(self, language: str) -> tuple[Device, Callable[[int, int], None]]:
        """For pages that are only looked at, with what sets its size: what a test touches needs a device of
        its own."""
        if language not in self._devices:
            one = Device(self._browser, self.serving.address, (1180, 820), locale=language)
            self._devices[language] = one, resizer_without_paint(one)
        return self._devices[language]

    def close(self) -> None:
        for one, _resize in self._devices.values():
            one.close()
        self.serving.stop()
        self.tables.close()

    def states(self, *asked: Iterable[int], game: str = "new-frontiers") -> dict[str, Table[Any]]:
        return random_game_tables(self.tables, game, *asked, forms=game in OTHERS)

    def game(
        self, count: int, seed: int, steps: Iterable[int], game: str = "new-frontiers"
    ) -> Iterator[tuple[str, Table[Any]]]:
        return random_game(self.tables, game, count, seed, steps, forms=game in OTHERS)


@pytest.fixture(scope="session")  # cheap: each worker has its own
def matrix(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matrix]:
    made = Matrix(browser, tmp_path_factory.mktemp("layout"))
    yield made
    made.close()


def faults(
    browser: Any,
    matrix: Matrix,
    tables: dict[str, Table[Any]],
    language: str,
    sizes: Sequence[tuple[int, int]] = SIZES,
    text: str = "",
) -> list[str]:
    """What is wrong on the pages of these tables at these sizes, one line each."""
    (one, resize), found = matrix.device(language), list[str]()
    one.errors.clear()
    for what, table in tables.items():
        page = one.open(f"/t/{table.id}/")
        if text:
            page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
        for width, height in sizes:
            resize(width, height)
            turns, wrong = page.evaluate(LOOKED_AT)
            # On a screen of 600 px the areas stand in one column, as with large text.
            assert turns == (not text and width > 600), f"{width} x {height}"
            found += [f"{what}, {language}, {width} x {height}: {it}" for it in wrong]
    assert not one.errors
    one.page.goto("about:blank")  # it keeps no line to the server while others are looked at
    return found


def faults_at_shared_sizes(
    browser: Any, matrix: Matrix, tables: dict[str, Table[Any]], language: str
) -> list[str]:
    """What is wrong when each table is seen at some of the sizes, and each size with one of the tables. Every
    table at every size is what the slow tests of the whole matrix look at."""
    found = []
    for at, (what, table) in enumerate(tables.items()):
        found += faults(browser, matrix, {what: table}, language, SIZES[at :: len(tables)])
    return found


def faults_in_languages(
    browser: Any,
    matrix: Matrix,
    tables: Iterable[tuple[str, Table[Any]]],
    sizes: Sequence[tuple[int, int]] = SIZES,
    text: str = "",
    first: int = 0,
) -> list[str]:
    """What is wrong with these tables: each is seen at every size, half of them in either of two languages,
    and every language at every size; `make test-all` looks at all of it."""
    found = []
    for at, (what, table) in enumerate(tables, first):
        for number, language in enumerate(shared(LANGUAGES, at, 2)):
            these = shared(sizes, at // 2 + number, 2)
            found += faults(browser, matrix, {what: table}, language, these, text)
    return found


DEFAULT = ((5, "de"),)
"""The most players, in the language whose words are the longest; the rest is `slow`."""
OTHERS_DEFAULT = tuple(zip(OTHERS, ("de", "fr"), strict=True))


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "language"),
    [
        pytest.param(count, language, marks=() if (count, language) in DEFAULT else pytest.mark.slow)
        for count in COUNTS
        for language in LANGUAGES
    ],
)
def test_nothing_is_cut_covered_or_out_of_the_window(
    browser: Any, matrix: Matrix, count: int, language: str
) -> None:
    """A sample: of each number of players and language three other states, which share the sizes."""
    at = 7 * LANGUAGES.index(language)
    tables = matrix.states([count], [1 + at], [9 + at, 60 + at, 120 + 3 * at])
    found = faults_at_shared_sizes(browser, matrix, tables, language)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(game, language, marks=() if (game, language) in OTHERS_DEFAULT else pytest.mark.slow)
        for game in OTHERS
        for language in LANGUAGES
    ],
)
def test_nothing_is_cut_covered_or_out_of_the_window_in_another_game(
    browser: Any, matrix: Matrix, game: str, language: str
) -> None:
    """A sample: in each language another number of players and three other states, which share the sizes."""
    at = LANGUAGES.index(language)
    count = OTHERS[game][at % len(OTHERS[game])]
    tables = matrix.states([count], [1 + at], [9 + 10 * at, 60 + 30 * at, 150 + 60 * at], game=game)
    found = faults_at_shared_sizes(browser, matrix, tables, language)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("edges", first_by_default(["wsne", "sss", "wee"]))
@pytest.mark.parametrize("game", OTHERS)
def test_nothing_is_cut_in_another_game_wherever_people_sit(
    browser: Any, matrix: Matrix, game: str, edges: str
) -> None:
    tables = seated(matrix, edges, [3], [60, 150], game)
    found = faults(browser, matrix, tables, "de", ((1024, 600), (1180, 820), (768, 1024)))
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_many_answers_are_all_in_sight(browser: Any, matrix: Matrix) -> None:
    """Twelve and more developments to choose from, at each edge, on the smallest screens, too."""
    tables = {}
    for seed in (9, 12, 20, *range(40)):  # today these three; others would be found too
        for what, table in matrix.states([3], [seed], [9, 17]).items():
            if len(table.game.options(table.state, table.questions[0].player)) >= 12:
                tables[what] = table
        if len(tables) == 3:
            break
    assert len(tables) == 3
    sizes = ((1024, 600), (1024, 768), (1180, 820), (820, 1180))
    found = []
    for edges, (what, table) in zip(("sne", "ewn", "nsw"), tables.items(), strict=True):
        table.set(pages={"edges": edges})
        found += [f"{edges}: {it}" for it in faults(browser, matrix, {what: table}, "de", sizes)]
    assert not found, "\n".join(found)


def consuming(matrix: Matrix) -> Table[Any]:
    """Race for the Galaxy, played by sensible players until four have 24 and more answers to give."""
    game = games.load("race-for-the-galaxy")
    players = tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(4))
    table = matrix.tables.create(game.name, Setup(players), seed=11, settings=Settings(draws="virtual"))
    computers = ComputerSeats(table, Random(11))
    for step in range(400):
        asked = [it for it in table.questions if it.player is not None and not it.secret and it.form is None]
        if len(asked) == 4 and sum(len(game.options(table.state, it.player)) for it in asked) >= 24:
            return table
        sampled = table.sampled()
        decision = computers.decision(table.now) if sampled is None else sampled[0]
        table.submit(decision, table.number, f"step-{step}", "test")
    raise AssertionError("no such state")


@pytest.mark.slow
def test_many_answers_of_four_people_at_once_are_read_and_touched(browser: Any, matrix: Matrix) -> None:
    """Where no column of answers would be read, each is a list that scrolls."""
    table = consuming(matrix)
    sizes = ((1024, 600), (1024, 768), (1180, 820), (820, 1180))
    one = Device(browser, matrix.serving.address, sizes[0], locale="de")
    page = one.open(f"/t/{table.id}/")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        letters = page.eval_on_selector_all(
            ".question-text, .answer-words, .answer-label, .answer :is(b, s)",
            "all => Math.min(...all.map((it) => parseFloat(getComputedStyle(it).fontSize)))",
        )
        assert letters >= 14, (width, height)
        last = page.locator(".question").nth(1).locator(".answer:visible").last
        last.scroll_into_view_if_needed()
        box = last.bounding_box()
        assert box is not None
        assert box["height"] >= 48
        last.click(trial=True)
    one.close()


@pytest.mark.slow
def test_answers_are_fitted_again_when_the_font_comes_late(browser: Any, matrix: Matrix) -> None:
    (table,) = matrix.states([5], [3], [60]).values()
    fitted, held = "it => it.className + it.style.cssText", []
    one = Device(browser, matrix.serving.address, (1024, 600))
    page, address = one.page, f"/t/{table.id}/"
    one.open(address)
    page.evaluate("document.fonts.ready.then(() => true)")
    want = page.locator(".asking").evaluate(fitted)
    page.route("**/*.woff2*", lambda route: held.append(route))
    page.goto(one.address + address, wait_until="commit")  # `load` waits for the font
    page.wait_for_selector("html[data-ready]")
    assert held
    page.locator(".asking").evaluate("it => it.style.setProperty('--fit', '0.7')")  # as for wider letters
    for request in held:
        request.continue_()
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.locator(".asking").evaluate(fitted) == want
    one.close()


@pytest.mark.slow
@pytest.mark.parametrize("edges", EDGES[:1])  # the next three are full edges, below; the others are slow
def test_nothing_is_cut_wherever_people_sit(browser: Any, matrix: Matrix, edges: str) -> None:
    tables = seated(matrix, edges, [3], [60, 150])
    found = faults(browser, matrix, tables, "de", ((1024, 600), (1180, 820), (768, 1024)))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("edges", first_by_default(["wsewn", "sssnn", "wwee"]))
def test_nothing_is_cut_where_edges_are_full(browser: Any, matrix: Matrix, edges: str) -> None:
    """Nine and ten worlds of a player on a short edge, or on a third of a long one; credits on an action tile
    that somebody selected."""
    tables = seated(matrix, edges, [22], [60, 150])
    found = faults(browser, matrix, tables, "en", ((1024, 600), (1180, 820), (820, 1180)))
    assert not found, "\n".join(found)


def seated(
    matrix: Matrix, edges: str, seeds: Iterable[int], steps: Iterable[int], game: str = "new-frontiers"
) -> dict[str, Table[Any]]:
    tables = matrix.states([len(edges) or 5], seeds, steps, game=game)
    for table in tables.values():
        table.set(pages={"edges": edges} if edges else {"one_way": True})
    return {f"{what} at {edges or 'one side'}": table for what, table in tables.items()}


ACTION_WORDS_BROKEN_JS = """(crowds) => crowds.flatMap((crowd) => {
  document.documentElement.className = crowd;
  const words = [...document.querySelectorAll(".action-tile > span")].filter((it) => it.offsetWidth > 1);
  return words.filter((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
    return lines.size > it.textContent.trim().split(/\\s+/).length;
  }).map((it) => `${crowd}: ${it.textContent}`);
})"""


@pytest.mark.slow
def test_the_names_of_actions_break_between_words_only(matrix: Matrix) -> None:
    """English names have no soft hyphens. With one side edge they have the least room on an upright tablet,
    less where it holds many tiles."""
    (one, resize), found = matrix.device("en"), []
    (table,) = matrix.states([5], [4], [0]).values()
    page = one.open(f"/t/{table.id}/")
    assert page.locator(".around.sides:not(.both-sides)").count()
    for width, height in ((820, 1180), (768, 1024), (1024, 600), (1180, 820)):
        resize(width, height)
        broken = page.evaluate(ACTION_WORDS_BROKEN_JS, ["", "crowd-sides", "crowd-sides throng-sides"])
        found += [f"{width} x {height}: {it}" for it in broken]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("count", [5, 2, 3, 4])
def test_large_text_loses_nothing(browser: Any, matrix: Matrix, count: int) -> None:
    tables = matrix.states([count], [2], [60, 120])
    found = faults(browser, matrix, tables, "de", ((1024, 600), (820, 1180), (1920, 1080)), text="2")
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [11, 12, 13])
@pytest.mark.parametrize("count", COUNTS)
def test_the_whole_matrix(browser: Any, matrix: Matrix, count: int, seed: int) -> None:
    played = matrix.game(count, seed, [0, 3, 9, 17, 40, 75, 110, 150])
    found = faults_in_languages(browser, matrix, played)
    large = matrix.states([count], [seed], [0, 40]).items()
    found += faults_in_languages(browser, matrix, large, SIZES[::3], text="2", first=2 * seed)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize(("game", "count"), [(game, count) for game in OTHERS for count in OTHERS[game]])
def test_the_whole_matrix_of_another_game(
    browser: Any, matrix: Matrix, game: str, count: int, seed: int
) -> None:
    played = matrix.game(count, seed, [0, 9, 40, 75, 110, 150, 210, 300], game)
    found = faults_in_languages(browser, matrix, played)
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("edges", EDGES)
def test_the_whole_matrix_wherever_people_sit(browser: Any, matrix: Matrix, edges: str) -> None:
    played = seated(matrix, edges, [21, 22], [9, 60, 150]).items()
    found = faults_in_languages(browser, matrix, played)
    assert not found, "\n".join(found)


def test_the_check_finds_what_is_wrong(browser: Any, matrix: Matrix) -> None:
    """Each kind of fault, made by hand."""
    tables = matrix.states([2], [1], [9])
    one = Device(browser, matrix.serving.address, (1180, 820))
    resizer_without_paint(one)(1180, 820)
    found = SimpleNamespace()
    for name, wrong in {
        "cut": "document.querySelector('.answer-words').style.fontSize = '150px'",
        "over each other": "document.querySelector('.empire-name').style.translate = '0 50px'",
        "outside": "document.querySelector('.edge-s').style.translate = '0 60px'",
        "covered": "document.querySelector('.mid').append(Object.assign(document.createElement('b'), "
        "{className: 'over'})); document.querySelector('.over').style = 'position:fixed;inset:0;z-index:99'",
        "letters of 13.0 px": "document.querySelector('.answer-words').style.fontSize = '13px'",
        "small": "document.querySelector('.answer').style.maxHeight = '30px'",
    }.items():
        page = one.open(f"/t/{next(iter(tables.values())).id}/")
        assert page.evaluate(FIND_FAULTS_JS) == []
        page.evaluate(f"() => {{ {wrong} }}")
        setattr(found, name, [it for it in page.evaluate(FIND_FAULTS_JS) if it.startswith(f"{name}: ")])
    one.close()
    assert all(vars(found).values()), found


PROPOSED = """
() => {
  document.querySelector("#cards").innerHTML = `
    <div class="card held"><svg class="card-ring" viewBox="0 0 40 40"></svg>
      <p class="card-words">Anna settles Galactic News Hub with 2 credits</p>
      <div class="card-tools">
        <button class="button primary">Yes</button><button class="button">No</button>
      </div></div>`;
}"""
COVERED = """
async (toasts) => {
  const { positionToasts, toast } = await import(toasts);
  toast("Meanwhile: Ben settles Galactic News Hub.");
  positionToasts(document.getElementById("line"));
  document.getElementById("line").innerHTML = '<p class="toast bad">The line is lost; trying again …</p>';
  const box = (it) => it.getBoundingClientRect();
  const over = [...document.querySelectorAll("#toasts > *, #line > *, #cards > *")];
  const needed = [
    ...document.querySelectorAll("#question .answer, #question .question-text, .stats > .stat"),
  ];
  return needed.filter((it) => over.some((one) => {
    const [a, b] = [box(one), box(it)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    return wide > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  })).map((it) => it.textContent.trim());
}"""


@pytest.mark.parametrize(
    "size",
    first_by_default([(1024, 600), (820, 1180), (1024, 768), (1180, 820), (1366, 768)], whole=True),
)
def test_what_is_said_for_a_moment_covers_no_figures_and_no_answers(
    browser: Any, matrix: Matrix, size: tuple[int, int]
) -> None:
    """What the camera saw, with Yes and No, a message, and that the line is lost."""
    one = Device(browser, matrix.serving.address, size)
    for count in (2, 5):
        table = next(iter(matrix.states([count], [1], [60]).values()))
        page = one.open(f"/t/{table.id}/")
        toasts = page.evaluate(
            """[...document.querySelectorAll("link[rel=modulepreload]")]
              .find((it) => it.href.endsWith("/toast.js")).href"""
        )
        page.evaluate(PROPOSED)
        assert page.evaluate(COVERED, toasts) == []
    one.close()
