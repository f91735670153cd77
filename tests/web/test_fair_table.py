"""A fair table, from the kept plays through the form of a new game to the play that comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.access.kept_stations import KeptStation
from companion.plays.play import Seated, play_from_json, play_to_json
from companion.plays.tracked import seated
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.plays.conftest import named_play
from tests.web.conftest import bare_room
from tests.web.test_setup_paths import begun, told_by_hand

SEATS = {"name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "green"}
WORDS = "Ann has won 7 of 9: Ben begins with "


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    client = create_app(bare_room(tables)).test_client()
    plays = services_of(client.application).keeper.plays
    for number, winner_first in enumerate("AABAAABAA"):
        names = ("Ann", "Ben") if winner_first == "A" else ("Ben", "Ann")
        for game in games.names():
            players = tuple(Seated(name, "blue") for name in names)
            play = named_play(*names, id=f"{game}-{number}", game=game)
            plays.keep(replace(play, players=players))
    yield client
    tables.close()


def new(client: FlaskClient, **fields: str) -> Table[Any]:
    form = {"game": "new-frontiers", "chance": "virtual", "draws": "virtual", "option-game": "first"}
    return begun(client, client.post("/new", data=form | SEATS | fields))


@pytest.mark.parametrize("name", games.names())
def test_it_is_proposed_with_its_reason_and_off(client: FlaskClient, name: str) -> None:
    seats = SEATS | {"name-2": "Cleo", "colour-2": "red"}
    piece = client.get("/new/fair", query_string={"game": name} | seats).text
    assert WORDS in piece
    assert 'name="fair" value="yes">' in piece
    assert not client.get(
        "/new/fair", query_string={"game": name, "name-0": "Ann", "name-1": "Dan"}
    ).text.strip()


def test_it_is_off_unless_somebody_chooses_it(client: FlaskClient) -> None:
    assert new(client).setup.ahead == ()


def test_chosen_it_is_the_tables_setup_and_the_plays(client: FlaskClient) -> None:
    table, usual = new(client, fair="yes", seed="7"), new(client, seed="7")
    more = table.setup.ahead[1]
    assert table.setup.ahead == (0, more)
    assert more > 0
    assert table.state.empires[1].credits == (credits := usual.state.empires[1].credits + more)
    assert f"Ben: take {credits} credits." in client.get(f"/t/{table.id}/set-up").text

    assert f"New Frontiers begins: Ann, Ben; Ben begins with {more} credits more" in table.entries()[0].words

    who = seated(table.game, table.state, table.setup)
    assert [one.ahead for one in who] == [0, more]
    play = replace(named_play("Ann", "Ben", id="kept", game="new-frontiers"), players=who)
    assert play_from_json(play_to_json(play)) == play
    services_of(client.application).keeper.plays.keep(play)
    assert f"Ben began with {more} credits more." in client.get("/plays/kept").text


def test_it_stays_through_the_page_of_draws_and_a_refusal(client: FlaskClient) -> None:
    form = SEATS | {"game": "new-frontiers", "chance": "hand", "draws": "virtual", "fair": "yes"}
    refused = client.post("/new", data=form | {"colour-1": "blue"})
    assert refused.status_code == 422
    assert 'name="fair" value="yes" checked' in refused.text
    page = client.post("/new", data=form)
    table = begun(client, client.post("/new/draw", data=told_by_hand(page.text)))
    assert table.setup.ahead[1] > 0


def test_strangers_do_not_see_how_others_played(client: FlaskClient) -> None:
    services_of(client.application).house.stations.add(KeptStation("1", "1"))
    assert not client.get("/new/fair", query_string=SEATS | {"game": "new-frontiers"}).text.strip()
    assert new(client, fair="yes").setup.ahead == ()


def test_a_program_says_it_itself(client: FlaskClient) -> None:
    people = [{"name": "Ann", "colour": "blue"}, {"name": "Ben", "colour": "green"}]
    asked = {"game": "race-for-the-galaxy", "players": people, "ahead": [0, 2]}
    answer = client.post("/api/v1/tables", json=asked)
    assert answer.status_code == 201, answer.text
    table = services_of(client.application).room.tables.open(answer.get_json()["table"])
    assert [empire.hand for empire in table.state.empires] == [4, 6]
    refused = client.post("/api/v1/tables", json=asked | {"ahead": [0, 99]})
    assert (refused.status_code, "0 to 8" in refused.text) == (422, True)
