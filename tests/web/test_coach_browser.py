"""Browser tests of a finished game's key moments: the page follows the search without being reloaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.box.shelf import Shelf
from companion.coach import reviews
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def room(tmp_path: Path) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield bare_room(tables)
    tables.close()


@pytest.fixture
def app(room: SimpleNamespace, tmp_path: Path) -> Iterator[Flask]:
    app = create_app(room, Shelf(tmp_path / "boxes"))
    app.testing = True
    yield app
    services_of(app).live.close()


def finished(tables: Tables) -> Any:
    table = tables.create("new-frontiers", Setup((Player("Ada", "blue"), Player("Ben", "green"))), seed=3)
    choose, rng = table.game.players["sensible"].choose, Random(1)
    while not table.game.phase(table.state).over:
        question = table.questions[0]
        options = table.game.options(table.state, question.player)
        decision = choose(table.game, table.state, question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    return table


@pytest.mark.slow
@pytest.mark.long
def test_the_page_follows_the_search_to_its_end_and_names_nothing_for_axe(
    device: Any, room: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    monkeypatch.setattr("companion.coach.moments.QUICK_SEARCH_SECONDS", 0.01)
    monkeypatch.setattr("companion.coach.moments.FULL_SEARCH_SECONDS", 0.05)
    monkeypatch.setattr(reviews, "REVIEW_SLICE_SECONDS", 0.2)
    table = finished(room.tables)
    one = device(f"/t/{table.id}/moments", (390, 844))
    page = one.page
    wrong = [each["id"] for each in axe.run(page).response["violations"]]
    assert page.locator("progress").count() == 1, "the search takes longer than a look at the page"
    assert wrong == []
    page.evaluate("window.same = true")
    first = page.locator("progress").get_attribute("value")
    page.wait_for_selector(f"progress:not([value='{first}'])", timeout=120_000)
    page.wait_for_selector("progress", state="detached", timeout=120_000)
    assert page.evaluate("window.same"), "the page was never loaded anew"
    assert "Each decision was compared with its other answers" in page.inner_text("main")
    assert [each["id"] for each in axe.run(page).response["violations"]] == []
