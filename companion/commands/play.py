"""The commands that start a table: `demo` with nothing attached, `serve` for a real one."""

from __future__ import annotations

import contextlib
import gc
import signal
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from companion import games
from companion.access.forgetting import NamesForgotten
from companion.access.house import House
from companion.access.reach import public_ways
from companion.address import terminal_qr, url
from companion.choices import Choices
from companion.cli import Sorry
from companion.commands.notices import mqtt_option, notices, webhook_option
from companion.commands.options import (
    backup_every_option,
    backup_folder_option,
    branch_option,
    camera_option,
    database_option,
    devices_option,
    drain_option,
    host_option,
    https_option,
    journal_file,
    lights_option,
    named_cameras,
    one_game,
    open_journal,
    port_option,
    proxies_option,
    trust_option,
)
from companion.computer_seats import ComputerSeats
from companion.demo import BY
from companion.folders import data_folder
from companion.games.contract import Player, Setup
from companion.kept_stations import StationsFollowed
from companion.lights import TableLights, demo_lights, open_lights
from companion.room import Room
from companion.shared_devices import DevicesShared
from companion.table.backup import folder_of
from companion.table.backup_schedule import BackupSchedule
from companion.table.journal_errors import JournalError, set_aside
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.translation import SOURCE, languages
from companion.web.app import create_app
from companion.web.listening import CannotServe
from companion.web.server import Server
from companion.web.trusted_hosts import named

if TYPE_CHECKING:
    from companion.certificates import Authority

OPENING = 2
"""Rounds of a demo's game that are played at its start."""

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


@click.command()
@host_option
@port_option
@https_option
@database_option
@aside_option
@language_option
@click.option(
    "--seed", type=int, default=None, help="Begin a new game with this seed (default: go on with the last)."
)
@click.option("--players", type=click.IntRange(1, 10), default=3, show_default=True)
@click.option("--game", "game_name", default=None, help="Which game.")
@click.option(
    "--auto/--wait",
    default=None,
    help="Let it play itself from the start, or wait for you (default: it plays while its page is open).",
)
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(0.25, 16))
@mqtt_option
@webhook_option
def demo(
    host: str,
    port: int,
    https_port: int | None,
    database: str | None,
    set_damaged_aside: bool,
    language: str,
    seed: int | None,
    players: int,
    game_name: str | None,
    auto: bool | None,
    speed: float,
    mqtt: str | None,
    webhooks: tuple[str, ...],
) -> None:
    """A whole table on this machine, with nothing attached.

    The camera is rendered, the lights are the real firmware on MicroPython's host build where that is
    installed, and the game plays itself or waits for you.
    """
    tables = _tables(database, "demo.db", set_damaged_aside)
    opened = _running(host, port, https_port, tables, _lights_of_any_game, language, rendered=True)
    with opened as (room, server), notices(mqtt, webhooks, room, server.app, language):
        if seed is not None or not _goes_on(tables):
            _begin_demo(tables, game_name, players, 1 if seed is None else seed)
        room.resume()
        if room.demo is not None:
            room.demo.set(bool(auto), speed)
            room.demo.only_watched = room.demo.on_arrival = auto is None
        _welcome(
            room.address + "demo",
            "Everything you see is drawn or simulated; the program behind it is the real one.",
        )
        server.run()


@click.command()
@camera_option
@lights_option
@database_option
@aside_option
@host_option
@port_option
@https_option
@language_option
@backup_every_option
@backup_folder_option
@trust_option
@mqtt_option
@webhook_option
@proxies_option
@drain_option
@branch_option
@devices_option
def serve(
    cameras: tuple[str, ...],
    lights: str,
    database: str | None,
    set_damaged_aside: bool,
    host: str,
    port: int,
    https_port: int | None,
    language: str,
    backup_every: int,
    backup_folder: Path | None,
    trust: bool | None,
    mqtt: str | None,
    webhooks: tuple[str, ...],
    proxies: tuple[str, ...],
    drain: float,
    branch: str,
    devices: bool,
) -> None:
    """A real table: its cameras, its lights, its tablets and phones."""
    tables = _tables(database, "tables.db", set_damaged_aside)
    seen = named_cameras(cameras) or (() if cameras else Choices().cameras())
    if seen and not cameras:
        click.echo(
            f"Looking through {', '.join(seen)}, as chosen last on the camera's page (--camera none: none)."
        )
    opened = _running(
        host,
        port,
        https_port,
        tables,
        lambda: open_lights(lights),
        language,
        trust,
        proxies=proxies,
        drain=drain,
        branch=branch.strip(),
        camera=seen,
        devices=devices,
    )
    journal = journal_file(database, "tables.db")
    with (
        opened as (room, server),
        _backed_up(journal, backup_every, backup_folder) as schedule,
        NamesForgotten(tables),
        notices(mqtt, webhooks, room, server.app, language),
        StationsFollowed(room.arrange, server.app.extensions["access"].stations),
        DevicesShared(room, server.app.extensions["access"].store, branch.strip()),
    ):
        server.app.extensions["health"].backups = schedule
        room.resume()
        _welcome(room.address, "Open this on the tablet; phones join by the code that it shows.")
        _spare_the_collector()
        server.run()


def _spare_the_collector() -> None:
    """What is there at the start stays: Python's collector need not look at it again each time, while every
    tap of the house waits (a tenth of a second)."""
    gc.collect()
    gc.freeze()


@contextlib.contextmanager
def _backed_up(journal: Path | None, minutes: int, folder: Path | None) -> Iterator[BackupSchedule | None]:
    """Backs the journal's file up meanwhile; None: it is not in a file, or nobody wants it."""
    if journal is None or not minutes:
        yield None
        return
    schedule = BackupSchedule(journal, folder or folder_of(journal), timedelta(minutes=minutes))
    schedule.start()
    try:
        yield schedule
    finally:
        schedule.close()


def camera_page(cameras: tuple[str, ...], host: str, port: int, database: str | None) -> None:
    """Serves the page of these cameras, until stopped. Raises Sorry."""
    tables = _tables(database, "tables.db", False)
    opened = _running(host, port, None, tables, lambda: open_lights("none"), SOURCE, camera=cameras)
    with opened as (room, server):
        _welcome(room.address + "camera", "This page shows what the camera reads, and what to do about it.")
        server.run()


def _lights_of_any_game() -> TableLights:
    """For the demo, at whose table every game may be played."""
    each = (games.load(name).lights.segments for name in games.names())
    return demo_lights([segment for segments in each for segment in segments])


def _tables(database: str | None, name: str, set_damaged_aside: bool) -> Tables:
    try:
        return Tables(open_journal(database, name))
    except JournalError as wrong:
        file = journal_file(database, name)
        if wrong.kind != "damaged" or file is None or not set_damaged_aside:
            hint = " --set-damaged-aside does the latter." if wrong.kind == "damaged" else ""
            raise Sorry(wrong.sentence + hint) from None
        try:
            aside = set_aside(file, datetime.now(UTC))
        except JournalError as held:
            raise Sorry(held.sentence) from None
        click.echo(f"The damaged journal now lies at {aside}; a new one begins.")
        return Tables(open_journal(database, name))


@contextlib.contextmanager
def _running(
    host: str,
    port: int,
    https_port: int | None,
    tables: Tables,
    lights: Any,
    language: str,
    trust: bool | None = None,
    *,
    proxies: Sequence[str] = (),
    drain: float = 0.0,
    branch: str = "",
    **eyes: Any,
) -> Iterator[tuple[Room, Server]]:
    """A room and a server that has its port, both put away at the end, also when asked to by a signal."""
    public = _may_serve(tables, host, trust)
    room = Room(tables, **eyes)
    app = create_app(room, language=language, public=public, trust=trust, branch=branch)
    try:
        authority = None if https_port is None else _authority()
        server = Server(app, host, port, authority, https_port or 0, proxies)
    except CannotServe as wrong:
        tables.close()
        raise Sorry(str(wrong)) from None
    # Only with the port in hand: a second start by mistake must not disturb the board of the first.
    room.lights = _open(lights)
    room.address = url(host, server.port)
    tables.follow()
    with contextlib.suppress(ValueError):  # not in the main thread, as in tests
        # A second one stops at once, as Ctrl-C does.
        def end(_signal: int, _frame: object) -> None:
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            server.drain(drain)

        signal.signal(signal.SIGTERM, end if drain else signal.default_int_handler)
    if authority is not None:
        click.echo(f"Over https on port {server.https_port}, too; {room.address}secure says how to trust it.")
        click.echo(f"Its authority's fingerprint (SHA-256): {authority.fingerprint}")
    try:
        yield room, server
    except KeyboardInterrupt:
        pass
    finally:
        room.close()
        click.echo("Stopped. Everything recorded is kept.")


def _may_serve(tables: Tables, host: str, trust: bool | None) -> bool:
    """Whether the server will be reached from the internet. Raises Sorry where nobody would guard it."""
    ways = public_ways(host, named())
    try:
        guarded = House(tables.journal).has_pin("host")
    except JournalError as wrong:
        tables.close()
        raise Sorry(wrong.sentence) from None
    if guarded or not (ways or trust is False):
        return bool(ways)
    tables.close()
    if trust is False and not ways:
        raise Sorry("With --no-trust somebody must be able to sign in: set a PIN with `companion pin host`.")
    raise Sorry(
        f"This server could be reached from the internet at {ways[0]}: set a PIN with `companion pin host`, "
        "or serve a private address of this machine alone with --host."
    )


def _authority() -> Authority:
    """Raises CannotServe."""
    from companion.certificates import Authority, CannotVouch  # cryptography: for https alone

    try:
        return Authority(data_folder() / "https")
    except CannotVouch as wrong:
        raise CannotServe(str(wrong)) from None


def _open(lights: Any) -> TableLights:
    opened: TableLights = lights()
    return opened


def _goes_on(tables: Tables) -> bool:
    """Whether the last table can be played on: a demo that ended yesterday is no table in play."""
    for row in tables.list()[:1]:
        try:
            table = tables.open(row.id)
        except LookupError:
            return False
        return table.read_only is None and not table.game.phase(table.state).over
    return False


def _begin_demo(tables: Tables, game_name: str | None, players: int, seed: int) -> None:
    game = one_game(game_name)
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise Sorry(f"{game.title} is for {fewest} to {most} players: give --players in that range.")
    seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:players])
    settings = Settings(draws="camera", pages={"opening": OPENING})
    table = tables.create(game.name, Setup(seats), title="Demo", seed=seed, settings=settings, by=BY)
    # A table in play shows more than an empty one: its first rounds are played before anyone looks.
    computers = ComputerSeats(table, Random(seed))
    while game.phase(table.state).round <= OPENING:
        sampled = table.sampled()
        decision = computers.decision(table.now) if sampled is None else sampled[0]
        if decision is None:
            return
        table.submit(decision, table.number, f"opening-{table.number}", BY)


def _welcome(address: str, sentence: str) -> None:
    click.echo(terminal_qr(address))
    click.echo(f"\nThe table is at {address}")
    if "//127." not in address:
        here = urlsplit(address)
        click.echo(f"On this machine also at http://localhost:{here.port}{here.path}")
    click.echo(sentence)
    click.echo("Ctrl-C stops it; the table goes on where it was at the next start.")
