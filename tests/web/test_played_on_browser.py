"""We played on, by touch: what lies there now is told by hand, the questions answered, the proposal taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.box.shelf import Shelf
from companion.catching_up.evidence import counted, standing
from companion.catching_up.way_words import where_words
from companion.games.contract import Player, Setup
from companion.games.contract.tellers import is_caught_up
from companion.simulation.simulate import SimulatedStep, steps
from companion.system.work_processes import WorkProcesses
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.truthful import Truthful
from tests.web.conftest import Serving, bare_room
from tests.web.device import Device
from tests.web.test_played_on_cards import a_round

NAME = "new-frontiers"
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Serving, Any]]:
    yield from serving_table(tmp_path, NAME)


@pytest.fixture
def served_cards(
    tmp_path: Path, brief_searches: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Serving, Any]]:
    """It searches in this process, where it may be brief: one of low priority waits for all other tests."""
    monkeypatch.setattr(WorkProcesses, "open", lambda processes: None)
    yield from serving_table(tmp_path, "race-for-the-galaxy")


def serving_table(path: Path, game: str) -> Iterator[tuple[Serving, Any]]:
    tables = Tables(Journal(path / "journal.db"))
    serving = Serving(create_app(bare_room(tables), boxes=Shelf(path / "boxes")))
    players = tuple(Player(*each) for each in zip(("Ann", "Ben"), games.load(game).colours, strict=False))
    yield serving, tables.create(game, Setup(players), seed=3, settings=Settings(draws="hand"))
    serving.stop()
    tables.close()


def first_explore(table: Any) -> list[SimulatedStep]:
    """What people did until somebody had picked a world."""
    found = []
    for step in steps(table.game, table.state, table.game.players["sensible"], Random(5)):
        found.append(step)
        if table.game.questions(step.before)[0].kind == "pick-world":
            return found
    raise AssertionError("nobody explores")


SIZES = [
    (390, 844),
    pytest.param((844, 390), marks=pytest.mark.slow),
    pytest.param((1024, 600), marks=pytest.mark.slow),
    pytest.param((1180, 820), marks=pytest.mark.slow),
]


def answer_truly(page: Any, table: Any, truth: list[SimulatedStep]) -> None:
    """Answers what is asked, by touch, until something is proposed."""
    game, end = table.game, truth[-1].after
    done = {game.words(step.before, step.decision) for step in truth}
    where, saw = where_words(game, end), Truthful(game, truth)
    for _asked in range(10):
        page.locator("h2").first.wait_for()
        assert page.evaluate(WIDE) <= 0
        if page.get_by_text("Right?").count():
            return
        numbers = page.locator("[name^=count-]").all()
        rows = page.locator(".field:has([name^=row-])").all()
        for row in rows:
            options = row.locator("option:not([value='']), [type=radio]:not([value=''])").all()
            said = saw.of_row([json.loads(one.get_attribute("value")) for one in options])
            if row.locator("select").count():
                row.locator("select").select_option(index=said + 1)
            else:
                options[said].check()
        for number in numbers:
            path = number.get_attribute("name").removeprefix("count-")
            number.fill(str(game.fact(game.view(end, None), path).value))
        if rows or numbers:
            page.get_by_role("button", name="That is it").click()
            continue
        answers = page.locator("button[name=told]")
        offered = [" ".join(one.split()) for one in answers.all_text_contents()]
        # One of a few whole ways says what was decided on it, and at last what is asked then.
        true = {*done, where} & set(offered) or {
            one for one in offered if (way := one.split(" · ")[:-1]) and {*way} <= done
        }
        chosen = answers.nth(offered.index(min(true or {"It has not been answered yet"})))
        if not chosen.is_visible():
            page.get_by_text("Something else").click()
        chosen.click()
    raise AssertionError("it asks without end")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_lies_there_is_told_and_what_was_done_is_found(
    browser: Any, served: Any, size: tuple[int, int]
) -> None:
    serving, table = served
    game, truth = table.game, first_explore(table)
    end = truth[-1].after
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/t/{table.id}/played-on?seat=0")
    before = game.tracking.layout(table.state)
    new = {tile: spot for tile, spot in game.tracking.layout(end).items() if tile not in before}
    for row, (tile, spot) in enumerate(new.items()):
        page.locator(f"[name=new-{row}]").fill(game.tracking.tile(tile).name)
        page.locator(f"[name=place-{row}]").select_option(f"{spot.zone}|{spot.face}|")
    assert page.evaluate(WIDE) <= 0
    page.get_by_role("button", name="What happened?").click()
    answer_truly(page, table, truth)
    page.get_by_text("It was otherwise").first.click()
    before_yes = table.number
    page.get_by_role("link", name="No", exact=True).click()
    page.get_by_role("button", name="What happened?").wait_for()
    assert table.number == before_yes, "nothing is entered by a no"
    page.go_back()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.wait_for_url(f"**/t/{table.id}/seat/0")
    assert all(is_caught_up(entry.by) for entry in table.entries()[before_yes:])
    assert table.game.tracking.layout(table.state) == game.tracking.layout(end)
    assert standing(game, table.state, table.questions) == standing(game, end, game.questions(end))
    assert device.errors == []


@pytest.mark.slow  # without a browser: test_played_on_cards.py
@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_cards_laid_and_hands_counted_tell_a_round_of_cards(
    browser: Any, served_cards: Any, size: tuple[int, int]
) -> None:
    serving, table = served_cards
    game, truth = table.game, a_round(table)
    end, before = truth[-1].after, game.tracking.layout(table.state)
    device = Device(browser, serving.address, size, has_touch=True)
    page = device.open(f"/t/{table.id}/seat/0")
    page.locator(f"a[href='/t/{table.id}/played-on?seat=0']").first.wait_for(state="attached")  # in its menu
    page = device.open(f"/t/{table.id}/played-on?seat=0")
    new = {tile: spot for tile, spot in game.tracking.layout(end).items() if tile not in before}
    for row, (tile, spot) in enumerate(new.items()):
        page.locator(f"[name=new-{row}]").fill(tile)
        page.locator(f"[name=place-{row}]").select_option(f"{spot.zone}|{spot.face}|")
    for fold in page.locator("details.fold").all():
        fold.locator("summary").click()
    for fact in counted(game, end):
        field = page.locator(f"[name='{'said' if fact.choices else 'counted'}-{fact.path}']")
        if field.count():
            field.select_option(fact.value) if fact.choices else field.fill(str(fact.value))
    assert page.evaluate(WIDE) <= 0
    page.get_by_role("button", name="What happened?").click()
    answer_truly(page, table, truth)
    page.get_by_role("button", name="Yes", exact=True).click()
    page.wait_for_url(f"**/t/{table.id}/seat/0")
    assert game.facts(table.state) == game.facts(end)
    page = device.open(f"/t/{table.id}/history?seat=0")
    page.get_by_role("link", name="What else it may have been").first.click()
    page.get_by_role("heading", name="Was it otherwise?").wait_for()
    assert page.evaluate(WIDE) <= 0
    page.locator("button[name=told]").first.click()
    page.locator("h2").first.wait_for()
    assert page.evaluate(WIDE) <= 0
    assert device.errors == []
