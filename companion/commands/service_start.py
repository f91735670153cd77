"""The start of a service that was just installed: tried first, waited for, and taken back where it fails."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from companion.cli import CommandError
from companion.system import installed_service

ANSWER_SECONDS = 45.0
"""For the service to answer; a Raspberry Pi needs fifteen."""
ASKED_EVERY_SECONDS = 0.25
PATIENCE_SECONDS = 3.0
"""Where its port is not known: a service whose start fails has ended by then."""
OWN_PIN, SERVICE_PIN = "companion pin host", "companion --service pin host"
USUAL_HOST, USUAL_PORT = "", 8000


def try_start(program: str, user: str, chosen: Mapping[str, object], settings: str) -> None:
    """Raises CommandError where the service would not start. chosen: its options, which the settings file
    has, too."""
    from companion.web.server.listening import CannotServe, refuse_taken_ports  # brings all of the program

    host, port = _place(chosen)
    try:
        ports = (("--port", port), ("--https", int(str(chosen.get("https", 0)))))
        refuse_taken_ports(host, ports, given_up=installed_service.listens)
    except CannotServe as wrong:
        raise CommandError(str(wrong)) from None
    _run_as(user, [program, "--version"])
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as kept:
        kept.write(settings)
        kept.flush()
        shutil.chown(kept.name, user)
        # The ports were tried as root, whose right to open low ones the service gets.
        command = [program, "--settings", kept.name, "serve", "--try", "--port", "0", "--https", "0"]
        _run_as(user, command)


def _run_as(user: str, command: list[str]) -> None:
    """Raises CommandError where it cannot be run, or ends with what it says itself."""
    import pwd  # Windows has none

    account = pwd.getpwnam(user)
    # Its own data folder, and nothing of the person who installs it
    own = {"PATH": os.environ.get("PATH", os.defpath), "HOME": account.pw_dir}
    try:
        done = subprocess.run(
            command,
            user=account.pw_uid,
            group=account.pw_gid,
            extra_groups=os.getgrouplist(user, account.pw_gid),
            env={**own, "XDG_DATA_HOME": str(installed_service.STATE)},
            cwd="/",
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as wrong:
        raise CommandError(
            f"{user} cannot run {command[0]} ({wrong.strerror}): install it where everybody may, as "
            "`sudo pipx install --global` does, or name its owner with --user."
        ) from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        # The tables that it speaks of will be the service's.
        why = said[-1].removeprefix("companion: ") if said else f"{command[0]} says nothing."
        raise CommandError(
            why.replace(OWN_PIN, f"companion service install --no-start`, then `{SERVICE_PIN}")
        )


@contextmanager
def put_back_where_it_fails(*files: Path) -> Iterator[None]:
    """Context manager: where it does not end well the files are as before, and so is the service; files: the
    unit first."""
    before = {file: (file.read_bytes(), file.stat()) for file in files if file.exists()}
    try:
        yield
    except BaseException as wrong:  # Ctrl-C while it is waited for, too
        _put_back(files, before)
        if not isinstance(wrong, CommandError):
            raise
        now = "what was there before is back" if files[0] in before else "nothing is installed"
        raise CommandError(f"{wrong} So {now}.") from None


def _put_back(files: Sequence[Path], before: Mapping[Path, tuple[bytes, os.stat_result]]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
        if file in before:
            content, of = before[file]
            file.touch(of.st_mode & 0o777)
            file.write_bytes(content)
            os.chown(file, of.st_uid, of.st_gid)
    unit = files[0].name
    again = (("daemon-reload",), ("reset-failed", unit), ("restart", unit))
    away = (("disable", "--now", unit), ("daemon-reload",), ("reset-failed", unit))
    for step in again if files[0] in before else away:
        subprocess.run(["systemctl", *step], capture_output=True, check=False)
    if files[0] not in before:
        shutil.rmtree(installed_service.CACHE, ignore_errors=True)


def start(unit: str) -> None:
    """Has systemd start it anew. Raises CommandError."""
    run_program("systemctl", "daemon-reload")
    if not reload_device_rules():
        click.echo(
            "companion: there is no udev here, as in a container: lights on USB are as this machine "
            "gives them.",
            err=True,
        )
    run_program("systemctl", "enable", unit)
    # Of a service that failed again and again systemd counts the starts, and would refuse this one.
    subprocess.run(["systemctl", "reset-failed", unit], capture_output=True, check=False)
    run_program("systemctl", "restart", unit)


def reload_device_rules() -> bool:
    """Whether a udev runs here and did: some containers have its programs alone."""
    if shutil.which("udevadm") is None:
        return False
    done = subprocess.run(["udevadm", "control", "--reload"], capture_output=True, check=False)
    return not done.returncode


def refuse_unanswered(chosen: Mapping[str, object]) -> None:
    """Raises CommandError where the service does not answer in its time."""
    from companion.web.server.listening import is_answered  # brings all of the program

    host, port = _place(chosen)
    until = time.monotonic() + (ANSWER_SECONDS if port else PATIENCE_SECONDS)
    while time.monotonic() < until:
        if port and is_answered(host, port) and installed_service.listens(port):
            return
        if _is("failed"):  # systemd tries no more
            break
        time.sleep(ASKED_EVERY_SECONDS)
    unit, runs = installed_service.UNIT, _is("active")
    if port or not runs:
        what = f"it gave no answer at port {port} for {ANSWER_SECONDS:.0f} s" if runs else "it stopped again"
        raise CommandError(f"It was started, but {what}: `journalctl -u {unit.stem}` says why.")


def _is(state: str) -> bool:
    asked = ["systemctl", f"is-{state}", "--quiet", installed_service.UNIT.name]
    return not subprocess.run(asked, check=False).returncode


def _place(chosen: Mapping[str, object]) -> tuple[str, int]:
    return str(chosen.get("host", USUAL_HOST)), int(str(chosen.get("port", USUAL_PORT)))


def run_program(*command: str) -> None:
    """Raises CommandError where it is missing or fails."""
    if shutil.which(command[0]) is None:
        raise CommandError(f"{command[0]} is not on this machine: the service needs Linux with systemd.")
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", check=False)
    if done.returncode:
        output_lines = (done.stderr or done.stdout).strip().splitlines()
        raise CommandError(
            f"`{' '.join(command)}` failed: {output_lines[-1] if output_lines else 'it says nothing'}."
        )
