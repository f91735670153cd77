"""`companion service`: the companion as a systemd service that starts with the machine."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import click

from companion.cli import CommandError

UNIT = "table-companion.service"
RULES = "60-table-companion.rules"
UNIT_FOLDER = Path("/etc/systemd/system")
RULES_FOLDER = Path("/etc/udev/rules.d")

root_option = click.option(
    "--root",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("/"),
    help="Write below this folder instead of / and start nothing (for images and packages).",
)


def unit_text(program: str, user: str, options: str) -> str:
    """The unit file for one user. options: what is handed to `companion serve`."""
    return _template(UNIT).format(program=program, user=user, options=options)


@click.group()
def service() -> None:
    """The companion as a service of this machine (Linux with systemd): it starts by itself and is restarted
    when it stops.

    The tables are then kept in /var/lib/table-companion.
    """


@service.command()
@click.argument("options", nargs=-1)
@click.option("--user", default=None, help="Whose rights it runs with (default: you, before sudo).")
@root_option
def install(options: tuple[str, ...], user: str | None, root: Path) -> None:
    """Writes the unit and the udev rule, and starts the service.

    OPTIONS go to `companion serve`; put -- before them:
    companion service install -- --camera auto --lights auto
    """
    user = user or _person()
    unit, rules = _places(root)
    written = unit_text(_program(), user, shlex.join(options) if options else "--camera auto --lights auto")
    _write(unit, written)
    _write(rules, _template(RULES))
    click.echo(f"written: {unit}\nwritten: {rules}")
    if root != Path("/"):
        return
    _run("systemctl", "daemon-reload")
    _run("udevadm", "control", "--reload")
    _run("systemctl", "enable", "--now", UNIT)
    click.echo("The companion runs now and after every start. Look at it with `companion service status`.")


@service.command()
@root_option
def uninstall(root: Path) -> None:
    """Stops the service and removes its unit and udev rule; the tables stay."""
    unit, rules = _places(root)
    if root == Path("/") and unit.exists():
        _run("systemctl", "disable", "--now", UNIT)
    gone = [file for file in (unit, rules) if file.exists()]
    if not gone:
        raise CommandError("The service is not installed here.")
    for file in gone:
        _remove(file)
        click.echo(f"removed: {file}")
    if root == Path("/"):
        _run("systemctl", "daemon-reload")


@service.command()
def status() -> int:
    """Whether the service runs, and the last lines of its log."""
    if shutil.which("systemctl") is None:
        raise CommandError("This machine has no systemd: start `companion serve` in another way.")
    return subprocess.run(["systemctl", "--no-pager", "status", UNIT], check=False).returncode and 1


def _places(root: Path) -> tuple[Path, Path]:
    below = [root / folder.relative_to("/") for folder in (UNIT_FOLDER, RULES_FOLDER)]
    return below[0] / UNIT, below[1] / RULES


def _template(name: str) -> str:
    return files("companion.commands").joinpath("systemd", name).read_text(encoding="utf-8")


def _program() -> str:
    """The installed command beside this Python, so that a virtual environment works too."""
    beside = Path(sys.executable).with_name("companion")
    return str(beside) if beside.exists() else shutil.which("companion") or "companion"


def _person() -> str:
    return os.environ.get("SUDO_USER") or getpass.getuser()


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(
            f"{file} cannot be written ({error.strerror}): run this command with sudo."
        ) from None


def _remove(file: Path) -> None:
    try:
        file.unlink()
    except OSError as error:
        raise CommandError(
            f"{file} cannot be removed ({error.strerror}): run this command with sudo."
        ) from None


def _run(*command: str) -> None:
    if shutil.which(command[0]) is None:
        raise CommandError(f"{command[0]} is not on this machine: the service needs Linux with systemd.")
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        output_lines = (done.stderr or done.stdout).strip().splitlines()
        raise CommandError(
            f"`{' '.join(command)}` failed: {output_lines[-1] if output_lines else 'it says nothing'}."
        )
