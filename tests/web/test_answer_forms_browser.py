"""Browser tests of answers that are no choice from a list: by touch, by keyboard, during live updates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.default_run import first_by_default
from tests.web.conftest import Device, bare_room
from tests.web.forms_game import Bid, Cards, Cheer, FormsGame, Plan

pytestmark = pytest.mark.browser

GAME = FormsGame()
PHONE, TABLET = (390, 844), (1180, 820)
PHONES = ((390, 844), (844, 390))
SIZES = first_by_default([(1024, 600), (390, 844), (844, 390), (1024, 768), (1180, 820)], whole=True)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    monkeypatch.setattr(games, "names", lambda: (GAME.name,))
    monkeypatch.setattr(games, "load", lambda name: GAME)
    tables = Tables(Journal(tmp_path / "journal.db"), lambda name: GAME)
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = (Player("Blue", "blue"), Player("Green", "green"))
    return room.tables.create("forms", Setup(players), seed=1, settings=Settings(draws="hand", dice="hand"))


def take(table: Table[Any], *decisions: Any) -> None:
    for decision in decisions:
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


def state(page: Any) -> str:
    return str(page.inner_text(".answer-state"))


def answered(page: Device, number: int) -> None:
    page.page.click("[data-answer-form] [type=submit]")
    page.until(number + 1)


def check_fit(page: Any) -> None:
    """Checks that the question fits the window's width, and that its controls are large enough to touch."""
    wide = page.evaluate("() => document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert not wide
    small = page.evaluate("""() => [...document.querySelectorAll("#question button, #question .choice")]
      .filter((it) => it.checkVisibility() && it.getBoundingClientRect().height < 47.5)
      .map((it) => it.outerHTML.slice(0, 80))""")
    assert small == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_subset_is_chosen_by_touch_and_says_why_it_does_not_fit(
    device: Any, table: Table[Any], size: tuple[int, int]
) -> None:
    path = f"/t/{table.id}/seat/0" if size in PHONES else f"/t/{table.id}/"
    one = device(path, size=size)
    page = one.page
    assert state(page) == "Choose 2 to 3."
    page.click("text=Moon card")
    page.click("text=Sun card")
    assert state(page) == "Chosen: 2. Value: 8 of 8."
    page.click("text=Cloud card")
    assert state(page) == "Chosen: 3. Value: 9; at most 8."
    number = table.number
    page.click("[data-answer-form] [type=submit]", force=True)
    assert table.number == number, "what does not fit is not sent"
    assert page.is_disabled("[value=comet]")
    assert page.is_visible("text=A comet needs a telescope.")
    check_fit(page)
    page.click("text=Cloud card")
    answered(one, number)
    assert table.state.last == "Blue puts down moon, sun"


def test_a_form_that_was_sent_before_the_scripts_were_there_is_sent_once_they_are(
    device: Any, table: Table[Any]
) -> None:
    """It has no address: sent by the browser alone, the page was loaded anew and what was chosen lost."""
    one = device("/join", size=PHONE, fresh=True)
    page, number, let_go = one.page, table.number, one.hold("**/live.js")
    page.goto(f"{one.address}/t/{table.id}/seat/0", wait_until="commit")
    page.click("text=Moon card")
    page.click("text=Sun card")
    page.click("[data-answer-form] [type=submit]")
    let_go()
    one.until(number + 1)
    assert table.state.last == "Blue puts down moon, sun"


@pytest.mark.slow
def test_a_subset_is_chosen_by_keyboard_alone(device: Any, table: Table[Any]) -> None:
    one = device(f"/t/{table.id}/seat/0", size=PHONE)
    page = one.page
    page.focus("[value=moon]")
    for key in ("Space", "Tab", "Tab", "Space", "Tab", "Tab"):
        page.keyboard.press(key)
    assert state(page) == "Chosen: 2. Value: 5 of 8."
    page.keyboard.press("Enter")
    one.until(table.number)
    page.wait_for_selector("text=Blue puts down moon, star")


def test_a_half_made_answer_stays_while_others_play_on(device: Any, table: Table[Any]) -> None:
    phone = device(f"/t/{table.id}/seat/0", size=PHONE)
    tablet = device(f"/t/{table.id}/")
    for page in (phone.page, tablet.page):
        page.click("text=Moon card")
    take(table, Cheer(1))
    for one in (phone, tablet):
        one.until(table.number)
        assert state(one.page) == "Chosen: 1. Value: 3 of 8. Choose 1 more."
        assert one.page.is_checked("[value=moon]")
    take(table, Cards(0, ("sun", "star")), Bid(0, 1), Bid(1, 2))
    phone.until(table.number)
    phone.page.click("text=Forest")
    take(table, Cheer(1))
    phone.until(table.number)
    assert state(phone.page) == "Laid: 1. Place 1 more."
    assert phone.page.inner_text("[data-place=forest] .laid-token") == "1\u00a0×\u00a0Worker"


def test_a_touch_that_comes_before_what_runs_the_form_is_done_when_that_has_come(
    device: Any, table: Table[Any]
) -> None:
    page = device(f"/t/{table.id}/seat/0", size=PHONE).page
    held: list[Any] = []
    page.route("**/token-forms.js", lambda route: held.append(route))
    take(table, Cards(0, ("sun", "star")), Bid(0, 1), Bid(1, 2))
    page.click("text=Forest")
    page.wait_for_timeout(0)  # lets the held request in
    assert page.inner_text("[data-place=forest] [data-laid]") == ""
    for request in held:
        request.continue_()
    page.wait_for_selector("[data-place=forest] .laid-token")
    assert state(page) == "Laid: 1. Place 1 more."


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_amount_is_set_by_steps_by_the_slider_and_by_typing(
    device: Any, table: Table[Any], size: tuple[int, int]
) -> None:
    take(table, Cards(0, ("moon", "sun")))
    one = device(f"/t/{table.id}/seat/0", size=size)
    page = one.page
    field = page.locator("[name=amount]")
    page.click("[data-step='1']")
    assert field.input_value() == "4"
    page.locator("[name=slider]").fill("20")
    assert field.input_value() == "20"
    field.fill("99")
    assert state(page) == "Answer with a number from 0 to 30."
    field.fill("7")
    assert page.locator("[name=slider]").input_value() == "7"
    check_fit(page)
    number = table.number
    answered(one, number)
    assert table.state.bids == (7, None)
    # Until the others have answered it may be changed, and no player waits for that.
    page.click("text=Change: Blue: change the bid")
    page.locator("[name=amount]").fill("8")
    page.click("[data-answer-form] [type=submit]")
    one.until(number + 2)
    assert table.state.bids == (8, None)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tokens_are_laid_onto_places_and_taken_away_again(
    device: Any, table: Table[Any], size: tuple[int, int]
) -> None:
    take(table, Cards(0, ("moon", "sun")), Bid(0, 1), Bid(1, 2))
    path = f"/t/{table.id}/seat/0" if size in PHONES else f"/t/{table.id}/"
    one = device(path, size=size)
    page = one.page
    forest, mine, town = (
        page.locator(f"[data-place={name}] [data-lay]") for name in ("forest", "mine", "town")
    )
    forest.click()
    forest.click()
    forest.click()
    assert state(page) == "Laid: 2. Forest takes 2 at most."
    town.click()
    assert page.is_checked("[value=cart]"), "with no worker left the cart is next"
    mine.click()
    assert state(page) == "Laid: 3. Cart cannot lie on Mine."
    page.click("[data-place=forest] .laid-token")
    check_fit(page)
    town.click()
    number = table.number
    answered(one, number)
    assert table.state.last == "Blue sends 1 worker to forest; 1 worker to town; 1 cart to town"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_dice_are_rolled_by_the_companion_or_entered(
    device: Any, table: Table[Any], size: tuple[int, int]
) -> None:
    take(table, Cards(0, ("moon", "sun")), Bid(0, 1), Bid(1, 2), Plan(0, (("worker", "town", 2),)))
    one = device(f"/t/{table.id}/", size=size)
    page = one.page
    page.click(".die >> nth=0 >> text=4")
    assert state(page) == "Dice still to enter: 1."
    page.fill(".die [type=number]", "17")
    check_fit(page)
    number = table.number
    answered(one, number)
    assert table.state.last == "Rolled (4, 17)"


def test_an_optional_question_stands_apart_and_calls_nobody(device: Any, table: Table[Any]) -> None:
    one = device(f"/t/{table.id}/seat/1", size=PHONE)
    page = one.page
    assert page.inner_text("#question .waiting").startswith("Waiting for Blue")
    page.click("text=If you like: Green: cheer")
    number = table.number
    page.click("[data-decision]")
    one.until(number + 1)
    assert table.state.cheers == 1


def test_one_tablet_passed_round_covers_what_the_next_player_may_not_see(
    device: Any, table: Table[Any]
) -> None:
    take(table, Cards(0, ("moon", "sun")))
    one = device(f"/t/{table.id}/")
    page = one.page
    page.click("#ask-0 a")
    page.wait_for_selector("text=Only for Blue")
    assert not page.is_visible("[name=amount]")
    page.click("text=I am Blue")
    page.fill("[name=amount]", "9")
    page.click("[data-answer-form] [type=submit]")
    page.wait_for_selector("text=Only for Green")
    assert "9" not in page.inner_text("body")
    page.click("text=I am Green")
    page.click("[data-answer-form] [type=submit]")
    page.wait_for_selector("#ask-0:has-text('send out your people')")
    assert table.state.bids == (9, 3)
    assert page.url.endswith(f"/t/{table.id}/")


def test_a_cover_needs_no_style_sheet(device: Any, table: Table[Any]) -> None:
    """One that comes late, or never: what is secret shows at no moment."""
    take(table, Cards(0, ("moon", "sun")))
    one = device(f"/t/{table.id}/")
    page = one.page
    page.route("**/*", lambda it: it.abort() if it.request.resource_type == "stylesheet" else it.continue_())
    page.goto(page.url + "seat/0?passed=yes")
    assert page.is_visible("text=Only for Blue")
    assert not page.is_visible("[name=amount]")
    page.click("text=I am Blue")
    assert page.is_visible("[name=amount]")


def test_the_phase_is_shown_in_words(device: Any, table: Table[Any]) -> None:
    page = device(f"/t/{table.id}/").page
    assert page.inner_text("#phase") == "Round 1 · Cards"
    take(table, Cards(0, ("moon", "sun")))
    page.wait_for_selector("text=Round 1 · Bidding")
