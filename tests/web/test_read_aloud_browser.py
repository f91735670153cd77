"""The pages read aloud by a real screen reader (screen_reader.py says what it needs)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Correction, Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables
from tests.web.other_browsers import MissingProgram
from tests.web.screen_reader import Reader, orca

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def reader(browser: Any) -> Iterator[Reader]:
    try:
        with orca(browser.browser_type) as reading:
            yield reading
    except MissingProgram as missing:
        pytest.skip(f"Nothing reads aloud: {missing}")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("aloud"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


@pytest.mark.parametrize("path", ["seat/0", ""])
def test_each_question_is_said_once(reader: Reader, served: SimpleNamespace, path: str) -> None:
    """On a phone and on the tablet: what is new, as it comes, and nothing twice. A correction that leaves the
    question as it is says nothing of it, and a step that is taken back says what is asked again."""
    game = games.load("new-frontiers")
    players = tuple(Player(name, colour) for name, colour in zip(("Ann", "Ben"), game.colours, strict=False))
    table = served.tables.create(game.name, Setup(players), seed=4, settings=Settings(draws="virtual"))
    one = Device(reader.browser, served.address, (1180, 820))
    page = one.open(f"/t/{table.id}/{path}")
    reader.hear("Finished loading")
    computers, shown = ComputerSeats(table, Random(4)), page.text_content("#said")
    for step in range(12):
        table.submit(computers.decision(table.now), table.number, f"step-{step:06}", "test")
        one.until(table.number)
        if (words := page.text_content("#said")) != shown:
            shown = words
            assert reader.hear(words) == [words]
    table.correct(Correction("credits/0", 9), table.number, "correct-01", "test")
    one.until(table.number)
    table.set(help="2026-11-29T20:00:00+00:00")
    assert reader.hear("Somebody was called") == ["Somebody was called and will come."]
    table.undo(table.number, "undo-000001", "test")
    table.undo(table.number, "undo-000002", "test")
    one.until(table.number)
    page.wait_for_function("words => document.getElementById('said').textContent !== words", arg=shown)
    words = page.text_content("#said")
    assert reader.hear(words) == [words]
    one.close()
