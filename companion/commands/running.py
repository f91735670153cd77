"""A room and its server while a command runs; shared by `demo`, `serve` and `calibrate`."""

from __future__ import annotations

import contextlib
import io
import signal
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click
import qrcode

from companion.access.house import House
from companion.access.reach import public_endpoints
from companion.cli import CommandError
from companion.commands.options import journal_file, open_journal
from companion.room.lights import TableLights, open_lights
from companion.room.room import Room
from companion.system.folders import cache_folder, data_folder
from companion.system.network import url
from companion.table.journal_errors import JournalError, set_aside
from companion.table.tables import Tables
from companion.translation import SOURCE, languages
from companion.web.app import create_app
from companion.web.request.services import services_of
from companion.web.server.listening import CannotServe
from companion.web.server.server import Server
from companion.web.transport.trusted_hosts import names_from_environment

if TYPE_CHECKING:
    from companion.system.certificates import Authority


aside_option = click.option(
    "--set-damaged-aside", is_flag=True, help="Move a damaged journal away and begin a new one."
)
language_option = click.option(
    "--language",
    default=SOURCE,
    show_default=True,
    type=click.Choice(languages()),
    help="For devices that ask for no language that can be had; all others get their own.",
)


def camera_page(cameras: tuple[str, ...], host: str, port: int, database: str | None) -> None:
    """Serves the page of these cameras, until stopped. Raises CommandError."""
    tables = open_tables(database, "tables.db", False)
    opened = running(host, port, None, tables, lambda: open_lights("none"), SOURCE, camera=cameras)
    with opened as (room, server):
        print_welcome(
            room.address + "camera", "This page shows what the camera reads, and what to do about it."
        )
        server.run()


def open_tables(database: str | None, name: str, set_damaged_aside: bool) -> Tables:
    try:
        return Tables(open_journal(database, name))
    except JournalError as wrong:
        file = journal_file(database, name)
        if wrong.kind != "damaged" or file is None or not set_damaged_aside:
            hint = " --set-damaged-aside does the latter." if wrong.kind == "damaged" else ""
            raise CommandError(wrong.sentence + hint) from None
        try:
            aside = set_aside(file, datetime.now(UTC))
        except JournalError as held:
            raise CommandError(held.sentence) from None
        click.echo(f"The damaged journal now lies at {aside}; a new one begins.")
        return Tables(open_journal(database, name))


@contextlib.contextmanager
def running(
    host: str,
    port: int,
    https_port: int | None,
    tables: Tables,
    lights: Any,
    language: str,
    trust: bool | None = None,
    *,
    proxies: Sequence[str] = (),
    root_path: str = "",
    drain: float = 0.0,
    branch: str = "",
    **eyes: Any,
) -> Iterator[tuple[Room, Server]]:
    """Context manager: a room and a server bound to its port, both closed at the end or on SIGTERM."""
    public = may_serve(tables, host, trust)
    room = Room(tables, **eyes)
    compiled = cache_folder() / "templates"
    app = create_app(room, language=language, public=public, trust=trust, branch=branch, compiled=compiled)
    try:
        authority = None if https_port is None else _authority()
        server = Server(app, host, port, authority, https_port or 0, proxies, root_path)
    except CannotServe as wrong:
        tables.close()
        raise CommandError(str(wrong)) from None
    # Only after the port is bound: a second start by mistake must not disturb the first one's board.
    room.home.lights = _open(lights)
    room.address = url(host, server.port) + f"{root_path}/"[1:]
    tables.follow()
    for follower in services_of(app).followers:
        follower.start()  # what came while no program ran
    with contextlib.suppress(ValueError):  # not in the main thread, as in tests
        # It raises nothing: what a signal raises within the collector's callback is lost, and nothing would
        # stop. A second signal stops at once, as Ctrl-C does.
        def end(_signal: int, _frame: object) -> None:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            server.drain(drain)

        signal.signal(signal.SIGTERM, end)
    if authority is not None:
        click.echo(f"Over https on port {server.https_port}, too; {room.address}secure says how to trust it.")
        click.echo(f"Its authority's fingerprint (SHA-256): {authority.fingerprint}")
    try:
        yield room, server
    except KeyboardInterrupt:
        pass
    finally:
        lost = _lost(tables)
        room.close()
        click.echo(f"Stopped. {lost or 'Everything recorded is kept.'}")


def _lost(tables: Tables) -> str:
    """Why not everything that was recorded is kept; "": it is."""
    try:
        tables.journal.refuse_removed()
    except JournalError as wrong:
        return wrong.sentence
    return ""


def may_serve(tables: Tables, host: str, trust: bool | None) -> bool:
    """Whether the server can be reached from the internet. Raises CommandError where that
    needs a host PIN."""
    try:
        guarded = House(tables.journal).has_pin("host")
        return refuse_open_to_all(host, trust, guarded=guarded)
    except JournalError as wrong:
        tables.close()
        raise CommandError(wrong.sentence) from None
    except CommandError:
        tables.close()
        raise


def refuse_open_to_all(host: str, trust: bool | None, *, guarded: bool) -> bool:
    """As `may_serve`, by whether there is a host PIN."""
    ways = public_endpoints(host, names_from_environment())
    if guarded or not (ways or trust is False):
        return bool(ways)
    if trust is False and not ways:
        raise CommandError(
            f"With --no-trust somebody must be able to sign in: set a PIN with `{_pin_command()}`."
        )
    raise CommandError(
        f"This server could be reached from the internet at {ways[0]}: set a PIN with `{_pin_command()}`, "
        "or serve a private address of this machine alone with --host."
    )


def _pin_command() -> str:
    context = click.get_current_context(silent=True)
    service = context is not None and context.find_root().params.get("service")
    return f"companion {'--service ' if service else ''}pin host"


def _authority() -> Authority:
    """Raises CannotServe."""
    from companion.system.certificates import Authority, CertificateError  # cryptography: for https alone

    try:
        return Authority(data_folder() / "https")
    except CertificateError as wrong:
        raise CannotServe(str(wrong)) from None


def _open(lights: Any) -> TableLights:
    opened: TableLights = lights()
    return opened


def _terminal_qr(text: str) -> str:
    """A QR code of `text` made of half blocks, for a terminal."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    out = io.StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue().rstrip("\n")


def print_welcome(address: str, sentence: str) -> None:
    """In a log, which nobody scans and where no key stops anything, the address alone."""
    at_a_terminal = sys.stdout.isatty()
    if at_a_terminal:
        click.echo(f"{_terminal_qr(address)}\n")
    click.echo(f"The table is at {address}")
    if "//127." not in address:
        url_parts = urlsplit(address)
        click.echo(f"On this machine also at http://localhost:{url_parts.port}{url_parts.path}")
    click.echo(sentence)
    if at_a_terminal:
        click.echo("Ctrl-C stops it; the table goes on where it was at the next start.")
