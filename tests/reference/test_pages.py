"""Tests of the rules' pages: a question, a touched element, topics and icons, and the links to them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import languages
from companion.web import create_app
from tests.default_run import first_by_default
from tests.stand_in import stand_in

NF = "/rules/new-frontiers"


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    made = Room(Tables(Journal(":memory:")))
    yield made
    made.close()


@pytest.fixture(scope="module")
def client(room: Room, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return create_app(room, Shelf(Path(tmp_path_factory.mktemp("boxes")))).test_client()


@pytest.fixture(scope="module")
def table(room: Room) -> Table[Any]:
    seats = Setup((Player("Blue", "blue"), Player("Green", "green"), Player("Red", "red")))
    return room.tables.create("new-frontiers", seats, seed=1, settings=Settings())


def first(html: str) -> str:
    found = re.search(r'class="rule best"><h3>(.*?) <small', html, re.S)
    return found[1] if found else ""


def test_a_question_opens_its_paragraph(client):
    page = client.get(f"{NF}?q=how many wrlds at most").text
    assert first(page) == "At most nine worlds"
    assert 'value="how many wrlds at most"' in page
    german = client.get(f"{NF}?q=gleichstnd", headers={"Accept-Language": "de"}).text
    assert first(german) == "Gleichstand"


def test_a_word_that_means_nothing_is_told_above_an_answer_too(client):
    page = client.get(f"{NF}?q=who wins a tie against a xylophone").text
    assert first(page) == "A tie"
    assert page.index("I did not understand “xylophone”.") < page.index('class="rule best"')


def test_what_fits_nothing_says_so(client):
    assert "I did not understand “xqzwv”" in client.get(f"{NF}?q=xqzwv").text
    assert "No paragraph belongs to just this" in client.get(f"{NF}?page=200").text


def test_every_paragraph_and_icon_stands_on_the_page(client):
    page = client.get(NF).text
    book = games.load("new-frontiers").reference.rulebook()
    for rule in book.rules:
        assert f'id="rule-{rule.id}"' in page
    for sign in book.signs:
        assert f'href="#rule-{sign.rule}"' in page
    assert page.count('class="fold rules-topic"') == len(book.topics)


def test_a_piece_for_the_panel_is_no_whole_page(client):
    part = client.get(f"{NF}?kind=trade&page=8&part=1").text
    assert "<html" not in part
    assert first(part) == "Selling a good"
    assert f'href="{NF}"' in part


def test_bad_numbers_and_games_are_said_in_a_sentence(client):
    assert client.get("/rules/nothing").status_code == 404
    assert "There is no game called" in client.get("/rules/nothing").text
    assert client.get(f"{NF}?page=many&tile=%20&icon=zzz").status_code == 200
    assert client.get(f"{NF}?q=" + "a" * 5000).status_code == 200


def test_a_game_without_a_reference_says_so(client, monkeypatch):
    monkeypatch.setattr(games, "load", lambda name: stand_in(games.Game, title="Lone", reference=None))
    answer = client.get("/rules/lone")
    assert answer.status_code == 200
    assert "Lone has no rules to be looked up here." in answer.text


@pytest.mark.parametrize("path", ["", "seat/0"])
def test_the_pages_of_a_table_lead_to_the_rules(client, table, path):
    page = client.get(f"/t/{table.id}/{path}").text
    assert 'id="rules-panel"' in page
    assert f'href="/t/{table.id}/{path + "/" if path else ""}ask"' in page
    asked = re.search(r'<a class="rule-page" data-rules href="([^"]+)"', page)
    if asked:  # the seat that is asked
        assert first(client.get(asked[1].replace("&amp;", "&")).text) == "Selecting an action"
    assert asked or path


def test_the_way_back_leads_to_the_table(client, table):
    assert f'href="/t/{table.id}/seat/1"' in client.get(f"{NF}?table={table.id}&seat=1").text
    assert f'href="/t/{table.id}/"' in client.get(f"{NF}?table={table.id}").text


def test_the_front_page_leads_there(client):
    assert 'href="/rules"' in client.get("/").text
    assert f'href="{NF}"' in client.get("/rules").text


@pytest.mark.parametrize("name", [name for name, _title in games.titles("reference")])
@pytest.mark.parametrize("spoken", first_by_default(languages(), 2))
def test_the_staff_card_is_one_page_in_every_language(client, name, spoken):
    headers = {"Accept-Language": spoken}
    reference = games.load(name).reference
    assert reference is not None
    book = reference.rulebook(spoken)
    page = client.get(f"/rules/{name}/staff", headers=headers).text
    assert page.count('class="rule"') == len(book.most_asked) == 10
    made = client.get(f"/rules/{name}/staff.pdf", headers=headers)
    assert made.mimetype == "application/pdf"
    pdf = pypdfium2.PdfDocument(made.data)
    assert len(pdf) == 1
    printed = " ".join(pdf[0].get_textpage().get_text_bounded().split())
    pdf.close()
    assert all(" ".join(rule.title.split()) in printed for rule in book.most_asked)
    assert book.teach[-1].split()[-1] in printed


def test_a_tile_explains_itself_in_this_position(client, table):
    home = table.state.empires[0].colonies[0].world
    part = client.get(f"{NF}?tile={home}&table={table.id}&part=1").text
    assert "In this position" in part
    assert "Not in this action." in part or "good" in part
    assert "In this position" not in client.get(f"{NF}?tile={home}&part=1").text
    assert "In this position" not in client.get(f"{NF}?tile={home}&table=nowhere&part=1").text
    known = table.game.catalogue.developments
    dear = next(id for id, _left in table.state.supply.developments if known[id].cost == 9)
    said = client.get(f"{NF}?tile={dear}&table={table.id}&seat=0&part=1").text
    assert re.search(r"\d credits more are needed\.", said)
