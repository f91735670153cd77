"""We played on, refused in a browser: each of its forms once. What is said of it is in sight, and what was
entered is kept."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.system.work_processes import WorkProcesses
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play import what_lies
from tests.web.conftest import Serving, bare_room
from tests.web.device import Device
from tests.web.other_browsers import OtherBrowser
from tests.web.test_other_browsers import each_engine, started
from tests.web.test_played_on import caught_up, played
from tests.web.test_played_on_refused import FULL, KEPT

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
]  # what is said, without a browser: test_played_on_refused.py
NAME = "new-frontiers"
SIZES = ((390, 844), (1024, 600), (1180, 820))
ALERT_JS = """
const words = document.querySelector("main [role=alert] p");
if (!words) return "nothing is said";
const range = document.createRange();
range.selectNodeContents(words);
const line = [...range.getClientRects()].find((it) => it.width > 1);
const at = document.elementFromPoint(line.left + line.width / 2, line.top + line.height / 2);
if (!words.contains(at)) return `out of sight: ${words.textContent}`;
const { scrollWidth, clientWidth } = document.documentElement;
return scrollWidth > clientWidth ? "wider than the window" : words.textContent;
"""
SET_JS = "document.querySelector(arguments[0])[arguments[1]] = arguments[2]"
PRESS_JS = """
document.documentElement.dataset.old = "";
const button = document.querySelector(arguments[0]);
for (let at = button; at; at = at.parentElement) if (at.matches("details")) at.open = true;
button.click();
"""
COME_JS = """
const page = document.documentElement?.dataset;
return page && page.ready !== undefined && page.old === undefined
  && !document.querySelector("form[data-further]");
"""
LYING, THINK, YES = (f"form[action$='/played-on{end}']" for end in ("/lying", "", "/yes"))


class Chromium(OtherBrowser):
    """As the others are driven."""

    def __init__(self, device: Device) -> None:
        self._page = device.page

    def open(self, address: str) -> None:
        self._page.goto(address)
        self._page.wait_for_selector("html[data-ready]")

    def run(self, script: str, *values: Any) -> Any:
        return self._page.evaluate(
            f"(values) => (function () {{{script}}}).apply(null, values)", list(values)
        )

    def until(self, script: str, *values: Any) -> Any:
        return self._page.wait_for_function(f"() => {{{script}}}")

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})


@pytest.fixture
def served(
    tmp_path: Path, brief_searches: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SimpleNamespace]:
    """It searches in this process, where it may be brief."""
    monkeypatch.setattr(WorkProcesses, "open", lambda processes: None)
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")))
    yield SimpleNamespace(serving=serving, tables=tables)
    serving.stop()
    tables.close()


class Refusals:
    """One who catches up on a page of this window, while others tap."""

    def __init__(self, window: OtherBrowser, served: SimpleNamespace) -> None:
        self.window, self.served = window, served
        players = tuple(Player(*it) for it in zip(("Ann", "Ben"), games.load(NAME).colours, strict=False))
        self.table: Table[Any] = served.tables.create(
            NAME, Setup(players), seed=3, settings=Settings(draws="hand")
        )
        self.truth = played(self.table, 4)

    def open(self) -> None:
        self.window.open(f"{self.served.serving.address}/t/{self.table.id}/played-on?seat=0")

    def set(self, field: str, value: Any, what: str = "value") -> None:
        self.window.run(SET_JS, field, what, value)

    def value(self, field: str) -> Any:
        return self.window.run("return document.querySelector(arguments[0])?.value", field)

    def press(self, button: str) -> None:
        self.window.run(PRESS_JS, button)
        self.window.until(COME_JS)

    def said(self) -> str:
        return " ".join(self.window.run(ALERT_JS).split())

    def heading(self) -> str:
        return self.window.run("return [...document.querySelectorAll('h2')].map((it) => it.innerText).join()")

    def others_tap(self) -> None:
        self.table.submit(
            self.truth.pop(0).decision, self.table.number, f"tap {self.table.number}", "a phone"
        )

    def to_proposal(self) -> None:
        """Where all that is asked was answered truly."""
        client = self.served.serving.app.test_client()
        page = caught_up(client, self.table, self.truth)
        form = page[page.index('/played-on/yes"') :].partition("</form>")[0]
        sent = {n: html.unescape(v) for n, v in re.findall(r'name="(seen|told)" value="([^"]*)"', form)}
        self.open()
        self.set(f"{THINK} [name=seen]", sent["seen"])
        self.window.run(
            """const told = document.createElement("input");
            Object.assign(told, { type: "hidden", name: "told", value: arguments[1] });
            document.querySelector(arguments[0]).append(told);""",
            THINK,
            sent["told"],
        )
        self.press(f"{THINK} button")
        assert "Right?" in self.heading()

    def go_on(self) -> None:
        assert self.window.run("return document.querySelectorAll('main .button.primary').length") == 1
        self.press(f"{THINK} .button.primary")


def refuse_what_lies_there(at: Refusals) -> None:
    at.open()
    at.set("[name=new-0]", "No such piece")
    at.set("[name=place-0]", 1, "selectedIndex")
    at.press(f"{LYING} .form-end button")
    assert at.said() == "No piece here is called No such piece."
    assert at.value("[name=new-0]") == "No such piece"
    at.open()
    (fact, *_others) = what_lies.numbers_of(at.table, 0)
    field = f"[name='counted-{fact.path}']"
    at.set(field, "99999")  # in an area that is closed again
    at.press(f"{LYING} .form-end button")
    assert at.said() == fact.problem(99999)
    assert at.value(field) == "99999"
    at.set(field, "3")
    at.others_tap()
    at.press(f"{LYING} .form-end button")
    assert at.said() == KEPT
    assert at.value(field) == "3"


def refuse_what_is_asked(at: Refusals) -> None:
    """A number that cannot be, then answers that a tap elsewhere made late."""
    at.open()
    at.press(f"{THINK} button")
    chosen = "[type=radio][name^=row-]:not([value='']), select[name^=row-] option:not([value=''])"
    at.window.run(
        """const it = document.querySelector(arguments[0]);
        it.checked = it.selected = true;
        const number = document.createElement("input");
        Object.assign(number, { name: arguments[1], value: "99999" });
        it.form.append(number);""",
        chosen,
        f"count-{what_lies.numbers_of(at.table, 0)[0].path}",
    )
    told = at.window.run("return document.querySelector(arguments[0]).value", chosen)
    at.press("form:has([name=before]) .button.primary")
    assert at.said() == what_lies.numbers_of(at.table, 0)[0].problem(99999)
    kept = ":is([type=radio]:checked, option:checked):not([value=''])"
    assert at.value(kept) == told
    at.others_tap()
    at.press("form:has([name=before]) .button.primary")
    assert "Somebody has told something of this table meanwhile" in at.said()


def refuse_a_changed_step(at: Refusals) -> None:
    at.to_proposal()
    at.others_tap()
    at.press("details.fold button[name=told]")
    assert at.said() == KEPT
    at.go_on()
    assert at.heading()


def refuse_yes(at: Refusals, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full; then somebody else has tapped."""
    at.to_proposal()

    def full(*_given: Any) -> None:
        raise JournalError("full", FULL)

    with monkeypatch.context() as broken:
        broken.setattr(Journal, "append", full)
        at.press(f"{YES} button")
    assert at.said() == FULL
    at.go_on()
    assert "Right?" in at.heading()
    number = at.table.number
    at.others_tap()
    at.press(f"{YES} button")
    assert (at.said(), at.table.number) == (KEPT, number + 1)
    at.go_on()
    assert at.heading()


def refuse_each_form(window: OtherBrowser, served: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    for refuse in (refuse_what_lies_there, refuse_what_is_asked, refuse_a_changed_step):
        refuse(Refusals(window, served))
    refuse_yes(Refusals(window, served), monkeypatch)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_form_says_in_sight_why_it_is_refused(
    browser: Any, served: SimpleNamespace, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device(browser, served.serving.address, size, has_touch=True)
    refuse_each_form(Chromium(device), served, monkeypatch)
    assert device.errors == []


@each_engine
def test_so_it_is_in_firefox_and_webkit(
    engine: str, served: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with started(engine) as window:
        for size in SIZES:
            window.resize(*size)
            refuse_each_form(window, served, monkeypatch)
