"""Putting away on the pages: lists, photos, closing the box, and what the next players are told."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup, Spot
from companion.put_away.checklist import checklist
from companion.put_away.kept import PutAway
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.trays import tray_photos
from tests.web.conftest import bare_room
from tests.web.parsed import parsed, words

NAME = "new-frontiers"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")).test_client()
    tables.close()


@pytest.fixture
def table(client: FlaskClient) -> Table[Any]:
    colours = games.load(NAME).colours
    players = tuple(Player(name, colour) for name, colour in zip(("Ann", "Ben"), colours, strict=False))
    return services_of(client.application).room.tables.create(NAME, Setup(players), seed=3)


def tell(client: FlaskClient, table: Table[Any], **what: Any) -> Any:
    return client.post(f"/t/{table.id}/put-away", json=what)


def close_but_for(client: FlaskClient, table: Table[Any], *gone: str) -> str:
    """Closes the box with everything there but these pieces."""
    page = client.get(f"/t/{table.id}/put-away").text
    for item in {part.split('"')[0] for part in page.split('data-whole="')[1:]}:
        assert tell(client, table, do="whole", item=item, whole=True).status_code == 200
    for piece in gone:
        assert tell(client, table, do="missing", piece=piece, missing=True).status_code == 200
    assert tell(client, table, do="finish").status_code == 200
    return client.get(f"/t/{table.id}/put-away/items").text


def test_a_missing_tile_is_named_noted_and_left_out_of_the_next_game(
    client: FlaskClient, table: Table[Any]
) -> None:
    closed = close_but_for(client, table, "W23")
    name = table.game.tracking.tile("W23").name
    assert "W23" in closed
    assert name in closed
    form = html.unescape(client.get(f"/new?game={NAME}").text)
    assert "Missing from this copy: W23." in form, "its name is made up, and nobody has told another"
    begun = client.post(
        "/new",
        data={
            "game": NAME,
            "name-0": "Ann",
            "colour-0": "blue",
            "name-1": "Ben",
            "colour-1": "red",
            "option-game": "first",
            "option-goals": "no",
            "option-turns": "order",
            "option-steps": "fewer",
        },
    )
    tables = services_of(client.application).room.tables
    played = tables.open(begun.location.split("/")[2])
    assert played.setup.without == ("W23",)
    assert "W23" not in played.state.bag
    page = html.unescape(client.get(f"/t/{played.id}/set-up").text)
    assert f"Played without what is missing from this copy: W23 {name}." in page
    assert "Put the 59 worlds that are there into the bag" in page
    assert "all 60 worlds" not in page
    # Found again: whoever begins then plays with it.
    client.post(f"/box/{NAME}/pieces", data={"piece": "W23", "state": ""})
    assert "W23" not in client.get(f"/new?game={NAME}").text
    assert "Nothing is missing" in client.get(f"/box/{NAME}/pieces").text


def test_closing_with_nothing_checked_notes_nothing_as_missing(
    client: FlaskClient, table: Table[Any]
) -> None:
    page = html.unescape(client.get(f"/t/{table.id}/put-away").text)
    assert re.search(
        r"[1-9]\d\d pieces are not checked. Missing is only what somebody names as that.", words(parsed(page))
    )
    assert re.search(r'<button[^>]*class="button" id="close-box"', page), "it is not the main button"
    assert "not found" not in page
    assert tell(client, table, do="finish").status_code == 200
    closed = html.unescape(client.get(f"/t/{table.id}/put-away/items").text)
    assert "The box is closed. Nothing is noted as missing." in closed
    assert 'id="put-away-missing"' not in closed
    assert services_of(client.application).copies.records(NAME) == ()
    assert 'id="lacking"' not in client.get(f"/new?game={NAME}").text


def test_what_is_missing_stays_so_while_nobody_checks_it(client: FlaskClient, table: Table[Any]) -> None:
    """A record of before opens as it is; who looks it over strikes off what is there."""
    client.post(f"/box/{NAME}/pieces", data={"piece": "W23", "state": "missing"})
    tell(client, table, do="finish")
    copies = services_of(client.application).copies
    assert [it.piece for it in copies.missing(NAME)] == ["W23"]
    close_but_for(client, table)
    assert copies.missing(NAME) == ()


def test_it_is_missing_is_no_tick(client: FlaskClient, table: Table[Any]) -> None:
    address = f"/t/{table.id}/put-away/items"

    def line(item: str) -> str:
        return re.split(
            r'(?=<li class="put-away">)', client.get(address).text.partition(f'"whole-{item}"')[2]
        )[0]

    item = next(it for it in checklist(table, PutAway()) if len(it.pieces) == 1)
    tell(client, table, do="whole", item=item.id, whole=True)
    assert 'aria-checked="true"' in line(item.id)
    tell(client, table, do="missing", piece=item.pieces[0].piece.id, missing=True)
    assert 'aria-checked="false"' in line(item.id)
    assert "1 is missing" in line(item.id)
    tell(client, table, do="whole", item=item.id, whole=True)  # here it is
    assert 'aria-checked="true"' in line(item.id)
    assert "1 is missing" not in line(item.id)
    tell(client, table, do="missing", piece="W23", missing=True)
    tell(client, table, do="whole", item="worlds", whole=True)
    assert 'aria-checked="mixed"' in line("worlds")
    assert "1 is missing" in line("worlds")


def test_what_no_game_can_begin_without_is_said_with_the_way_out(
    client: FlaskClient, table: Table[Any]
) -> None:
    """All mats but one are missing: neither two nor more can play without them."""
    mats = next(part for part in table.game.contents() if part.id == "mats").pieces
    for mat in mats[1:]:
        client.post(f"/box/{NAME}/pieces", data={"piece": mat.id, "state": "missing"})
    form = {
        "game": NAME, "name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "red",
        "option-game": "first", "option-goals": "no", "option-turns": "order", "option-steps": "fewer",
    }  # fmt: skip
    first = html.unescape(client.get(f"/new?game={NAME}").text)
    step = first[first.index('id="setup-players"') : first.index('id="setup-game"')]
    assert f"{mats[1].id}\u00a0{mats[1].name}" in step
    assert "Play without them" in step
    refused = client.post("/new", data=form)
    assert refused.status_code == 422
    said = html.unescape(refused.text)
    assert "There are not enough empire mats" in said
    assert "Choose to play as if they were here, or say which of them are found again." in said
    begun = client.post("/new", data=form | {"play-with-all": "yes"})
    assert begun.status_code == 303
    page = html.unescape(client.get(f"/t/{begun.location.split('/')[2]}/set-up").text)
    assert "Lay something else in its place at this table." in page
    assert "Begin again, without what is missing" in page


@pytest.mark.slow
def test_a_photo_ticks_off_what_it_shows(client: FlaskClient, table: Table[Any]) -> None:
    client.get(f"/t/{table.id}/put-away")
    worlds = next(part for part in table.game.contents() if part.id == "worlds").pieces
    random = Random(5)
    tags = [f"NF:{piece.id}{random.choice('AB')}" for piece in worlds[:20]]
    (data,) = tray_photos(5, tags)
    answer = client.post(f"/t/{table.id}/put-away/photo", data=data, content_type="image/jpeg")
    assert answer.json == {"words": "20 more pieces ticked off."}
    assert "20 of 60 seen" in client.get(f"/t/{table.id}/put-away/items").text
    again = client.post(f"/t/{table.id}/put-away/photo", data=data, content_type="image/jpeg")
    assert again.json == {"words": "0 more pieces ticked off."}
    none = client.post(
        f"/t/{table.id}/put-away/photo", data=b"no picture", headers={"Accept": "application/json"}
    )
    assert none.status_code == 400
    assert none.json["sentence"]


def test_what_the_camera_sees_going_back_is_ticked_off_and_where_it_was_last_is_said(
    client: FlaskClient, table: Table[Any]
) -> None:
    room = services_of(client.application).room
    room.home.activate(table.id)
    sightings = room.home.sightings
    sightings.on_seen(SeenTable(spots={"W23": Spot("seat:1", "B")}))
    client.get(f"/t/{table.id}/put-away")
    sightings.on_seen(SeenTable(spots={"W07": Spot("middle", "A"), "H9": Spot("middle", "A")}))
    assert "1 of 60 seen" in client.get(f"/t/{table.id}/put-away/items").text
    tell(client, table, do="missing", piece="W23", missing=True)
    assert "last seen in Ben&#39;s area" in client.get(f"/t/{table.id}/put-away/items").text
    sightings.on_seen(SeenTable(spots={"W23": Spot("middle", "B")}))
    assert "2 of 60 seen" in client.get(f"/t/{table.id}/put-away/items").text, "seen is not missing"


@pytest.mark.parametrize(
    "told",
    [
        {"do": "whole", "item": "no such", "whole": True},
        {"do": "missing", "piece": "W99", "missing": True},
        {"do": "count", "part": "worlds", "count": 3},
        {"do": "count", "part": "colonists", "count": -1},
        {"do": "eat"},
    ],
)
def test_what_the_list_does_not_have_is_refused_in_a_sentence(
    client: FlaskClient, table: Table[Any], told: dict[str, Any]
) -> None:
    answer = tell(client, table, **told)
    assert answer.status_code == 400
    assert answer.json["sentence"].endswith((".", ": load the page again."))


def test_one_of_a_counted_part_is_no_plural(client: FlaskClient, table: Table[Any]) -> None:
    """On the list, in the next game and on the page of the copy: "1 × Goods cubes"."""
    for told in ({"do": "count", "part": "colonists", "count": 59}, {"do": "finish"}):
        assert tell(client, table, **told).status_code == 200
    lists = (f"/t/{table.id}/put-away", f"/new?game={NAME}", f"/box/{NAME}/pieces")
    for page in (client.get(it).text for it in lists):
        words = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", page)))
        assert re.search("1 × Colonists", words), page


def test_a_missing_piece_is_called_as_its_owner_told_it_and_by_no_name_that_is_made_up(
    client: FlaskClient,
) -> None:
    """Its owner's name was none of the box's, and the table that asks for all named the stand-in."""
    told = {"id": "W07", "value": ["W07/name=Far Fort", "later"]}
    assert client.post(f"/box/{NAME}/tile", json=told).status_code == 200
    for piece in ("far fort", "W20"):
        noted = client.post(f"/box/{NAME}/pieces", data={"piece": piece, "state": "missing"})
        assert noted.status_code == 303
    people = {"name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "red"}
    begun = client.post("/new", data={"game": NAME, "chance": "virtual", "draws": "hand", **people})
    page = html.unescape(client.get(begun.location).text)
    assert "Played without what is missing from this copy: W07 Far Fort and W20." in page
    # Noted by its number, it is called by the name that is told only then.
    later = {"id": "W20", "value": ["W20/name=Old Quay", "later"]}
    assert client.post(f"/box/{NAME}/tile", json=later).status_code == 200
    form = html.unescape(client.get(f"/new?game={NAME}").text)
    assert "Missing from this copy: W07\u00a0Far Fort and W20\u00a0Old Quay." in form
    listed = words(parsed(client.get(f"/box/{NAME}/pieces").text))
    assert "W07 Far Fort" in listed
    assert "W20 Old Quay" in listed


def test_where_people_tell_names_the_list_has_theirs_and_none_that_is_made_up(client: FlaskClient) -> None:
    people = {"name-0": "Ann", "colour-0": "blue", "name-1": "Ben", "colour-1": "red"}
    begun = client.post("/new", data={"game": NAME, "chance": "virtual", "draws": "hand", **people})
    table = services_of(client.application).room.tables.open(begun.location.split("/")[2])
    told = {"id": "W20", "value": ["W20/name=Old Quay", "later"], "table": table.id}
    assert client.post(f"/box/{NAME}/tile", json=told).status_code == 200
    made_up = games.load(NAME).tracking.tile("W23").name
    closed = words(parsed(close_but_for(client, table, "W20", "W23")))
    assert re.search("Missing Old Quay ?World 23 Noted", closed)
    assert made_up not in closed
    assert "W23." in html.unescape(client.get(f"/new?game={NAME}").text), "by its number alone"


def test_a_missing_piece_of_nearly_a_known_name_is_asked_about(client: FlaskClient) -> None:
    address = f"/box/{NAME}/pieces"
    told = {"id": "W07", "value": ["W07/name=Pilgrim World", "later"]}
    assert client.post(f"/box/{NAME}/tile", json=told).status_code == 200
    asked = client.post(address, data={"piece": "Pilgrm World", "state": "missing"})
    assert asked.status_code == 200
    assert "Which piece is it? It is Pilgrim World" in words(parsed(asked.text))
    sent = dict(re.findall(r'name="(piece|state)" value="(\w+)"', asked.text.partition("Which piece")[0]))
    sent |= {"piece": re.findall(r'<button[^>]*name="piece" value="(\w+)"', asked.text)[0]}
    assert sent == {"piece": "W07", "state": "missing"}
    for _time in range(2):  # by its name, too, it is one record
        assert client.post(address, data=sent).status_code == 303
        sent["piece"] = "pilgrim world"
    records = services_of(client.application).copies.records(NAME)
    assert [(it.piece, it.name) for it in records] == [("W07", "Pilgrim World")]
    assert client.post(address, data={"piece": "Nowhere at All", "state": "missing"}).status_code == 422


def test_staff_note_a_damaged_piece_and_print_a_replacement(client: FlaskClient) -> None:
    address = f"/box/{NAME}/pieces"
    assert client.post(address, data={"piece": "w07", "state": "damaged"}).status_code == 303
    page = client.get(address).text
    assert "W07" in page
    assert "damaged" in page
    assert client.post(address, data={"piece": "W99", "state": "missing"}).status_code == 422
    assert client.post(address, data={"piece": "W07", "state": "eaten"}).status_code == 400
    assert "W07" not in client.get(f"/new?game={NAME}").text, "a damaged piece is played with"
    sheet = client.get(f"/box/{NAME}/stickers.pdf?proxies=yes&tile=W07")
    assert sheet.data.startswith(b"%PDF")
    assert len(sheet.data) < 200_000
