"""Tests of "What happened?" of a line of the history: what it says, to whom, and what the camera saw."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion import games
from companion.games.contract import Correction, Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.recorder import Recorder
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

SETUP = Setup((Player("Ada", "blue"), Player("Ben", "green")))


@pytest.fixture
def house() -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(":memory:"), games.load)
    room = bare_room(tables)
    app = create_app(room)
    app.testing = True
    table: Any = tables.create("new-frontiers", SETUP, seed=3)
    yield SimpleNamespace(room=room, client=app.test_client(), table=table, base=f"/t/{table.id}/history")
    services_of(app).live.close()
    tables.close()


def play(table: Any, until: str) -> int:
    """Plays on until a decision of this name; gives its entry."""
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for _ in range(200):
        question = table.questions[0]
        options = table.game.options(table.state, question.player)
        decision = choose(table.game, table.state, question, options, rng)
        entry = table.submit(decision, table.number, f"step-{table.number:06}", f"{question.player}")
        if decision.do == until:
            return entry.number
    raise AssertionError(until)


def test_a_line_says_the_decision_who_when_and_the_rules_page(house: SimpleNamespace) -> None:
    number = play(house.table, "buy-development")
    listed = house.client.get(house.base).text
    assert f'href="{house.base}/{number}"' in listed
    page = house.client.get(f"{house.base}/{number}").text
    entry = house.table.entries()[number - 1]
    assert house.table.words_of(number) in page.replace("&#39;", "'")
    assert SETUP.players[entry.player].name in page
    assert entry.at.strftime("%H:%M") in page
    rule = r'data-rules href="/rules/new-frontiers\?page=\d+[^"]*tile=D\d+'
    assert re.search(rule, page), "its rule and its tile"
    assert '<details class="tally"' in page, "the numbers that the rules computed"
    assert "camera" not in page, "there is none"


def test_a_correction_an_undo_and_the_setup_have_their_line_too(house: SimpleNamespace) -> None:
    table = house.table
    play(table, "select-action")
    fact = next(f for f in table.game.facts(table.state) if isinstance(f.value, int) and f.value < 3)
    table.correct(Correction(fact.path, fact.value + 1), table.number, "a key of it", "the tablet")
    assert "no move" in house.client.get(f"{house.base}/{table.number}").text
    table.undo(table.number, "another key", "the tablet")
    assert "taken back" in house.client.get(f"{house.base}/{table.number - 1}").text
    for number in range(1, table.number + 1):
        assert house.client.get(f"{house.base}/{number}").status_code == 200


@pytest.mark.parametrize("entry", ["0", "999", "x", "-1"])
def test_an_entry_that_is_not_there_is_refused_in_a_sentence(house: SimpleNamespace, entry: str) -> None:
    answer = house.client.get(f"{house.base}/{entry}")
    assert answer.status_code == 404
    assert "There is no such entry" in answer.text


def test_what_the_camera_saw_then_is_shown_while_it_is_kept(house: SimpleNamespace) -> None:
    number = play(house.table, "select-action")
    recorder = Recorder()
    picture = np.full((60, 80, 3), 90, np.uint8)
    recorder.picture(picture, time.monotonic() - 4.0, moving=False)
    recorder.picture(picture, time.monotonic() - 0.5, moving=False)
    camera = SimpleNamespace(recorder=recorder)
    status = SimpleNamespace(state="online", sentence="")
    house.room.home.eyes = SimpleNamespace(cameras=(camera,), status=lambda: status)
    house.room.home.active = house.table.id
    camera.recorder = Recorder()
    assert "No picture of it is kept" in house.client.get(f"{house.base}/{number}").text
    camera.recorder = recorder
    page = house.client.get(f"{house.base}/{number}").text
    shown = re.findall(r'<img src="([^"]+)"', page)
    assert len(shown) == 2, "three seconds before, and at that moment"
    for address in shown:
        answer = house.client.get(address.replace("&amp;", "&"))
        assert answer.status_code == 200
        assert answer.data[:2] == b"\xff\xd8"
        assert answer.headers["Cache-Control"] == "no-store"
    for wrong in ("0.jpg?after=-60", "7.jpg?after=0", "0.jpg?after=x", "0.jpg?after=-6"):
        assert house.client.get(f"{house.base}/{number}/camera/{wrong}").status_code == 404
