"""A turn of three on three phones: planning, a conflict of all three, a vote, a reload."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.web.conftest import bare_room

from .build import BLUE, GREEN, RED

pytestmark = pytest.mark.browser
PHONE = (390, 844)


@pytest.fixture
def room(tmp_path: Path, installed: None) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def table(room: SimpleNamespace) -> Table[Any]:
    players = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    chance = (("factions", ("faction-1", "faction-2", "faction-3")), ("storm", ("planet-1",)))
    table = room.tables.create("a-new-frontier", Setup(players, (), chance), seed=3, settings=Settings())
    by_chance(table)
    assert table.state.phase == "planning"
    return table


def by_chance(table: Table[Any]) -> None:
    """Lets the companion draw and roll until people are asked."""
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")


def snapshot(one: Any, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        one.page.screenshot(path=f"{folder}/anf-{name}.png")


def lay(one: Any, form: str, *laid: tuple[str, str, int]) -> None:
    """Touches tokens and places in an allocation, and sends it."""
    page = one.page
    for token, place, count in laid:
        page.check(f"{form} input[name=token][value='{token}']")
        for _touch in range(count):
            page.click(f"{form} [data-place='{place}'] [data-lay]")
    send(one, form)


def send(one: Any, form: str) -> None:
    one.press(one.page.locator(f"{form} [type=submit]"), one.number())


def tap(one: Any, words: str) -> None:
    one.press(one.page.locator(".answer", has_text=words).first, one.number())


def tell(one: Any, form: str, number: int) -> None:
    one.page.fill(f"{form} input[name=amount]", str(number))
    send(one, form)


def test_a_turn_of_three_on_three_phones(device: Any, table: Table[Any]) -> None:
    tablet = device(f"/t/{table.id}/")
    phones = [device(f"/t/{table.id}/seat/{seat}", PHONE) for seat in range(3)]
    blue, green, red = phones

    # Blue and Red attack Green at planet 2, Green attacks at planet 3; Alpha Security goes to planet 4.
    attack = ("die-1", "attack-1", 1)
    snapshot(blue, "planning")
    lay(blue, "#form-0-plan", attack, ("action", "area-politics", 1))
    assert table.state.corps[BLUE].plan is not None
    red.until(table.number)
    assert "My plan" in blue.page.inner_text("#live")
    assert "My plan" not in red.page.inner_text("#live")
    red.page.reload()
    red.page.wait_for_selector("#form-2-plan")
    lay(red, "#form-2-plan", attack, ("action", "area-politics", 1))
    lay(green, "#form-1-plan", ("die-0", "attack-2", 1))
    by_chance(table)
    assert table.state.step.fight is not None

    # A conflict of three: cards in secret on each phone, strength, dice, Might, losses, stealing.
    assert {kind for _seat, kind in waited(table)} == {"choose-strategy"}
    for one in phones:
        one.until(table.number)
        tap(one, "Strategy 3")
    for seat, one in enumerate(phones):
        one.until(table.number)
        tell(one, f"#form-{seat}-tell-strength", 5 + seat)
    for one in phones:
        one.until(table.number)
        tap(one, "Tactic 11")
    by_chance(table)
    for seat, one in enumerate(phones):
        one.until(table.number)
        tell(one, f"#form-{seat}-tell-might", 9 - seat)
    tablet.until(table.number)
    snapshot(tablet, "conflict")
    assert "Conflict at Planet 2" in tablet.page.inner_text("#anf-fight")
    for seat, one in enumerate(phones):
        one.until(table.number)
        send(one, f"#form-{seat}-lose-ships")
    # Blue has the most Might and defeats both; it steals first.
    assert table.state.corps[BLUE].vp == 2
    blue.until(table.number)
    credits = table.state.corps[BLUE].credits
    tap(blue, "Steal 2")
    assert table.state.corps[BLUE].credits >= credits + 2

    # The rest of the planet phase by whoever is asked, up to the vote.
    through(table, "politics")
    for seat in (BLUE, RED):
        one = phones[seat]
        one.until(table.number)
        tap(one, "Contract Policy, red" if seat == BLUE else "System Policy, blue")
    assert [kind for _seat, kind in waited(table)] == ["vote"] * 3
    blue.until(table.number)
    snapshot(blue, "vote")
    lay(blue, "#form-0-vote", ("vote-a", "fist", 1), ("influence", "fist", 1))
    green.until(table.number)
    assert "1 fist is closed" in green.page.inner_text("#anf-politics")
    lay(green, "#form-1-vote", ("vote-a", "fist", 1))
    red.until(table.number)
    lay(red, "#form-2-vote", ("vote-b", "fist", 1))
    assert table.state.agendas == (("contract", "red", -1),)
    tablet.until(table.number)
    assert "Contract Policy, red" in tablet.page.inner_text("#live")
    snapshot(tablet, "table")
    snapshot(green, "phone")
    widths = "document.documentElement.scrollWidth <= innerWidth"
    assert all(one.page.evaluate(widths) for one in phones)


def waited(table: Table[Any]) -> list[tuple[int | None, str]]:
    return [(q.player, q.kind) for q in table.questions if not q.optional]


def through(table: Table[Any], phase: str) -> None:
    """Plays on with a computer player until a phase begins."""
    rng, player = Random(1), table.game.players["random"]
    while table.state.phase != phase:
        by_chance(table)
        if table.state.phase == phase:
            return
        question = next(q for q in table.questions if not q.optional)
        view = table.game.view(table.state, question.player)
        options = table.game.options(table.state, question.player)
        decision = player.choose(table.game, view, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


def test_german_and_french_pages_have_no_english_left(device: Any, table: Table[Any]) -> None:
    for language, word in (("de", "Sturm"), ("fr", "tempête")):
        one = device(f"/t/{table.id}/seat/{GREEN}", PHONE)
        one.context.add_cookies([{"name": "language", "value": language, "url": one.address}])
        one.page.reload()
        text = one.page.inner_text("body")
        assert "Electrical" not in text
        assert word in text
        snapshot(one, language)
