"""Tests of a tile that its box does not know, met by its name on the pages that name tiles."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import LATER, Player, Setup
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.told_box import setup
from tests.web.conftest import bare_room

GAME, RACE = "new-frontiers", "race-for-the-galaxy"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


def text_of(client: FlaskClient, path: str) -> str:
    return html.unescape(client.get(path).text)


def box_of(client: FlaskClient, game: str = GAME) -> dict[str, str]:
    """The names of the tiles in the box, by id."""
    found = tiles_in(services_of(client.application).shelf.text(game))
    return {id: str(tile.fields.get("name")) for id, tile in found.items()}


def new(client: FlaskClient, **fields: str):
    return client.post(f"/box/{GAME}/new", data=fields)


def test_what_is_this_takes_a_name_that_nobody_knows(client: FlaskClient) -> None:
    page = text_of(client, f"/what/{GAME}")
    assert "New world:" in page
    assert "New development:" in page
    assert "data-new-for" in text_of(client, f"/what/{RACE}")
    answer = new(client, name="Blaster Gem", sort="world", then="what")
    assert answer.status_code == 303
    assert "Blaster Gem" in text_of(client, answer.location)
    (id,) = box_of(client)
    assert box_of(client) == {id: "Blaster Gem"}
    assert "blaster gem" in text_of(client, f"/what/{GAME}")
    for name, sort, said in (
        ("blaster gem", "world", "is another piece of this box"),
        ("", "world", "up to 60 letters"),
        ("x" * 300, "world", "up to 60 letters"),
        ("Other", "goal", "one of the buttons"),
    ):
        refused = new(client, name=name, sort=sort)
        assert (refused.status_code, said in html.unescape(refused.text)) == (422, True)
    assert client.post(f"/box/{RACE}/new", data={"name": "Old Earth", "sort": "world"}).status_code == 422


@pytest.mark.parametrize("sent", ["Zoé Reef", "Zoe\u0301 Reef"], ids=["composed", "with a mark of its own"])
def test_names_that_look_alike_are_alike_however_a_device_or_a_file_writes_them(
    client: FlaskClient, sent: str
) -> None:
    shelf = services_of(client.application).shelf
    row = '[[world]]\nid = "W30"\nname = "Zoe\u0301 Reef"\nuntold = ["price", "colonists", "kind", "vp"]\n'
    shelf.write(GAME, "ours", row)
    shelf.use(GAME, "ours")
    refused = new(client, name=sent, sort="world")
    assert (refused.status_code, "Zoé Reef is another piece" in html.unescape(refused.text)) == (422, True)
    body = {"id": "W31", "value": [f"W31/name={sent}", LATER]}
    assert client.post(f"/box/{GAME}/tile", json=body).status_code == 422
    assert new(client, name="Zoe\u0301 Moon", sort="world").status_code == 303
    assert "Zoé Moon" in box_of(client).values()


def test_at_a_table_it_can_be_said_at_once_where_it_lies(client: FlaskClient) -> None:
    table = services_of(client.application).room.tables.create(GAME, setup(2, 1))
    assert "data-new-for" in text_of(client, f"/t/{table.id}/correct")
    answer = new(client, name="Blaster Gem", sort="world", table=table.id, then="correct")
    page = text_of(client, answer.location)
    assert "In question" in page
    (id,) = (id for id, tile in table.state.catalogue.shown.worlds.items() if tile.name == "Blaster Gem")
    assert f'data-path="world/{id}"' in page.partition("In question")[2][:900]
    assert "Blaster Gem is in this box" in table.words_of(table.number, None)
    assert box_of(client)[id] == "Blaster Gem"
    answer = new(client, name="Nova Works", sort="development", table=table.id, seat="1")
    assert answer.location == f"/t/{table.id}/seat/1"
    assert "D41" in dict(table.state.supply.developments)


def test_a_finished_table_takes_a_tile_by_its_name_and_asks_for_its_vp(client: FlaskClient) -> None:
    scan = client.post("/scan", data={"game": GAME, "players": "2"}).location
    add = f"{scan}/seat/0/add/colony"
    assert "New world:" in text_of(client, add)
    assert "data-new-for" not in text_of(client, f"{scan}/seat/0/add/home")
    assert client.post(f"{scan}/seat/0/add/home", data={"name": "Old Earth"}).status_code == 404
    page = text_of(client, client.post(add, data={"name": "Blaster Gem"}).location)
    assert "VP printed on Blaster Gem" in page
    assert "Undo: Blaster Gem with" in page
    assert list(box_of(client).values()) == ["Blaster Gem"]
    refused = client.post(add, data={"name": "Blaster Gem"})
    assert (refused.status_code, "another piece" in html.unescape(refused.text)) == (422, True)


def race_table(client: FlaskClient) -> Table[Any]:
    """Two players who choose a world to place."""
    players = Setup((Player("Mia", "blue"), Player("Ben", "green")))
    table = services_of(client.application).room.tables.create(RACE, players, seed=1)
    for seat in (0, 1):
        decide(table, {"do": "choose-actions", "player": seat, "actions": ["settle"]})
    return table


def decide(table: Table[Any], data: dict[str, Any]) -> None:
    table.submit(table.game.decision(data), table.number, f"key {table.number}", "a test")


def test_a_card_of_an_expansion_is_named_in_the_secret_answer(client: FlaskClient) -> None:
    table = race_table(client)
    page = text_of(client, f"/t/{table.id}/seat/1")
    assert 'data-new-for="card-choices"' in page
    assert "New world:" in page
    path = f"/box/{RACE}/new"
    fields = {"sort": "world", "table": table.id, "seat": "1"}
    refused = client.post(path, data={**fields, "name": "old earth"})
    assert (refused.status_code, "is another piece of this box" in refused.text) == (422, True)
    answer = client.post(path, data={**fields, "name": "Nova Gem"})
    assert (answer.status_code, answer.location) == (303, f"/t/{table.id}/seat/1")
    assert table.words_of(table.number, None) == "Ben has answered in secret"
    assert "Nova Gem" in text_of(client, f"/t/{table.id}/seat/1")
    for others in (f"/t/{table.id}/", f"/t/{table.id}/seat/0", f"/what/{RACE}?table={table.id}"):
        assert "Nova Gem" not in text_of(client, others)
    assert box_of(client, RACE) == {}

    decide(table, {"do": "place-nothing", "player": 0})
    assert box_of(client, RACE) == {"X01": "Nova Gem"}
    for seen in (f"/t/{table.id}/", f"/t/{table.id}/seat/0", f"/t/{table.id}/seat/1"):
        assert "Ben, what is printed on Nova Gem?" in text_of(client, seen)
    body = {"seen": table.number, "key": "told-at-once", "player": None, "question": "tell"}
    told = ["X01/price=cost 1", "X01/kind=gray", "later"]
    assert client.post(f"/t/{table.id}/answers", json={**body, "value": told}).status_code == 200
    (kept,) = tiles_in(services_of(client.application).shelf.text(RACE)).values()
    assert (kept.fields["cost"], "price" in kept.fields["untold"], len(kept.fields["told"])) == (1, False, 2)
    page = text_of(client, f"/what/{RACE}?table={table.id}&tile=X01")
    assert "World, cost 1, VP not known yet" in page
    assert "not known yet" in text_of(client, f"/t/{table.id}/seat/1")
    assert "VP" in text_of(client, f"/box/{RACE}/tile/X01")

    table.undo(table.number, "undo", "a test")
    (kept,) = tiles_in(services_of(client.application).shelf.text(RACE)).values()
    assert "price" in kept.fields["untold"]
    table.undo(table.number, "undo 2", "a test")
    assert box_of(client, RACE) == {}


def test_a_card_of_an_expansion_is_named_openly_where_it_is_corrected_and_scanned(
    client: FlaskClient,
) -> None:
    table = race_table(client)
    answer = client.post(
        f"/box/{RACE}/new",
        data={"sort": "development", "table": table.id, "name": "Salon", "then": "correct"},
    )
    assert 'data-path="card/X01"' in text_of(client, answer.location)
    assert box_of(client, RACE) == {"X01": "Salon"}
    scan = client.post("/scan", data={"game": RACE, "players": "2"}).location
    page = text_of(client, client.post(f"{scan}/seat/0/add/colony", data={"name": "Nova Gem"}).location)
    assert "VP printed on Nova Gem" in page
    assert sorted(box_of(client, RACE).values()) == ["Nova Gem", "Salon"]
    assert "Salon" in text_of(client, f"{scan}/seat/0/add/development")


def test_who_named_it_is_said_with_the_whole_name_however_many_marks_it_has(client: FlaskClient) -> None:
    """Cut, it was no name that a house forgets, and no phone's."""
    name = "\u0e19\u0e49\u0e33" * 16  # sixteen letters, and what stands above and beside them
    players = Setup((Player("Mia", "blue"), Player(name, "green")))
    table = services_of(client.application).room.tables.create(RACE, players, seed=1)
    fields = {"sort": "development", "table": table.id, "seat": "1", "name": "Salon"}
    assert client.post(f"/box/{RACE}/new", data=fields).status_code == 303
    assert table.entries()[-1].by == f"{name}'s phone"


def test_a_known_card_may_be_corrected_in_its_form(client: FlaskClient) -> None:
    client.post(f"/box/{RACE}/new", data={"name": "Salon", "sort": "development"})
    page = text_of(client, f"/box/{RACE}/tile/X01")
    assert "defense 3" not in page
    said = ("name=Salon", "price=cost 6", "vp=?", "powers=Settle: +1 Military")
    value = [*(f"X01/{one}" for one in said), LATER]
    kept = client.post(f"/box/{RACE}/tile", json={"id": "X01", "value": value})
    assert kept.status_code == 200
    assert "Development, cost 6, ? VP" in text_of(client, f"/what/{RACE}?tile=X01")
    wrong = client.post(f"/box/{RACE}/tile", json={"id": "X01", "value": ["X01/price=cost 60", LATER]})
    assert (wrong.status_code, "choose one of those" in wrong.text) == (422, True)


def offered(page: str) -> list[str]:
    """The ids of the pieces that a piece's page says this one may be."""
    return re.findall(r'name="into" value="(\w+)"', page)


def meant(page: str) -> list[str]:
    """The ids of the known pieces that a name may mean, as a page asks."""
    return re.findall(r'name="meant" value="(\w+)"', page)


@pytest.mark.parametrize(
    ("game", "sort", "spelt", "known"),
    [
        (RACE, "world", "Gem Wrld", "Gem World"),
        (RACE, "world", "Old Erth", "Old Earth"),
        (GAME, "development", "Space Marine", "Space Marines"),
    ],
)
def test_a_name_that_is_nearly_that_of_a_piece_of_the_game_is_asked_about_before_it_is_kept(
    client: FlaskClient, game: str, sort: str, spelt: str, known: str
) -> None:
    """It came with the game, and nobody has told it."""
    said = {"name": spelt, "sort": sort}
    asked = html.unescape(client.post(f"/box/{game}/new", data=said).text)
    assert f"It is {known}" in asked
    assert box_of(client, game) == {}
    (id,) = meant(asked)
    assert known in text_of(client, client.post(f"/box/{game}/new", data={**said, "meant": id}).location)
    assert box_of(client, game) == {}
    assert client.post(f"/box/{game}/new", data={**said, "meant": "gone"}).status_code == 404
    other = client.post(f"/box/{game}/new", data={**said, "meant": f"new:{spelt}"})
    assert spelt in text_of(client, other.location)
    assert list(box_of(client, game).values()) == [spelt]


@pytest.mark.parametrize(
    ("game", "sort", "spelt", "known"),
    [(RACE, "world", "Gem Wrld", "Gem World"), (GAME, "development", "Space Marine", "Space Marines")],
)
def test_the_form_of_a_piece_offers_the_known_one_of_nearly_its_name(
    client: FlaskClient, game: str, sort: str, spelt: str, known: str
) -> None:
    page = client.post(
        f"/box/{game}/new", data={"name": spelt, "sort": sort, "meant": f"new:{spelt}"}
    ).location
    (id,) = box_of(client, game)
    value = [f"{id}/name={spelt}", f"{id}/price=cost 6", LATER]
    client.post(f"/box/{game}/tile", json={"id": id, "value": value})
    text = text_of(client, page)
    assert f"“{known}” is in this box, too." in text
    (into,) = offered(text)
    answer = client.post(f"/box/{game}/merge", data={"id": id, "into": into})
    assert answer.status_code == 303
    assert client.get(answer.location).status_code == 200
    assert box_of(client, game) == ({} if game == RACE else {into: known})
    assert client.post(f"/box/{game}/merge", data={"id": id, "into": into}).status_code == 404


def test_a_card_of_the_box_that_was_met_under_another_spelling_lies_there_as_that_card(
    client: FlaskClient,
) -> None:
    """What an expansion has of that name, told otherwise, is said first, and undo takes it back."""
    table = race_table(client)
    fields = {"sort": "world", "table": table.id, "seat": "1", "name": "Gem Wrld", "meant": "new:Gem Wrld"}
    client.post(f"/box/{RACE}/new", data=fields)
    decide(table, {"do": "place-nothing", "player": 0})
    decide(table, {"do": "tell", "player": None, "facts": ["X01/price=cost 1", "X01/kind=gray", "later"]})
    (known,) = (card.id for card in table.state.catalogue.by_name["gem world"])
    before, supply = table.state, table.state.supply
    assert "X01" in {held.card for held in before.empires[1].tableau}
    text = text_of(client, f"/box/{RACE}/tile/X01?table={table.id}&seat=1")
    assert offered(text) == [known]
    assert "here it says: cost 1" in text
    answer = client.post(f"/box/{RACE}/merge?seat=1", data={"id": "X01", "into": known, "table": table.id})
    assert answer.location == f"/t/{table.id}/seat/1"
    assert known in {held.card for held in table.state.empires[1].tableau}
    assert "X01" not in table.state.catalogue
    assert table.state.supply == supply - 1, "one card more was counted when it was met"
    assert box_of(client, RACE) == {}
    assert client.get(answer.location).status_code == 200
    table.undo(table.number, "undo", "a test")
    assert table.state == before
    assert box_of(client, RACE) == {"X01": "Gem Wrld"}


def test_a_tag_whose_name_is_nearly_known_is_told_the_other_ones_tag(client: FlaskClient) -> None:
    """A piece keeps its sticker: made one with the other, its own was unknown again."""
    table = services_of(client.application).room.tables.create(GAME, setup(2, 1))
    fields = {"table": table.id, "tag": "W71", "seat": "1"}
    asked = html.unescape(new(client, name="Spice Wrld", **fields).text)
    assert "If it is Spice World, its sticker is W06" in asked
    assert meant(asked) == []
    answer = new(client, name="Spice Wrld", meant="new:Spice Wrld", **fields)
    assert answer.location == f"/t/{table.id}/seat/1"
    assert table.state.catalogue.shown.worlds["W71"].name == "Spice Wrld"
    other = new(client, name="Nova Reef", table=table.id, tag="W72", seat="1")
    assert other.location == f"/t/{table.id}/seat/1"


def test_the_list_of_a_box_has_what_came_with_the_game(client: FlaskClient) -> None:
    page = text_of(client, f"/box?game={RACE}")
    assert all(f'data-words="{name}"' in page for name in ("gem world", "old earth", "new sparta"))
    assert "Known already" not in text_of(client, f"/box?game={GAME}")


@pytest.mark.parametrize("then", ["correct", "what"])
@pytest.mark.parametrize(
    ("game", "spelt", "known"), [(GAME, "Spice Wrld", "Spice World"), (RACE, "Gem Wrld", "Gem World")]
)
@pytest.mark.parametrize("phone", [False, True], ids=["the table's tablet", "a guest's phone"])
def test_a_name_that_is_nearly_known_leads_on_to_the_page_that_asked(
    client: FlaskClient, then: str, game: str, spelt: str, known: str, phone: bool
) -> None:
    """It led to the table, and where the piece lies was still to be said; a guest's phone asked nothing."""
    pair = Setup((Player("Mia", "blue"), Player("Ben", "green")))
    table = services_of(client.application).room.tables.create(game, pair, seed=1)
    device = guests_phone(client, table, 1) if phone else client
    fields = {"name": spelt, "sort": "world", "table": table.id, "seat": "1", "then": then}
    asked = html.unescape(device.post(f"/box/{game}/new", data=fields).text)
    assert f"It is {known}" in asked
    assert box_of(client, game) == {}
    begins = f"/t/{table.id}/correct" if then == "correct" else f"/what/{game}"
    (back,) = re.findall(r'href="(/\S+)">\s*<svg', asked)[:1]
    assert back.startswith(begins)
    for id, name in ((meant(asked)[0], known), (f"new:{spelt}", spelt)):
        led = device.post(f"/box/{game}/new", data={**fields, "meant": id}).location
        assert led.startswith(begins)
        assert "seat=1" in led
        assert name in text_of(device, led)
    assert list(box_of(client, game).values()) == [spelt]


def test_a_name_that_another_game_prints_is_asked_about_on_a_guests_phone_too(client: FlaskClient) -> None:
    table = services_of(client.application).room.tables.create(GAME, setup(2, 1))
    phone = guests_phone(client, table, 1)
    fields = {"name": "Gem Wrld", "sort": "world", "table": table.id, "seat": "1", "then": "correct"}
    asked = html.unescape(phone.post(f"/box/{GAME}/new", data=fields).text)
    assert "It is Gem World" in asked
    (value,) = re.findall(r'name="meant" value="(new:Gem World)"', asked)
    led = phone.post(f"/box/{GAME}/new", data={**fields, "meant": value}).location
    assert "Gem World" in text_of(phone, led)
    assert list(box_of(client).values()) == ["Gem World"]


def guests_phone(client: FlaskClient, table: Table[Any], seat: int) -> FlaskClient:
    """From now on nobody is trusted without a code; this phone has that of a seat."""
    house = services_of(client.application).house
    house.set_pin("host", "739214")
    house.trust(False)
    phone = client.application.test_client()
    assert phone.get(f"/?token={house.token('seat', table.id, seat)}").status_code == 303
    return phone


def test_in_the_secret_answer_the_known_card_is_placed_that_was_written_otherwise(
    client: FlaskClient,
) -> None:
    """It was met as a card of an expansion, and lay there as that once all had answered."""
    table = race_table(client)
    phone = guests_phone(client, table, 1)
    options = table.game.options(table.state, 1)
    names = {one.tile: table.state.card(one.tile).name for one in options if one.tile}
    id, name = next((id, name) for id, name in names.items() if len(name) > 9)
    fields = {"sort": "world", "table": table.id, "seat": "1", "name": f"{name}s"}
    asked = phone.post(f"/box/{RACE}/new", data=fields)
    (known,) = meant(asked.text)
    assert table.state.progress[1].placed == ""
    answer = phone.post(f"/box/{RACE}/new", data={**fields, "meant": known})
    assert answer.location == f"/t/{table.id}/seat/1"
    assert table.state.progress[1].placed == id
    assert table.words_of(table.number, None) == "Ben has answered in secret"
    free = {table.state.card(one.tile).name for one in table.game.refusals(table.state, 1) if one.tile}
    dear = next(name for name in sorted(free - {*names.values()}) if len(name) > 9)
    fields["name"] = f"{dear}s"
    (known,) = meant(phone.post(f"/box/{RACE}/new", data=fields).text)
    refused = phone.post(f"/box/{RACE}/new", data={**fields, "meant": known})
    assert refused.status_code == 422
    assert dear in html.unescape(refused.text)


@pytest.mark.parametrize("then", ["correct", "what"])
def test_a_name_given_on_another_page_is_no_answer_to_the_open_question(
    client: FlaskClient, then: str
) -> None:
    """The card was placed in secret by whoever only looked it up or put something right."""
    table = race_table(client)
    fields = {"sort": "world", "table": table.id, "seat": "1", "name": "Nova Gem", "then": then}
    assert client.post(f"/box/{RACE}/new", data=fields).status_code == 303
    assert table.state.progress[1].placed == ""
    assert "X01" in table.state.catalogue


def test_a_scan_asks_which_piece_a_name_means(client: FlaskClient) -> None:
    scan = client.post("/scan", data={"game": RACE, "players": "2"}).location
    add = f"{scan}/seat/0/add/colony"
    asked = html.unescape(client.post(add, data={"name": "Gem Wrld"}).text)
    assert "It is Gem World" in asked
    (known,) = meant(asked)
    page = text_of(client, client.post(add, data={"name": "Gem Wrld", "meant": known}).location)
    assert "Undo: Gem World with" in page
    assert box_of(client, RACE) == {}
    # Nearly a development's, which is no colony
    assert client.post(add, data={"name": "Investment Credit"}).status_code == 303
    assert list(box_of(client, RACE).values()) == ["Investment Credit"]
