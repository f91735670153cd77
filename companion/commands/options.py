"""Options that several commands share, and the location of their data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from ipaddress import ip_network
from pathlib import Path

import click

from companion import games
from companion.cli import CommandError
from companion.games.contract import Game, State
from companion.system.addresses import without_password
from companion.system.folders import data_folder
from companion.system.installed_service import is_installed
from companion.system.network import plain
from companion.system.private_files import close_to_others, make_private_folder
from companion.system.root_paths import NoRootPath, checked_root_path
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from companion.table.tables import Tables

Option = Callable[[Callable[..., object]], Callable[..., object]]


class CameraName(click.types.StringParamType):
    """A camera's name. Names contain spaces and colons, so ";" separates several in the environment."""

    envvar_list_splitter = ";"


camera_option: Option = click.option(
    "--camera",
    "cameras",
    multiple=True,
    type=CameraName(),
    help="A camera's name (`companion calibrate --list`), auto, pi, an address, a video, a folder; "
    "none (the usual). Again for a second one.",
)
lights_option: Option = click.option(
    "--lights",
    default="none",
    show_default=True,
    metavar="WHERE",
    help="auto (the board on USB), its serial port, or none; for WLED: wled:auto (found in the network), "
    "wled:ADDRESS (wled:10.0.0.7) or wled:PORT (wled:/dev/ttyUSB0); for a strip that speaks Adalight: "
    "adalight:PORT.",
)


def _as_service(ctx: click.Context) -> bool:
    return bool(ctx.find_root().params.get("service"))


def _say_whose(ctx: click.Context, _parameter: click.Parameter, database: str | None) -> str | None:
    """Where this machine has the service, says that its journal is another one than the person's own."""
    command = ctx.command_path.partition(" ")[2]
    if database is None and command not in ("serve", "doctor") and is_installed() and not _as_service(ctx):
        words = "these are your own tables; those of this machine's service: "
        click.echo(f"companion: {words}companion --service {command}", err=True)
    return database


database_option: Option = click.option(
    "--database",
    default=None,
    callback=_say_whose,
    help="An SQLite file or a database URL (default: in your data folder).",
)
backup_every_option: Option = click.option(
    "--backup-every",
    default=60,
    show_default=True,
    type=click.IntRange(0, 100_000),
    metavar="MINUTES",
    help="How often an SQLite journal that changed is backed up; 0: never.",
)
backup_folder_option: Option = click.option(
    "--backup-folder",
    default=None,
    envvar="COMPANION_SERVE_BACKUP_FOLDER",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where backups go (default: the folder `backups` beside the journal).",
)


NAMED_FILE = click.Path(path_type=Path, readable=False)
NAMED_FILE.name = "file"
"""A file to read or write: whether it may be, the system says when it is opened, and why not."""


class Listed(click.ParamType):
    """One of several that stand in the environment with commas between them."""

    def split_envvar_value(self, rv: str) -> list[str]:
        return [it for it in rv.split(",") if it.strip()]


class NetworkName(Listed):
    """A network, or one address."""

    name = "network"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return str(ip_network(value.strip(), strict=False))
        except ValueError:
            self.fail(f"{_quoted(value)} is no network: give one like 10.0.20.0/24, or an address.")


camera_network_option: Option = click.option(
    "--camera-network",
    "camera_networks",
    multiple=True,
    type=NetworkName(),
    metavar="NETWORK",
    envvar=["COMPANION_SERVE_CAMERA_NETWORK", "COMPANION_CAMERA_NETWORKS"],
    help="Where cameras may be that somebody names on a page, besides this machine's own networks. Again for "
    "another.",
)


def _quoted(value: str) -> str:
    """What somebody took for an address, in a sentence that refuses it: it may hold a password."""
    return f"{without_password(value)!r:.60}"


class HostName(Listed):
    """A host's name, without scheme, port or path."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        named = value.strip().rstrip(".").casefold()
        if not re.fullmatch(r"[a-z0-9_.-]{1,253}", named):
            self.fail(f"{_quoted(value)} is no host's name: give it alone, like tables.example.org.")
        return named


class Origin(Listed):
    """A site as browsers name it: scheme, host and port."""

    name = "origin"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        origin = value.strip().rstrip("/")
        scheme, found, host = origin.partition("://")
        if scheme not in ("http", "https") or not found or not re.fullmatch(r"[^/?#@\\\s]+", host):
            self.fail(f"{_quoted(value)} is no origin: give one like http://localhost:9000, without a path.")
        return origin


trusted_hosts_option: Option = click.option(
    "--trusted-host",
    "trusted_hosts",
    multiple=True,
    type=HostName(),
    metavar="NAME",
    envvar="COMPANION_TRUSTED_HOSTS",
    help="The name at which a proxy is asked for these pages, as tables.example.org. Again for another.",
)
api_origins_option: Option = click.option(
    "--api-origin",
    "api_origins",
    multiple=True,
    type=Origin(),
    metavar="ORIGIN",
    envvar="COMPANION_API_ORIGINS",
    help="A site whose pages may read the API, as http://localhost:9000. Again for another.",
)


class ProxyAddress(click.ParamType):
    """The address or network of a trusted proxy; never every address."""

    name = "address"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            network = ip_network(plain(value.strip()), strict=False)
        except ValueError:
            self.fail(f"{_quoted(value)} is no address of a proxy: give one like 127.0.0.1 or 10.0.0.0/24.")
        if network.prefixlen == 0:
            self.fail("Everybody would be believed: give the proxy's own address.")
        return str(network if network.num_addresses > 1 else network.network_address)


proxies_option: Option = click.option(
    "--proxy",
    "proxies",
    multiple=True,
    type=ProxyAddress(),
    metavar="ADDRESS",
    help="A proxy before this server: its word on where a request comes from is believed. Again for another.",
)


class RootPathType(click.ParamType):
    """A path of plain segments."""

    name = "path"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return checked_root_path(value)
        except NoRootPath:
            self.fail(f"{_quoted(value)} is no path of a site: give one like /games/table.")


root_path_option: Option = click.option(
    "--root-path",
    default="",
    type=RootPathType(),
    metavar="PATH",
    help="Below which path of a site a proxy serves these pages, as /games/table.",
)
drain_option: Option = click.option(
    "--drain",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 3600),
    metavar="SECONDS",
    help="When asked to stop (SIGTERM): say for so long that no new devices should be sent here, then stop.",
)
branch_option: Option = click.option(
    "--branch",
    default="",
    metavar="NAME",
    help="Which of several houses on one database this is: kept with every game and counted by.",
)
devices_option: Option = click.option(
    "--devices/--no-devices",
    default=True,
    show_default=True,
    help="Open the cameras and lights that stations have at this machine; one process of a machine does.",
)
group_option: Option = click.option(
    "--group",
    default=None,
    metavar="NAME",
    help="Who besides you may read and write an SQLite journal and its backups: this group (usually nobody).",
)
host_option: Option = click.option(
    "--host",
    default="",
    metavar="ADDRESS",
    help="Where devices reach it: 127.0.0.1 keeps others out, 0.0.0.0 takes IPv4 alone (default: every "
    "address of the home's networks, IPv4 and IPv6; :: those of the internet, too).",
)
port_option: Option = click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free one."
)
trust_option: Option = click.option(
    "--trust/--no-trust",
    default=None,
    help="Whether everybody in this network may do everything (default: as the host chose, else until there "
    "is a host PIN: `companion pin host`). Never where the server can be reached from the internet.",
)
https_option: Option = click.option(
    "--https",
    "https_port",
    is_flag=False,
    flag_value=8443,
    type=click.IntRange(0, 65535),
    metavar="[PORT]",
    help="Serve https, too (port 8443): a tablet's screen then stays awake. The page /secure says how.",
)


def named_cameras(cameras: tuple[str, ...]) -> tuple[str, ...]:
    """The cameras named, without "none"."""
    return tuple(camera for camera in cameras if camera != "none")


def journal_file(database: str | None, name: str) -> Path | None:
    """The file of an SQLite journal: `database`, or `name` in the person's folder; None: a server."""
    if not database:
        return data_folder() / name
    return None if "://" in database else Path(database)


def open_journal(database: str | None, name: str = "tables.db") -> Journal:
    """The journal at `database` (a file or a URL), or the person's own. Raises JournalError."""
    if not database:
        folder = data_folder()
        try:
            make_private_folder(folder)
            close_to_others(folder)
        except OSError as error:
            raise JournalError(
                "unreachable",
                f"The folder {folder} cannot be made ({error.strerror}); choose a file with --database.",
            ) from None
    return Journal(journal_file(database, name) or str(database))


def load_game(name: str | None) -> Game[State]:
    """The game called `name`; None: the usual one. Raises CommandError."""
    try:
        return games.load(name or games.default_name())
    except games.UnknownGame as wrong:
        raise CommandError(wrong.sentence) from None


@contextmanager
def existing_tables(database: str | None) -> Iterator[Tables]:
    """The tables of an existing journal, for a command that only reads; creates none. Raises
    CommandError, also for what goes wrong with the journal meanwhile."""
    file = journal_file(database, "tables.db")
    if file is not None and not file.exists():
        raise CommandError(f"There is no journal {file}: name another one with --database.")
    try:
        with closing(Tables(open_journal(database))) as tables:
            yield tables
    except JournalError as wrong:
        raise CommandError(wrong.sentence) from None
