"""Browser tests of the forms by picture of every game, at each size, in each language, upright and turned to
a seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Telling
from companion.table.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.live.drawn_form import drawn_in_play
from tests.games.a_new_frontier.printed_copy import PrintedCopy as FrontierCopy
from tests.games.new_frontiers.printed_copy import PrintedCopy as FrontiersCopy
from tests.games.race_for_the_galaxy.printed_copy import PrintedCopy as RaceCopy
from tests.rigs.told_games import answer, setup
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables, resizer_without_paint
from tests.web.test_first_evening_browser import BROKEN_WORDS_JS, REACH_JS
from tests.web.test_opened_parts_browser import DRAWN

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = ((390, 844), (844, 390), (1024, 600), (1024, 768), (1180, 820), (1440, 900))
TABLETS = SIZES[2:5]
COPIES = {"race-for-the-galaxy": RaceCopy, "a-new-frontier": FrontierCopy, "new-frontiers": FrontiersCopy}
WIDE_JS = "() => document.documentElement.scrollWidth - innerWidth"
TURNED_JS = "() => getComputedStyle(document.querySelector('#question .form-over:popover-open')).rotate"
PICTURE_JS = """() => {
  const it = document.querySelector("#question .drawn-piece svg")?.getBoundingClientRect();
  return it ? Math.max(it.width, it.height) : 0;
}"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("drawn"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


def asked_by_picture(tables: Any, name: str) -> Table[Any]:
    """A game of random people with a copy of which nothing is registered, at the first form of several facts
    that draws its piece."""
    game, chance, copy = games.load(name), Random(4), COPIES[name](4)
    begun = setup(game, chance, players="fewest")
    table = tables.create(name, begun, settings=Settings(draws="hand", dice="hand"))
    for step in range(600):
        form = next((q.form for q in table.questions if isinstance(q.form, Telling)), None)
        drawn = form is not None and drawn_in_play(form, game, table.state)
        if form is not None and drawn and len(form.fields) > 1:
            return table
        question = next(q for q in table.questions if not q.optional)
        decision = answer(copy, table, question, chance)
        table.submit(decision, table.number, f"step-{step:06}", "test")
    raise AssertionError(f"{name} asks nothing by picture")


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
@pytest.mark.parametrize("name", COPIES)
def test_a_form_by_picture_is_read_and_touched(
    browser: Any, house: SimpleNamespace, name: str, language: str
) -> None:
    table, found = asked_by_picture(house.tables, name), []
    form = next(q.form for q in table.questions if isinstance(q.form, Telling))
    one = Device(browser, house.address, SIZES[0], locale=language)
    resize = resizer_without_paint(one)
    for path, sizes, edges in (
        (f"seat/{form.holder or 0}", SIZES, ""),
        ("", TABLETS, ""),
        ("", TABLETS, "n" * len(table.setup.players)),
    ):
        table.set(pages={"edges": edges})
        resize(*sizes[0])
        page = one.open(f"/t/{table.id}/{path}")
        page.wait_for_selector("#question form[data-answer-form=telling]")
        if not path:  # it is turned to whoever has the piece in hand
            page.wait_for_selector(f"[data-edge={edges[:1] or 's'}]")
        page.evaluate(DRAWN)
        page.evaluate("() => document.querySelector('[data-all-at-once][aria-pressed=false]')?.click()")
        for size in sizes:
            resize(*size)
            page.evaluate(DRAWN)
            here = f"{path or 'table'} {edges} {size[0]} x {size[1]}"
            turned = path or page.evaluate(TURNED_JS) == ("180deg" if edges else "none")
            found += [] if turned else [f"{here}: whoever tells reads it upside down"]
            wide, picture = page.evaluate(WIDE_JS), page.evaluate(PICTURE_JS)
            found += [f"{here}: {wide} wider than the window"] if wide > 0 else []
            found += [f"{here}: the picture is {picture:.0f} px"] if picture < 150 else []
            found += [f"{here}: {it}" for it in page.evaluate(BROKEN_WORDS_JS)]
            found += [f"{here}: {it}" for it in page.evaluate(REACH_JS, "#question [data-answer-form]")]
    assert not one.errors
    one.close()
    assert not found, "\n".join(found)
