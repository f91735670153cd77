"""The same journal on PostgreSQL: a real server of this machine, where one is installed."""

from __future__ import annotations

import glob
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from companion.scan.drafts import Drafts
from companion.table.journal import Journal, Taken
from companion.table.journal_errors import JournalError
from companion.table.journal_schema import REVISION_TABLE, REVISIONS
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy
from tests.table.test_journal import entry, row
from tests.table.toy_game import Bid, StonesGame

pytest.importorskip("psycopg")


def program(name: str) -> str | None:
    return shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"))), None)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The URL of a fresh server's database."""
    initdb, postgres = program("initdb"), program("postgres")
    if initdb is None or postgres is None or os.name == "nt":
        pytest.skip("no PostgreSQL server is installed here")
    # A server refuses to run as root: it gets the account that owns nothing else.
    account: dict[str, Any] = {"user": "nobody"} if os.geteuid() == 0 else {}
    folder = tempfile.mkdtemp(prefix="pg")  # short: a socket's path has few characters
    try:
        if account:
            shutil.chown(folder, "nobody")
        data = f"{folder}/data"
        run = [initdb, "-D", data, "-U", "table", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(run, capture_output=True, text=True, cwd=folder, **account)
        if made.returncode:
            pytest.skip(f"initdb does not run here: {made.stderr.strip()[-200:]}")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options = ["-k", folder, "-p", str(port), "-h", "127.0.0.1", "-c", "fsync=off"]
        with open(f"{folder}/log", "w") as log:
            process = subprocess.Popen(
                [postgres, "-D", data, *options], stdout=log, stderr=log, cwd=folder, **account
            )
        try:
            url = f"postgresql+psycopg://table@127.0.0.1:{port}/postgres"
            _wait_for(url, process, Path(folder, "log"))
            yield url
        finally:
            process.terminate()
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        try:
            Journal(url).close()
            return
        except JournalError:
            if process.poll() is not None:
                raise AssertionError(log.read_text()[-500:]) from None
            threading.Event().wait(0.1)
    raise AssertionError("the server never answered")


@pytest.fixture
def pg(server: str) -> Iterator[Journal]:
    journal = Journal(server)
    with journal._engine.begin() as connection:
        connection.exec_driver_sql("TRUNCATE tables, entries")
    yield journal
    journal.close()


def test_entries_numbers_and_keys_hold(pg: Journal) -> None:
    pg.create(row(settings={"moment": 2}), [entry(1, data={"x": [1, None, "ü"]})])
    assert pg.entries("kobura") == (entry(1, data={"x": [1, None, "ü"]}),)
    for wrong in ([entry(1, key="other")], [entry(2, key="k1")], [entry(2), entry(2, key="twice")]):
        with pytest.raises(Taken):
            pg.append("kobura", wrong)
    assert len(pg.entries("kobura")) == 1
    pg.update("kobura", title="Friday")
    assert pg.tables()[0].title == "Friday"


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


def test_a_journal_of_form_1_is_brought_up_to_date_there_too(pg: Journal, server: str) -> None:
    Drafts(pg)
    with pg._engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TABLE {REVISION_TABLE}")
        connection.exec_driver_sql("UPDATE companion_schema SET version = 1")
        connection.exec_driver_sql("ALTER TABLE scan_steps DROP COLUMN redo")
    pg.create(row(), [entry(1)])
    later = Journal(server)
    assert later.entries("kobura") == (entry(1),)
    with later.transaction() as connection:
        assert "redo" in {it["name"] for it in sa.inspect(connection).get_columns("scan_steps")}
        revision = connection.exec_driver_sql(f"SELECT version_num FROM {REVISION_TABLE}").scalar()
    assert revision == REVISIONS[-1]
    later.close()


def test_a_server_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(JournalError) as caught:
        Journal("postgresql+psycopg://table:secret@127.0.0.1:9/postgres")
    assert caught.value.kind == "unreachable"
    assert "secret" not in caught.value.sentence
    assert "\n" not in caught.value.sentence


def test_a_journal_that_may_only_be_read_says_so(server: str, pg: Journal) -> None:
    pg.create(row(), [entry(1)])
    reader = Journal(f"{server}?options=-cdefault_transaction_read_only%3Don")
    assert len(reader.entries("kobura")) == 1
    with pytest.raises(JournalError) as caught:
        reader.append("kobura", [entry(2)])
    assert caught.value.kind == "read-only"
    reader.close()
