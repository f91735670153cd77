"""Tests of `companion backup`, `restore` and `check` by their command lines."""

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
def run_command(capsys):
    """run_command(words...) returns (exit status, standard output, standard error)."""

    def run(*words):
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        return int(left.value.code or 0), captured.out, captured.err

    return run


@pytest.fixture
def journal(tmp_path):
    """A journal file with one table of a real game."""
    path = tmp_path / "tables.db"
    with closing(Tables(Journal(path))) as tables:
        tables.create("new-frontiers", PLAYERS, seed=1, title="Friday")
    return path


def test_a_backup_is_restored_and_the_journal_before_it_is_kept(run_command, journal, tmp_path):
    assert run_command("backup", tmp_path / "mine.db", "--database", journal)[0] == 0
    with closing(Tables(Journal(journal))) as tables:
        tables.create("new-frontiers", PLAYERS, seed=2, title="Saturday")
    status, out, _ = run_command("restore", tmp_path / "mine.db", "--database", journal)
    assert status == 0
    assert "before-restore" in out
    status, out, _ = run_command("check", "--database", journal)
    assert (status, out.split(",")[0]) == (0, "1 of 1 tables replay")


def test_without_a_name_it_lies_beside_the_journal_by_the_time(run_command, journal):
    status, out, _ = run_command("backup", "--database", journal)
    assert status == 0
    assert [str(it) for it in (journal.parent / "backups").iterdir()] == [
        out.removeprefix("written: ").strip()
    ]


def test_a_file_that_is_there_is_not_written_over(run_command, journal, tmp_path):
    (tmp_path / "mine.db").write_text("precious")
    status, _, err = run_command("backup", tmp_path / "mine.db", "--database", journal)
    assert (status, err.count("\n")) == (2, 1)
    assert (tmp_path / "mine.db").read_text() == "precious"


@pytest.mark.parametrize("command", [["backup"], ["check"], ["restore", "no-such-backup.db"]])
def test_a_journal_or_backup_that_is_not_there_is_one_line(run_command, tmp_path, command):
    status, _, err = run_command(*command, "--database", tmp_path / "nothing.db")
    assert (status, err.count("\n")) == (2, 1)
    assert not (tmp_path / "nothing.db").exists()


def test_a_journal_that_does_not_replay_is_named_and_gives_status_1(run_command, journal):
    with closing(sqlite3.connect(journal)) as connection:
        connection.execute("""UPDATE entries SET data = '{"setup": 3}'""")
        connection.commit()
    status, out, _ = run_command("check", "--database", journal)
    assert status == 1
    assert "Friday" in out
    assert "0 of 1 tables replay" in out
    status, out, _ = run_command("check", "--json", "--database", journal)
    assert status == 1
    assert json.loads(out)["good"] == 0


@pytest.fixture
def foreign(tmp_path):
    """Another program's database, in its usual form and open to everybody."""
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT, minutes INTEGER)")
        connection.execute("INSERT INTO recipes VALUES ('soup', 40)")
        connection.commit()
    path.chmod(0o644)
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("check",),
        ("backup", "{out}"),
        ("restore", "{backup}"),
        ("record", "abc"),
        ("import", "{record}"),
        ("plays", "list"),
        ("pin", "staff", "--pin", "471147"),
        ("serve", "--port", "0"),
    ],
)
def test_another_program_s_database_is_never_written_to(run_command, journal, foreign, tmp_path, words):
    assert run_command("backup", tmp_path / "backup.db", "--database", journal)[0] == 0
    with closing(Tables(Journal(journal))) as tables:
        table = tables.list()[0].id
    status, record, _err = run_command("record", table, "--database", journal)
    (tmp_path / "record.json").write_text(record, "utf-8")
    places = {
        "out": tmp_path / "out.db",
        "backup": tmp_path / "backup.db",
        "record": tmp_path / "record.json",
    }
    before, mode = foreign.read_bytes(), foreign.stat().st_mode
    named = [word.format(**places) for word in words]
    status, out, err = run_command(*named, "--database", foreign)
    assert status != 0
    assert "another program" in out + err, out + err
    assert (foreign.read_bytes(), foreign.stat().st_mode) == (before, mode)
    assert not list(foreign.parent.glob("foreign.db-*"))
    assert not list(foreign.parent.glob("foreign.before*"))


def test_a_file_that_is_no_database_keeps_its_mode_and_content(run_command, tmp_path):
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0" + bytes(4000))
    photo.chmod(0o644)
    before, mode = photo.read_bytes(), photo.stat().st_mode
    status, _out, err = run_command("check", "--database", photo)
    assert status != 0
    assert "left as it is" in err
    assert (photo.read_bytes(), photo.stat().st_mode) == (before, mode)
