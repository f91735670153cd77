"""The journal's tests on PostgreSQL, with a real server of this machine where one is installed."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.scan.scans import Scans
from companion.table import backup as backups
from companion.table.journal import EntryConflict, Journal
from companion.table.journal_errors import JournalError
from companion.table.journal_schema import REVISIONS
from companion.table.snapshot import Stale
from companion.table.sql_tables import REVISION_TABLE
from companion.table.table import Table
from companion.table.tables import Tables
from tests.rigs.postgres_server import NoPostgres, postgres_server
from tests.table.conftest import SETUP, load_toy
from tests.table.test_journal import entry, row
from tests.table.toy_game import Bid, StonesGame

pytest.importorskip("psycopg")


PASSWORD = "p@s/s:w%o#rd ' "


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of a new server's database. Its account `house` needs PASSWORD."""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as rules:
        rules.write("host all house 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n")
        rules.flush()
        Path(rules.name).chmod(0o644)
        try:
            with postgres_server("-c", "fsync=off", "-c", f"hba_file={rules.name}") as started:
                yield started.url
        except NoPostgres as why:
            pytest.skip(str(why))


@pytest.fixture
def pg(server: str) -> Iterator[Journal]:
    journal = Journal(server)
    with journal._engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE tables, entries, scan_photos")
    yield journal
    journal.close()


@pytest.mark.slow
def test_entries_numbers_and_keys_hold(pg: Journal) -> None:
    pg.create(row(settings={"moment": 2}), [entry(1, data={"x": [1, None, "ü"]})])
    assert pg.entries("kobura") == (entry(1, data={"x": [1, None, "ü"]}),)
    for wrong in ([entry(1, key="other")], [entry(2, key="k1")], [entry(2), entry(2, key="twice")]):
        with pytest.raises(EntryConflict):
            pg.append("kobura", wrong)
    assert len(pg.entries("kobura")) == 1
    pg.update("kobura", title="Friday")
    assert pg.tables()[0].title == "Friday"


@pytest.mark.slow
def test_a_table_lives_there_as_anywhere(pg: Journal, server: str) -> None:
    table = Tables(pg, load_toy).create("stones", SETUP, seed=1)
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    table.undo(table.number, "u", "tablet")
    other = Journal(server)
    opened: Table[Any] = Table(StonesGame(), other, table.id)
    assert opened.entries() == table.entries()
    assert opened.state == table.state
    opened.redo(opened.number, "r", "phone")
    with pytest.raises(Stale) as caught:
        table.redo(table.number, "r2", "tablet")
    assert caught.value.same == opened.entries()[-1]
    assert table.state == opened.state
    other.close()


OLD_SCANS = (
    "CREATE TABLE scans (id VARCHAR(16) PRIMARY KEY, game TEXT NOT NULL, created VARCHAR(32) NOT NULL, "
    "deleted VARCHAR(32))",
    "CREATE TABLE scan_steps (scan_id VARCHAR(16) REFERENCES scans (id), number INTEGER, key VARCHAR(80), "
    "about TEXT, change TEXT, undid TEXT, before INTEGER, draft TEXT, at VARCHAR(32), "
    "PRIMARY KEY (scan_id, number))",
    "INSERT INTO scans VALUES ('dadeke', 'new-frontiers', '2026-11-22T07:42:21+00:00', NULL)",
    *(
        f"INSERT INTO scan_steps VALUES ('dadeke', {number}, 'k{number}', '[]', '{said}', 'null', {before}, "
        """'{"game": "new-frontiers", "players": [{"name": "", "colour": "blue"}, """
        f"""{{"name": "", "colour": "red"}}], "numbers": {numbers}}}', '2026-11-22T07:42:21+00:00')"""
        for number, said, before, numbers in (
            (1, "null", "NULL", "{}"),
            (2, '{"do": "number", "player": 0, "name": "chips", "value": 7}', "1", '{"0/chips": 7}'),
        )
    ),
)


@pytest.mark.slow
def test_a_journal_of_form_1_is_brought_up_to_date_there_too(pg: Journal, server: str) -> None:
    with pg._engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {REVISION_TABLE}")
        connection.exec_driver_sql("UPDATE companion_schema SET version = 1")
        connection.exec_driver_sql("DROP TABLE scan_photos")
        for table in OLD_SCANS:
            connection.exec_driver_sql(table)
    pg.create(row(), [entry(1)])
    later = Journal(server)
    assert later.entries("kobura") == (entry(1),)
    assert Scans(later).get("dadeke").state.numbers == {"0/chips": 7}
    with later.transaction() as connection:
        assert not sa.inspect(connection).has_table("scan_steps")
        revision = connection.exec_driver_sql(f"SELECT version_num FROM {REVISION_TABLE}").scalar()
    assert revision == REVISIONS[-1]
    later.close()


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(JournalError) as caught:
        Journal("postgresql+psycopg://table:secret@127.0.0.1:9/postgres")
    assert caught.value.kind == "unreachable"
    assert "secret" not in caught.value.sentence
    assert "\n" not in caught.value.sentence


@pytest.mark.slow
def test_a_journal_that_may_only_be_read_says_so(server: str, pg: Journal) -> None:
    pg.create(row(), [entry(1)])
    reader = Journal(f"{server}?options=-cdefault_transaction_read_only%3Don")
    assert len(reader.entries("kobura")) == 1
    with pytest.raises(JournalError) as caught:
        reader.append("kobura", [entry(2)])
    assert caught.value.kind == "read-only"
    reader.close()


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(400):
        if holds():
            return
        threading.Event().wait(0.05)
    raise AssertionError("it never came")


@pytest.mark.slow
def test_what_one_process_writes_the_other_shows_at_once(pg: Journal, server: str) -> None:
    here, there = Tables(pg, load_toy), Tables(Journal(server), load_toy)
    here.follow()
    there.follow()
    table = here.create("stones", SETUP, seed=1)
    other = there.open(table.id)
    try:
        with other.subscribe() as news:
            assert news.get(10) is not None
            table.submit(Bid(0, 2), 1, "a", "tablet")
            told = news.get(20)
            assert told is not None
            assert (list(told.entries), told.now.state) == ([2], table.state)
        here.rename(table.id, "Friday")
        table.set(moment=7)
        wait_until(lambda: (other.title, other.settings.moment) == ("Friday", 7))
        other.submit(Bid(1, 1), other.number, "b", "phone")
        wait_until(lambda: table.entries() == other.entries())
    finally:
        there.close()
        here.close()


@pytest.mark.slow
def test_a_password_of_any_letters_may_stand_in_the_environment(
    pg: Journal, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As compose.yaml gives it: in the address it would have to be escaped."""
    with pg.transaction() as connection:
        secret = PASSWORD.replace("'", "''").replace("%", "%%")
        connection.exec_driver_sql(f"CREATE ROLE house LOGIN SUPERUSER PASSWORD '{secret}'")
    address = server.replace("//table@", "//house@")
    monkeypatch.setenv("PGPASSWORD", "wrong")
    with pytest.raises(JournalError):
        Journal(address).tables()
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    tables = Tables(Journal(address), load_toy)
    try:
        tables.create("stones", SETUP, seed=1)
        tables.follow()
        wait_until(lambda: tables.following)
    finally:
        tables.close()
    assert len(pg.tables()) == 1


@pytest.mark.slow
def test_what_was_written_while_it_did_not_listen_is_made_up_for(pg: Journal, server: str) -> None:
    here, there = Tables(pg, load_toy), Tables(Journal(server), load_toy)
    table = here.create("stones", SETUP, seed=1)
    other = there.open(table.id)
    there.follow()
    try:
        wait_until(lambda: there.following)
        with pg.transaction() as connection:
            ended = connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %%'"
            )
            assert ended.scalars().all() == [True]
        # Written without a notification, as while nobody listens.
        pg._notify = lambda *_: None  # type: ignore[method-assign]
        table.submit(Bid(0, 2), 1, "a", "tablet")
        wait_until(lambda: other.entries() == table.entries())
    finally:
        there.close()


@pytest.mark.slow
def test_a_backup_of_a_server_is_a_file_and_comes_back(pg: Journal, server: str, tmp_path: Path) -> None:
    table = Tables(pg, load_toy).create("stones", SETUP, seed=1)
    table.submit(Bid(0, 2), 1, "a", "tablet")
    copy, mine = tmp_path / "copy.db", tmp_path / "mine.db"
    backups.back_up_rows(pg, copy)
    assert backups.restore_file(copy, mine, datetime.now(UTC)) is None
    in_file = Tables(Journal(mine), load_toy)
    assert in_file.open(table.id).entries() == table.entries()
    in_file.close()
    with pytest.raises(JournalError, match="has tables already"):
        backups.restore_rows(copy, pg)
    with pg.transaction() as connection:
        connection.exec_driver_sql("TRUNCATE tables, entries, scan_photos")
    backups.restore_rows(copy, pg)
    again: Table[Any] = Table(StonesGame(), pg, table.id)
    assert again.entries() == table.entries()
    again.submit(Bid(1, 1), again.number, "b", "phone")
