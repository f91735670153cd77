"""Tests of the systemd service: what is installed, as whom it runs, and that commands with `--service` act on
its tables; and of the container file."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from companion.access.house import House
from companion.cli import commands
from companion.commands import service, service_start
from companion.room.lights import demo_lights
from companion.system import installed_service
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.ports import free_port
from tests.web.conftest import Serving, bare_room

ROOT = Path(__file__).resolve().parent.parent
if os.name != "posix":
    pytest.skip("systemd is of Linux", allow_module_level=True)
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="another account's rights are for root to take")


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(commands, ["service", *arguments])
    return result.exit_code, result.output


def test_the_unit_the_options_and_the_rule_are_written_and_removed(tmp_path: Path) -> None:
    root = ("--root", str(tmp_path))
    options = ("--camera", "100% $HOME", "--https", "--no-trust", "--database", "postgresql://c:p%40s@db/c")
    status, said = run("install", *root, "--user", "host", "--", *options, "--log-format", "json")
    unit, settings, rules = service._places(tmp_path)
    assert status == 0, said
    assert "User=host" in unit.read_text()
    assert "--service serve\n" in unit.read_text()
    assert "p%40s" not in unit.read_text()
    assert tomllib.loads(settings.read_text()) == {
        "log-format": "json",
        "serve": {
            "camera": ["100% $HOME"],
            "https": 8443,
            "trust": False,
            "database": "postgresql://c:p%40s@db/c",
        },
    }
    assert settings.stat().st_mode & 0o777 == 0o600
    assert 'GROUP="dialout"' in rules.read_text()
    assert run("uninstall", *root)[0] == 0
    assert not any(file.exists() for file in (unit, settings, rules))
    status, said = run("uninstall", *root)
    assert status == 2
    assert "not installed" in said


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("bogus",), "unexpected extra argument"),
        (("--port", "many"), "many"),
        (("--bogus",), "No such option"),
        (("--mqtt", "broker"), "like mqtt://"),
    ],
)
def test_options_that_serve_would_refuse_are_refused(
    tmp_path: Path, options: tuple[str, ...], says: str
) -> None:
    status, said = run("install", "--root", str(tmp_path), "--user", "host", "--", *options)
    assert status == 2
    assert says in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("program", "word"), [("/a/100%/x", "/a/100%%/x"), ("/a b/$c", '"/a b/$c"')])
def test_a_path_means_itself_in_the_unit(program: str, word: str) -> None:
    assert f"ExecStart={word} --service serve" in service.unit_text(program, "host")


def test_what_the_options_name_may_be_written_to(tmp_path: Path) -> None:
    """systemd makes everything else read-only for the service (ProtectSystem=strict)."""
    options = ("--backup-folder", "/media/a stick/b", "--log-file", "/var/log/t.log", "--database", "/d/t.db")
    assert run("install", "--root", str(tmp_path), "--user", "host", "--", *options)[0] == 0
    unit, _settings, _rules = service._places(tmp_path)
    assert 'ReadWritePaths="-/media/a stick/b" -/d -/var/log/t.log\n' in unit.read_text()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """This machine, with its files in a folder and a `systemctl` that only keeps what it was told."""
    for name in ("UNIT", "SETTINGS", "RULES", "STATE", "CACHE"):
        monkeypatch.setattr(
            installed_service, name, tmp_path / getattr(installed_service, name).relative_to("/")
        )
    monkeypatch.setattr(installed_service, "BOOTED", tmp_path)
    (tmp_path / "main-pid").write_text(f"{os.getpid()}\n")
    for program in ("systemctl", "udevadm"):
        stand_in = tmp_path / "bin" / program
        stand_in.parent.mkdir(exist_ok=True)
        # The service's process is this one: `answering` answers in it.
        asked = f'[ "$1" = show ] && read pid < {tmp_path}/main-pid && echo $pid && exit\n'
        asked += '[ "$1" = is-failed ] && exit 1\n'
        stand_in.write_text(f'#!/bin/sh\n{asked}echo {program} "$@" >> {tmp_path}/told\n')
        stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setattr(service_start, "ANSWER_SECONDS", 0.5)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COMPANION_DATABASE", "")  # what is set on the way is put back
    return tmp_path


@pytest.fixture
def starting(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`installed`, of a program that starts whenever that is tried: what would not is another test's."""
    program = installed / "companion"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(service, "_program", lambda: str(program))
    return installed


class Answers(BaseHTTPRequestHandler):
    """What a companion says to who asks whether it is there."""

    server_version, sys_version = "companion", ""

    def version_string(self) -> str:
        return self.server_version

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_words: object) -> None:
        pass


@pytest.fixture
def answering() -> Iterator[int]:
    """The port of a companion that answers, as a service that came up does."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_its_port_is_its_own_while_something_else_of_it_is_closed(
    installed: Path, answering: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the list of what it has open and a look at each, a request may end."""
    looked_at, ended, readlink = list[Path](), list[Path](), os.readlink

    def readlink_of_one_that_ends(number: Path) -> str:
        looked_at.append(number)
        if not readlink(number).startswith("socket:") and not ended:
            ended.append(number)
            raise FileNotFoundError(number)
        return readlink(number)

    monkeypatch.setattr(os, "readlink", readlink_of_one_that_ends)
    assert installed_service.listens(answering)
    assert ended
    assert len(looked_at) > 1


def told_systemd(installed: Path) -> list[str]:
    return (installed / "told").read_text().splitlines() if (installed / "told").exists() else []


@as_root
def test_a_service_that_gives_no_answer_leaves_nothing_behind(starting: Path) -> None:
    status, said = run("install", "--user", "root", "--", "--port", str(free_port()))
    assert status == 2
    assert "gave no answer at port" in said
    assert "So nothing is installed." in said
    assert not any(file.exists() for file in service._places(Path("/")))
    assert told_systemd(starting)[-3:] == [
        "systemctl disable --now table-companion.service",
        "systemctl daemon-reload",
        "systemctl reset-failed table-companion.service",
    ]


@as_root
def test_a_new_install_that_gives_no_answer_puts_the_old_one_back(starting: Path, answering: int) -> None:
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 0
    before = {file: file.read_bytes() for file in service._places(Path("/"))}
    status, said = run("install", "--user", "root", "--", "--port", str(free_port()), "--branch", "second")
    assert status == 2
    assert "So what was there before is back." in said
    assert {file: file.read_bytes() for file in before} == before
    assert installed_service.SETTINGS.stat().st_mode & 0o777 == 0o600
    # systemd has counted the starts that failed, and would refuse this one.
    assert told_systemd(starting)[-2:] == [
        "systemctl reset-failed table-companion.service",
        "systemctl restart table-companion.service",
    ]


@as_root
def test_an_install_that_is_broken_off_leaves_nothing_behind(
    starting: Path, answering: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(_chosen: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(service_start, "refuse_unanswered", broken_off)
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 1
    assert not any(file.exists() for file in service._places(Path("/")))


@as_root
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--camera", "nosuch"), "There is no camera, file or folder “nosuch”"),
        (("--port", "{taken}"), "is in use by another program"),
        (
            ("--trusted-host", "play.example.org"),
            "set a PIN with `companion service install --no-start`, then `companion --service pin host`",
        ),
        (("--trusted-host", "https://play.example.org"), "no host's name"),
    ],
)
def test_what_would_not_start_changes_nothing(
    installed: Path, answering: int, options: tuple[str, ...], says: str
) -> None:
    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        given = [it.format(taken=other.getsockname()[1]) for it in options]
        port = () if "--port" in given else ("--port", str(answering))
        (installed / "main-pid").write_text(f"{os.getpid() if port else 0}\n")
        status, said = run("install", "--user", "root", "--", *given, *port)
    assert status == 2
    assert says in said
    assert told_systemd(installed) == []
    assert not installed_service.SETTINGS.exists()


@as_root
def test_a_port_of_another_companion_is_not_the_services(starting: Path, answering: int) -> None:
    """A demo that somebody left running would answer in the place of the service."""
    (starting / "main-pid").write_text("0\n")
    status, said = run("install", "--user", "root", "--", "--port", str(answering))
    assert (status, told_systemd(starting)) == (2, [])
    assert f"At port {answering} a companion runs already" in said
    status, said = companion("serve", "--try", "--port", str(answering))
    assert status == 2
    assert f"At port {answering} a companion runs already" in said


@as_root
def test_tables_of_another_account_are_no_services(starting: Path, answering: int) -> None:
    """systemd gives it the folder, not what lies in it, and nobody else may look into it before."""
    installed_service.STATE.mkdir(parents=True, mode=0o700)
    shutil.chown(installed_service.STATE, "nobody")
    for start in ((), ("--no-start",)):
        status, said = run("install", *start, "--user", "root", "--", "--port", str(answering))
        assert (status, told_systemd(starting)) == (2, [])
        assert "belong to nobody: install with --user nobody, or give them to root before: " in said
        assert f"chown -R root: {installed_service.STATE}" in said
    shutil.chown(installed_service.STATE, "root")
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 0


@as_root
def test_where_systemd_does_not_run_nothing_is_written(
    starting: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its programs may be there all the same, as in a container."""
    monkeypatch.setattr(installed_service, "BOOTED", starting / "run" / "systemd" / "system")
    for command in ("install", "status"):
        status, said = run(command)
        assert (status, told_systemd(starting)) == (2, [])
        assert "not run by systemd: start `companion serve` in another way" in said
    assert not installed_service.SETTINGS.parent.exists()


@as_root
def test_the_doctor_says_whether_the_service_runs(starting: Path, answering: int) -> None:
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 0
    works = f"works  service: it runs, and answers at port {answering}\n"
    assert works in companion("--service", "doctor")[1]
    (starting / "bin" / "systemctl").write_text("#!/bin/sh\nexit 3\n")
    said = companion("--service", "doctor")[1]
    assert f"WRONG  service: it does not run, and another companion has its port {answering}\n" in said


def test_a_try_says_what_the_start_would_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what other programs answer: a broker may come later."""
    tried = ("serve", "--try", "--port", "0")
    assert companion(*tried, "--mqtt", "mqtt://nosuch.invalid") == (0, "It would start.\n")
    assert "like mqtt://" in companion(*tried, "--mqtt", "broker")[1]
    assert "--webhook wants an address like" in companion(*tried, "--webhook", "example.org/hook")[1]
    assert "There is no group 'nosuch' on this machine." in companion(*tried, "--group", "nosuch")[1]
    monkeypatch.setitem(sys.modules, "companion.home_automation.mqtt", None)
    assert companion(*tried, "--mqtt", "mqtt://broker")[0] == 2


@as_root
def test_a_program_that_its_account_cannot_reach_is_refused_with_the_way(
    installed: Path, answering: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home of mode 0700: systemd would say 203/EXEC again and again."""
    program = installed / "home" / "companion"
    program.parent.mkdir(mode=0o700)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr(service, "_program", lambda: str(program))
    status, said = run("install", "--user", "nobody", "--", "--port", str(answering))
    assert status == 2
    assert f"nobody cannot run {program}" in said
    assert "sudo pipx install --global" in said
    assert told_systemd(installed) == []


@as_root
def test_without_udev_it_is_installed_all_the_same(
    starting: Path, answering: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a container."""
    (starting / "bin" / "udevadm").unlink()
    monkeypatch.setenv("PATH", str(starting / "bin"))
    status, said = run("install", "--user", "root", "--", "--port", str(answering))
    assert status == 0, said
    assert "there is no udev here" in said


@as_root
def test_a_udev_that_does_not_run_is_none(starting: Path, answering: int) -> None:
    """As in containers that have its programs: the install goes on."""
    (starting / "bin" / "udevadm").write_text("#!/bin/sh\nexit 1\n")
    status, said = run("install", "--user", "root", "--", "--port", str(answering))
    assert status == 0, said
    assert "there is no udev here" in said


@as_root
def test_a_pin_is_set_before_the_first_start(installed: Path) -> None:
    assert run("install", "--user", "nobody", "--no-start")[0] == 0
    assert installed_service.STATE.owner() == "nobody"


@as_root
def test_the_tables_go_only_where_that_is_said(starting: Path, answering: int) -> None:
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 0
    kept = installed_service.STATE / "table-companion" / "tables.db"
    kept.parent.mkdir(parents=True)
    kept.write_text("a journal")
    (installed_service.CACHE / "modules").mkdir(parents=True)
    status, said = run("uninstall")
    assert (status, kept.exists(), installed_service.CACHE.exists()) == (0, True, False)
    assert "Its tables stay" in said
    status, said = run("uninstall", "--tables")
    assert (status, kept.exists()) == (1, True)  # nobody says yes
    assert run("uninstall", "--tables", "--yes")[0] == 0
    assert not installed_service.STATE.exists()


@as_root
def test_a_second_install_restarts_with_the_new_options(installed: Path, answering: int) -> None:
    assert run("install", "--user", "root", "--", "--port", str(answering))[0] == 0
    folder = installed / "stick" / "backups"
    options = ("--port", str(answering), "--trusted-host", "Cards", "--backup-folder", str(folder))
    status, said = run("install", "--user", "nobody", "--", *options)
    assert status == 2, said  # nobody may not reach a test's folder, which is root's alone
    assert "nobody may not write to" in said
    assert run("install", "--user", "root", "--", *options)[0] == 0
    assert told_systemd(installed).count("systemctl restart table-companion.service") == 2
    kept = tomllib.loads(installed_service.SETTINGS.read_text())["serve"]
    assert (kept["port"], kept["trusted-host"]) == (answering, ["cards"])
    assert folder.is_dir()
    assert run("install", "--user", "root", "--no-start")[0] == 0
    assert told_systemd(installed)[-1] == "systemctl enable table-companion.service"
    assert run("install", "--user", "no-such-person", "--", "--port", "8002")[0] == 2


def companion(*words: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(commands, words, input=typed)
    return result.exit_code, result.output


@as_root
def test_commands_with_service_act_on_its_tables(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("install", "--user", "root", "--no-start")[0] == 0
    assert companion("--service", "pin", "host", "--pin", "739214")[0] == 0
    journal = installed_service.STATE / "table-companion" / "tables.db"
    with closing(Journal(journal)) as opened:
        assert House(opened).role_of("739214") == "host"
    _status, said = companion("--service", "backup")
    assert str(journal.parent / "backups") in said
    folder = installed / "stick" / "backups"
    assert run("install", "--user", "root", "--no-start", "--", "--backup-folder", str(folder))[0] == 0
    _status, said = companion("--service", "backup")
    assert said.startswith(f"written: {folder}")
    assert companion("--service", "check") == (0, "0 of 0 tables replay, 0 entries\n")
    monkeypatch.setenv("XDG_DATA_HOME", str(installed / "own"))
    _status, said = companion("check")
    assert "those of this machine's service: companion --service check" in said
    assert str(installed / "own") in said
    backup = next(folder.iterdir())
    with closing(Journal(journal)):
        status, said = companion("--service", "restore", str(backup))
    assert status == 2
    assert "sudo systemctl stop table-companion" in said
    assert companion("--service", "restore", str(backup))[0] == 0
    # A journal that its options name is the one that every command means.
    other = installed / "other" / "house.db"
    assert run("install", "--user", "root", "--no-start", "--", "--database", str(other))[0] == 0
    assert companion("--service", "pin", "host", "--pin", "739214")[0] == 0
    assert other.exists()
    assert companion("--service", "--settings", "x.toml", "check")[0] == 2


@as_root
def test_root_acts_as_the_services_user_and_another_person_is_told_how(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("install", "--user", "nobody", "--no-start")[0] == 0
    became: list[str] = []
    monkeypatch.setattr(installed_service, "_become", lambda name, *_more: became.append(name))
    installed_service.enter()
    assert became == ["nobody"]
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(installed_service.NotTheService, match="belong to nobody: sudo -u nobody /"):
        installed_service.enter()
    asked = (
        "import os; from companion.system.installed_service import _become; "
        "_become('nobody', 65534, 65534, '/'); print(os.getresuid(), os.getgid(), 0 in os.getgroups())"
    )
    done = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "(65534, 65534, 65534) 65534 False\n", done.stderr


@as_root
def test_the_doctor_asks_the_companion_that_runs(installed: Path) -> None:
    """It alone can open its camera and its lights, which the service's options name."""
    tables = Tables(Journal(installed / "tables.db"))
    room = bare_room(tables)
    room.home.lights = demo_lights()
    serving = Serving(create_app(room))
    options = ("--port", str(serving.port), "--host", "127.0.0.1", "--lights", "/dev/nothing")
    assert run("install", "--user", "root", "--no-start", "--", *options)[0] == 0
    room.home.lights.wait_for_status(10)
    assert "the companion that runs at port" in companion("--service", "doctor")[1]
    serving.stop()
    room.home.lights.close()
    tables.close()
    assert "/dev/nothing" in companion("--service", "doctor")[1]


def test_without_the_service_nothing_is_meant_by_it() -> None:
    status, said = companion("--service", "check")
    assert status == 2
    assert "not installed" in said


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    assert run("install", "--root", str(tmp_path), "--user", "root")[0] == 0
    unit = tmp_path / "etc/systemd/system/table-companion.service"
    unit.write_text(unit.read_text().replace("ExecStart=companion", "ExecStart=/usr/bin/true"))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    about = [line for line in found.stderr.splitlines() if unit.name in line]
    assert about == []
    assert found.returncode == 0, found.stderr
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(unit)], capture_output=True, text=True
    )
    exposure = re.search(r"exposure level for .*?: ([0-9.]+)", told.stdout)
    assert exposure is not None, told.stderr
    assert float(exposure[1]) < 3


@pytest.mark.parametrize(
    ("options", "homes", "rights"),
    [
        ({}, "yes", ""),
        ({"camera": ("/home/host/table.mp4",)}, "read-only", ""),
        ({"port": 80}, "yes", "CAP_NET_BIND_SERVICE"),
    ],
)
def test_the_unit_is_as_strict_as_its_options_allow(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, object], homes: str, rights: str
) -> None:
    for name in ("prefix", "base_prefix"):
        monkeypatch.setattr(sys, name, "/usr")
    unit = service.unit_text("/usr/bin/companion", "host", (), options)
    assert f"ProtectHome={homes}\n" in unit
    assert f"CapabilityBoundingSet={rights}\n" in unit


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "etc"
    blocked.write_text("a file where a folder belongs")
    status, said = run("install", "--root", str(tmp_path), "--user", "host")
    assert status == 2
    assert "cannot be written" in said


def test_the_containers_file_is_without_a_known_fault() -> None:
    """Without a container builder, scripts/container_steps.py runs its steps."""
    linter = Path(sys.executable).with_name("hadolint")
    said = subprocess.run(
        [str(linter), "--no-color", str(ROOT / "Dockerfile")], capture_output=True, text=True
    )
    assert (said.returncode, said.stdout) == (0, "")
