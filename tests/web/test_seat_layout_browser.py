"""A seat's page on a phone, upright and sideways, of every game in states of random games: nothing is cut,
covered or over other things; the own figures stay at the upper edge and what declines above the lower one."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    FIND_FAULTS_JS,
    PHONE_SIZES,
    UNSTICK_CSS,
    new_tables,
    random_game_tables,
    resizer_without_paint,
)

pytestmark = pytest.mark.browser

DRAWN = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))))"
WITH_PAGES = ("a-new-frontier", "new-frontiers", "race-for-the-galaxy")


@pytest.fixture(scope="session")  # cheap: each worker has its own
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("seats"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.stop()
    tables.close()


def test_each_game_with_pages_of_its_own_is_looked_at() -> None:
    assert tuple(sorted(games.names())) == WITH_PAGES


@pytest.mark.parametrize("name", WITH_PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_cut_or_covered(browser: Any, served: SimpleNamespace, name: str, language: str) -> None:
    tables = random_game_tables(served.tables, name, [3], [4], [0, 7, 40])
    one, found = Device(browser, served.address, PHONE_SIZES[0], locale=language), []
    resize = resizer_without_paint(one)
    for what, table in tables.items():
        page = one.open(f"/t/{table.id}/seat/0")
        for width, height in PHONE_SIZES:
            resize(width, height)
            page.evaluate(DRAWN)
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


IN_SIGHT = """() => {
  const box = (what) => document.querySelector(what)?.getBoundingClientRect();
  const [strip, no, tabs, asked] = [".seat-strip", ".declines", ".tabs", "#question .question"].map(box);
  const floor = tabs.top > 100 ? tabs.top : innerHeight;
  const declines = !no || asked.bottom < floor || no.bottom <= floor + 1;
  return { top: strip.top, high: strip.height, declines };
}"""


@pytest.mark.parametrize("name", WITH_PAGES)
def test_figures_and_what_declines_stay_in_sight(browser: Any, served: SimpleNamespace, name: str) -> None:
    """However far the page is scrolled, figures stand whole at its upper edge; so does what declines at the
    lower one, as long as answers are in the window."""
    one = Device(browser, served.address, PHONE_SIZES[0])
    for table in random_game_tables(served.tables, name, [3], [4], [7, 23]).values():
        page = one.open(f"/t/{table.id}/seat/0")
        for width, height in PHONE_SIZES[:2]:
            page.set_viewport_size({"width": width, "height": height})
            for down in (0, 150, 400):
                page.evaluate("top => scrollTo(0, top)", down)
                page.evaluate(DRAWN)
                seen = page.evaluate(IN_SIGHT)
                assert 0 <= seen["top"] < (60 if down == 0 else 1), (width, down)
                assert seen["high"] > 60
                assert seen["declines"], (width, down)
    one.close()
