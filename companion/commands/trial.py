"""What a start of the companion would meet, found without starting it: `companion serve --try`, and what
`companion service install` asks before it changes anything."""

from __future__ import annotations

import http.client
from collections.abc import Iterable
from pathlib import Path

import click

from companion.cli import CommandError
from companion.commands.options import journal_file
from companion.commands.running import may_serve, open_tables, refuse_open_to_all
from companion.room.lights import is_serial_port
from companion.table.journal_errors import JournalError
from companion.vision.sources import why_missing
from companion.web.server.listening import CannotServe, bind

REACHED_AT = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
"""Where a server that is bound to all addresses is asked."""
TIMEOUT_SECONDS = 2.0


def try_start(
    host: str,
    ports: Iterable[tuple[str, int]],
    cameras: Iterable[str],
    lights: str,
    database: str | None,
    trust: bool | None,
) -> None:
    """Raises CommandError where `companion serve` would not start with these, or would not see a camera that
    it names. ports: (option, number); 0 is any free one."""
    refuse_taken_ports(host, ports)
    for spec in cameras:
        # "auto" takes what is plugged in, later too; a name that nothing has may be misspelt.
        if spec != "auto" and (sentence := why_missing(spec)):
            raise CommandError(sentence)
    if is_serial_port(lights) and not Path(lights).exists():
        click.echo(
            f"companion: there are no lights at {lights} now; they are used once they are there.", err=True
        )
    journal = journal_file(database, "tables.db")
    if journal is not None and not journal.exists():
        refuse_open_to_all(host, trust, guarded=False)
        return
    tables = open_tables(database, "tables.db", False)
    try:
        tables.journal.refuse_read_only()
        may_serve(tables, host, trust)
    except JournalError as wrong:
        raise CommandError(wrong.sentence) from None
    finally:
        tables.close()


def refuse_taken_ports(host: str, ports: Iterable[tuple[str, int]]) -> None:
    """Raises CommandError where another program has one of them; a companion that runs gives its up."""
    wanted = [(option, number) for option, number in ports if number]
    for option, number in wanted:
        try:
            bind(host, number, option).close()
        except CannotServe as wrong:
            if not any(is_answered(host, one) for _option, one in wanted):
                raise CommandError(str(wrong)) from None


def is_answered(host: str, port: int) -> bool:
    """Whether a companion answers there."""
    connection = http.client.HTTPConnection(REACHED_AT.get(host, host), port, timeout=TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        return answer.status == 200 and answer.getheader("Server") == "companion"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
