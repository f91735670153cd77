"""Tests of the camera's picture, its proposals, and the pieces of a rendered table, with stand-ins."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.commands.run_demo import OPENING_ROUNDS, begin_demo, goes_on
from companion.games.contract import MIDDLE, Spot, seat_zone
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.referee import ProposalClosed, Referee
from companion.table.tables import Tables
from companion.vision.camera_rig import CameraRig
from companion.web import create_app
from tests.stand_in import stand_in
from tests.web.conftest import bare_room


class DemoStandIn:
    """The part of the demo that the pages use; `done` records the calls."""

    size_mm = (900.0, 600.0)

    def __init__(self):
        self.auto, self.speed, self.done = False, 1.0, []
        self.carry, self.zones, self.on_arrival = None, {}, False

    def tiles(self):
        return [{"id": "S01", "face": "A", "x": 1.0, "y": 2.0, "angle": 0.0, "name": "One", "size": 58}]

    def set(self, auto, speed):
        self.auto, self.speed = auto, speed

    def __getattr__(self, name):
        return lambda *what: self.done.append((name, *what))


@pytest.fixture
def hand(room, table):
    room.home.demo, room.home.active = DemoStandIn(), table.id
    return room.home.demo


def test_the_pieces_are_moved_turned_and_taken_away(client, hand):
    client.post("/demo/move", json={"tile": "S01", "x": 100, "y": 50.5})
    client.post("/demo/turn", json={"tile": "S01"})
    client.post("/demo/remove", json={"tile": "S01"})
    client.post("/demo/tidy", json={})
    assert hand.done == [("move", "S01", 100.0, 50.5), ("turn", "S01"), ("remove", "S01"), ("tidy",)]


def test_the_pace(client, hand):
    told = client.post("/demo/pace", json={"auto": True, "speed": 4}).json
    assert (told["auto"], told["speed"]) == (True, 4.0)
    assert (hand.auto, hand.speed) == (True, 4.0)


@pytest.mark.parametrize(
    ("what", "body", "status"),
    [
        ("move", {"tile": "S99", "x": 1, "y": 1}, 404),
        ("move", {"tile": ["S01"], "x": 1, "y": 1}, 400),
        ("move", {"tile": "S01", "x": "1", "y": 1}, 400),
        ("move", {"tile": "S01", "x": 1e9, "y": 1}, 400),
        ("move", {"tile": "S01", "x": float("nan"), "y": 1}, 400),
        ("pace", {"auto": 1}, 400),
        ("pace", {"speed": 0}, 422),
        ("fly", {}, 404),
    ],
)
def test_what_a_piece_cannot_do(client, hand, what, body, status):
    assert client.post(f"/demo/{what}", json=body).status_code == status
    assert hand.done == []


def test_a_real_table_has_no_rendered_pieces(client, table):
    assert client.get("/demo").status_code == 404
    assert client.get("/demo/tiles").status_code == 404


def test_the_panel_opens_without_a_table(client, room):
    room.home.demo = DemoStandIn()
    assert client.get("/demo").status_code == 200


def test_the_panel_says_that_the_first_rounds_were_played_beforehand(tmp_path):
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, None, players=2, seed=1)
    begun = tables.open(tables.list()[0].id)
    assert begun.game.phase(begun.state).round == OPENING_ROUNDS + 1
    assert goes_on(tables, None, None)
    assert goes_on(tables, begun.game.name, 2)
    assert not goes_on(tables, None, 3), "another number of players is another game"
    assert not goes_on(tables, "race-for-the-galaxy", None)
    room = bare_room(tables)
    room.home.demo, room.home.active = DemoStandIn(), begun.id
    pages = create_app(room).test_client()
    assert f"Its first {OPENING_ROUNDS} rounds were played beforehand" in pages.get("/demo").text
    room.home.active = tables.create(begun.game.name, begun.setup).id
    assert "played beforehand" not in pages.get("/demo").text
    tables.close()


def test_the_cameras_picture(client, room, table):
    assert client.get(f"/t/{table.id}/camera").status_code == 404
    pictures = [b"", b"\xff\xd8jpeg"]
    status = SimpleNamespace(state="online", sentence="")
    room.home.eyes = stand_in(CameraRig, jpeg=lambda: pictures.pop(0), status=lambda: status)
    room.home.active = table.id
    assert client.get(f"/t/{table.id}/camera").status_code == 204
    assert client.get(f"/t/{table.id}/camera").data == b"\xff\xd8jpeg"
    room.home.active = "another"
    assert client.get(f"/t/{table.id}/camera").status_code == 404


@pytest.fixture
def proposed(room, table, post):
    """A camera that saw the stones drawn, at a table that asks before it accepts what the camera reports."""
    table.set(draws="camera", referee="ask")
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": player, "amount": 1})
    referee = room.home.referee = Referee(table)
    room.home.active = table.id
    spots = {f"S0{n}": Spot(MIDDLE, "A") for n in (1, 2, 3, 4)}
    referee.on_seen(SeenTable(spots, 10.0, watching=frozenset({MIDDLE}), number=1))
    yield referee.view.proposal
    referee.close()


def test_a_proposal_is_a_card_that_a_person_answers(client, table, proposed):
    page = client.get(f"/t/{table.id}/").text
    assert f'id="proposal-{proposed.id}"' in page
    assert "Drawn: S01, S02, S03, S04" in page
    address = f"/t/{table.id}/proposals/{proposed.id}"
    assert client.post(address, json={"do": "hold"}).status_code == 200
    taken = client.post(address, json={"do": "take", "option": 0, "key": "tap-00001"})
    assert taken.json["words"] == "Drawn: S01, S02, S03, S04"
    again = client.post(address, json={"do": "take", "option": 0, "key": "tap-00002"})
    assert again.json == taken.json, "the same tap from two devices is one step"


def test_a_proposal_can_be_set_aside(client, table, proposed):
    address = f"/t/{table.id}/proposals/{proposed.id}"
    assert client.post(address, json={"do": "none"}).status_code == 200
    assert f'id="proposal-{proposed.id}"' not in client.get(f"/t/{table.id}/").text


def test_a_proposal_by_look_says_that_no_sticker_is_read(client, room, table, proposed):
    referee = room.home.referee
    referee.accept(proposed.id, 0, "tap-00001", "tablet")
    assert "No sticker is read there" not in client.get(f"/t/{table.id}/").text
    spots = {tile: Spot(MIDDLE, "A") for tile in ("S01", "S03", "S04")}
    watching = frozenset({MIDDLE, *(seat_zone(n) for n in range(3))})
    referee = room.home.referee = Referee(table)
    taker = next(q.player for q in table.game.questions(table.state))
    alike = {"S02": Spot(seat_zone(taker), "B")}
    referee.on_seen(SeenTable(spots, 10.0, watching=watching, number=1, alike=alike))
    shown = referee.view.proposal
    page = client.get(f"/t/{table.id}/").text
    assert f'id="proposal-{shown.id}"' in page
    assert "No sticker is read there" in page
    referee.close()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"do": "take", "option": 9, "key": "tap-00001"}, 422),
        ({"do": "take", "option": "0", "key": "tap-00001"}, 400),
        ({"do": "take", "option": 0}, 400),
        ({"do": "dance"}, 400),
        ({}, 400),
    ],
)
def test_answers_that_a_proposal_does_not_understand(client, table, proposed, body, status):
    number = table.number
    assert client.post(f"/t/{table.id}/proposals/{proposed.id}", json=body).status_code == status
    assert table.number == number


def test_a_proposal_that_is_gone(client, room, table, proposed):
    answer = client.post(f"/t/{table.id}/proposals/other", json={"do": "none"})
    assert answer.status_code == 410
    assert answer.json["sentence"] == ProposalClosed().sentence
    room.home.referee = None
    answer = client.post(f"/t/{table.id}/proposals/{proposed.id}", json={"do": "none"})
    assert answer.status_code == 404


def test_a_tile_is_drawn_by_its_game_or_plainly(tmp_path):
    tables = Tables(Journal(tmp_path / "demo.db"))
    begin_demo(tables, "new-frontiers", players=2, seed=1)
    room = bare_room(tables)
    room.home.demo, room.home.active = DemoStandIn(), tables.list()[0].id
    pages = create_app(room).test_client()
    gray, colony = (pages.get(f"/demo/face/W01?face={face}") for face in "AB")
    assert gray.mimetype == "image/svg+xml"
    assert gray.data != colony.data
    assert b"Develop" in pages.get("/demo/face/T2").data, "an action tile has its name, for want of a drawing"
    assert pages.get("/demo/face/X1").status_code == 404
    told = pages.get("/demo/tiles").json
    assert told["said"]["words"]
    assert {lamp["mark"] for row in told["lamps"] for lamp in row if lamp} == {"circle", "triangle"}
    tables.close()
