"""Tests of a journal's backups (during writes, rotated, restored), and of the check that tables replay."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from companion.table import backup as backups
from companion.table.backup_schedule import BackupSchedule
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.journal_errors import JournalError
from companion.table.sql_tables import REVISION_TABLE
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy
from tests.table.test_journal import entry, row

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def entries_of(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        return [n for (n,) in connection.execute("SELECT number FROM entries ORDER BY number")]


def pragma(journal: Journal, name: str) -> object:
    with journal.transaction() as connection:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()


def test_every_connection_writes_ahead_and_syncs_fully(journal: Journal) -> None:
    assert (pragma(journal, "journal_mode"), pragma(journal, "synchronous")) == ("wal", 2)


def test_backups_under_full_writing_are_whole_and_have_no_gap(journal: Journal, tmp_path: Path) -> None:
    journal.create(row(), [entry(1)])
    done, written = threading.Event(), [1]

    def write() -> None:
        while not done.is_set():
            journal.append("kobura", [entry(written[0] + 1, data={"x": "y" * 2000})])
            written[0] += 1

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(10):
            acknowledged, copy = written[0], tmp_path / f"copy-{number}.db"
            backups.back_up(tmp_path / "tables.db", copy)
            backups.check_file(copy)
            found = entries_of(copy)
            assert found == list(range(1, len(found) + 1))
            assert len(found) >= acknowledged
    finally:
        done.set()
        writing.join()
    assert not list(tmp_path.glob("*.unfinished*"))
    assert not list(tmp_path.glob("copy-*-wal"))


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be written"):
        backups.back_up(tmp_path / "tables.db", tmp_path / "file" / "copy.db")
    with pytest.raises(JournalError, match="There is no journal"):
        backups.back_up(tmp_path / "nothing.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


@given(st.lists(st.integers(0, 60 * 24 * 60), unique=True, max_size=120))
def test_rotation_keeps_the_newest_and_the_last_of_each_day(minutes: list[int]) -> None:
    times = {NOON - timedelta(minutes=m) for m in minutes}
    gone = backups.surplus(times)
    kept = sorted(times - gone, reverse=True)
    assert gone <= times
    assert kept[: backups.NEWEST_KEPT] == sorted(times, reverse=True)[: backups.NEWEST_KEPT]
    assert len(kept) <= backups.NEWEST_KEPT + backups.DAYS_KEPT + 1
    for at in gone:
        newer_of_that_day = [it for it in kept if it.date() == at.date() and it > at]
        assert newer_of_that_day or at <= max(times) - timedelta(days=backups.DAYS_KEPT)
    assert backups.surplus(kept) == set()


def test_the_schedule_backs_up_what_changed_and_is_due(journal: Journal, tmp_path: Path) -> None:
    now = [NOON]
    schedule = BackupSchedule(tmp_path / "tables.db", tmp_path / "kept", clock=lambda: now[0])
    journal.create(row(), [entry(1)])
    first = schedule.tick()
    assert first is not None
    assert first.name == "tables-20261122-120000.db"
    journal.append("kobura", [entry(2)])
    assert schedule.tick() is None  # less than an hour later
    now[0] += timedelta(hours=1)
    second = schedule.tick()
    assert second is not None
    assert entries_of(second) == [1, 2]
    now[0] += timedelta(hours=5)
    assert schedule.tick() is None  # nothing has been written since
    later = BackupSchedule(tmp_path / "tables.db", tmp_path / "kept", clock=lambda: now[0])
    assert later.last == NOON + timedelta(hours=1)


def test_a_clock_that_jumps_puts_no_backup_off_and_removes_none_just_taken(
    journal: Journal, tmp_path: Path
) -> None:
    now = [NOON]
    schedule = BackupSchedule(tmp_path / "tables.db", tmp_path / "kept", clock=lambda: now[0])
    journal.create(row(), [entry(1)])
    for number in range(2, 40):
        journal.append("kobura", [entry(number)])
        now[0] += timedelta(hours=1)
        assert schedule.tick() is not None
    now[0] = NOON - timedelta(days=4000)
    journal.append("kobura", [entry(40)])
    taken = schedule.tick()
    assert taken is not None
    assert entries_of(taken)[-1] == 40
    now[0] = NOON + timedelta(days=4000)
    journal.append("kobura", [entry(41)])
    assert schedule.tick() is not None


def test_a_failing_backup_is_said_and_tried_again(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("in the way")
    schedule = BackupSchedule(tmp_path / "tables.db", tmp_path / "kept", clock=lambda: NOON)
    assert schedule.tick() is None
    assert "cannot be written" in schedule.failed
    (tmp_path / "kept").unlink()
    assert schedule.tick() is not None
    assert schedule.failed == ""


def test_rotation_removes_only_what_is_a_backup_of_this_journal(tmp_path: Path) -> None:
    for hour in range(30):
        (tmp_path / backups.backup_name("tables", NOON - timedelta(minutes=hour))).touch()
    for name in ("tables-of-mine.db", "demo-20200101-000000.db", "tables.db", "notes.txt"):
        (tmp_path / name).touch()
    backups.rotate(tmp_path, "tables")
    left = {it.name for it in tmp_path.iterdir()}
    assert len(backups.backups_in(tmp_path, "tables")) == backups.NEWEST_KEPT
    assert {"tables-of-mine.db", "demo-20200101-000000.db", "tables.db", "notes.txt"} <= left


def test_two_backups_at_once_keep_out_of_each_others_way(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's while the service takes its own, in one second; the service's rotation comes in between."""
    journal.create(row(), [entry(1)])
    path, kept = tmp_path / "tables.db", tmp_path / "kept"
    schedule = BackupSchedule(path, kept, clock=lambda: NOON)
    look, of_service = backups.refuse_foreign, []

    def meanwhile(*of: Any) -> None:
        look(*of)
        monkeypatch.setattr(backups, "refuse_foreign", look)
        of_service.append(schedule.tick())

    monkeypatch.setattr(backups, "refuse_foreign", meanwhile)
    of_person = backups.new_backup(kept, "tables", NOON)
    backups.back_up(path, of_person)
    assert of_service == [kept / "tables-20261122-120001.db"]
    assert sorted(kept.iterdir()) == [of_person, *of_service]
    assert backups.new_backup(kept, "tables", NOON).name == "tables-20261122-120002.db"


def test_rotation_removes_what_a_killed_backup_left(tmp_path: Path) -> None:
    left = tmp_path / "tables-20261122-120000.db.0a1b2c3d.unfinished"
    left.touch()
    backups.rotate(tmp_path, "tables")
    assert left.exists()
    long_ago = left.stat().st_mtime - 3700
    os.utime(left, (long_ago, long_ago))
    backups.rotate(tmp_path, "tables")
    assert not left.exists()


# --- restoring


def test_a_restored_journal_goes_on_where_the_backup_was(tmp_path: Path) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    tables = Tables(Journal(path), load_toy)
    table = tables.create("stones", SETUP, seed=1)
    backups.back_up(path, copy)
    tables.rename(table.id, "Later")
    tables.close()
    aside = backups.restore_file(copy, path, NOON)
    assert aside == tmp_path / "tables.db.before-restore-20261122-120000"
    restored = Tables(Journal(path), load_toy)
    assert restored.open(table.id).entries() == table.entries()
    assert restored.open(table.id).title != "Later"
    restored.close()
    earlier = Journal(aside)
    assert earlier.tables()[0].title == "Later"
    earlier.close()
    assert copy.exists()


def test_nothing_is_restored_under_a_running_program(journal: Journal, tmp_path: Path) -> None:
    journal.create(row(), [entry(1)])
    copy = tmp_path / "copy.db"
    backups.back_up(tmp_path / "tables.db", copy)
    journal.append("kobura", [entry(2)])
    with pytest.raises(JournalError, match="Another program is holding the journal") as caught:
        backups.restore_file(copy, tmp_path / "tables.db", NOON)
    assert caught.value.kind == "locked"
    journal.append("kobura", [entry(3)])
    assert len(journal.entries("kobura")) == 3
    assert not list(tmp_path.glob("*.unfinished*"))


def test_nobody_else_writes_where_rows_are_restored(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.create(row(), [entry(1)])
    copy, path, copy_rows = tmp_path / "copy.db", tmp_path / "new.db", backups._copy_rows
    backups.back_up(tmp_path / "tables.db", copy)

    def others_try_first(*sides: sa.Connection) -> None:
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")
        copy_rows(*sides)

    monkeypatch.setattr(backups, "_copy_rows", others_try_first)
    with closing(Journal(path)) as new:
        backups.restore_rows(copy, new)
        assert new.entries("kobura") == journal.entries("kobura")


def test_rows_of_another_database_come_without_what_only_it_computes(
    journal: Journal, tmp_path: Path
) -> None:
    journal.create(row(), [entry(1)])
    with journal.transaction() as there:
        there.exec_driver_sql("CREATE TABLE counted (id INTEGER PRIMARY KEY DEFAULT (random()))")
    backups.back_up_rows(journal, tmp_path / "copy.db")
    assert entries_of(tmp_path / "copy.db") == [1]
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert [default for (*_, default, _key) in copy.execute("PRAGMA table_info(counted)")] == [None]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("damaged", "copy.db is no whole backup"),
        ("newer", "newer"),
        ("text", r"copy.db is no whole backup \(file is not a database\)"),
        ("empty", r"copy.db is no whole backup \(it is empty\)"),
        ("no table", r"copy.db is no whole backup \(it is empty\)"),
        ("missing", "There is no file"),
    ],
)
def test_a_backup_that_cannot_be_used_changes_nothing(tmp_path: Path, wrong: str, said: str) -> None:
    path, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    journal = Journal(path)
    journal.create(row(), [entry(n, data={"x": "y" * 3000}) for n in range(1, 30)])
    journal.close()
    backups.back_up(path, copy)
    if wrong == "damaged":
        content = bytearray(copy.read_bytes())
        content[8192:60000] = bytes(60000 - 8192)
        copy.write_bytes(content)
    elif wrong == "newer":
        with closing(sqlite3.connect(copy)) as connection:
            connection.execute(f"UPDATE {REVISION_TABLE} SET version_num = 'of-tomorrow'")
            connection.commit()
    elif wrong == "text":
        copy.write_text("not a database")
    else:
        copy.unlink()
        if wrong == "empty":
            copy.touch()
        elif wrong == "no table":
            with closing(sqlite3.connect(copy)) as connection:
                connection.execute("VACUUM")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=said):
        backups.restore_file(copy, path, NOON)
    assert path.read_bytes() == before
    assert (
        sorted(it.name for it in tmp_path.iterdir() if "unfinished" in it.name or "before" in it.name) == []
    )


# --- the check


def test_the_check_names_what_does_not_replay(tables: Tables) -> None:
    good, gap, illegal, gone = (tables.create("stones", SETUP, seed=n, title=str(n)) for n in range(4))
    tables.delete(gone.id)
    tables.journal.append(gap.id, [entry(9, kind="undo")])
    tables.journal.append(illegal.id, [entry(2, data={"do": "nonsense"})])
    with tables.journal.transaction() as connection:
        connection.exec_driver_sql(f"UPDATE tables SET game = 'chess' WHERE id = '{gone.id}'")
    fresh = Tables(tables.journal, load_toy)
    found = {it.row.id: it.trouble for it in check_tables(fresh)}
    assert found[good.id] == ""
    assert found[gap.id] == "Entry 2 is missing."
    assert "Entry 2" in found[illegal.id]
    assert "chess" in found[gone.id]
    assert fresh.live() == ()  # the check leaves no table open
