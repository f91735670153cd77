"""Tests of a finished table of A New Frontier that is scored by touch at /scan, without a photo."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Final, Holding
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

from .build import GAME

BLUE = {
    "vp": 20,
    "titles": 8,
    "tech_vp": 2,
    "prestige": 12,
    "mine-1": 6,
    "colonies": 2,
    "missions-green": 4,
    "missions-yellow": 2,
}
BLUE |= {f"fleet-{planet}": 4 for planet in range(4)}


@pytest.fixture
def client(tmp_path: Path, installed: None) -> Iterator[Any]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    app.testing = True
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


def test_numbers_told_by_touch_make_the_score_of_the_file(client):
    path = client.post("/scan", data={"game": GAME.name, "players": "3"}).location
    for key, (name, value) in enumerate(BLUE.items()):
        seen = int(client.get(path + "/state").json["number"])
        change = {"do": "number", "player": 0, "name": name, "value": value}
        said = client.post(path + "/say", json={"seen": seen, "key": f"touch-{key:04}", "change": change})
        assert said.status_code == 200, said.text
    for page in ("", "/seat/0", "/sheet"):
        assert client.get(path + page).status_code == 200
    sheet = html.unescape(client.get(path + "/sheet").text)
    # 20, 8 for the titles as the table counts them, 2 for technologies (p. 12), 4 fleets, 1 for the mine,
    # 6 for colonies, 12 for missions (p. 10).
    assert re.search(r"\b53\b", sheet)


def test_what_is_asked_follows_the_players_and_the_titles():
    book = GAME.untracked.final()

    def names(players: int) -> list[str]:
        table = Final(tuple(Holding(str(n)) for n in range(players)))
        return [each.name for each in book.asked(table, 0)]

    assert "missions-white" not in names(3)
    assert "missions-white" in names(4)
    assert "missions-five-players" not in names(4)
    assert "missions-five-players" in names(5)
    asked = {each.name: each for each in book.asked(Final((Holding("A"),) * 3), 0)}
    assert asked["prestige"].highest == 22
    assert not asked["techs"].needed, "no title counts them until the owner enters one"


def test_titles_that_an_owner_told_are_counted_and_not_asked():
    told = """[[board]]
id = "board-scoring"
title_1 = "techs"
tie_1 = "credits"
tie_2 = "mines"
"""
    book = GAME.box.with_box(told).untracked.final()
    table = Final((Holding("A", numbers={"techs": 9, "titles": 8}), Holding("B", numbers={"techs": 2})))
    asked = {each.name: each for each in book.asked(table, 0)}
    assert "titles" not in asked
    assert asked["techs"].needed
    first = book.score(table).players[0]
    assert {line.source: line.vp for line in first.lines}["Titles"] == 4


def test_equal_totals_share_a_place_while_nobody_told_the_tie_breakers():
    table = Final((Holding("A", numbers={"vp": 5, "prestige": 9}), Holding("B", numbers={"vp": 5})))
    assert [player.rank for player in GAME.untracked.final().score(table).players] == [1, 1]


def test_by_touch_and_by_file_come_to_the_same():
    request = {
        "players": [{"name": "A", "vp": 3, "mines": [8, 1, 1, 1], "missions": {"five-players": 1}}, {}, {}]
    }
    by_file = [player["total"] for player in GAME.untracked.score_request(request)["players"]]
    touched = Holding("A", numbers={"vp": 3, "mine-0": 8, "missions-five-players": 1})
    table = Final((touched, Holding("Player 2"), Holding("Player 3")))
    assert [player.total for player in GAME.untracked.final().score(table).players] == by_file


def test_by_touch_no_more_counts_than_by_file(client):
    path = client.post("/scan", data={"game": GAME.name, "players": "3"}).location
    for key, (name, most) in enumerate({"colonies": 3, "fleet-0": 9, "prestige": 22}.items()):
        change = {"do": "number", "player": 0, "name": name, "value": most + 1}
        said = client.post(path + "/say", json={"seen": 1, "key": f"touch-{key:04}", "change": change})
        assert (said.status_code, said.json["sentence"]) == (422, f"Type a whole number from 0 to {most}.")
    assert client.get(path + "/state").json["number"] == 1
