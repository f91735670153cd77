"""Browser tests of facts that Settle turns out to need, told on a phone: the kind of a world of any kind, and
a second power of a tile of which the rest was put off."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Correction, Telling
from companion.games.new_frontiers.rules import settling
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.owner_taps import Taps
from tests.rigs.told_box import setup_of_today
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "new-frontiers"
WORLD = "W11"


class Holder:
    """Has the pieces in hand, and reads out what is printed. says: by fact; of: of this piece alone."""

    def __init__(self, says: Mapping[str, tuple[str, ...]], of: str = "") -> None:
        self.says, self.of = {"kind": ("gray",), "vp": ("1",), "colonists": ("1",), **says}, of

    def told(self, _state: Any, form: Telling) -> tuple[str, ...]:
        fields = [field for field in form.fields if self.of in ("", field.piece)]
        return tuple(field.item(text).text for field in fields for text in self.says.get(field.key, ()))

    def tile(self, state: Any, id: str) -> SimpleNamespace:
        return SimpleNamespace(name=state.catalogue.shown[id].name)


@pytest.fixture
def house(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), Shelf(tmp_path / "boxes")))
    yield tables, serving
    serving.stop()
    tables.close()


def submit(table: Table[Any], decision: Any) -> None:
    table.submit(decision, table.number, f"entry {table.number}", "the tablet")


def settle_begun(tables: Tables) -> Table[Any]:
    """The first player has a world that nobody told anything of, and selects Settle."""
    table = tables.create(GAME, setup_of_today(2, 1))
    colour = table.state.empires[0].colour
    table.correct(Correction(f"world/{WORLD}", f"explored by {colour}"), table.number, "laid", "the tablet")
    submit(table, SelectAction(0, "settle"))
    return table


def told_of_homes(table: Table[Any]) -> None:
    while isinstance(form := table.questions[0].form, Telling):
        submit(table, table.game.answer(table.state, table.questions[0], Holder({}).told(table.state, form)))


COVERED = """() => {
  const said = document.querySelector("#toasts > *")?.getBoundingClientRect();
  const labels = [...document.querySelectorAll("[data-answer-form] label")];
  const choices = labels.map((it) => it.getBoundingClientRect());
  return Boolean(said) && choices.some((it) => it.top < said.bottom && it.bottom > said.top && it.height);
}"""


def phone_of(browser: Any, serving: Serving, table: Table[Any], says: Mapping[str, tuple[str, ...]]) -> Taps:
    device = Device(browser, serving.address, SIZES["phone"], has_touch=True)
    device.page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
    device.open(f"/t/{table.id}/seat/0")
    return Taps(device, table, Holder(says), Random(1))


def test_the_untold_alien_oort_cloud_factory_asks_its_kind_when_it_is_settled_p5(browser, house):
    tables, serving = house
    table = settle_begun(tables)
    told_of_homes(table)
    taps = phone_of(browser, serving, table, {"price": ("cost 0",), "kind": ("any production",)})
    taps._take(AskWhatItSays(0, WORLD))
    taps.device.until(table.number)
    taps._tell(table.questions[0], table.questions[0].form)
    taps.device.until(table.number)
    taps._take(SettleWorld(0, WORLD, settling.CREDITS))
    taps.device.until(table.number)
    taps._tell(table.questions[0], table.questions[0].form)
    taps.device.until(table.number)
    assert table.questions[0].kind == "settle", "it is not settled before its kind is chosen"
    page = taps.page
    shown = [words for words in page.locator("button[data-decision]:visible").all_inner_texts() if words]
    assert all(any(kind in words for words in shown) for kind in ("Novelty", "Rare", "Genes", "Alien")), shown
    taps._take(SettleWorld(0, WORLD, settling.CREDITS, "Genes"))
    taps.device.until(table.number)
    told_of_homes(table)
    assert table.state.empires[0].colonies[-1].world == WORLD
    assert not taps.device.errors


def test_the_second_of_two_settle_powers_of_which_the_rest_was_put_off_is_asked(browser, house):
    tables, serving = house
    table = settle_begun(tables)
    first, second = "Settle: +1 Military", "Settle: -1 cost"
    taps = phone_of(browser, serving, table, {"powers": (first,)})
    home = table.questions[0].form.fields[0].piece
    taps.page.locator("#question h2").first.tap()
    taps.page.wait_for_selector("html[data-awake=no]")
    assert not taps.page.evaluate(COVERED), "that the screen may turn off is said beside the form"
    taps._tell(table.questions[0], table.questions[0].form, later=True)
    taps.device.until(table.number)
    taps.owner = Holder({"powers/Settle": (second,)}, home)
    taps._tell(table.questions[0], table.questions[0].form)
    taps.device.until(table.number)
    assert [power.text for power in table.state.catalogue.shown[home].powers] == [first, second]
    assert table.questions[0].kind == "settle"
    assert not taps.device.errors
