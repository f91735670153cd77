"""Browser tests of turn prompts: the tab's title, one vibration of the phone, and a soft sound in the audio
graph; on the table by default, on a phone if its owner turns it on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables

pytestmark = pytest.mark.browser

RECORD_SOUNDS_JS = """
// All that reaches the speakers reaches an analyser, too.
const connect = AudioNode.prototype.connect;
window.loudest = 0; window.tones = 0;
AudioNode.prototype.connect = function (to, ...rest) {
  const speaks = to instanceof AudioDestinationNode && !(this instanceof AnalyserNode);
  if (!speaks) return connect.call(this, to, ...rest);
  window.tones += 1;
  if (!window.ear) {
    window.ear = to.context.createAnalyser();
    connect.call(window.ear, to);
    const wave = new Float32Array(window.ear.fftSize);
    setInterval(() => {
      window.ear.getFloatTimeDomainData(wave);
      window.loudest = Math.max(window.loudest, ...wave.map(Math.abs));
    }, 10);
  }
  connect.call(this, window.ear);
  return to;
};
window.shaken = [];
navigator.vibrate = (pattern) => { window.shaken.push(pattern); return true; };
"""
SILENT_LEVEL, SOFT_LEVEL = 0.02, 0.2
"""The highest level that counts as silence, and the highest that is soft; the maximum is 1."""
PLAYERS = (Player("Blue", "blue"), Player("Green", "green"))
PHONE, TABLET = (390, 844), (1180, 820)


class Game:
    """A table that a test plays on, one decision at a time, until the players it wants are asked."""

    def __init__(self, folder: Any) -> None:
        self.tables = new_tables(folder)
        self.serving = Serving(create_app(bare_room(self.tables)))
        setup = Setup(PLAYERS, (("goals", "no"),))
        self.table = self.tables.create("new-frontiers", setup, seed=2, settings=Settings(draws="virtual"))
        self._computers = ComputerSeats(self.table, Random(1))

    def asked(self) -> set[int]:
        return {it.player for it in self.table.questions if it.player is not None and not it.optional}

    def step(self) -> None:
        decision = self._computers.decision(self.table.now)
        self.table.submit(decision, self.table.number, f"step-{self.table.number:06}", "test")

    def until(self, now: set[int], then: set[int]) -> None:
        """Plays to where `now` are asked and the next decision makes it `then`; that decision is undone."""
        for _ in range(400):
            if self.asked() != now:
                self.step()
                continue
            self.step()
            if self.asked() == then:
                self.table.jump(self.table.number - 1, self.table.number, f"back-{self.table.number:06}", "t")
                self._computers = ComputerSeats(self.table, Random(1))
                return
        raise AssertionError("the game never comes there")


@pytest.fixture
def game(tmp_path: Any) -> Iterator[Game]:
    made = Game(tmp_path)
    yield made
    made.serving.stop()
    made.tables.close()


def open_device(browser: Any, game: Game, path: str, **kept: str) -> SimpleNamespace:
    one = Device(browser, game.serving.address, PHONE if "seat" in path else TABLET, has_touch=True)
    one.context.add_init_script(RECORD_SOUNDS_JS)
    page = one.open("/")
    for name, value in kept.items():
        page.evaluate("([name, value]) => localStorage.setItem(`companion.${name}`, value)", [name, value])
    return SimpleNamespace(one=one, page=one.open(f"/t/{game.table.id}/{path}"))


def play_step(device: SimpleNamespace, game: Game) -> None:
    game.step()
    device.one.until(game.table.number)


def prompts(page: Any) -> tuple[list[int], int]:
    return page.evaluate("window.shaken"), page.evaluate("window.tones")


def test_a_phones_title_says_whose_turn_it_is_and_it_shakes_once(browser: Any, game: Game) -> None:
    game.until({1}, {0})
    phone = open_device(browser, game, "seat/0")
    page, title = phone.page, phone.page.title()
    assert not title.startswith("●")
    page.tap("h2 >> nth=0")
    play_step(phone, game)
    assert game.asked() == {0}
    assert page.title() == f"● Your turn · {title}"
    # The sound is off on a phone.
    assert prompts(page) == ([120], 0)
    while game.asked() == {0}:
        number = len(page.evaluate("window.shaken"))
        play_step(phone, game)
        assert len(page.evaluate("window.shaken")) == number, "who goes on answering is not called again"
    assert page.title() == title
    assert not phone.one.errors
    phone.one.close()


@pytest.mark.slow
def test_a_phone_that_is_opened_in_its_turn_says_so_in_its_title(browser: Any, game: Game) -> None:
    game.until({0}, {1})
    phone = open_device(browser, game, "seat/0")
    assert phone.page.title().startswith("● Your turn · ")
    assert prompts(phone.page) == ([], 0)
    phone.one.close()


@pytest.mark.slow
def test_a_phone_does_not_shake_where_that_is_turned_off(browser: Any, game: Game) -> None:
    game.until({1}, {0})
    phone = open_device(browser, game, "seat/0", vibration="off")
    phone.page.tap("h2 >> nth=0")
    play_step(phone, game)
    assert game.asked() == {0}
    assert prompts(phone.page) == ([], 0)
    phone.one.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "kept"), first_by_default([("", {}), ("seat/0", {"sounds": "on"}), ("", {"sounds": "on"})])
)
def test_a_soft_sound_is_heard_when_a_turn_begins(
    browser: Any, game: Game, path: str, kept: dict[str, str]
) -> None:
    game.until({1}, {0})
    device = open_device(browser, game, path, **kept)
    page = device.page
    page.tap("h2 >> nth=0")
    play_step(device, game)
    assert game.asked() == {0}
    page.wait_for_function(f"() => window.loudest > {SILENT_LEVEL}")
    page.wait_for_timeout(700)
    assert page.evaluate("window.loudest") < SOFT_LEVEL
    assert page.evaluate("window.tones") == 2
    while game.asked() == {0}:
        before = page.evaluate("window.tones")
        play_step(device, game)
        calls = 2 if not path and game.asked() == {1} else 0
        assert page.evaluate("window.tones") == before + calls
    device.one.close()


@pytest.mark.slow
@pytest.mark.parametrize("path", first_by_default(["seat/0", ""]))
def test_no_sound_where_it_is_turned_off(browser: Any, game: Game, path: str) -> None:
    game.until({1}, {0})
    device = open_device(browser, game, path, sounds="off")
    device.page.tap("h2 >> nth=0")
    play_step(device, game)
    device.page.wait_for_timeout(400)
    assert device.page.evaluate("[window.loudest, window.tones]") == [0, 0]
    device.one.close()


@pytest.mark.slow
def test_the_choice_is_kept_on_the_device(browser: Any, game: Game) -> None:
    phone = open_device(browser, game, "seat/0")
    page = phone.page
    page.evaluate("document.getElementById('preferences').showPopover()")
    assert page.is_checked("[name=preference-sounds][value='']")
    page.locator("label:has([name=preference-sounds][value=on])").tap()
    page = phone.one.open(f"/t/{game.table.id}/seat/0")
    assert page.evaluate("document.documentElement.dataset.sounds") == "on"
    phone.one.close()


@pytest.mark.slow
def test_a_storyteller_says_a_line_at_a_rounds_beginning_where_it_is_turned_on(
    browser: Any, game: Game
) -> None:
    """Off by default; in the browser's own voice."""
    on, off = (open_device(browser, game, "", storyteller=value) for value in ("on", "off"))
    for device in (on, off):
        device.page.evaluate(
            "() => { window.told = []; speechSynthesis.speak = (it) => told.push([it.text, it.lang]); }"
        )
    while game.table.game.phase(game.table.state).round == 1:
        game.step()
    for device in (on, off):
        device.one.until(game.table.number)
    for _ in range(100):  # its script is loaded once it is wanted
        if on.page.evaluate("window.told.length"):
            break
        on.page.wait_for_timeout(100)
    ((words, language),) = on.page.evaluate("window.told")
    (asked,) = game.asked()
    assert words == f"Round 2. {PLAYERS[asked].name} is to answer."
    assert language == "en"
    assert off.page.evaluate("window.told") == []
    for device in (on, off):
        assert not device.one.errors
        device.one.close()
