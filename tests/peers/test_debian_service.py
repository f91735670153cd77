"""Tests of the service on a booted Debian 12 and 13: installed, killed, installed in vain, behind nginx,
backed up, restored, started with the machine, removed.

Each test installs what it needs and leaves nothing behind, so that each also runs alone.
"""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.peers.debian import PROGRAM, PYTHONS, ROOT, Machine, fresh_root

pytestmark = [pytest.mark.peer, pytest.mark.xdist_group("debian")]
HERE = "http://127.0.0.1:8000"
UNIT, STATE, CACHE = "table-companion.service", "var/lib/table-companion", "var/cache/table-companion"
WAIT_SECONDS = 30.0


@pytest.fixture(scope="module", params=PYTHONS)
def booted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, wheel: Path
) -> Iterator[Machine]:
    """In memory, where it can be: its journal waits for the disk, and the service's start has a limit."""
    machine = Machine(fresh_root(tmp_path_factory.mktemp("debian"), request.param, wheel))
    machine.boot()
    yield machine
    machine.off()
    shutil.rmtree(machine.root)


@pytest.fixture
def machine(booted: Machine) -> Iterator[Machine]:
    yield booted
    booted.companion("service", "uninstall", "--tables", "--yes")
    assert not (booted.root / STATE).exists()


def install(machine: Machine, *options: str) -> str:
    done = machine.companion("service", "install", "--user", "host", "--", "--camera", "none", *options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def until(wanted: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not wanted():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.2)


def api(machine: Machine, path: str, headers: tuple[str, ...] = (), **body: Any) -> Any:
    status, text = machine.asked(f"{HERE}/api/v1{path}", json.dumps(body) if body else "", headers)
    assert 200 <= status < 300, (path, status, text)
    return json.loads(text)


def begun(machine: Machine, headers: tuple[str, ...] = ()) -> str:
    players = [{"name": name, "colour": name.lower()} for name in ("Blue", "Green")]
    return str(api(machine, "/tables", headers, game="new-frontiers", players=players, seed=1)["table"])


def decide(machine: Machine, table: str) -> int:
    """Takes the first choice that the table offers; its new number."""
    state = api(machine, f"/tables/{table}")
    choices = [it["answer"]["options"] for it in state["questions"] if it["answer"].get("options")]
    decision = choices[0][0]["decision"]
    key = f"peer-{state['number']:05d}"
    done = api(machine, f"/tables/{table}/decisions", seen=state["number"], key=key, decision=decision)
    return int(done["number"])


def test_it_is_installed_and_starts_with_the_machine(machine: Machine) -> None:
    said = install(machine, "--lights", "/dev/ttyACM9")
    assert "The companion runs now and after every start" in said
    assert machine.asked(f"{HERE}/healthz")[0] == 200
    shown = machine.do("systemctl", "show", UNIT, "--property=User,MainPID,Result")
    pid = re.search(r"MainPID=(\d+)", shown)
    assert pid is not None
    assert "User=host" in shown
    assert machine.do("stat", "-c", "%U", f"/proc/{pid[1]}").strip() == "host"
    assert machine.do("stat", "-c", "%U %a", f"/{STATE}/table-companion/tables.db").strip() == "host 600"
    assert (machine.root / "etc/table-companion/settings.toml").stat().st_mode & 0o777 == 0o600
    machine.do("journalctl", "--sync")  # it may have answered before its log was read
    log = machine.do("journalctl", "-u", UNIT, "--no-pager")
    assert "The table is at http://" in log
    assert not [word for word in ("█", "Ctrl-C", "Traceback") if word in log]
    # What it compiled is there at its next start, though it may write nowhere else.
    assert machine.asked(f"{HERE}/")[0] == 200
    modules = [it.name for it in (machine.root / CACHE).glob("modules/**/companion/**/*.pyc")]
    assert [name for name in modules if name.startswith("app.cpython-")]
    assert list((machine.root / CACHE).glob("table-companion/templates/*"))
    told = machine.companion("--service", "doctor")
    assert "the companion that runs at port 8000" in told.stdout, told.stdout + told.stderr
    table, number = begun(machine), 0
    number = decide(machine, table)
    machine.off()
    machine.boot()
    until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
    assert api(machine, f"/tables/{table}")["number"] == number


def test_killed_it_comes_back_with_all_that_was_told(machine: Machine) -> None:
    install(machine)
    table = begun(machine)
    for _ in range(3):
        number = decide(machine, table)
        machine.do("systemctl", "kill", "--signal=KILL", UNIT)
        until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
        assert api(machine, f"/tables/{table}")["number"] == number
    assert machine.companion("--service", "check").stdout.startswith("1 of 1 tables replay")


def test_an_install_that_fails_leaves_the_one_before_or_nothing(machine: Machine) -> None:
    """Its last is found only once it runs: a drop-in of the operator's lets that start end at once. systemd
    tries five times and, by chance or here for sure, would then start nothing more for a while."""
    late = machine.root / f"etc/systemd/system/{UNIT}.d/late.conf"
    late.parent.mkdir()
    ends = f'/bin/sh -c "! grep -q 8077 /etc/table-companion/settings.toml && exec {PROGRAM} --service serve"'
    late.write_text(f"[Unit]\nStartLimitIntervalSec=1h\n[Service]\nExecStart=\nExecStart={ends}\n")
    ended = "It was started, but it stopped again: `journalctl -u table-companion` says why."
    assert f"{ended} So nothing is installed." in refused(machine, "--port", "8077")
    assert UNIT not in machine.say("systemctl", "list-units", "--all", "--no-pager", "table-companion*")
    assert not (machine.root / f"etc/systemd/system/{UNIT}").exists()
    assert not (machine.root / CACHE).exists()

    install(machine, "--branch", "North")
    kept = (machine.root / "etc/table-companion/settings.toml").read_text()
    unit = (machine.root / f"etc/systemd/system/{UNIT}").read_text()
    table = begun(machine)
    machine.do("systemd-run", "--unit=other", "python3", "-m", "http.server", "8090")
    until(lambda: machine.asked("http://127.0.0.1:8090/")[0] == 200)
    for options, says in (
        (("--port", "8090"), "is in use by another program"),
        (("--camera", "nosuch"), "There is no camera"),
        (("--trusted-host", "tables.example.org"), "companion service install --no-start"),
        (("--port", "8077"), f"{ended} So what was there before is back."),
    ):
        assert says in refused(machine, *options)
        assert (machine.root / "etc/table-companion/settings.toml").read_text() == kept
        assert (machine.root / f"etc/systemd/system/{UNIT}").read_text() == unit
        until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
    assert api(machine, f"/tables/{table}")["table"] == table
    machine.do("systemctl", "stop", "other")
    late.unlink()
    late.parent.rmdir()


def refused(machine: Machine, *options: str) -> str:
    """What an install says that fails."""
    done = machine.companion("service", "install", "--user", "host", "--", *options)
    assert done.returncode == 2, (options, done.stdout + done.stderr)
    return done.stderr


def test_another_companion_at_its_port_is_not_taken_for_it(machine: Machine) -> None:
    """An idle one: who asks waits for two seconds."""
    other = (PROGRAM, "serve", "--camera", "none", "--lights", "none", "--database", "/home/host/other.db")
    machine.do("systemd-run", "--unit=other-companion", "--uid=host", *other)
    try:
        until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
        done = machine.companion("service", "install", "--user", "host", "--", "--camera", "none")
        assert done.returncode == 2
        assert "At port 8000 a companion runs already" in done.stderr
        assert machine.ask("systemctl", "is-active", UNIT).returncode != 0
    finally:
        machine.say("systemctl", "stop", "other-companion")


def test_tables_of_another_account_are_not_taken(machine: Machine) -> None:
    install(machine)
    table = begun(machine)
    done = machine.companion("service", "install", "--user", "root", "--", "--camera", "none")
    assert done.returncode == 2
    assert "belong to host: install with --user host, or give them to root before" in done.stderr
    assert api(machine, f"/tables/{table}")
    machine.do("systemctl", "stop", UNIT)
    told = machine.companion("--service", "doctor").stdout
    assert "WRONG  service: it does not run" in told


def test_a_backup_comes_back(machine: Machine) -> None:
    install(machine)
    table = begun(machine)
    number = decide(machine, table)
    written = machine.do(PROGRAM, "--service", "backup").removeprefix("written: ").strip()
    assert written.startswith(f"/{STATE}/")
    later = decide(machine, table)
    assert later > number
    refused = machine.companion("--service", "restore", written)
    assert "sudo systemctl stop table-companion" in refused.stderr
    machine.do("systemctl", "stop", UNIT)
    machine.do("cp", written, "/root/mine.db")
    refused = machine.companion("--service", "restore", "/root/mine.db")
    assert "With --service this is done by host, the service's account" in refused.stderr
    done = machine.companion("--service", "restore", written)
    assert done.returncode == 0, done.stderr
    machine.do("systemctl", "start", UNIT)
    until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
    assert api(machine, f"/tables/{table}")["number"] == number


def test_backups_go_to_a_stick_that_comes_after_the_start(machine: Machine) -> None:
    """What the service may write to is settled when it starts; the stick is then in a drawer."""
    stick = ("mount", "-t", "tmpfs", "stick", "/media/stick")
    folder = "/media/stick/backups"
    machine.do("mkdir", "-p", "/media/stick")
    machine.do(*stick)
    install(machine, "--backup-folder", folder)
    machine.do("systemctl", "stop", UNIT)
    machine.do("umount", "/media/stick")
    machine.do("systemctl", "start", UNIT)
    until(lambda: machine.asked(f"{HERE}/healthz")[0] == 200)
    begun(machine)
    pid = machine.do("systemctl", "show", UNIT, "--property=MainPID", "--value").strip()
    # A backup as the service takes it: what it sees, and what it may do there.
    as_the_service = ("nsenter", "-t", pid, "-m", PROGRAM, "--service", "backup")
    assert machine.ask(*as_the_service).returncode == 2
    machine.do(*stick)
    machine.do("install", "-d", "-o", "host", folder)
    assert machine.do(*as_the_service).startswith(f"written: {folder}/")
    machine.do("systemctl", "stop", UNIT)
    machine.do("umount", "/media/stick")
    machine.do("rmdir", "/media/stick")


def test_behind_the_nginx_of_the_docs(machine: Machine) -> None:
    """As docs/deployment.md says it, but for its certificate; a name of the internet, and so a PIN first."""
    options = ("--host", "127.0.0.1", "--proxy", "127.0.0.1", "--trusted-host", "tables.example.org")
    first = machine.companion("service", "install", "--no-start", "--user", "host", "--", *options)
    assert first.returncode == 0, first.stderr
    pin = machine.companion("--service", "pin", "host", "--pin", "739214")
    assert pin.returncode == 0, pin.stderr
    install(machine, *options)
    guide = (ROOT / "docs/deployment.md").read_text(encoding="utf-8")
    (site, *_others) = re.findall(r"^ *```nginx\n(.*?)^ *```", guide, re.S | re.M)
    site = re.sub(r"^ *ssl_.*\n", "", site.replace("listen 443 ssl", "listen 8081"), flags=re.M)
    (machine.root / "etc/nginx/sites-enabled/companion").write_text(site)
    machine.do("nginx", "-t")
    machine.do("systemctl", "restart", "nginx")
    through = ("Host: tables.example.org", "X-Forwarded-For: 198.51.100.1")
    status, page = machine.asked("http://127.0.0.1:8081/", headers=through)
    assert (status, "<title>" in page) == (200, True)
    assert machine.asked("http://127.0.0.1:8081/metrics", headers=through)[0] == 403
    assert machine.asked("http://127.0.0.1:8081/", headers=("Host: other.example.org",))[0] == 421
    assert machine.asked("http://127.0.0.1:8081/api/v1/tables", headers=through)[0] == 403
    (machine.root / "etc/nginx/sites-enabled/companion").unlink()
    machine.do("systemctl", "stop", "nginx")


def test_it_is_reached_by_ipv6_but_not_from_the_internet(machine: Machine) -> None:
    """Without a PIN, as at home."""
    for address in ("fd00::7", "2a00:1450::7"):
        machine.ask("ip", "address", "replace", f"{address}/128", "dev", "lo")
    install(machine)
    assert machine.asked("http://[fd00::7]:8000/healthz")[0] == 200
    assert machine.asked("http://[2a00:1450::7]:8000/healthz")[0] == 0
    assert machine.asked(f"{HERE}/healthz")[0] == 200
    public = machine.companion("service", "install", "--user", "host", "--", "--host", "::")
    assert "could be reached from the internet at 2a00:1450::7" in public.stderr
    for address in ("fd00::7", "2a00:1450::7"):
        machine.do("ip", "address", "del", f"{address}/128", "dev", "lo")


def test_removed_it_leaves_the_tables_or_nothing(machine: Machine) -> None:
    before = _files(machine.root)
    install(machine)
    table = begun(machine)
    done = machine.companion("service", "uninstall")
    assert done.returncode == 0, done.stderr
    assert machine.asked(f"{HERE}/healthz")[0] == 0
    assert UNIT not in machine.say("systemctl", "list-units", "--all", "--no-pager", "table-companion*")
    left = {it for it in _files(machine.root) - before if not it.startswith(STATE)}
    assert left == set()
    assert not (machine.root / CACHE).exists()
    install(machine)
    assert api(machine, f"/tables/{table}")["table"] == table
    assert machine.companion("service", "uninstall", "--tables", "--yes").returncode == 0
    assert _files(machine.root) - before == set()


def _files(root: Path) -> set[str]:
    """What lies on the machine, but for what it writes itself while it runs and what Python compiles."""
    found = {
        path.relative_to(root).as_posix()
        for part in ("etc", "home", "opt", "root", "usr", "var")
        for path in (root / part).rglob("*")
    }
    own = ("var/log/", "var/lib/systemd/", "var/tmp/", "var/lib/private", "var/lib/nginx", "var/cache/")
    return {it for it in found if not it.startswith(own) and "__pycache__" not in it}
