"""What a start of the companion would meet, found without starting it: `companion serve --try`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli import CommandError
from companion.commands.options import journal_file
from companion.commands.running import may_serve, open_tables, refuse_open_to_all
from companion.room.lights import is_serial_port
from companion.system.private_files import NoSuchGroup, group_number
from companion.table.journal_errors import JournalError
from companion.vision.sources import why_missing
from companion.web.server.listening import CannotServe, is_answered, refuse_taken_ports


def try_start(
    host: str,
    ports: Iterable[tuple[str, int]],
    cameras: Iterable[str],
    lights: str,
    database: str | None,
    trust: bool | None,
    group: str | None,
    backups: Path | None,
) -> bool:
    """Whether `companion serve` would start with these as things are; False: once its journal has a folder,
    which the installer of a service makes. Raises CommandError where it would not, or would not see a camera
    that it names. ports: (option, number); 0 is any free one. Of the service itself its port is given up."""
    wanted = list(ports)
    of_service = bool(click.get_current_context().find_root().params.get("service"))
    try:
        refuse_taken_ports(
            host, wanted, lambda _port: of_service and any(is_answered(host, one) for _option, one in wanted)
        )
        if group:
            group_number(group)
    except (CannotServe, NoSuchGroup) as wrong:
        raise CommandError(str(wrong)) from None
    for spec in cameras:
        # "auto" takes what is plugged in, later too; a name that nothing has may be misspelt.
        if spec != "auto" and (sentence := why_missing(spec)):
            raise CommandError(sentence)
    if is_serial_port(lights) and not Path(lights).exists():
        click.echo(
            f"companion: there are no lights at {lights} now; they are used once they are there.", err=True
        )
    if backups is not None and not _may_be_written_to(backups):
        click.echo(
            f"companion: backups cannot be written to {backups} now; they are once that can be done.",
            err=True,
        )
    journal = journal_file(database, "tables.db")
    if journal is not None and not _is_there(journal):
        # The folder of one's own tables is made, one that is named is not.
        begins = (journal.parent.is_dir() or not database) and _may_be_written_to(journal.parent)
        if not begins:
            click.echo(
                f"companion: the journal {journal} cannot be begun now: it needs a folder {journal.parent} "
                "that this account may write to.",
                err=True,
            )
        refuse_open_to_all(host, trust, guarded=False)
        return begins
    tables = open_tables(database, "tables.db", False)
    try:
        tables.journal.refuse_read_only()
        may_serve(tables, host, trust)
    except JournalError as wrong:
        raise CommandError(wrong.sentence) from None
    finally:
        tables.close()
    return True


def _is_there(file: Path) -> bool:
    """Raises OSError where the system says why it never can be, as below a file."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    return True


def _may_be_written_to(folder: Path) -> bool:
    """Whether files may be put into it, or it may be made."""
    near = next((it for it in (folder, *folder.absolute().parents) if os.path.exists(it)), folder)
    return near.is_dir() and os.access(near, os.W_OK | os.X_OK)
