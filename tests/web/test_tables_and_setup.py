"""Tests of the list of tables, and of the wizard that creates one."""

from __future__ import annotations

import gc
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from types import SimpleNamespace

import pytest

from companion import games
from companion.games.contract import Draw, Illegal, Player, Setup
from companion.system.network import rank
from companion.table.settings import Settings
from companion.web.request.services import services_of
from companion.web.setup.setup_checks import checked_draw


def form(**more):
    fields = {"game": "stones", "name-0": "Blue", "colour-0": "blue", "name-1": "Green", "colour-1": "green"}
    return fields | more


def test_a_table_is_put_away_and_brought_back(client, table):
    client.post(f"/tables/{table.id}/archive")
    assert f'id="table-{table.id}"' in client.get("/").text.split("Archived tables")[1]
    client.post(f"/tables/{table.id}/bring-back")
    assert "Archived tables" not in client.get("/").text


def test_a_deleted_table_comes_back_with_undo(client, table):
    answer = client.post(f"/tables/{table.id}/delete", follow_redirects=True)
    assert f"{table.id} was deleted" in answer.text
    assert f'id="table-{table.id}"' not in answer.text
    client.post(f"/tables/{table.id}/restore")
    assert f'id="table-{table.id}"' in client.get("/").text


def test_one_broken_table_does_not_hide_the_others(client, table, room, monkeypatch):
    opened = type(room.tables).open_unshared

    def broken(self, table_id):
        if table_id != table.id:
            raise OSError("entry 3 cannot be read")
        return opened(self, table_id)

    other = client.post("/new", data=form()).location.split("/")[2]
    monkeypatch.setattr(type(room.tables), "open_unshared", broken)
    text = client.get("/").text
    assert f'id="table-{other}"' in text
    assert "entry 3 cannot be read" in text
    for name in ("Blue", "Green", "Red"):
        assert f'<span class="running-name"><bdi translate="no">{name}</bdi></span>' in text


def test_the_wizard_begins_a_table(client, room):
    answer = client.post("/new", data=form(seed="7", draws="hand", title="Sunday", **{"option-rounds": "6"}))
    assert answer.status_code == 303
    table = room.tables.open(answer.location.split("/")[2])
    assert [p.name for p in table.setup.players] == ["Blue", "Green"]
    assert (table.setup.option("rounds"), table.seed, table.settings.draws) == ("6", 7, "hand")
    assert table.settings.dice == "hand", "who draws printed pieces has the printed dice, too"
    assert table.title == "Sunday"
    assert room.home.active == table.id


def test_what_chance_gave_is_entered_by_hand(client, room):
    page = client.post("/new", data=form(chance="hand"))
    assert "Draw: seats" in page.text
    setup = re.search(r'name="setup" value="([^"]*)"', page.text)[1].replace("&#34;", '"')
    wrong = client.post(
        "/new/draw", data={"game": "stones", "setup": setup, "drawn-seats-0": "Blue", "drawn-seats-1": "Blue"}
    )
    assert wrong.status_code == 422
    assert "Blue is there twice, or cannot come up: choose again." in wrong.text
    answer = client.post(
        "/new/draw",
        data={"game": "stones", "setup": setup, "drawn-seats-0": "Green", "drawn-seats-1": "Blue"},
    )
    table = room.tables.open(answer.location.split("/")[2])
    assert table.setup.drawn("seats") == ("Green", "Blue")


def test_a_group_that_meets_again_finds_its_choices(client, room):
    """The next table's form has the players and options of the newest one."""
    client.post("/new", data=form(**{"name-0": "Sun", "option-rounds": "6"}))
    page = client.get("/new").text
    assert 'value="Sun"' in page
    assert re.search(r'name="option-rounds" value="6" checked', page)
    assert not re.search(r'name="option-rounds" value="3" checked', page)


CHANGED_SETTINGS = {
    "referee": "ask",
    "moment": 2.0,
    "patience": 9.0,
    "lights": "evening",
    "standing": "shown",
}


def filled_in(page, form_id):
    """The fields of a form as a browser would send them unchanged."""
    html = page.split(f'id="{form_id}"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html))
    fields |= dict(re.findall(r'name="([^"]+)" value="([^"]*)" checked', html))
    fields |= dict(re.findall(r'<input id="name-\d" name="(name-\d)" value="([^"]*)"', html))
    colours = re.findall(r'<select id="(colour-\d)".*?<option value="([^"]+)" selected', html, re.DOTALL)
    return {name: unescape(value) for name, value in (fields | dict(colours)).items()}


@pytest.mark.parametrize("form_id", ["again", "setup"])
@pytest.mark.parametrize("chance", ["virtual", "hand"])
def test_a_group_that_meets_again_keeps_its_settings(client, room, form_id, chance):
    """Including settings that the wizard does not ask for."""
    first = client.post("/new", data=form(draws="hand", chance=chance), follow_redirects=True)
    if chance == "hand":
        client.post("/new/draw", data=filled_in(first.text, "setup") | {"rest": "virtual"})
    room.tables.open(room.tables.list()[0].id).set(**CHANGED_SETTINGS)
    page = client.post("/new", data=filled_in(client.get("/new").text, form_id), follow_redirects=True)
    if chance == "hand":
        client.post("/new/draw", data=filled_in(page.text, "setup") | {"rest": "virtual"})
    newest, before = (room.tables.open(row.id).settings for row in room.tables.list()[:2])
    assert newest == before
    assert {name: getattr(newest, name) for name in CHANGED_SETTINGS} == CHANGED_SETTINGS


def test_settings_of_a_table_that_is_gone_are_the_usual_ones(client, room):
    client.post("/new", data=form(like="nobody"))
    assert room.tables.open(room.tables.list()[0].id).settings.referee == "by itself"


def test_the_companion_can_draw_the_rest(client, room):
    page = client.post("/new", data=form(chance="hand"))
    setup = re.search(r'name="setup" value="([^"]*)"', page.text)[1].replace("&#34;", '"')
    answer = client.post("/new/draw", data={"game": "stones", "setup": setup, "rest": "virtual"})
    table = room.tables.open(answer.location.split("/")[2])
    assert sorted(table.setup.drawn("seats")) == ["Blue", "Green"]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"name-1": ""}, "2 to 4 players"),
        ({"name-1": "blue"}, "same name"),
        ({"colour-1": "blue"}, "same colour"),
        ({"colour-1": "pink"}, "Choose a colour"),
        ({"name-1": "x" * 30}, "letters"),
        ({"option-rounds": "99"}, "Choose again"),
    ],
)
def test_a_setup_that_cannot_be_says_why_and_keeps_what_was_filled_in(client, room, more, sentence):
    answer = client.post("/new", data=form(**more))
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="Blue"' in answer.text
    assert room.tables.list() == ()


@pytest.mark.parametrize("setup", ["", "{", "[]", '{"players": 3}'])
def test_a_setup_that_comes_back_broken(client, setup):
    answer = client.post("/new/draw", data={"game": "stones", "setup": setup})
    assert answer.status_code in (400, 422)
    assert "Traceback" not in answer.text


def test_a_group_that_meets_again_finds_its_names(client, table):
    text = client.get("/new").text
    assert all(f'value="{name}"' in text for name in ("Blue", "Green", "Red"))


def test_an_unknown_game(client):
    assert client.post("/new", data=form(game="chess")).status_code == 404
    assert client.get("/new?game=chess").status_code == 404


def test_the_join_page_shows_an_address_that_phones_reach(client, table, room):
    room.address = "http://192.168.1.20:8000/"
    text = client.get(f"/t/{table.id}/join").text
    assert f"http://192.168.1.20:8000/t/{table.id}/seats" in text
    assert "<svg" in text


def test_the_join_page_offers_the_machines_other_addresses(client, room, monkeypatch):
    room.address = "http://192.168.1.20:8000/"
    found = rank(
        [("192.168.1.20", 24, "wlan0"), ("10.0.0.5", 24, "eth0"), ("172.17.0.1", 16, "docker0")], None
    )
    monkeypatch.setattr("companion.web.access.join.addresses", lambda: found)
    text = client.get("/join").text
    assert 'aria-label="QR code of http://192.168.1.20:8000/"' in text
    assert "10.0.0.5:8000" in text
    assert "172.17" not in text
    other = client.get("/join?ip=10.0.0.5").text
    assert 'aria-label="QR code of http://10.0.0.5:8000/"' in other
    assert 'aria-label="QR code of http://192.168.1.20:8000/"' in client.get("/join?ip=evil.example").text


def test_the_join_page_gives_the_name_once_the_network_knows_it(client, app, room):
    room.address = "http://192.168.1.20:8000/"
    assert "table-companion.local" not in client.get("/join").text
    services_of(app).announced = SimpleNamespace(known=True, name="table-companion-2.local")
    assert "http://table-companion-2.local:8000/" in client.get("/join").text


def test_a_tile_told_twice_is_named():
    """The refusal of a draw gives the tile's name and number."""
    game = games.load("new-frontiers")
    tile = game.tracking.tiles()[0]
    with pytest.raises(Illegal) as wrong:
        checked_draw(game, Setup(()), Draw("homes", 2, (tile.id, "other")), (tile.id, tile.id))
    assert wrong.value.sentence.startswith(f"{tile.name} ({tile.id}) is there twice")


def test_a_deleted_table_is_had_back_from_any_device_for_a_month(client, table, room):
    client.post(f"/tables/{table.id}/delete")
    page = client.get("/").text  # another device: nothing in its address names the table
    assert "Deleted tables (1)" in page
    assert f"/tables/{table.id}/restore" in page
    long_ago = datetime.now(UTC) - timedelta(days=31)
    room.tables.journal.update(table.id, deleted=long_ago)
    assert f"/tables/{table.id}/restore" not in client.get("/").text
    client.post(f"/tables/{table.id}/restore")
    assert "Deleted tables" not in client.get("/").text
    assert f"/t/{table.id}/" in client.get("/").text


@pytest.mark.usefixtures("others_left_out")
def test_who_looks_at_the_list_brings_no_table_into_memory(room, client, post):
    players = Setup((Player("Sun", "blue"), Player("Moon", "green")))
    name = room.tables.create("stones", players, seed=2, settings=Settings(draws="hand")).id
    room.tables._memory._rest = 0.0
    room.tables.release_idle()
    gc.collect()
    assert room.tables.live() == ()
    first = client.get("/").text
    assert "Sun" in first
    gc.collect()
    assert room.tables.live() == ()
    post(f"/t/{name}/decisions", 1, decision={"do": "bid", "player": 0, "amount": 2})
    assert client.get("/").text != first  # its text follows the last entry
    room.tables.rename(name, "A name of its own")
    assert "A name of its own" in client.get("/").text
