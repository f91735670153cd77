"""`companion backup`, `restore` and `check`, as somebody types them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from companion.cli import main
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables

PLAYERS = Setup((Player("Ada", "blue"), Player("Ben", "red")))


@pytest.fixture
def say(capsys):
    """say(words...) gives (exit status, standard output, standard error)."""

    def run(*words):
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return run


@pytest.fixture
def journal(tmp_path):
    """A journal's file with one table of a real game."""
    path = tmp_path / "tables.db"
    with closing(Tables(Journal(path))) as tables:
        tables.create("new-frontiers", PLAYERS, seed=1, title="Friday")
    return path


def test_a_backup_is_restored_and_the_journal_before_it_is_kept(say, journal, tmp_path):
    assert say("backup", tmp_path / "mine.db", "--database", journal)[0] == 0
    with closing(Tables(Journal(journal))) as tables:
        tables.create("new-frontiers", PLAYERS, seed=2, title="Saturday")
    status, out, _ = say("restore", tmp_path / "mine.db", "--database", journal)
    assert status == 0
    assert "before-restore" in out
    status, out, _ = say("check", "--database", journal)
    assert (status, out.split(",")[0]) == (0, "1 of 1 tables replay")


def test_without_a_name_it_lies_beside_the_journal_by_the_time(say, journal):
    status, out, _ = say("backup", "--database", journal)
    assert status == 0
    assert [str(it) for it in (journal.parent / "backups").iterdir()] == [
        out.removeprefix("written: ").strip()
    ]


def test_a_file_that_is_there_is_not_written_over(say, journal, tmp_path):
    (tmp_path / "mine.db").write_text("precious")
    status, _, err = say("backup", tmp_path / "mine.db", "--database", journal)
    assert (status, err.count("\n")) == (2, 1)
    assert (tmp_path / "mine.db").read_text() == "precious"


@pytest.mark.parametrize("command", [["backup"], ["check"], ["restore", "no-such-backup.db"]])
def test_a_journal_or_backup_that_is_not_there_is_one_line(say, tmp_path, command):
    status, _, err = say(*command, "--database", tmp_path / "nothing.db")
    assert (status, err.count("\n")) == (2, 1)
    assert not (tmp_path / "nothing.db").exists()


def test_a_journal_that_does_not_replay_is_named_and_gives_status_1(say, journal):
    with closing(sqlite3.connect(journal)) as connection:
        connection.execute("""UPDATE entries SET data = '{"setup": 3}'""")
        connection.commit()
    status, out, _ = say("check", "--database", journal)
    assert status == 1
    assert "Friday" in out
    assert "0 of 1 tables replay" in out
    status, out, _ = say("check", "--json", "--database", journal)
    assert status == 1
    assert json.loads(out)["good"] == 0
