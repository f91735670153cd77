"""The form of a piece for a table in play: what was told wrongly and used is said before it is kept."""

from __future__ import annotations

import html

import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import box_of, game_at
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.box.test_what_follows import settled
from tests.web.conftest import bare_room

GAME = "new-frontiers"


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


@pytest.fixture
def client(tables, shelf):
    room = bare_room(tables)
    room.update_tiles = lambda table: None
    app = create_app(room, shelf)
    yield app.test_client()
    services_of(app).live.close()


def corrected(table, world, said):
    """What is sent where these facts are told otherwise, and all else stays."""
    told = box_of(game_at(table.game, table.state)).book().telling(world).chosen
    facts = tuple(one.partition("=")[0] for one in said)
    kept = [item for item in told if not item.startswith(tuple(f"{world}/{fact}=" for fact in facts))]
    return {"id": world, "table": table.id, "value": [*kept, *(f"{world}/{one}" for one in said)]}


def credits(table):
    return {fact.path: fact.value for fact in table.game.facts(table.state) if "credits/" in fact.path}


@pytest.mark.parametrize(("follow", "back"), [("as-if", 1), ("now", 0)])
def test_a_price_told_wrongly_is_put_right_once_what_follows_is_said(client, tables, shelf, follow, back):
    ToldFacts(tables, shelf)
    table, world = settled(tables, 13, 25)
    tile, before, number = table.state.catalogue.shown[world], credits(table), table.number
    page = html.unescape(client.get(f"/box/{GAME}/tile/{world}?table={table.id}").text)
    assert f'value="cost {tile.cost}" data-tell checked' in " ".join(page.split())
    body = corrected(table, world, (f"price=cost {tile.cost - 1}",))
    first = client.post(f"/box/{GAME}/tile", json=body).json["follows"]
    (step,) = first["steps"]
    assert f"settles {tile.name} for $" in step
    (fact,) = first["facts"]
    assert ": credits: " in fact
    assert first["why"] == ""
    assert table.number == number, "nothing is kept before somebody chose"
    answer = client.post(
        f"/box/{GAME}/tile", json=body | {"follow": follow}, headers={"X-Device": "Ben's phone"}
    )
    assert answer.json["next"] == f"/t/{table.id}/"
    assert table.state.catalogue.shown[world].cost == tile.cost - 1
    assert sum(credits(table).values()) == sum(before.values()) + back
    kept = tiles_in(shelf.text(GAME))[world]
    assert kept.fields["cost"] == tile.cost - 1
    assert kept.fields["told"][-1].endswith("Ben's phone: price")
    table.undo(table.number, "key-of-the-undo", "Ben's phone")
    if follow == "now":
        undone = tiles_in(shelf.text(GAME))[world]
        assert undone.fields["cost"] == tile.cost
        assert "Ben" not in " ".join(undone.fields["told"])


def test_what_could_not_have_been_is_kept_only_from_now_on(client, tables):
    table, world = settled(tables, 3, 6)
    first = client.post(f"/box/{GAME}/tile", json=corrected(table, world, ("price=cost 8",))).json["follows"]
    assert "would not have been possible" in first["why"]
    assert first["facts"] == []


def test_a_new_fact_and_a_new_name_are_kept_at_once(client, tables, shelf):
    table, world = settled(tables, 3, 0)
    answer = client.post(f"/box/{GAME}/tile", json=corrected(table, world, ("name=Deep Reef",)))
    assert answer.json["words"].startswith("Saved: ")
    assert table.state.catalogue.shown[world].name == "Deep Reef"
    assert tiles_in(shelf.text(GAME))[world].name == "Deep Reef"
