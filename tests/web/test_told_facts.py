"""Tests of what a table tells of its tiles: it is in the owner's box for the next game, with who and when."""

from __future__ import annotations

from random import Random

import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import Telling
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web.box.told_facts import ToldFacts
from tests.rigs.told_box import Owner, printed_box, setup

GAME = "new-frontiers"


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path, shelf):
    tables = Tables(Journal(tmp_path / "journal.db"))
    ToldFacts(tables, shelf).watch()
    yield tables
    tables.close()


def tell(table, owner, until="select-action"):
    """Answers the table's questions of what is printed."""
    while table.questions[0].kind not in (until, "take-world"):
        decision = owner.answer(table.game, table.state, table.questions[0])
        table.submit(decision, table.number, f"key-{table.number:08}", "Mia’s phone")


def test_what_is_told_is_kept_with_who_and_when_and_asked_no_more(tables, shelf):
    owner = Owner(printed_box(1), Random(1))
    table = tables.create(GAME, setup(2, 1))
    tell(table, owner)
    homes = {id: tile for id, tile in tiles_in(shelf.text(GAME)).items() if tile.type == "home"}
    assert len(homes) == 2
    for id, home in homes.items():
        printed = owner.printed[id]
        assert home.fields["vp"] == printed.vp
        assert "name" in home.fields["untold"]
        assert "Mia’s phone: " in home.fields["told"][0]
        assert not home.own
    again = tables.create(GAME, setup(2, 1, shelf.text(GAME)))
    assert again.questions[0].kind == "select-action"


def test_undo_takes_it_out_of_the_box(tables, shelf):
    table = tables.create(GAME, setup(2, 1))
    owner = Owner(printed_box(1), Random(1))
    first = table.questions[0].form
    assert isinstance(first, Telling)
    decision = owner.answer(table.game, table.state, table.questions[0])
    table.submit(decision, table.number, "key-of-the-first", "the tablet")
    assert first.fields[0].piece in tiles_in(shelf.text(GAME))
    table.undo(table.number, "key-of-the-undo", "the tablet")
    assert first.fields[0].piece not in tiles_in(shelf.text(GAME))
    table.redo(table.number, "key-of-the-redo", "the tablet")
    assert first.fields[0].piece in tiles_in(shelf.text(GAME))


def test_a_practice_table_writes_nothing(tables, shelf):
    made_up = setup(2, 1)
    made_up = type(made_up)(made_up.players, made_up.options[:-1], made_up.chance)
    table = tables.create(GAME, made_up)
    decision = table.game.options(table.state, table.questions[0].player)[0].decision
    table.submit(decision, table.number, "key-of-the-first", "the tablet")
    assert shelf.text(GAME) == ""


def test_a_box_that_cannot_be_written_does_not_stop_the_game(tables, shelf, monkeypatch, caplog):
    table = tables.create(GAME, setup(2, 1))
    monkeypatch.setattr(shelf, "change", lambda game, edit: (_ for _ in ()).throw(OSError("full")))
    tell(table, Owner(printed_box(1), Random(1)))
    assert table.questions[0].kind == "select-action"
    assert "is not in the box" in caplog.text
