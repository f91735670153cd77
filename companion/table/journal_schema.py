"""The journal's database schema: created, upgraded, or refused.

Alembic versions the schema: `migrations/versions` has a file for each change, in the order of REVISIONS. A
database says its revision in REVISION_TABLE; LEGACY_VERSION is for programs from before that.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from companion.table.journal_errors import JournalError, as_journal_error, display_name
from companion.table.sql_tables import ENTRIES, LEGACY, META, REVISION, REVISION_TABLE, TABLES
from companion.translation import marked

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006")
"""The Alembic revisions that this program can read; the last one is its own."""

READABLE_AS_IT_IS = ("0002", "0003", "0004", "0005")
"""Revisions whose tables and entries are today's: such a journal opens also where it may not be written."""

LEGACY_VERSION = 2
"""The version in `companion_schema` of every journal that has a REVISION_TABLE: older programs know version 1
only, and report the journal as a newer program's."""

EXCLUSIVE_SQL = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "SELECT pg_advisory_xact_lock(7263519)"}
"""Statement that locks other programs out until the transaction ends. (Python's SQLite driver begins no
transaction for DDL.)"""


def prepare(engine: sa.Engine) -> bool:
    """Lays the tables out in an empty database; brings an older journal up to date, all of it or nothing.
    Returns whether it is up to date: an older one that may not be written is not, and is read as it is.
    Raises JournalError for a newer one, and for one that is not whole."""
    with engine.connect() as connection:
        try:
            revision = _revision(connection, engine.url)
        except JournalError:
            revision = None  # another program may be laying it out just now: looked at again, alone
    up_to_date = True
    if revision != REVISIONS[-1]:
        try:
            _bring_up_to_date(engine)
        except sa.exc.DBAPIError as wrong:
            trouble = as_journal_error(wrong.orig, engine.url).kind
            if revision not in READABLE_AS_IT_IS or trouble != "read-only":
                raise
            up_to_date = False
    with engine.connect() as connection:
        _check_columns(connection, engine.url)
    return up_to_date


def _bring_up_to_date(engine: sa.Engine) -> None:
    with engine.begin() as connection:
        # Of many programs that find it so, one does this; the rest wait for it.
        connection.exec_driver_sql(EXCLUSIVE_SQL[engine.dialect.name])
        revision = _revision(connection, engine.url)
        if revision is None:
            META.create_all(connection)
            connection.execute(LEGACY.insert().values(version=LEGACY_VERSION))
            connection.execute(REVISION.insert().values(version_num=REVISIONS[-1]))
        elif revision != REVISIONS[-1]:
            _upgrade(connection, revision)


def _revision(connection: sa.Connection, url: sa.URL) -> str | None:
    """The revision of the journal there; None: there is none. Raises JournalError."""
    there = {*sa.inspect(connection).get_table_names()}
    has_revision = REVISION_TABLE in there
    if LEGACY.name not in there:
        if there & {REVISION_TABLE, TABLES.name, ENTRIES.name}:
            raise _unknown(url)
        return None
    mark = connection.execute(sa.select(sa.func.max(LEGACY.c.version))).scalar_one()
    if not isinstance(mark, int) or mark < 1:
        raise _unknown(url)
    if mark > (LEGACY_VERSION if has_revision else 1):
        raise _newer(url, str(mark))
    if not has_revision:
        return REVISIONS[0]
    found = connection.execute(sa.select(REVISION.c.version_num)).scalars().all()
    if len(found) != 1:
        raise _unknown(url)
    if found[0] not in REVISIONS:
        older = str(found[0]).isdecimal() and int(found[0]) < int(REVISIONS[-1])
        raise _unknown(url) if older else _newer(url, found[0])
    return str(found[0])


def _upgrade(connection: sa.Connection, revision: str) -> None:
    # Imported here: it is needed once in a journal's life and takes 0.1 s.
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).with_name("migrations"))
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if not sa.inspect(connection).has_table(REVISION_TABLE):
        command.stamp(config, revision)
        connection.execute(LEGACY.update().values(version=LEGACY_VERSION))
    command.upgrade(config, REVISIONS[-1])


def _check_columns(connection: sa.Connection, url: sa.URL) -> None:
    """Detects a missing table or column on opening."""
    there = sa.inspect(connection)
    names = there.get_table_names()
    for table in (TABLES, ENTRIES):
        found = {column["name"] for column in there.get_columns(table.name)} if table.name in names else ()
        for column in table.columns:
            if column.name not in found:
                raise JournalError(
                    "damaged",
                    marked(
                        "The journal {name} is damaged (it has no {column}) and was left as it is: restore a "
                        "copy, or set it aside to begin a new one.",
                        name=display_name(url),
                        column=f"{table.name}.{column.name}",
                    ),
                )


def _newer(url: sa.URL, found: str) -> JournalError:
    return JournalError(
        "newer",
        marked(
            "The journal {name} was written by a newer version of this program (form {found}, this one knows "
            "{known}): update this program, or choose another file.",
            name=display_name(url),
            found=found,
            known=REVISIONS[-1],
        ),
    )


def _unknown(url: sa.URL) -> JournalError:
    return JournalError(
        "damaged",
        marked(
            "The journal {name} does not say which form it has, and was left as it is: restore a copy, or "
            "set it aside to begin a new one.",
            name=display_name(url),
        ),
    )
