"""The house at a glance: the screen at the wall, and the API's stations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.access.kept_stations import KeptStation
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.put_away.copies import PieceRecord
from companion.table.journal import Journal, utc_now
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live.console import call_for_help
from companion.web.live.expected_end import ExpectedEnd
from companion.web.request.services import services_of
from tests.web.conftest import bare_room
from tests.web.parsed import parsed, words

NAME = "new-frontiers"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")).test_client()
    tables.close()


def begin(client: FlaskClient, *names: str) -> Table[Any]:
    players = tuple(Player(*each) for each in zip(names, games.load(NAME).colours, strict=False))
    return services_of(client.application).room.tables.create(NAME, Setup(players), seed=3)


def test_the_wall_and_the_api_say_what_is_played_where_until_when_and_what_is_wrong(
    client: FlaskClient,
) -> None:
    here = services_of(client.application)
    assert "No station yet" in client.get("/staff/wall").text
    table, other = begin(client, "Ann", "Ben"), begin(client, "Cleo", "Dirk")
    stations = here.house.stations
    stations.add(KeptStation("1", "1", table=table.id))
    here.copies.change(NAME, lambda _: (PieceRecord("W23", "Artist Settlement", "missing", utc_now()),))
    call_for_help(table)
    end = here.ends.estimate_now(table)
    assert end is not None
    low, high = end.minutes(utc_now())
    console = words(parsed(client.get("/staff").text))
    assert f"{low} to {high} minutes more" in console
    assert "1 piece of this copy is missing W23 Artist Settlement" in console
    assert "Missing pieces and replacements" in console
    wall = client.get("/staff/wall").text
    assert "Ann, Ben" not in wall, "who calls has the time since when in that place"
    assert all(words in wall for words in ("calls for help", "needs", "1 missing", "Cleo, Dirk", "free"))
    assert "1 calls for help" in words(parsed(wall))
    one, two, three = client.get("/api/v1/stations").json
    assert (one["station"], one["state"], one["players"]) == ("1", "calls", ["Ann", "Ben"])
    assert one["call"]["since"]
    assert one["expected_end"]["low"] < one["expected_end"]["high"]
    assert [piece["piece"] for piece in one["missing"]] == ["W23"]
    assert (two["state"], two["table"]) == ("free", None)
    assert (three["station"], three["table"]) == (None, other.id)
    call_for_help(other)
    assert "2 call for help" in words(parsed(client.get("/staff/wall").text))


def test_a_table_is_told_how_much_longer_it_needs_only_if_it_wants_to_know(client: FlaskClient) -> None:
    table = begin(client, "Ann", "Ben")
    score = f"/t/{table.id}/score"
    assert "minutes more" not in client.get(score).text
    client.post(f"/t/{table.id}/settings", json={"ending": "shown"})
    assert re.search(r"\d+ to \d+ minutes more", client.get(score).text)
    client.post(f"/t/{table.id}/settings", json={"standing": "shown"})
    assert re.search(r"\d+ to \d+ minutes more", client.get(score).text)


def test_an_end_is_said_in_steps_of_five_minutes_and_never_in_the_past() -> None:
    now = utc_now()
    end = ExpectedEnd(now + timedelta(minutes=18), now + timedelta(minutes=33))
    assert end.minutes(now) == (15, 35)
    assert end.minutes(now + timedelta(hours=2)) == (0, 5)
