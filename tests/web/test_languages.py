"""Tests of the language of each device: chosen on it, or requested by its browser."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.contract import Spot
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from companion.table.table import Table
from companion.web import create_app
from companion.web.play.score import local_moment
from companion.web.request.languages import device_moment
from companion.web.request.services import services_of
from tests.table.toy_game import Bid, Pass

DUTCH = {"Accept-Language": "nl-BE,nl;q=0.8,en;q=0.5"}


@pytest.fixture
def dutch(catalogue: Any) -> None:
    """A language from its catalogue alone, and one that translates only the scripts' texts."""
    catalogue(
        "nl",
        {
            "Tables": "Tafels",
            "Language": "Taal",
            "That is all.": "Dat is alles.",
            "Undo: {what}": "Terug: {what}",
            "Nothing to undo": "Niets terug te nemen",
            "Taken back: {what}": "Teruggenomen: {what}",
            "There is no such page: go back to the list of tables.": "Zo'n bladzijde is er niet.",
            'The request needs "{name}".': 'Het verzoek heeft "{name}" nodig.',
            "There is no camera at this table.": "Er is geen camera aan deze tafel.",
            "off": "uit",
            "{tile} is {place}; the companion has it {expected}.": "{tile} ligt {place}, niet {expected}.",
            "in the middle, {side} up": "in het midden, {side} boven",
        },
        script=("That is all.",),
    )
    catalogue("eo", {"Tables": "Tabloj"})


def spoken(html: str) -> str:
    found = re.search(r'<html lang="([\w-]+)">', html)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("asked", "chosen", "expected"),
    [
        ("", "", "en"),
        ("nl-BE,nl;q=0.8,en;q=0.5", "", "nl"),
        ("sw,eo;q=0.4,nl;q=0.2", "", "eo"),
        ("sw", "", "en"),
        ("en-GB,nl;q=0.9", "", "en"),
        ("en", "nl", "nl"),
        ("nl", "en", "en"),
        ("nl", "xx", "nl"),
        (";;q=/,", "../../etc", "en"),
    ],
)
def test_what_was_chosen_goes_before_what_the_browser_asks_for(dutch, client, asked, chosen, expected):
    if chosen:
        client.set_cookie("language", chosen)
    assert spoken(client.get("/", headers={"Accept-Language": asked}).text) == expected


@pytest.mark.parametrize(
    ("asked", "chosen", "expected"), [("", "", "nl"), ("sw", "", "nl"), ("en", "", "en"), ("sw", "en", "en")]
)
def test_a_device_that_asks_for_no_language_to_be_had_gets_the_houses(dutch, room, asked, chosen, expected):
    app = create_app(room, language="nl")
    client = app.test_client()
    if chosen:
        client.set_cookie("language", chosen)
    assert spoken(client.get("/", headers={"Accept-Language": asked}).text) == expected
    services_of(app).live.close()


def test_a_new_catalogue_is_offered_and_spoken_with_no_more_ado(dutch, client):
    html = client.get("/", headers=DUTCH).text
    assert "<title>Tafels</title>" in html
    for name in ("English", "Nederlands", "Esperanto"):
        assert f">{name}</span>" in html
    assert "Taal" in html
    assert "New game" in html, "what it leaves out is said in English"


def test_without_catalogues_there_is_nothing_to_choose(catalogue, client):
    assert "data-language" not in client.get("/").text


def test_scripts_bring_their_words_along_but_english_needs_none(dutch, client):
    assert 'id="words"' not in client.get("/").text
    found = re.search(r'id="words">(.*?)</script>', client.get("/", headers=DUTCH).text)
    assert found is not None
    assert json.loads(found[1]) == {"That is all.": "Dat is alles."}


def test_refusals_are_in_the_language_of_the_device(dutch, client, table, post):
    assert "Zo&#39;n bladzijde is er niet." in client.get("/nowhere", headers=DUTCH).text
    path = f"/t/{table.id}/decisions"
    body = {"seen": 1, "key": "a-key-of-its-own"}
    assert client.post(path, json=body, headers=DUTCH).json == {
        "sentence": 'Het verzoek heeft "decision" nodig.'
    }
    assert client.post(path, json=body).json == {"sentence": 'The request needs "decision".'}


def test_one_request_s_language_is_not_the_next_one_s(dutch, client):
    assert spoken(client.get("/", headers=DUTCH).text) == "nl"
    assert spoken(client.get("/").text) == "en"


def test_each_device_s_updates_are_in_its_own_language(dutch, listen, table):
    ours, theirs = listen(f"/t/{table.id}/live", DUTCH), listen(f"/t/{table.id}/live")
    assert "Niets terug te nemen" in ours.next()["html"]
    assert "Nothing to undo" in theirs.next()["html"]
    for player, amount in enumerate((2, 1, 0)):
        table.submit(Bid(player, amount), table.number, f"bid {player}", "phone")
    # The three bids come in one to three updates, depending on how fast they are read.
    for stream, words in ((ours, "Terug: Red bids 0"), (theirs, "Undo: Red bids 0")):
        while words not in str(update := stream.next()["regions"]):
            assert update


def test_the_state_of_the_camera_and_the_lights_is_said_too(dutch, client, room, table):
    room.home.activate(table.id)
    room.home.has_camera = True
    html = client.get(f"/t/{table.id}/", headers=DUTCH).text
    assert "Er is geen camera aan deze tafel." in html
    assert "<span>uit</span>" in html
    assert "There is no camera at this table." in client.get(f"/t/{table.id}/").text


@pytest.fixture
def disputed(room: SimpleNamespace, table: Table[Any]) -> Any:
    """A stone in a place that no rule explains, for long enough to be reported."""
    for player in range(3):
        table.submit(Bid(player, 0), table.number, f"bid {player}", "phone")
    stones = table.state.bag[:4]
    table.submit_outcome(stones, table.number, "draw it", "phone")
    for player in range(3):
        table.submit(Pass(player), table.number, f"pass {player}", "phone")
    now = [0.0]
    room.home.active, room.home.referee = table.id, Referee(table, clock=lambda: now[0])
    lying = dict(table.game.tracking.layout(table.state))
    zones = frozenset({"middle", "seat:0", "seat:1", "seat:2"})
    room.home.referee.on_seen(SeenTable(lying, 10.0, watching=zones, number=1))
    odd = {**lying, "S20": Spot("seat:0", "B")}
    room.home.referee.on_seen(SeenTable(odd, 10.0, watching=zones, number=2))
    now[0] = 19.0
    room.home.referee.on_seen(SeenTable(odd, 20.0, watching=zones, number=3))
    yield room.home.referee
    room.home.referee.close()


def test_the_referee_speaks_to_each_device(dutch, disputed, client, table):
    assert disputed.view.disagreement is not None
    english = client.get(f"/t/{table.id}/").text
    assert "the companion has it not on the table." in english
    assert "niet not on the table." in client.get(f"/t/{table.id}/", headers=DUTCH).text
    assert client.get(f"/t/{table.id}/").text.count("the companion has it") == 1


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("en-GB,en;q=0.9", "22 Nov 2026"),
        ("en-US,en;q=0.9", "Nov 22, 2026"),
        ("de-AT", "22.11.2026"),
        ("fr", "22 nov. 2026"),
        ("es-MX", "22 nov 2026"),
        ("xx-!!,en-GB", "22 Nov 2026"),
    ],
)
def test_dates_have_the_form_of_the_devices_region(client, wanted, says):
    at = datetime(2026, 11, 22, 16, 7, tzinfo=UTC)
    with client.application.test_request_context("/", headers={"Accept-Language": wanted}):
        client.application.preprocess_request()
        assert device_moment(at).startswith(says)
        assert local_moment(at).startswith(says)
