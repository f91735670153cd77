"""Tests in Firefox and in WebKit, the engine of iPads: a table is set up, answered and kept up to date in
each, and nothing on its pages is cut, covered or over something else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Correction, Player, Setup, Telling
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.default_run import first_by_default, shared
from tests.web.axe import THEMES, axe_source
from tests.web.conftest import Serving, bare_room
from tests.web.layout import (
    FIND_FAULTS_JS,
    LANGUAGES,
    LONG_NAMES,
    PHONE_SIZES,
    SIZES,
    UNSTICK_CSS,
    finished_table,
    new_tables,
    random_game_tables,
)
from tests.web.other_browsers import BROWSERS, WITH_PICTURES, MissingProgram, OtherBrowser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SAMPLE_SIZES = ((1024, 600), (1180, 820), (768, 1024))
PLAYER_COUNTS = {"a-new-frontier": (3, 4, 5), "new-frontiers": (2, 3, 4, 5), "race-for-the-galaxy": (2, 3, 4)}
DEFAULT = ("webkit", "new-frontiers")
"""The engine, iPads', and the game whose pages are looked at by default; Firefox is `slow`. Chromium looks at
all games' pages (test_table_layout_browser.py, test_seat_layout_browser.py)."""
each_engine = pytest.mark.parametrize(
    "engine",
    [
        pytest.param(it, marks=(pytest.mark.xdist_group(f"windows of {it}"), pytest.mark.long))
        for it in BROWSERS
    ],
)
"""For tests that open windows of their own: one worker has each engine's."""
webkit_by_default = pytest.mark.parametrize("other", first_by_default(("webkit", "firefox")), indirect=True)
FINISHED_GAME_PAGES = ("finale?step=6", "score")
ADD_STYLES_JS = """
if (document.querySelector(".around")) return;
const loose = new CSSStyleSheet();
loose.replaceSync(arguments[0]);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, loose];
"""
FOLLOWS_JS = """
const frames = [...document.querySelectorAll("iframe[src]")].map((it) => it.contentDocument);
return frames.length >= arguments[0] && (frames.length ? frames : [document]).every((it) =>
  it?.documentElement?.matches("[data-ready]:not([data-line])") &&
  Number(it.querySelector("#live")?.dataset.number) >= arguments[1]);
"""
"""Whether at least so many frames, or the page itself where it has none, show this entry or a later one."""


ENTRY_NUMBER_JS = "return Number(document.getElementById('live').dataset.number)"


def click_until_updated(other: OtherBrowser, answer: str) -> None:
    """Clicks an answer until the page shows a new entry: right after a change a click has no effect."""
    before = other.run(ENTRY_NUMBER_JS)
    for _ in range(5):
        other.click(answer)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            if other.run(ENTRY_NUMBER_JS) > before:
                return
            time.sleep(0.05)
    raise AssertionError(f"the page stays at entry {before}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("others"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address, ended={})
    serving.stop()
    tables.close()


@contextmanager
def started(engine: str) -> Iterator[OtherBrowser]:
    """A browser of this engine; the test is skipped where it is not installed."""
    try:
        with BROWSERS[engine]() as window:
            yield window
    except MissingProgram as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module", params=list(BROWSERS))
def other(request: Any) -> Iterator[OtherBrowser]:
    with started(request.param) as window:
        yield window


@webkit_by_default
def test_a_round_is_played(other: OtherBrowser, served: SimpleNamespace) -> None:
    """A table is set up by touch and answered, then on a phone, which follows another device's step."""
    other.resize(1180, 820)
    other.open(f"{served.address}/new?game=new-frontiers")
    other.run(
        """[...document.querySelectorAll("#setup input[name^=name]")].slice(0, 2).forEach((it, n) => {
          it.value = ["Anna", "Ben"][n];
          for (const kind of ["input", "change"]) it.dispatchEvent(new Event(kind, { bubbles: true }));
        });
        // With printed pieces on the table a box that nobody registered asks first what stands on them.
        document.querySelector("[name=draws][value=virtual]").checked = true;"""
    )
    known = len(list(served.tables.live()))
    other.click("#setup .form-end button[type=submit]")
    # Next the page asks for random draws, unless the table begins at once.
    drawn = "return document.querySelector('#begin-play') ? 'begun' : document.querySelector('[name=rest]')"
    if other.until(drawn) != "begun":
        other.click("[name=rest]")
        other.until("return document.querySelector('#begin-play')")
    other.click("#begin-play")
    other.until("return document.querySelector('#live') && 'ready' in document.documentElement.dataset")
    begun = list(served.tables.live())
    assert len(begun) == known + 1
    table = served.tables.open(other.run("return location.pathname.split('/')[2]"))
    for _ in range(2):
        click_until_updated(other, ".answer[data-decision], .answer[data-post=draws]")
    assert table.number >= 2
    # On the phone of a player who is asked; then another device takes it back, and the phone is updated.
    seat = table.questions[0].player
    other.resize(390, 844)
    other.open(f"{served.address}/t/{table.id}/seat/{seat}")
    before = other.run(ENTRY_NUMBER_JS)
    click_until_updated(other, ".answer[data-decision]")
    table.jump(before, table.number, "taken-back-elsewhere", "test")
    other.until(f"{ENTRY_NUMBER_JS} === arguments[0]", table.number)
    # Turned, it has the tabs at its side, where WebKit kept those of the upright phone.
    other.resize(844, 390)
    other.until("return getComputedStyle(document.querySelector('.tabs')).position === 'fixed'")
    assert other.run("return document.documentElement.dataset.line") is None


def test_ten_pages_of_a_table_are_all_up_to_date(other: OtherBrowser, tmp_path: Path) -> None:
    """More than a browser opens connections to a host, six: they share a stream. In frames, which only the
    demo's pages may have."""
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    players = (Player("Ann", "blue"), Player("Ben", "green"))
    table = room.tables.create("new-frontiers", Setup(players), seed=3, settings=Settings(draws="camera"))
    room.home.activate(table.id)
    room.home.demo.only_watched = room.home.demo.on_arrival = True
    serving = Serving(create_app(room))
    other.resize(1180, 820)
    other.open(f"{serving.address}/t/{table.id}/")
    other.run(
        """for (let n = 0; n < 9; n += 1) {
          const frame = document.createElement("iframe");
          frame.src = n < 2 ? `${location.href}seat/${n}` : location.href;
          document.body.append(frame);
        }"""
    )
    pages = "[document, ...[...document.querySelectorAll('iframe')].map((it) => it.contentDocument)]"
    other.until(f"return {pages}.every((it) => it?.documentElement?.matches('[data-ready]'))")
    shows = f"return {pages}.every((it) => it?.querySelector('#live')?.dataset.number === arguments[0])"
    for value in (7, 8):
        table.correct(Correction("credits/0", value), table.number, f"credits {value}", "test")
        other.until(shows, str(table.number))
        other.run("document.querySelector('iframe').remove()")  # it may have held the stream
    assert other.run("return document.documentElement.dataset.line") is None
    serving.stop()
    room.close()


def test_ten_tabs_of_a_table_and_three_of_the_demo_are_up_to_date(
    other: OtherBrowser, tmp_path: Path
) -> None:
    """The demo's tabs show a tablet and a phone each, of a table that goes on by itself."""
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    setup = Setup((Player("Ann", "blue"), Player("Ben", "green")))
    shown, table = (
        room.tables.create("new-frontiers", setup, seed=3, settings=Settings(draws="camera")) for _ in "ab"
    )
    room.home.activate(shown.id)
    room.home.demo.set(speed=8)
    room.home.demo.only_watched = room.home.demo.on_arrival = True
    serving = Serving(create_app(room))
    first = other.send("handle")
    paths = [
        *["/demo"] * 3,
        *[f"/t/{table.id}/seat/{n % 2}" if n < 4 else f"/t/{table.id}/" for n in range(10)],
    ]
    tabs = []
    for path in paths:
        tabs.append(other.open_tab())
        other.open(serving.address + path)
    for value in (7, 8):
        table.correct(Correction("credits/0", value), table.number, f"credits {value}", "test")
        begun = shown.number
        for handle, path in zip(tabs, paths, strict=True):
            other.send("go", handle=handle)
            other.until(FOLLOWS_JS, 2 if path == "/demo" else 0, begun if path == "/demo" else table.number)
        click_until_updated(other, ".answer[data-decision]")
        # One that may have held the stream goes.
        other.send("close tab")
        tabs, paths = tabs[:-1], paths[:-1]
    for handle in tabs:
        other.send("go", handle=handle)
        other.send("close tab")
    other.send("go", handle=first)
    serving.stop()
    room.close()


@webkit_by_default
def test_a_phone_that_is_turned_shows_its_tiles(other: OtherBrowser, served: SimpleNamespace) -> None:
    """WebKit left the rows empty if they had `content-visibility: auto`."""
    (table,) = random_game_tables(served.tables, "new-frontiers", (5,), (3,), (120,)).values()
    other.resize(844, 390)
    other.open(f"{served.address}/t/{table.id}/seat/1")
    explained = "return getComputedStyle(document.querySelector('.stat > b')).textDecorationLine"
    assert other.run(explained) == "underline"
    for size in ((390, 844), (844, 390)):
        other.resize(*size)
        other.until("return innerWidth === arguments[0]", size[0])
        other.settle()
        shown = """const words = document.querySelector(".tile-row h4");
        words.scrollIntoView({ block: "center" });
        const box = words.getBoundingClientRect();
        return words.contains(document.elementFromPoint(box.left + 5, box.top + 5))"""
        other.until(shown)


def faults(
    other: OtherBrowser,
    served: SimpleNamespace,
    pages: dict[str, str],
    language: str,
    sizes: Any,
    first: int | None = None,
) -> list[str]:
    """The layout faults on pages at these sizes, one line each. pages: addresses by description. first: each
    page is seen at half of the sizes, this half the first page."""

    def open_page(path: str) -> None:
        other.open(served.address + path)
        other.run(ADD_STYLES_JS, UNSTICK_CSS)

    found = []
    other.open(served.address + "/")
    other.set_language(language)
    for at, (what, path) in enumerate(pages.items()):
        open_page(path)
        for width, height in sizes if first is None else shared(sizes, first + at, 2):
            other.resize(width, height)
            other.settle()
            wrong = other.run(f"return ({FIND_FAULTS_JS})()")
            if wrong:
                # WebKit may keep the styles of the size before, though its matchMedia knows the new one. What
                # turning and growing do has tests of its own, below; here it is loaded at this size.
                open_page(path)
                other.settle()
                wrong = other.run(f"return ({FIND_FAULTS_JS})()")
            found += [f"{what}, {language}, {width} x {height}: {it}" for it in wrong]
    return found


def table_pages(tables: dict[str, Any], path: str = "") -> dict[str, str]:
    return {f"{what} {path}": f"/t/{table.id}/{path}" for what, table in tables.items()}


def finished_game_pages(served: SimpleNamespace, name: str) -> dict[str, str]:
    """The pages of a finished game and of its setup, and once the front page, which belongs to no game."""
    if name not in served.ended:
        served.ended[name] = finished_table(served.tables, name)
    over = served.ended[name]
    front = {"front page": "/"} if name == min(PLAYER_COUNTS) else {}
    return {
        **{f"{name} {path}": f"/t/{over.id}/{path}" for path in FINISHED_GAME_PAGES},
        f"{name} setup": f"/new?game={name}",
        **front,
    }


def test_every_game_is_looked_at() -> None:
    assert sorted(PLAYER_COUNTS) == sorted(games.names())


@pytest.mark.parametrize(
    ("other", "name"),
    [
        pytest.param(engine, name, marks=() if (engine, name) == DEFAULT else pytest.mark.slow)
        for engine in BROWSERS
        for name in PLAYER_COUNTS
    ],
    indirect=["other"],
)
def test_nothing_is_cut_or_covered(other: OtherBrowser, served: SimpleNamespace, name: str) -> None:
    tables = random_game_tables(served.tables, name, PLAYER_COUNTS[name][1:3], [4], [60])
    found = faults(other, served, table_pages(tables), "de", SAMPLE_SIZES)
    found += faults(other, served, table_pages(tables, "seat/0"), "fr", PHONE_SIZES[:2])
    found += faults(other, served, finished_game_pages(served, name), "de", (PHONE_SIZES[0], SAMPLE_SIZES[1]))
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYER_COUNTS)
@each_engine
def test_nothing_is_cut_or_covered_in_many_states(engine: str, served: SimpleNamespace, name: str) -> None:
    """Each page at every size, half of them in either of two languages, and every language at every size.
    Half of the states are looked at in either engine.

    Each language has a window of its own: WebKit keeps the fonts of every page that a window has shown, and
    when it lets them go looks for each among all. After two hundred pages that took two minutes, in which it
    answered nothing.
    """
    depths = shared((9, 40, 80, 150), list(BROWSERS).index(engine), len(BROWSERS))
    tables = random_game_tables(served.tables, name, PLAYER_COUNTS[name], [5], depths)
    looked_at = (
        (table_pages(tables), SIZES),
        (table_pages(tables, "seat/0"), PHONE_SIZES),
        (finished_game_pages(served, name), (*PHONE_SIZES, *SIZES)),
    )
    found = []
    for at, language in enumerate(LANGUAGES):
        with started(engine) as window:
            for pages, sizes in looked_at:
                these = dict(shared([*pages.items()], at, 2))
                found += faults(window, served, these, language, sizes, at // 2)
    assert not found, "\n".join(found)


@webkit_by_default
def test_what_is_counted_has_its_name_beside_it(other: OtherBrowser, served: SimpleNamespace) -> None:
    """WebKit put the legend of a fieldset above the steps that stand beside it."""
    game = games.load("a-new-frontier")
    players = tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(3))
    told = Setup(players).with_told_pieces()
    table = served.tables.create(game.name, told, seed=4, settings=Settings(draws="hand"))
    other.resize(*SAMPLE_SIZES[1])
    other.open(f"{served.address}/t/{table.id}/seat/0")
    beside = other.run("""const fields = [...document.querySelectorAll(".telling-field")];
      return fields.filter((it) => it.querySelector(":scope > .stepper")).map((it) => {
        const parts = [".telling-name", ".stepper"].map((one) => it.querySelector(one));
        const [name, steps] = parts.map((one) => one.getBoundingClientRect());
        return name.top < steps.bottom && steps.top < name.bottom && name.right <= steps.left + 1;
      })""")
    assert beside
    assert all(beside)


@webkit_by_default
def test_a_form_beside_is_as_high_as_what_is_in_it(other: OtherBrowser, served: SimpleNamespace) -> None:
    """WebKit drew that of a facility as high as the window, its words far apart."""
    game, rng = games.load("a-new-frontier"), Random(4)
    players = tuple(Player(colour, colour) for colour in game.colours[:3])
    told = Setup(players).stating(game.setup_options(), game.marks).with_told_pieces()
    table = served.tables.create(game.name, told, seed=4)

    def tell(value: Callable[[Telling], object]) -> None:
        question = next(each for each in table.questions if isinstance(each.form, Telling))
        decision = game.answer(table.state, question, value(question.form))
        table.submit(decision, table.number, f"entry {table.number}", "the tablet")

    while not any(question.kind == "plan" for question in table.questions):
        tell(lambda form: form.sample(rng))
    table.correct(Correction("facility/0/refinery/0", "yes"), table.number, "built", "the tablet")
    tell(lambda _form: ())  # the missions in the top row
    other.resize(*SAMPLE_SIZES[0])
    other.open(f"{served.address}/t/{table.id}/seat/0")
    other.run("for (const fold of document.querySelectorAll('#asides-fold')) fold.open = true")
    other.click("[popovertarget=aside-table-tell]")
    between = other.until("""const form = document.querySelector("#aside-table-tell:popover-open form");
      if (!form) return;
      const of = (part, side) => form.parentElement.querySelector(part).getBoundingClientRect()[side];
      const above = of("form", "top") - of("h2 > span", "bottom");
      return [above, of("button", "top") - of(".telling-pieces", "bottom")]""")
    assert max(between) < 50, between


@webkit_by_default
def test_a_window_that_grows_is_filled(other: OtherBrowser, served: SimpleNamespace) -> None:
    """From a phone held sideways to a tablet, as on an iPad whose screen is no longer shared."""
    table = next(
        iter(random_game_tables(served.tables, "a-new-frontier", [5], [4], [75], forms=True).values())
    )
    other.resize(*PHONE_SIZES[1])
    other.open(f"{served.address}/t/{table.id}/")
    other.resize(*SAMPLE_SIZES[0])
    other.settle()
    other.until("return document.querySelector('.around').offsetHeight === innerHeight")


def serious(other: OtherBrowser, address: str, themes: Sequence[str]) -> list[str]:
    """The violations on a page that axe-core calls serious or critical, one line each."""
    other.open(address)
    other.run(axe_source())
    found = []
    for theme in themes:
        other.run(
            """document.documentElement.dataset.theme = arguments[0];
            window.looked = null;
            window.axe.run({ resultTypes: ["violations"] })
              .then((it) => { window.looked = it.violations; });""",
            theme,
        )
        wrong = other.until(
            """return window.looked && { found: window.looked
              .filter((it) => ["serious", "critical"].includes(it.impact))
              .map((it) => `${it.id} (${it.nodes.length}): ${it.nodes[0].html.slice(0, 120)}`) }"""
        )
        found += [f"{address}, {theme}: {it}" for it in wrong["found"]]
    return found


def axe_pages(served: SimpleNamespace, name: str) -> list[str]:
    table = next(iter(random_game_tables(served.tables, name, [3], [4], [60]).values()))
    return [f"/t/{table.id}/", f"/t/{table.id}/seat/0"]


@webkit_by_default
def test_nothing_is_hard_to_reach(other: OtherBrowser, served: SimpleNamespace) -> None:
    """Pages of one game in play; the slow test below looks at all games', and at finished ones' too."""
    other.resize(1180, 820)
    paths = axe_pages(served, DEFAULT[1])
    found = [it for path in paths for it in serious(other, served.address + path, THEMES[:1])]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYER_COUNTS)
@each_engine
def test_nothing_is_hard_to_reach_in_any_theme(engine: str, served: SimpleNamespace, name: str) -> None:
    """Each page at one of the sizes and in one of the themes. What axe-core judges is the document, which is
    the same in every engine: in Chromium it is asked in all themes (test_accessible_browser.py)."""
    paths = [*axe_pages(served, name), *finished_game_pages(served, name).values()]
    found = []
    with started(engine) as window:
        for number, size in enumerate(sizes := (PHONE_SIZES[0], *SAMPLE_SIZES)):
            window.resize(*size)
            for at, path in shared([*enumerate(paths)], number, len(sizes)):
                found += serious(window, served.address + path, shared(THEMES, at, len(THEMES)))
    assert not found, "\n".join(found)


@pytest.mark.slow
def test_axe_would_find_something(other: OtherBrowser, served: SimpleNamespace) -> None:
    other.open(served.address + "/")
    assert not serious(other, served.address + "/", ("dark",))
    other.run("document.querySelector('main').innerHTML = '<button></button><img src=\"/x.png\">'")
    other.run("window.looked = null; window.axe.run().then((it) => { window.looked = it.violations; });")
    assert {"button-name", "image-alt"} <= {it["id"] for it in other.until("return window.looked")}


@webkit_by_default
def test_pages_start_and_are_no_wider_than_the_screen(other: OtherBrowser, served: SimpleNamespace) -> None:
    for width, height in ((390, 844), (1180, 820)):
        other.resize(width, height)
        for path in ("/", "/new", "/plays", "/box", "/scan", "/join", "/secure"):
            other.open(served.address + path)
            wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert other.run(wide) <= 0, (path, width)


@pytest.mark.slow
@pytest.mark.parametrize("engine", list(WITH_PICTURES))
def test_a_picture_can_be_taken(engine: str, served: SimpleNamespace) -> None:
    """For people who look at pages in these browsers; no other test needs it."""
    try:
        with WITH_PICTURES[engine]() as other:
            other.open(served.address + "/")
            assert other.screenshot().startswith(b"\x89PNG")
    except MissingProgram as missing:
        pytest.skip(str(missing))
