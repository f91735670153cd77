"""The command `serve`: a real table."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import click

from companion.access.forgetting import NameForgetter
from companion.access.kept_stations import StationsWatcher
from companion.cli import CommandError
from companion.commands.notices import (
    mqtt_option,
    notices,
    try_notices,
    webhook_option,
    webhook_secret_option,
)
from companion.commands.options import (
    api_origins_option,
    backup_every_option,
    backup_folder_option,
    branch_option,
    camera_network_option,
    camera_option,
    database_option,
    devices_option,
    drain_option,
    group_option,
    host_option,
    https_option,
    journal_file,
    lights_option,
    named_cameras,
    port_option,
    proxies_option,
    root_path_option,
    trust_option,
    trusted_hosts_option,
)
from companion.commands.running import aside_option, language_option, open_tables, print_welcome, running
from companion.commands.trial import try_start
from companion.room.lights import open_lights
from companion.room.shared_devices import SharedDevices
from companion.system.addresses import without_password
from companion.system.camera_networks import allow_networks
from companion.system.choices import Choices
from companion.system.garbage import lasting_left_out
from companion.system.private_files import NoSuchGroup, give_to_group, make_private_folder
from companion.table.backup import backup_folder as usual_backup_folder
from companion.table.backup import backups_in
from companion.table.backup_schedule import BackupSchedule
from companion.table.journal_errors import JournalError
from companion.vision.sources import why_missing
from companion.web.api.other_origins import allow_origins
from companion.web.request.services import services_of
from companion.web.transport.trusted_hosts import trust_hosts


@click.command()
@camera_option
@camera_network_option
@lights_option
@database_option
@aside_option
@host_option
@port_option
@https_option
@language_option
@backup_every_option
@backup_folder_option
@group_option
@trust_option
@mqtt_option
@webhook_option
@webhook_secret_option
@proxies_option
@trusted_hosts_option
@api_origins_option
@root_path_option
@drain_option
@branch_option
@devices_option
@click.option("--try", "only_try", is_flag=True, help="Start nothing: say what would keep it from starting.")
def serve(
    cameras: tuple[str, ...],
    camera_networks: tuple[str, ...],
    lights: str,
    database: str | None,
    set_damaged_aside: bool,
    host: str,
    port: int,
    https_port: int | None,
    language: str,
    backup_every: int,
    backup_folder: Path | None,
    group: str | None,
    trust: bool | None,
    mqtt: str | None,
    webhooks: tuple[str, ...],
    webhook_secret: str,
    proxies: tuple[str, ...],
    trusted_hosts: tuple[str, ...],
    api_origins: tuple[str, ...],
    root_path: str,
    drain: float,
    branch: str,
    devices: bool,
    only_try: bool,
) -> None:
    """A real table: its cameras, its lights, its tablets and phones."""
    allow_networks(camera_networks)
    trust_hosts(trusted_hosts)
    allow_origins(api_origins)
    if only_try:
        ports = (("--port", port), ("--https", https_port or 0))
        ready = try_start(host, ports, named_cameras(cameras), lights, database, trust, group, backup_folder)
        try_notices(mqtt, webhooks)
        click.echo("It would start." if ready else "It would start once that is done.")
        return
    tables = open_tables(database, "tables.db", set_damaged_aside)
    try:
        tables.journal.refuse_read_only()
        if group and tables.journal.path is not None:
            _share(tables.journal.path, backup_folder, group, whole_folder=not database)
    except (JournalError, NoSuchGroup) as wrong:
        tables.close()
        raise CommandError(wrong.sentence) from None
    seen = named_cameras(cameras) or (() if cameras else Choices().cameras())
    if seen and not cameras:
        chosen = ", ".join(map(without_password, seen))
        click.echo(f"Looking through {chosen}, as chosen last on the camera's page (--camera none: none).")
    for sentence in filter(None, map(why_missing, seen)):
        click.echo(f"companion: {sentence} It is used as soon as it is there.", err=True)
    opened = running(
        host,
        port,
        https_port,
        tables,
        lambda: open_lights(lights),
        language,
        trust,
        proxies=proxies,
        root_path=root_path,
        drain=drain,
        branch=branch.strip(),
        camera=seen,
        devices=devices,
    )
    journal = journal_file(database, "tables.db")
    kept_backups = None if journal is None else (backup_folder or usual_backup_folder(journal), journal.stem)
    with (
        opened as (room, server),
        _backup_schedule(journal, backup_every, backup_folder) as schedule,
        NameForgetter(tables, kept_backups, services_of(server.app).shelf),
        notices(mqtt, webhooks, room, server.app, language, webhook_secret),
        StationsWatcher(room.arrange, services_of(server.app).house.stations),
        SharedDevices(room, services_of(server.app).house.store, branch.strip()),
    ):
        services_of(server.app).health.backups = schedule
        room.resume()
        print_welcome(room.address, "Open this on the tablet; phones join by the code that it shows.")
        with lasting_left_out():
            server.run()


def _share(journal: Path, backups: Path | None, group: str, *, whole_folder: bool) -> None:
    """Gives the journal and its backups to a group, and with whole_folder what lies beside it. Raises
    NoSuchGroup."""
    backups = backups or usual_backup_folder(journal)
    try:
        make_private_folder(backups)
    except OSError as wrong:
        raise NoSuchGroup(f"The folder {backups} cannot be made ({wrong.strerror}).") from None
    parts = [Path(f"{journal}{end}") for end in ("", "-wal", "-shm")]
    older = [path for _, path in backups_in(backups, journal.stem)]
    for path in (*([journal.parent] if whole_folder else []), backups, *parts, *older):
        if path.exists():
            give_to_group(path, group)


@contextlib.contextmanager
def _backup_schedule(
    journal: Path | None, minutes: int, folder: Path | None
) -> Iterator[BackupSchedule | None]:
    """Context manager that runs the backup schedule; None: the journal is not a file, or `minutes` is 0."""
    if journal is None or not minutes:
        yield None
        return
    schedule = BackupSchedule(journal, folder or usual_backup_folder(journal), timedelta(minutes=minutes))
    schedule.start()
    try:
        yield schedule
    finally:
        schedule.close()
