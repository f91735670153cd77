"""Tests of the own hand on the own phone: the server answers about it, and nothing of it stays anywhere."""

from __future__ import annotations

import gc
import html
import io
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import cv2
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Decision, Player, Setup
from companion.games.contract.own_hand import KnownHand
from companion.simulation.computer_seats import ComputerSeats
from companion.table.backup import back_up
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.hand import HandBody
from companion.web.request.services import services_of
from companion.web.transport.long_work import is_long
from tests.rigs.drawn_cards import card_picture, tableau_photo
from tests.seat_record import seat_record
from tests.web.conftest import bare_room

GAME = games.load("race-for-the-galaxy")
NONE = {"drawn": [], "look": 0, "keep": 0, "discard": 0}
HIDDEN = "no-card-of-this-game-9F2C"
"""In a hand that a phone sends: found anywhere afterwards, it leaked."""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


def begun(client: FlaskClient, name: str = GAME.name) -> Table[Any]:
    game = games.load(name)
    players = tuple(Player(n, c) for n, c in zip(("Ann", "Ben"), game.colours, strict=False))
    setup = setup_with_draws(game, Setup(players, (("steps", "fewer"),)).stating(game.setup_options()), 5)
    return services_of(client.application).room.tables.create(name, setup, seed=5, settings=Settings())


def do(table: Table[Any], decision: Decision | dict[str, Any]) -> None:
    if isinstance(decision, dict):
        decision = table.game.decision(decision)
    table.submit(decision, table.number, f"step-{table.number:06}", "test")


def choose(table: Table[Any], *actions: str) -> None:
    for seat, action in enumerate(actions):
        do(table, {"do": "choose-actions", "player": seat, "actions": [action]})


def ask(client: FlaskClient, table: Table[Any], since: int, cards: list[str], **more: Any) -> dict[str, Any]:
    body = {"since": since, "cards": cards, **NONE, **more}
    answer = client.post(f"/t/{table.id}/seat/0/hand", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json | {"text": html.unescape(answer.json["html"])}


def key(name: str) -> str:
    return GAME.catalogue.copies(name)[0].key


def test_each_card_in_hand_is_one_tap_with_its_price_or_says_why_not(client: FlaskClient) -> None:
    table = begun(client)
    choose(table, "settle", "settle")
    said = ask(client, table, 0, [key("Gem World"), key("Alien Robot Scout Ship"), key("Public Works")])
    assert said["at"] == table.number
    assert said["text"].count("data-decision") == 1
    assert '"card":"{}"'.format(GAME.catalogue.copies("Gem World")[0].id) in said["text"]
    assert "Alien Robot Scout Ship has defense 4" in said["text"]
    assert "Which card is new in your hand?" in said["text"]  # four in hand, three of them known
    assert 'data-hand-add="W' in said["text"]


def test_the_hand_follows_the_game_and_goes_back_with_an_undo(client: FlaskClient) -> None:
    table = begun(client)
    choose(table, "develop", "develop")
    held = [key(name) for name in ("Public Works", "Colony Ship", "Gem World", "Interstellar Bank")]
    first = ask(client, table, 0, held)
    do(table, {"do": "place", "player": 0, "card": GAME.catalogue.copies("Interstellar Bank")[0].id})
    do(table, {"do": "place-nothing", "player": 1})
    then = ask(client, table, first["at"], held)
    assert (len(then["known"]["cards"]), then["known"]["discard"]) == (3, 1)
    assert "Discard 1 card:" in then["text"]
    again = ask(client, table, then["at"], then["known"]["cards"], discard=1)
    assert again["known"] == then["known"]  # nothing happened: nothing is counted twice
    told = ask(client, table, then["at"], then["known"]["cards"][:2])
    assert "Discard" not in told["text"]
    for _step in range(2):
        table.undo(table.number, f"back-{table.number:06}", "test")
    back = ask(client, table, then["at"], told["known"]["cards"])
    assert (back["back"], back["html"]) == (first["at"], "")
    restored = ask(client, table, first["at"], held)
    assert (restored["back"], restored["known"]["cards"]) == (None, sorted(held, key=held.index))
    assert ask(client, table, 9_999, held)["back"] == 0


def test_it_is_gone_at_the_end_of_the_game(client: FlaskClient) -> None:
    table = begun(client)
    seats = ComputerSeats(table, Random(3))
    while (decision := seats.decision(table.now)) is not None:
        do(table, decision)
    assert ask(client, table, 0, [key("Gem World")])["over"]
    assert "own-hand" not in client.get(f"/t/{table.id}/seat/0").text.partition("<main")[2]


@pytest.mark.slow
def test_a_photo_names_the_cards_by_their_looks(client: FlaskClient) -> None:
    table = begun(client)
    fronts = [front.id for front in GAME.untracked.looks().fronts][20:24]
    learnt = {id: cv2.imencode(".jpg", card_picture(id))[1].tobytes() for id in fronts}
    services_of(client.application).fronts.pictures.keep(GAME.name, learnt)
    picture, _middles = tableau_photo(fronts[:3], Random("hand"), (2000, 1500))
    answer = send_photo(client, table, cv2.imencode(".jpg", picture)[1].tobytes())
    assert (answer.status_code, sorted(answer.json["cards"])) == (200, sorted(fronts[:3]))
    for data, status in ((b"", 422), (b"no picture", 400)):
        refused = send_photo(client, table, data)
        assert refused.status_code == status
        assert refused.json["sentence"].endswith(".")


def send_photo(client: FlaskClient, table: Table[Any], data: bytes) -> Any:
    return client.post(
        f"/t/{table.id}/seat/0/hand/photo",
        data={"photo": (io.BytesIO(data), "photo.jpg")},
        headers={"Accept": "application/json"},
    )


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach thinks for as long as it takes to try each answer about twice."""
    monkeypatch.setattr("companion.coach.grading.SECONDS", 0.25)


HAND = ("Gem World", "Public Works", "Contact Specialist", "Colony Ship")


def advice(client: FlaskClient, table: Table[Any], names: tuple[str, ...] = HAND, seat: int = 0) -> str:
    """What the coach says to a seat's hand, as text."""
    at = ask(client, table, 0, [])["at"]
    body = {"since": at, "cards": [key(name) for name in names], **NONE}
    answer = client.post(f"/t/{table.id}/seat/{seat}/hand/help", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json["at"] == at
    return re.sub(r"\s+", " ", html.unescape(answer.json["html"]))


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_the_coach_answers_a_hand_as_the_seats_level_has_it(client: FlaskClient) -> None:
    table = begun(client)
    shown = ask(client, table, 0, [key(name) for name in HAND])["text"]
    assert 'data-coach="once"' in shown
    assert "data-hand-coach" in shown
    assert advice(client, table).count('<li class="reason" ') == 3  # who asks once
    assert "needs the hand" not in client.get(f"/t/{table.id}/seat/0").text
    table.set(helped={"0": "guided"})
    shown = ask(client, table, 0, [key(name) for name in HAND])["text"]
    assert 'data-coach="guided"' in shown
    assert "data-hand-coach" not in shown
    said = advice(client, table)
    assert said.count('<li class="reason" ') == len(table.game.options(table.state, 0))
    assert re.search("(good choice|in between|poor choice)</b> <b>(Explore|Settle|Develop|Produce)", said)
    table.set(helped={"0": "taught"})
    taught = advice(client, table)
    assert ("recommended" in taught, "<li" in taught) == (True, False)
    # Without a hand it says why it is silent, to the seat that wanted help alone.
    assert "needs the hand of the player who asks" in html.unescape(client.get(f"/t/{table.id}/seat/0").text)
    assert "needs the hand" not in client.get(f"/t/{table.id}/seat/1").text
    assert table.now.around.advice is None
    choose(table, "settle", "settle")
    placed = advice(client, table)
    assert "Place Gem World" in placed or "Place nothing" in placed
    table.set(coach="off")
    assert "data-hand-coach" not in ask(client, table, 0, [key(name) for name in HAND])["text"]
    body = {"since": table.number, "cards": [], **NONE}
    assert client.post(f"/t/{table.id}/seat/0/hand/help", json=body).status_code == 403


@pytest.mark.usefixtures("quick")
def test_the_coach_is_silent_with_a_sentence_where_it_cannot_know(client: FlaskClient) -> None:
    table = begun(client)
    assert "once this phone knows your whole hand" in advice(client, table, HAND[:3])
    assert "once this phone knows your whole hand" in advice(client, table, (*HAND, "Comet Zone"))
    outdated = client.post(f"/t/{table.id}/seat/0/hand/help", json={"since": 999, "cards": [], **NONE})
    assert (outdated.status_code, outdated.json["html"]) == (200, "")
    do(table, {"do": "choose-actions", "player": 0, "actions": ["settle"]})
    assert "no advice on this question" in advice(client, table)
    do(table, {"do": "choose-actions", "player": 1, "actions": ["settle"]})
    developments = ("Public Works", "Contact Specialist", "Colony Ship", "Mining League")
    assert "There is no other answer." in advice(client, table, developments)
    other = begun(client, "new-frontiers")
    answer = client.post(f"/t/{other.id}/seat/0/hand/help", json={"since": 0, "cards": [], **NONE})
    assert answer.status_code == 404


def test_the_coach_works_in_the_pool_for_long_work(client: FlaskClient) -> None:
    assert is_long(client.application.view_functions["hand.advise"])
    assert not is_long(client.application.view_functions["hand.ask"])


def test_a_game_without_such_a_hand_says_so(client: FlaskClient) -> None:
    table = begun(client, "new-frontiers")
    answer = client.post(f"/t/{table.id}/seat/0/hand", json={"since": 0, "cards": [], **NONE})
    assert (answer.status_code, answer.json["sentence"]) == (
        404,
        "New Frontiers has no hand that a phone could keep.",
    )
    assert 'id="own-hand"' not in client.get(f"/t/{table.id}/seat/0").text


def everything_said(client: FlaskClient, table: Table[Any]) -> dict[str, Any]:
    """What anybody gets of this table, the own page included."""
    paths = ["", "seat/0", "seat/1", "history", "score", "correct", "state", "lessons", "settings"]
    said: dict[str, Any] = {path: client.get(f"/t/{table.id}/{path}").text for path in paths}
    api = ["", "/facts", "/history"]
    said |= {path: client.get(f"/api/v1/tables/{table.id}{path}").text for path in api}
    said = {path: re.sub(r'"time":\s*[^,}]+', "", text) for path, text in said.items()}
    said["record"] = json.dumps(record(table), default=str)
    return said | {
        f"record {seat}": json.dumps(seat_record(table, seat), default=str) for seat in (None, 0, 1)
    }


@pytest.mark.usefixtures("quick")
@pytest.mark.usefixtures("others_left_out")
def test_nothing_of_a_hand_is_anywhere(
    client: FlaskClient, tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Journal, views, pages of all, records, backups, files, logs and memory are as if nobody had asked."""
    table = begun(client)
    choose(table, "settle", "settle")
    caplog.set_level(logging.DEBUG)
    before, rows = everything_said(client, table), list(_rows(tmp_path))
    held = [key(name) for name in ("Gem World", "Alien Robot Scout Ship", "Public Works")]
    for seat in (0, 1):
        body = {"since": 0, "cards": [*held, HIDDEN], **NONE, "seen": [HIDDEN], "drawn": [HIDDEN], "look": 1}
        assert client.post(f"/t/{table.id}/seat/{seat}/hand", json=body).status_code == 200
        for cards in ([*held, HIDDEN], [*held, key("Comet Zone")]):  # the second is a whole hand: searched
            body = {"since": table.number, "cards": cards, **NONE}
            assert client.post(f"/t/{table.id}/seat/{seat}/hand/help", json=body).json["html"]
    wrong = client.post(f"/t/{table.id}/seat/0/hand", json={"since": 0, "cards": [HIDDEN], "more": HIDDEN})
    assert wrong.status_code == 400
    assert send_photo(client, table, HIDDEN.encode()).status_code == 400
    picture, _middles = tableau_photo(held[:2], Random("leak"), (1200, 900))
    send_photo(client, table, cv2.imencode(".jpg", picture)[1].tobytes())
    assert everything_said(client, table) == before
    assert list(_rows(tmp_path)) == rows
    # A card that is placed is told to the table, as it always was; no other card of the hand is.
    do(table, {"do": "place", "player": 0, "card": GAME.catalogue.copies("Gem World")[0].id})
    back_up(tmp_path / "journal.db", tmp_path / "backup.db")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 1
    others = [HIDDEN, '"D011"', '"W39"', "Public Works", "Alien Robot"]
    kept = b"".join(path.read_bytes() for path in files)
    assert [name for name in (HIDDEN, "Public Works", "Alien Robot") if name.encode() in kept] == []
    new = [row for row in _rows(tmp_path) if row not in rows]
    assert new
    assert [name for name in others for row in new if name in row] == []
    told = caplog.text + "".join(capfd.readouterr())
    assert [name for name in (*others, *held) if name in told] == []
    gc.collect()
    known = [it for it in gc.get_objects() if isinstance(it, KnownHand | HandBody)]
    assert [it for it in known if HIDDEN in (*it.cards, *it.drawn) or held[0] in it.cards] == []


def _rows(folder: Path) -> Iterator[str]:
    """Every line that would make the journal anew."""
    with closing(sqlite3.connect(folder / "journal.db")) as journal:
        yield from journal.iterdump()
