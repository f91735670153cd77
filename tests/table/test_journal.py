"""Tests of the journal: acknowledged entries are kept, and each database error is one clear sentence."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.access.store import CACHE_SECONDS, AccessStore
from companion.plays.store import NoSuchPlay, Plays
from companion.scan.scans import Scans
from companion.table.journal import Entry, EntryConflict, Journal, TableRow
from companion.table.journal_engine import _write_ahead
from companion.table.journal_errors import JournalError, as_journal_error, set_aside
from companion.table.places import Places
from companion.table.snapshot import NoSuchTable
from companion.table.table import Table
from companion.table.tables import Tables
from companion.timer.store import NoSuchTimer, Timers
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import StonesGame

NOON = datetime(2026, 1, 31, 12, 0, 0, 123456, tzinfo=UTC)


def entry(number: int, key: str | None = None, **more: Any) -> Entry:
    values: dict[str, Any] = {"kind": "decision", "data": {"do": "x"}, "words": "Blue does x", "player": 0}
    values |= {"by": "tablet", "key": key or f"k{number}", "at": NOON} | more
    return Entry(number, **values)


def row(table_id: str = "kobura", **more: Any) -> TableRow:
    return TableRow(table_id, "stones", "Stones", NOON, **more)


def test_entries_come_back_as_they_went_in(journal: Journal) -> None:
    first = entry(1, kind="setup", data={"x": [1, None, "ü", {"y": 2.5}]}, player=None)
    later = [entry(2), entry(3, kind="jump", data={"to": 1}, words="Zurück", target=1)]
    journal.create(row(), [first])
    journal.append("kobura", later)
    assert journal.entries("kobura") == (first, *later)
    assert journal.entries("kobura", after=2) == (later[1],)
    assert journal.entries("nobody") == ()


def test_a_number_and_a_key_are_taken_once(journal: Journal) -> None:
    journal.create(row(), [entry(1)])
    for wrong in (entry(1, key="other"), entry(2, key="k1")):
        with pytest.raises(EntryConflict):
            journal.append("kobura", [wrong])
    with pytest.raises(EntryConflict):
        journal.append("kobura", [entry(2), entry(3), entry(3, key="twice")])
    assert len(journal.entries("kobura")) == 1  # all or none
    journal.create(row("pinato"), [entry(1)])  # another table has its own numbers and keys
    with pytest.raises(EntryConflict):
        journal.create(row(), [entry(9)])


def test_an_entry_of_no_table_is_refused(journal: Journal) -> None:
    with pytest.raises(EntryConflict):
        journal.append("nobody", [entry(1)])


def test_tables_are_listed_and_marked(journal: Journal) -> None:
    journal.create(row(settings={"moment": 2}), [entry(1)])
    assert journal.table("kobura") == row(settings={"moment": 2})
    journal.update("kobura", title="Friday", archived=NOON, settings={"moment": 3})
    assert journal.tables() == (TableRow("kobura", "stones", "Friday", NOON, {"moment": 3}, NOON),)
    journal.update("kobura", archived=None)
    assert journal.tables()[0].archived is None
    assert journal.table("nobody") is None


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    names = ["Friday 100%#1 & more.db", "Spiele am Freitag.db"]
    if os.name != "nt":  # where a name may not contain a question mark
        names.append("Friday?.db")
    for path in (tmp_path / name for name in names):
        journal = Journal(path)
        journal.create(row(), [entry(1)])
        journal.close()
        assert path.exists()
        journal = Journal(str(path))
        assert journal.tables()[0].id == "kobura"
        journal.close()


# --- errors


@pytest.mark.parametrize("content", [b"This is a shopping list, not a database." * 50, b"\x00" * 5000])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tables.db"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="left as it is: restore a copy, or set it aside") as caught:
        Journal(path)
    assert caught.value.kind == "damaged"
    assert path.read_bytes() == content


def test_damage_inside_is_found_when_opened_and_set_aside_only_on_request(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    journal = Journal(path)
    journal.create(row(), [entry(n, data={"long": "x" * 400}) for n in range(1, 400)])
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(path.read_bytes())
    content[8192:40960] = os.urandom(40960 - 8192)
    path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        Journal(path)
    assert caught.value.kind == "damaged"
    assert path.read_bytes() == content
    aside = set_aside(path, NOON)
    assert aside.read_bytes() == content
    fresh = Journal(path)
    assert fresh.tables() == ()
    fresh.close()
    assert set_aside(path, NOON) != aside


def test_a_damaged_journal_that_a_program_has_open_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where an open file cannot be renamed."""
    path = tmp_path / "tables.db"
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).write_text(f"not a database{end}")
    before = sorted(tmp_path.iterdir())
    rename = Path.rename

    def rename_unless_open(part: Path, target: Path) -> Path:
        if part == path:
            raise PermissionError(13, "it is in use")
        return rename(part, target)

    monkeypatch.setattr(Path, "rename", rename_unless_open)
    with pytest.raises(JournalError, match="close every program that has it open") as caught:
        set_aside(path, NOON)
    assert caught.value.kind == "locked"
    assert sorted(tmp_path.iterdir()) == before


def test_a_full_disk_writes_nothing_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    journal = Journal(path)
    journal.create(row(), [entry(1)])
    with journal._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages + 1}")

    def fill() -> None:
        for number in range(2, 400):
            journal.append("kobura", [entry(number, data={"long": "x" * 400})])

    with pytest.raises(JournalError, match="disk is full") as caught:
        fill()
    assert caught.value.kind == "full"
    written = len(journal.entries("kobura"))
    journal.close()
    again = Journal(path)
    assert len(again.entries("kobura")) == written
    again.append("kobura", [entry(written + 1)])
    again.close()


def test_a_journal_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Journal(path).close()
    with pytest.raises(JournalError, match="may not be written") as caught:
        Journal(f"sqlite:///file:{path}?mode=ro&uri=true").create(row(), [entry(1)])
    assert caught.value.kind == "read-only"


def test_another_program_that_holds_the_journal_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.table.journal_engine.BUSY_SECONDS", 0.05)
    path = tmp_path / "tables.db"
    journal = Journal(path)
    journal.create(row(), [entry(1)])
    other = sqlite3.connect(path)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalError, match="Another program is holding") as caught:
        journal.append("kobura", [entry(2)])
    assert caught.value.kind == "locked"
    other.rollback()
    other.close()
    journal.append("kobura", [entry(2)])
    journal.close()


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nowhere/at/all/x.db",
        "nosuch://x",
        "mysql://u:secret@localhost/x",
        "postgresql+nosuch://u:secret@localhost/x",
    ],
)
def test_an_address_that_leads_nowhere_is_one_sentence(url: str) -> None:
    with pytest.raises(JournalError) as caught:
        Journal(url)
    assert caught.value.kind == "unreachable"
    assert "\n" not in caught.value.sentence
    assert "secret" not in caught.value.sentence


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_a_missing_driver_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch, scheme: str) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)  # as on a system where it is not installed
    with pytest.raises(JournalError, match=r"install the companion with its extra postgresql"):
        Journal(f"{scheme}://u:secret@localhost/x")


def test_a_line_that_is_no_json_opens_the_table_up_to_it(journal: Journal) -> None:
    table = Tables(journal, load_toy).create("stones", SETUP, seed=1)
    journal.append(table.id, [entry(2), entry(3)])
    with sqlite3.connect(str(journal.url.database)) as connection:
        connection.execute("UPDATE entries SET data = '{broken' WHERE number = 2")
    connection.close()
    opened: Table[Any] = Table(StonesGame(), journal, table.id)
    assert opened.number == 1
    assert opened.read_only is not None
    assert "Entry 2" in opened.read_only


# --- durability of commits


def test_every_commit_is_synced_to_the_disk(journal: Journal) -> None:
    with journal._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2  # FULL


def write_until_killed(path: str, table_id: str, reported: Any) -> None:
    """A writer process: plays, starts again at the end, and sends the number of each committed entry."""
    table = Tables(Journal(path), load_toy).open(table_id)
    while True:
        number = table.number
        if table.questions:
            options = table.game.options(table.state, table.questions[-1].player)
            table.submit(options[-1].decision, number, str(number), "writer")
        else:
            table.jump(1, number, str(number), "writer")
        reported.send(table.number)


def test_a_killed_writer_loses_nothing_it_had_told(journal: Journal) -> None:
    """Twenty kills at random moments: each time the table holds every entry that the writer had reported."""
    forks = "forkserver" in multiprocessing.get_all_start_methods()
    processes: Any = multiprocessing.get_context("forkserver" if forks else "spawn")
    if forks:
        processes.set_forkserver_preload([__name__])  # twenty starts, but one import
    table_id = Tables(journal, load_toy).create("stones", SETUP, seed=1).id
    reported = 1
    for kill in range(20):
        ours, theirs = processes.Pipe(duplex=False)
        writer = processes.Process(
            target=write_until_killed, args=(str(journal.url.database), table_id, theirs)
        )
        writer.start()
        theirs.close()
        for _ in range(3 + 7 * (kill % 5)):
            reported = ours.recv()
        writer.kill()
        with contextlib.suppress(EOFError, OSError):
            while True:
                reported = ours.recv()
        writer.join()
        opened: Table[Any] = Table(StonesGame(), journal, table_id)
        assert opened.read_only is None
        assert opened.number >= reported
        assert [e.number for e in opened.entries()] == list(range(1, opened.number + 1))
        assert not any(q.draw for q in opened.questions)  # a decision and its draw are written together
    assert reported > 200


@pytest.mark.parametrize("turn", range(6))
def test_many_programs_may_open_a_new_journal_at_once(tmp_path: Path, turn: int) -> None:
    gate = threading.Barrier(8)
    opened: list[Journal] = []

    def begin() -> None:
        gate.wait()
        opened.append(Journal(tmp_path / "tables.db"))

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 8
    opened[0].create(row(), [entry(1)])
    assert all(len(j.entries("kobura")) == 1 for j in opened)
    for journal in opened:
        journal.close()


def test_a_new_file_that_another_program_is_switching_is_tried_again() -> None:
    class Switching:
        """A connection that another program is ahead of once."""

        tries = 0

        def execute(self, _sql: str) -> None:
            self.tries += 1
            if self.tries == 1:
                busy = sqlite3.OperationalError("database is locked")
                busy.sqlite_errorname = "SQLITE_BUSY"
                raise busy

    connection: Any = Switching()
    _write_ahead(connection)
    assert connection.tries == 2


@pytest.mark.parametrize("where", ["file", "memory"])
def test_threads_of_one_journal_do_not_disturb_each_other(tmp_path: Path, where: str) -> None:
    journal = Journal(tmp_path / "tables.db" if where == "file" else "sqlite://")
    ids = [f"table{n}" for n in range(8)]
    for table_id in ids:
        journal.create(row(table_id), [entry(1)])

    def write(table_id: str) -> None:
        for number in range(2, 22):
            journal.append(table_id, [entry(number)])

    threads = [threading.Thread(target=write, args=(table_id,)) for table_id in ids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(journal.entries(table_id)) == 21 for table_id in ids)
    journal.close()


def test_what_is_kept_beside_the_entries_is_whole_or_not_there(journal: Journal) -> None:
    beside = sa.MetaData()
    notes = sa.Table("beside", beside, sa.Column("id", sa.Integer, primary_key=True))
    with journal.transaction(exclusive=True) as connection:
        beside.create_all(connection)
        connection.execute(notes.insert().values(id=1))
    with pytest.raises(EntryConflict), journal.transaction() as connection:
        connection.execute(notes.insert(), [{"id": 2}, {"id": 1}])
    with journal.transaction() as connection:
        assert connection.execute(notes.select()).all() == [(1,)]


# --- a file that was removed or replaced


def _removed(file: Path) -> None:
    for end in ("", "-wal", "-shm"):
        file.with_name(file.name + end).unlink()


def _log_removed(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def _log_emptied(file: Path) -> None:
    os.truncate(f"{file}-wal", 0)


def _log_cut(file: Path) -> None:
    os.truncate(f"{file}-wal", os.stat(f"{file}-wal").st_size - 4096)


def _replaced(file: Path) -> None:
    other = file.with_name("other.db")
    Journal(other).close()
    other.replace(file)


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that a program has open")
@pytest.mark.parametrize("spoil", [_removed, _log_removed, _replaced, _emptied, _log_emptied, _log_cut])
def test_nothing_is_acknowledged_that_a_restart_would_not_find(tmp_path: Path, spoil: Any) -> None:
    file = tmp_path / "tables.db"
    journal = Journal(file)
    journal.create(row(), [entry(1)])
    journal.append("kobura", [entry(2)])
    spoil(file)
    if spoil not in (_log_removed, _log_emptied, _log_cut):
        with pytest.raises(JournalError):
            journal.ping()
    for number in (3, 4):
        with pytest.raises(
            JournalError, match=r"was removed, replaced, emptied or cut .*companion restore"
        ) as wrong:
            journal.append("kobura", [entry(number)])
        assert wrong.value.kind == "unreachable"
    journal.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that a program has open")
def test_a_file_that_is_moved_and_put_back_has_lost_nothing(tmp_path: Path) -> None:
    """What is read meanwhile by another connection makes no file in its place, and leaves its log alone."""
    file, aside = tmp_path / "journal.db", tmp_path / "aside.db"
    with closing(Journal(file)) as journal:
        journal.create(row(), [entry(1)])
        with journal.reading():
            file.rename(aside)
            with pytest.raises(JournalError):
                journal.entries("kobura")
            assert not file.exists()
            aside.rename(file)
        journal.ping()
        journal.append("kobura", [entry(2)])
    with closing(Journal(file)) as again:
        assert [e.number for e in again.entries("kobura")] == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no file that a program has open")
def test_a_log_that_somebody_folded_in_and_removed_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    journal = Journal(file)
    journal.create(row(), [entry(1)])
    with sqlite3.connect(file) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    _log_removed(file)
    journal.append("kobura", [entry(2)])
    journal.append("kobura", [entry(3)])
    again = Journal(file)
    assert [found.number for found in again.entries("kobura")] == [1, 2, 3]
    again.close()
    journal.close()


def test_a_log_that_another_program_folds_in_and_empties_is_no_loss(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    journal, beside = Journal(file), Journal(file)
    journal.create(row(), [entry(1)])
    for number in range(2, 8):
        if number % 2:
            with closing(sqlite3.connect(file)) as other:
                other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (journal if number % 3 else beside).append("kobura", [entry(number)])
    journal.close()
    beside.close()
    again = Journal(file)
    assert [found.number for found in again.entries("kobura")] == [1, 2, 3, 4, 5, 6, 7]
    again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps locks by handle")
def test_another_program_that_only_looks_takes_no_log_away(tmp_path: Path) -> None:
    """SQLite's own locks keep others from checkpointing and removing the log. A process loses them when it
    closes any handle of the file (https://www.sqlite.org/howtocorrupt.html, 2.2)."""
    file = tmp_path / "tables.db"
    journal, beside = Journal(file), Journal(file)
    journal.create(row(), [entry(1)])
    log = file.with_name(f"{file.name}-wal").stat().st_ino
    beside.close()

    def run_sql_elsewhere(statement: str) -> subprocess.CompletedProcess[str]:
        code = (
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0); "
            f"print(c.execute({statement!r}).fetchall()); c.close()"
        )
        return subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True)

    for number in (2, 3):
        assert run_sql_elsewhere("SELECT count(*) FROM entries").stdout.strip() == f"[({number - 1},)]"
        assert file.with_name(f"{file.name}-wal").stat().st_ino == log
        journal.append("kobura", [entry(number)])
    assert "locked" in run_sql_elsewhere("PRAGMA journal_mode=DELETE").stderr
    journal.close()
    assert run_sql_elsewhere("PRAGMA journal_mode=DELETE").stdout.strip() == "[('delete',)]"


def test_who_reads_waits_for_nobody_who_writes(tmp_path: Path) -> None:
    """Pages ask for stored settings: while a step waits at a journal that another program holds, none of them
    may wait behind it."""
    journal, now = Journal(tmp_path / "tables.db"), 0.0
    access, plays = AccessStore(journal, lambda: now), Plays(journal)
    scans, timers, places = Scans(journal), Timers(journal), Places(journal, "plays")
    access.change("x", lambda _before: 1)
    now += CACHE_SECONDS
    with journal.transaction(exclusive=True):
        assert access.get("x") == 1
        assert access.named("") == {"x": 1}
        assert (plays.list(), plays.count(), plays.find("none"), places.all()) == ((), 0, None, {})
        assert plays.deleted(datetime.now(UTC)) == ()
        assert (scans.list(), scans.reads("none")) == ((), {})
        assert timers.recent() == ()
        for read, missing in (
            (lambda: plays.get("none"), NoSuchPlay),
            (lambda: scans.get("none"), NoSuchTable),
            (lambda: scans.photo("none", "none"), NoSuchTable),
            (lambda: timers.get("none"), NoSuchTimer),
        ):
            with pytest.raises(missing):
                read()
    journal.close()


def test_a_trouble_is_told_in_the_first_line_of_what_the_driver_says() -> None:
    said = "page 3 is torn.\nIt was written by another program."
    wrong = as_journal_error(said, sa.make_url("sqlite:///a.db"))
    assert "(page 3 is torn)" in wrong.sentence
    assert "another program" not in wrong.sentence


def test_no_password_is_told_that_the_driver_says() -> None:
    url = sa.make_url("postgresql://anna:kiwi@localhost/x?password=plum&password=pear")
    wrong = as_journal_error(OSError("neither kiwi nor plum nor pear opens it"), url)
    assert "(neither … nor … nor … opens it)" in wrong.sentence
    assert "kiwi" not in wrong.sentence
    assert "plum" not in wrong.sentence


def test_a_trouble_that_postgresql_names_by_its_state_is_told_as_that() -> None:
    wrong = OSError("could not extend file")
    wrong.sqlstate = "53100"  # type: ignore[attr-defined]
    assert as_journal_error(wrong, sa.make_url("postgresql://localhost/x")).kind == "full"
