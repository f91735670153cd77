"""Tests that a database of the revision before keeps every row, and gets the schema of a new one.

`journals/form-2-all.sql.gz` is a database of revision 0002 with rows in every table: a table of New
Frontiers, a kept play, a timer, PINs, a station and an unfinished scan with a photo. `form-2-begun.sql.gz` is
one in which only a table was played, so that the other tables are missing. `form-2-read.json` is what the
program of that revision read from both.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from companion import games
from companion.access.house import House
from companion.games.contract import Illegal
from companion.games.scanned.moves import Earlier, said_to_json
from companion.plays.play import play_to_json
from companion.plays.store import Plays
from companion.scan.scans import BY_HAND, Scans, said_in, score_asked
from companion.table import journal_schema
from companion.table.journal import Journal
from companion.table.journal_schema import REVISIONS
from companion.table.places import Places
from companion.table.sql_tables import META, REVISION_TABLE
from companion.table.table import Table
from companion.table.tables import Tables
from companion.timer.clock import to_json
from companion.timer.store import Timers
from tests.rigs.postgres_server import NoPostgres, postgres_server

JOURNALS = Path(__file__).with_name("journals")
READ = json.loads((JOURNALS / "form-2-read.json").read_text("utf-8"))
KEPT = pytest.mark.parametrize("name", ["all", "begun"])


def unpacked(name: str, folder: Path) -> Path:
    path = folder / f"{name}.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(gzip.decompress((JOURNALS / f"form-2-{name}.sql.gz").read_bytes()).decode())
    connection.close()
    return path


def rows(path: Path) -> list[str]:
    """Every row of every table, but for the revision's own."""
    connection = sqlite3.connect(path)
    found = [line for line in connection.iterdump() if line.startswith("INSERT INTO")]
    connection.close()
    return [line for line in found if REVISION_TABLE not in line]


def told(said: Any) -> Any:
    """What somebody said, as it was kept before scans were tables."""
    return said.said if isinstance(said, Earlier) else said and said_to_json(said)


def of_scans(row: str) -> bool:
    """Scans have become tables: their steps are entries, and each of their photos is of a table."""
    return "'zidake'" in row


def schema(connection: sa.Connection) -> dict[str, Any]:
    """Of each table all that SQLAlchemy's inspection tells, in an order that does not matter."""
    there = sa.inspect(connection)
    return {
        name: {
            "columns": {
                column["name"]: (repr(column["type"]), column["nullable"], column.get("default"))
                for column in there.get_columns(name)
            },
            "primary key": there.get_pk_constraint(name)["constrained_columns"],
            "foreign keys": sorted(
                (it["constrained_columns"], it["referred_table"], it["referred_columns"])
                for it in there.get_foreign_keys(name)
            ),
            "unique": sorted(it["column_names"] for it in there.get_unique_constraints(name)),
            "indexes": sorted(
                (it["name"], it["column_names"], it["unique"]) for it in there.get_indexes(name)
            ),
        }
        for name in there.get_table_names()
    }


def schema_of(journal: Journal) -> dict[str, Any]:
    with journal.transaction() as connection:
        return schema(connection)


def read(journal: Journal) -> Any:
    """What the stores read from a database, as JSON has it."""
    tables = Tables(journal, games.load)
    opened = [tables.open(row.id) for row in journal.tables()]
    plays, scans, house = Plays(journal), Scans(journal), House(journal)
    found = {
        "tables": {
            table.id: {
                "number": table.number,
                "last": str(table.now.last.words),
                "words": [entry.words for entry in table.entries()],
                "totals": [player.total for player in table.game.score(table.state).players],
                "asked": [str(question.text) for question in table.game.questions(table.state)],
            }
            for table in opened
        },
        "plays": [play_to_json(play) for play in plays.list()],
        "scanned": dict(Places(journal, "plays").all()),
        "timers": [[it.id, it.number, it.changed, to_json(it.timer)] for it in Timers(journal).recent()],
        "pins": [house.role_of(pin) for pin in ("271828", "314159", "000000")],
        "held": {table.id: sorted(house.table(table.id).held) for table in opened},
        "stations": [[it.id, it.to_json()] for it in house.stations.all()],
        "scans": [
            {
                "number": scan.number,
                "draft": drafted(scan),
                "change": told(said_in(scan, scan.now.undo_of)),
                "undone": told(said_in(scan, scan.now.redo_of)),
                "photos": {
                    it.id: hashlib.sha256(scans.photo(scan.id, it.id).jpeg).hexdigest()
                    for it in scan.state.shots
                },
            }
            for scan in scans.list()
        ],
    }
    return json.loads(json.dumps(found))


@KEPT
def test_everything_reads_as_before(tmp_path: Path, name: str) -> None:
    path = unpacked(name, tmp_path)
    # What was a table of the plays' own places is one of all followers' now.
    old, new = 'INTO "kept_plays_looked" VALUES(', "INTO \"places\" VALUES('plays',"
    before = [line.replace(old, new) for line in rows(path)]
    assert (len(before) > 25) == (name == "all")
    journal = Journal(path)
    assert read(journal) == READ[name]
    journal.close()
    assert sorted(row for row in rows(path) if not of_scans(row)) == sorted(
        row for row in before if not of_scans(row)
    )


def test_scans_become_tables_that_go_on_as_before(tmp_path: Path) -> None:
    """Of every kind, by the program of revision 0004: undone, made again, kept, deleted, by numbers; and one
    whose name a table has too. Each step back and forth leads where it led there."""
    path = tmp_path / "scans.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(gzip.decompress((JOURNALS / "form-4-scans.sql.gz").read_bytes()).decode())
    connection.close()
    then = json.loads((JOURNALS / "form-4-scans-read.json").read_text("utf-8"))
    scans = Scans(Journal(path))
    for old, was in then["scans"].items():
        id = old + "2" if old == then["clash"] else old
        now = scans.get(id)
        assert (now.number, now.deleted) == (was["number"], was["deleted"])
        assert drafted(now) == was["draft"]
        if not now.deleted:  # else nothing can be undone until it is brought back
            steps = [told(said_in(now, step)) for step in (now.now.undo_of, now.now.redo_of)]
            assert steps == [was["change"], was["undone"]]
        photos = {it: hashlib.sha256(scans.photo(id, it).jpeg).hexdigest() for it in scans.reads(id)}
        assert photos == was["photos"]
        for move, way in ((now.undo, "undo"), (now.redo, "redo")):
            for step, draft in enumerate(was[way]):
                move(now.number, f"{way}-{step:05}", BY_HAND)
                assert drafted(scans.get(id)) == draft
            if not was["deleted"]:
                with pytest.raises(Illegal):
                    move(now.number, f"{way}-no-more", BY_HAND)
    listed = [id + "2" * (id == then["clash"]) for id, was in then["scans"].items() if not was["deleted"]]
    assert sorted(scan.id for scan in scans.list()) == sorted(listed)
    assert Tables(scans.tables.journal).open(then["clash"]).number == 1
    (play,) = Plays(scans.tables.journal).list()
    assert (play.id, play.source) == (f"scan-{then['clash']}2", f"{then['clash']}2")
    scans.tables.close()


def drafted(scan: Table[Any]) -> dict[str, Any]:
    """A scan's draft as it was kept before scans were tables."""
    ended, kept = score_asked(scan)
    asked = {"ended": "" if ended is None else ended.isoformat(), "kept": kept}
    return json.loads(json.dumps(msgspec.to_builtins(scan.state) | asked))


@KEPT
def test_a_second_open_changes_nothing(tmp_path: Path, name: str) -> None:
    path = unpacked(name, tmp_path)
    Journal(path).close()
    with sqlite3.connect(path) as connection:
        first = list(connection.iterdump())
    connection.close()
    Journal(path).close()
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == first
    connection.close()


@KEPT
def test_migrations_end_at_the_schema_of_a_new_database(tmp_path: Path, name: str) -> None:
    updated, new = Journal(unpacked(name, tmp_path)), Journal(tmp_path / "new.db")
    assert schema_of(updated) == schema_of(new)
    updated.close()
    new.close()


def test_an_empty_database_gets_every_table_and_the_newest_revision(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "new.db")
    assert set(schema_of(journal)) == set(META.tables)
    with journal.transaction() as connection:
        found = connection.exec_driver_sql(f"SELECT version_num FROM {REVISION_TABLE}").scalars().all()
    assert found == [REVISIONS[-1]]
    journal.close()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    pytest.importorskip("psycopg")
    try:
        with postgres_server("-c", "fsync=off") as started:
            yield started.url
    except NoPostgres as why:
        pytest.skip(str(why))


LATER = ("scan_photos", "timers", "places", "kept_plays", "access")


@pytest.mark.slow
@pytest.mark.parametrize("lost", [LATER, LATER[1:], ()], ids=["all missing", "photos there", "all there"])
def test_migrations_end_there_on_postgresql_too(server: str, lost: tuple[str, ...]) -> None:
    journal = Journal(server)
    new = schema_of(journal)
    assert set(new) == set(META.tables)
    with journal.transaction(exclusive=True) as connection:
        for table in lost:
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql(f"UPDATE {REVISION_TABLE} SET version_num = '0002'")
    journal.close()
    updated = Journal(server)
    assert schema_of(updated) == new
    with updated.transaction() as connection:
        found = connection.exec_driver_sql(f"SELECT version_num FROM {REVISION_TABLE}").scalars().all()
    assert found == [REVISIONS[-1]]
    updated.close()


def test_a_migration_that_fails_on_a_full_database_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = unpacked("begun", tmp_path)
    with sqlite3.connect(path) as connection:
        before = list(connection.iterdump())
    connection.close()
    real = journal_schema._upgrade

    def fail_at_the_end(*args: Any) -> None:
        real(*args)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(journal_schema, "_upgrade", fail_at_the_end)
    with pytest.raises(sqlite3.OperationalError):
        Journal(path)
    with sqlite3.connect(path) as connection:
        assert list(connection.iterdump()) == before
    connection.close()
