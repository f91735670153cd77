"""The command that sets the PIN of the host or the staff: `pin`."""

from __future__ import annotations

from contextlib import closing

import click

from companion.access.house import House, NoHostPin, PinRole
from companion.access.pins import BadPin
from companion.cli import CommandError
from companion.commands.options import database_option, open_journal
from companion.table.journal_errors import JournalError


@click.command()
@click.argument("role", type=click.Choice(["host", "staff"]))
@database_option
@click.option(
    "--pin",
    "text",
    prompt="New PIN",
    hide_input=True,
    confirmation_prompt=True,
    envvar="COMPANION_PIN",
    help="Asked for when it is left out, so that no other program can read it from the command line.",
)
def pin(role: PinRole, database: str | None, text: str) -> None:
    """Sets the PIN of the host or of the staff (docs/security.md).

    Once there is a host PIN, guests may act at their own table only. All who are signed in sign in anew; a
    running server knows the new PIN within a second. Of this machine's service: companion --service pin host.
    """
    try:
        with closing(open_journal(database)) as journal:
            House(journal).set_pin(role, text)
    except (BadPin, NoHostPin, JournalError) as wrong:
        raise CommandError(wrong.sentence) from None
    click.echo(f"The PIN of the {role} is set.")
