"""Tests that guests' names are deleted after some days, and that nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.access.forgetting import NameForgetter, forget_names, replace_names, replacements
from companion.access.house import House
from companion.box.editing import tile_text, tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import Correction, Player, Setup
from companion.games.contract.box import BoxTile
from companion.games.scanned.player_moves import NamePlayers
from companion.plays.store import Plays
from companion.scan.scans import Scans
from companion.table.backup import back_up, backup_name, backups_in
from companion.table.journal import Journal, utc_now
from companion.table.settings import Settings
from companion.table.snapshot import DeviceState
from companion.table.tables import Tables
from tests.box.test_told_facts import tell
from tests.plays.conftest import named_play
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.table.toy_game import Bid, StonesGame

NAMES = ("Annabel", "Ann", "Zoé O'Neil")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal with a table of three on which one step was taken, and a play of the same people."""
    tables = Tables(Journal(tmp_path / "tables.db"), lambda _name: StonesGame())
    players = tuple(
        Player(name, colour) for name, colour in zip(NAMES, ("blue", "green", "red"), strict=True)
    )
    table = tables.create(
        "stones", Setup(players), title="Ann and friends", seed=1, settings=Settings(draws="hand")
    )
    table.submit(Bid(1, 2), 1, "key-00001", "Ann's phone")
    table.undo(2, "key-00002", "Ann's phone", seat=1)
    Plays(tables.journal).keep(named_play(*NAMES, comment="Ann laughed", location="Window"))
    tables.close()
    return tmp_path / "tables.db"


@pytest.fixture
def tables(file: Path) -> Iterator[Tables]:
    tables = Tables(Journal(file), lambda name: StonesGame() if name == "stones" else games.load(name))
    yield tables
    tables.close()


def all_stored_texts(tables: Tables) -> str:
    """All texts in columns of the database that could hold a name."""
    with tables.journal.transaction() as connection:
        found = []
        for name in ("tables", "entries", "kept_plays"):
            found += [str(tuple(row)) for row in connection.exec_driver_sql(f"SELECT * FROM {name}")]
    return "\n".join(found)


def test_every_name_gives_way_to_its_colour(tables: Tables) -> None:
    row = tables.list()[0]
    before = tables.open_unshared(row.id)
    assert forget_names(tables, utc_now() + timedelta(minutes=1)) == 2
    kept = all_stored_texts(tables)
    for name in ("Ann", "Annabel", "Zoé", "Zo\\u00e9", "O'Neil"):
        assert name not in kept
    after = tables.open(row.id)
    assert [p.name for p in after.setup.players] == ["Blue", "Green", "Red"]
    assert replace(after.state, names=()) == replace(before.state, names=())
    assert after.number == before.number
    assert tables.list()[0].title == "Green and friends"
    assert any("Green" in line.words for line in after.history())
    play = Plays(tables.journal).list()[0]
    assert [p.name for p in play.players] == ["Blue", "Blue", "Blue"]
    assert play.comment == "Blue laughed"
    assert play.location == "Window"


def test_a_second_time_changes_nothing(tables: Tables) -> None:
    later = utc_now() + timedelta(minutes=1)
    forget_names(tables, later)
    kept = all_stored_texts(tables)
    assert forget_names(tables, later) == 0
    assert all_stored_texts(tables) == kept


def test_what_is_newer_or_open_keeps_its_names(tables: Tables) -> None:
    kept = all_stored_texts(tables)
    assert forget_names(tables, utc_now() - timedelta(days=9000)) == 0
    tables.open(tables.list()[0].id)
    assert forget_names(tables, utc_now() + timedelta(minutes=1)) == 1  # the play, and not the open table
    assert kept.count("Annabel") > all_stored_texts(tables).count("Annabel") > 0


def test_names_are_forgotten_when_the_host_says_so(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(
        "companion.access.forgetting.forget_names", lambda _tables, before: asked.append(before) or 1
    )
    forgetting = NameForgetter(tables)
    assert forgetting.run_once() == 0
    House(tables.journal).forget_names_after(30)
    forgetting = NameForgetter(tables)
    assert forgetting.run_once() == 1
    assert utc_now() - asked[0] - timedelta(days=30) < timedelta(minutes=1)


def test_a_name_within_a_word_stays() -> None:
    assert replace_names("Anna's Banner and Ann", {"Ann": "Blue"}) == "Anna's Banner and Blue"
    assert replace_names("a+b (c)", {"a+b": "Blue", "(c)": "Red"}) == "Blue Red"
    assert replacements([("Blue", "blue"), ("", "green")]) == {}


def test_names_are_forgotten_in_unfinished_scans_and_in_deleted_plays(tables: Tables) -> None:
    scans, game = Scans(tables.journal), games.load("new-frontiers")
    scan = scans.create(game.name, (Player("Annabel", "blue"), Player("", "red")))
    named = NamePlayers(players=({"name": "Annabel", "colour": "blue"}, {"name": "Zoé", "colour": "red"}))
    scans.say(scan.id, named, 1, "both-named", game)
    plays = Plays(tables.journal)
    (play,) = plays.list()
    plays.remove(play.id)
    forget_names(tables, utc_now() - timedelta(days=1))
    assert scans.get(scan.id).state.players[0].name == "Annabel", "somebody may go on with it"
    forget_names(tables, utc_now() + timedelta(minutes=1))
    assert [(p.name, p.called) for p in Scans(tables.journal).get(scan.id).state.players] == [
        ("", "Blue"),
        ("", "Red"),
    ]
    with tables.journal.transaction() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM entries").all())
        kept += str(connection.exec_driver_sql("SELECT * FROM kept_plays").all())
    assert "Annabel" not in kept
    assert "Zoé" not in kept
    plays.restore(play.id)
    assert "Ann" not in str(plays.get(play.id))


def test_who_told_facts_is_forgotten_in_the_box_and_in_tables_that_began_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf, owner = Shelf(tmp_path / "boxes"), Owner(printed_box(1), Random(1))
    tables = Tables(Journal(tmp_path / "told.db"))
    ToldFacts(tables, shelf)
    people = (Player("Mia", "blue"), Player("Ben", "green"))
    first = asked_for_homes(tables.create("new-frontiers", setup(2, 1).changed(players=people)))
    tell(first, owner, "Mia's phone")
    (told, *_others) = tiles_in(shelf.text("new-frontiers")).values()
    assert told.told[0].partition(" ")[2].startswith(f"Mia's phone (table {first.id}): ")
    box = shelf.text("new-frontiers")
    others = (people[0], Player("Zoé", "green"))
    second = tables.create("new-frontiers", setup(2, 1, box).changed(players=others))
    corrected = BoxTile(told.type, {**told.fields, "vp": 3})
    correction = Correction(f"tile/{told.id}", tile_text(corrected))
    second.correct(correction, second.number, "as-the-box-has-it", "Mia's phone")
    second.set(asked={"path": "round", "value": 2, "seat": 1, "by": "Mia's phone", "words": "round: 2"})
    tables.close()
    tables = Tables(Journal(tmp_path / "told.db"))
    House(tables.journal).forget_names_after(0)
    monkeypatch.setattr("companion.access.forgetting.utc_now", lambda: utc_now() + timedelta(days=2))
    assert NameForgetter(tables, boxes=shelf).run_once() == 3, "both tables and the box"
    assert NameForgetter(tables, boxes=shelf).run_once() == 0
    kept = all_stored_texts(tables) + shelf.text("new-frontiers")
    assert [name for name in ("Mia", "Ben", "Zoé") if name in kept] == []
    (line, *_more) = tiles_in(shelf.text("new-frontiers"))[told.id].told
    assert line.partition(" ")[2].startswith(f"a phone (table {first.id}): ")
    for table in (first, second):
        assert tables.open(table.id).number == table.number
    tables.close()


def test_backups_that_hold_forgotten_names_are_removed_but_for_the_newest(tables: Tables, file: Path) -> None:
    folder, now = file.with_name("backups"), utc_now()
    for days in (1, 8, 20):
        back_up(file, folder / backup_name("tables", now - timedelta(days=days)))
    house = House(tables.journal)
    assert NameForgetter(tables, (folder, "tables")).run_once() == 0
    assert len(backups_in(folder, "tables")) == 3, "the host keeps names"
    house.forget_names_after(7)
    NameForgetter(tables, (folder, "tables")).run_once()
    assert [(now - at).days for at, _path in backups_in(folder, "tables")] == [1]
    house.forget_names_after(0)
    NameForgetter(tables, (folder, "tables")).run_once()
    assert len(backups_in(folder, "tables")) == 1


def test_v_says_what_happens_at_which_table(tables: Tables, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    table = tables.open(tables.list()[0].id)
    table.submit(Bid(1, 2), table.number, "key-00009", "Ann's phone")
    table.show(camera=DeviceState("lost", "The camera is gone."), lights=DeviceState("on", "All right."))
    said = [record.getMessage() for record in caplog.records if table.id in record.getMessage()]
    assert said == [
        f"table {table.id} opened: stones, entry 3",
        f"table {table.id}: entry 4, a decision of seat 1, by Ann's phone",
        f"table {table.id}: camera: lost (The camera is gone.)",
        f"table {table.id}: lights: on (All right.)",
    ]
    assert "bids" not in caplog.text, "no secret is in the log"
