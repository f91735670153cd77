"""Browser tests of whole games by their pages alone, from the wizard to the score: on a phone of each player,
and on one tablet that is passed round. What is clicked is seen, and nothing lies over it."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Question, decision_to_json
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import figure
from companion.web import create_app
from tests.rigs.owner_taps import STEP_CAME
from tests.web.conftest import Device, Serving, bare_room

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]

PHONE, TABLET = (390, 844), (1180, 820)
NAMES = ("Ann", "Ben", "Cora")
READ_MS = 1000
"""Within this a second tap confirms nothing."""
FILL_JS = Path(__file__).with_name("filled_forms.js").read_text("utf-8")
OPENER_JS = """(it) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const openerOf = (id) => [...document.querySelectorAll(`[popovertarget="${id}"]`)].find(shown);
  for (let at = it; at; at = at.parentElement) {
    const opener = at.matches("details:not([open])") ? at.querySelector("summary")
      : at.matches("[popover]:not(:popover-open)") ? openerOf(at.id)
      : at.querySelector(":scope > .more, :scope > * > .more");
    if (opener && opener !== it && shown(opener)) return opener;
  }
  return null;
}"""
"""What a person touches to see a control that is folded away."""


@pytest.fixture
def real(tmp_path: Path) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room))
    yield SimpleNamespace(room=room, address=serving.address)
    serving.stop()
    tables.close()


def begun(device: Device, real: SimpleNamespace, name: str) -> Table[Any]:
    """A table of the fewest players, by what the pages offer first; the companion draws."""
    page = device.open(f"/new?game={name}")
    for n, player in enumerate(NAMES[: games.load(name).seats[0]]):
        page.fill(f"#name-{n}", player)
    while page.locator("#setup").count():
        for folded in page.locator("#setup details:not([open]) > summary:visible").all():
            folded.click()
        for virtual in page.locator("label:has(input[value=virtual]):visible").all():
            virtual.click()
        before = page.url
        page.locator(".setup-next:visible, #setup .primary:visible").first.click()
        page.wait_for_function(STEP_CAME, arg=before)
        page.wait_for_load_state()
    page.wait_for_selector("[name=rest], #begin-play")
    if page.locator("[name=rest]").count():
        page.locator("[name=rest]").first.click()
    page.click("#begin-play")
    page.wait_for_selector("#live")
    return real.room.tables.open(real.room.home.active)


class Hands:
    """People, each with the own phone, or with one tablet between them."""

    def __init__(
        self, browser: Any, address: str, table: Table[Any], devices: list[Device], seed: int
    ) -> None:
        self.table, self.devices, self.chance = table, devices, Random(seed)
        self.computers = ComputerSeats(table, self.chance)

    def play(self) -> None:
        for _entry in range(3000):
            now = self.table.now
            if self.table.game.phase(now.state).over:
                return
            question = next(it for it in now.questions if not it.optional and it.chance is None)
            self._answer(question)
        raise AssertionError("the game does not end")

    def _page_of(self, question: Question) -> Device:
        """Where they look: the own phone, or the tablet, which is handed on for what is secret."""
        import playwright.sync_api

        player, address = question.player, f"/t/{self.table.id}/"
        device = self.devices[(player or 0) % len(self.devices)]
        if player is not None and len(self.devices) > 1:
            address += f"seat/{player}"
        elif question.secret or question.private:
            address += f"seat/{player}?passed=yes"
        for _try in range(5):
            # A tablet that is passed round goes on by itself.
            with contextlib.suppress(playwright.sync_api.Error):
                if not device.page.url.endswith(address):
                    device.open(address)
                device.page.wait_for_selector("html[data-ready]")
                break
        device.until(self.table.number)
        here = device.page.locator(f"a[href*='seat/{player}?passed=yes']:visible")
        if "passed=yes" not in device.page.url and here.count():
            here.first.click()  # the tablet is handed to whom it asks
            device.page.wait_for_url("**passed=yes")
            device.page.wait_for_selector("html[data-ready]")
        cover = device.page.locator("[data-uncover]:visible")
        if cover.count():
            cover.click()
        device.until(self.table.number)
        return device

    def _answer(self, question: Question) -> None:
        device, number = self._page_of(question), self.table.number
        if question.form is None:
            decision = self.computers.decision(self.table.now)
            words = json.dumps(decision_to_json(decision), separators=(",", ":"), ensure_ascii=False)
            self._press(
                device,
                device.page.locator(f"[data-decision={json.dumps(words, ensure_ascii=False)}]"),
                number,
            )
            return
        form = device.page.locator(f"form[data-answer-form][data-question={question.kind}]").first
        samples = (question.form.sample(self.chance) for _ in range(1000))
        valid = list(islice((it for it in samples if not question.form.problem(it)), 20))
        value = max(valid, key=lambda it: it if isinstance(it, int) else len(it))
        self._open(device, form)
        scripts = re.search(r'href="([^"]+/)toast[^"]*\.js"', device.page.content())
        assert scripts
        form.evaluate(
            f"(form, given) => ({FILL_JS})({{ form, ...given }})", {"value": value, "scripts": scripts[1]}
        )
        if not value:  # nothing is laid, which is confirmed
            form.locator("[type=submit]:not([data-later]):visible").first.click(force=True)
            form.locator(".answer-state:has-text('Tap again')").wait_for()
            device.page.wait_for_timeout(READ_MS)
        self._press(device, form.locator("[type=submit]:not([data-later]):visible"), number)

    def _open(self, device: Device, target: Any) -> None:
        target.first.wait_for(state="attached")
        for _touch in range(8):
            if target.first.is_visible():
                return
            opener = target.first.evaluate_handle(OPENER_JS).as_element()
            assert opener, f"nothing leads to {target}"
            opener.click()
        raise AssertionError(f"{target} stays hidden")

    def _press(self, device: Device, target: Any, number: int) -> None:
        self._open(device, target)
        device.press(target.first, number)


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("new-frontiers", PHONE),
        ("race-for-the-galaxy", PHONE),
        ("a-new-frontier", PHONE),
        ("new-frontiers", TABLET),
        ("race-for-the-galaxy", TABLET),
        ("a-new-frontier", TABLET),
    ],
    ids=str,
)
def test_a_whole_game_by_its_pages(
    browser: Any, real: SimpleNamespace, name: str, size: tuple[int, int]
) -> None:
    seats = games.load(name).seats[0]
    devices = [Device(browser, real.address, size) for _ in range(1 if size == TABLET else seats)]
    table = begun(devices[0], real, name)
    Hands(browser, real.address, table, devices, 5).play()
    for one in devices:
        one.page.wait_for_url("**/finale*")
    page = devices[0].page
    page.click("[data-skip]")
    page.locator("a[href*='/score']:visible").first.click()
    page.wait_for_url("**/score*")
    for score in table.game.score(table.state).players:
        shown = page.locator(f"tr.total [data-total='{score.player}']")
        assert shown.inner_text() == figure(score.total)
    for one in devices:
        assert not one.errors
        one.close()
