"""A Debian machine, booted by systemd-nspawn with a network of its own, on which the companion is installed.

The Debian is made by mmdebstrap once and kept in build/peers, beside the wheels that the companion needs;
each run boots a fresh copy.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "peers"
PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
"""Debian 12 and Debian 13, with the Python of each."""
PACKAGES = (
    "systemd,systemd-sysv,dbus,udev,python3,python3-venv,ca-certificates,libgl1,libglib2.0-0,"
    "nginx-light,iproute2"
)
BOOT_SECONDS = 180.0
ASK_SECONDS = 120.0
PROGRAM = "/opt/companion/bin/companion"


def bare_root(folder: Path, suite: str, *programs: str) -> Path:
    """A Debian below `folder`. Skips the test where none can be had, or one of the programs is missing."""
    if os.geteuid() != 0:
        pytest.skip("only root may make a Debian and go into it")
    for program in ("mmdebstrap", *programs):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} here, for a Debian of its own")
    root = folder / "root"
    root.mkdir()
    subprocess.run(["tar", "-xf", _debian(suite), "-C", root, "--exclude=./dev/*"], check=True)
    return root


INTO = (
    'mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"; '
    'cp /etc/resolv.conf "$0/etc"; exec chroot "$0" "$@"'
)


NEAR = {
    name: value
    for name, value in os.environ.items()
    if name.upper().startswith(("PIP_", "UV_", "SSL_", "HTTP", "NO_PROXY")) and name != "PIP_FIND_LINKS"
} | {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root"}
"""The environment there: how the package index is asked, and nothing that is the tests' own."""


def into(root: Path) -> list[str]:
    """What stands before a command that runs in the root, not booted and with this machine's network."""
    return ["unshare", "--mount", "sh", "-ec", INTO, str(root)]


def authorities(root: Path) -> Path:
    """The root, in which a package index is asked through whatever stands before this machine's network."""
    own = Path("/etc/ssl/certs/ca-certificates.crt")
    if own.exists():
        shutil.copy(own, root / own.relative_to("/"))
    return root


def fresh_root(folder: Path, suite: str, wheel: Path) -> Path:
    """A Debian to boot, with the wheel installed as an operator installs it."""
    root = bare_root(folder, suite, "systemd-nspawn", "nsenter")
    shutil.copytree(wheels(wheel, PYTHONS[suite], "x86_64"), root / "wheels")
    shutil.copy(wheel, root / "wheels")
    (root / "etc/machine-id").write_text("")
    in_root = ["chroot", str(root), "env", "HOME=/root", "PATH=/usr/bin:/usr/sbin"]
    place = str(Path(PROGRAM).parents[1])
    subprocess.run([*in_root, "useradd", "--create-home", "--groups", "video,dialout", "host"], check=True)
    subprocess.run([*in_root, "python3", "-m", "venv", place], check=True)
    pip = [f"{place}/bin/pip", "install", "-q", "--no-index", "--find-links", "/wheels"]
    subprocess.run([*in_root, *pip, f"/wheels/{wheel.name}"], check=True)
    shutil.rmtree(root / "wheels")
    # Its own backups and updates, by the clock, would come between a look at its files and the next.
    (root / "etc/systemd/system/timers.target").symlink_to("/dev/null")
    return root


def _debian(suite: str) -> Path:
    made = KEPT / f"{suite}-{hashlib.sha256(PACKAGES.encode()).hexdigest()[:12]}.tar"
    if not made.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        part = made.with_name(f"{os.getpid()}-{made.name}")
        options = ["--quiet", "--variant=minbase", f"--include={PACKAGES}"]
        done = subprocess.run(
            ["mmdebstrap", *options, suite, part], capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode:
            part.unlink(missing_ok=True)
            pytest.skip(
                f"no Debian could be made here: {(done.stderr.splitlines() or ['it says nothing'])[-1]}"
            )
        part.replace(made)
    return made


def wheels(wheel: Path, python: str, processor: str, *more: str) -> Path:
    """What the companion needs, and more, for that Python on that processor, whichever runs here."""
    known = hashlib.sha256((ROOT / "uv.lock").read_bytes() + "".join(more).encode()).hexdigest()[:12]
    made = KEPT / f"wheels-{python}-{processor}-{known}"
    if not made.exists():
        part = made.with_name(f"{os.getpid()}-{made.name}")
        platforms = [f"--platform=manylinux_2_{it}_{processor}" for it in (36, 34, 31, 28, 27, 24, 17, 12, 5)]
        words = ["--only-binary=:all:", "--implementation=cp", f"--python-version={python}", *platforms]
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "-q", "-d", part, *words, wheel, *more],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            shutil.rmtree(part, ignore_errors=True)
            pytest.skip(f"its wheels could not be had: {done.stderr.splitlines()[-1]}")
        (part / wheel.name).unlink(missing_ok=True)
        part.replace(made)
    return made


def python_here(version: str) -> str | None:
    """This machine's Python of that version, if it has one."""
    own = [sys.executable] if sys.version.startswith(f"{version}.") else []
    kept = Path(os.environ.get("PYENV_ROOT", "/root/.pyenv")).glob(f"versions/{version}*/bin/python")
    return next(map(str, [*own, *kept]), None) or shutil.which(f"python{version}")


class Machine:
    """The booted Debian. Its network has nothing but itself."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._leader = 0
        self._was_up = False
        self._program: subprocess.Popen[bytes] | None = None

    def boot(self) -> None:
        options = ["--register=no", "--keep-unit", "--private-network", "--console=pipe", "--quiet"]
        self._program = subprocess.Popen(
            ["systemd-nspawn", "-D", self.root, "--boot", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + BOOT_SECONDS
        state = ""
        while time.monotonic() < until:
            if self._program.poll() is not None:
                assert not self._was_up, "the machine does not boot again"
                pytest.skip("systemd-nspawn cannot boot a machine here")
            self._leader = self._leader or _child(self._program.pid)
            if self._leader:
                state = self.say("systemctl", "is-system-running").strip()
                if state in ("running", "degraded"):
                    self._was_up = True
                    return
            time.sleep(0.2)
        self.off()
        if not self._was_up:
            pytest.skip(f"a machine booted by systemd-nspawn does not come up here: {state}")
        raise AssertionError(f"the machine does not come up again: {state}")

    def off(self) -> None:
        if self._program is not None:
            self._program.terminate()
            try:
                self._program.wait(20)
            except subprocess.TimeoutExpired:
                self._program.kill()
                self._program.wait()
            # What it ran is killed with it, and may still write.
            while self._leader and Path("/proc", str(self._leader)).exists():
                time.sleep(0.05)
        self._program, self._leader = None, 0

    def ask(self, *words: str, user: str = "root") -> subprocess.CompletedProcess[str]:
        """Runs a program there."""
        become = [] if user == "root" else ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]
        enter = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-n", "-p", "-C", "--root", "--wd=/"]
        clean = [
            "env",
            "-i",
            "PATH=/usr/bin:/usr/sbin",
            f"HOME={'/root' if user == 'root' else f'/home/{user}'}",
        ]
        return subprocess.run(
            [*enter, *clean, *become, *words],
            stdin=subprocess.DEVNULL,
            timeout=ASK_SECONDS,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )

    def say(self, *words: str) -> str:
        """What a program there says, whatever its status."""
        done = self.ask(*words)
        return done.stdout + done.stderr

    def do(self, *words: str) -> str:
        done = self.ask(*words)
        assert done.returncode == 0, (words, done.stdout + done.stderr)
        return done.stdout

    def companion(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.ask(PROGRAM, *words)

    def asked(self, address: str, body: str = "", headers: Sequence[str] = ()) -> tuple[int, str]:
        """The status and text of an answer over HTTP, asked on the machine itself; 0: none."""
        code = (
            "import sys, http.client as h, urllib.request as u, urllib.error as e\n"
            "address, body, *headers = sys.argv[1:]\n"
            "sent = dict(it.split(': ', 1) for it in headers)\n"
            "if body: sent['Content-Type'] = 'application/json'\n"
            "asked = u.Request(address, body.encode() or None, sent)\n"
            "try:\n"
            "  try: answer = u.urlopen(asked, timeout=20)\n"
            "  except e.HTTPError as refused: answer = refused\n"
            "  text = answer.read().decode()\n"
            "except (OSError, h.HTTPException) as wrong: print(0); print(wrong); sys.exit()\n"
            "print(answer.status); print(text)\n"
        )
        status, _line, text = self.do("python3", "-c", code, address, body, *headers).partition("\n")
        return int(status), text


def _child(pid: int) -> int:
    """The machine's first process: systemd-nspawn's only child that runs as number 1 in its own namespace."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, encoding="ascii", check=False)
    for text in found.stdout.split():
        try:
            lines = Path("/proc", text, "status").read_text("ascii").splitlines()
        except OSError:
            continue
        spaces = next((line.split()[1:] for line in lines if line.startswith("NSpid:")), [])
        if spaces[-1:] == ["1"]:
            return int(text)
    return 0
