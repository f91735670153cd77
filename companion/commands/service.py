"""`companion service`: the companion as a systemd service that starts with the machine."""

from __future__ import annotations

import getpass
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from importlib.resources import files
from pathlib import Path

import click
import tomlkit
from click.core import ParameterSource

from companion.cli import LOG_OPTIONS, CommandError, commands
from companion.commands import service_start
from companion.commands.service_start import run_program
from companion.home_automation.broker import BadBroker, broker
from companion.system import installed_service
from companion.system.private_files import FILE, make_private_folder

root_option = click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("/"),
    help="Write below this folder instead of / and start nothing (for images and packages).",
)
USUAL = ("--camera", "auto", "--lights", "auto")
_ACCOUNT = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


HOMES = ("/home", "/root", "/run/user")
PRIVILEGED_PORTS = 1024
"""Below this a port is opened by who has the right to."""


def unit_text(
    program: str, user: str, writes: tuple[Path, ...] = (), chosen: Mapping[str, object] | None = None
) -> str:
    """The unit file for one user. writes: files and folders besides its own that the service may change;
    chosen: the options that it is started with."""
    chosen = chosen or {}
    ports = (chosen.get("port", PRIVILEGED_PORTS), chosen.get("https", PRIVILEGED_PORTS))
    named = [program, sys.prefix, sys.base_prefix, *map(str, writes), *_words(chosen)]
    in_homes = any(Path(word).is_relative_to(home) for word in named for home in HOMES)
    return _template(installed_service.UNIT.name).format(
        program=_quoted(program),
        user=user,
        settings=installed_service.SETTINGS,
        cache=installed_service.CACHE,
        # "-": a stick that is pulled out keeps no table from starting.
        writes=" ".join(_quoted(f"-{path}") for path in writes),
        homes="read-only" if in_homes else "yes",
        rights="CAP_NET_BIND_SERVICE" if any(0 < int(str(it)) < PRIVILEGED_PORTS for it in ports) else "",
    )


def _words(chosen: Mapping[str, object]) -> Iterator[str]:
    for value in chosen.values():
        yield from map(str, value if isinstance(value, tuple) else (value,))


def _quoted(text: str) -> str:
    """A word of a unit file, in which systemd reads % and backslashes in its own way."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"' if re.search(r"[^\w/.+:@%-]", escaped) else escaped


@click.group()
def service() -> None:
    """The companion as a service of this machine (Linux with systemd): it starts by itself and is restarted
    when it stops.

    The tables are then kept in /var/lib/table-companion, and the options in /etc/table-companion.
    `companion --service COMMAND` runs any command on these tables: `companion --service pin host`.
    """


@service.command()
@click.argument("options", nargs=-1)
@click.option("--user", default=None, help="Whose rights it runs with (default: you, before sudo).")
@click.option(
    "--start/--no-start",
    default=True,
    show_default=True,
    help="--no-start: it starts with the machine's next start (while its image is made).",
)
@root_option
def install(options: tuple[str, ...], user: str | None, start: bool, root: Path) -> None:
    """Writes the unit, its options and the udev rule, and starts the service; again: with other options.

    OPTIONS go to `companion serve`; put -- before them:
    companion service install -- --camera auto --lights auto
    """
    user = user or _person()
    if not _ACCOUNT.fullmatch(user):
        raise CommandError(f"{user!r:.60} is no name of an account: give one with --user.")
    chosen = _checked_options(options or USUAL)
    owner = _owner(user, root)
    here = root == Path("/")
    if here:
        if start:
            _refuse_without_systemd()
        _as_root()
        _refuse_anothers_tables(user, owner)
    writes = _own_what_is_written(chosen, user if here else None)
    settings = tomlkit.dumps(_as_settings(chosen))
    if here and start:
        service_start.try_start(_program(), user, chosen, settings)
    unit, kept, rules = _places(root)
    with service_start.put_back_where_it_fails(unit, kept, rules) if here and start else nullcontext():
        _write(kept, settings, FILE, owner)
        _write(unit, unit_text(_program(), user, writes, chosen))
        _write(rules, _template(rules.name))
        click.echo(f"written: {unit}\nwritten: {kept} (its options)\nwritten: {rules}")
        if not here:
            return
        if not start:
            _make_state(user)
            run_program("systemctl", "enable", unit.name)
            return
        service_start.start(unit.name)
        service_start.refuse_unanswered(chosen)
    click.echo("The companion runs now and after every start. Look at it with `companion service status`.")
    click.echo("Its tables are its own: `companion --service pin host`, `companion --service backup`.")


@service.command()
@click.option("--tables", is_flag=True, help="Remove its tables too, with their backups, PINs and boxes.")
@click.option("--yes", is_flag=True, help="Do not ask whether the tables may go.")
@root_option
def uninstall(tables: bool, yes: bool, root: Path) -> None:
    """Stops the service and removes its unit, options and udev rule; the tables stay without --tables."""
    places = _places(root)
    gone = [file for file in places if file.exists()]
    state = root / installed_service.STATE.relative_to("/")
    if not gone and not (tables and state.exists()):
        raise CommandError("The service is not installed here.")
    if root == Path("/"):
        _as_root()
    if tables and state.exists() and not yes:
        click.confirm(f"Remove {state} with every table, backup and PIN in it?", abort=True)
    if root == Path("/") and places[0].exists():
        run_program("systemctl", "disable", "--now", places[0].name)
    for file in gone:
        _remove(file)
        click.echo(f"removed: {file}")
    with suppress(OSError):
        places[1].parent.rmdir()  # unless somebody keeps something of their own there
    shutil.rmtree(root / installed_service.CACHE.relative_to("/"), ignore_errors=True)
    if tables and state.exists():
        try:
            shutil.rmtree(state)
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be removed ({error.strerror}).") from None
        click.echo(f"removed: {state}")
    elif state.exists():
        click.echo(f"Its tables stay in {state}; `companion service uninstall --tables` removes them.")
    if root == Path("/"):
        run_program("systemctl", "daemon-reload")
        # Of a service that failed systemd keeps the state, though its unit is gone: there may be none.
        subprocess.run(["systemctl", "reset-failed", places[0].name], capture_output=True, check=False)
        service_start.reload_device_rules()


@service.command()
def status() -> int:
    """Whether the service runs, and the last lines of its log."""
    _refuse_without_systemd()
    command = ["systemctl", "--no-pager", "status", installed_service.UNIT.name]
    return subprocess.run(command, check=False).returncode and 1


# --- its options ----------------------------------------------------------------------------------------


def _checked_options(options: tuple[str, ...]) -> dict[str, object]:
    """The options by their names, as a settings file has them. Raises CommandError for what `companion serve`
    would refuse: the service would start in vain again and again."""
    serve = commands.get_command(click.Context(commands), "serve")
    assert serve is not None
    log = [it for it in commands.params if it.opts[-1].lstrip("-") in LOG_OPTIONS]
    both = click.Command("serve", params=[*log, *serve.params], add_help_option=False)
    try:
        ctx = both.make_context("companion serve", list(options))
    except click.UsageError as wrong:
        raise CommandError(f"companion serve: {wrong.format_message()}") from None
    chosen = {
        parameter.opts[-1].lstrip("-"): ctx.params[parameter.name]
        for parameter in both.params
        if parameter.name and ctx.get_parameter_source(parameter.name) == ParameterSource.COMMANDLINE
    }
    try:
        broker(str(chosen.get("mqtt", "mqtt://localhost")))
    except BadBroker as wrong:
        raise CommandError(str(wrong)) from None
    for name in ("backup-folder", "log-file", "database"):
        if name in chosen and "://" not in str(chosen[name]):
            chosen[name] = Path(str(chosen[name])).absolute()
    return chosen


def _as_settings(chosen: dict[str, object]) -> tomlkit.TOMLDocument:
    """The settings file of these options."""
    document, table = tomlkit.document(), tomlkit.table()
    document.add(
        tomlkit.comment("The options of the service; `companion service install -- ...` writes them.")
    )
    for name, value in chosen.items():
        kept = list(value) if isinstance(value, tuple) else str(value) if isinstance(value, Path) else value
        (document if name in LOG_OPTIONS else table).add(name, kept)
    document.add("serve", table)
    return document


def _own_what_is_written(chosen: dict[str, object], user: str | None) -> tuple[Path, ...]:
    """The folders and files that the options name, each made where it is missing and the user's own. user
    None: for another machine, on which nothing is made. Raises CommandError where the user may not write."""
    folders = [chosen["backup-folder"]] if "backup-folder" in chosen else []
    if isinstance(database := chosen.get("database"), Path):
        folders.append(database.parent)  # beside it lie its log and its lock
    writes = [path for path in folders if isinstance(path, Path)]
    if isinstance(log := chosen.get("log-file"), Path):
        writes.append(log)
    if user is None:
        return tuple(writes)
    for path in writes:
        if not path.exists():
            try:
                if path in folders:
                    make_private_folder(path)
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.touch(FILE)
                shutil.chown(path, user)
            except OSError as wrong:
                raise CommandError(f"{path} cannot be made ({wrong.strerror}).") from None
        if subprocess.run(["test", "-w", path], user=user, check=False).returncode:
            raise CommandError(f"{user} may not write to {path}: give it to them, or name another place.")
    return tuple(writes)


def _refuse_anothers_tables(user: str, owner: int | None) -> None:
    """Raises CommandError where the tables are another account's: the service could not open them."""
    state = installed_service.STATE
    if not state.exists() or state.stat().st_uid == owner:
        return
    try:
        before = state.owner()
    except KeyError:  # the account is gone
        before = str(state.stat().st_uid)
    raise CommandError(
        f"The tables in {state} belong to {before}: install with --user {before}, or give them to {user} "
        f"before: systemctl stop {installed_service.UNIT.stem}; chown -R {user}: {state}"
    )


def _make_state(user: str) -> None:
    """The folder of its tables, which systemd makes only at the first start: a PIN is set before that."""
    try:
        installed_service.STATE.mkdir(parents=True, exist_ok=True)
        shutil.chown(installed_service.STATE, user)
    except OSError as wrong:
        raise CommandError(f"{installed_service.STATE} cannot be made ({wrong.strerror}).") from None


# --- this machine ---------------------------------------------------------------------------------------


def _places(root: Path) -> tuple[Path, Path, Path]:
    """The unit, its options, the udev rule."""
    files = (installed_service.UNIT, installed_service.SETTINGS, installed_service.RULES)
    unit, settings, rules = (root / file.relative_to("/") for file in files)
    return unit, settings, rules


def _template(name: str) -> str:
    return files("companion.commands").joinpath("systemd", name).read_text(encoding="utf-8")


def _program() -> str:
    """The installed command beside this Python, so that a virtual environment works too."""
    beside = Path(sys.executable).with_name("companion")
    return str(beside) if beside.exists() else shutil.which("companion") or "companion"


def _person() -> str:
    return os.environ.get("SUDO_USER") or getpass.getuser()


def _owner(user: str, root: Path) -> int | None:
    """The number of the account below root; None: it is not made yet. Raises CommandError on this machine."""
    accounts = root / "etc" / "passwd"
    lines = accounts.read_text(encoding="utf-8").splitlines() if accounts.exists() else []
    numbers = {line.split(":")[0]: int(line.split(":")[2]) for line in lines if line.count(":") > 5}
    if user not in numbers and root == Path("/"):
        found = subprocess.run(["id", "-u", user], capture_output=True, encoding="utf-8", check=False)
        if found.returncode:
            raise CommandError(f"There is no account {user!r:.60} on this machine: give one with --user.")
        return int(found.stdout)
    return numbers.get(user)


def _refuse_without_systemd() -> None:
    """Raises CommandError on a machine that systemd does not run: nothing could start the service."""
    if shutil.which("systemctl") is None or not installed_service.BOOTED.is_dir():
        raise CommandError("This machine is not run by systemd: start `companion serve` in another way.")


def _as_root() -> None:
    """Goes on as root: where it is not, by sudo, which asks for the password. By the program's whole path:
    sudo does not look where pipx, uv and virtual environments put it."""
    if os.geteuid() == 0:
        return
    command = ["sudo", _program(), *sys.argv[1:]]
    if shutil.which("sudo") is None:
        raise CommandError(f"This needs root: {shlex.join(command[1:])}")
    click.echo(f"{shlex.join(command)}", err=True)
    os.execvp(command[0], command)


def _write(file: Path, text: str, mode: int = 0o644, owner: int | None = None) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(f"{file.name}.part")
        part.unlink(missing_ok=True)
        with os.fdopen(
            os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8"
        ) as new:
            new.write(text)
        part.chmod(mode)
        if owner is not None:
            os.chown(part, owner, -1)
        part.replace(file)
    except OSError as error:
        raise CommandError(f"{file} cannot be written ({error.strerror}).") from None


def _remove(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise CommandError(f"{file} cannot be removed ({error.strerror}).") from None
