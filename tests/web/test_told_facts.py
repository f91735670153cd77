"""Tests of what a table tells of its tiles: it is in the owner's box for the next game, with who and when."""

from __future__ import annotations

import html
import re
from random import Random

import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import Correction, Telling
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.web.conftest import bare_room

GAME = "new-frontiers"


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path, shelf):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


def tell(table, owner, until="select-action"):
    """Answers the table's questions of what is printed."""
    while table.questions[0].kind not in (until, "take-world"):
        decision = owner.answer(table.game, table.state, table.questions[0])
        table.submit(decision, table.number, f"key-{table.number:08}", "Mia’s phone")


def test_what_is_told_is_kept_with_who_and_when_and_asked_no_more(tables, shelf):
    ToldFacts(tables, shelf)
    owner = Owner(printed_box(1), Random(1))
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    tell(table, owner)
    homes = {id: tile for id, tile in tiles_in(shelf.text(GAME)).items() if tile.type == "home"}
    assert len(homes) == 2
    for id, home in homes.items():
        printed = owner.printed[id]
        assert home.fields["vp"] == printed.vp
        assert "name" in home.fields["untold"]
        assert f"Mia’s phone (table {table.id}): " in home.fields["told"][0]
        assert not home.own
    again = tables.create(GAME, setup(2, 1, shelf.text(GAME)))
    assert again.questions[0].kind == "select-action"


def test_a_tile_told_in_part_has_its_form_in_the_box(tables, shelf):
    ToldFacts(tables, shelf)
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    tell(table, Owner(printed_box(1), Random(1)))
    home = next(id for id, tile in tiles_in(shelf.text(GAME)).items() if tile.type == "home")
    app = create_app(bare_room(tables), shelf)
    try:
        client = app.test_client()
        assert client.get(f"/box/{GAME}/tile/{home}").status_code == 200
        assert client.get(f"/box?game={GAME}").status_code == 200
        said = ("name=Old Harbour", "price=cost 1", "kind=gray", "vp=1")
        value = [f"{home}/{one}" for one in said]
        kept = client.post(f"/box/{GAME}/tile", json={"id": home, "value": value})
        assert kept.status_code == 200, kept.text
        assert tiles_in(shelf.text(GAME))[home].own
    finally:
        services_of(app).live.close()


def test_a_tile_entered_in_play_is_in_the_box_and_no_other(tables, shelf):
    """Nor do the pages of the box and of a new table fail on what is left to be told."""
    ToldFacts(tables, shelf)
    table = tables.create(GAME, setup(2, 1))
    row = '[[development]]\nid = "D08"\nname = "Star Guild"\nvp = 2\nuntold = ["price", "powers/Settle"]\n'
    table.correct(Correction("tile/D08", row), table.number, "key-of-the-tile", "Mia’s phone")
    assert set(tiles_in(shelf.text(GAME))) == {"D08"}
    client = create_app(bare_room(tables), boxes=shelf).test_client()
    for page in (f"/box?game={GAME}", f"/new?game={GAME}", f"/box/{GAME}/tile/D08"):
        assert client.get(page).status_code == 200, page


def test_a_practice_table_writes_nothing(tables, shelf):
    made_up = setup(2, 1)
    made_up = type(made_up)(made_up.players, made_up.options[:-1], made_up.chance)
    table = tables.create(GAME, made_up)
    decision = table.game.options(table.state, table.questions[0].player)[0].decision
    table.submit(decision, table.number, "key-of-the-first", "the tablet")
    assert shelf.text(GAME) == ""


def test_a_box_that_cannot_be_written_does_not_stop_the_game_and_is_said(tables, shelf):
    shelf.folder.mkdir()
    (shelf.folder / GAME).write_text("a file lies where the folder should")
    app = create_app(bare_room(tables), shelf)
    try:
        client = app.test_client()
        table = asked_for_homes(tables.create(GAME, setup(2, 1)))
        tell(table, Owner(printed_box(1), Random(1)))
        assert table.questions[0].kind == "select-action"
        for language, said in (("en", "What was told at the table is not in your box yet"), ("de", "Box")):
            for path in ("/", f"/box?game={GAME}"):
                page = html.unescape(client.get(path, headers={"Accept-Language": language}).text)
                (sentence,) = re.findall(r'<div class="notice warn"><p>([^<]*)</p>', page)
                assert said in sentence
                assert str(shelf.folder / GAME) in sentence
        (shelf.folder / GAME).unlink()
        assert '<div class="notice warn"><p>' not in client.get(f"/box?game={GAME}").text
        assert len(tiles_in(shelf.text(GAME))) == 2
        assert '<div class="notice warn"><p>' not in client.get("/").text
    finally:
        services_of(app).live.close()


def test_the_coach_helps_with_a_box_of_which_little_is_told_and_says_how_much_it_guesses(tables, shelf):
    table = tables.create(GAME, setup(2, 1))
    owner = Owner(printed_box(1), Random(1))
    while any(isinstance(question.form, Telling) for question in table.questions):
        tell(table, owner)
    client = create_app(bare_room(tables), boxes=shelf).test_client()
    seat = table.questions[0].player
    client.post(f"/t/{table.id}/help-level", json={"seat": seat, "level": "guided"})
    for path in ("settings", f"seat/{seat}/help", f"seat/{seat}/suggest"):
        answer = client.get(f"/t/{table.id}/{path}")
        said = html.unescape(answer.text)
        assert answer.status_code == 200, path
        guesses = re.search(r"Of the 124 pieces of this box the coach guesses what (\d+) say", said)
        assert guesses is not None, path
        assert 90 < int(guesses[1]) < 124, path
    assert said.count("<li") >= 3, "three answers, with their reasons"


def test_a_piece_that_two_tell_at_once_is_told_once(tables, shelf):
    table = asked_for_homes(tables.create(GAME, setup(2, 1)))
    client = create_app(bare_room(tables), boxes=shelf).test_client()
    question, owner = table.questions[0], Owner(printed_box(1), Random(1))
    value = list(owner.told(table.state, question.form))
    sent = {"question": question.kind, "player": None, "value": value, "seen": table.number}
    other = [text for text in value if "/vp=" not in text] + [f"{question.form.fields[0].piece}/vp=9"]
    assert client.post(f"/t/{table.id}/answers", json=sent | {"key": "first-12345"}).status_code == 200
    second = client.post(f"/t/{table.id}/answers", json=sent | {"key": "second-1234", "value": other})
    assert second.status_code == 409
    assert "Told: " in "; ".join(second.get_json()["news"])
    assert not second.get_json()["still_asked"]
    assert [entry.kind for entry in table.entries()].count("decision") == 2  # the first selected the action
