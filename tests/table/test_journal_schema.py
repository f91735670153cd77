"""Tests of the journal's schema: older versions are upgraded, newer and unclear ones are refused."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory

from companion import games
from companion.scan.scans import BY_HAND, Scans
from companion.table import journal_schema
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.journal_errors import JournalError
from companion.table.journal_schema import REVISIONS
from companion.table.sql_tables import REVISION_TABLE
from companion.table.tables import Tables

JOURNALS = Path(__file__).with_name("journals")
VERSION_1 = JOURNALS / "form-1.sql"
"""A journal of schema version 1: a table of New Frontiers, "deruki", and a scan, "dadeke"."""


@pytest.fixture
def older(tmp_path: Path) -> Path:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(VERSION_1.read_text("utf-8"))
    connection.close()
    return path


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    lines = list(connection.iterdump())
    connection.close()
    return lines


def form(journal: Journal) -> dict[str, object]:
    """Of each table: its columns, with their kinds and whether they may be empty, its key and its indexes."""
    with journal.transaction() as connection:
        there = sa.inspect(connection)
        return {
            name: (
                {it["name"]: (str(it["type"]), it["nullable"]) for it in there.get_columns(name)},
                there.get_pk_constraint(name)["constrained_columns"],
                {str(it["name"]): it["column_names"] for it in there.get_indexes(name)},
            )
            for name in there.get_table_names()
        }


def test_alembic_knows_the_revisions_that_the_program_names() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(journal_schema.__file__).with_name("migrations")))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [REVISIONS[-1]]
    assert tuple(it.revision for it in script.walk_revisions())[::-1] == REVISIONS


def test_a_journal_of_form_1_goes_on_where_it_was(older: Path) -> None:
    entries = [line for line in dump(older) if line.startswith('INSERT INTO "entries"')]
    journal = Journal(older)
    table = Tables(journal, games.load).open("deruki")
    assert (table.read_only, table.number) == (None, len(entries)) == (None, 21)
    assert table.state.empires[0].credits == 9
    assert table.now.last.words == "Ada: credits: 9 instead of 1"
    table.undo(table.number, "taken-back", "tablet")
    assert table.state.empires[0].credits == 1
    assert [line for line in dump(older) if line.startswith('INSERT INTO "entries"')][:21] == entries
    journal.close()


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_journal_of_every_form_is_kept_and_replays(tmp_path: Path, revision: str) -> None:
    """The newest version too, from the day it is released: a later change finds its file here."""
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((JOURNALS / f"form-{int(revision)}.sql").read_text("utf-8"))
    connection.close()
    before = [line for line in dump(path) if line.startswith('INSERT INTO "entries"')]
    kept = [line for line in before if "'dadeke'" not in line]  # the scan's steps become entries
    tables = Tables(Journal(path), games.load)
    found = list(check_tables(tables))
    assert [it.trouble for it in found] == [""]
    assert found[0].entries == len(kept) >= 21
    assert Scans(tables.journal).get("dadeke").state.numbers["0/chips"] == 7
    with tables.journal.transaction() as connection:
        at = connection.execute(sa.text(f"SELECT version_num FROM {REVISION_TABLE}")).scalar_one()
    assert at == REVISIONS[-1]
    tables.close()
    after = [line for line in dump(path) if line.startswith('INSERT INTO "entries"')]
    assert [line for line in after if "'dadeke'" not in line] == kept
    assert revision != REVISIONS[-1] or after == before


def test_its_scans_go_on_too_and_can_be_made_again(older: Path) -> None:
    scans = Scans(Journal(older))
    before = scans.get("dadeke").now
    assert before.state.numbers == {"0/chips": 7, "1/chips": 4}
    scans.get("dadeke").undo(before.number, "scan-back", BY_HAND)
    assert scans.get("dadeke").state.numbers == {"0/chips": 7}
    scans.get("dadeke").redo(scans.get("dadeke").number, "scan-again", BY_HAND)
    assert scans.get("dadeke").state.numbers == before.state.numbers


def test_what_was_brought_up_to_date_has_the_form_of_a_new_one(older: Path, tmp_path: Path) -> None:
    new, updated = Journal(tmp_path / "new.db"), Journal(older)
    assert form(updated) == form(new)
    with updated.transaction() as connection:
        revision = connection.execute(sa.text(f"SELECT version_num FROM {REVISION_TABLE}")).scalars().all()
        mark = connection.execute(sa.text("SELECT version FROM companion_schema")).scalars().all()
    assert revision == [REVISIONS[-1]]
    assert mark == [journal_schema.LEGACY_VERSION]  # which version 1 refuses as newer
    new.close(), updated.close()
    before = dump(older)
    Journal(older).close()
    assert dump(older) == before


def test_what_fails_midway_changes_nothing(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dump(older)

    def fail(*args: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr("alembic.command.upgrade", fail)
    with pytest.raises(sqlite3.OperationalError):
        Journal(older)
    assert dump(older) == before
    monkeypatch.undo()
    Journal(older).close()


def test_many_programs_may_bring_one_journal_up_to_date(older: Path) -> None:
    together, wrong = threading.Barrier(6), []

    def start() -> None:
        together.wait()
        try:
            Journal(older).close()
        except Exception as found:
            wrong.append(found)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert Tables(Journal(older), games.load).open("deruki").number == 21


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.executescript(statement)
    connection.close()


MAKE_NEWER = (
    f"UPDATE {REVISION_TABLE} SET version_num = 'of-tomorrow'",
    "UPDATE companion_schema SET version = 99",
)
MAKE_UNCLEAR = (
    "UPDATE companion_schema SET version = 0",
    "DELETE FROM companion_schema",
    "UPDATE companion_schema SET version = 'x'",
    f"DELETE FROM {REVISION_TABLE}",
    f"UPDATE {REVISION_TABLE} SET version_num = '0'",
    f"UPDATE {REVISION_TABLE} SET version_num = '0000'",
    "DROP TABLE companion_schema",
    f"DROP TABLE companion_schema; DROP TABLE {REVISION_TABLE}",
)


@pytest.mark.parametrize(
    ("statement", "kind"), [*((it, "newer") for it in MAKE_NEWER), *((it, "damaged") for it in MAKE_UNCLEAR)]
)
def test_a_form_that_is_not_known_is_refused_and_not_touched(
    tmp_path: Path, statement: str, kind: str
) -> None:
    path = tmp_path / "tables.db"
    Journal(path).close()
    change(path, statement)
    before = path.read_bytes()
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert caught.value.kind == kind
    assert ("newer version of this program" in caught.value.sentence) == (kind == "newer")
    assert (f"this one knows {REVISIONS[-1]})" in caught.value.sentence) == (kind == "newer")
    assert str(path) in caught.value.sentence
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", ["0", "NULL", "-1"])
def test_an_older_journal_without_a_form_is_not_a_newer_one(older: Path, version: str) -> None:
    change(older, "ALTER TABLE companion_schema RENAME TO old")
    change(older, "CREATE TABLE companion_schema (version INTEGER)")
    change(older, f"INSERT INTO companion_schema VALUES ({version})")
    with pytest.raises(JournalError, match="does not say which form it has"):
        Journal(older)


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        ("ALTER TABLE entries DROP COLUMN target", "entries.target"),
        ("ALTER TABLE tables DROP COLUMN deleted", "tables.deleted"),
        ("DROP TABLE entries", "entries.table_id"),
    ],
)
def test_a_lost_column_is_found_at_the_start(older: Path, statement: str, lost: str) -> None:
    Journal(older).close()
    change(older, statement)
    with pytest.raises(JournalError, match=lost) as caught:
        Journal(older)
    assert caught.value.kind == "damaged"


def test_an_emptied_journal_is_not_silently_begun_anew(older: Path) -> None:
    older.write_bytes(b"")
    with pytest.raises(JournalError, match="is there but empty") as caught:
        Journal(older)
    assert caught.value.kind == "damaged"
    assert older.read_bytes() == b""


def test_a_journal_of_the_form_before_opens_where_it_may_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")  # as every journal has it
        connection.executescript((JOURNALS / "form-2.sql").read_text("utf-8"))
    connection.close()
    before = dump(path)
    journal = Journal(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert [it.trouble for it in check_tables(Tables(journal, games.load))] == [""]
    with pytest.raises(JournalError, match="may not be written"):
        journal.update(journal.tables()[0].id, title="Sunday")
    journal.close()
    assert dump(path) == before


@pytest.mark.parametrize(
    "secret", ["p@ss", "p/ss", "p?ss", "p#ss", "p%ss", "p ss", "p[ss", "8000/ss@w", "p@ss/w%rd"]
)
def test_no_part_of_a_database_s_password_is_printed(secret: str) -> None:
    with pytest.raises(JournalError) as refused:
        Journal(f"postgresql://me:{secret}@nowhere.invalid/db")
    assert "ss" not in refused.value.sentence.replace("password", "").replace("address", "")
    assert "%40" in refused.value.sentence


def test_a_sign_in_what_follows_a_database_s_name_is_no_password() -> None:
    with pytest.raises(JournalError, match=r"nowhere\.invalid/db cannot be opened"):
        Journal("postgresql://nowhere.invalid/db?user=me@home")
    # Behind a port SQLAlchemy takes all before the "@" for a password: another host would be asked.
    with pytest.raises(JournalError, match="@ as %40"):
        Journal("postgresql://127.0.0.1:1/db?user=me@home")


def test_a_database_that_does_not_answer_is_named_without_its_password() -> None:
    for address in (
        "postgresql://me:s%40cret@127.0.0.1:1/db",
        "postgresql://me@127.0.0.1:1/db?password=s%40cret",
    ):
        with pytest.raises(JournalError) as refused:
            Journal(address)
        assert "cret" not in refused.value.sentence
    with pytest.raises(JournalError, match="cannot be used"):
        Journal("postgresql://me:secret@host:port/db")
