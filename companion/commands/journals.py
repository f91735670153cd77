"""Commands about a journal as a whole: back it up, restore it, check it."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import (
    NAMED_FILE,
    backup_folder_option,
    database_option,
    existing_tables,
    journal_file,
    open_journal,
)
from companion.commands.progress import progress
from companion.table import backup as backups
from companion.table.journal_check import check_tables
from companion.table.journal_errors import JournalError


@click.command()
@click.argument("file", required=False, type=NAMED_FILE)
@database_option
@backup_folder_option
def backup(file: Path | None, database: str | None, backup_folder: Path | None) -> None:
    """Write a backup of all tables, also while they are played.

    FILE is the backup (default: one named by the time in the folder of backups). It is one SQLite file, of a
    journal on PostgreSQL too.
    """
    journal = journal_file(database, "tables.db")
    now = datetime.now(UTC)
    try:
        if journal is not None:
            folder = backup_folder or backups.backup_folder(journal)
            target = file or backups.new_backup(folder, journal.stem, now)
            _refuse_overwriting(target)
            backups.back_up(journal, target)
        else:
            target = file or backups.new_backup(Path(), "tables", now)
            _refuse_overwriting(target)
            with closing(open_journal(database)) as source:
                backups.back_up_rows(source, target)
    except JournalError as wrong:
        raise CommandError(wrong.sentence) from None
    click.echo(f"written: {target}")


def _refuse_overwriting(target: Path) -> None:
    if target.exists():
        raise CommandError(f"{target} is there already: name another file.")


@click.command()
@click.argument("file", type=NAMED_FILE)
@database_option
def restore(file: Path, database: str | None) -> None:
    """Put the backup FILE in the journal's place.

    Stop the companion before (of a service: `sudo systemctl stop table-companion`). The journal that was
    there is kept beside it under another name. On PostgreSQL the database must be empty.
    """
    journal = journal_file(database, "tables.db")
    try:
        if journal is not None:
            aside = backups.restore_file(file, journal, datetime.now(UTC))
            click.echo(f"restored: {journal}")
            if aside is not None:
                click.echo(f"The journal before it is kept: {aside}")
            return
        with closing(open_journal(database)) as target:
            backups.restore_rows(file, target)
            click.echo(f"restored: {counted(len(target.tables()), 'table')}")
    except JournalError as wrong:
        of_service = wrong.kind == "locked" and click.get_current_context().find_root().params["service"]
        stop = " The service is stopped by `sudo systemctl stop table-companion`." if of_service else ""
        raise CommandError(wrong.sentence + stop) from None
    except OSError as wrong:
        raise CommandError(f"{file} cannot be restored ({wrong.strerror}).") from None


@click.command()
@database_option
@click.option("--json", "as_json", is_flag=True)
def check(database: str | None, as_json: bool) -> int:
    """Replay every table of the journal; say which do not follow by the rules of this version.

    Exit status 1 where one does not.
    """
    file = journal_file(database, "tables.db")
    with existing_tables(database) as tables:
        if file is not None:
            backups.check_file(file)
        count = len(tables.journal.tables())
        with progress(count, "Replaying", hidden=as_json) as bar:
            found = []
            for it in check_tables(tables):
                found.append(it)
                bar.update(1)
    wrong = [it for it in found if it.trouble]
    if as_json:
        rows = [{"table": it.row.id, "entries": it.entries, "trouble": it.trouble} for it in found]
        click.echo(json.dumps({"tables": rows, "good": len(found) - len(wrong)}))
        return 1 if wrong else 0
    for it in wrong:
        click.echo(f"{it.row.id} ({it.row.title}): {it.trouble}")
    entries = counted(sum(it.entries for it in found), "entry", "entries")
    click.echo(f"{len(found) - len(wrong)} of {len(found)} tables replay, {entries}")
    return 1 if wrong else 0
